import { dayText } from '#domain/time/clock.ts';
import { figureWriter } from '#domain/reports/columns/columnValues.ts';
import type { Column } from '#domain/reports/columns/columns.ts';
import type { ColumnFilter } from '#domain/reports/rows/filterRows.ts';
import type { LoadPlan } from '#domain/reports/loading/loadPlan.ts';
import { rowsText, scopeText } from '#domain/reports/loading/loadWords.ts';
import type { ReportView } from './viewState.ts';
import type { ReportId } from '#domain/reports/loading/reportQuery.ts';
import { readView, type ViewTexts } from './viewCodec.ts';

const figure = figureWriter('number', 6);
const mostNamed = 3;

/** A filter of a column as a sentence: `Tail contains N51`, `Hobbs hours from 1 to 3`, `Status is Open or (empty)`. */
export function filterWords(filter: ColumnFilter, columns: readonly Column[]): string {
  const name = labelOf(filter.column, columns);
  if (filter.form === 'text') return `${name} contains “${filter.contains}”`;
  if (filter.form === 'range') return `${name} ${endWords(filter.least, filter.most, figure)}`;
  if (filter.form === 'days') {
    return `${name} ${endWords(filter.first, filter.last, (day) => `${dayText(day)} ${day.slice(0, 4)}`)}`;
  }
  const named = filter.values.slice(0, mostNamed).map((value) => value || '(empty)');
  const left = filter.values.length - named.length;
  return `${name} is ${named.join(' or ')}${left > 0 ? ` or one of ${left} more` : ''}`;
}

function endWords<Value>(first: Value | null, last: Value | null, write: (value: Value) => string): string {
  if (first === null) return last === null ? 'is anything' : `up to ${write(last)}`;
  return last === null ? `from ${write(first)}` : `from ${write(first)} to ${write(last)}`;
}

function labelOf(id: string, columns: readonly Column[]): string {
  return columns.find((column) => column.id === id)?.label ?? id;
}

/** What the table has done, and to which rows: `34 rows match among the 250 rows loaded of 1,912, sorted by Tail.` */
export function operationWords(
  view: ReportView,
  columns: readonly Column[],
  { plan, shown, groups }: { plan: LoadPlan; shown: number; groups: number | null },
): string {
  const scope = scopeText(plan);
  const label = (id: string) => labelOf(id, columns);
  const isNarrowed = view.filters.length > 0 || view.search.trim() !== '';
  const matching = `${rowsText(shown)} ${shown === 1 ? 'matches' : 'match'} among ${scope}`;
  const sorted = view.sorts.map(({ column, isDescending }) => label(column) + (isDescending ? ', descending' : ''));
  const parts = [
    isNarrowed ? matching : scope.charAt(0).toUpperCase() + scope.slice(1),
    ...(view.group && groups !== null
      ? [`in ${groups === 1 ? '1 group' : `${groups} groups`} by ${label(view.group.column)}`]
      : []),
    ...(sorted.length > 0 ? [`sorted by ${sorted.join(', then ')}`] : []),
  ];
  return `${parts.join('; ')}.`;
}

/** A view with a name, as it stands in an address: what an older or newer version wrote is read as far as it can be. */
export type SavedView = { readonly dataSet: ReportId; readonly name: string; readonly view: Partial<ViewTexts> };

export type Saving = { readonly views: readonly SavedView[]; readonly problem: string | null };

const longestName = 60;

/** Those of one data set, by name. */
export function viewsOf(views: readonly SavedView[], dataSet: ReportId): SavedView[] {
  return views.filter((one) => one.dataSet === dataSet).toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/** With this view; one of the same name is replaced. */
export function withView(views: readonly SavedView[], view: SavedView): Saving {
  const name = view.name.trim();
  if (name === '') return { views, problem: 'A view needs a name.' };
  if (name.length > longestName) return { views, problem: `A name has at most ${longestName} letters.` };
  return { views: [...withoutView(views, { ...view, name }), { ...view, name }], problem: null };
}

export function withoutView(views: readonly SavedView[], view: Pick<SavedView, 'dataSet' | 'name'>): SavedView[] {
  return views.filter(({ dataSet, name }) => dataSet !== view.dataSet || name !== view.name);
}

/** Reads what a browser has stored; anything that is no saved view is dropped. */
export function readSavedViews(stored: unknown): readonly SavedView[] {
  return Array.isArray(stored) ? stored.filter(isSavedView) : [];
}

function isSavedView(value: unknown): value is SavedView {
  if (typeof value !== 'object' || value === null) return false;
  const { dataSet, name, view } = value as { [member: string]: unknown };
  if (typeof dataSet !== 'string' || typeof name !== 'string' || typeof view !== 'object' || view === null)
    return false;
  const texts = Object.values(view);
  return texts.every((text) => text === null || typeof text === 'string') && readView(view).problems.length === 0;
}
