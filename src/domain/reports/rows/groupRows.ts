import { type Column, isNumeric, isSummed, isTime } from '#domain/reports/columns/columns.ts';
import { dictionaryOf, keysOf, type RowStore } from './rowStore.ts';
import { type Bucket, bucketReader } from '#domain/reports/columns/times.ts';
import { mergeSorted, sliceRows, type Computation } from './computation.ts';

export type Grouping = {
  readonly column: Column;
  /** For times: the calendar period that makes a group. Null groups by exact value. */
  readonly bucket: Bucket | null;
};

export type Group = {
  /** The value as plain text, or the name of the period; empty for rows without a value. */
  readonly key: string;
  readonly count: number;
  /** In the order of the measures. */
  readonly aggregates: readonly Aggregate[];
};

/** Rows whose values are in no figure of some measures. They still count as rows. */
export type Skipped = {
  /** 1 for each of these rows, by row number. */
  readonly isRow: Uint8Array;
  readonly concerns: (measure: Column) => boolean;
};

/** Groups rows by a column, in the column's order, blanks last. Each measure is a column of numbers or times. */
export function* groupRows(
  store: RowStore,
  rows: Uint32Array,
  grouping: Grouping,
  measures: readonly Column[],
  skipped: Skipped | null = null,
): Computation<Group[]> {
  const split = yield* splitRows(store, rows, grouping);
  const measured: { readonly measure: Column; readonly tallies: Tallies }[] = [];
  for (const measure of measures)
    measured.push({ measure, tallies: yield* tallyMeasure(store, rows, split, measure, skipped) });
  const groups: Group[] = [];
  for (const group of yield* mergeSorted(split.present, (a, b) => isAfter(split, a, b))) {
    const aggregates = measured.map(({ measure, tallies }) => aggregateOf(tallies, group, measure));
    groups.push({ key: split.names[group] ?? '', count: split.counts[group] ?? 0, aggregates });
    if (groups.length % sliceRows === 0) yield;
  }
  return groups;
}

/** The rows of the group with this key, in their order. */
export function* rowsOfGroup(
  store: RowStore,
  rows: Uint32Array,
  grouping: Grouping,
  key: string,
): Computation<Uint32Array> {
  const { names, groups } = yield* splitRows(store, rows, grouping);
  const wanted = names.indexOf(key);
  return rows.filter((_, at) => groups[at] === wanted);
}

/** The assignment of rows to groups. */
type RowSplit = {
  readonly names: readonly string[];
  /** The group of each row, in the order of the rows. */
  readonly groups: Uint32Array;
  /** Rows in each group. */
  readonly counts: Uint32Array;
  /** The groups that have rows. */
  readonly present: Uint32Array;
  /** The sort key of each group. */
  readonly order: Float64Array;
};

function* splitRows(store: RowStore, rows: Uint32Array, { column, bucket }: Grouping): Computation<RowSplit> {
  const keys = yield* keysOf(store, column);
  const { names, groupOf } =
    bucket && isTime(column.kind) ? periodNames(store, column, keys, bucket) : yield* valueNames(store, column);
  const groups = new Uint32Array(rows.length);
  for (let at = 0; at < rows.length; at++) {
    groups[at] = groupOf(rows[at] ?? 0);
    if (at % sliceRows === sliceRows - 1) yield;
  }
  const counts = new Uint32Array(names.length);
  const order = new Float64Array(names.length);
  for (let at = 0; at < rows.length; at++) {
    const group = groups[at] ?? 0;
    counts[group] = (counts[group] ?? 0) + 1;
    const key = keys[rows[at] ?? 0] ?? Number.NaN;
    order[group] = Number.isNaN(key) ? Number.POSITIVE_INFINITY : key;
  }
  const present = Uint32Array.from(names.keys()).filter((group) => counts[group] !== 0);
  return { names, groups, counts, present, order };
}

type Names = { readonly names: readonly string[]; readonly groupOf: (row: number) => number };

function* valueNames(store: RowStore, column: Column): Computation<Names> {
  const { texts, codes } = yield* dictionaryOf(store, column);
  return { names: texts, groupOf: (row) => codes[row] ?? 0 };
}

function periodNames({ zone }: RowStore, { kind }: Column, instants: Float64Array, bucket: Bucket): Names {
  const nameOf = bucketReader(kind === 'day' ? 'UTC' : zone.name, bucket);
  const names: string[] = [];
  const known = new Map<string, number>();
  const groupOf = (row: number) => {
    const instant = instants[row] ?? Number.NaN;
    const name = Number.isNaN(instant) ? '' : nameOf(instant);
    const group = known.get(name) ?? names.push(name) - 1;
    known.set(name, group);
    return group;
  };
  return { names, groupOf };
}

/** Texts that differ only in case have equal sort keys, so the text itself decides. */
function isAfter({ order, names }: RowSplit, a: number, b: number): boolean {
  if (order[a] !== order[b]) return (order[a] ?? 0) > (order[b] ?? 0);
  return (names[a] ?? '') > (names[b] ?? '');
}

