import { type Column, columnKindWords, hiddenAtFirst } from '#domain/reports/columns/columns.ts';
import type { ColumnFilter, Sort } from '#domain/reports/rows/filterSort.ts';
import type { ColumnSetting, ReportView } from '#domain/reports/reportView.ts';
import { type RowStore, dictionaryOf } from '#domain/reports/rows/rowStore.ts';
import { folded } from '#domain/reports/columns/values.ts';
import type { Computation } from '#domain/reports/rows/computation.ts';

export type ShownColumn = Column & Omit<ColumnSetting, 'column'>;

/** The columns with their settings: in the chosen order, pinned ones first, including hidden ones. */
export function shownColumns(columns: readonly Column[], view: Pick<ReportView, 'columns'>): ShownColumn[] {
  const byId = new Map(columns.map((column) => [column.id, column]));
  const chosen = view.columns.flatMap(({ column, ...setting }): ShownColumn[] => {
    const known = byId.get(column);
    return known ? [{ ...known, ...setting }] : [];
  });
  const named = new Set(chosen.map(({ id }) => id));
  const ids = hiddenAtFirst(columns);
  const others = columns
    .filter(({ id }) => !named.has(id))
    .map((column) => ({ ...column, width: null, isHidden: ids.has(column.id), isPinned: false }));
  const all = [...chosen, ...others];
  return [...all.filter(({ isPinned }) => isPinned), ...all.filter(({ isPinned }) => !isPinned)];
}

type Settings = Pick<ReportView, 'columns'>;

const minWidth = 48;
const maxWidth = 1200;

/** The settings after changing one column, which keeps its position. */
export function withColumn(
  columns: readonly Column[],
  view: Settings,
  id: string,
  change: Partial<Omit<ColumnSetting, 'column'>>,
): ColumnSetting[] {
  const shown = shownColumns(columns, view);
  return settingsOf(
    columns,
    shown.map((column) => (column.id === id ? { ...column, ...change } : column)),
  );
}

/** The settings after moving a column to the position of another. */
export function withMoved(columns: readonly Column[], view: Settings, id: string, target: string): ColumnSetting[] {
  const shown = shownColumns(columns, view);
  const indexOf = (wanted: string) => shown.findIndex((column) => column.id === wanted);
  const [from, to] = [indexOf(id), indexOf(target)];
  const moved = shown[from];
  if (!moved || to === -1) return [...view.columns];
  return settingsOf(columns, shown.toSpliced(from, 1).toSpliced(to, 0, moved));
}

/** The settings after showing or hiding these columns. */
export function withHidden(columns: readonly Column[], view: Settings, ids: ReadonlySet<string>, isHidden: boolean) {
  const shown = shownColumns(columns, view);
  return settingsOf(
    columns,
    shown.map((column) => (ids.has(column.id) ? { ...column, isHidden } : column)),
  );
}

/** The columns of a file: those shown, and the ids of those hidden by default. */
export function savedColumns(columns: readonly Column[], view: Settings): ShownColumn[] {
  const named = new Set(view.columns.map(({ column }) => column));
  return shownColumns(columns, view).filter(({ id, isHidden }) => !isHidden || !named.has(id));
}

/** A width in whole pixels, within the limits of what can be read and dragged. */
export function fittingWidth(width: number): number {
  return Math.round(Math.max(minWidth, Math.min(width, maxWidth)));
}

/** The settings that need to be stored: trailing columns with defaults, in their original order, are left out. */
function settingsOf(columns: readonly Column[], shown: readonly ShownColumn[]): ColumnSetting[] {
  const originalIndex = new Map(columns.map(({ id }, index) => [id, index]));
  const ids = hiddenAtFirst(columns);
  let next = Number.POSITIVE_INFINITY;
  const last = shown.findLastIndex(({ id, width, isHidden, isPinned }) => {
    const index = originalIndex.get(id) ?? Number.POSITIVE_INFINITY;
    if (width !== null || isHidden !== ids.has(id) || isPinned || index > next) return true;
    next = index;
    return false;
  });
  return shown
    .slice(0, last + 1)
    .map(({ id, width, isHidden, isPinned }) => ({ column: id, width, isHidden, isPinned }));
}

/** The position of a column among the sorted columns. */
export type SortPlace = { readonly isDescending: boolean; readonly rank: number; readonly of: number };

/** Null if the rows are not sorted by this column. */
export function sortPlace(sorts: readonly Sort[], column: string): SortPlace | null {
  const at = sorts.findIndex((sort) => sort.column === column);
  const sort = sorts[at];
  return sort ? { isDescending: sort.isDescending, rank: at + 1, of: sorts.length } : null;
}

export type SortOrder = 'none' | 'ascending' | 'descending';

