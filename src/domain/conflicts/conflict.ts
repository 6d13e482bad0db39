import type { TimedBooking } from '#domain/reservations/bookings.ts';
import type { LimitFinding } from '#domain/readiness/limits.ts';
import type { Certainty } from '#domain/readiness/standing.ts';
import type { Squawk } from '#domain/maintenance/squawks.ts';
import type { Aircraft } from '#domain/fleet/fleet.ts';
import type { Horizon } from '#domain/maintenance/horizon.ts';
import type { DueItem } from '#domain/maintenance/reminders.ts';
import type { Instant } from '#domain/time/time.ts';

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

/** Two bookings of one aircraft or person at one time, or an earlier one that is not back when a later one has begun. */
export type PairConflict = ConflictBase & {
  readonly reason:
    | 'aircraft twice'
    | 'person twice'
    | 'maintenance block'
    | 'time off'
    | 'aircraft not back'
    | 'person not back';
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
  readonly causes: readonly LimitFinding[];
  /** Whether the limits fall before the booking begins, or inside it. */
  readonly when: LimitFinding['when'];
  /** The shop visit between now and the booking that is plausibly for it: the work may be done there. */
  readonly visit: TimedBooking | null;
};

/** An open squawk that grounds the aircraft. */
export type SquawkConflict = ConflictBase & {
  readonly reason: 'grounding squawk';
  readonly other: null;
  readonly squawk: Squawk;
  /** The shop visit between now and the booking. */
  readonly visit: TimedBooking | null;
};

export type Conflict = PairConflict | StatusConflict | UpkeepConflict | SquawkConflict;

export type ConflictSources = {
  /** In order of start. */
  readonly bookings: readonly TimedBooking[];
  /** Null where the aircraft list is not there: nothing is said of the aircraft then. */
  readonly fleet: readonly Aircraft[] | null;
  readonly due: readonly DueItem[];
  /** By the reminders' keys. */
  readonly horizons: ReadonlyMap<string, Horizon>;
  /** The open squawks that ground, by `idKey` of the aircraft's id, as far as they have been read. */
  readonly grounding: ReadonlyMap<string, Squawk>;
  readonly now: Instant;
};
