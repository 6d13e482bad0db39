import * as z from 'zod/mini';
import { isoText, measuredShape } from './replica.ts';

/**
 * `/replica/hours?before=` (the operator's midnight as an ISO instant): meter hours per booked hour, as measured before it.
 */
export const hoursShape = z.object({
  /** Of an aircraft, of an activity, of an activity on an aircraft, or of all (both null). */
  rows: z.array(z.extend(measuredShape, { aircraftId: z.nullable(z.string()), activity: z.nullable(z.string()) })),
  /** The number of steps of meters that are not used, and the newest of them. */
  leftOut: z.object({
    count: z.number(),
    newest: z.array(
      z.object({
        aircraftId: z.string(),
        /** ISO instant at which the gateway saw it. */
        at: z.string(),
        before: z.number(),
        after: z.number(),
        why: z.enum(['jumped', 'backward', 'no reservation']),
      }),
    ),
  }),
  /** The meter of the flights report whose hours are used; null if none are. */
  reported: z.nullable(z.string()),
  /** ISO instant since which the gateway has watched the meters. */
  from: z.string(),
});
export type MeasuredHours = z.output<typeof hoursShape>;

/** The address of the hours measured before one of the operator's midnights (milliseconds). */
export function hoursAddress(before: number): string {
  return `/replica/hours?before=${isoText(before)}`;
}
