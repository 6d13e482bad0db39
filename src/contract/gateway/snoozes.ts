import * as z from 'zod/mini';

/** The address at which matters are put off: GET for the list, POST to put one off or to take it back. */
export const snoozesPath = '/replica/snoozes';

/** Longest texts, in characters, and the longest time for which something is put off, in days. */
export const snoozeLimits = { key: 400, name: 60, days: 31 } as const;

/** What is put off for the whole school: by whom, at and until ISO instants, and how bad it was then (whole, 0 to 100). */
const snoozeShape = z.object({
  key: z.string(),
  until: z.string(),
  severity: z.number(),
  by: z.string(),
  at: z.string(),
});
export type SnoozeRecord = z.output<typeof snoozeShape>;

/** The answer to both: all that is put off now. */
export const snoozesShape = z.object({ snoozes: z.array(snoozeShape) });

/** What is sent; `until`, an ISO instant in UTC, is null to take it back. The gateway holds it to the limits. */
export const snoozeRequestShape = z.object({
  key: z.string(),
  until: z.nullable(z.string()),
  severity: z.number(),
  by: z.string(),
});
export type SnoozeRequest = z.output<typeof snoozeRequestShape>;
