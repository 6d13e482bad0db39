import type { TimedBooking } from '#domain/reservations/bookings.ts';
import { stoodAt } from '#domain/readiness/aircraftNow.ts';
import { aircraftConflicts } from './aircraftConflicts.ts';
import type { Conflict, ConflictSources } from './conflict.ts';
import { type PairSearch, searchPairs } from './pairConflicts.ts';

/** The conflicts of one look at the bookings, and what the next look need not search again. */
export type ConflictSearch = { readonly conflicts: readonly Conflict[]; readonly pairs: PairSearch };

/**
 * Every conflict of the bookings that are not over, by start, definite before possible. What is void, done, or has ended and
 * is not missing is settled, whatever it clashed with. Linear, but for the order of the result.
 */
export function findConflicts(sources: ConflictSources): readonly Conflict[] {
  return searchConflicts(sources, null).conflicts;
}

/**
 * The same, with two bookings at one time looked for only where something has changed since the search before. Bookings that
 * did not change have to be the same objects.
 */
export function searchConflicts(
  { bookings, ...sources }: ConflictSources,
  previous: ConflictSearch | null,
): ConflictSearch {
  const { now } = sources;
  const stood = stoodAt(bookings, now);
  const pairs = searchPairs(stood, now, previous?.pairs ?? null);
  return { conflicts: inOrder([...pairs.pairs, ...aircraftConflicts(stood, sources)]), pairs };
}

/** By start first, as numbers: few begin at one time, and comparing thousands of conflicts took a seventh of the search. */
function inOrder(conflicts: readonly Conflict[]): Conflict[] {
  const atStart = Map.groupBy(conflicts, ({ booking }) => booking.start);
  const starts = Float64Array.from(atStart.keys()).toSorted();
  return Array.from(starts).flatMap((start) => (atStart.get(start) ?? []).toSorted(byCertainty));
}

function byCertainty(a: Conflict, b: Conflict): number {
  if (a.certainty !== b.certainty) return a.certainty === 'definite' ? -1 : 1;
  return a.key < b.key ? -1 : Number(a.key > b.key);
}

/** The conflicts each booking has a part in, by its key. */
export function conflictsOfBookings(conflicts: readonly Conflict[]): ReadonlyMap<string, readonly Conflict[]> {
  const found = new Map<string, Conflict[]>();
  const add = (booking: TimedBooking, conflict: Conflict) => {
    const own = found.get(booking.key);
    if (own) own.push(conflict);
    else found.set(booking.key, [conflict]);
  };
  for (const conflict of conflicts) {
    add(conflict.booking, conflict);
    if (conflict.other) add(conflict.other, conflict);
  }
  return found;
}
