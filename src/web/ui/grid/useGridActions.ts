import type { ClipboardEvent, KeyboardEvent, MouseEvent } from 'react';
import type { Lines } from '#domain/grid/gridLines.ts';
import type { Place } from '#domain/grid/gridWalk.ts';
import { valueAt } from '#domain/reports/columns/columns.ts';
import { fittingWidth, withColumn } from '#domain/reports/columns/columnSettings.ts';
import { nextOrder, sortPlace, withSort } from '#domain/reports/rows/sortRows.ts';
import { plainText } from '#domain/reports/columns/valueKinds.ts';
import type { GridColumn } from './columns/gridColumns.ts';
import type { ReportGridProps } from './gridProps.ts';
import { headColumnOf } from './placeOf.ts';

const keyWidth = 16;

/** What can be done at a cell or with a column. */
export function useGridActions(
  { columns: all, store, view, onView, groups, onOpen }: ReportGridProps,
  columns: readonly GridColumn[],
  widthOf: (column: GridColumn) => number,
  lines: Lines,
) {
  const setWidth = (index: number, width: number | null) => {
    const id = columns[index]?.source?.id;
    if (id !== undefined) onView({ columns: withColumn(all, view, id, { width }) });
  };
  const sort = (id: string, isAdded: boolean) =>
    onView({ sorts: withSort(view.sorts, id, nextOrder(sortPlace(view.sorts, id)), isAdded) });
  const lineAt = (place: Place) => (place.line <= lines.count ? lines.at(place.line - 1) : null);
  return {
    setWidth,
    choose: (place: Place, { shiftKey }: { readonly shiftKey: boolean }) => {
      const id = columns[place.column]?.source?.id;
      if (place.line === 0) return id === undefined ? undefined : sort(id, shiftKey);
      const line = lineAt(place);
      if (line?.row != null) return onOpen(line.row);
      const group = line && groups?.groups[line.group];
      if (group) groups.onToggle(group.key);
    },
    /** Shift with an arrow; true where it was one. */
    widen: (column: GridColumn, event: KeyboardEvent) => {
      const sign = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
      if (sign === 0 || !event.shiftKey) return false;
      setWidth(columns.indexOf(column), fittingWidth(widthOf(column) + sign * keyWidth));
      return true;
    },
    /** By two clicks on the edge of its head a column gets its usual width again. */
    resetWidth: ({ target }: MouseEvent) => {
      const index = target instanceof Element && target.closest('[data-handle]') ? headColumnOf(target) : null;
      if (index !== null) setWidth(index, null);
    },
    /** With nothing marked, the whole value of the cell that the reader is at. */
    copy: (event: ClipboardEvent, place: Place | null) => {
      const line = place && place.line > 0 && getSelection()?.type !== 'Range' ? lineAt(place) : null;
      const source = place && columns[place.column]?.source;
      if (line?.row == null || !source) return;
      event.clipboardData.setData('text/plain', plainText(valueAt(store.items[line.row] ?? {}, source.path)));
      event.preventDefault();
    },
  };
}
