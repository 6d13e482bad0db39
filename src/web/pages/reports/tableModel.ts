import type { Withheld } from '#contract/access/columns.ts';
import { isPersonal } from '#domain/people/personalData.ts';
import { figureWriter, type LinkOf } from '#domain/reports/columns/cellText.ts';
import { type Column, valueAt } from '#domain/reports/columns/columns.ts';
import { plainText } from '#domain/reports/columns/values.ts';
import type { LoadPlan } from '#domain/reports/loading/loadPlan.ts';
import {
  type Selection,
  isWhole,
  orderWarning,
  type Part,
  rowsText,
  scopeDetail,
  scopeText,
} from '#domain/reports/loading/part.ts';
import type { PeriodDays } from '#domain/reports/loading/periods.ts';
import type { ReportView } from '#domain/reports/reportView.ts';
import { usualMeasures } from '#domain/reports/rows/groupRows.ts';
import type { ComputedRows } from '#domain/reports/rows/computeRows.ts';
import type { ColumnFilter } from '#domain/reports/rows/filterSort.ts';
import { rowOfKey, type RowStore } from '#domain/reports/rows/rowStore.ts';
import { instantReader } from '#domain/reports/columns/times.ts';
import { dayText } from '#domain/time/clock.ts';
import { type Day, dayOf, readDay } from '#domain/time/time.ts';
import type { ColumnChange } from '#web/data/reports/reportMemory.ts';
import { loadWarnings } from './loadModel.ts';
import { counted, numberText, capitalized } from '#domain/words.ts';

const figure = figureWriter('number', 6);
/** The most values that a filter names. */
const maxNamed = 3;

/** A filter as a sentence: `Tail contains “N51”`, `Hobbs hours from 1 to 3`, `Status is Open or (empty)`. */
export function filterText(filter: ColumnFilter, columns: readonly Column[]): string {
  const name = labelOf(filter.column, columns);
  if (filter.form === 'text') return `${name} contains “${filter.contains}”`;
  if (filter.form === 'range') return `${name} ${rangeText(filter.min, filter.max, figure)}`;
  if (filter.form === 'days') {
    return `${name} ${rangeText(filter.first, filter.last, (day) => `${dayText(day)} ${day.slice(0, 4)}`)}`;
  }
  const named = filter.values.slice(0, maxNamed).map((value) => value || '(empty)');
  const left = filter.values.length - named.length;
  return `${name} is ${named.join(' or ')}${left > 0 ? ` or ${left} more` : ''}`;
}

function rangeText<Value>(first: Value | null, last: Value | null, write: (value: Value) => string): string {
  if (first === null) return last === null ? 'is anything' : `up to ${write(last)}`;
  return last === null ? `from ${write(first)}` : `from ${write(first)} to ${write(last)}`;
}

function labelOf(id: string, columns: readonly Column[]): string {
  return columns.find((column) => column.id === id)?.label ?? id;
}

type ShownRows = {
  readonly plan: LoadPlan;
  readonly shown: number;
  readonly groups: number | null;
  readonly selection: Selection | null;
  readonly since: string | null;
  /** The days of a period to which the page narrows the rows; null for none. */
  readonly period?: { readonly label: string; readonly text: string; readonly isWhole: boolean } | null;
};

/** Which rows the table shows: `34 of all 1,912 rows match; sorted by Tail.` */
export function summaryText(
  view: ReportView,
  columns: readonly Column[],
  { plan, shown, groups, selection, since, period = null }: ShownRows,
  newest: Pick<Column, 'label'> | null = null,
): string {
  const scope = scopeText(plan, selection) + scopeDetail(plan, selection, since);
  const isNarrowed = view.filters.length > 0 || view.search.trim() !== '';
  const match = shown === 1 ? 'matches' : 'match';
  const matching = `${rowsText(shown)}${period ? ` ${ofPeriod(period)}` : ''} ${match} out of ${scope}`;
  const sorted = (newest ? [] : view.sorts).map(
    ({ column, isDescending }) => labelOf(column, columns) + (isDescending ? ', descending' : ''),
  );
  const parts = [
    isNarrowed ? matching : period ? periodSummary(shown, period, scope) : capitalized(scope),
    ...(view.group && groups !== null ? [`${counted(groups, 'group')} by ${labelOf(view.group.column, columns)}`] : []),
    ...(sorted.length > 0 ? [`sorted by ${sorted.join(', then ')}`] : []),
  ];
  return `${parts.join('; ')}.${newest ? ` ${newestText(newest)}` : ''}`;
}