/** The sorts after setting the order of a column: alone or, if added, after the others or in its present position. */
export function withSort(sorts: readonly Sort[], column: string, order: SortOrder, isAdded: boolean): Sort[] {
  const own = order === 'none' ? [] : [{ column, isDescending: order === 'descending' }];
  if (!isAdded) return own;
  if (!sorts.some((sort) => sort.column === column)) return [...sorts, ...own];
  return sorts.flatMap((sort) => (sort.column === column ? own : [sort]));
}

/** The order after another click on the heading: ascending, descending, original. */
export function nextOrder(place: SortPlace | null): SortOrder {
  if (!place) return 'ascending';
  return place.isDescending ? 'none' : 'descending';
}

export type ColumnValue = { readonly text: string; readonly count: number };

/** The distinct values of a column with their number of rows, the most frequent first. */
export function* columnValues(store: RowStore, column: Column): Computation<ColumnValue[]> {
  const { texts, codes } = yield* dictionaryOf(store, column);
  const counts = new Uint32Array(texts.length);
  for (const code of codes) counts[code] = (counts[code] ?? 0) + 1;
  yield;
  return texts
    .map((text, code) => ({ text, count: counts[code] ?? 0 }))
    .toSorted((one, other) => other.count - one.count);
}

/** The values to offer for a search: the chosen ones first, then at most `most` others that contain the text. */
export function offeredValues(
  values: readonly ColumnValue[],
  chosen: readonly string[],
  search: string,
  max: number,
): ColumnValue[] {
  const counts = new Map(values.map(({ text, count }) => [text, count]));
  const isChosen = new Set(chosen);
  const wanted = folded(search.trim());
  const others: ColumnValue[] = [];
  for (const value of values) {
    if (others.length === max) break;
    if (!isChosen.has(value.text) && folded(value.text).includes(wanted)) others.push(value);
  }
  return [...chosen.map((text) => ({ text, count: counts.get(text) ?? 0 })), ...others];
}

export const sortOrders: readonly { readonly value: SortOrder; readonly label: string }[] = [
  { value: 'none', label: 'original order' },
  { value: 'ascending', label: 'ascending' },
  { value: 'descending', label: 'descending' },
];

export type ColumnMenuModel = {
  /** `number · 12 % empty`. */
  readonly about: string;
  readonly order: SortOrder;
  /** The labels of the other sorted columns. */
  readonly others: readonly string[];
  readonly filter: ColumnFilter | null;
  /** The columns it can swap with; null at the ends, and between pinned and other columns. */
  readonly left: string | null;
  readonly right: string | null;
  /** The last visible column cannot be hidden. */
  readonly canHide: boolean;
};

/** What the menu of a column shows. */
export function columnMenu(
  column: ShownColumn,
  columns: readonly Column[],
  view: Pick<ReportView, 'columns' | 'sorts' | 'filters'> & { readonly isDefaultOrder?: boolean },
): ColumnMenuModel {
  const visible = shownColumns(columns, view).filter(({ isHidden }) => !isHidden);
  const at = visible.findIndex(({ id }) => id === column.id);
  const neighbour = (index: number) => {
    const found = index < 0 ? undefined : visible[index];
    return found?.isPinned === column.isPinned ? found.id : null;
  };
  const sort = sortPlace(view.sorts, column.id);
  return {
    about: `${columnKindWords[column.kind]} · ${blanksText(column)}`,
    order: sort ? (sort.isDescending ? 'descending' : 'ascending') : 'none',
    others: (view.isDefaultOrder ? [] : view.sorts)
      .filter((one) => one.column !== column.id)
      .map((one) => columns.find(({ id }) => id === one.column)?.label ?? one.column),
    filter: view.filters.find((filter) => filter.column === column.id) ?? null,
    left: neighbour(at - 1),
    right: neighbour(at + 1),
    canHide: visible.length > 1,
  };
}

/** `no blanks`, `12 % empty`, `all rows are empty`. */
function blanksText({ filled, emptyShare }: Pick<Column, 'filled' | 'emptyShare'>): string {
  if (emptyShare === 0) return 'no blanks';
  if (filled === 0) return 'all rows are empty';
  return `${Math.min(99, Math.max(1, Math.round(100 * emptyShare)))} % empty`;
}

/** The filters after setting that of one column; null removes it. */
export function withFilter(
  filters: readonly ColumnFilter[],
  id: string,
  filter: ColumnFilter | null,
): readonly ColumnFilter[] {
  const others = filters.filter(({ column }) => column !== id);
  return filter ? [...others, filter] : others;
}

/** The number in a text being typed, also with a decimal comma or a true minus; null for nothing, NaN for anything else. */
export function typedNumber(text: string): number | null {
  const plain = text.trim().replace(',', '.').replace('−', '-');
  return plain === '' ? null : Number(plain);
}
