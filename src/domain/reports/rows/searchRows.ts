import { type Column, isNumeric, isTime, valueAt } from '#domain/reports/columns/columns.ts';
import { textIn, textTest } from '#domain/reports/columns/dictionary.ts';
import { numberOf, type RowStore } from './rowStore.ts';
import { folded } from '#domain/reports/columns/texts.ts';
import { sliceRows, type Work } from './work.ts';

/**
 * The rows that have a text in any of these columns, in their order; case and accents do not matter. A number is found by its
 * whole value: who looks for 6.2 does not mean 16.25.
 */
export function* searchRows(
  store: RowStore,
  columns: readonly Column[],
  rows: Uint32Array,
  text: string,
): Work<Uint32Array> {
  const wanted = folded(text.trim());
  if (wanted === '') return rows;
  const found = new Uint8Array(rows.length);
  for (const column of columns.filter((one) => canHold(one, wanted))) {
    const test = yield* testOf(store, column, wanted);
    for (let at = 0; at < rows.length; at++) {
      if (found[at] === 0 && test(rows[at] as number)) found[at] = 1;
      if (at % sliceRows === sliceRows - 1) yield;
    }
  }
  return rows.filter((_, at) => found[at] === 1);
}

function* testOf(store: RowStore, column: Column, wanted: string): Work<(row: number) => boolean> {
  const { guess, path } = column;
  if (isNumeric(guess)) {
    const number = numberOf(wanted);
    return (row) => valueAt(store.items[row] ?? {}, path) === number;
  }
  if (guess !== 'guid' && !isTime(guess))
    return yield* textTest(store, column, (text) => folded(text).includes(wanted));
  const upper = wanted.toUpperCase();
  return (row) => {
    const text = textIn(store, column, row);
    return text.includes(wanted) || (upper !== wanted && text.includes(upper));
  };
}

/** Whether a column's texts can hold these letters at all: most columns need not be read for most words. */
function canHold({ guess, filled }: Column, wanted: string): boolean {
  if (filled === 0) return false;
  if (isNumeric(guess)) return !Number.isNaN(numberOf(wanted));
  if (isTime(guess)) return /^[\dtzapm/:.,+ -]+$/.test(wanted);
  if (guess === 'guid') return /^[\da-f-]+$/.test(wanted);
  return guess !== 'boolean' || 'yes'.includes(wanted) || 'no'.includes(wanted);
}
