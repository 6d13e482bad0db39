import * as z from 'zod/mini';

/** The address for putting off matters: GET lists them, POST puts one off or takes it back. */
export const snoozesPath = '/replica/snoozes';

/** Longest texts in characters, and how many matters one person may put off at once. */
export const snoozeLimits = { key: 400, name: 60, perPerson: 40 } as const;

/** The subject of evidence: a record of the school, or the connection to the flight service. */
export const evidenceRecords = [
  'service',
  'aircraft',
  'squawk',
  'reminder',
  'reservation',
  'instructor',
  'person',
] as const;
export type EvidenceRecord = (typeof evidenceRecords)[number];

/** What evidence reports about its record; `domain/overview/evidence.ts` ranks how bad each is. */
export const sayings = [
  'no answer',
  'not back',
  'out',
  'flight',
  'grounds',
  'not active',
  'expired',
  'stop',
  'twice',
  'checkout',
  'over hours',
  'hours',
  'reminders not read',
  'squawks not read',
  'not listed',
  'not known',
  'limit',
  'forecast',
] as const;
export type Saying = (typeof sayings)[number];

const evidenceShape = z.object({
  record: z.enum(evidenceRecords),
  id: z.string(),
  says: z.enum(sayings),
  /** Steps of lateness, or minutes of flight instruction; 0 if nothing is measured. */
  amount: z.number(),
  /** ISO instant of the flight or of the limit; null if it applies now. */
  at: z.nullable(z.string()),
});

/**
 * A matter put off for the whole school, with its evidence at that time: it returns when there is more. `at` and
 * `until` are ISO instants. The gateway computes the severity (whole, 0 to 100).
 */
export const snoozeShape = z.object({
  key: z.string(),
  evidence: z.array(evidenceShape),
  until: z.string(),
  severity: z.number(),
  by: z.string(),
  at: z.string(),
});
export type SnoozeRecord = z.output<typeof snoozeShape>;

/** The answer to GET and POST: everything put off now that the caller's role may see. */
export const snoozesShape = z.object({ snoozes: z.array(snoozeShape) });

/**
 * The request: a matter by its key, the fingerprint of the evidence on the screen, and an ISO instant in UTC; a null
 * `until` takes it back. `by` counts only if nobody has to sign in.
 */
export const snoozeRequestShape = z.object({
  key: z.string(),
  fingerprint: z.nullable(z.string()),
  until: z.nullable(z.string()),
  by: z.optional(z.string()),
});
export type SnoozeRequest = z.output<typeof snoozeRequestShape>;
