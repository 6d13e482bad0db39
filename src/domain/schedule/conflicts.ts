import type { TimedBooking } from '#domain/bookings.ts';
import type { Aircraft } from '#domain/fleet.ts';
import type { Horizon } from '#domain/horizon.ts';
import type { DueItem } from '#domain/reminders.ts';
import type { Instant } from '#domain/time.ts';
import { aircraftConflicts } from './aircraftConflicts.ts';
import { pairConflicts } from './pairConflicts.ts';

/** Definite is what two records or the API's own status say; possible is what rests on an assumption. */
export type Certainty = 'definite' | 'possible';

type ConflictBase = {
  /** The same from one refresh to the next, and of its own. */
  readonly key: string;
  readonly certainty: Certainty;
  readonly booking: TimedBooking;
  /** The booking it clashes with; of two of one kind `booking` is the later one. */
  readonly other: TimedBooking | null;
  /** The tail number, or the people by name. */
  readonly subject: string;
};

/** Two bookings of one aircraft or person at one time. */
export type PairConflict = ConflictBase & {
  readonly reason: 'aircraft twice' | 'person twice' | 'maintenance block' | 'time off';
  readonly other: TimedBooking;
};

/** What the aircraft list says of the aircraft; null where it does not have it. */
export type StatusConflict = ConflictBase & {
  readonly reason: 'aircraft status' | 'aircraft unknown';
  readonly other: null;
  readonly status: string | null;
};

/** What the reminders of the aircraft say, those of one reason together, the earliest first. */
export type UpkeepConflict = ConflictBase & {
  readonly reason: 'reminder expired' | 'date limit' | 'horizon';
  readonly other: null;
  readonly causes: readonly UpkeepCause[];
  /** The maintenance block between now and the booking, in which the work may be done. */
  readonly visit: TimedBooking | null;
};

/** A reminder, with the date of its limit or the estimate of its crossing; null for what has expired. */
export type UpkeepCause = { readonly item: DueItem; readonly at: Instant | null; readonly horizon: Horizon | null };

export type Conflict = PairConflict | StatusConflict | UpkeepConflict;

export type ConflictSources = {
  /** In order of start. */
  readonly bookings: readonly TimedBooking[];
  /** Null where the aircraft list is not there: nothing is said of the aircraft then. */
  readonly fleet: readonly Aircraft[] | null;
  readonly due: readonly DueItem[];
  /** By the reminders' keys. */
  readonly horizons: ReadonlyMap<string, Horizon>;
  readonly now: Instant;
};

const completed = 2;

/**
 * Every conflict of the bookings that are not over, by start, definite before possible. What is Completed or has ended is
 * settled, whatever it clashed with. Linear, but for the order of the result.
 */
export function findConflicts({ bookings, fleet, due, horizons, now }: ConflictSources): Conflict[] {
  const open = bookings.filter((booking) => booking.end > now && booking.statusId !== completed);
  const found = [...pairConflicts(open), ...aircraftConflicts(open, { fleet, due, horizons, now })];
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
