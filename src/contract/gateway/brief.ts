import * as z from 'zod/mini';

/** A row of the brief: one text per column of its block. `lines` is its height on paper in lines. */
const briefRowShape = z.object({
  cells: z.array(z.string()),
  /** The level of the row's mark; null if it has none. */
  level: z.nullable(z.enum(['stop', 'check', 'not known', 'no findings'])),
  lines: z.number(),
});
const briefBlockShape = z.object({
  id: z.string(),
  title: z.string(),
  /** The number of rows in all, including those that did not fit. */
  count: z.number(),
  /** The list's rule in words; null if the title is enough. */
  note: z.nullable(z.string()),
  /** Widths in line heights; null takes the rest. `mark` is a level's word, `code` a tail number or a time. */
  columns: z.array(z.object({ kind: z.enum(['code', 'mark', 'text', 'figure']), width: z.nullable(z.number()) })),
  /** Rows side by side. */
  perLine: z.number(),
  rows: z.array(briefRowShape),
  /** The rows that did not fit (`and 34 more`), or the words for an empty list; null if all rows are shown. */
  more: z.nullable(z.string()),
});

/**
 * `/replica/brief?date=`: the morning brief of a day as text, cut to fit one page of Letter and of A4. It omits its own
 * age, so that it stays the same while nothing changes.
 */
export const briefShape = z.object({
  day: z.string(),
  /** Null until the day's reservations have been read. */
  sheet: z.nullable(
    z.object({
      title: z.string(),
      /** True for a school that lists no aircraft and has no reservation that day. */
      isEmpty: z.boolean(),
      /** Line height in millimetres: large schools get smaller print. */
      lineHeight: z.number(),
      facts: z.array(z.object({ name: z.string(), value: z.string() })),
      /** One line each: the aircraft by readiness, the sun, and what has not been read. */
      lines: z.array(z.object({ name: z.string(), text: z.string() })),
      /** Full width, one below the other. */
      top: z.array(briefBlockShape),
      /** Side by side below the top blocks. */
      columns: z.array(z.array(briefBlockShape)),
      /** First flights that are done: time, tail number, title and state. They are not on the paper. */
      done: z.array(z.array(z.string())),
    }),
  ),
  resumesAt: z.nullable(z.string()),
});
export type BriefSheet = NonNullable<z.output<typeof briefShape>['sheet']>;
export type BriefBlock = z.output<typeof briefBlockShape>;
export type BriefRow = z.output<typeof briefRowShape>;

/** The address of a day's brief (`2026-05-12`), for one location by its id or for all locations. */
export function briefAddress(day: string, location: string | null = null): string {
  return `/replica/brief?date=${day}${location === null ? '' : `&location=${encodeURIComponent(location)}`}`;
}
