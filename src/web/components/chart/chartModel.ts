import { scaleBand, scaleLinear } from 'd3-scale';
import { line, stack, stackOffsetDiverging } from 'd3-shape';
import { blankCategory, type Chart, type ChartCut, type ChartUnit } from '#domain/reports/charts/charts.ts';
import { incomplete, soFar } from '#domain/reports/charts/coverage.ts';
import type { ColumnFilter } from '#domain/reports/rows/filterSort.ts';
import { figureWriter } from '#domain/reports/columns/cellText.ts';
import { monthDayText, monthText } from '#domain/time/clock.ts';
import { counted, numberText } from '#domain/words.ts';

/** A chart as a table for screen readers: the names first, then a row per category. */
export function chartTable({ over, categories, series, cuts }: Chart): {
  readonly head: readonly string[];
  readonly rows: readonly {
    readonly name: string;
    /** The part that is not loaded; null if nothing is missing. */
    readonly cut: string | null;
    readonly values: readonly (number | null)[];
  }[];
} {
  return {
    head: [over, ...series.map(({ name }) => name)],
    rows: categories.map((name, at) => ({
      name,
      cut: cutText(cuts, name),
      values: series.map(({ values }) => values[at] ?? null),
    })),
  };
}

const unitWords: Readonly<Record<ChartUnit, string>> = {
  count: 'rows',
  number: '',
  money: 'amount',
  hours: 'hours',
  percent: '%',
  days: 'days',
};

/** The title of the value axis: the unit or, without one, the name of the series. */
export function valueAxisTitle({ unit, series }: Pick<Chart, 'unit' | 'series'>): string {
  return unitWords[unit] || (series[0]?.name ?? '');
}

/** Formats values without their unit: `14.5`, `1,250.00`, `34`; a percentage keeps its sign. */
function plainWriter({ unit }: Pick<Chart, 'unit'>): (value: number) => string {
  if (unit === 'count') return numberText;
  const isOwnKind = unit === 'money' || unit === 'hours';
  const write = figureWriter(isOwnKind ? unit : 'number', unit === 'hours' ? 1 : 2);
  return unit === 'percent' ? (value) => `${write(value)} %` : write;
}

/** Formats values with their unit: `14.5 hours`, `1,250.00`, `34 rows`. */
export function valueWriter({ unit }: Pick<Chart, 'unit'>): (value: number) => string {
  const write = plainWriter({ unit });
  if (unit === 'count') return (value) => counted(value, 'row');
  const word = unit === 'hours' || unit === 'days' ? ` ${unitWords[unit]}` : '';
  return (value) => write(value) + word;
}

const period = /^\d{4}(-\d\d(-\d\d)?)?$/;

/** Whether the categories are calendar periods, which keep their order. */
export function isOverTime({ categories }: Pick<Chart, 'categories'>): boolean {
  return (
    categories.some((name) => period.test(name)) &&
    categories.every((name) => period.test(name) || name === blankCategory)
  );
}

/** The axis label of a category: `11 May`, `May 2026`. */
export function categoryLabel(name: string): string {
  if (!period.test(name) || name.length === 4) return name;
  return name.length === 7 ? monthText(name) : monthDayText(name);
}

/** The `most` largest categories, the largest first. Calendar periods and bins are all kept. */
export function largestCategories(chart: Chart, max: number): Chart {
  const { categories, series } = chart;
  if (categories.length <= max || isOverTime(chart) || chart.kind === 'histogram') return chart;
  const ranked = categories
    .map((name, at) => ({
      name,
      at,
      total: series.reduce((sum, { values }) => sum + Math.abs(values[at] ?? 0), 0),
    }))
    .toSorted((a, b) => b.total - a.total)
    .slice(0, max);
  return {
    ...chart,
    categories: ranked.map(({ name }) => name),
    series: series.map(({ name, values }) => ({ name, values: ranked.map(({ at }) => values[at] ?? null) })),
  };
}

/** The part of all rows that a chart shows; null for all rows. Unless it is whole, the sums lack rows that were requested. */
export type ChartPart = { readonly label: string; readonly text: string; readonly isWhole: boolean } | null;

/** `Revenue per week: part of 4,532 rows`. */
export function chartTitle({ title }: Pick<Chart, 'title'>, part: ChartPart): string {
  return part === null ? title : `${title}: ${part.label}`;
}

/** Which rows a chart uses, and which of its periods are incomplete; empty if it shows everything. */
export function chartNotes(
  { cuts, periods, leftOut = null }: Pick<Chart, 'cuts' | 'periods' | 'leftOut'>,
  part: ChartPart,
): string[] {
  const cut = cuts === 'any' ? anyCut(periods) : cutsText(cuts);
  return [part?.text ?? null, cut, leftOut && `${leftOut}.`].filter((note) => note !== null);
}

