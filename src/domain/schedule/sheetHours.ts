import type { TimedBooking } from '#domain/bookings.ts';
import type { Span } from '#domain/time.ts';

const hour = 3_600_000;

/**
 * The whole hours of a day that a printed sheet shows: all that begins or ends within it, and the twelve from its seventh on
 * in any case. What lasts all day or crosses midnight does not stretch it: its bar runs to the edge.
 */
export function sheetHours(bookings: readonly TimedBooking[], day: Span): Span {
  const within = bookings.filter(({ start, end }) => start >= day.start && end <= day.end);
  const first = Math.min(day.start + 7 * hour, ...within.map(({ start }) => start));
  const last = Math.max(day.start + 19 * hour, ...within.map(({ end }) => end));
  return {
    start: day.start + Math.floor((first - day.start) / hour) * hour,
    end: day.start + Math.ceil((last - day.start) / hour) * hour,
  };
}
