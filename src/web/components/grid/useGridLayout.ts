import { useMediaQuery } from '#web/components/page/display.tsx';
import {
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react';
import type { Clock } from '#domain/time/clock.ts';
import { type Scroller, useSize } from '#web/components/table/useSize.ts';
import {
  automaticWidth,
  type ColumnPlaces,
  columnsAtStep,
  columnStep,
  figureWidths,
  firstWidthOf,
  type GridColumn,
  gridColumns,
  placeColumns,
  type RenderedColumns,
  renderedColumns,
  widthOf,
} from './columnLayout.ts';
import { type GridProps, type Lines, linesOf, totalText } from './gridModel.ts';
import {
  type Drawn,
  drawnAt,
  firstDrawn,
  isToScale,
  layerTop,
  type Range,
  renderedLines,
  stepAt,
  type VirtualList,
} from './virtualScroll.ts';

/** Pixels, as in `ReportGrid.module.css`: rows and the header, for mouse and for touch. */
const mouseHeights = { line: 32, head: 34 };
const touchHeights = { line: 44, head: 44 };

/** A column whose width is being dragged. */
export type ColumnDrag = {
  readonly index: number;
  readonly startX: number;
  readonly startWidth: number;
  readonly width: number;
};

export type GridLayout = {
  readonly isTouch: boolean;
  readonly isMeasured: boolean;
  readonly heights: typeof mouseHeights;
  readonly columns: readonly GridColumn[];
  readonly widthOf: (column: GridColumn) => number;
  readonly places: ColumnPlaces<GridColumn>;
  readonly renderedColumns: RenderedColumns;
  readonly lines: Lines;
  /** Including the header and the totals. */
  readonly lineCount: number;
  readonly list: VirtualList;
  readonly drawn: Drawn;
  readonly rendered: Range;
};

/** What determines the positions of rows and columns. */
type LaidOut = Pick<GridProps, 'columns' | 'store' | 'view' | 'rows' | 'figures' | 'groups' | 'totals' | 'part'>;

/** Which rows and columns of the table are rendered, and where. Changes only when scrolling reaches another step. */
export function useGridLayout(scroller: Scroller, content: LaidOut, clock: Clock, drag: ColumnDrag | null): GridLayout {
  const size = useSize(scroller);
  const isTouch = useMediaQuery('(pointer: coarse)');
  const heights = isTouch ? touchHeights : mouseHeights;
  const { rows, groups, totals } = content;
  const groupList = groups?.groups;
  const opened = groups?.opened;
  const lines = useMemo(
    () => linesOf(rows, groupList && opened ? { groups: groupList, opened } : null),
    [rows, groupList, opened],
  );
  const { columns, setWidth } = useGridColumns(content, clock);
  const room = size?.width ?? 0;
  const places = useMemo(() => {
    const widths = {
      widthOf: (column: GridColumn) => (drag && column === columns[drag.index] ? drag.width : setWidth(column)),
      isPinned: ({ source }: GridColumn) => source?.isPinned ?? true,
    };
    return placeColumns(columns, widths, room);
  }, [columns, setWidth, drag, room]);
  const listRoom = Math.max(0, (size?.height ?? 0) - heights.head - (totals ? heights.line : 0));
  const list = useMemo(
    () => ({ lines: lines.count, lineHeight: heights.line, room: listRoom }),
    [lines, heights, listRoom],
  );
  const step = useScrollSteps(scroller, list);
  const drawn = useDrawn(list, step.line);
  const { start, end } = columnsAtStep(places, step.x, room);
  return {
    isTouch,
    isMeasured: size !== null,
    heights,
    columns,
    widthOf: setWidth,
    places,
    renderedColumns: useMemo(() => renderedColumns(places, { start, end }), [places, start, end]),
    lines,
    lineCount: 1 + lines.count + (totals ? 1 : 0),
    list,
    drawn,
    rendered: renderedLines(list, drawn),
  };
}

/** The visible columns and their widths. */
function useGridColumns(content: LaidOut, clock: Clock) {
  const { columns: all, store, view, rows, figures, groups, totals, part = null } = content;
  const { zone, items, place } = store;
  const groupName = groups?.grouping.column.label;
  const groupLabel = groupName === undefined || part === null ? groupName : `${groupName} (${part})`;
  const columns = useMemo(
    () => gridColumns(all, { columns: view.columns }, { groupLabel, clock, zone }),
    [all, view.columns, groupLabel, clock, zone],
  );
  // The rows that came first decide the widths, so that columns keep them while more rows load.
  const { isFromEnd } = place;
  const first = items.at(isFromEnd ? -1 : 0);
  const automatic = useMemo(
    () => new Map(all.map((column) => [column.id, automaticWidth(column, items, isFromEnd)])),
    // oxlint-disable-next-line react/exhaustive-deps -- the first item represents all of them
    [all, first, isFromEnd],
  );
  const sums = useMemo(() => figureWidths(figures, totals, clock), [figures, totals, clock]);
  const firstId = columns[0]?.id;
  const firstWidth = firstWidthOf(totals ? totalText(rows.length, part) : '');
  const setWidth = useCallback(
    (column: GridColumn) => widthOf(column, { automatic, figures: sums, firstId, firstWidth }),
    [automatic, sums, firstId, firstWidth],
  );
  return { columns, setWidth };
}

/** The scroll position in whole steps. The rows of a step are painted in the same frame, so that no blank rows appear. */
function useScrollSteps(scroller: Scroller, list: VirtualList): { readonly line: number; readonly x: number } {
  const line = useScrolled(scroller, () => stepAt(list, scroller.current?.scrollTop ?? 0));
  const x = useScrolled(scroller, () => Math.floor((scroller.current?.scrollLeft ?? 0) / columnStep));
  return { line, x };
}

/** What is read of the scroller at each scroll; renders when it changes. */
function useScrolled<Value>(scroller: Scroller, read: () => Value): Value {
  const subscribe = useCallback(
    (listener: () => void) => {
      const { current } = scroller;
      current?.addEventListener('scroll', listener, { passive: true });
      return () => current?.removeEventListener('scroll', listener);
    },
    [scroller],
  );
  return useSyncExternalStore(subscribe, read);
}

/** Milliseconds without another step after which a jump has ended. */
const pause = 100;

/** What is drawn at a step. */
function useDrawn(list: VirtualList, step: number): Drawn {
  const [before, setDrawn] = useState(() => firstDrawn(step));
  const drawn = drawnAt(list, before, step);
  if (drawn !== before) setDrawn(drawn);
  useEffect(() => {
    if (drawn.hasSpare) return undefined;
    const timer = setTimeout(() => setDrawn({ ...drawn, hasSpare: true }), pause);
    return () => clearTimeout(timer);
  }, [drawn]);
  return drawn;
}

/** Whether columns continue to the right: the pixels of the scroll bar beside them; null if the last one is in view. */
export function useContinuation(scroller: Scroller): number | null {
  return useScrolled(scroller, () => {
    const { current } = scroller;
    const isAll = !current || current.scrollLeft + current.clientWidth >= current.scrollWidth - 1;
    return isAll ? null : current.offsetWidth - current.clientWidth;
  });
}

/**
 * Keeps the rendered lines in view, without rendering: `base` is the line at the top of their layer. If the scrolled element
 * is shorter than all lines, the layer moves with every pixel.
 */
export function useLayerPosition(
  scroller: Scroller,
  layer: RefObject<HTMLDivElement | null>,
  list: VirtualList,
  base: number,
) {
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const place = (scroll: number) =>
      layer.current?.style.setProperty('transform', `translateY(${layerTop(list, base, scroll)}px)`);
    if (isToScale(list)) {
      // Reading the position would force a layout of everything that just changed, for no benefit.
      place(0);
      return undefined;
    }
    const follow = () => place(element.scrollTop);
    follow();
    element.addEventListener('scroll', follow, { passive: true });
    return () => element.removeEventListener('scroll', follow);
  }, [scroller, layer, list, base]);
}
