import type { Column, ColumnKind } from '#domain/reports/columns/columns.ts';
import type { ColumnFilter } from '#domain/reports/rows/filterRows.ts';
import type { Bucket } from '#domain/reports/columns/instants.ts';
import type { Sort } from '#domain/reports/rows/sortRows.ts';

/** How a column is shown, where it differs from what is usual. */
export type ColumnSetting = {
  readonly column: string;
  /** Pixels; null is the column's own. */
  readonly width: number | null;
  readonly isHidden: boolean;
  readonly isPinned: boolean;
};

export const chartKinds = ['bar', 'line', 'histogram'] as const;
export type ChartKind = (typeof chartKinds)[number];

type ViewGroup = {
  readonly column: string;
  readonly bucket: Bucket | null;
};

type ViewChart = {
  readonly kind: ChartKind;
  /** What is drawn: a measure's sum, or the count of rows where null. For a histogram the column itself. */
  readonly column: string | null;
};

/** Everything about a report's table that a person can choose: what the address and a saved view hold. */
export type ReportView = {
  /** In the order chosen; columns not named follow in their own. */
  readonly columns: readonly ColumnSetting[];
  readonly kinds: { readonly [columnId: string]: ColumnKind };
  readonly sorts: readonly Sort[];
  readonly filters: readonly ColumnFilter[];
  readonly search: string;
  readonly group: ViewGroup | null;
  /** Columns that are summed in groups and totals. */
  readonly measures: readonly string[];
  readonly chart: ViewChart | null;
  /** A ready-made picture, by its id. */
  readonly picture: string | null;
};

export const usualView: ReportView = {
  columns: [],
  kinds: {},
  sorts: [],
  filters: [],
  search: '',
  group: null,
  measures: [],
  chart: null,
  picture: null,
};

export type ShownColumn = Column & Omit<ColumnSetting, 'column'>;

/** The columns as the view has them: chosen order first, pinned before the others, the hidden ones too. */
export function shownColumns(columns: readonly Column[], view: Pick<ReportView, 'columns'>): ShownColumn[] {
  const byId = new Map(columns.map((column) => [column.id, column]));
  const chosen = view.columns.flatMap(({ column, ...setting }): ShownColumn[] => {
    const known = byId.get(column);
    return known ? [{ ...known, ...setting }] : [];
  });
  const named = new Set(chosen.map(({ id }) => id));
  const usual = { width: null, isHidden: false, isPinned: false };
  const others = columns.filter(({ id }) => !named.has(id)).map((column) => ({ ...column, ...usual }));
  const all = [...chosen, ...others];
  return [...all.filter(({ isPinned }) => isPinned), ...all.filter(({ isPinned }) => !isPinned)];
}

/** What in a view speaks of columns that are not there, by id: it has no effect, and is said. */
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
