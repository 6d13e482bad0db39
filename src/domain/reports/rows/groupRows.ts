import { type Column, isNumeric, isSummed, isTime } from '#domain/reports/columns/columns.ts';
import { dictionaryOf, keysOf, type RowStore } from './rowStore.ts';
import { type Bucket, bucketReader } from '#domain/reports/columns/instants.ts';
import { mergeSorted } from './mergeSorted.ts';
import { sliceRows, type Work } from './work.ts';

export type Grouping = {
  readonly column: Column;
  /** For times: the stretch of the calendar that makes a group. Null groups by the value itself. */
  readonly bucket: Bucket | null;
};

export type Group = {
  /** The value as plain text, or the stretch's name; empty for the rows that have nothing. */
  readonly key: string;
  readonly count: number;
  /** In the order of the measures. */
  readonly aggregates: readonly Aggregate[];
};

/** The rows by the value of a column, in its order, the empty last; each measure is a column of numbers or times. */
export function* groupRows(
  store: RowStore,
  rows: Uint32Array,
  grouping: Grouping,
  measures: readonly Column[],
): Work<Group[]> {
  const parting = yield* partingOf(store, rows, grouping);
  const tallies: Tallies[] = [];
  for (const measure of measures) tallies.push(yield* talliesOf(store, rows, parting, measure));
  const groups: Group[] = [];
  for (const group of yield* mergeSorted(parting.present, (a, b) => isAfter(parting, a, b))) {
    const aggregates = measures.map((measure, index) => aggregateOf(tallies[index] as Tallies, group, measure));
    groups.push({ key: parting.names[group] as string, count: parting.counts[group] as number, aggregates });
    if (groups.length % sliceRows === 0) yield;
  }
  return groups;
}

/** The rows of one group, by its key, in their order. */
export function* rowsOfGroup(store: RowStore, rows: Uint32Array, grouping: Grouping, key: string): Work<Uint32Array> {
  const { names, groups } = yield* partingOf(store, rows, grouping);
  const wanted = names.indexOf(key);
  return rows.filter((_, at) => groups[at] === wanted);
}

/** Which group each of the rows is in. */
type Parting = {
  readonly names: readonly string[];
  /** Of each of the rows, in their order. */
  readonly groups: Uint32Array;
  /** Rows in each group. */
  readonly counts: Uint32Array;
  /** The groups that have rows. */
  readonly present: Uint32Array;
  /** What orders each group. */
  readonly order: Float64Array;
};

function* partingOf(store: RowStore, rows: Uint32Array, { column, bucket }: Grouping): Work<Parting> {
  const keys = yield* keysOf(store, column);
  const { names, groupOf } =
    bucket && isTime(column.kind) ? stretches(store, column, keys, bucket) : yield* values(store, column);
  const groups = new Uint32Array(rows.length);
  for (let at = 0; at < rows.length; at++) {
    groups[at] = groupOf(rows[at] as number);
    if (at % sliceRows === sliceRows - 1) yield;
  }
  const counts = new Uint32Array(names.length);
  const order = new Float64Array(names.length);
  for (let at = 0; at < rows.length; at++) {
    const group = groups[at] as number;
    counts[group] = (counts[group] as number) + 1;
    const key = keys[rows[at] as number] as number;
    order[group] = Number.isNaN(key) ? Number.POSITIVE_INFINITY : key;
  }
  const present = Uint32Array.from(names.keys()).filter((group) => counts[group] !== 0);
  return { names, groups, counts, present, order };
}

type Names = { readonly names: readonly string[]; readonly groupOf: (row: number) => number };

function* values(store: RowStore, column: Column): Work<Names> {
  const { texts, codes } = yield* dictionaryOf(store, column);
  return { names: texts, groupOf: (row) => codes[row] as number };
}

function stretches({ zone }: RowStore, { kind }: Column, instants: Float64Array, bucket: Bucket): Names {
  const nameOf = bucketReader(kind === 'day' ? 'UTC' : zone.name, bucket);
  const names: string[] = [];
  const known = new Map<string, number>();
  const groupOf = (row: number) => {
    const instant = instants[row] as number;
    const name = Number.isNaN(instant) ? '' : nameOf(instant);
    const group = known.get(name) ?? names.push(name) - 1;
    known.set(name, group);
    return group;
  };
  return { names, groupOf };
}

