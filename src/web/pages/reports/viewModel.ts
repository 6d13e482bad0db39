import { availablePresets } from '#domain/reports/charts/chartPresets.ts';
import {
  type Column,
  type ColumnKind,
  columnKinds,
  columnKindWords,
  isNumeric,
  isSummed,
  isTime,
  type KindCorrections,
} from '#domain/reports/columns/columns.ts';
import { type Bucket, buckets } from '#domain/reports/columns/times.ts';
import { type ChartKind, chartKinds, type ReportView } from '#domain/reports/reportView.ts';
import type { groupOrders } from '#domain/reports/rows/computeRows.ts';
import { type Aggregate, hasFigure, measurable } from '#domain/reports/rows/groupRows.ts';

/** The options of a list with the chosen value. Column ids may be any text, so columns are options by their index. */
export type Menu<Value extends string> = {
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
};

type Changes = Partial<ReportView>;

/** The measured figures by their name in the address. */
const figureWords = {
  sum: 'sum',
  average: 'average',
  least: 'minimum',
  most: 'maximum',
  filled: 'rows with a value',
} as const satisfies Readonly<Record<keyof Aggregate, string>>;

export const figures: readonly (keyof Aggregate)[] = ['sum', 'average', 'least', 'most', 'filled'];

/** The figures that some chosen column has. */
export function figureOptions(columns: readonly Column[], { measures }: Pick<ReportView, 'measures'>) {
  const chosen = columns.filter(({ id }) => measures.includes(id));
  return figures
    .filter((figure) => chosen.length === 0 || chosen.some((column) => hasFigure(column, figure)))
    .map((value) => ({ value, label: figureWords[value] }));
}

export type MeasureChoice = { readonly id: string; readonly label: string; readonly isChosen: boolean };

/** The columns that have this figure, and those chosen: a sum is not offered of dates. */
export function measureChoices(
  columns: readonly Column[],
  { measures }: Pick<ReportView, 'measures'>,
  figure: keyof Aggregate,
) {
  return measurable(columns)
    .map((column) => ({ column, isChosen: measures.includes(column.id) }))
    .filter(({ column, isChosen }) => isChosen || hasFigure(column, figure))
    .map(({ column: { id, label }, isChosen }): MeasureChoice => ({ id, label, isChosen }));
}

/** Adds a measure, or removes it. Without any, there are no totals. */
export function withMeasure(measures: readonly string[], id: string, isChosen: boolean) {
  const others = measures.filter((measure) => measure !== id);
  const next = isChosen ? [...others, id] : others;
  return { measures: next, isUntotalled: next.length === 0 };
}

/** Groups by a column: times by the week, everything else by value. */
function groupBy({ id, kind }: Column): NonNullable<ReportView['group']> {
  return { column: id, bucket: isTime(kind) ? 'week' : null };
}

/** The list of columns to group by; the empty value stands for none. */
export function groupMenu(columns: readonly Column[], { group }: Pick<ReportView, 'group'>): Menu<string> {
  const chosen = columns.findIndex(({ id }) => id === group?.column);
  return {
    value: chosen === -1 ? '' : String(chosen),
    options: [{ value: '', label: 'nothing' }, ...columns.map(({ label }, at) => ({ value: String(at), label }))],
  };
}

export function chooseGroup(columns: readonly Column[], value: string): Changes {
  const column = value === '' ? undefined : columns[Number(value)];
  return { group: column ? groupBy(column) : null };
}

/** Groups by a column, or ungroups if the rows are grouped by it. */
export function toggleGroup(column: Column, { group }: Pick<ReportView, 'group'>): Changes {
  return { group: group?.column === column.id ? null : groupBy(column) };
}

/** The list of calendar periods; null unless the rows are grouped by a time. */
export function bucketMenu(
  columns: readonly Column[],
  { group }: Pick<ReportView, 'group'>,
): Menu<Bucket | 'exact'> | null {
  const column = columns.find(({ id }) => id === group?.column);
  if (!group || !column || !isTime(column.kind)) return null;
  return {
    value: group.bucket ?? 'exact',
    options: [...buckets.map((value) => ({ value, label: value })), { value: 'exact', label: 'exact time' }],
  };
}

export function chooseBucket({ group }: Pick<ReportView, 'group'>, value: Bucket | 'exact'): Changes {
  return { group: group && { ...group, bucket: value === 'exact' ? null : value } };
}

type GroupOrder = (typeof groupOrders)[number];

/** The list of group orders; null if the rows are not grouped. */
export function orderMenu(columns: readonly Column[], view: ReportView, value: GroupOrder): Menu<GroupOrder> | null {
  if (!columns.some(({ id }) => id === view.group?.column)) return null;
  const bySum = { value: 'sum', label: 'largest sum first' } as const;
  return {
    value,
    options: [
      { value: 'value', label: 'by value' },
      { value: 'count', label: 'most rows first' },
      ...(view.measures.length > 0 ? [bySum] : []),
    ],
  };
}

