import type { Page, SetAside } from '#contract/answers.ts';
import { printFilter } from '#contract/filters.ts';
import type { Query } from '#contract/query.ts';
import { pageOddities } from '#domain/answers/pageChecks.ts';
import { idsIn } from '#domain/duty/duties.ts';
import { inSpan, type Reservation, toBooking } from '#domain/reservations/bookings.ts';
import { spanFilters } from '#domain/reservations/reservationSpans.ts';
import { type Clock, clockText, dayText, shownDay, whenText } from '#domain/time/clock.ts';
import { type Day, dayOf, daySpan, type Span, type Zone } from '#domain/time/time.ts';

/** The request for somebody's time off in six weeks from a day on, and the address of the list of all that is later. */
export function timeOffQuestion(userId: string, today: Day, zone: Zone): { query: Query; laterAddress: string } {
  const soon = spanFilters(today, zone);
  const { startTime } = soon.from;
  const later = {
    view: 'list',
    displayTypeId: 'eq:10',
    userId: `eq:${userId}`,
    endTime: 'any',
    startTime: startTime ? printFilter(startTime) : 'any',
  };
  const filters = {
    ...soon.weeks,
    displayTypeId: { operator: 'eq', values: ['10'] },
    userId: { operator: 'eq', values: [userId] },
  } as const;
  return {
    query: { filters, limit: 250 },
    laterAddress: `/reservations?${new URLSearchParams(later).toString()}`,
  };
}

export type TimeOff = {
  /** `3 in six weeks`. */
  readonly count: string;
  readonly lines: readonly { readonly key: string; readonly times: string; readonly what: string }[];
  readonly notes: readonly string[];
  readonly setAside: readonly { readonly what: string; readonly records: readonly SetAside[] }[];
};

type TimeOffContext = {
  readonly userId: string;
  readonly today: Day;
  readonly zone: Zone;
  readonly clock: Clock;
  readonly query: Query;
};

/** Later than any instant. */
const forever = 8.64e15;

/** Time off from the answer to `timeOffQuestion`; what it holds of others is left out, and counted. */
export function timeOffModel(
  page: Page<Reservation> | undefined,
  { userId, today, zone, clock, query }: TimeOffContext,
): TimeOff {
  const bookings = (page?.records ?? []).map((record) => toBooking(record, zone));
  const own = bookings.filter((booking) => booking.kind === 'Instructor Time Off' && idsIn(booking).includes(userId));
  const off = inSpan(own, { start: daySpan(today, zone.name).start, end: forever });
  const others = bookings.length - own.length;
  return {
    count: off.length === 0 ? 'none in six weeks' : `${off.length} in six weeks`,
    lines: off.map((booking) => ({
      key: booking.key,
      times: timeOffText(booking, clock),
      what: booking.record.displayName || booking.activity || booking.type,
    })),
    notes: [
      ...(page ? pageOddities(page, query) : []),
      ...(others > 0
        ? [`The service did not filter as asked: ${others} reservations are not time off of this person, and left out.`]
        : []),
    ],
    setAside: [{ what: 'reservations', records: page?.setAside ?? [] }],
  };
}

/** `Fri 15 May 0730L–0930L`, or `Mon 11 May – Sun 17 May, all day` where whole days of the operator are off. */
export function timeOffText({ start, end }: Span, clock: Clock): string {
  const [first, last] = [dayOf(start, clock.zone), dayOf(end - 1, clock.zone)];
  const isWhole = daySpan(first, clock.zone).start === start && daySpan(last, clock.zone).end === end;
  if (!isWhole) {
    return `${dayText(shownDay(start, clock))} ${clockText(start, clock)}–${whenText(end, start, clock)}`;
  }
  return `${dayText(first)}${first === last ? '' : ` – ${dayText(last)}`}, all day`;
}
