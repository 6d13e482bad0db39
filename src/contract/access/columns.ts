import * as z from 'zod/mini';
import { type OperationId, operationIds } from '#contract/operations.ts';
import { roles } from './roles.ts';
import type { RoutePath } from '#contract/routes.ts';

/**
 * What a report adds to its list (section 2.1) if columns were withheld: their number, and at most `maxNamed` of their
 * paths.
 */
export const withheldShape = z.object({ count: z.number(), members: z.array(z.string()) });
export type Withheld = z.output<typeof withheldShape>;

const maxNamed = 200;

export function withheldList(paths: ReadonlySet<string>): Withheld {
  return { count: paths.size, members: [...paths].slice(0, maxNamed) };
}

/** The columns withheld in either of two pages of a report. */
export function joinedWithheld(a: Withheld | null, b: Withheld | null): Withheld | null {
  if (!a || !b) return a ?? b;
  const { count, members } = withheldList(new Set([...a.members, ...b.members]));
  return { count: Math.max(count, a.count, b.count), members };
}

/**
 * `GET /access/columns`, for managers: each report's columns that some roles do not see, as far as the local copy holds
 * rows.
 */
export const columnsPath = '/access/columns' satisfies RoutePath;

const id = z.enum(operationIds);
const columnShape = z.object({
  /** The column's path: `totalDue`, `customer.balance`. */
  member: z.string(),
  /** Up to three different values, as text. */
  samples: z.array(z.string()),
  /** The roles that do not see it unless a manager opens it to them. */
  withheldFrom: z.array(z.enum(roles)),
  /** The roles it has been opened to. */
  openTo: z.array(z.enum(roles)),
});
export type WithheldColumn = z.output<typeof columnShape>;

const reportColumnsShape = z.object({
  report: id,
  /** The number of rows examined; 0 if the local copy does not hold the report. */
  rows: z.number(),
  columns: z.array(columnShape),
});
export const columnsShape = z.object({ reports: z.array(reportColumnsShape) });
export type ReportColumns = z.output<typeof reportColumnsShape>;

/** Longest path of a column that can be opened. */
export const longestColumn = 500;

/** `POST /access/columns` opens a report's column to a role, or closes it again. It answers like the GET. */
export const columnRequestShape = z.object({
  ask: z.enum(['open', 'close']),
  report: id,
  member: z.string(),
  role: z.enum(roles),
});
export type ColumnRequest = z.output<typeof columnRequestShape>;

export type OpenedColumn = {
  readonly report: OperationId;
  readonly member: string;
  readonly role: ColumnRequest['role'];
};
