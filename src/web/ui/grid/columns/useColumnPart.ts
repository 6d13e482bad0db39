import { useMemo } from 'react';
import { columnsIn, type ColumnPlaces } from '#domain/grid/columnPlaces.ts';
import { type ColumnPart, drawnColumn, type GridColumn } from './gridColumns.ts';
import { wide } from '#web/ui/grid/useGridScroll.ts';

/** The columns that may be in sight as long as it is scrolled sideways within one step. */
export function useColumnPart(places: ColumnPlaces<GridColumn>, step: number, room: number): ColumnPart {
  const { start, end } = columnsIn(places, {
    start: places.pinnedWidth + (step - 0.5) * wide,
    end: (step + 1.5) * wide + room,
  });
  return useMemo(
    () => ({
      pinned: places.pinned.map(drawnColumn),
      free: places.free.slice(start, end).map(drawnColumn),
      before: (places.free[start]?.left ?? places.pinnedWidth) - places.pinnedWidth,
      width: places.width,
    }),
    [places, start, end],
  );
}
