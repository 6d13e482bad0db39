import type { TimedBooking } from '#domain/reservations/bookings.ts';
import { stoodAt } from '#domain/readiness/aircraftNow.ts';
import { takesTime } from '#domain/readiness/standing.ts';
import { aircraftConflicts } from './aircraftConflicts.ts';
import type { Conflict, ConflictSources } from './conflict.ts';
import { pairConflicts } from './pairConflicts.ts';

/**
 * Every conflict of the bookings that are not over, by start, definite before possible. What is void, done, or has ended and
 * is not missing is settled, whatever it clashed with. Linear, but for the order of the result.
 */
export function findConflicts({ bookings, ...sources }: ConflictSources): Conflict[] {
  const { now } = sources;
  const stood = stoodAt(bookings, now);
  const open = stood.filter(({ booking, standing }) => booking.end > now && takesTime(booking, standing, now));
  const found = [...pairConflicts(stood, now), ...aircraftConflicts(open, sources)];
  return found.toSorted(byTime);
}

function byTime(a: Conflict, b: Conflict): number {
  if (a.booking.start !== b.booking.start) return a.booking.start - b.booking.start;
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
