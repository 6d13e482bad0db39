import type { TimedBooking } from '#domain/reservations/bookings.ts';
import type { Span } from '#domain/time/time.ts';

const hour = 3_600_000;

/**
 * The whole hours of a day that a printed sheet shows: all that begins or ends within it, and the twelve from its seventh on
 * in any case. What lasts all day or crosses midnight does not stretch it, as its bar runs to the edge, but for the hour in
 * which it begins. What ends in the night, before the first of these hours, is not in them.
 */
export function sheetHours(bookings: readonly TimedBooking[], day: Span): Span {
  const begun = bookings.filter(({ start }) => start >= day.start);
  const first = Math.min(day.start + 7 * hour, ...begun.map(({ start }) => start));
  const last = Math.max(day.start + 19 * hour, ...begun.map(({ start, end }) => (end > day.end ? start + 1 : end)));
  return {
    start: day.start + Math.floor((first - day.start) / hour) * hour,
    end: day.start + Math.ceil((last - day.start) / hour) * hour,
  };
}
