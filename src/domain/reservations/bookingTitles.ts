import { type Booking, peopleText, tailOf, type TimedBooking } from './bookings.ts';
import { type Clock, clockText, dayText, shownDay } from '#domain/time/clock.ts';

/** `1400–1530L`; an end on a later day says so, `2200–0130L Wed`. */
export function spanText(booking: TimedBooking, clock: Clock): string {
  // Without its zone, which the end has; with the star of an hour that the clock shows twice.
  const start = clockText(booking.start, clock).replace(/[LZ]/, '');
  const endDay = shownDay(booking.end, clock);
  const day = endDay === shownDay(booking.start, clock) ? '' : ` ${dayText(endDay).slice(0, 3)}`;
  return `${start}–${clockText(booking.end, clock)}${day}`;
}

/** Who or what a booking is for, in the fewest words that say something. */
export function titleOf(booking: Booking): string {
  return peopleText(booking) || booking.activity || booking.type;
}

/** What it is for, where the title does not say so already; else the reservation's own name or type. */
export function subtitleOf(booking: Booking): string {
  const title = titleOf(booking);
  const words = [booking.activity, booking.record.displayName ?? '', booking.type];
  return words.find((word) => word !== '' && word !== title) ?? '';
}

/** The title after the tail number, where there is one: for lists that mix aircraft. */
export function tailAndTitle(booking: Booking): string {
  return [tailOf(booking), titleOf(booking)].filter(Boolean).join(' ');
}
