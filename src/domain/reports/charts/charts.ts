import type { Column } from '#domain/reports/columns/columns.ts';
import type { Group } from '#domain/reports/rows/groupRows.ts';
import { keysOf, type RowStore } from '#domain/reports/rows/rowStore.ts';
import type { ChartKind } from '#domain/reports/reportView.ts';
import type { Computation } from '#domain/reports/rows/computation.ts';

export type ChartUnit = 'count' | 'number' | 'money' | 'hours' | 'percent' | 'days';

export type Series = {
  readonly name: string;
  /** One per category; null for no value. */
  readonly values: readonly (number | null)[];
};

/** A chart as data. */
export type Chart = {
  readonly kind: ChartKind;
  readonly title: string;
  /** What the categories are: `Week`, `Tail`. */
  readonly over: string;
  readonly unit: ChartUnit;
  readonly categories: readonly string[];
  /** Several series are stacked. */
  readonly series: readonly Series[];
};

const blankCategory = '(empty)';

/** A chart of the sizes of groups, or of the sums of one of their measures. */
export function groupChart(
  groups: readonly Group[],
  { kind, over, measure }: { kind: ChartKind; over: string; measure: { column: Column; index: number } | null },
): Chart {
  const values = groups.map((group) => (measure ? (group.aggregates[measure.index]?.sum ?? null) : group.count));
  const name = measure?.column.label ?? 'Rows';
  return {
    kind,
    title: `${name} by ${over.toLowerCase()}`,
    over,
    unit: measure ? unitOf(measure.column) : 'count',
    categories: groups.map(({ key }) => key || blankCategory),
    series: [{ name, values }],
  };
}

export function unitOf({ kind }: Pick<Column, 'kind'>): ChartUnit {
  return kind === 'money' || kind === 'hours' ? kind : 'number';
}

const usualBins = 12;

/** The distribution of a column's numbers over about `bins` bins of a round width; a bin excludes its upper end. */
export function* histogram(store: RowStore, column: Column, rows: Uint32Array, bins = usualBins): Computation<Chart> {
  const keys = yield* keysOf(store, column);
  const values = Array.from(rows, (row) => keys[row] ?? Number.NaN).filter(Number.isFinite);
  const { start, width, count } = steps(values, bins);
  const counts = Array.from({ length: count }, () => 0);
  for (const value of values) {
    const at = Math.min(count - 1, Math.max(0, Math.floor((value - start) / width + 1e-9)));
    counts[at] = (counts[at] ?? 0) + 1;
  }
  return {
    kind: 'histogram',
    title: `Distribution of ${column.label.toLowerCase()}`,
    over: column.label,
    unit: 'count',
    categories: counts.map((_, at) => `${tidy(start + at * width)} to ${tidy(start + (at + 1) * width)}`),
    series: [{ name: 'Rows', values: counts }],
  };
}

const tidy = (value: number) => String(Number(value.toPrecision(12)));

function steps(values: readonly number[], bins: number): { start: number; width: number; count: number } {
  if (values.length === 0) return { start: 0, width: 1, count: 0 };
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    if (value < least) least = value;
    if (value > most) most = value;
  }
  const width = roundStep((most - least) / bins || Math.abs(least) / 10 || 1);
  const start = Math.floor(least / width + 1e-9) * width;
  return { start, width, count: Math.floor((most - start) / width + 1e-9) + 1 };
}

/** The next 1, 2 or 5 times a power of ten. */
function roundStep(raw: number): number {
  const power = 10 ** Math.floor(Math.log10(raw));
  return ([1, 2, 5].find((factor) => factor * power >= raw * (1 - 1e-9)) ?? 10) * power;
}
