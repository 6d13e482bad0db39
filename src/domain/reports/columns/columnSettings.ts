import { type Column, type ColumnKind, isNumeric, valueAt } from './columns.ts';
import {
  type ColumnSetting,
  type ReportView,
  type ShownColumn,
  shownColumns,
} from '#domain/reports/views/viewState.ts';
import type { FreeForm } from '#domain/answers/unknownMembers.ts';
import { numberOf } from '#domain/reports/rows/rowStore.ts';
import { plainText } from './valueKinds.ts';

type Settings = Pick<ReportView, 'columns'>;

const leastWidth = 48;
const mostWidth = 1200;

/** The settings with these changes of one column, which keeps its place. */
export function withColumn(
  columns: readonly Column[],
  view: Settings,
  id: string,
  change: Partial<Omit<ColumnSetting, 'column'>>,
): ColumnSetting[] {
  const shown = shownColumns(columns, view);
  return settingsOf(
    columns,
    shown.map((one) => (one.id === id ? { ...one, ...change } : one)),
  );
}

/** The settings with one column moved to the place of another. */
export function withPlace(columns: readonly Column[], view: Settings, id: string, target: string): ColumnSetting[] {
  const shown = shownColumns(columns, view);
  const [from, to] = [id, target].map((wanted) => shown.findIndex((one) => one.id === wanted)) as [number, number];
  const moved = shown[from];
  if (!moved || to === -1) return [...view.columns];
  return settingsOf(columns, shown.toSpliced(from, 1).toSpliced(to, 0, moved));
}

/** The settings with all of these columns shown or hidden. */
export function withHidden(columns: readonly Column[], view: Settings, ids: ReadonlySet<string>, isHidden: boolean) {
  const shown = shownColumns(columns, view);
  return settingsOf(
    columns,
    shown.map((one) => (ids.has(one.id) ? { ...one, isHidden } : one)),
  );
}

/** A width in whole pixels that can be read and handled. */
export function fittingWidth(width: number): number {
  return Math.round(Math.max(leastWidth, Math.min(width, mostWidth)));
}

/** Columns that are as usual, and follow the last named one in their own order, need no mention. */
function settingsOf(columns: readonly Column[], shown: readonly ShownColumn[]): ColumnSetting[] {
  const place = new Map(columns.map(({ id }, index) => [id, index]));
  let named = shown.length;
  let next = Number.POSITIVE_INFINITY;
  for (; named > 0; named--) {
    const one = shown[named - 1]!;
    const own = place.get(one.id)!;
    if (one.width !== null || one.isHidden || one.isPinned || own > next) break;
    next = own;
  }
  return shown.slice(0, named).map(({ id, width, isHidden, isPinned }) => ({ column: id, width, isHidden, isPinned }));
}

/** Pixels of an average letter at the table's size, of what a cell has beside its text, and of the marks in a column's head. */
const letter = 7.2;
const padding = 26;
const marks = 44;
const [narrowest, widest, widestHead] = [72, 260, 200];
const sample = 40;

/** Kinds whose values all read alike: `Tue 12 May 2026 1430L`; of an id the beginning is enough. */
const fixed: Partial<Readonly<Record<ColumnKind, number>>> = { instant: 192, wallTime: 192, day: 146, guid: 124 };

/** A width that suits a column's name and its values in the first rows: what is longer is cut, and shown whole in the record. */
export function usualWidth(column: Column, items: readonly FreeForm[]): number {
  const head = Math.min(column.label.length * letter + marks, widestHead);
  let letters = 0;
  for (const item of items.slice(0, sample)) letters = Math.max(letters, textOf(column, item).length);
  const longest = fixed[column.kind] ?? textWidth(letters);
  return Math.round(Math.max(narrowest, head, Math.min(longest, widest)));
}

/** What a cell needs for so many letters. */
export function textWidth(letters: number): number {
  return Math.ceil(letters * letter + padding);
}

/** As the cell reads, or about as long: formats are too dear for columns out of sight. */
function textOf({ kind, path, decimals }: Column, item: FreeForm): string {
  const value = valueAt(item, path);
  const number = isNumeric(kind) ? numberOf(value) : Number.NaN;
  return Number.isNaN(number) ? plainText(value) : `${number.toFixed(decimals)},00`;
}