type ShownPeriod = NonNullable<ShownRows['period']>;

/** `of last month, 1 Apr to 30 Apr`, `of the last 30 days, 13 Apr to 12 May`. */
function ofPeriod({ label, text }: Pick<ShownPeriod, 'label' | 'text'>): string {
  return `of ${label.endsWith('days') ? 'the ' : ''}${label}, ${text}`;
}

/** `All 812 rows of last month, 1 Apr to 30 Apr`; of a part: `812 rows of last month, …, out of the newest 1,032 of 4,532 rows`. */
function periodSummary(shown: number, period: ShownPeriod, scope: string): string {
  const rows = `${rowsText(shown)} ${ofPeriod(period)}`;
  return period.isWhole ? `All ${rows}` : `${rows}, out of ${scope}`;
}

function newestText({ label }: Pick<Column, 'label'>): string {
  return `Newest first, by ${label.charAt(0).toLowerCase()}${label.slice(1)}.`;
}

/** The columns that the user's role does not see, or sees only if their values are harmless; null if it sees all. */
export function withheldText(withheld: Withheld | null, columns: readonly Column[], max = longestList): string | null {
  if (!withheld) return null;
  const seen = new Set(columns.map(({ path }) => path.join('.')));
  const whole = withheld.members.filter((member) => !seen.has(member));
  const partly = withheld.members.filter((member) => seen.has(member));
  const count = withheld.count - partly.length;
  const is = counted(count, 'column is', 'columns are');
  return [
    ...(count > 0 ? [`${is} withheld from your role: ${firstOf(whole, count, max)}.`] : []),
    ...(partly.length > 0
      ? [`Some values are withheld from your role in ${firstOf(partly, partly.length, max)}.`]
      : []),
    `A manager can open ${withheld.count === 1 ? 'it' : 'them'} on Setup.`,
  ].join(' ');
}

/** `totalDue, acctBal and 5 more`. */
function firstOf(names: readonly string[], count: number, max: number): string {
  const shown = names.slice(0, max);
  const left = count - shown.length;
  return shown.join(', ') + (left > 0 ? ` and ${left} more` : '');
}

/** The ids of columns that the view names but the rows do not have; they have no effect. */
export function unknownColumns(columns: readonly Column[], view: ReportView): string[] {
  const known = new Set(columns.map(({ id }) => id));
  const named = [
    ...view.sorts.map(({ column }) => column),
    ...view.filters.map(({ column }) => column),
    ...view.measures,
    ...[view.group?.column, view.chart?.column].filter((id) => id != null),
  ];
  return [...new Set(named)].filter((id) => !known.has(id));
}

/** All warnings above the table. */
export function tableWarnings(
  plan: LoadPlan,
  columns: readonly Column[],
  view: ReportView,
  isSelectionIgnored = false,
): string[] {
  const unknown = plan.status === 'complete' ? unknownColumns(columns, view) : [];
  const order = orderWarning(plan);
  return [
    ...loadWarnings(plan),
    ...(isSelectionIgnored ? ['The service ignored the dates: many rows are from other days.'] : []),
    ...(order === null ? [] : [order]),
    ...(unknown.length > 0 ? [`Columns not in these rows: ${unknown.join(', ')}.`] : []),
  ];
}

/** What the sums of the table leave out; empty for nothing. */
export function leftOutNotes(computed: Pick<ComputedRows, 'leftOut'> | null): string[] {
  return computed?.leftOut ? [`Sums of money: ${computed.leftOut}.`] : [];
}

