import type { Page, SetAside } from '#contract/answers.ts';
import { printFilter } from '#contract/filters.ts';
import type { Query } from '#contract/query.ts';
import { countText, type Knowledge, type NoneText, noneText, unanswered } from '#domain/answers/known.ts';
import { pageOddities } from '#domain/answers/pageChecks.ts';
import { hasPerson } from '#domain/duty/duties.ts';
import { inSpan, type ReservationRecord, toReservation } from '#domain/reservations/reservations.ts';
import { daysOnText, type ListDay, type ReservationSpan, spanFilters } from '#domain/reservations/reservationSpans.ts';
import { type Clock, clockText, dayText, shownDay, whenText } from '#domain/time/clock.ts';
import { dayOf, daySpan, type Span } from '#domain/time/time.ts';
import { counted } from '#domain/words.ts';

type TimeOffQuestion = { readonly query: Query; readonly laterAddress: string; readonly earlierAddress: string };

/** The query for someone's time off in the weeks from a day on, and the links to the lists of later and earlier times. */
export function timeOffQuestion(userId: string, list: ListDay): TimeOffQuestion {
  const spans = spanFilters(list);
  const addressOf = (span: ReservationSpan) => {
    const { startTime, endTime } = spans[span];
    const params = {
      view: 'list',
      displayTypeId: 'eq:10',
      userId: `eq:${userId}`,
      endTime: endTime ? printFilter(endTime) : 'any',
      startTime: startTime ? printFilter(startTime) : 'any',
    };
    return `/reservations?${new URLSearchParams(params).toString()}`;
  };
  const filters = {
    ...spans.weeks,
    displayTypeId: { operator: 'eq', values: ['10'] },
    userId: { operator: 'eq', values: [userId] },
  } as const;
  return {
    query: { filters, limit: 250 },
    laterAddress: addressOf('from'),
    earlierAddress: addressOf('before'),
  };
}

export type TimeOff = {
  /** `3 in six weeks`. */
  readonly count: string;
  /** The text in place of lines. */
  readonly none: NoneText;
  readonly lines: readonly { readonly key: string; readonly times: string; readonly what: string }[];
  readonly notes: readonly string[];
  readonly setAside: readonly { readonly what: string; readonly records: readonly SetAside[] }[];
};

type TimeOffContext = {
  readonly userId: string;
  readonly list: ListDay;
  readonly clock: Clock;
  readonly query: Query;
  /** What is known of the answer. */
  readonly known: Knowledge;
};

/** Later than any instant. */
const forever = 8.64e15;

/** Time off from the answer to `timeOffQuestion`; other reservations in it are left out and counted. */
export function timeOffModel(
  page: Page<ReservationRecord> | undefined,
  { userId, list, clock, query, known }: TimeOffContext,
): TimeOff {
  const reservations = (page?.records ?? []).map((record) => toReservation(record, list.zone));
  const ownReservations = reservations.filter(
    (reservation) => reservation.kind === 'Instructor Time Off' && hasPerson(reservation, userId),
  );
  const off = inSpan(ownReservations, { start: daySpan(list.day, list.zone.name).start, end: forever });
  const others = reservations.length - ownReservations.length;
  const ofPage = page ? known : unanswered(known);
  const words = `${off.length || 'none'} in ${daysOnText(list)}`;
  return {
    count: countText(ofPage, off.length, words),
    none: noneText(ofPage, `No time off is booked in the next ${daysOnText(list)}.`),
    lines: off.map((reservation) => ({
      key: reservation.key,
      times: timeOffText(reservation, clock),
      what: reservation.record.displayName || reservation.activity || reservation.type,
    })),
    notes: [
      ...(page ? pageOddities(page, query) : []),
      ...(others > 0 ? [`The service ignored the filter: ${counted(others, 'other reservation')} left out.`] : []),
    ],
    setAside: [{ what: 'reservation', records: page?.setAside ?? [] }],
  };
}

/** `Fri 15 May 0730L–0930L`, or `Mon 11 May – Sun 17 May, all day` for whole days of the operator. */
export function timeOffText({ start, end }: Span, clock: Clock): string {
  const [first, last] = [dayOf(start, clock.zone), dayOf(end - 1, clock.zone)];
  const isWhole = daySpan(first, clock.zone).start === start && daySpan(last, clock.zone).end === end;
  if (!isWhole) {
    return `${dayText(shownDay(start, clock))} ${clockText(start, clock)}–${whenText(end, start, clock)}`;
  }
  return `${dayText(first)}${first === last ? '' : ` – ${dayText(last)}`}, all day`;
}
