import { type Cell, csvHead, csvLines } from '#domain/answers/csv.ts';
import { type Column, valueAt } from '#domain/reports/columns/columns.ts';
import type { RowStore } from './rowStore.ts';
import { plainText } from '#domain/reports/columns/valueKinds.ts';

const rowsAPiece = 1000;

/** Rows as CSV, piece by piece, so that a hundred thousand neither fill the memory twice nor stop the screen. */
export function* reportCsv(store: RowStore, columns: readonly Column[], rows: Uint32Array): Generator<string> {
  yield csvHead(columns.map(({ path }) => path.join('.')));
  for (let at = 0; at < rows.length; at += rowsAPiece) {
    const piece = Array.from(rows.subarray(at, at + rowsAPiece), (row) => cellsOf(store, columns, row));
    yield csvLines(piece);
  }
}

/** Values as the service wrote them; objects and lists beyond the columns as JSON, so that nothing is lost. */
function cellsOf(store: RowStore, columns: readonly Column[], row: number): Cell[] {
  const item = store.items[row] ?? {};
  return columns.map(({ path }) => exportCell(valueAt(item, path)));
}

/** A value for a spreadsheet; null for nothing. */
export function exportCell(value: unknown): Cell {
  if (typeof value === 'number') return value;
  const text = typeof value === 'object' && value !== null ? structureText(value) : plainText(value);
  return text === '' ? null : text;
}

function structureText(value: object): string {
  const isNothing = Object.keys(value).length === 0;
  return isNothing ? '' : JSON.stringify(value);
}