function* tallyMeasure(
  store: RowStore,
  rows: Uint32Array,
  { names, groups }: RowSplit,
  measure: Column,
  skipped: Skipped | null,
): Computation<Tallies> {
  const keys = yield* keysOf(store, measure);
  const tallies = newTallies(names.length);
  const isRow = skipped?.concerns(measure) ? skipped.isRow : null;
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at] ?? 0;
    if (isRow?.[row] !== 1) addTo(tallies, groups[at] ?? 0, keys[row] ?? Number.NaN);
    if (at % sliceRows === sliceRows - 1) yield;
  }
  return tallies;
}

/** Orders groups by their size, or by the sum of the measure with this index, largest first by default. */
export function orderedGroups(groups: readonly Group[], by: 'count' | number, isDescending = true): Group[] {
  const figure = (group: Group) =>
    by === 'count' ? group.count : (group.aggregates[by]?.sum ?? Number.NEGATIVE_INFINITY);
  const sign = isDescending ? -1 : 1;
  // Two groups without a sum are equal, but -Infinity minus itself is NaN.
  return groups.toSorted((a, b) => sign * (figure(a) - figure(b) || 0));
}

/** The measures over all of these rows: the totals row. */
export function* totals(
  store: RowStore,
  rows: Uint32Array,
  measures: readonly Column[],
  skipped: Skipped | null = null,
): Computation<Aggregate[]> {
  const found: Aggregate[] = [];
  for (const measure of measures) {
    const keys = yield* keysOf(store, measure);
    const tallies = newTallies(1);
    const isRow = skipped?.concerns(measure) ? skipped.isRow : null;
    for (let at = 0; at < rows.length; at++) {
      const row = rows[at] ?? 0;
      if (isRow?.[row] !== 1) addTo(tallies, 0, keys[row] ?? Number.NaN);
      if (at % sliceRows === sliceRows - 1) yield;
    }
    found.push(aggregateOf(tallies, 0, measure));
  }
  return found;
}

/** The columns that can be measured: numbers have sums, numbers and times a minimum and maximum. */
export function measurable(columns: readonly Column[]): Column[] {
  return columns.filter(({ kind }) => isNumeric(kind) || isTime(kind));
}

/** Whether a column has a figure: dates and readings of meters have no sum and no average. */
export function hasFigure(column: Column, figure: keyof Aggregate): boolean {
  return (figure !== 'sum' && figure !== 'average') || isSummed(column);
}

/** The columns that groups sum unless others are chosen: those of hours. */
export function usualMeasures(columns: readonly Column[]): Column[] {
  return columns.filter((column) => column.kind === 'hours' && column.filled > 0 && isSummed(column));
}

/** A measure over some rows. */
export type Aggregate = {
  /** Rows with a value. */
  readonly filled: number;
  /** Null if no row has a value, and for columns that cannot be summed, such as times. */
  readonly sum: number | null;
  readonly average: number | null;
  readonly least: number | null;
  readonly most: number | null;
};

/** Running figures of several groups, by index. */
type Tallies = {
  readonly filled: Uint32Array;
  readonly sum: Float64Array;
  /** The rounding errors of the sums (Neumaier), added back at the end. */
  readonly lost: Float64Array;
  readonly least: Float64Array;
  readonly most: Float64Array;
};

function newTallies(groups: number): Tallies {
  return {
    filled: new Uint32Array(groups),
    sum: new Float64Array(groups),
    lost: new Float64Array(groups),
    least: new Float64Array(groups).fill(Number.POSITIVE_INFINITY),
    most: new Float64Array(groups).fill(Number.NEGATIVE_INFINITY),
  };
}

/** Adds a value to a group; NaN means no value. */
function addTo({ filled, sum, lost, least, most }: Tallies, group: number, value: number): void {
  if (Number.isNaN(value)) return;
  const before = sum[group] ?? 0;
  const after = before + value;
  lost[group] =
    (lost[group] ?? 0) + (Math.abs(before) >= Math.abs(value) ? before - after + value : value - after + before);
  sum[group] = after;
  filled[group] = (filled[group] ?? 0) + 1;
  if (value < (least[group] ?? 0)) least[group] = value;
  if (value > (most[group] ?? 0)) most[group] = value;
}

/** The figures of one group. Sums are rounded to the decimals of the column, so that 0.1 + 0.2 is 0.3; averages have two more. */
function aggregateOf(tallies: Tallies, group: number, column: Column): Aggregate {
  const { decimals } = column;
  const hasSum = isSummed(column);
  const filled = tallies.filled[group] ?? 0;
  if (filled === 0) return { filled, sum: null, average: null, least: null, most: null };
  const sum = (tallies.sum[group] ?? 0) + (tallies.lost[group] ?? 0);
  return {
    filled,
    sum: hasSum ? rounded(sum, decimals) : null,
    average: hasSum ? rounded(sum / filled, decimals + 2) : null,
    least: tallies.least[group] ?? 0,
    most: tallies.most[group] ?? 0,
  };
}

/** Rounds to this many decimals if the number's precision allows it, and never to negative zero. */
export function rounded(value: number, decimals: number): number {
  const scale = 10 ** decimals;
  const scaled = value * scale;
  return Math.abs(scaled) < Number.MAX_SAFE_INTEGER ? Math.round(scaled) / scale || 0 : value;
}
