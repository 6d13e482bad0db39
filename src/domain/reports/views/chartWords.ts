import { dayText, monthText } from '#domain/time/clock.ts';
import { figureWriter } from '#domain/reports/columns/cellWords.ts';
import type { Chart, ChartUnit } from './charts.ts';

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
