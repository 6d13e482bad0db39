import {
  type ClipboardEvent,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  useId,
  useState,
} from 'react';
import type { Scroller } from '#web/components/table/useSize.ts';
import { scrollLeftTo } from './columnLayout.ts';
import { fittingWidth, nextOrder, type ShownColumn, sortPlace, withColumn, withSort } from './columnModel.ts';
import {
  actionAt,
  type CellPosition,
  clampedCell,
  type GridBounds,
  type GridProps,
  keyCommand,
  valueTextAt,
} from './gridModel.ts';
import type { ColumnDrag, GridLayout } from './useGridLayout.ts';
import { contentTop, scrollTo } from './virtualScroll.ts';

/** A point of the window, in pixels. */
export type Point = { readonly x: number; readonly y: number };
type OpenMenu = { readonly column: ShownColumn; readonly at: Point; readonly width: number };

/** What the input works on, and its callbacks. */
type Handled = Pick<GridProps, 'columns' | 'store' | 'view' | 'groups' | 'onView' | 'onOpen' | 'onLink'>;

/** What clicks, keys, drags and copying in the table do. */
export function useGridInput(
  scroller: Scroller,
  { columns: all, store, view, groups, onView, onOpen, onLink }: Handled,
  layout: GridLayout,
  drag: ColumnDrag | null,
  setDrag: (drag: ColumnDrag | null) => void,
) {
  const { columns, lines } = layout;
  const cell = useActiveCell(scroller, layout);
  const menu = useColumnMenu(scroller, layout);
  const setWidth = (index: number, width: number | null) => {
    const id = columns[index]?.source?.id;
    if (id !== undefined) onView({ columns: withColumn(all, view, id, { width }) });
  };
  const activate = (position: CellPosition, isShift: boolean) => {
    const action = actionAt(position, { columns, lines, groups: groups?.groups ?? [] });
    if (action?.does === 'sort') {
      const { sorts } = view;
      const order = nextOrder(sortPlace(sorts, action.column));
      onView({ sorts: withSort(sorts, action.column, order, isShift) });
    } else if (action?.does === 'open') onOpen(action.row);
    else if (action) groups?.onToggle(action.key);
  };
  const activateOrMenu = (position: CellPosition, isShift: boolean) => {
    if (layout.isTouch && position.line === 0) menu.openAt(position.column);
    else activate(position, isShift);
  };
  const listeners = {
    ...columnDrag(layout, drag, setDrag, setWidth),
    onFocus: cell.onFocus,
    onClick: (event: MouseEvent) => {
      const menuColumn = menuButtonColumn(event.target);
      if (menuColumn !== null && menu.openAt(menuColumn)) return;
      if (onLink) followLink(event, onLink);
      const position = positionOf(event.target);
      if (!position || isTextSelected()) return;
      cell.set(position);
      activateOrMenu(position, event.shiftKey);
    },
    onContextMenu: (event: MouseEvent) => {
      const index = headColumnOf(event.target);
      if (index === null || !columns[index]?.source) return;
      event.preventDefault();
      menu.openAt(index);
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (event.target !== scroller.current) return;
      const from = cell.active ?? cell.firstInView();
      const command = keyCommand(event, from, cell.bounds);
      if (!command) return;
      event.preventDefault();
      if (command.does === 'move') cell.moveTo(command.to);
      else if (command.does === 'activate') activateOrMenu(from, event.shiftKey);
      else if (command.does === 'open menu') menu.openAt(from.column);
      else {
        const column = columns[from.column];
        if (column) setWidth(from.column, fittingWidth(layout.widthOf(column) + command.by));
      }
    },
    /** Copies the full value of the active cell if no text is selected. */
    onCopy: (event: ClipboardEvent) => {
      const text = cell.active && !isTextSelected() ? valueTextAt(cell.active, { columns, lines }, store.items) : null;
      if (text === null) return;
      event.clipboardData.setData('text/plain', text);
      event.preventDefault();
    },
  };
  return { active: cell.rendered, menu, listeners };
}

/**
 * Sets the width of a column by dragging the edge of its heading. The width is local until the pointer is released, so that
 * the address is written once.
 */
function columnDrag(
  { columns, widthOf }: GridLayout,
  drag: ColumnDrag | null,
  setDrag: (drag: ColumnDrag | null) => void,
  setWidth: (index: number, width: number | null) => void,
) {
  return {
    onPointerDown: (event: PointerEvent) => {
      const index = handleColumn(event.target);
      const column = index === null ? undefined : columns[index];
      if (index === null || !column || event.button !== 0) return;
      event.preventDefault();
      if (event.target instanceof Element) event.target.setPointerCapture(event.pointerId);
      const width = widthOf(column);
      setDrag({ index, startX: event.clientX, startWidth: width, width });
    },
    onPointerMove: (event: PointerEvent) => {
      if (drag) setDrag({ ...drag, width: fittingWidth(drag.startWidth + event.clientX - drag.startX) });
    },
    onPointerUp: () => {
      if (drag && drag.width !== drag.startWidth) setWidth(drag.index, drag.width);
      setDrag(null);
    },
    onPointerCancel: () => setDrag(null),
    /** A double click on the edge of a heading resets the width. */
    onDoubleClick: ({ target }: MouseEvent) => {
      const index = handleColumn(target);
      if (index !== null) setWidth(index, null);
    },
  };
}

