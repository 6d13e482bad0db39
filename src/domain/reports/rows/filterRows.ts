import { type Day, daySpan, isDay, type Span } from '#domain/time/time.ts';
import { type Column, isNumeric, isTime, valueAt } from '#domain/reports/columns/columns.ts';
import { dayNumber } from '#domain/reports/columns/instants.ts';
import { textTest, keysOf, type RowStore, textIn, numberOf } from './rowStore.ts';
import { folded } from '#domain/reports/columns/texts.ts';
import { sliceRows, type Work } from './work.ts';

/** A filter of one column. Rows that have nothing there pass a set that names the empty, and nothing else. */
export type ColumnFilter =
  | { readonly form: 'text'; readonly column: string; readonly contains: string }
  /** Both ends inclusive; null is open. */
  | { readonly form: 'range'; readonly column: string; readonly least: number | null; readonly most: number | null }
  /** Days of the operator's calendar, both inclusive; null is open. */
  | { readonly form: 'days'; readonly column: string; readonly first: Day | null; readonly last: Day | null }
  /** Values as plain text; the empty text stands for nothing. */
  | { readonly form: 'set'; readonly column: string; readonly values: readonly string[] };

type Test = (row: number) => boolean;

/** The rows that pass all filters, in their order. A filter of a column that is not there lets all pass. */
export function* filterRows(
  store: RowStore,
  columns: readonly Column[],
  rows: Uint32Array,
  filters: readonly ColumnFilter[],
): Work<Uint32Array> {
  let left = rows;
  for (const filter of filters) {
    const column = columns.find(({ id }) => id === filter.column);
    if (column) left = yield* passing(left, yield* testOf(store, column, filter));
  }
  return left;
}

function* passing(rows: Uint32Array, test: Test): Work<Uint32Array> {
  const passed = new Uint32Array(rows.length);
  let count = 0;
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at] as number;
    if (test(row)) passed[count++] = row;
    if (at % sliceRows === sliceRows - 1) yield;
  }
  return passed.slice(0, count);
}

function* testOf(store: RowStore, column: Column, filter: ColumnFilter): Work<Test> {
  if (filter.form === 'text') {
    const wanted = folded(filter.contains);
    return yield* textTest(store, column, (text) => folded(text).includes(wanted));
  }
  if (filter.form === 'set') {
    const wanted = new Set(filter.values);
    return yield* textTest(store, column, (text) => wanted.has(text));
  }
  const keys = yield* keysOf(store, column);
  const [least, most] =
    filter.form === 'range' ? [filter.least, filter.most] : daysRange(column, filter, store.zone.name);
  const [low, high] = [least ?? Number.NEGATIVE_INFINITY, most ?? Number.POSITIVE_INFINITY];
  return (row) => (keys[row] as number) >= low && (keys[row] as number) <= high;
}

type DaysFilter = Extract<ColumnFilter, { form: 'days' }>;

function daysRange({ kind }: Column, { first, last }: DaysFilter, zone: string): [number | null, number | null] {
  const [from, to] = [first, last].map((day) => (day === null ? null : daySpan(day, zone))) as [
    Span | null,
    Span | null,
  ];
  if (kind !== 'day') return [from && from.start, to && to.end - 1];
  return [first === null ? null : dayNumber(first), last === null ? null : dayNumber(last)];
}

/** The forms of filter that suit a kind of column, the most useful first. */
export function filterForms({ kind }: Column): readonly ColumnFilter['form'][] {
  if (isNumeric(kind)) return ['range', 'set'];
  if (kind === 'instant' || kind === 'wallTime' || kind === 'day') return ['days', 'set'];
  if (kind === 'boolean' || kind === 'empty') return ['set'];
  return ['text', 'set'];
}

/** True for a filter that asks for something: an empty text or a range open at both ends asks for nothing. */
export function isAsking(filter: ColumnFilter): boolean {
  if (filter.form === 'text') return filter.contains !== '';
  if (filter.form === 'set') return filter.values.length > 0;
  if (filter.form === 'range') return filter.least !== null || filter.most !== null;
  return [filter.first, filter.last].some((day) => day !== null && isDay(day));
}

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
    const test = yield* searchOf(store, column, wanted);
    for (let at = 0; at < rows.length; at++) {
      if (found[at] === 0 && test(rows[at] as number)) found[at] = 1;
      if (at % sliceRows === sliceRows - 1) yield;
    }
  }
  return rows.filter((_, at) => found[at] === 1);
}

function* searchOf(store: RowStore, column: Column, wanted: string): Work<(row: number) => boolean> {
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
