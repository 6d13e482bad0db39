import type { Column } from './columns.ts';
import { dictionaryOf } from './dictionary.ts';
import type { RowStore } from '#domain/reports/rows/rowStore.ts';
import { folded } from './texts.ts';
import type { Work } from '#domain/reports/rows/work.ts';

export type ColumnValue = { readonly text: string; readonly count: number };

/** The different texts of a column with the rows that have them, the most frequent first; equals in the order they came. */
export function* columnValues(store: RowStore, column: Column): Work<ColumnValue[]> {
  const { texts, codes } = yield* dictionaryOf(store, column);
  const counts = new Uint32Array(texts.length);
  for (const code of codes) counts[code] = (counts[code] as number) + 1;
  yield;
  return texts
    .map((text, code) => ({ text, count: counts[code] as number }))
    .toSorted((one, other) => other.count - one.count);
}

/** The values that have these letters, the chosen ones before all others, and at most so many of the others. */
export function offeredValues(
  values: readonly ColumnValue[],
  chosen: readonly string[],
  search: string,
  most: number,
): ColumnValue[] {
  const counts = new Map(values.map(({ text, count }) => [text, count]));
  const isChosen = new Set(chosen);
  const wanted = folded(search.trim());
  const others: ColumnValue[] = [];
  for (const value of values) {
    if (others.length === most) break;
    if (!isChosen.has(value.text) && folded(value.text).includes(wanted)) others.push(value);
  }
  return [...chosen.map((text) => ({ text, count: counts.get(text) ?? 0 })), ...others];
}