/** A note about values without a column; null if all have one. */
export function columnLimitText({ shape }: Pick<LoadPlan, 'shape'>): string | null {
  if (shape.beyond === 0) return null;
  return `Only 1,000 columns are shown; ${numberText(shape.beyond)} more values are in the row details.`;
}

const longestList = 6;

/** How the columns have changed since the last visit, and which: `2 new columns since Tue 12 May.` */
export function columnChangeText({ added, missing, since }: ColumnChange): {
  readonly text: string;
  readonly names: string;
} {
  const day = dayText(since);
  const gone = missing.length > 0 ? `${counted(missing.length, 'column')} of ${day} not in these rows` : null;
  const names = added.length > 0 ? added : missing;
  return {
    text:
      added.length === 0
        ? `${gone}.`
        : `${counted(added.length, 'new column')} since ${day}${gone === null ? '' : `; ${missing.length} not in these rows`}.`,
    names: firstOf(names, names.length, longestList),
  };
}

/** Whether a column holds contact details or balances, which never appear in an address. */
export function isPersonalColumn({ path }: Pick<Column, 'path'>): boolean {
  return path.some(isPersonal);
}

export function personalLabels(columns: readonly Column[]): string[] {
  return columns.filter(isPersonalColumn).map(({ label }) => label);
}

/** The filters that may be written to the address. */
export function publicFilters(filters: readonly ColumnFilter[], columns: readonly Column[]): ColumnFilter[] {
  const personal = new Set(columns.filter(isPersonalColumn).map(({ id }) => id));
  return filters.filter(({ column }) => !personal.has(column));
}

/** Columns in their original order, ids at the end because no one reads them. */
export function withIdsLast(columns: readonly Column[]): Column[] {
  return [...columns.filter(({ kind }) => kind !== 'guid'), ...columns.filter(({ kind }) => kind === 'guid')];
}

/** The view narrowed to days of the column with the time of the event. */
export function withDays(view: ReportView, days: PeriodDays | null, column: Pick<Column, 'id'> | null): ReportView {
  if (!days || !column) return view;
  const { first, last } = days;
  return { ...view, filters: [...view.filters, { form: 'days', column: column.id, first, last }] };
}

/** Groups sum their hours, unless other totals or none are chosen. */
export function withUsualMeasures(view: ReportView, columns: readonly Column[]): ReportView {
  if (!view.group || view.measures.length > 0 || view.isUntotalled) return view;
  const usual = usualMeasures(columns).map(({ id }) => id);
  return usual.length === 0 ? view : { ...view, measures: usual };
}

/** With groups, the measures come first, next to the names of the groups. */
export function withMeasuresFirst(
  columns: readonly Column[],
  { grouped, measures }: Pick<ComputedRows, 'grouped' | 'measures'>,
): readonly Column[] {
  return grouped ? [...measures, ...columns.filter((column) => !measures.includes(column))] : columns;
}

export type OpenRecord = {
  /** The item number. */
  readonly row: number;
  readonly title: string;
  /** The item numbers of the neighbours in the table; null at its ends. */
  readonly previous: number | null;
  readonly next: number | null;
};

/** The record that the address names, among the filtered and sorted rows; null if it is not loaded. */
export function openRecord(store: RowStore, rows: Uint32Array, key: string): OpenRecord | null {
  const row = rowOfKey(store, key);
  if (row === null) return null;
  const at = rows.indexOf(row);
  if (at === -1) return { row, title: `Row ${store.place.before + row + 1}, filtered out`, previous: null, next: null };
  return {
    row,
    title: `Row ${at + 1} of ${numberText(rows.length)}`,
    previous: rows[at - 1] ?? null,
    next: rows[at + 1] ?? null,
  };
}

/** The message for a record that is not among the rows; null while rows are loading. */
export function missingRecordText(plan: LoadPlan, key: string): string | null {
  return plan.status === 'loading' ? null : `Row ${key} not found in ${scopeText(plan)}.`;
}