function anyCut(periods: Chart['periods']): string | null {
  return periods && `Any ${periods.bucket} may be incomplete.`;
}

/** The most incomplete periods to name. */
const maxCuts = 3;

function cutsText(cuts: readonly ChartCut[]): string | null {
  if (cuts.length === 0) return null;
  const left = cuts.length - maxCuts;
  const named = cuts.slice(0, maxCuts).map(({ name, cut }) => (cut === incomplete ? name : `${name}: ${cut}`));
  return `Incomplete: ${named.join('; ')}${left > 0 ? `; and ${left} more` : ''}.`;
}

/** The loaded part of a category: `incomplete, from 24 Oct`, `so far`; null if nothing is known to be missing. */
function cutText(cuts: Chart['cuts'], category: string): string | null {
  const found = cuts === 'any' ? undefined : cuts.find((chartCut) => chartCut.category === category);
  if (!found) return null;
  return found.cut === incomplete || found.cut === soFar ? found.cut : `${incomplete}, ${found.cut}`;
}

/** A chart in a sentence for screen readers; the figures are in its table. */
export function chartSummary(chart: Chart, part: ChartPart = null): string {
  const { categories, series } = chart;
  const title = chartTitle(chart, part);
  const notes = chartNotes(chart, part)
    .map((note) => ` ${note}`)
    .join('');
  if (categories.length === 0) return `${title}: no data.${notes}`;
  let top: { readonly series: string; readonly value: number; readonly category: string } | null = null;
  for (const { name, values } of series) {
    for (const [at, category] of categories.entries()) {
      const value = values[at] ?? null;
      if (value !== null && (top === null || value > top.value)) top = { series: name, value, category };
    }
  }
  const range = `${title}, from ${categories[0]} to ${categories.at(-1)}.`;
  if (top === null) return range + notes;
  const of = series.length > 1 ? ` for ${top.series}` : '';
  return `${range} Highest: ${valueWriter(chart)(top.value)}${of}, ${top.category}.${notes}`;
}

/** An axis tick: where it is, in pixels, and its label. */
type Tick = { readonly at: number; readonly label: string; readonly isZero: boolean };

type Mark = {
  readonly category: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly title: string;
  /** Not all of its rows are loaded. */
  readonly isCut: boolean;
};

/** The marks of a series: bars, or the points and the path of a line. */
type SeriesMarks = {
  readonly name: string;
  readonly bars: readonly Mark[];
  readonly points: readonly Pick<Mark, 'category' | 'x' | 'y' | 'title' | 'isCut'>[];
  /** An SVG path; null for bars. */
  readonly path: string | null;
};

export type ColumnChart = {
  readonly height: number;
  readonly plot: { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number };
  readonly ticks: readonly Tick[];
  readonly labels: readonly { readonly category: string; readonly x: number; readonly text: string }[];
  readonly series: readonly SeriesMarks[];
};

const columnHeight = 280;
const margin = { top: 26, right: 12, bottom: 42, left: 64 };
/** Pixels of a label below the axis, and the largest width of a bar. */
const [labelRoom, widestBar] = [68, 72];
/** A line with more points than this shows none. */
const maxPoints = 120;

/** Lays out a chart over the calendar or over bins in a width of pixels: stacked bars, or lines. */
export function columnChart(chart: Chart, width: number): ColumnChart {
  const { categories, kind } = chart;
  const plot = {
    left: margin.left,
    right: width - margin.right,
    top: margin.top,
    bottom: columnHeight - margin.bottom,
  };
  const x = scaleBand<number>()
    .domain([...categories.keys()])
    .range([plot.left, plot.right])
    .padding(kind === 'histogram' ? 0.04 : 0.2);
  const layers = layersOf(chart);
  const ends = layers.flatMap(({ pieces }) => pieces.flatMap(({ from, to }) => [from, to]));
  const y = scaleLinear()
    .domain([Math.min(0, ...ends), Math.max(0, ...ends)])
    .nice(5)
    .range([plot.bottom, plot.top]);
  const figure = figureWriter('number', 6);
  const middle = (at: number) => (x(at) ?? 0) + x.bandwidth() / 2;
  const every = Math.max(1, Math.ceil((categories.length * labelRoom) / (plot.right - plot.left)));
  const barWidth = Math.max(1, kind === 'histogram' ? x.bandwidth() : Math.min(x.bandwidth(), widestBar));
  return {
    height: columnHeight,
    plot,
    ticks: y.ticks(5).map((tick) => ({ at: y(tick), label: figure(tick), isZero: tick === 0 })),
    labels: categories.flatMap((category, at) =>
      at % every === 0 ? [{ category, x: middle(at), text: axisLabel(chart, at) }] : [],
    ),
    series: kind === 'line' ? lineMarks(chart, layers, middle, y) : barMarks(chart, layers, { middle, barWidth }, y),
  };
}

