import { replicaSets } from '#contract/sets.ts';
import * as z from 'zod/mini';

/**
 * The gateway's own endpoints (`/replica/...`, `/events`), answered from its local copy of the school. Bodies hold only
 * content, so that they and their ETags stay the same while nothing changes. Ages travel in headers: `Age` is the
 * oldest part's age, `Cache-Status` gives its ttl and the last error. `Flightline-Ages` gives each aircraft's age in
 * seconds for `/replica/reminders` and `/replica/squawks`, in the body's order (`-` for none).
 */

/** A record that could not be read at all: it is not an object, or it has no id. */
const skippedShape = z.object({ raw: z.unknown(), reason: z.string() });
export type SkippedRecord = z.output<typeof skippedShape>;

/** Why the last refresh failed. */
const refreshFailureShape = z.object({
  /** The service's HTTP status; null if no readable answer came. */
  status: z.nullable(z.number()),
  message: z.string(),
});
export type RefreshFailure = z.output<typeof refreshFailureShape>;

/** An aircraft's meter that went backward, and whose readings do not agree since; decimal hours. */
const wentBackShape = z.object({ from: z.number(), to: z.number() });

/** `/replica/reminders` and `/replica/squawks`: each aircraft's records as the service sent them. */
export const perAircraftShape = z.object({
  aircraft: z.array(
    z.object({
      aircraftId: z.string(),
      /** Null until they have been read. */
      items: z.nullable(z.array(z.unknown())),
      skipped: z.array(skippedShape),
      failure: z.nullable(refreshFailureShape),
      /** For reminders. Missing if the meter did not go backward. */
      wentBack: z.optional(wentBackShape),
    }),
  ),
  /** ISO instant at which loading resumes after waiting for the allowance or a pause; null if it does not wait. */
  resumesAt: z.nullable(z.string()),
});

const spanShape = z.object({ from: z.string(), to: z.string() });

/**
 * `/replica/reservations?from=&to=` (ISO instants): every reservation that overlaps the span, in order of start. The
 * records are slim: only the members of section 2.6 that a bar, its mark and its card show.
 */
export const reservationWindowShape = z.object({
  items: z.array(z.unknown()),
  /** Records of these days without a readable time, with all their members. */
  untimed: z.array(z.unknown()),
  skipped: z.array(skippedShape),
  /** The number of records that the service announced and sent, if they differ. */
  shortfall: z.nullable(z.object({ said: z.number(), sent: z.number() })),
  /** Parts of the span that have not been read yet, as ISO instants. */
  missing: z.array(spanShape),
  failure: z.nullable(refreshFailureShape),
  resumesAt: z.nullable(z.string()),
});

/** The address of a window; start and end are in milliseconds. */
export function windowAddress({ start, end }: { readonly start: number; readonly end: number }): string {
  return `/replica/reservations?from=${isoText(start)}&to=${isoText(end)}`;
}

/** Booked and metered hours of some flights, and their ratio; `spread` as in `domain/calibration/measure.ts`. */
export const measuredShape = z.object({
  flights: z.number(),
  booked: z.number(),
  hours: z.number(),
  factor: z.number(),
  spread: z.nullable(z.number()),
});

const landingsShape = z.object({ flights: z.number(), usual: z.number(), worst: z.number() });

/**
 * `/replica/history?before=` (the operator's midnight as an ISO instant): what the rules need from earlier days. It
 * holds the whole day before. From all stored days it holds flights that were never closed, and each aircraft's last
 * closed flight and last closed shop visit. For each person on a flight that was never closed, it holds their last
 * closed reservation.
 */
export const historyShape = z.extend(reservationWindowShape, {
  /** Milliseconds of closed flights in the 14 days before, by aircraft id. */
  flown: z.record(z.string(), z.number()),
  /**
   * Measured meter hours per booked hour, where they rest on enough flights. An answer stored by an earlier version has none.
   */
  factors: z._default(
    z.object({
      school: z.nullable(measuredShape),
      aircraft: z.record(z.string(), measuredShape),
      /** Landings per booked hour by activity: `usual` of all flights, `worst` the 90th percentile of single ones. */
      landings: z.optional(z.record(z.string(), landingsShape)),
    }),
    { school: null, aircraft: {} },
  ),
});

/** The address of the history before one of the operator's midnights (milliseconds). */
export function historyAddress(before: number): string {
  return `/replica/history?before=${isoText(before)}`;
}

/** As the gateway's addresses write an instant: ISO text in UTC. */
export function isoText(instant: number): string {
  return new Date(instant).toISOString();
}

/** `/replica/reservation?id=`: one whole record; 404 if the replica does not hold it. */
export const reservationRecordShape = z.object({ record: z.unknown() });

