import { isPersonal } from '#domain/people/personalData.ts';
import { figureWriter, type LinkOf } from '#domain/reports/columns/cellText.ts';
import { type Column, valueAt } from '#domain/reports/columns/columns.ts';
import { plainText } from '#domain/reports/columns/values.ts';
import type { LoadPlan } from '#domain/reports/loading/loadPlan.ts';
import type { ReportView } from '#domain/reports/reportView.ts';
import type { ComputedRows } from '#domain/reports/rows/computeRows.ts';
import type { ColumnFilter } from '#domain/reports/rows/filterSort.ts';
import { rowOfKey, type RowStore } from '#domain/reports/rows/rowStore.ts';
import { instantReader } from '#domain/reports/columns/times.ts';
import { dayText } from '#domain/time/clock.ts';
import { type Day, dayOf, readDay } from '#domain/time/time.ts';
import type { ColumnChange } from '#web/queries/reports/reportMemory.ts';
import { loadWarnings, rowsText, scopeText } from './loadModel.ts';

const figure = figureWriter('number', 6);
/** The values of a filter that are named. */
const mostNamed = 3;

/** A filter as a sentence: `Tail contains “N51”`, `Hobbs hours from 1 to 3`, `Status is Open or (empty)`. */
export function filterText(filter: ColumnFilter, columns: readonly Column[]): string {
  const name = labelOf(filter.column, columns);
  if (filter.form === 'text') return `${name} contains “${filter.contains}”`;
  if (filter.form === 'range') return `${name} ${rangeText(filter.least, filter.most, figure)}`;
  if (filter.form === 'days') {
    return `${name} ${rangeText(filter.first, filter.last, (day) => `${dayText(day)} ${day.slice(0, 4)}`)}`;
  }
  const named = filter.values.slice(0, mostNamed).map((value) => value || '(empty)');
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

/** What the table shows of which rows: `34 of all 1,912 rows match; sorted by Tail.` */
export function summaryText(
  view: ReportView,
  columns: readonly Column[],
  { plan, shown, groups }: { readonly plan: LoadPlan; readonly shown: number; readonly groups: number | null },
  newest: Pick<Column, 'label'> | null = null,
): string {
  const scope = scopeText(plan);
  const isNarrowed = view.filters.length > 0 || view.search.trim() !== '';
  const matching = `${rowsText(shown)} ${shown === 1 ? 'matches' : 'match'} out of ${scope}`;
  const sorted = (newest ? [] : view.sorts).map(
    ({ column, isDescending }) => labelOf(column, columns) + (isDescending ? ', descending' : ''),
  );
  const parts = [
    isNarrowed ? matching : scope.charAt(0).toUpperCase() + scope.slice(1),
    ...(view.group && groups !== null
      ? [`${groups === 1 ? '1 group' : `${groups} groups`} by ${labelOf(view.group.column, columns)}`]
      : []),
    ...(sorted.length > 0 ? [`sorted by ${sorted.join(', then ')}`] : []),
  ];
  return `${parts.join('; ')}.${newest ? ` ${newestText(newest, plan)}` : ''}`;
}

/** The usual order in words; of rows that are not all loaded, the newest of all may be missing. */
function newestText({ label }: Pick<Column, 'label'>, { status }: LoadPlan): string {
  const order = `Newest first, by ${label.charAt(0).toLowerCase()}${label.slice(1)}`;
  return status === 'complete' ? `${order}.` : `${order}; newer rows may not be loaded yet.`;
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
export function tableWarnings(plan: LoadPlan, columns: readonly Column[], view: ReportView): string[] {
  const unknown = plan.status === 'complete' ? unknownColumns(columns, view) : [];
  return [...loadWarnings(plan), ...(unknown.length > 0 ? [`Columns not in these rows: ${unknown.join(', ')}.`] : [])];
}

/** A note about values without a column; null if all have one. */
export function columnLimitText({ shape }: Pick<LoadPlan, 'shape'>): string | null {
  if (shape.beyond === 0) return null;
  return `Only 1,000 columns are shown; ${shape.beyond.toLocaleString('en-US')} more values are in the row details.`;
}

const longestList = 6;

/** How the columns have changed since the last visit, and which: `2 new columns since Tue 12 May.` */
export function columnChangeText({ added, missing, since }: ColumnChange): {
  readonly text: string;
  readonly names: string;
} {
  const columns = (count: number) => (count === 1 ? 'column' : 'columns');
  const day = dayText(since);
  const gone = missing.length > 0 ? `${missing.length} ${columns(missing.length)} of ${day} not in these rows` : null;
  const names = added.length > 0 ? added : missing;
  const left = names.length - longestList;
  return {
    text:
      added.length === 0
        ? `${gone}.`
        : `${added.length} new ${columns(added.length)} since ${day}${gone === null ? '' : `; ${missing.length} not in these rows`}.`,
    names: names.slice(0, longestList).join(', ') + (left > 0 ? ` and ${left} more` : ''),
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

/** Columns in their original order, with ids, which nobody reads, at the end. */
export function withIdsLast(columns: readonly Column[]): Column[] {
  return [...columns.filter(({ kind }) => kind !== 'guid'), ...columns.filter(({ kind }) => kind === 'guid')];
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
  const row = rowOfKey(store.items, key);
  if (row === null) return null;
  const at = rows.indexOf(row);
  if (at === -1) return { row, title: `Row ${row + 1}, filtered out`, previous: null, next: null };
  return {
    row,
    title: `Row ${at + 1} of ${rows.length.toLocaleString('en-US')}`,
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

/** The row ranges to export: `12 rows shown` if some are filtered out, and `all 40 rows` or `40 rows loaded`. */
export function exportChoices(plan: LoadPlan, shown: number, loaded: number): ExportChoice[] {
  const all = plan.status === 'complete' ? `all ${rowsText(loaded)}` : `${rowsText(loaded)} loaded`;
  const isPart = shown !== loaded;
  return [
    ...(isPart ? [{ rows: 'shown', label: `${rowsText(shown)} shown` } as const] : []),
    { rows: isPart ? 'all' : 'shown', label: all },
  ];
}

type NewestRow = {
  readonly plan: Pick<LoadPlan, 'status'>;
  readonly view: Pick<ReportView, 'filters' | 'search'>;
  readonly newest: Column | null;
  readonly store: RowStore;
  readonly computed: Pick<ComputedRows, 'rows'> | null;
};

/** The day of the newest row; null where not all rows are loaded, some are filtered out, or they have another order. */
export function newestDay({ plan, view, newest, store, computed }: NewestRow, zone: string): Day | null {
  if (!newest || plan.status !== 'complete' || view.filters.length > 0 || view.search.trim() !== '') return null;
  const item = store.items[computed?.rows[0] ?? -1];
  const text = item && plainText(valueAt(item, newest.path));
  if (!text) return null;
  if (newest.kind === 'day') return readDay(text, store.zone);
  const at = instantReader(store.zone)(text);
  return Number.isNaN(at) ? null : dayOf(at, zone);
}
