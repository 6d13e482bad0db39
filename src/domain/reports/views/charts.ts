import type { Column } from '#domain/reports/columns/columns.ts';
import type { Group } from '#domain/reports/rows/groupRows.ts';
import { keysOf, type RowStore } from '#domain/reports/rows/rowStore.ts';
import type { ChartKind } from './viewState.ts';
import type { Work } from '#domain/reports/rows/work.ts';
import { dayText, monthText } from '#domain/time/clock.ts';
import { figureWriter } from '#domain/reports/columns/columnValues.ts';

export type ChartUnit = 'count' | 'number' | 'money' | 'hours' | 'percent' | 'days';

export type Series = {
  readonly name: string;
  /** One per category; null where there is nothing. */
  readonly values: readonly (number | null)[];
};

/** A drawing as data, whatever draws it. */
export type Chart = {
  readonly kind: ChartKind;
  readonly title: string;
  /** What the categories are: `Week`, `Tail`. */
  readonly over: string;
  readonly unit: ChartUnit;
  readonly categories: readonly string[];
  /** Stacked where there are several. */
  readonly series: readonly Series[];
};

/** What the rows that have nothing are called among the categories. */
const nothingCategory = '(empty)';

/** A grouped result as a chart of its counts, or of the sums of its measure at an index. */
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
    categories: groups.map(({ key }) => key || nothingCategory),
    series: [{ name, values }],
  };
}

export function unitOf({ kind }: Pick<Column, 'kind'>): ChartUnit {
  return kind === 'money' || kind === 'hours' ? kind : 'number';
}

const usualBins = 12;

/** How often a column's numbers fall into each of about so many steps of a round width; the upper end belongs to the next step. */
export function* histogram(store: RowStore, column: Column, rows: Uint32Array, bins = usualBins): Work<Chart> {
  const keys = yield* keysOf(store, column);
  const values = Array.from(rows, (row) => keys[row] as number).filter(Number.isFinite);
  const { start, width, count } = steps(values, bins);
  const counts = Array.from({ length: count }, () => 0);
  for (const value of values) {
    const at = Math.min(count - 1, Math.max(0, Math.floor((value - start) / width + 1e-9)));
    counts[at] = (counts[at] as number) + 1;
  }
  return {
    kind: 'histogram',
    title: `How often each ${column.label.toLowerCase()}`,
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

/** A chart as a table, for whoever does not see it: the names first. */
export function chartTable({ over, categories, series }: Chart): (string | number | null)[][] {
  const head = [over, ...series.map(({ name }) => name)];
  return [head, ...categories.map((name, at) => [name, ...series.map(({ values }) => values[at] ?? null)])];
}

const unitWords: Readonly<Record<ChartUnit, string>> = {
  count: 'rows',
  number: '',
  money: 'amount',
  hours: 'hours',
  percent: '%',
  days: 'days',
};

/** What stands at the axis of values: `Hobbs hours, hours` says nothing more than `hours`. */
export function valueAxisWords({ unit, series }: Chart): string {
  return unitWords[unit] || (series[0]?.name ?? '');
}

/** A value with its unit: `14.5 hours`, `1,250.00`, `34 rows`. */
export function valueWriter({ unit }: Pick<Chart, 'unit'>): (value: number) => string {
  const write =
    unit === 'money'
      ? figureWriter('money', 2)
      : unit === 'hours'
        ? figureWriter('hours', 1)
        : figureWriter('number', 2);
  if (unit === 'percent') return (value) => `${write(value)} %`;
  const word = unit === 'count' || unit === 'hours' || unit === 'days' ? ` ${unitWords[unit]}` : '';
  return (value) => write(value) + word;
}

const stretch = /^\d{4}(-\d\d(-\d\d)?)?$/;

/** Whether the categories are stretches of the calendar, which keep their order and their places. */
export function isOverTime({ categories }: Pick<Chart, 'categories'>): boolean {
  return (
    categories.some((name) => stretch.test(name)) &&
    categories.every((name) => stretch.test(name) || name.startsWith('('))
  );
}

/** A category short enough for an axis: `11 May`, `May 2026`; of the steps of a histogram their beginning. */
export function categoryWords(name: string, kind: Chart['kind']): string {
  if (kind === 'histogram') return name.split(' to ')[0] ?? name;
  if (!stretch.test(name)) return name;
  if (name.length === 4) return name;
  return name.length === 7 ? monthText(name) : dayText(name).slice(4);
}

/** The largest so many categories of a chart, the largest first; those of the calendar all stay. */
export function largestCategories(chart: Chart, most: number): Chart {
  const { categories, series } = chart;
  if (categories.length <= most || isOverTime(chart) || chart.kind === 'histogram') return chart;
  const total = (at: number) => series.reduce((sum, { values }) => sum + Math.abs(values[at] ?? 0), 0);
  const ranked = Array.from(categories.keys(), (at) => ({ at, total: total(at) })).toSorted(
    (a, b) => b.total - a.total,
  );
  const kept = ranked.slice(0, most).map(({ at }) => at);
  return {
    ...chart,
    categories: kept.map((at) => categories[at] as string),
    series: series.map(({ name, values }) => ({ name, values: kept.map((at) => values[at] ?? null) })),
  };
}

/** A chart in a sentence, for whoever does not see it; the figures are in its table. */
export function chartSummary(chart: Chart): string {
  const { title, categories, series } = chart;
  if (categories.length === 0) return `${title}: nothing to draw.`;
  const write = valueWriter(chart);
  const points = series.flatMap(({ name, values }) =>
    values.flatMap((value, at) => (value === null ? [] : [{ name, value, category: categories[at] as string }])),
  );
  let top = points[0];
  for (const point of points) if (top && point.value > top.value) top = point;
  const of = series.length > 1 && top ? ` of ${top.name}` : '';
  const most = top ? ` The most is ${write(top.value)}${of} at ${top.category}.` : '';
  return `${title}, from ${categories[0]} to ${categories.at(-1)}.${most}`;
}
