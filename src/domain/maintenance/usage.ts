import { isFlight, type TimedBooking } from '#domain/reservations/bookings.ts';
import { isVisitAhead } from '#domain/readiness/shopVisit.ts';
import { certaintyOf, isCompleted, standingOf } from '#domain/readiness/standing.ts';
import type { Instant } from '#domain/time/time.ts';

const hour = 3_600_000;
const day = 24 * hour;
/** What an aircraft flies of one booking in 24 hours at most: a rental of a weekend does not fly for 48. */
const flownADay = 8 * hour;

/** A booking that is not on the meter yet: the part of it no other covers, what of that is flown at most, and before, in milliseconds. */
type Flight = {
  readonly booking: TimedBooking;
  readonly from: Instant;
  readonly to: Instant;
  readonly flown: number;
  readonly before: number;
};

/** What one aircraft flies that its meters do not show yet, added up once, so that each reminder is answered by a search. */
export type Usage = {
  readonly flights: readonly Flight[];
  /** Shop visits under way or to come, by start. What is done in them the API does not say. */
  readonly visits: readonly TimedBooking[];
  /** False where a reservation whose status nobody can tell was left out. */
  readonly isWhole: boolean;
};

type UsageOptions = {
  /** Reservations whose status nobody can tell fly too: at the earliest. */
  readonly withPossible?: boolean;
  readonly cap?: number;
};

/**
 * Adds up one aircraft's bookings, given in order of start (readiness, section 3). The meters move when a flight is closed,
 * so that flights which are out, or ended and were never closed, count in full beside what is booked; unless a later
 * flight was closed, because that one has read the meter. A time that is booked twice is flown once.
 */
export function usageOf(
  bookings: readonly TimedBooking[],
  now: Instant,
  { withPossible = false, cap = flownADay }: UsageOptions = {},
): Usage {
  const flights: Flight[] = [];
  const read = lastReading(bookings, now);
  let covered = Number.NEGATIVE_INFINITY;
  let before = 0;
  let isWhole = true;
  for (const booking of bookings) {
    if (booking.end <= covered || booking.start < read || !isFlight(booking)) continue;
    const certainty = certaintyOf(standingOf(booking, now));
    if (certainty === 'possible' && !withPossible) isWhole = false;
    if (certainty === null || (certainty === 'possible' && !withPossible)) continue;
    const from = Math.max(covered, booking.start);
    const flown = mostFlown(booking.end - from, cap);
    flights.push({ booking, from, to: booking.end, flown, before });
    before += flown;
    covered = booking.end;
  }
  return { flights, visits: bookings.filter((booking) => isVisitAhead(booking, now)), isWhole };
}

/** When the last flight that was closed began: what began before it is on the meter. */
function lastReading(bookings: readonly TimedBooking[], now: Instant): Instant {
  const last = bookings.findLast((one) => one.start <= now && isFlight(one) && isCompleted(one));
  return last?.start ?? Number.NEGATIVE_INFINITY;
}

/** Milliseconds flown of a booking of this length: all of it, but no more than the cap in each 24 hours. */
export function mostFlown(length: number, cap = flownADay): number {
  return Math.floor(length / day) * Math.min(cap, day) + Math.min(cap, length % day);
}

/** Milliseconds flown before an instant. Flying is spread evenly over its booking. */
export function bookedBefore({ flights }: Usage, instant: Instant): number {
  const flight = flights[firstIndex(flights, (one) => one.from >= instant) - 1];
  if (!flight) return 0;
  const { before, from, to, flown } = flight;
  return to <= instant ? before + flown : before + (flown * (instant - from)) / (to - from);
}

export type Crossing = { readonly booking: TimedBooking; readonly at: Instant };

/** The booking in which the flown time reaches so many milliseconds (above zero), and when; null where it never does. */
export function reach({ flights }: Usage, needed: number): Crossing | null {
  const flight = flights[firstIndex(flights, (one) => one.before + one.flown >= needed)];
  if (!flight) return null;
  const { booking, before, from, to, flown } = flight;
  return { booking, at: from + ((needed - before) / flown) * (to - from) };
}

/** The index of the first that fits, all after which fit too; the length where none does. */
function firstIndex<Item>(items: readonly Item[], fits: (item: Item) => boolean): number {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const item = items[middle];
    if (item === undefined || fits(item)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/**
 * Meter hours per day over the `days` before now: the completed flights of one aircraft, times the factor. Null where there
 * was none, because nothing can be said then.
 */
export function recentRate(
  bookings: readonly TimedBooking[],
  options: { readonly now: Instant; readonly days: number; readonly factor: number },
): number | null {
  const { now, days, factor } = options;
  const since = now - days * day;
  const flown = bookings.filter((booking) => booking.start >= since && isFlight(booking) && isCompleted(booking));
  const hours = flown.reduce((sum, booking) => sum + mostFlown(booking.end - booking.start) / hour, 0);
  return hours > 0 ? (hours * factor) / days : null;
}
