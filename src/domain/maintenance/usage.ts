import { millisecondsInDay, millisecondsInHour } from 'date-fns/constants';
import { isFlight, type TimedBooking } from '#domain/reservations/bookings.ts';
import { certaintyOf, isCompleted, type Standing, standingOf } from '#domain/readiness/standing.ts';
import type { Instant } from '#domain/time/time.ts';

/** What an aircraft flies of one booking in 24 hours at most: a rental of a weekend does not fly for 48. */
const flownADay = 8 * millisecondsInHour;

/** A booking that is not on the meter yet: the part of it no other covers, what of that is flown at most, and before, in milliseconds. */
type Flight = {
  readonly booking: TimedBooking;
  readonly from: Instant;
  readonly to: Instant;
  readonly flown: number;
  readonly before: number;
};

/** What one aircraft flies that its meters do not show yet, added up once, so that each reminder is answered by a search. */
export type Usage = { readonly flights: readonly Flight[] };

/**
 * Which flights count. `flown`: those that were checked out, as far as they have lasted by now. `booked`: those, and what is to
 * come. `possible`: also what nobody ever checked out, and what has a status that nobody can tell.
 */
export type Counted = 'flown' | 'booked' | 'possible';

/**
 * Adds up one aircraft's bookings, given in order of start with their history. The meters move when a flight is closed, so that
 * flights which are out, or ended and were never closed, count in full beside what is booked; unless a later flight was closed,
 * because that one has read the meter. A time that is booked twice is flown once.
 */
export function usageOf(
  bookings: readonly TimedBooking[],
  now: Instant,
  counted: Counted = 'booked',
  cap = flownADay,
): Usage {
  const flights: Flight[] = [];
  const read = lastReading(bookings, now);
  let covered = Number.NEGATIVE_INFINITY;
  let before = 0;
  for (const booking of bookings) {
    if (booking.end <= covered || booking.start < read || !isFlight(booking)) continue;
    const standing = standingOf(booking, now);
    if (!isCountedIn(counted, standing)) continue;
    const from = Math.max(covered, booking.start);
    const to = counted === 'flown' ? Math.min(now, booking.end) : booking.end;
    if (to <= from) continue;
    const flown = mostFlown(to - from, cap);
    flights.push({ booking, from, to, flown, before });
    before += flown;
    covered = to;
  }
  return { flights };
}

/** True of flights that were checked out, whether they are back or not. */
export function wasOut(standing: Standing): boolean {
  return (standing.kind === 'out' && standing.isCheckedOut) || standing.kind === 'not back';
}

function isCountedIn(counted: Counted, standing: Standing): boolean {
  if (wasOut(standing)) return true;
  if (counted === 'flown' || certaintyOf(standing) === null) return false;
  return counted === 'possible' || (standing.kind !== 'never checked out' && standing.kind !== 'unclear');
}

/** When the last flight that was closed began: what began before it is on the meter. */
function lastReading(bookings: readonly TimedBooking[], now: Instant): Instant {
  const last = bookings.findLast((one) => one.start <= now && isFlight(one) && isCompleted(one));
  return last?.start ?? Number.NEGATIVE_INFINITY;
}

/** Milliseconds flown of a booking of this length: all of it, but no more than the cap in each 24 hours. */
export function mostFlown(length: number, cap = flownADay): number {
  return (
    Math.floor(length / millisecondsInDay) * Math.min(cap, millisecondsInDay) +
    Math.min(cap, length % millisecondsInDay)
  );
}

/** Milliseconds flown before an instant. Flying is spread evenly over its booking. */
export function bookedBefore({ flights }: Usage, instant: Instant): number {
  const flight = flights[firstIndex(flights, (one) => one.from >= instant) - 1];
  if (!flight) return 0;
  const { before, from, to, flown } = flight;
  return to <= instant ? before + flown : before + (flown * (instant - from)) / (to - from);
}

export type Crossing = { readonly booking: TimedBooking; readonly at: Instant };

/** The booking in which more than so many milliseconds have been flown, and from when on; null where that is never. */
export function reach({ flights }: Usage, needed: number): Crossing | null {
  const flight = flights[firstIndex(flights, (one) => one.before + one.flown > needed)];
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
