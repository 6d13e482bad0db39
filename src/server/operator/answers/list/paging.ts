import type { Query } from '#contract/query.ts';
import type { Asking, PagedList } from './asking.ts';
import { readRow, readRows, type Values } from './rows.ts';

/** Which records a page holds. `count` is -1 for all, as SQL has it. */
export type Slice = {
  readonly offset: number;
  readonly limit: number | null;
  readonly first: number;
  readonly count: number;
};

/**
 * The page that a query asks for: `offset` is a page index (section 2.1). Without a limit the one page holds everything,
 * and every later page is empty.
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

/** A statement in parts: one part counts, all of it pages. Two statements are faster than one with a window function. */
export type Selection = {
  readonly columns: string;
  readonly from: string;
  readonly where?: string;
  readonly values?: Values;
  /** Values that the columns name, but not the rest. */
  readonly columnValues?: Values;
  readonly order: string;
};

/** The page of a core list that a query asks for, each row made a record. */
export function listOf<Row>(asking: Asking, selection: Selection, record: (row: Row) => unknown): PagedList {
  const slice = sliceOf(asking.query, null);
  const { columns, from, where = 'true', order, values = {}, columnValues = {} } = selection;
  const total = readRow<{ total: number }>(
    asking.database,
    `SELECT count(*) AS total FROM ${from} WHERE ${where}`,
    values,
  );
  const page = `SELECT ${columns} FROM ${from} WHERE ${where} ORDER BY ${order} LIMIT :count OFFSET :first`;
  const rows = readRows<Row>(asking.database, page, {
    ...values,
    ...columnValues,
    count: slice.count,
    first: slice.first,
  });
  return pagedList(slice, total?.total ?? 0, rows.map(record));
}
