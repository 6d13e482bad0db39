import { functionalUpdate, type SortingState, type Updater } from '@tanstack/react-table';
import { parseAsString, useQueryState } from 'nuqs';
import { useCallback, useMemo, useRef } from 'react';
import { useWrongAddress } from '#web/components/page/wrongAddress.ts';

/** A table's order in the URL: `sort=tail`, or `sort=-tail` for descending. Unknown column names are left out. */
export function useSortState(columnIds: readonly string[]) {
  const [text, setText] = useQueryState('sort', parseAsString.withOptions({ history: 'push' }));
  const sorting = useMemo(() => readSorting(text, columnIds), [text, columnIds]);
  const onSortingChange = (updater: Updater<SortingState>) =>
    void setText(printSorting(functionalUpdate(updater, sorting)));
  const problem =
    text !== null && sorting.length === 0 ? `“${text}” is not a column to sort by; showing the default order.` : null;
  useWrongAddress(problem);
  return { sorting, onSortingChange };
}

export function readSorting(text: string | null, columnIds: readonly string[]): SortingState {
  const id = text?.replace(/^-/, '');
  return text && id && columnIds.includes(id) ? [{ id, desc: text.startsWith('-') }] : [];
}

export function printSorting([first]: SortingState): string | null {
  return first ? `${first.desc ? '-' : ''}${first.id}` : null;
}

export type OnDrawn<Item> = (rows: readonly Item[] | null) => void;

/** The rows of a table in the order drawn, for a file that follows the screen; null while it is not drawn. */
export function useDrawnRows<Item>() {
  const rows = useRef<readonly Item[] | null>(null);
  const onDrawn = useCallback<OnDrawn<Item>>((next) => {
    rows.current = next;
  }, []);
  return { rows, onDrawn };
}
