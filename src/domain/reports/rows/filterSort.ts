import { type Day, daySpan, isDay } from '#domain/time/time.ts';
import { type Column, isNumeric, isTime, valueAt } from '#domain/reports/columns/columns.ts';
import { dayNumber } from '#domain/reports/columns/times.ts';
import { textTest, keysOf, type RowStore, textIn, numberOf } from './rowStore.ts';
import { folded } from '#domain/reports/columns/values.ts';
import { sliceRows, type Computation, mergeSorted } from './computation.ts';

/** A filter of one column. Blank rows pass only a `set` filter that includes the empty text. */
export type ColumnFilter =
  | { readonly form: 'text'; readonly column: string; readonly contains: string }
  /** Both ends inclusive; null is open. */
  | { readonly form: 'range'; readonly column: string; readonly min: number | null; readonly max: number | null }
  /** Days in the operator's time zone, both inclusive; null is open. */
  | { readonly form: 'days'; readonly column: string; readonly first: Day | null; readonly last: Day | null }
  /** Values as plain text; the empty text means blank. */
  | { readonly form: 'set'; readonly column: string; readonly values: readonly string[] };

type Test = (row: number) => boolean;

/** The rows that pass all filters, in their order. A filter of an unknown column passes all. */
export function* filterRows(
  store: RowStore,
  columns: readonly Column[],
  rows: Uint32Array,
  filters: readonly ColumnFilter[],
): Computation<Uint32Array> {
  let left = rows;
  for (const filter of filters) {
    const column = columns.find(({ id }) => id === filter.column);
    if (column) left = yield* passing(left, yield* testOf(store, column, filter));
  }
  return left;
}

function* passing(rows: Uint32Array, test: Test): Computation<Uint32Array> {
  const passed = new Uint32Array(rows.length);
  let count = 0;
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at] ?? 0;
    if (test(row)) passed[count++] = row;
    if (at % sliceRows === sliceRows - 1) yield;
  }
  return passed.slice(0, count);
}

function* testOf(store: RowStore, column: Column, filter: ColumnFilter): Computation<Test> {
  if (filter.form === 'text') {
    const wanted = folded(filter.contains);
    return yield* textTest(store, column, (text) => folded(text).includes(wanted));
  }
  if (filter.form === 'set') {
    const wanted = new Set(filter.values);
    return yield* textTest(store, column, (text) => wanted.has(text));
  }
  const keys = yield* keysOf(store, column);
  const [min, max] = filter.form === 'range' ? [filter.min, filter.max] : daysRange(column, filter, store.zone.name);
  const [low, high] = [min ?? Number.NEGATIVE_INFINITY, max ?? Number.POSITIVE_INFINITY];
  return (row) => (keys[row] ?? Number.NaN) >= low && (keys[row] ?? Number.NaN) <= high;
}

type DaysFilter = Extract<ColumnFilter, { form: 'days' }>;

function daysRange({ kind }: Column, { first, last }: DaysFilter, zone: string): [number | null, number | null] {
  if (kind !== 'day') {
    return [first === null ? null : daySpan(first, zone).start, last === null ? null : daySpan(last, zone).end - 1];
  }
  return [first === null ? null : dayNumber(first), last === null ? null : dayNumber(last)];
}

/** The forms of filter for this kind of column, the most useful first. */
export function filterForms({ kind }: Column): readonly ColumnFilter['form'][] {
  if (isNumeric(kind)) return ['range', 'set'];
  if (kind === 'instant' || kind === 'wallTime' || kind === 'day') return ['days', 'set'];
  if (kind === 'boolean' || kind === 'empty') return ['set'];
  return ['text', 'set'];
}

/** True if a filter has an effect: an empty text or a range open at both ends has none. */
export function isActive(filter: ColumnFilter): boolean {
  if (filter.form === 'text') return filter.contains !== '';
  if (filter.form === 'set') return filter.values.length > 0;
  if (filter.form === 'range') return filter.min !== null || filter.max !== null;
  return [filter.first, filter.last].some((day) => day !== null && isDay(day));
}

/**
 * The rows with this text in any of these columns, in their order; case and accents do not matter. Numbers match by whole
 * value: 6.2 does not find 16.25.
 */
export function* searchRows(
  store: RowStore,
  columns: readonly Column[],
  rows: Uint32Array,
  text: string,
): Computation<Uint32Array> {
  const wanted = folded(text.trim());
  if (wanted === '') return rows;
  const found = new Uint8Array(rows.length);
  for (const column of columns.filter((one) => canHold(one, wanted))) {
    const test = yield* searchOf(store, column, wanted);
    for (let at = 0; at < rows.length; at++) {
      if (found[at] === 0 && test(rows[at] ?? 0)) found[at] = 1;
      if (at % sliceRows === sliceRows - 1) yield;
    }
  }
  return rows.filter((_, at) => found[at] === 1);
}

function* searchOf(store: RowStore, column: Column, wanted: string): Computation<(row: number) => boolean> {
  const { detected, path } = column;
  if (isNumeric(detected)) {
    const number = numberOf(wanted);
    return (row) => valueAt(store.items[row] ?? {}, path) === number;
  }
  if (detected !== 'guid' && !isTime(detected))
    return yield* textTest(store, column, (text) => folded(text).includes(wanted));
  const upper = wanted.toUpperCase();
  return (row) => {
    const text = textIn(store, column, row);
    return text.includes(wanted) || (upper !== wanted && text.includes(upper));
  };
}

/** True if a column can contain this text at all, so that most searches skip most columns. */
function canHold({ detected, filled }: Column, wanted: string): boolean {
  if (filled === 0) return false;
  if (isNumeric(detected)) return !Number.isNaN(numberOf(wanted));
  if (isTime(detected)) return /^[\dtzapm/:.,+ -]+$/.test(wanted);
  if (detected === 'guid') return /^[\da-f-]+$/.test(wanted);
  return detected !== 'boolean' || 'yes'.includes(wanted) || 'no'.includes(wanted);
}

export type Sort = { readonly column: string; readonly isDescending: boolean };

/**
 * Sorts rows by several columns, the first deciding before the second. Blanks come last in either direction, equal rows keep
 * their order, and unknown columns are ignored.
 */
export function* sortRows(
  store: RowStore,
  columns: readonly Column[],
  rows: Uint32Array,
  sorts: readonly Sort[],
): Computation<Uint32Array> {
  let sorted = rows;
  // Stable sorts from the last column to the first give the same as comparing by all of them.
  for (const { column: id, isDescending } of sorts.toReversed()) {
    const column = columns.find((candidate) => candidate.id === id);
    if (!column) continue;
    const keys = directed(yield* keysOf(store, column), isDescending);
    sorted = yield* mergeSorted(sorted, (a, b) => (keys[a] ?? Number.NaN) > (keys[b] ?? Number.NaN));
  }
  return sorted;
}

function directed(keys: Float64Array, isDescending: boolean): Float64Array {
  const sign = isDescending ? -1 : 1;
  return keys.map((key) => (Number.isNaN(key) ? Number.POSITIVE_INFINITY : sign * key));
}
