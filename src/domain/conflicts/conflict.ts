import type { TimedReservation } from '#domain/reservations/reservations.ts';
import type { LimitFinding } from '#domain/maintenance/limits.ts';
import type { Certainty } from '#domain/reservations/state.ts';
import type { Squawk } from '#domain/maintenance/squawks.ts';
import type { Aircraft } from '#domain/fleet/fleet.ts';
import type { Horizon } from '#domain/maintenance/horizon.ts';
import type { DueItem } from '#domain/maintenance/reminders.ts';
import type { Instant } from '#domain/time/time.ts';

type ConflictBase = {
  /** The conflict's own key, which stays the same from one refresh to the next. */
  readonly key: string;
  readonly certainty: Certainty;
  readonly reservation: TimedReservation;
  /** The reservation it clashes with. If both are of the same type, `reservation` is the later one. */
  readonly other: TimedReservation | null;
  /** The tail number, or the people's names. */
  readonly subject: string;
};

/**
 * Two reservations of one aircraft or person at the same time. Also an earlier one that is not back when a later one
 * has begun.
 */
export type PairConflict = ConflictBase & {
  readonly reason:
    | 'aircraft twice'
    | 'person twice'
    | 'maintenance block'
    | 'time off'
    | 'aircraft not back'
    | 'person not back';
  readonly other: TimedReservation;
  /** By `idKey` of their ids; empty for an aircraft. */
  readonly people: readonly string[];
};

/** The aircraft's status in the aircraft list; null if it is not listed. */
export type StatusConflict = ConflictBase & {
  readonly reason: 'aircraft status' | 'aircraft unknown';
  readonly other: null;
  readonly status: string | null;
};

/** The aircraft's reminders, grouped by reason, the earliest first. */
export type UpkeepConflict = ConflictBase & {
  readonly reason: 'reminder expired' | 'date limit' | 'horizon';
  readonly other: null;
  readonly causes: readonly LimitFinding[];
  /** Whether the limits fall before the reservation begins, or inside it. */
  readonly when: LimitFinding['when'];
  /** The shop visit between now and the reservation that is plausibly for it: the work may be done there. */
  readonly visit: TimedReservation | null;
};

/** An open squawk that grounds the aircraft, or may. */
export type SquawkConflict = ConflictBase & {
  readonly reason: 'grounding squawk';
  readonly other: null;
  readonly squawk: Squawk;
  /** The shop visit between now and the reservation. */
  readonly visit: TimedReservation | null;
};

export type Conflict = PairConflict | StatusConflict | UpkeepConflict | SquawkConflict;

export type ConflictSources = {
  /** In order of start. */
  readonly reservations: readonly TimedReservation[];
  /** Null if the aircraft list has not been read: there are no findings about aircraft then. */
  readonly fleet: readonly Aircraft[] | null;
  readonly due: readonly DueItem[];
  /** By the reminders' keys. */
  readonly horizons: ReadonlyMap<string, Horizon>;
  /** The open squawks that ground or may ground, by `idKey` of the aircraft's id, as far as they have been read. */
  readonly grounding: ReadonlyMap<string, Squawk>;
  readonly now: Instant;
};
