import useMediaQuery from '@mui/material/useMediaQuery';
import { useMemo, useRef } from 'react';
import { placeColumns } from '#domain/grid/columnPlaces.ts';
import type { Place } from '#domain/grid/gridWalk.ts';
import { drawnLines, type Shaft } from '#domain/grid/shaft.ts';
import { useClock } from '#web/ui/page/school.tsx';
import type { GridColumn } from './columns/gridColumns.ts';
import type { ReportGridProps } from './gridProps.ts';
import { useColumnMenu } from './columns/useColumnMenu.ts';
import { useColumnPart } from './columns/useColumnPart.ts';
import { useColumnSizing } from './columns/useColumnSizing.ts';
import { useGridActions } from './useGridActions.ts';
import { useGridColumns } from './columns/useGridColumns.ts';
import { useGridLines } from './useGridLines.ts';
import { useSize } from '#web/ui/table/useSize.ts';
import { useScrollSteps } from './useGridScroll.ts';
import { useGridWalk } from './useGridWalk.ts';

/** These mirror `ReportGrid.module.css`, in pixels: lines and the head, with a mouse and with a finger. */
const fine = { line: 32, head: 34 };
const coarse = { line: 44, head: 44 };

/** What is drawn of the table, and what its keys and clicks do. */
export function useGrid(props: ReportGridProps) {
  const { groups, totals } = props;
  const clock = useClock();
  const scroller = useRef<HTMLDivElement>(null);
  const size = useSize(scroller);
  const isTouched = useMediaQuery('(pointer: coarse)', { noSsr: true });
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
