import * as z from 'zod/mini';

/**
 * What a log entry reports, in the order in which an entry with several kinds names them. `back` is a flight that the
 * service calls completed, `status` any other change of a reservation's status. `reminder-status` is a change of a
 * reminder's own status or of an axis's. `reminder-limit` is a change of its limit.
 */
export const logKinds = [
  'booked',
  'moved',
  'gone',
  'aircraft-swapped',
  'instructor-swapped',
  'pilot-swapped',
  'checked-out',
  'back',
  'status',
  'reminder-status',
  'reminder-limit',
  'reading-jumped',
  'reading-backward',
  'squawk-opened',
  'squawk-grounds',
  'squawk-released',
  'squawk-resolved',
  'squawk-unlisted',
] as const;
export type LogKind = (typeof logKinds)[number];

/** A reservation at that time: ISO instants, null if the service gave no readable time. */
const planShape = z.object({
  start: z.nullable(z.string()),
  end: z.nullable(z.string()),
  aircraftId: z.nullable(z.string()),
  tail: z.nullable(z.string()),
  /** Names. */
  instructor: z.nullable(z.string()),
  pilots: z.array(z.string()),
  /** The status name that the service gives. */
  status: z.string(),
});
export type LogPlan = z.output<typeof planShape>;

const statusShape = z.object({ id: z.nullable(z.number()), name: z.string() });

/** The axes of a reminder, in the order in which they are named. */
const axisShape = z.enum(['hours', 'date', 'landings']);

const axisChangeShape = z.object({
  axis: axisShape,
  before: z.nullable(statusShape),
  after: z.nullable(statusShape),
});

/** Hours and landings are numbers, a date is a day in the operator's time zone, `2026-05-31`; null for no limit. */
const limitShape = z.nullable(z.union([z.number(), z.string()]));
const limitChangeShape = z.object({ axis: axisShape, before: limitShape, after: limitShape });
export type LogLimit = z.output<typeof limitChangeShape>;

const readingShape = z.object({
  meter: z.enum(['hours', 'landings']),
  before: z.number(),
  after: z.number(),
  /** Names of the reminders with this reading. */
  reminders: z.array(z.string()),
});
export type LogReading = z.output<typeof readingShape>;

/** Before and after; null if there is none. For a cancelled reservation, the plan after has a cancelled status. */
const factsShape = z.union([
  z.object({
    of: z.literal('reservation'),
    /** The reservation's key in dashboard addresses. */
    key: z.string(),
    /** Type and activity in the service's words: `Dual Flight Training`. */
    what: z.string(),
    before: z.nullable(planShape),
    after: z.nullable(planShape),
  }),
  z.object({
    of: z.literal('reminder'),
    key: z.string(),
    name: z.string(),
    before: z.nullable(statusShape),
    after: z.nullable(statusShape),
    /** Axes whose own status changed, and limits that changed; left out if none did, and in entries of earlier versions. */
    axes: z.optional(z.array(axisChangeShape)),
    limits: z.optional(z.array(limitChangeShape)),
  }),
  z.object({ of: z.literal('readings'), readings: z.array(readingShape) }),
  z.object({
    of: z.literal('squawk'),
    id: z.string(),
    description: z.string(),
    isGrounding: z.boolean(),
    /** True if it was resolved before. */
    isReopened: z.boolean(),
    action: z.nullable(z.string()),
  }),
]);

/** One thing that happened at the school, as the gateway saw it. */
const logEntryShape = z.object({
  /** Numbers ascend, and none is used twice. */
  seq: z.number(),
  /** ISO instant at which the gateway saw the change. */
  at: z.string(),
  kinds: z.array(z.enum(logKinds)),
  /** Null if the entry concerns no aircraft. For a swap, the aircraft booked now. */
  aircraftId: z.nullable(z.string()),
  tail: z.nullable(z.string()),
  /** Everyone who was or is on the reservation, the instructor first. */
  people: z.array(z.object({ userId: z.nullable(z.string()), name: z.string() })),
  facts: factsShape,
});
export type LogEntry = z.output<typeof logEntryShape>;

/** `/replica/log`: the matching log entries, newest first. */
export const logShape = z.object({
  entries: z.array(logEntryShape),
  /** The number of matches on all pages, and the number of entries in the log. */
  total: z.number(),
  all: z.number(),
  /** The `before` number for the next page of older entries; null if there are none. */
  next: z.nullable(z.number()),
  /** ISO instant since which the log is complete. */
  from: z.string(),
  /** ISO instant of the gateway's clock. */
  at: z.string(),
});
export type LogAnswer = z.output<typeof logShape>;

/** A query of the log; instants in ISO, `to` exclusive. */
export type LogQuestion = {
  readonly from?: string | null;
  readonly to?: string | null;
  /** Any of these; an empty list means all. */
  readonly kinds?: readonly LogKind[];
  readonly aircraft?: string | null;
  readonly person?: string | null;
  /** The entry must contain each of these words. */
  readonly q?: string;
  /** Entries before this number. */
  readonly before?: number | null;
  readonly limit: number;
};

/** The usual and the largest number of entries in one answer. */
export const defaultLogEntries = 100;
export const maxLogEntries = 1_000;

/** The address of a log query; the same query has the same address. */
export function logAddress({ from, to, kinds = [], aircraft, person, q = '', before, limit }: LogQuestion): string {
  const kind = logKinds.filter((one) => kinds.includes(one)).join(',');
  const given = { from, to, kind, aircraft, person, q: q.trim(), before, limit };
  const search = Object.entries(given).flatMap(([name, value]) =>
    value == null || value === '' ? [] : [`${name}=${encodeURIComponent(value)}`],
  );
  return `/replica/log?${search.join('&')}`;
}
