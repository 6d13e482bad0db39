import type { TimedReservation } from '#domain/reservations/reservations.ts';
import { standingsAt } from '#domain/schedule/aircraftNow.ts';
import { aircraftConflicts } from './aircraftConflicts.ts';
import type { Conflict, ConflictSources } from './conflict.ts';
import { type PairSearch, searchPairs } from './pairConflicts.ts';

/** The conflicts of one search, and the state that lets the next search skip unchanged parts. */
export type ConflictSearch = { readonly conflicts: readonly Conflict[]; readonly pairs: PairSearch };

/**
 * Every conflict of reservations that are not over, by start, definite before possible. A reservation that is void, or
 * done, or has ended and is back, has no conflicts. Linear, except for sorting.
 */
export function findConflicts(sources: ConflictSources): readonly Conflict[] {
  return searchConflicts(sources, null).conflicts;
}

/**
 * The same, but searches for overlapping pairs only where something changed since the previous search. Unchanged
 * reservations must be the same objects.
 */
export function searchConflicts(
  { reservations, ...sources }: ConflictSources,
  previous: ConflictSearch | null,
): ConflictSearch {
  const { now } = sources;
  const standings = standingsAt(reservations, now);
  const pairs = searchPairs(standings, now, previous?.pairs ?? null);
  return { conflicts: inOrder([...pairs.pairs, ...aircraftConflicts(standings, sources)]), pairs };
}

/**
 * Sorts by start first, as numbers: few reservations begin at the same time. Comparing thousands of conflicts took a
 * seventh of the search.
 */
function inOrder(conflicts: readonly Conflict[]): Conflict[] {
  const atStart = Map.groupBy(conflicts, ({ reservation }) => reservation.start);
  const starts = Float64Array.from(atStart.keys()).toSorted();
  return Array.from(starts).flatMap((start) => (atStart.get(start) ?? []).toSorted(byCertainty));
}

function byCertainty(a: Conflict, b: Conflict): number {
  if (a.certainty !== b.certainty) return a.certainty === 'definite' ? -1 : 1;
  return a.key < b.key ? -1 : Number(a.key > b.key);
}

/** All conflicts of each reservation, by its key. */
export function conflictsOfReservations(conflicts: readonly Conflict[]): ReadonlyMap<string, readonly Conflict[]> {
  const found = new Map<string, Conflict[]>();
  const add = (reservation: TimedReservation, conflict: Conflict) => {
    const own = found.get(reservation.key);
    if (own) own.push(conflict);
    else found.set(reservation.key, [conflict]);
  };
  for (const conflict of conflicts) {
    add(conflict.reservation, conflict);
    if (conflict.other) add(conflict.other, conflict);
  }
  return found;
}
