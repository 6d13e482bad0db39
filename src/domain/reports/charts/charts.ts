import type { Column } from '#domain/reports/columns/columns.ts';
import { type Group, rounded } from '#domain/reports/rows/groupRows.ts';
import { keysOf, type RowStore } from '#domain/reports/rows/rowStore.ts';
import type { ChartKind } from '#domain/reports/reportView.ts';
import type { ColumnFilter } from '#domain/reports/rows/filterSort.ts';
import type { Computation } from '#domain/reports/rows/computation.ts';
import type { Bucket } from '#domain/reports/columns/times.ts';
import type { Instant } from '#domain/time/time.ts';
import { type Coverage, cutOf, periodName, runningOf } from './coverage.ts';

export type ChartUnit = 'count' | 'number' | 'money' | 'hours' | 'percent' | 'days';

export type Series = {
  readonly name: string;
  /** One per category; null for no value. */
  readonly values: readonly (number | null)[];
};

/** A period that is not complete: `week of 19 Oct`, `from 24 Oct`. */
export type ChartCut = { readonly category: string; readonly name: string; readonly cut: string };

/** A chart as data. */
export type Chart = {
  readonly kind: ChartKind;
  readonly title: string;
  /** What the categories are: `Week`, `Tail`. */
  readonly over: string;
  readonly unit: ChartUnit;
  readonly categories: readonly string[];
  /** What the axis of a histogram shows for its bins: their lower ends. */
  readonly lowerEnds?: readonly string[];
  /** Several series are stacked. */
  readonly series: readonly Series[];
  /** The column and bucket of the categories; null if they are not calendar periods. */
  readonly periods: { readonly column: Column; readonly bucket: Bucket } | null;
  /** The periods that are not complete; `any` if each of them may be incomplete. */
  readonly cuts: readonly ChartCut[] | 'any';
  /** What its sums leave out, in words; null or omitted for nothing. */
  readonly leftOut?: string | null;
  /** The filters that lead to the rows of each category; omitted if none can. */
  readonly rowsOf?: readonly (readonly ColumnFilter[])[];
  /** The sum over all categories; omitted if it means nothing. */
  readonly total?: number;
};

/** The chart with its incomplete periods marked, by the loaded rows and the present. */
export function* withCuts(
  chart: Chart,
  coverage: Coverage | 'unknown' | null,
  store: RowStore,
  now: Instant,
): Computation<Chart> {
  const { periods, categories } = chart;
  if (!periods) return chart;
  const names = categories.filter((category) => category !== blankCategory);
  const cuts = yield* cutsOf(names, periods, { coverage, store, now });
  // Any period may be incomplete: rows of any time may be missing, or another column limits the load.
  if (cuts === 'unknown') return { ...chart, cuts: 'any' };
  return {
    ...chart,
    cuts: Array.from(cuts, ([category, cut]) => ({ category, name: periodName(category, periods.bucket), cut })),
  };
}

type CutSources = {
  readonly coverage: Coverage | 'unknown' | null;
  readonly store: RowStore;
  readonly now: Instant;
};

/** The loaded part of each period that is not complete, by name; `unknown` if each of them may be incomplete. */
export function* cutsOf(
  names: readonly string[],
  { column, bucket }: NonNullable<Chart['periods']>,
  { coverage, store, now }: CutSources,
): Computation<ReadonlyMap<string, string> | 'unknown'> {
  if (coverage === 'unknown' || (coverage && coverage.column.id !== column.id)) return 'unknown';
  const running = runningOf(yield* keysOf(store, column), column, now, store.zone);
  const loaded = { coverage: coverage ?? { column, from: null, to: null }, running };
  const cuts = new Map<string, string>();
  for (const name of names) {
    const cut = cutOf(name, bucket, loaded, store.zone);
    if (cut !== null) cuts.set(name, cut);
  }
  return cuts;
}

export const blankCategory = '(empty)';

type GroupChartOptions = {
  readonly kind: ChartKind;
  readonly over: string;
  readonly measure: { readonly column: Column; readonly index: number } | null;
  readonly periods?: Chart['periods'];
  /** The column whose values are the groups; null if they are calendar periods. */
  readonly by?: Pick<Column, 'id'> | null;
};

/** A chart of the groups' sizes, or of the sums of one of their measures. */
export function groupChart(
  groups: readonly Group[],
  { kind, over, measure, periods = null, by = null }: GroupChartOptions,
): Chart {
  const valueOf = (group: Group) => (measure ? (group.aggregates[measure.index]?.sum ?? null) : group.count);
  const values = groups.map(valueOf);
  const name = measure?.column.label ?? 'Rows';
  return {
    kind,
    title: `${name} by ${over.toLowerCase()}`,
    over,
    unit: measure ? unitOf(measure.column) : 'count',
    categories: groups.map(({ key }) => key || blankCategory),
    series: [{ name, values }],
    periods,
    cuts: [],
    total: sumOf(values, measure?.column.decimals ?? 0),
    ...(by && { rowsOf: groups.map(({ key }) => [{ form: 'set', column: by.id, values: [key] } as const]) }),
  };
}

/** The sum of the values that are known. */
export function sumOf(values: readonly (number | null)[], decimals: number): number {
  return rounded(
    values.reduce<number>((sum, value) => sum + (value ?? 0), 0),
    decimals,
  );
}

export function unitOf({ kind }: Pick<Column, 'kind'>): ChartUnit {
  return kind === 'money' || kind === 'hours' ? kind : 'number';
}

const defaultBins = 12;

/** The distribution of a column's numbers over about `bins` bins of a round width; a bin excludes its upper end. */
export function* histogram(store: RowStore, column: Column, rows: Uint32Array, bins = defaultBins): Computation<Chart> {
  const keys = yield* keysOf(store, column);
  const values = Array.from(rows, (row) => keys[row] ?? Number.NaN).filter(Number.isFinite);
  const { start, width, count } = steps(values, bins);
  const counts = Array.from({ length: count }, () => 0);
  for (const value of values) {
    const at = Math.min(count - 1, Math.max(0, Math.floor((value - start) / width + 1e-9)));
    counts[at] = (counts[at] ?? 0) + 1;
  }
  const ends = Array.from({ length: count + 1 }, (_, at) => String(Number((start + at * width).toPrecision(12))));
  return {
    kind: 'histogram',
    title: `Distribution of ${column.label.toLowerCase()}`,
    over: column.label,
    unit: 'count',
    categories: counts.map((_, at) => `${ends[at]} to ${ends[at + 1]}`),
    lowerEnds: ends.slice(0, count),
    series: [{ name: 'Rows', values: counts }],
    periods: null,
    cuts: [],
  };
}

function steps(values: readonly number[], bins: number): { start: number; width: number; count: number } {
  if (values.length === 0) return { start: 0, width: 1, count: 0 };
  let [min, max] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    if (value < min) min = value;
    if (value > max) max = value;
  }
  const width = roundStep((max - min) / bins || Math.abs(min) / 10 || 1);
  const start = Math.floor(min / width + 1e-9) * width;
  return { start, width, count: Math.floor((max - start) / width + 1e-9) + 1 };
}

/** The next 1, 2 or 5 times a power of ten. */
function roundStep(raw: number): number {
  const power = 10 ** Math.floor(Math.log10(raw));
  return ([1, 2, 5].find((factor) => factor * power >= raw * (1 - 1e-9)) ?? 10) * power;
}
