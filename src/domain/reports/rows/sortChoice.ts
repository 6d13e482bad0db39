import type { Sort } from './sortRows.ts';

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
