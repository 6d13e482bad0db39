import { millisecondsInMinute } from '#domain/units.ts';
import { type TimedReservation, idKey, isFlight } from '#domain/reservations/reservations.ts';
import { durationText, type Clock, clockText, whenText } from '#domain/time/clock.ts';
import { isVoid, stateAt, stateText } from '#domain/reservations/state.ts';
import type { Instant, Span } from '#domain/time/time.ts';
import type { Aircraft } from '#domain/fleet/fleet.ts';

/** The columns of the view “By status”, in the order that a reservation passes through them. */
export const dispatchColumns = ['upcoming', 'now', 'open', 'completed'] as const;
export type DispatchColumn = (typeof dispatchColumns)[number];

/**
 * A reservation's lane, by its state; `void` for a cancelled one or a no-show, which has no column. One that is not
 * back or was never checked out stays open until a dispatcher closes it. Classes, meetings, time off and shop visits
 * end at their booked end.
 */
export function dispatchColumnOf(reservation: TimedReservation, now: Instant): DispatchColumn | 'void' {
  const { start, end } = reservation;
  const { kind } = stateAt(reservation, now);
  if (kind === 'void') return 'void';
  if (kind === 'done') return 'completed';
  if (end <= now) return 'open';
  return start <= now || kind === 'out' ? 'now' : 'upcoming';
}

/** The reservations of each column, and the cancelled ones and no-shows, which have none. */
export type DispatchBoard = Readonly<Record<DispatchColumn | 'void', readonly TimedReservation[]>>;

/**
 * Sorts reservations into columns: upcoming by the next start, now by the next return, open by the earliest end,
 * completed by the latest end.
 */
export function dispatchBoard(reservations: readonly TimedReservation[], now: Instant): DispatchBoard {
  const columns = Map.groupBy(reservations, (reservation) => dispatchColumnOf(reservation, now));
  const sorted = (column: DispatchColumn, compare: (a: TimedReservation, b: TimedReservation) => number) =>
    (columns.get(column) ?? []).toSorted((a, b) => compare(a, b) || (a.key < b.key ? -1 : 1));
  return {
    upcoming: sorted('upcoming', (a, b) => a.start - b.start),
    now: sorted('now', (a, b) => a.end - b.end),
    open: sorted('open', (a, b) => a.end - b.end),
    completed: sorted('completed', (a, b) => b.end - a.end),
    void: columns.get('void') ?? [],
  };
}

/** A reservation's state in words: `starts in 25 min`, `ends in 40 min`, `not out yet +0:05`, `not back +0:23`. */
export function ageText(reservation: TimedReservation, now: Instant): string {
  const { start, end } = reservation;
  const state = stateAt(reservation, now);
  if (state.kind === 'void') return stateText(state);
  if (state.kind === 'planned') {
    return `${state.isCheckedOut ? 'checked out, ' : ''}starts in ${durationText(start - now)}`;
  }
  if (state.kind === 'may be out' && state.late < 0) return `${stateText(state)}, ends in ${durationText(end - now)}`;
  if (state.kind === 'done') return end > now ? 'completed early' : `ended ${durationText(now - end)} ago`;
  const isUnderWay = state.kind === 'out' || (state.kind === 'unclear' && end > now);
  if (!isUnderWay) return stateText(state);
  const isAhead = start > now && state.kind === 'unclear';
  return isAhead ? `starts in ${durationText(start - now)}` : `ends in ${durationText(end - now)}`;
}

const quarter = 15 * millisecondsInMinute;

/** Booked departures and returns in the 15 minutes from `start`. */
export type MovementBucket = { readonly start: Instant; readonly departures: number; readonly returns: number };

export type Movements = {
  readonly buckets: readonly MovementBucket[];
  /** The largest number of departures or returns in one bucket. */
  readonly max: number;
};

/**
 * Departures and returns per 15 minutes of real time; start inclusive, end exclusive. A day of 23 or 25 hours has 92 or
 * 100 buckets. A movement is the start or end of a flight that is not void and not on a simulator.
 */
export function movementsOf(
  reservations: readonly TimedReservation[],
  fleet: readonly Aircraft[],
  span: Span,
): Movements {
  const count = Math.max(0, Math.ceil((span.end - span.start) / quarter));
  const departures = Array.from({ length: count }, () => 0);
  const returns = Array.from({ length: count }, () => 0);
  const simulators = new Set(
    fleet.filter((aircraft) => aircraft.isSimulator === true).map((aircraft) => idKey(aircraft.aircraftId)),
  );
  const add = (counts: number[], instant: Instant) => {
    if (instant < span.start || instant >= span.end) return;
    const bucket = Math.floor((instant - span.start) / quarter);
    counts[bucket] = (counts[bucket] ?? 0) + 1;
  };
  for (const reservation of reservations) {
    if (!isMovement(reservation, simulators)) continue;
    add(departures, reservation.start);
    add(returns, reservation.end);
  }
  const buckets = departures.map((departing, index) => ({
    start: span.start + index * quarter,
    departures: departing,
    returns: returns[index] ?? 0,
  }));
  return { buckets, max: buckets.reduce((max, bucket) => Math.max(max, bucket.departures, bucket.returns), 0) };
}

function isMovement(reservation: TimedReservation, simulators: ReadonlySet<string>): boolean {
  const { aircraftId, record } = reservation;
  if (!isFlight(reservation) || isVoid(reservation) || record.aircraft?.isSimulator === true) return false;
  return aircraftId === null || !simulators.has(idKey(aircraftId));
}

/** The total of departures or returns. */
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
  return `${sums}, busiest at ${when}: ${busiest.departures} out, ${busiest.returns} back`;
}