export type RelatedPage = { readonly link: string; readonly text: string };

/** The pages of the records that an item refers to, each once. */
export function relatedPages(item: RowStore['items'][number], columns: readonly Column[], linkOf: LinkOf) {
  const pages = new Map<string, RelatedPage>();
  for (const column of columns) {
    const value = valueAt(item, column.path);
    const link = linkOf(value, column);
    if (link === null || pages.has(link)) continue;
    pages.set(link, { link, text: column.kind === 'guid' ? column.label.replace(/ id$/i, '') : plainText(value) });
  }
  return [...pages.values()];
}

export type ExportChoice = { readonly rows: 'shown' | 'all'; readonly label: string };

/** The row ranges to export: `12 rows shown` if some are filtered out, and `all 40 rows` or `newest 1,032 of 4,532 rows`. */
export function exportChoices(
  plan: LoadPlan,
  selection: Selection | null,
  shown: number,
  loaded: number,
): ExportChoice[] {
  const isPart = shown !== loaded;
  return [
    ...(isPart ? [{ rows: 'shown', label: `${rowsText(shown)} shown` } as const] : []),
    { rows: isPart ? 'all' : 'shown', label: scopeText(plan, selection, '') },
  ];
}

/**
 * The name of an exported file: `invoices-2026-05-12-part-newest-1032-of-4532`. The file leaves the page's notes behind, but
 * mail and most programs keep its name.
 */
export function exportName(
  dataSet: string,
  today: Day,
  part: Part | null,
  shown: number | null,
  withheld: Withheld | null = null,
): string {
  const rows = shown === null ? null : `${shown}-rows-shown`;
  return [dataSet, today, part?.fileName ?? null, rows, withheld && 'columns-withheld']
    .filter((word) => word !== null)
    .join('-');
}

/**
 * What a file leaves out, in words; none if it holds everything. `shown` are the rows that passed the filters, if not all.
 */
export function exportNotes(
  part: Part | null,
  shown: number | null,
  {
    view,
    columns,
    loaded,
    withheld = null,
  }: {
    readonly view: ReportView;
    readonly columns: readonly Column[];
    readonly loaded: number;
    readonly withheld?: Withheld | null;
  },
): string[] {
  const columnsLeftOut = withheldText(withheld, columns, Number.POSITIVE_INFINITY);
  const filters = view.filters.map((filter) => filterText(filter, columns));
  const search = view.search.trim();
  const conditions = [...filters, ...(search === '' ? [] : [`a cell contains “${search}”`])];
  return [
    ...(part === null ? [] : [`This file holds part of the data. ${part.text}`]),
    ...(shown === null ? [] : [`${rowsText(shown)} of ${rowsText(loaded)} that match: ${conditions.join('; ')}.`]),
    ...(columnsLeftOut === null ? [] : [columnsLeftOut]),
  ];
}

type NewestRow = {
  readonly plan: Pick<LoadPlan, 'status' | 'mode' | 'order' | 'later'>;
  readonly view: Pick<ReportView, 'filters' | 'search'>;
  readonly newest: Column | null;
  readonly store: RowStore;
  readonly computed: Pick<ComputedRows, 'rows'> | null;
};

/** The day of the newest row; null if it may not be loaded, some rows are filtered out, or the order is another. */
export function newestDay({ plan, view, newest, store, computed }: NewestRow, zone: string): Day | null {
  const isOrdered = plan.order !== 'unknown' && plan.order !== null && plan.later === 0;
  if (!newest || !(isWhole(plan) || isOrdered) || view.filters.length > 0 || view.search.trim() !== '') return null;
  const item = store.items[computed?.rows[0] ?? -1];
  const text = item && plainText(valueAt(item, newest.path));
  if (!text) return null;
  if (newest.kind === 'day') return readDay(text, store.zone);
  const at = instantReader(store.zone)(text);
  return Number.isNaN(at) ? null : dayOf(at, zone);
}
