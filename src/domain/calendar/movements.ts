import { idKey, isFlight, type TimedBooking } from '#domain/reservations/bookings.ts';
import type { Aircraft } from '#domain/fleet/fleet.ts';
import { type Clock, clockText, whenText } from '#domain/time/clock.ts';
import { isVoid } from '#domain/readiness/standing.ts';
import type { Instant, Span } from '#domain/time/time.ts';

const quarter = 15 * 60_000;

/** What leaves and comes back within a quarter of an hour from `start` on, by what is booked. */
export type MovementBucket = { readonly start: Instant; readonly departures: number; readonly returns: number };

export type Movements = {
  readonly buckets: readonly MovementBucket[];
  /** The largest number of departures or of returns in a bucket. */
  readonly max: number;
};

/**
 * Departures and returns per 15 minutes of real time, so that a day of 23 or 25 hours has 92 or 100 buckets; start inclusive,
 * end exclusive. A movement is the start or end of a flight that is not void, on an aircraft that is no simulator.
 */
export function movementsOf(bookings: readonly TimedBooking[], fleet: readonly Aircraft[], span: Span): Movements {
  const count = Math.max(0, Math.ceil((span.end - span.start) / quarter));
  const departures = Array.from({ length: count }, () => 0);
  const returns = Array.from({ length: count }, () => 0);
  const simulators = new Set(fleet.filter((one) => one.isSimulator === true).map((one) => idKey(one.aircraftId)));
  const add = (counts: number[], instant: Instant) => {
    if (instant >= span.start && instant < span.end) counts[Math.floor((instant - span.start) / quarter)]!++;
  };
  for (const booking of bookings) {
    if (!isMovement(booking, simulators)) continue;
    add(departures, booking.start);
    add(returns, booking.end);
  }
  const buckets = departures.map((departing, index) => ({
    start: span.start + index * quarter,
    departures: departing,
    returns: returns[index]!,
  }));
  return { buckets, max: buckets.reduce((most, one) => Math.max(most, one.departures, one.returns), 0) };
}

function isMovement(booking: TimedBooking, simulators: ReadonlySet<string>): boolean {
  const { aircraftId, record } = booking;
  if (aircraftId === null || !isFlight(booking) || isVoid(booking)) return false;
  return record.aircraft?.isSimulator !== true && !simulators.has(idKey(aircraftId));
}

/** All departures or all returns. */
export function sumOf(buckets: readonly MovementBucket[], which: 'departures' | 'returns'): number {
  return buckets.reduce((sum, bucket) => sum + bucket[which], 0);
}

/** `77 departures and 74 returns booked, the most at 0700L–0715L: 6 out, 0 back`. */
export function movementsText({ buckets }: Movements, clock: Clock, now: Instant): string {
  const load = ({ departures, returns }: MovementBucket) => departures + returns;
  const busiest = buckets.reduce<MovementBucket | null>((a, b) => (a && load(a) >= load(b) ? a : b), null);
  const sums = `${sumOf(buckets, 'departures')} departures and ${sumOf(buckets, 'returns')} returns booked`;
  if (!busiest || load(busiest) === 0) return sums;
  const when = `${whenText(busiest.start, now, clock)}–${clockText(busiest.start + quarter, clock)}`;
  return `${sums}, the most at ${when}: ${busiest.departures} out, ${busiest.returns} back`;
}
