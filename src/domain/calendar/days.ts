import type { TimedBooking } from '#domain/reservations/bookings.ts';
import { addDays, type Day, daySpan, overlaps, type Span } from '#domain/time/time.ts';

/** A booking in one of the days it touches. */
export type DayBooking = {
  readonly booking: TimedBooking;
  /** True where it began before the day. */
  readonly fromBefore: boolean;
  /** True where it goes on after the day. */
  readonly goesOn: boolean;
};

/** A day of the operator's calendar, with its true 23, 24 or 25 hours. */
export type CalendarDay = { readonly day: Day; readonly span: Span; readonly bookings: readonly DayBooking[] };

/**
 * So many days from a first one, each with the bookings that touch it, in the order given; empty days too. One that ends at
 * midnight does not touch the next day.
 */
export function calendarDays(
  bookings: readonly TimedBooking[],
  first: Day,
  count: number,
  zone: string,
): readonly CalendarDay[] {
  return Array.from({ length: count }, (_, index) => {
    const day = addDays(first, index);
    const span = daySpan(day, zone);
    const here = bookings.filter((booking) => touches(booking, span));
    return {
      day,
      span,
      bookings: here.map((booking) => ({
        booking,
        fromBefore: booking.start < span.start,
        goesOn: booking.end > span.end,
      })),
    };
  });
}

/** One without length at midnight belongs to the day that begins. */
function touches(booking: Span, span: Span): boolean {
  return overlaps(booking, span) || (booking.start === booking.end && booking.start === span.start);
}

/** The Monday on or before a day. */
export function mondayOf(day: Day): Day {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return addDays(day, -((weekday + 6) % 7));
}