const chartWords: Readonly<Record<ChartKind, string>> = { bar: 'bars', line: 'line', histogram: 'histogram' };

export const chartOptions: Menu<ChartKind | 'none'>['options'] = [
  { value: 'none', label: 'none' },
  ...chartKinds.map((value) => ({ value, label: chartWords[value] })),
];

/** The columns of numbers that a kind of chart can show. */
function chartColumns(columns: readonly Column[], kind: ChartKind): Column[] {
  return columns.filter((column) => (kind === 'histogram' ? isNumeric(column.kind) : isSummed(column)));
}

/** Draws a kind of chart. Without groups, bars and lines get the first time column by the week. */
export function chooseChart(columns: readonly Column[], view: ReportView, kind: ChartKind | 'none'): Changes {
  if (kind === 'none') return { chart: null, preset: null };
  const first = kind === 'histogram' ? (chartColumns(columns, kind)[0]?.id ?? null) : null;
  const time = columns.find((column) => isTime(column.kind) && column.filled > 0);
  return {
    chart: { kind, column: view.chart?.column ?? first },
    preset: null,
    ...(kind !== 'histogram' && !view.group && time && { group: groupBy(time) }),
  };
}

/** The list of what the chart shows, `-1` being the number of rows; null without a chart. */
export function chartColumnMenu(columns: readonly Column[], { chart }: Pick<ReportView, 'chart'>): Menu<string> | null {
  if (!chart) return null;
  const numbers = chartColumns(columns, chart.kind);
  return {
    value: String(numbers.findIndex(({ id }) => id === chart.column)),
    options: [
      ...(chart.kind === 'histogram' ? [] : [{ value: '-1', label: 'number of rows' }]),
      ...numbers.map(({ label }, at) => ({ value: String(at), label })),
    ],
  };
}

export function chooseChartColumn(
  columns: readonly Column[],
  { chart }: Pick<ReportView, 'chart'>,
  value: string,
): Changes {
  if (!chart) return {};
  return { chart: { ...chart, column: chartColumns(columns, chart.kind)[Number(value)]?.id ?? null } };
}

/** The preset charts for these columns, and which of them is shown. */
export function presetChoices(columns: readonly Column[], { preset }: Pick<ReportView, 'preset'>) {
  const presets = availablePresets(columns).map(({ id, name }) => ({ value: id, text: name }));
  return { presets, chosen: presets.find(({ value }) => value === preset)?.value ?? null };
}

/** The button of the views: the ready-made one in use, otherwise how many are saved. */
export function viewsLabel(presets: readonly { value: string; text: string }[], chosen: string | null, saved: number) {
  const preset = presets.find(({ value }) => value === chosen);
  if (preset) return preset.text;
  return saved === 0 ? 'Views' : `Views (${saved})`;
}

/** Why there is no chart, and what to do about it; null if none is chosen. */
export function missingChartText(
  columns: readonly Column[],
  { chart, group, preset }: Pick<ReportView, 'chart' | 'group' | 'preset'>,
): string | null {
  if (preset !== null) return 'This chart needs columns that are not in these rows.';
  if (!chart) return null;
  if (chart.kind !== 'histogram') return group ? null : 'Group the rows to see them in a chart.';
  return columns.some(({ kind }) => isNumeric(kind)) ? 'Choose a number column.' : 'There are no number columns.';
}

/** The list of what a column holds. */
export function kindMenu({ kind, detected }: Column): Menu<ColumnKind | 'detected'> {
  return {
    value: kind === detected ? 'detected' : kind,
    options: [
      { value: 'detected', label: `${columnKindWords[detected]} (detected)` },
      ...columnKinds
        .filter((one) => one !== detected && one !== 'empty' && one !== 'mixed')
        .map((one) => ({ value: one, label: columnKindWords[one] })),
    ],
  };
}

/** Corrects what a column holds, or removes the correction. */
export function withKind(
  kinds: KindCorrections,
  { id, detected }: Column,
  chosen: ColumnKind | 'detected',
): { [columnId: string]: ColumnKind } {
  const others = Object.entries(kinds).flatMap(([column, kind]): [string, ColumnKind][] =>
    column === id || kind === undefined ? [] : [[column, kind]],
  );
  const isCorrection = chosen !== 'detected' && chosen !== detected;
  return Object.fromEntries(isCorrection ? [...others, [id, chosen]] : others);
}

/** How many of the options are in use: groups, totals, a chart. */
export function toolsInUse({ group, measures, chart }: Pick<ReportView, 'group' | 'measures' | 'chart'>): number {
  return [group !== null, measures.length > 0, chart !== null].filter(Boolean).length;
}