/** Texts that differ in case alone are in one place of the order; the text itself decides then. */
function isAfter({ order, names }: Parting, a: number, b: number): boolean {
  if (order[a] !== order[b]) return (order[a] as number) > (order[b] as number);
  return (names[a] as string) > (names[b] as string);
}

function* talliesOf(store: RowStore, rows: Uint32Array, { names, groups }: Parting, measure: Column): Work<Tallies> {
  const keys = yield* keysOf(store, measure);
  const tallies = newTallies(names.length);
  for (let at = 0; at < rows.length; at++) {
    addTo(tallies, groups[at] as number, keys[rows[at] as number] as number);
    if (at % sliceRows === sliceRows - 1) yield;
  }
  return tallies;
}

function aggregateOf(tallies: Tallies, group: number, column: Column): Aggregate {
  return aggregateAt(tallies, group, column.decimals, isSummed(column));
}

/** Groups by another figure than their value: their size, or the sum of a measure (an index); largest first, unless turned. */
export function orderedGroups(groups: readonly Group[], by: 'count' | number, isDescending = true): Group[] {
  const figure = (group: Group) =>
    by === 'count' ? group.count : (group.aggregates[by]?.sum ?? Number.NEGATIVE_INFINITY);
  const sign = isDescending ? -1 : 1;
  // Two that have no sum are equal; their difference is not a number.
  return groups.toSorted((a, b) => sign * (figure(a) - figure(b) || 0));
}

/** The measures over all of these rows: the line at the foot of the table. */
export function* totals(store: RowStore, rows: Uint32Array, measures: readonly Column[]): Work<Aggregate[]> {
  const found: Aggregate[] = [];
  for (const measure of measures) {
    const keys = yield* keysOf(store, measure);
    const tallies = newTallies(1);
    for (let at = 0; at < rows.length; at++) {
      addTo(tallies, 0, keys[rows[at] as number] as number);
      if (at % sliceRows === sliceRows - 1) yield;
    }
    found.push(aggregateOf(tallies, 0, measure));
  }
  return found;
}

/** The columns that a totals line or a group can measure: sums of numbers, least and most of numbers and times. */
export function measurable(columns: readonly Column[]): Column[] {
  return columns.filter(({ kind }) => isNumeric(kind) || isTime(kind));
}

/** What a measure comes to over some rows. */
export type Aggregate = {
  /** Rows with a value. */
  readonly filled: number;
  /** Null where no row has a value, and for columns that cannot be summed (times). */
  readonly sum: number | null;
  readonly average: number | null;
  readonly least: number | null;
  readonly most: number | null;
};

/** What has been added up so far, for each of several groups. */
type Tallies = {
  readonly filled: Uint32Array;
  readonly sum: Float64Array;
  /** What the rounding of sums has lost (Neumaier): it comes back at the end. */
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

/** Takes a value into a group; NaN is none. */
function addTo({ filled, sum, lost, least, most }: Tallies, group: number, value: number): void {
  if (Number.isNaN(value)) return;
  const before = sum[group] as number;
  const after = before + value;
  lost[group] =
    (lost[group] as number) + (Math.abs(before) >= Math.abs(value) ? before - after + value : value - after + before);
  sum[group] = after;
  filled[group] = (filled[group] as number) + 1;
  if (value < (least[group] as number)) least[group] = value;
  if (value > (most[group] as number)) most[group] = value;
}

/** What a group comes to. A sum has the decimals of its column and no more: 0.1 and 0.2 make 0.3. Averages have two more. */
function aggregateAt(tallies: Tallies, group: number, decimals: number, hasSum: boolean): Aggregate {
  const filled = tallies.filled[group] as number;
  if (filled === 0) return { filled, sum: null, average: null, least: null, most: null };
  const sum = (tallies.sum[group] as number) + (tallies.lost[group] as number);
  return {
    filled,
    sum: hasSum ? rounded(sum, decimals) : null,
    average: hasSum ? rounded(sum / filled, decimals + 2) : null,
    least: tallies.least[group] as number,
    most: tallies.most[group] as number,
  };
}

/** To so many decimals, as far as a number has them, without a negative zero. */
export function rounded(value: number, decimals: number): number {
  const scale = 10 ** decimals;
  const scaled = value * scale;
  return Math.abs(scaled) < Number.MAX_SAFE_INTEGER ? Math.round(scaled) / scale || 0 : value;
}
