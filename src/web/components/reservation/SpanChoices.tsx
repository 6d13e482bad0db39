import type { Reservation } from '#domain/reservations/reservations.ts';
import { isHeld, meanwhileText, windowOf } from '#domain/reservations/heldDays.ts';
import { type ReservationSpan, spanChange, spanChoices } from '#domain/reservations/reservationSpans.ts';
import { type Day, dayOf, type Instant, type Span } from '#domain/time/time.ts';
import { Choices } from '#web/components/controls/controls.tsx';
import { useMinute } from '#web/components/page/now.ts';
import { useSchool } from '#web/components/page/school.tsx';
import type { ListControls } from '#web/components/page/urlList.ts';

type SpanChoicesProps = {
  list: ListControls;
  day: Day;
  /** When the first period begins, if that is later than the start of the day. */
  from?: Instant | undefined;
  spans?: readonly ReservationSpan[];
};

/** The most requested periods for a list of reservations, kept in its address. */
export function SpanChoices({ list, day, from, spans }: SpanChoicesProps) {
  const { timeZone: name, zonelessTimes: zoneless, copyDays } = useSchool();
  const of = { day, zone: { name, zoneless }, ahead: copyDays.ahead, from };
  const { value, options } = spanChoices(list.query.filters ?? {}, of, dayOf(useMinute(), name), spans);
  const change = (span: ReservationSpan | 'other') =>
    span !== 'other' && list.change(spanChange(span, of, list.default));
  return <Choices label="Times" value={value} options={options} onChange={change} />;
}

/** A note for a list whose period the gateway does not hold; null if it does. */
export function useHeldNote({ query }: Pick<ListControls, 'query'>): string | null {
  const { timeZone, zonelessTimes, copyDays } = useSchool();
  const window = windowOf(useMinute(), timeZone, copyDays);
  const isHere = isHeld(query.filters ?? {}, zonelessTimes === 'utc' ? 'UTC' : timeZone, window);
  return isHere ? null : 'Some of these days are not kept here: each page loads from the flight service.';
}

type Meanwhile = { readonly span: Span; readonly reservations: readonly Reservation[]; readonly isWhole: boolean };

/** What the copy holds of a waiting list, as a note; null if nothing waits. */
export function useMeanwhileText(meanwhile: Meanwhile | null) {
  const { timeZone } = useSchool();
  return meanwhile && { ...meanwhile, text: meanwhileText(meanwhile.span, meanwhile.isWhole, timeZone) };
}
