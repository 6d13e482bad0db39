import type { Instant } from '#domain/time/time.ts';
import {
  type Aggregate,
  type Group,
  type Grouping,
  groupRows,
  measurable,
  orderedGroups,
  rowsOfGroup,
  totals,
} from './groupRows.ts';
import { type Chart, groupChart, histogram } from '#domain/reports/views/charts.ts';
import { type Column, isNumeric } from '#domain/reports/columns/columns.ts';
import { filterRows, searchRows } from './filterRows.ts';
import type { Bucket } from '#domain/reports/columns/instants.ts';
import { picturesFor } from '#domain/reports/views/pictures.ts';
import { allRows, type RowStore } from './rowStore.ts';
import { sortRows } from './sortRows.ts';
import type { ReportView } from '#domain/reports/views/viewState.ts';
import type { Work } from './work.ts';

/** Groups by their value, by how many rows they have, or by the sum of the first measure. */
export const groupOrders = ['value', 'count', 'sum'] as const;
type GroupOrder = (typeof groupOrders)[number];

export type RowsAsked = {
  readonly store: RowStore;
  /** The columns in use. */
  readonly columns: readonly Column[];
  /** Of these, the ones whose values are searched and filtered. */
  readonly searched: readonly Column[];
  readonly view: ReportView;
  readonly order: GroupOrder;
  /** Groups that are open, by key. */
  readonly opened: ReadonlySet<string>;
  readonly now: Instant;
};

export type RowsWorked = {
  readonly rows: Uint32Array;
  readonly measures: readonly Column[];
  /** Null where no column is measured. */
  readonly totals: readonly Aggregate[] | null;
  /** Null where the rows are not grouped. */
  readonly grouped: {
    readonly grouping: Grouping;
    readonly groups: readonly Group[];
    readonly opened: ReadonlyMap<string, Uint32Array>;
  } | null;
  /** Null where nothing is to be drawn. */
  readonly chart: Chart | null;
};

/** Everything a view asks of the rows: search and filters, then the sort, the groups, the totals and the chart. */
export function* workOnRows(asked: RowsAsked): Work<RowsWorked> {
  const { store, columns, searched, view } = asked;
  const filtered = yield* filterRows(store, searched, allRows(store), view.filters);
  const found = yield* searchRows(store, searched, filtered, view.search);
  const rows = yield* sortRows(store, columns, found, view.sorts);
  const can = measurable(columns);
  const measures = view.measures.flatMap((id) => can.find((column) => column.id === id) ?? []);
  const grouped = yield* groupsOf(asked, rows, measures);
  return {
    rows,
    measures,
    totals: measures.length > 0 ? yield* totals(store, rows, measures) : null,
    grouped,
    chart: yield* chartOf(asked, rows, grouped),
  };
}

function* groupsOf(asked: RowsAsked, rows: Uint32Array, measures: readonly Column[]): Work<RowsWorked['grouped']> {
  const { store, columns, view, order } = asked;
  const column = columns.find(({ id }) => id === view.group?.column);
  if (!column || !view.group) return null;
  const grouping = { column, bucket: view.group.bucket };
  const found = yield* groupRows(store, rows, grouping, measures);
  const groups = order === 'value' ? found : orderedGroups(found, order === 'count' ? 'count' : 0);
  const opened = new Map<string, Uint32Array>();
  for (const key of asked.opened) opened.set(key, yield* rowsOfGroup(store, rows, grouping, key));
  return { grouping, groups, opened };
}

const bucketLabels: Readonly<Record<Bucket, string>> = { day: 'Day', week: 'Week', month: 'Month', year: 'Year' };

function* chartOf(asked: RowsAsked, rows: Uint32Array, grouped: RowsWorked['grouped']): Work<Chart | null> {
  const { store, columns, view, now } = asked;
  const picture = picturesFor(columns).find(({ id }) => id === view.picture);
  if (picture) return yield* picture.draw(store, rows, now);
  if (!view.chart) return null;
  const column = columns.find(({ id }) => id === view.chart?.column) ?? null;
  const { kind } = view.chart;
  if (kind === 'histogram') return column && isNumeric(column.kind) ? yield* histogram(store, column, rows) : null;
  if (!grouped) return null;
  const { grouping } = grouped;
  const groups = yield* groupRows(store, rows, grouping, column ? [column] : []);
  const { label } = grouping.column;
  const over = grouping.bucket === null ? label : `${bucketLabels[grouping.bucket]} of ${label.toLowerCase()}`;
  return groupChart(groups, { kind, over, measure: column && { column, index: 0 } });
}