/** `/replica/days?from=&to=` (days in the operator's time zone, the last one included): one summary per day. */
const dayShape = z.object({
  day: z.string(),
  /** False until the day's reservations have been read. */
  isKnown: z.boolean(),
  /** Reservations that overlap the day, by display type: `Standard`, `Maintenance`, ... */
  counts: z.record(z.string(), z.number()),
  /** Hours booked on aircraft within the day. */
  hours: z.number(),
  /**
   * Booked hours as a share of the hours that the aircraft in service could fly from 0600 to 2200; null without
   * aircraft.
   */
  load: z.nullable(z.number()),
  /** Reservations in a conflict; null until the records that decide it have been read. */
  conflicts: z.nullable(z.object({ definite: z.number(), possible: z.number() })),
  /** At most three notable slim records, each with the reason (maintenance, check ride, early); some are in a definite conflict. */
  notable: z.array(z.object({ why: z.string(), isClashing: z.boolean(), record: z.unknown() })),
});
export const daysShape = z.object({ days: z.array(dayShape), resumesAt: z.nullable(z.string()) });
export type DaySummary = z.output<typeof dayShape>;

/** `/replica/people`: everyone whom the service lists, by name, without contact data or balances. */
export const peopleShape = z.object({
  users: z.array(
    z.looseObject({
      userId: z.string(),
      firstName: z.nullable(z.string()),
      lastName: z.nullable(z.string()),
      externalId: z.nullable(z.string()),
      status: z.unknown(),
      /** Checkout objects (section 2.4); null if they have not been requested. */
      aircraftCheckouts: z.nullable(z.array(z.unknown())),
    }),
  ),
  /**
   * The people whose checkouts come from a record of their own, in the order of the ages in the header; null for a record
   * that does not count. All others are as old as the list.
   */
  own: z.array(z.nullable(z.string())),
  isComplete: z.boolean(),
});

/**
 * `/replica/changes?since=&set=&limit=`: the log of changes, oldest first. `since` is an ISO instant or a sequence
 * number.
 */
const changeShape = z.object({
  seq: z.number(),
  /** ISO instant at which the gateway saw the change. */
  at: z.string(),
  set: z.enum(replicaSets),
  /** The aircraft, for reminders and squawks; empty otherwise. */
  scope: z.string(),
  id: z.string(),
  kind: z.enum(['added', 'changed', 'gone']),
  /** Whole records of the service; null if there is none. */
  before: z.unknown(),
  after: z.unknown(),
});
export const changesShape = z.object({
  changes: z.array(changeShape),
  /** The sequence number to continue from. */
  next: z.number(),
  /** True if the limit cut the list. */
  hasMore: z.boolean(),
  /** ISO instant since which the log is complete. */
  from: z.string(),
  /** ISO instant of the gateway's clock. */
  at: z.string(),
});
export type LoggedChange = z.output<typeof changeShape>;

/**
 * Data of a `refresh` event on `/events` (server-sent events): which set was refreshed, never the records. A `reset`
 * event has no data: everything may have changed. A `state` event means that `/state` has news.
 */
export const refreshEventShape = z.object({
  set: z.enum(replicaSets),
  /** The aircraft or person; for reservations the slice's first day (`2026-05-12`); empty for whole sets. */
  scope: z.string(),
  revision: z.number(),
  asOf: z.string(),
  /** False if the records are the same and only their age is new. */
  changed: z.boolean(),
});
export type RefreshEvent = z.output<typeof refreshEventShape>;

/** The state of one set of the replica, in `/state`. Ages in seconds. */
const setStateShape = z.object({
  set: z.enum(replicaSets),
  /** The number of its parts (roughly calls), and how many of them have been read. */
  parts: z.number(),
  known: z.number(),
  /** ISO instant at which the oldest part was current; null if there is none. */
  asOf: z.nullable(z.string()),
  /** The planner's target age, and the age it expects under the present allowance. */
  targetAge: z.number(),
  expectedAge: z.number(),
  failure: z.nullable(refreshFailureShape),
});

/** A difference between the service's answers and the specification, counted over the latest answers. */
const findingShape = z.object({
  set: z.enum(replicaSets),
  kind: z.string(),
  count: z.number(),
  example: z.nullable(z.string()),
});

/** A part that the last attempts could not refresh. The next attempt is at `nextAt`. */
const incompletePartShape = z.object({
  set: z.enum(replicaSets),
  /** The aircraft, person or report; empty for whole sets and for days of reservations. */
  scope: z.string(),
  /** Its name for people, such as a tail number; null if it has none. */
  name: z.nullable(z.string()),
  /** For reservations, the range of start times, as ISO instants. */
  span: z.nullable(spanShape),
  /** Failed attempts in a row. */
  attempts: z.number(),
  failure: refreshFailureShape,
  /** ISO instant of the next attempt. */
  nextAt: z.string(),
  /** True if the records of the last successful read are still shown. */
  isKnown: z.boolean(),
});
export type IncompletePart = z.output<typeof incompletePartShape>;

export const replicaStateShape = z.object({
  sets: z.array(setStateShape),
  findings: z.array(findingShape),
  /** The number of incomplete parts, and the first of them. */
  incomplete: z.object({ count: z.number(), parts: z.array(incompletePartShape) }),
  /**
   * Whether the copy is in a file that survives a restart, or only in memory. `trouble` says what is wrong with the
   * file, `sharing` with how many servers the copy is shared.
   */
  storage: z.object({ isDurable: z.boolean(), trouble: z.nullable(z.string()), sharing: z.optional(z.string()) }),
  /** ISO instant at which loading resumes; null if it does not wait. */
  resumesAt: z.nullable(z.string()),
});
export type ReplicaState = z.output<typeof replicaStateShape>;
