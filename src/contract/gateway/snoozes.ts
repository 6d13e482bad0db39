import * as z from 'zod/mini';

/** The address at which matters are put off: GET for the list, POST to put one off or to take it back. */
export const snoozesPath = '/replica/snoozes';

/** Longest texts, in characters, and the longest time for which something is put off, in days. */
export const snoozeLimits = { key: 400, name: 60, days: 31 } as const;

const instant = z.string().check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?Z$/));
const key = z.string().check(z.minLength(1), z.maxLength(snoozeLimits.key));
const rank = z.number().check(z.int(), z.gte(0), z.lte(100));
const name = z.string().check(z.trim(), z.minLength(1), z.maxLength(snoozeLimits.name));

/** What is put off for the whole school: by whom, when, until when, and how bad it was then (0 to 100). */
const snoozeShape = z.object({ key, until: instant, rank, by: name, at: instant });
export type SnoozeRecord = z.output<typeof snoozeShape>;

/** The answer to both: all that is put off now. */
export const snoozesShape = z.object({ snoozes: z.array(snoozeShape) });

/** What is sent; `until` is null to take it back. */
export const snoozeRequestShape = z.object({ key, until: z.nullable(instant), rank, by: name });
export type SnoozeRequest = z.output<typeof snoozeRequestShape>;
