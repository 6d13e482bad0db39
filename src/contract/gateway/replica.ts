import * as z from 'zod/mini';
import { replicaSets } from './ages.ts';

/**
 * The gateway's own endpoints (`/replica/...`, `/events`), answered from its local copy of the school. Bodies hold
 * content alone, so that they and their ETags stay the same while nothing changes; ages travel in headers: `Age` is the
 * age of the oldest part, `Cache-Status` names its ttl and what went wrong last, and `Flightline-Ages` lists one age in
 * seconds for each aircraft of `/replica/reminders` and `/replica/squawks`, in the order of the body (`-` for none).
 */

/** A record that could not be read at all: it is no object, or lacks its id. */
const skippedShape = z.object({ raw: z.unknown(), reason: z.string() });
export type SkippedRecord = z.output<typeof skippedShape>;

/** Why the last attempt to refresh failed. */
const refreshFailureShape = z.object({
  /** What the service answered; null when no answer came that could be read. */
  status: z.nullable(z.number()),
  message: z.string(),
});
export type RefreshFailure = z.output<typeof refreshFailureShape>;

/** `/replica/reminders` and `/replica/squawks`: each aircraft's records as the service sent them. */
export const perAircraftShape = z.object({
  aircraft: z.array(
    z.object({
      aircraftId: z.string(),
      /** Null while they have not been read yet. */
      items: z.nullable(z.array(z.unknown())),
      skipped: z.array(skippedShape),
      failure: z.nullable(refreshFailureShape),
    }),
  ),
  /** ISO instant at which loading resumes, where it waits for the allowance or a pause; null otherwise. */
  resumesAt: z.nullable(z.string()),
});

const spanShape = z.object({ from: z.string(), to: z.string() });

/**
 * `/replica/reservations?from=&to=` (ISO instants): every reservation that overlaps the span, in order of start, as slim
 * records: the members of section 2.6 that a bar, its mark and its card show.
 */
export const reservationWindowShape = z.object({
  items: z.array(z.unknown()),
  /** Records of these days without a readable time, whole. */
  untimed: z.array(z.unknown()),
  skipped: z.array(skippedShape),
  /** What the service said there is, and what it sent, where the two differ. */
  shortfall: z.nullable(z.object({ said: z.number(), sent: z.number() })),
  /** Parts of the span that have not been read yet, as ISO instants. */
  missing: z.array(spanShape),
  failure: z.nullable(refreshFailureShape),
  resumesAt: z.nullable(z.string()),
});

/** The address of a window, from and to an instant (milliseconds). */
export function windowAddress({ start, end }: { readonly start: number; readonly end: number }): string {
  return `/replica/reservations?from=${isoText(start)}&to=${isoText(end)}`;
}

/**
 * `/replica/history?before=` (the operator's midnight as an ISO instant): what rules need of the days before it. All of the day
 * before; and of all days held, flights that nobody has closed, the last closed flight and shop visit of each aircraft, and the
 * last closed reservation of each person on a flight that nobody has closed.
 */
export const historyShape = z.extend(reservationWindowShape, {
  /** Milliseconds of closed flights over the 14 days before, by the id of the aircraft. */
  flown: z.record(z.string(), z.number()),
});

/** The address of the history before a midnight of the operator (milliseconds). */
export function historyAddress(before: number): string {
  return `/replica/history?before=${isoText(before)}`;
}

function isoText(instant: number): string {
  return new Date(instant).toISOString();
}

/** `/replica/reservation?id=`: one whole record. 404 where the replica does not hold it. */
export const reservationRecordShape = z.object({ record: z.unknown() });

/** `/replica/days?from=&to=` (days of the operator, the last one included): one summary per day. */
const dayShape = z.object({
  day: z.string(),
  /** False while its reservations have not been read yet. */
  isKnown: z.boolean(),
  /** Reservations that overlap the day, by kind: `Standard`, `Maintenance`, ... */
  counts: z.record(z.string(), z.number()),
  /** Hours booked on aircraft within the day. */
  hours: z.number(),
  /** Booked hours as a share of what the aircraft in service could fly from 0600 to 2200; null without aircraft. */
  load: z.nullable(z.number()),
  /** Reservations in a conflict; null while the records that decide it have not been read. */
  conflicts: z.nullable(z.object({ definite: z.number(), possible: z.number() })),
  /** At most three slim records that stand out, with the reason: conflict, maintenance, check ride, early. */
  notable: z.array(z.object({ why: z.string(), record: z.unknown() })),
});
export const daysShape = z.object({ days: z.array(dayShape), resumesAt: z.nullable(z.string()) });
export type DaySummary = z.output<typeof dayShape>;

