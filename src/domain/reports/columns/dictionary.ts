import { type Column, valueAt } from './columns.ts';
import type { RowStore } from '#domain/reports/rows/rowStore.ts';
import { plainText } from './valueKinds.ts';
import { sliceRows, type Work } from '#domain/reports/rows/work.ts';

/** A column's texts, each once, and which of them each row has: what is true of a text is found out once. */
export type Dictionary = { readonly texts: readonly string[]; readonly codes: Uint32Array };

/** A column's text in a row, as the service wrote it; empty for nothing. */
export function textIn(store: RowStore, column: Column, row: number): string {
  return plainText(valueAt(store.items[row] ?? {}, column.path));
}

/** Made once: 4 bytes a row, and the different texts, which the rows hold anyway. */
export function* dictionaryOf(store: RowStore, column: Column): Work<Dictionary> {
  const known = store.dictionaries.get(column.id);
  if (known) return known;
  const codeOf = new Map<string, number>();
  const codes = new Uint32Array(store.items.length);
  for (let row = 0; row < codes.length; row++) {
    const text = textIn(store, column, row);
    let code = codeOf.get(text);
    if (code === undefined) codeOf.set(text, (code = codeOf.size));
    codes[row] = code;
    if (row % sliceRows === sliceRows - 1) yield;
  }
  const dictionary = { texts: [...codeOf.keys()], codes };
  store.dictionaries.set(column.id, dictionary);
  return dictionary;
}

const sample = 1000;

/** Whether the first rows say the same things often, so that a dictionary pays; ids and notes are read row by row. */
function isRepetitive(store: RowStore, column: Column): boolean {
  if (store.dictionaries.has(column.id)) return true;
  const rows = Math.min(sample, store.items.length);
  const seen = new Set<string>();
  for (let row = 0; row < rows; row++) seen.add(textIn(store, column, row));
  return 2 * seen.size < rows;
}

/** Whether a row's text passes a test, which is made once per different text where texts repeat. */
export function* textTest(
  store: RowStore,
  column: Column,
  passes: (text: string) => boolean,
): Work<(row: number) => boolean> {
  if (!isRepetitive(store, column)) return (row) => passes(textIn(store, column, row));
  const { texts, codes } = yield* dictionaryOf(store, column);
  const passed = Uint8Array.from(texts, (text) => Number(passes(text)));
  return (row) => passed[codes[row] as number] === 1;
}
