import { type FocusEvent, type KeyboardEvent, type MouseEvent, useId, useState } from 'react';
import type { ColumnPlaces } from '#domain/grid/columnPlaces.ts';
import { type Ground, type Place, walk, within } from '#domain/grid/gridWalk.ts';
import { type Shaft, scrollTo, topAt } from '#domain/grid/shaft.ts';
import type { GridColumn } from './columns/gridColumns.ts';
import { placeOf } from './placeOf.ts';
import type { Scroller } from '#web/ui/table/useSize.ts';

type WalkParts = {
  readonly scroller: Scroller;
  readonly shaft: Shaft;
  readonly places: ColumnPlaces<GridColumn>;
  readonly lines: number;
  /** What Enter or a click does at a place; the head is line 0. */
  readonly onChoose: (place: Place, event: { readonly shiftKey: boolean }) => unknown;
  /** Keys with a meaning of their own in the head; true where one was used. */
  readonly onHeadKey: (column: GridColumn, event: KeyboardEvent) => boolean;
};

/**
 * Where the reader is. The focus stays on the table itself, which names the cell (`aria-activedescendant`), because elements
 * of rows that scroll out of sight serve other rows.
 */
export function useGridWalk(parts: WalkParts) {
  const { scroller, shaft, places, lines, onChoose } = parts;
  const id = `cell${useId()}`;
  const [reached, setReached] = useState<Place | null>(null);
  const ground: Ground = {
    lines,
    columns: places.pinned.length + places.free.length,
    page: Math.max(1, Math.floor(shaft.room / shaft.lineHeight) - 1),
  };
  const active = reached && within(reached, ground);

  const goTo = (place: Place) => {
    setReached(place);
    const element = scroller.current!;
    // The head and the totals are always in sight; below the last line are the totals.
    const line = Math.min(place.line, shaft.lines) - 1;
    const top = line < 0 ? element.scrollTop : scrollTo(shaft, element.scrollTop, line);
    element.scrollTo({ top, left: leftFor(places, element, place.column) });
  };
  const firstInSight = (): Place => ({
    line: Math.min(lines - 1, 1 + Math.ceil(topAt(shaft, scroller.current!.scrollTop) / shaft.lineHeight)),
    column: 0,
  });
  return {
    id,
    active,
    onFocus: (event: FocusEvent) => {
      if (event.target === scroller.current && !reached) setReached(firstInSight());
    },
    onClick: (event: MouseEvent) => {
      const place = placeOf(event.target);
      if (!place || hasSelection()) return;
      setReached(place);
      onChoose(place, event);
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (event.target !== scroller.current || event.metaKey) return;
      const from = active ?? firstInSight();
      const column = [...places.pinned, ...places.free][from.column]?.column;
      if (from.line === 0 && column && parts.onHeadKey(column, event)) event.preventDefault();
      else if (event.altKey) return;
      else if (event.key === 'Enter' || event.key === ' ') {
        event.preventDefault();
        onChoose(from, event);
      } else {
        const next = event.shiftKey ? null : walk(from, event.key, event.ctrlKey, ground);
        if (!next) return;
        event.preventDefault();
        goTo(next);
      }
    },
  };
}

/** Who marks text to copy it does not mean to open the row. */
function hasSelection(): boolean {
  return getSelection()?.type === 'Range';
}

function leftFor(places: ColumnPlaces<GridColumn>, element: Element, column: number): number {
  const placed = places.free[column - places.pinned.length];
  if (!placed) return element.scrollLeft;
  const [start, end] = [placed.left - places.pinnedWidth, placed.left + placed.width - element.clientWidth];
  // A column wider than the window shows its beginning.
  return Math.min(start, Math.max(end, element.scrollLeft));
}
