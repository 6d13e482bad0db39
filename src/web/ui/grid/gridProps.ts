import type { ReactNode } from 'react';
import type { Aggregate, Group, Grouping } from '#domain/reports/rows/groupRows.ts';
import type { Column } from '#domain/reports/columns/columns.ts';
import type { LinkOf } from '#domain/reports/columns/knownValues.ts';
import type { RowStore } from '#domain/reports/rows/rowStore.ts';
import type { ReportView } from '#domain/reports/views/viewState.ts';

/** What of a report's view the table itself can change. */
export type GridView = Pick<ReportView, 'columns' | 'sorts' | 'filters'>;

/** Which figure of each measure stands in the heads of groups and in the totals. */
export type GridFigures = { readonly measures: readonly Column[]; readonly part: keyof Aggregate };

export type GridGroups = {
  readonly grouping: Grouping;
  /** Their aggregates are in the order of the measures. */
  readonly groups: readonly Group[];
  /** The rows of the groups that are open, by key (`rowsOfGroup`). */
  readonly opened: ReadonlyMap<string, Uint32Array>;
  readonly onToggle: (key: string) => void;
};

export type ReportGridProps = {
  /** What the rows are, for those who cannot see the table. */
  label: string;
  store: RowStore;
  /** All there are, as inferred; the view decides on order, width, pinning and sight. */
  columns: readonly Column[];
  /** What passes the filters, in the order wished: numbers of items. */
  rows: Uint32Array;
  view: GridView;
  onView: (changes: Partial<GridView>) => void;
  figures: GridFigures;
  /** Null shows the rows one below the other. */
  groups: GridGroups | null;
  /** Over all `rows`, in the order of the measures; null shows no line of totals. */
  totals: readonly Aggregate[] | null;
  /** The item whose record is open. */
  open: number | null;
  onOpen: (row: number) => void;
  linkOf?: LinkOf | undefined;
  /** Work on the rows is under way; those shown are of before. */
  isBusy: boolean;
  /** What is said where there is no row. */
  empty: ReactNode;
  /** What else one can do with a column, at the foot of its menu. */
  columnTools?: ((column: Column) => ReactNode) | undefined;
};
