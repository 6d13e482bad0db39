import * as z from 'zod/mini';
import type { RoutePath } from '#contract/routes.ts';

/** The check of the connection to the school's service: GET says how far it has come, POST starts or stops it. */
export const connectionCheckPath = '/connection-check' satisfies RoutePath;

/**
 * `ok` is as specified. `differs` works, but not as specified or configured. `unsure` could not be decided. `failed` does
 * not work.
 */
const checkMarks = ['ok', 'differs', 'unsure', 'failed'] as const;

const findingShape = z.object({ subject: z.string(), mark: z.enum(checkMarks), words: z.string() });
export type CheckFinding = z.output<typeof findingShape>;

/** How many reservations begin in each hour of the day, 0 to 23, by both readings of times without a zone. */
const startHoursShape = z.object({
  zone: z.string(),
  operator: z.array(z.number()),
  utc: z.array(z.number()),
});
export type StartHours = z.output<typeof startHoursShape>;

/** Few flights begin between 2300 and 0500: many of them show a wrong reading of times. */
export const isNightHour = (hour: number): boolean => hour >= 23 || hour < 5;

/** A setting with its present value and the value that fits; equal if nothing needs to change. */
const settingShape = z.object({ name: z.string(), value: z.string(), fits: z.string() });
export type CheckedSetting = z.output<typeof settingShape>;

/** What the check has found. It names no person, and has neither the key nor the address of the service. */
export const connectionCheckShape = z.object({
  /** `stopped`: before the end; the next start continues from there. */
  state: z.enum(['none', 'running', 'stopped', 'finished']),
  /** Why it waits or stopped, in words; null if there is nothing to say. */
  note: z.nullable(z.string()),
  startedAt: z.nullable(z.string()),
  endedAt: z.nullable(z.string()),
  /** Calls to the service so far, and the most that it makes. */
  calls: z.number(),
  mostCalls: z.number(),
  /** Answers taken from the local copy instead. */
  held: z.number(),
  findings: z.array(findingShape),
  advice: z.array(z.string()),
  hours: z.nullable(startHoursShape),
  settings: z.array(settingShape),
});
export type ConnectionCheck = z.output<typeof connectionCheckShape>;

export const connectionCheckRequestShape = z.object({ action: z.enum(['start', 'stop']) });
