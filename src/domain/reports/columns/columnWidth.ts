import type { FreeForm } from '#domain/answers/freeForm.ts';
import { type Column, type ColumnKind, isNumeric, valueAt } from './columns.ts';
import { numberOf } from '#domain/reports/rows/rowStore.ts';
import { plainText } from './valueKinds.ts';

/** Pixels of an average letter at the table's size, of what a cell has beside its text, and of the marks in a column's head. */
const letter = 7.2;
const padding = 26;
const marks = 44;
const [narrowest, widest, widestHead] = [72, 260, 200];
const sample = 40;

/** Kinds whose values all read alike: `Tue 12 May 2026 1430L`; of an id the beginning is enough. */
const fixed: Partial<Readonly<Record<ColumnKind, number>>> = { instant: 192, wallTime: 192, day: 146, guid: 124 };

/** A width that suits a column's name and its values in the first rows: what is longer is cut, and shown whole in the record. */
export function usualWidth(column: Column, items: readonly FreeForm[]): number {
  const head = Math.min(column.label.length * letter + marks, widestHead);
  let letters = 0;
  for (const item of items.slice(0, sample)) letters = Math.max(letters, textOf(column, item).length);
  const longest = fixed[column.kind] ?? textWidth(letters);
  return Math.round(Math.max(narrowest, head, Math.min(longest, widest)));
}

/** What a cell needs for so many letters. */
export function textWidth(letters: number): number {
  return Math.ceil(letters * letter + padding);
}

/** As the cell reads, or about as long: formats are too dear for columns out of sight. */
function textOf({ kind, path, decimals }: Column, item: FreeForm): string {
  const value = valueAt(item, path);
  const number = isNumeric(kind) ? numberOf(value) : Number.NaN;
  return Number.isNaN(number) ? plainText(value) : `${number.toFixed(decimals)},00`;
}
