import type { Column } from '#domain/reports/columns/columns.ts';
import { mergeSorted } from './mergeSorted.ts';
import { keysOf, type RowStore } from './rowStore.ts';
import type { Work } from './work.ts';

export type Sort = { readonly column: string; readonly isDescending: boolean };

/**
 * These rows by several columns, the first deciding before the second. Rows that have nothing in a column come last in
 * either direction; equals keep their order. Columns that are not there are left out.
 */
export function* sortRows(
  store: RowStore,
  columns: readonly Column[],
  rows: Uint32Array,
  sorts: readonly Sort[],
): Work<Uint32Array> {
  let sorted = rows;
  // A stable sort by the last column first gives the same as one comparison by all of them.
  for (const { column: id, isDescending } of sorts.toReversed()) {
    const column = columns.find((one) => one.id === id);
    if (!column) continue;
    const keys = directed(yield* keysOf(store, column), isDescending);
    sorted = yield* mergeSorted(sorted, (a, b) => (keys[a] as number) > (keys[b] as number));
  }
  return sorted;
}

function directed(keys: Float64Array, isDescending: boolean): Float64Array {
  const sign = isDescending ? -1 : 1;
  return keys.map((key) => (Number.isNaN(key) ? Number.POSITIVE_INFINITY : sign * key));
}

/** A column's place in a sort of several columns; null where it has none. */
export type SortPlace = { readonly isDescending: boolean; readonly rank: number; readonly of: number };

export function sortPlace(sorts: readonly Sort[], column: string): SortPlace | null {
  const at = sorts.findIndex((sort) => sort.column === column);
  const sort = sorts[at];
  return sort ? { isDescending: sort.isDescending, rank: at + 1, of: sorts.length } : null;
}

export type SortOrder = 'none' | 'ascending' | 'descending';

/** The sorts with this order of a column: alone, or, where it is added, after the others or in the place it has. */
export function withSort(sorts: readonly Sort[], column: string, order: SortOrder, isAdded: boolean): Sort[] {
  const own = order === 'none' ? [] : [{ column, isDescending: order === 'descending' }];
  if (!isAdded) return own;
  if (!sorts.some((sort) => sort.column === column)) return [...sorts, ...own];
  return sorts.flatMap((sort) => (sort.column === column ? own : [sort]));
}

/** What follows when a column's head is chosen once more: ascending, descending, as it came. */
export function nextOrder(place: SortPlace | null): SortOrder {
  if (!place) return 'ascending';
  return place.isDescending ? 'none' : 'descending';
}