/** `/replica/people`: everyone the service lists, by name, without contact data or balances. */
export const peopleShape = z.object({
  users: z.array(
    z.looseObject({
      userId: z.string(),
      firstName: z.nullable(z.string()),
      lastName: z.nullable(z.string()),
      externalId: z.nullable(z.string()),
      status: z.unknown(),
      /** Checkout objects (section 2.4); null where they have not been asked for. */
      aircraftCheckouts: z.nullable(z.array(z.unknown())),
    }),
  ),
  isComplete: z.boolean(),
});

/** `/replica/changes?since=&set=&limit=`: the log of changes, oldest first. `since` is an ISO instant or a sequence number. */
const changeShape = z.object({
  seq: z.number(),
  /** ISO instant at which the gateway saw it. */
  at: z.string(),
  set: z.enum(replicaSets),
  /** The aircraft, for reminders and squawks; empty otherwise. */
  scope: z.string(),
  id: z.string(),
  kind: z.enum(['added', 'changed', 'gone']),
  /** Whole records of the service; null where there was or is none. */
  before: z.unknown(),
  after: z.unknown(),
});
export const changesShape = z.object({
  changes: z.array(changeShape),
  /** The sequence number to go on from. */
  next: z.number(),
  /** True where the limit cut the list. */
  hasMore: z.boolean(),
  /** ISO instant since which the log is complete. */
  from: z.string(),
  /** ISO instant of the gateway's clock. */
  at: z.string(),
});
export type LoggedChange = z.output<typeof changeShape>;

/**
 * Data of an event of `/events` (server-sent events, `event: refresh`): what was refreshed, never the data itself. An
 * event `reset` without data means: everything may have changed. `event: state` means that `/state` has news.
 */
export const refreshEventShape = z.object({
  set: z.enum(replicaSets),
  /** The aircraft or person; for reservations the day (`2026-05-12`) with which the slice begins; empty for whole sets. */
  scope: z.string(),
  revision: z.number(),
  asOf: z.string(),
  /** False where the records are the same as before and only their age is new. */
  changed: z.boolean(),
});
export type RefreshEvent = z.output<typeof refreshEventShape>;

/** How one set of the replica stands, in `/state`. Ages in seconds. */
const setStateShape = z.object({
  set: z.enum(replicaSets),
  /** How many parts (calls, more or less) it has, and how many of them have been read. */
  parts: z.number(),
  known: z.number(),
  /** ISO instant the oldest part is true of; null while there is none. */
  asOf: z.nullable(z.string()),
  /** What the planner aims at, and what it expects under the present allowance. */
  targetAge: z.number(),
  expectedAge: z.number(),
  failure: z.nullable(refreshFailureShape),
});

/** Something about the service's answers that differs from the specification, counted over the latest answers. */
const findingShape = z.object({
  set: z.enum(replicaSets),
  kind: z.string(),
  count: z.number(),
  example: z.nullable(z.string()),
});

/** A part that the last attempts did not bring up to date. It is left alone until the next one. */
const incompletePartShape = z.object({
  set: z.enum(replicaSets),
  /** The aircraft, person or report; empty for whole sets and for days of reservations. */
  scope: z.string(),
  /** What people call it, such as a tail number; null where it has no name. */
  name: z.nullable(z.string()),
  /** Of reservations the stretch of start times, as ISO instants. */
  span: z.nullable(spanShape),
  /** Attempts in a row. */
  attempts: z.number(),
  failure: refreshFailureShape,
  /** ISO instant of the next attempt. */
  nextAt: z.string(),
  /** Whether what was read before is still shown. */
  isKnown: z.boolean(),
});
export type IncompletePart = z.output<typeof incompletePartShape>;

export const replicaStateShape = z.object({
  sets: z.array(setStateShape),
  findings: z.array(findingShape),
  /** How many parts did not become complete, and the first of them. */
  incomplete: z.object({ count: z.number(), parts: z.array(incompletePartShape) }),
  /** Where it is stored: a file that outlives a restart, or memory alone; and what is wrong with the file, for people. */
  storage: z.object({ isDurable: z.boolean(), trouble: z.nullable(z.string()) }),
  /** ISO instant at which loading resumes, where it waits; null otherwise. */
  resumesAt: z.nullable(z.string()),
});
export type ReplicaState = z.output<typeof replicaStateShape>;
