import { millisecondsInHour } from '#domain/units.ts';
import { differenceInCalendarDays } from 'date-fns/differenceInCalendarDays';
import type { ReservationKind, TimedReservation } from '#domain/reservations/reservations.ts';
import {
  addDays,
  addMonths,
  type Day,
  dateOf,
  dayOf,
  daySpan,
  type Instant,
  mondayOf,
  overlaps,
  type Span,
} from '#domain/time/time.ts';
import { isVoid } from '#domain/reservations/state.ts';

/** A reservation on one of the days it touches. */
export type DayReservation = {
  readonly reservation: TimedReservation;
  /** True if it began before the day. */
  readonly fromBefore: boolean;
  /** True if it continues after the day. */
  readonly goesOn: boolean;
};

/** A day in the operator's time zone, with its true 23, 24 or 25 hours. */
export type CalendarDay = { readonly day: Day; readonly span: Span; readonly reservations: readonly DayReservation[] };

/**
 * A number of days from the first one, each with the reservations that touch it, in the order given; includes empty
 * days. A reservation that ends at midnight does not touch the next day.
 */
export function calendarDays(
  reservations: readonly TimedReservation[],
  first: Day,
  count: number,
  zone: string,
): readonly CalendarDay[] {
  return Array.from({ length: count }, (_, index) => {
    const day = addDays(first, index);
    const span = daySpan(day, zone);
    const here = reservations.filter((reservation) => touches(reservation, span));
    return {
      day,
      span,
      reservations: here.map((reservation) => ({
        reservation,
        fromBefore: reservation.start < span.start,
        goesOn: reservation.end > span.end,
      })),
    };
  });
}

/** A reservation of zero length at midnight belongs to the day that begins then. */
function touches(reservation: Span, span: Span): boolean {
  return overlaps(reservation, span) || (reservation.start === reservation.end && reservation.start === span.start);
}

/**
 * Why the counts of single days differ from the number of all their reservations, which counts each once: `3 over midnight` touch
 * more than one of these days and count on each; `2 cancelled or no-show` count on none. Empty if the days add up.
 */
export function countNotes(reservations: readonly TimedReservation[], days: Span, zone: string): string[] {
  const booked = reservations.filter((reservation) => !isVoid(reservation));
  const dayWithin = (at: Instant) => dayOf(Math.min(Math.max(at, days.start), days.end - 1), zone);
  const over = booked.filter(({ start, end }) => end > start && dayWithin(start) !== dayWithin(end - 1)).length;
  const left = reservations.length - booked.length;
  return [over > 0 && `${over} over midnight`, left > 0 && voidText(left)].filter((note) => note !== false);
}

/** `1 cancelled or no-show`. */
export function voidText(count: number): string {
  return `${count} cancelled or no-show`;
}

/** Why a reservation is notable: work on an aircraft, a check ride, or one of the earliest. */
type NotableReason = 'maintenance' | 'check ride' | 'early';
export type Notable = DayReservation & { readonly why: NotableReason };

/** Most notable reservations of one day. */
export const maxNotable = 3;

/** The number of reservations of each type; void ones do not count. */
export function countKinds(reservations: readonly DayReservation[]): Partial<Record<ReservationKind, number>> {
  const counts: Partial<Record<ReservationKind, number>> = {};
  for (const { reservation } of reservations) {
    if (!isVoid(reservation)) counts[reservation.kind] = (counts[reservation.kind] ?? 0) + 1;
  }
  return counts;
}

/**
 * At most `maxNotable` of a day's reservations, by importance, then as given. Conflicts are counted, not named: on a busy
 * day they would take every place. Completed shop work is left out.
 */
export function notableOf(reservations: readonly DayReservation[]): readonly Notable[] {
  const named: Notable[] = [];
  for (const why of reasons) {
    for (const reservation of reservations) {
      if (named.length === maxNotable) return named;
      if (!isVoid(reservation.reservation) && isNamedFor(reservation.reservation, why))
        named.push({ ...reservation, why });
    }
  }
  return named;
}

/** Most important first. */
const reasons = ['maintenance', 'check ride', 'early'] as const satisfies readonly NotableReason[];

/** Each school chooses its names; these are common ones for the test at the end of a course. */
const checkRide = /\b(check\s?-?ride|practical test)\b/i;

/** True if this is the reservation's most important reason. */
function isNamedFor(reservation: TimedReservation, why: NotableReason): boolean {
  if (reservation.kind === 'Maintenance') return why === 'maintenance' && !isCompleted(reservation);
  if (why === 'maintenance') return false;
  return checkRide.test(`${reservation.activity} ${reservation.type}`) === (why === 'check ride');
}

/** The specification names only status 2. */
function isCompleted({ statusId }: TimedReservation): boolean {
  return statusId === 2;
}

/** The days in a month's grid, from a Monday to a Sunday; `month` is `2026-05`. */
export function monthDays(month: string): { readonly first: Day; readonly count: number } {
  const first = mondayOf(`${month}-01`);
  const last = addDays(`${addMonths(month, 1)}-01`, -1);
  const count = differenceInCalendarDays(dateOf(addDays(mondayOf(last), 7)), dateOf(first));
  return { first, count };
}

/**
 * The whole hours of a day on a printed sheet: everything that begins or ends within it, and always the span from 7 to
 * 19 hours after midnight. A reservation that lasts all day or crosses midnight adds only the hour of its start,
 * because its bar runs to the edge. One that ends in the night, before the first of these hours, is not on the sheet.
 */
export function sheetHours(reservations: readonly TimedReservation[], day: Span): Span {
  const begun = reservations.filter(({ start }) => start >= day.start);
  const first = Math.min(day.start + 7 * millisecondsInHour, ...begun.map(({ start }) => start));
  const last = Math.max(
    day.start + 19 * millisecondsInHour,
    ...begun.map(({ start, end }) => (end > day.end ? start + 1 : end)),
  );
  return {
    start: day.start + Math.floor((first - day.start) / millisecondsInHour) * millisecondsInHour,
    end: day.start + Math.ceil((last - day.start) / millisecondsInHour) * millisecondsInHour,
  };
}
