import type { TimedBooking } from './bookings.ts';
import type { Instant } from './time.ts';

const hour = 3_600_000;
const completed = 2;

/** The part of a booking in which its aircraft can still fly, and how long it is booked before, in milliseconds. */
type Flight = {
  readonly booking: TimedBooking;
  readonly from: Instant;
  readonly to: Instant;
  readonly before: number;
};

/** What is booked for one aircraft from now on, added up once, so that each reminder is answered by a search. */
export type Usage = {
  readonly flights: readonly Flight[];
  /** Maintenance bookings under way or to come, by start. What is done in them the API does not say. */
  readonly visits: readonly TimedBooking[];
};

/**
 * Adds up one aircraft's bookings, given in order of start. Flying is what is of display type Standard and not completed;
 * a flight under way counts for what remains of it, and a time that is booked twice is flown once.
 */
export function usageOf(bookings: readonly TimedBooking[], now: Instant): Usage {
  const flights: Flight[] = [];
  let covered = now;
  let before = 0;
  for (const booking of bookings) {
    if (booking.kind !== 'Standard' || booking.statusId === completed || booking.end <= covered) continue;
    const from = Math.max(covered, booking.start);
    flights.push({ booking, from, to: booking.end, before });
    before += booking.end - from;
    covered = booking.end;
  }
  const isVisit = (booking: TimedBooking) => booking.kind === 'Maintenance' && booking.end > now;
  return { flights, visits: bookings.filter(isVisit) };
}

/** Milliseconds booked before an instant. */
export function bookedBefore({ flights }: Usage, instant: Instant): number {
  const flight = flights[firstIndex(flights, (one) => one.from >= instant) - 1];
  return flight ? flight.before + Math.min(instant, flight.to) - flight.from : 0;
}

export type Crossing = { readonly booking: TimedBooking; readonly at: Instant };

/** The booking in which the booked time reaches so many milliseconds (above zero), and when; null where it never does. */
export function reach({ flights }: Usage, needed: number): Crossing | null {
  const flight = flights[firstIndex(flights, (one) => one.before + one.to - one.from >= needed)];
  return flight ? { booking: flight.booking, at: flight.from + needed - flight.before } : null;
}

/** The index of the first that fits, all after which fit too; the length where none does. */
function firstIndex<Item>(items: readonly Item[], fits: (item: Item) => boolean): number {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (fits(items[middle]!)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/**
 * Meter hours per day over the `days` before now: the completed flying bookings of one aircraft, times the factor. Null
 * where there was none, because nothing can be said then.
 */
export function recentRate(
  bookings: readonly TimedBooking[],
  options: { readonly now: Instant; readonly days: number; readonly factor: number },
): number | null {
  const { now, days, factor } = options;
  const since = now - days * 24 * hour;
  const flown = bookings.filter(
    (booking) => booking.kind === 'Standard' && booking.statusId === completed && booking.start >= since,
  );
  const hours = flown.reduce((sum, booking) => sum + (booking.end - booking.start) / hour, 0);
  return hours > 0 ? (hours * factor) / days : null;
}
