import * as z from 'zod/mini';

/** The address at which matters are put off: GET for the list, POST to put one off or to take it back. */
export const snoozesPath = '/replica/snoozes';

/** Longest texts, in characters, and how many matters one person may put off at once. */
export const snoozeLimits = { key: 400, name: 60, perPerson: 40 } as const;

/** What evidence is about: a record of the school, or the connection to the flight service. */
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

/** What evidence says of its record; `domain/overview/evidence.ts` has how bad each is. */
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
  'limit',
  'forecast',
] as const;
export type Saying = (typeof sayings)[number];

const evidenceShape = z.object({
  record: z.enum(evidenceRecords),
  id: z.string(),
  says: z.enum(sayings),
  /** Steps of lateness, or minutes of flight instruction; 0 where nothing is measured. */
  amount: z.number(),
  /** ISO instant of the flight or of the limit; null for what holds now. */
  at: z.nullable(z.string()),
});

/**
 * What is put off for the whole school, with the evidence that it rested on: it returns when there is more. `at` and `until` are
 * ISO instants; the severity (whole, 0 to 100) is the gateway's own.
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

/** The answer to both: all that is put off now and that the caller's role may see. */
export const snoozesShape = z.object({ snoozes: z.array(snoozeShape) });

/**
 * What is sent: a matter by its key, with the fingerprint of the evidence that was on the screen, until an ISO instant in UTC; null
 * takes it back. `by` counts only where nobody signs in.
 */
export const snoozeRequestShape = z.object({
  key: z.string(),
  fingerprint: z.nullable(z.string()),
  until: z.nullable(z.string()),
  by: z.optional(z.string()),
});
export type SnoozeRequest = z.output<typeof snoozeRequestShape>;
