import type { DatabaseSync } from 'node:sqlite';
import type { PathParameters } from '#contract/addresses.ts';
import type { Query } from '#contract/query.ts';
import type { School } from '#operator/school/school.ts';
import type { ZoneClock } from '#operator/school/zone.ts';
import { readNumber, readRows, type Values } from '#operator/rows.ts';
import type { Choice } from '#contract/filters.ts';
import { nameOf } from '#contract/statuses.ts';

/** The school of an answer, and its wall clock. */
export type Source = { readonly database: DatabaseSync; readonly school: School; readonly clock: ZoneClock };

/** What an answer is made from: a request whose path and query the contract has parsed, and the present time. */
export type AnswerRequest = Source & {
  /** The school's clock, in epoch seconds. */
  readonly now: number;
  /** Whether to answer as live services do: `offset` counts records in reports, and records have more members. */
  readonly isField: boolean;
  readonly path: PathParameters;
  readonly query: Query;
};

/** A Paged list (section 2.1) of records. */
export type PagedList = {
  readonly totalItems: number;
  readonly offset: number;
  readonly limit: number | null;
  readonly items: readonly unknown[];
};

/** Answers one operation: a Paged list or a record; null if nothing has the id in the path. */
export type Answerer = (request: AnswerRequest) => object | null;

/** The only value of a filter with operator `eq`, as written, or null without the filter. */
export function valueOf(query: Query, field: string): string | null {
  return query.filters?.[field]?.values[0] ?? null;
}

/** Which records a page holds. `count` is -1 for all, as in SQL. */
export type Slice = {
  readonly offset: number;
  readonly limit: number | null;
  readonly first: number;
  readonly count: number;
};

/**
 * The requested page: `offset` is a page index (section 2.1). Without a limit the one page holds everything, and every later
 * page is empty.
 */
export function sliceOf(query: Query, defaultLimit: number | null): Slice {
  const offset = query.offset ?? 0;
  const limit = query.limit ?? defaultLimit;
  if (limit === null) return { offset, limit, first: 0, count: offset === 0 ? -1 : 0 };
  return { offset, limit, first: offset * limit, count: limit };
}

/** A Paged list around the records of a slice. */
export function pagedList(slice: Slice, totalItems: number, items: readonly unknown[]): PagedList {
  return { totalItems, offset: slice.offset, limit: slice.limit, items };
}

/** A query in parts, for a count and for a page: two statements are faster than one with a window function. */
export type Selection = {
  readonly columns: string;
  readonly from: string;
  readonly where?: string;
  readonly values?: Values;
  /** Parameters that only `columns` uses. */
  readonly columnValues?: Values;
  readonly order: string;
};

/** The requested page of a core list, each row as a record. */
export function listOf<Row>(request: AnswerRequest, selection: Selection, record: (row: Row) => unknown): PagedList {
  const slice = sliceOf(request.query, null);
  const { columns, from, where = 'true', order, values = {}, columnValues = {} } = selection;
  const total = readNumber(request.database, `SELECT count(*) FROM ${from} WHERE ${where}`, values);
  const page = `SELECT ${columns} FROM ${from} WHERE ${where} ORDER BY ${order} LIMIT :count OFFSET :first`;
  const rows = readRows<Row>(request.database, page, {
    ...values,
    ...columnValues,
    count: slice.count,
    first: slice.first,
  });
  return pagedList(slice, total, rows.map(record));
}

/** A Status object (section 2.1). `otherwise` is the name of an id that section 3 does not name. */
export function statusOf(statuses: readonly Choice[], id: number, otherwise = 'Unknown'): Choice {
  return { id, name: nameOf(statuses, id) ?? otherwise };
}

/** Epoch seconds as a date-time in UTC (section 2.6): `2026-05-12T20:00:00Z`. */
export function zuluTime(seconds: number): string {
  return `${new Date(seconds * 1000).toISOString().slice(0, 19)}Z`;
}
