import type { FreeForm } from '#contract/objects.ts';
import type { LinkOf } from '#domain/reports/columns/cellText.ts';
import { valueAt } from '#domain/reports/columns/columns.ts';
import { cellPadding, type GridColumn, type RenderedColumns } from './columnLayout.ts';
import type { Fits } from './letterWidths.ts';

/** A cell whose content is written here and not by React, with its current text. */
type WrittenCell = {
  readonly element: Element;
  readonly column: GridColumn;
  readonly look: GridColumn['look'];
  /** Pixels for its text. */
  readonly room: number;
  /** Whether overflow is cut; once true it stays, because each change costs more than it saves. */
  isCut: boolean;
  /** Null before the first. */
  text: string | null;
  link: string | null;
  readonly node: Text;
};

/** The cells of a row element for its columns; reused cells keep their content. */
export function cellsIn(
  row: Element,
  { pinned, free }: RenderedColumns,
  before: readonly WrittenCell[],
): readonly WrittenCell[] {
  const known = new Map(before.map((cell) => [cell.element, cell]));
  const elements = row.querySelectorAll('[aria-colindex]');
  return [...pinned, ...free].flatMap(({ column, width }, place) => {
    const element = elements[place];
    return element
      ? { ...(known.get(element) ?? blankIn(element)), column, look: column.look, room: width - cellPadding }
      : [];
  });
}

export type WrittenCells = ReturnType<typeof cellsIn>;

function blankIn(element: Element) {
  const node = document.createTextNode('');
  element.replaceChildren(node);
  return { element, isCut: false, text: null, link: null, node };
}

/** Writes the values of an item into the cells of a row: of hundreds, only changed ones are touched. */
export function writeCells(cells: WrittenCells, item: FreeForm, linkOf: LinkOf | undefined, fits: Fits): void {
  for (const cell of cells) {
    const { source, write } = cell.column;
    const value = source ? valueAt(item, source.path) : null;
    const text = write(value);
    const link = source && text !== '' ? (linkOf?.(value, source) ?? null) : null;
    if (!cell.isCut && !fits(text, cell)) {
      cell.isCut = true;
      cell.element.setAttribute('data-cut', '');
    }
    if (text !== cell.text) {
      // The first cell names its row, if it says anything.
      if ((text === '') !== (cell.text === '') && cell.element.getAttribute('aria-colindex') === '1')
        cell.element.setAttribute('role', text === '' ? 'gridcell' : 'rowheader');
      cell.node.data = text;
      cell.text = text;
    }
    if (link !== cell.link) {
      cell.link = link;
      cell.element.replaceChildren(link === null ? cell.node : linked(cell.node, link));
    }
  }
}

/** The table follows the link: see `useGridInput`. */
function linked(node: Text, address: string): HTMLAnchorElement {
  const link = document.createElement('a');
  link.href = address;
  link.tabIndex = -1;
  link.append(node);
  return link;
}
