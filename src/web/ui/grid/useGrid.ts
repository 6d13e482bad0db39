import { useMediaQuery } from '#web/ui/page/display.tsx';
import { useMemo, useRef, type ClipboardEvent, type KeyboardEvent, type MouseEvent } from 'react';
import { placeColumns } from '#domain/grid/columnPlaces.ts';
import type { Place } from '#domain/grid/gridWalk.ts';
import { drawnLines, type Shaft } from '#domain/grid/shaft.ts';
import { useClock } from '#web/ui/page/school.tsx';
import type { GridColumn } from './columns/gridColumns.ts';
import type { ReportGridProps, GridGroups } from './gridProps.ts';
import { useColumnMenu } from './columns/useColumnMenu.ts';
import { useColumnPart } from './columns/useColumnPart.ts';
import { useColumnSizing } from './columns/useColumnSizing.ts';
import { useGridColumns } from './columns/useGridColumns.ts';
import { useSize } from '#web/ui/table/useSize.ts';
import { useScrollSteps } from './useGridScroll.ts';
import { useGridWalk } from './useGridWalk.ts';
import { groupLines, type Lines, rowLines } from '#domain/grid/gridLines.ts';
import { valueAt } from '#domain/reports/columns/columns.ts';
import { fittingWidth, withColumn } from '#domain/reports/columns/columnSettings.ts';
import { nextOrder, sortPlace, withSort } from '#domain/reports/rows/sortRows.ts';
import { plainText } from '#domain/reports/columns/valueKinds.ts';
import { headColumnOf } from './placeOf.ts';

/** These mirror `ReportGrid.module.css`, in pixels: lines and the head, with a mouse and with a finger. */
const fine = { line: 32, head: 34 };
const coarse = { line: 44, head: 44 };

/** What is drawn of the table, and what its keys and clicks do. */
export function useGrid(props: ReportGridProps) {
  const { groups, totals } = props;
  const clock = useClock();
  const scroller = useRef<HTMLDivElement>(null);
  const size = useSize(scroller);
  const isTouched = useMediaQuery('(pointer: coarse)');
  const heights = isTouched ? coarse : fine;
  const room = size?.width ?? 0;
  const lines = useGridLines(props.rows, groups);
  const { columns, widthOf: setWidthOf } = useGridColumns(props, clock);
  const actions = useGridActions(props, columns, setWidthOf, lines);
  const sizing = useColumnSizing((index) => setWidthOf(columns[index]!), actions.setWidth);
  const { drag } = sizing;
  const places = useMemo(() => {
    const widthOf = (column: GridColumn) => (drag && column === columns[drag.index] ? drag.width : setWidthOf(column));
    return placeColumns(columns, { widthOf, isPinned: ({ source }) => source?.isPinned ?? true }, room);
  }, [columns, setWidthOf, drag, room]);
  const taken = heights.head + (totals ? heights.line : 0);
  const shaftRoom = Math.max(0, (size?.height ?? 0) - taken);
  const shaft: Shaft = useMemo(
    () => ({ lines: lines.count, lineHeight: heights.line, room: shaftRoom }),
    [lines, heights, shaftRoom],
  );
  const steps = useScrollSteps(scroller, shaft);
  const drawn = drawnLines(shaft, steps.line);
  const part = useColumnPart(places, steps.x, room);
  const menu = useColumnMenu(scroller, columns, setWidthOf);
  const rowCount = 1 + lines.count + (totals ? 1 : 0);
  const walk = useGridWalk({
    scroller,
    shaft,
    places,
    lines: rowCount,
    onChoose: (place, event) =>
      isTouched && place.line === 0 ? menu.openAt(place.column) : actions.choose(place, event),
    onHeadKey: (column, event) => menu.onHeadKey(column, event) || actions.widen(column, event),
  });
  const isDrawn = ({ line, column }: Place) =>
    (line === 0 || line > lines.count || (line > drawn.start && line <= drawn.end)) &&
    [...part.pinned, ...part.free].some(({ index }) => index === column);
  return {
    clock,
    scroller,
    isMeasured: size !== null,
    heights,
    lines,
    rowCount,
    columns,
    shaft,
    drawn,
    part,
    menu,
    sizing,
    actions,
    walk,
    /** The cell with the reader, where it is in the document. */
    active: walk.active && isDrawn(walk.active) ? { place: walk.active, id: walk.id } : null,
  };
}

/** The rows one below the other, or the heads of groups with the rows of those that are open. */
function useGridLines(rows: Uint32Array, groups: GridGroups | null): Lines {
  const list = groups?.groups;
  const opened = groups?.opened;
  return useMemo(
    () => (list && opened ? groupLines(list.map(({ key }) => opened.get(key) ?? null)) : rowLines(rows)),
    [rows, list, opened],
  );
}

const keyWidth = 16;

/** What can be done at a cell or with a column. */
function useGridActions(
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
