import * as z from 'zod/mini';
import { type OperationId, operationIds } from '#contract/operations.ts';
import { roles } from './roles.ts';

/** What a report has besides its list (section 2.1) where columns were left out: how many, and their paths; the first of very many. */
export const withheldShape = z.object({ count: z.number(), members: z.array(z.string()) });
export type Withheld = z.output<typeof withheldShape>;

const mostNamed = 200;

export function withheldList(paths: ReadonlySet<string>): Withheld {
  return { count: paths.size, members: [...paths].slice(0, mostNamed) };
}

/** What is withheld in one page or another of a report. */
export function joinedWithheld(a: Withheld | null, b: Withheld | null): Withheld | null {
  if (!a || !b) return a ?? b;
  const { count, members } = withheldList(new Set([...a.members, ...b.members]));
  return { count: Math.max(count, a.count, b.count), members };
}

/** `GET /access/columns`, for managers: the columns of each report that are withheld from some, as far as rows of it are known here. */
export const columnsPath = '/access/columns';

const id = z.enum(operationIds);
const columnShape = z.object({
  /** By its path: `totalDue`, `customer.balance`. */
  member: z.string(),
  /** Up to three different values, as text. */
  samples: z.array(z.string()),
  /** Who does not see it, unless a manager opens it to them. */
  withheldFrom: z.array(z.enum(roles)),
  /** To whom it has been opened. */
  openTo: z.array(z.enum(roles)),
});
export type WithheldColumn = z.output<typeof columnShape>;

const reportColumnsShape = z.object({
  report: id,
  /** How many rows were looked at; none where the local copy does not hold the report. */
  rows: z.number(),
  columns: z.array(columnShape),
});
export const columnsShape = z.object({ reports: z.array(reportColumnsShape) });
export type ReportColumns = z.output<typeof reportColumnsShape>;

/** Longest path of a column that can be opened. */
export const longestColumn = 500;

/** `POST /access/columns`: opens a column of a report to a role, or closes it again; the answer is that of the GET. */
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
