import type { Column } from './columns.ts';
import {
  type ColumnSetting,
  type ReportView,
  type ShownColumn,
  shownColumns,
} from '#domain/reports/views/viewState.ts';

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
