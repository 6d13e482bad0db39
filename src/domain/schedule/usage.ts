import { millisecondsInDay } from '#domain/units.ts';
import { isFlight, type TimedReservation } from '#domain/reservations/reservations.ts';
import { certaintyOf, isCompleted, type ReservationState } from '#domain/reservations/state.ts';
import type { Instant, Span } from '#domain/time/time.ts';
import { flownADay } from '#domain/thresholds.ts';
import { type ReservationWithState, statesAt } from './aircraftNow.ts';

/**
 * A reservation that is not on the meter yet, in milliseconds: the part that no earlier reservation covers, the most that is
 * flown of it, and the total before.
 */
type Flight = {
  readonly reservation: TimedReservation;
  readonly from: Instant;
  readonly to: Instant;
  readonly flown: number;
  readonly before: number;
};

/** What one aircraft flies that its meters do not show yet, added up once. Each reminder then needs only a search. */
export type Usage = { readonly flights: readonly Flight[] };

/**
 * Which flights count. `flown`: those checked out and not closed, for the time until now. `booked`: those, and flights
 * that are planned or not out yet. `possible`: also those never checked out, and those with an unclear status.
 */
export type Counted = 'flown' | 'booked' | 'possible';

/**
 * Adds up one aircraft's reservations, given in order of start with their history. The meters move when a flight is closed.
 * So flights that are out, or ended and never closed, count in full beside the reservations. They stop counting once a
 * later flight is closed, because its meter reading includes them. Time that is booked twice is flown once.
 */
export function usageOf(
  reservations: readonly TimedReservation[],
  now: Instant,
  counted: Counted = 'booked',
  cap = flownADay,
): Usage {
  const flights = unmetered(statesAt(reservations, now), now).filter(({ state }) => isCountedIn(counted, state));
  return addedUp(flights, counted === 'flown' ? now : Number.POSITIVE_INFINITY, cap);
}

/**
 * All three, from reservations whose states are known already. Usually `possible` equals `booked`, and is added up
 * only once.
 */
export function usagesOf(states: readonly ReservationWithState[], now: Instant): Readonly<Record<Counted, Usage>> {
  const all = unmetered(states, now);
  const [flown, booked] = (['flown', 'booked'] as const).map((counted) =>
    all.filter(({ state }) => isCountedIn(counted, state)),
  );
  const possible = addedUp(all);
  return {
    flown: addedUp(flown ?? [], now),
    booked: booked?.length === all.length ? possible : addedUp(booked ?? []),
    possible,
  };
}

/** Everything that was or may be flown since the last reading. */
function unmetered(states: readonly ReservationWithState[], now: Instant): readonly ReservationWithState[] {
  const read = lastReading(states, now);
  return states.filter(
    ({ reservation, state }) => reservation.start >= read && isCountedIn('possible', state) && isFlight(reservation),
  );
}

function addedUp(flown: readonly ReservationWithState[], latest = Number.POSITIVE_INFINITY, cap = flownADay): Usage {
  const flights: Flight[] = [];
  let covered = Number.NEGATIVE_INFINITY;
  let before = 0;
  for (const { reservation } of flown) {
    const from = Math.max(covered, reservation.start);
    const to = Math.min(latest, reservation.end);
    if (to <= from) continue;
    const length = maxFlown(to - from, cap);
    flights.push({ reservation, from, to, flown: length, before });
    before += length;
    covered = to;
  }
  return { flights };
}

/** True for a flight that was checked out and is not closed, before or after its booked end. */
export function wasOut(state: ReservationState): boolean {
  return (state.kind === 'out' && state.isCheckedOut) || state.kind === 'not back';
}

function isCountedIn(counted: Counted, state: ReservationState): boolean {
  if (wasOut(state)) return true;
  if (counted === 'flown' || certaintyOf(state) === null) return false;
  return counted === 'possible' || (state.kind !== 'never checked out' && certaintyOf(state) === 'definite');
}

/** The start of the last closed flight: flights that began before it are on the meter. */
function lastReading(states: readonly ReservationWithState[], now: Instant): Instant {
  const last = states.findLast(
    ({ reservation }) => reservation.start <= now && isFlight(reservation) && isCompleted(reservation),
  );
  return last?.reservation.start ?? Number.NEGATIVE_INFINITY;
}

/** Milliseconds flown in a reservation of this length: all of it, up to the cap in each 24 hours. */
export function maxFlown(length: number, cap = flownADay): number {
  return (
    Math.floor(length / millisecondsInDay) * Math.min(cap, millisecondsInDay) +
    Math.min(cap, length % millisecondsInDay)
  );
}

/**
 * The same as spans: of each 24 hours of a reservation the first part, up to the cap. Alone, it never has more than the cap in any
 * 24 hours.
 */
export function flownSpans({ start, end }: Span, cap = flownADay): Span[] {
  if (end - start <= cap) return [{ start, end }];
  const days = Math.ceil((end - start) / millisecondsInDay);
  return Array.from({ length: days }, (_, day) => {
    const from = start + day * millisecondsInDay;
    return { start: from, end: Math.min(end, from + cap) };
  });
}

/** Milliseconds flown before an instant. Flying is spread evenly over each reservation. */
export function bookedBefore({ flights }: Usage, instant: Instant): number {
  const flight = flights[firstIndex(flights, (one) => one.from >= instant) - 1];
  if (!flight) return 0;
  const { before, from, to, flown } = flight;
  return to <= instant ? before + flown : before + (flown * (instant - from)) / (to - from);
}

export type Crossing = { readonly reservation: TimedReservation; readonly at: Instant };

/** The reservation in which the total passes `needed` milliseconds flown, and when; null if it never does. */
export function reach({ flights }: Usage, needed: number): Crossing | null {
  const flight = flights[firstIndex(flights, (one) => one.before + one.flown > needed)];
  if (!flight) return null;
  const { reservation, before, from, to, flown } = flight;
  return { reservation, at: from + ((needed - before) / flown) * (to - from) };
}

/** The index of the first item that fits; all after it fit too. The length if none does. */
export function firstIndex<Item>(items: readonly Item[], fits: (item: Item) => boolean): number {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const item = items[middle];
    if (item === undefined || fits(item)) high = middle;
    else low = middle + 1;
  }
  return low;
}
