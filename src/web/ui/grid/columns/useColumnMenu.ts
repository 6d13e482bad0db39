import { type KeyboardEvent, type MouseEvent, useState } from 'react';
import type { ShownColumn } from '#domain/reports/views/viewState.ts';
import type { GridColumn } from './gridColumns.ts';
import { headColumnOf } from '#web/ui/grid/placeOf.ts';
import type { Scroller } from '#web/ui/table/useSize.ts';

/** A point of the window, in pixels. */
export type Point = { readonly x: number; readonly y: number };
export type OpenMenu = { readonly column: ShownColumn; readonly at: Point; readonly width: number };

/** The menu of a column: by the button in its head, the second mouse button, or Alt and arrow down. */
export function useColumnMenu(
  scroller: Scroller,
  columns: readonly GridColumn[],
  widthOf: (column: GridColumn) => number,
) {
  const [opened, setOpened] = useState<{ readonly id: string; readonly at: Point } | null>(null);
  const column = columns.find(({ id, source }) => source && id === opened?.id);
  const open: OpenMenu | null =
    opened && column?.source ? { column: column.source, at: opened.at, width: widthOf(column) } : null;
  /** True where the column has a menu. */
  const openAt = (index: number) => {
    const head = scroller.current?.querySelector(`[role=columnheader][aria-colindex="${index + 1}"]`);
    const id = columns[index]?.source?.id;
    if (!head || id === undefined) return false;
    const { left, bottom } = head.getBoundingClientRect();
    setOpened({ id, at: { x: left, y: bottom } });
    return true;
  };
  return {
    open,
    openAt,
    close: () => {
      setOpened(null);
      scroller.current?.focus({ preventScroll: true });
    },
    onClick: ({ target }: MouseEvent) => {
      const button = target instanceof Element ? target.closest('button') : null;
      const index = button && headColumnOf(button);
      return index !== null && openAt(index);
    },
    onContextMenu: (event: MouseEvent) => {
      const index = headColumnOf(event.target);
      if (index !== null && openAt(index)) event.preventDefault();
    },
    onHeadKey: (head: GridColumn, event: KeyboardEvent) =>
      event.altKey && event.key === 'ArrowDown' && openAt(columns.indexOf(head)),
  };
}