/** The label of a category, with a star if it is incomplete. */
function axisLabel({ categories, lowerEnds, cuts }: Chart, at: number): string {
  const category = categories[at] ?? '';
  return (lowerEnds?.[at] ?? categoryLabel(category)) + (cutText(cuts, category) === null ? '' : ' *');
}

type Piece = { readonly category: string; readonly from: number; readonly to: number; readonly value: number | null };
type Layer = { readonly name: string; readonly pieces: readonly Piece[] };

/** The start and end of each value: stacked, with negative values below zero; lines start at zero. */
function layersOf({ kind, categories, series }: Chart): Layer[] {
  const stacked = stack<number, number>()
    .keys([...series.keys()])
    .value((at, key) => series[key]?.values[at] ?? 0)
    .offset(stackOffsetDiverging)([...categories.keys()]);
  return series.map(({ name, values }, key) => ({
    name,
    pieces: categories.map((category, at) => {
      const value = values[at] ?? null;
      const [from, to] = kind === 'line' ? [0, value ?? 0] : (stacked[key]?.[at] ?? [0, 0]);
      return { category, from, to, value };
    }),
  }));
}

type Scale = (value: number) => number;

function barMarks(
  chart: Chart,
  layers: readonly Layer[],
  { middle, barWidth }: { readonly middle: Scale; readonly barWidth: number },
  y: Scale,
): SeriesMarks[] {
  const write = valueWriter(chart);
  return layers.map(({ name, pieces }) => ({
    name,
    points: [],
    path: null,
    bars: pieces.flatMap(({ category, from, to, value }, at) => {
      if (value === null || from === to) return [];
      return {
        category,
        x: middle(at) - barWidth / 2,
        y: y(Math.max(from, to)),
        width: barWidth,
        height: Math.max(0.5, Math.abs(y(from) - y(to))),
        title: markTitle(chart, category, `${layers.length > 1 ? `, ${name}` : ''}: ${write(value)}`),
        isCut: cutText(chart.cuts, category) !== null,
      };
    }),
  }));
}

function markTitle({ cuts }: Chart, category: string, value: string): string {
  const cut = cutText(cuts, category);
  return category + value + (cut === null ? '' : ` (${cut})`);
}

function lineMarks(chart: Chart, layers: readonly Layer[], x: Scale, y: Scale): SeriesMarks[] {
  const write = valueWriter(chart);
  const path = line<Piece>()
    .defined(({ value }) => value !== null)
    .x((_, at) => x(at))
    .y(({ to }) => y(to));
  return layers.map(({ name, pieces }) => ({
    name,
    bars: [],
    path: path([...pieces]) ?? '',
    points:
      pieces.length > maxPoints
        ? []
        : pieces.flatMap(({ category, value }, at) =>
            value === null
              ? []
              : [
                  {
                    category,
                    x: x(at),
                    y: y(value),
                    title: markTitle(chart, category, `: ${write(value)}`),
                    isCut: cutText(chart.cuts, category) !== null,
                  },
                ],
          ),
  }));
}

/** A bar of a chart by name: where it begins and ends, as shares of the width from 0 to 1. */
export type NamedBar = {
  readonly name: string;
  readonly from: number;
  readonly to: number;
  /** Without the unit, which stands once above the figures. */
  readonly text: string;
  /** The filters that lead to its rows; null if none can. */
  readonly rows: readonly ColumnFilter[] | null;
};

/** The bars of a chart with one series, in its order; all begin at zero. */
export function namedBars({ categories, series, unit, rowsOf }: Chart): NamedBar[] {
  const values = categories.map((_, at) => series[0]?.values[at] ?? 0);
  const [least, most] = [Math.min(0, ...values), Math.max(0, ...values)];
  const shareOf = (value: number) => (value - least) / (most - least || 1);
  const write = plainWriter({ unit });
  return categories.map((name, at) => {
    const value = values[at] ?? 0;
    return {
      name,
      from: shareOf(Math.min(0, value)),
      to: shareOf(Math.max(0, value)),
      text: write(value),
      rows: rowsOf?.[at] ?? null,
    };
  });
}

/** The heading of the figures: `Flight hours`, `Rows`, `Amount`. */
export function figuresTitle({ series }: Pick<Chart, 'series'>): string {
  return series[0]?.name ?? '';
}
