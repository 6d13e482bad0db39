import type { Place } from '#domain/grid/gridWalk.ts';

/** The cell that an event came from; null outside of cells, and on links and buttons, which act by themselves. */
export function placeOf(target: EventTarget): Place | null {
  if (!(target instanceof Element) || target.closest('a, button, [data-handle]')) return null;
  const cell = target.closest('[aria-colindex]');
  const row = cell?.closest('[aria-rowindex]');
  return cell && row ? { line: indexOf(row, 'aria-rowindex'), column: indexOf(cell, 'aria-colindex') } : null;
}

/** The column whose head an event came from, wherever in it; null elsewhere. */
export function headColumnOf(target: EventTarget): number | null {
  const head = target instanceof Element ? target.closest('[role=columnheader]') : null;
  return head && indexOf(head, 'aria-colindex');
}

function indexOf(element: Element, attribute: string): number {
  return Number(element.getAttribute(attribute)) - 1;
}
