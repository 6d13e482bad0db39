import * as z from 'zod/mini';

/** A row of the brief: a text per column of its block. `lines` is how many lines of the paper it takes. */
const briefRowShape = z.object({
  cells: z.array(z.string()),
  /** Of its mark; null where it has none. */
  level: z.nullable(z.enum(['stop', 'check', 'not known', 'no findings'])),
  lines: z.number(),
});
const briefBlockShape = z.object({
  id: z.string(),
  title: z.string(),
  /** How many there are, also of those that had no room. */
  count: z.number(),
  /** The rule behind the list, in words; null where the title says it. */
  note: z.nullable(z.string()),
  /** Widths in heights of a line; null takes the rest. `mark` is a level's word, `code` a tail or a time. */
  columns: z.array(z.object({ kind: z.enum(['code', 'mark', 'text', 'figure']), width: z.nullable(z.number()) })),
  /** Rows that stand side by side. */
  perLine: z.number(),
  rows: z.array(briefRowShape),
  /** What had no room (`and 34 more`), or that there is nothing; null where all is shown. */
  more: z.nullable(z.string()),
});

/**
 * `/replica/brief?date=`: the morning brief of a day as text, cut so that it fits one page of Letter and of A4. It says nothing of
 * its own age, so that it stays the same while nothing changes.
 */
export const briefShape = z.object({
  day: z.string(),
  /** Null while the reservations of the day have not been read. */
  sheet: z.nullable(
    z.object({
      title: z.string(),
      /** True of a school that lists no aircraft and has no reservation that day. */
      isEmpty: z.boolean(),
      /** The height of a line in millimetres: large schools are written smaller. */
      lineHeight: z.number(),
      facts: z.array(z.object({ name: z.string(), value: z.string() })),
      /** A line each: the aircraft by what they can do, the sun, and what has not been read. */
      lines: z.array(z.object({ name: z.string(), text: z.string() })),
      /** Over the whole width, one below the other. */
      top: z.array(briefBlockShape),
      /** Side by side below them. */
      columns: z.array(z.array(briefBlockShape)),
    }),
  ),
  resumesAt: z.nullable(z.string()),
});
export type BriefSheet = NonNullable<z.output<typeof briefShape>['sheet']>;
export type BriefBlock = z.output<typeof briefBlockShape>;
export type BriefRow = z.output<typeof briefRowShape>;

/** The address of the brief of a day, `2026-05-12`, of one location by its id or of all. */
export function briefAddress(day: string, location: string | null = null): string {
  return `/replica/brief?date=${day}${location === null ? '' : `&location=${encodeURIComponent(location)}`}`;
}