/**
 * The active cell. Focus stays on the table itself, which names the cell (`aria-activedescendant`), because row elements are
 * reused for other rows while scrolling.
 */
function useActiveCell(scroller: Scroller, layout: GridLayout) {
  const { list, places, lines, lineCount, rendered, renderedColumns } = layout;
  const id = `cell${useId()}`;
  const [chosen, setChosen] = useState<CellPosition | null>(null);
  const bounds: GridBounds = {
    lines: lineCount,
    columns: layout.columns.length,
    page: Math.max(1, Math.floor(list.room / list.lineHeight) - 1),
  };
  const active = chosen && clampedCell(chosen, bounds);
  const isRendered = ({ line, column }: CellPosition) =>
    (line === 0 || line > lines.count || (line > rendered.start && line <= rendered.end)) &&
    [...renderedColumns.pinned, ...renderedColumns.free].some(({ index }) => index === column);
  const firstInView = (): CellPosition => {
    const top = contentTop(list, scroller.current?.scrollTop ?? 0);
    return { line: Math.min(lineCount - 1, 1 + Math.ceil(top / list.lineHeight)), column: 0 };
  };
  return {
    bounds,
    active,
    /** Null while the active cell is not in the document. */
    rendered: active && isRendered(active) ? { position: active, id } : null,
    firstInView,
    set: setChosen,
    moveTo: (position: CellPosition) => {
      setChosen(position);
      const element = scroller.current;
      if (!element) return;
      // The header and the totals are always in view; the totals follow the last line.
      const line = Math.min(position.line, list.lines) - 1;
      const top = line < 0 ? element.scrollTop : scrollTo(list, element.scrollTop, line);
      element.scrollTo({ top, left: scrollLeftTo(places, position.column, element) });
    },
    onFocus: (event: FocusEvent) => {
      if (event.target === scroller.current && !chosen) setChosen(firstInView());
    },
  };
}

/** The open column menu: by the button in the heading, the right mouse button, or Alt and arrow down. */
function useColumnMenu(scroller: Scroller, { columns, widthOf }: GridLayout) {
  const [opened, setOpened] = useState<{ readonly id: string; readonly at: Point } | null>(null);
  const column = opened && columns.find(({ id, source }) => source && id === opened.id);
  const open: OpenMenu | null =
    opened && column?.source ? { column: column.source, at: opened.at, width: widthOf(column) } : null;
  return {
    open,
    /** False if the column has no menu. */
    openAt: (index: number): boolean => {
      const head = scroller.current?.querySelector(`[role=columnheader][aria-colindex="${index + 1}"]`);
      const id = columns[index]?.source?.id;
      if (!head || id === undefined) return false;
      const { left, bottom } = head.getBoundingClientRect();
      setOpened({ id, at: { x: left, y: bottom } });
      return true;
    },
    close: () => {
      setOpened(null);
      scroller.current?.focus({ preventScroll: true });
    },
  };
}

/** The cell of an event; null outside cells, and on links and buttons, which have their own actions. */
function positionOf(target: EventTarget): CellPosition | null {
  if (!(target instanceof Element) || target.closest('a, button, [data-handle]')) return null;
  const cell = target.closest('[aria-colindex]');
  const row = cell?.closest('[aria-rowindex]');
  return cell && row ? { line: indexIn(row, 'aria-rowindex'), column: indexIn(cell, 'aria-colindex') } : null;
}

/** Follows a link of a cell in this page, unless the browser should open it elsewhere. */
function followLink(event: MouseEvent, onLink: (address: string) => void): void {
  const { target, button, metaKey, altKey, ctrlKey, shiftKey } = event;
  const address = target instanceof Element ? target.closest('a')?.getAttribute('href') : null;
  if (address == null || button !== 0 || metaKey || altKey || ctrlKey || shiftKey) return;
  event.preventDefault();
  onLink(address);
}

/** The column whose heading contains the target. */
function headColumnOf(target: EventTarget): number | null {
  const head = target instanceof Element ? target.closest('[role=columnheader]') : null;
  return head && indexIn(head, 'aria-colindex');
}

/** The column whose resize handle contains the target. */
function handleColumn(target: EventTarget): number | null {
  return target instanceof Element && target.closest('[data-handle]') ? headColumnOf(target) : null;
}

function menuButtonColumn(target: EventTarget): number | null {
  const button = target instanceof Element ? target.closest('button') : null;
  return button && headColumnOf(button);
}

function indexIn(element: Element, attribute: string): number {
  return Number(element.getAttribute(attribute)) - 1;
}

/** Selecting text to copy it is not a click on the row. */
function isTextSelected(): boolean {
  return getSelection()?.type === 'Range';
}
