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
import { type Chart, cutsOf, groupChart, histogram, withCuts } from '#domain/reports/charts/charts.ts';
import type { Coverage } from '#domain/reports/charts/coverage.ts';
import { type Column, isNumeric, isTime } from '#domain/reports/columns/columns.ts';
import { filterRows, searchRows, sortRows } from './filterSort.ts';
import type { Bucket } from '#domain/reports/columns/times.ts';
import { availablePresets } from '#domain/reports/charts/chartPresets.ts';
import { allRows, type RowStore } from './rowStore.ts';
import type { ReportView } from '#domain/reports/reportView.ts';
import type { Computation } from './computation.ts';
import { countedRows, type LeftOut, leftOutOf } from './leftOut.ts';

/** Groups are ordered by value, by number of rows, or by the sum of the first measure. */
export const groupOrders = ['value', 'count', 'sum'] as const;
type GroupOrder = (typeof groupOrders)[number];

export type RowsRequest = {
  readonly store: RowStore;
  /** The visible columns. */
  readonly columns: readonly Column[];
  /** The columns that are searched and filtered. */
  readonly searched: readonly Column[];
  readonly view: ReportView;
  readonly order: GroupOrder;
  /** The keys of expanded groups. */
  readonly opened: ReadonlySet<string>;
  readonly now: Instant;
  /** The times between which all rows are loaded; null if everything is loaded. */
  readonly coverage: Coverage | 'unknown' | null;
};

export type ComputedRows = {
  readonly rows: Uint32Array;
  readonly measures: readonly Column[];
  /** Null if no column is measured. */
  readonly totals: readonly Aggregate[] | null;
  /** Null if the rows are not grouped. */
  readonly grouped: {
    readonly grouping: Grouping;
    readonly groups: readonly Group[];
    readonly opened: ReadonlyMap<string, Uint32Array>;
    /** The loaded part of a period that is not complete: `from 24 Oct`. */
    readonly cuts: ReadonlyMap<string, string>;
  } | null;
  /** Null if there is nothing to draw. */
  readonly chart: Chart | null;
  /** What the figures above leave out as no revenue, `3 void, 1 draft left out: 420.00`; null for nothing. */
  readonly leftOut: string | null;
};

/** Applies a view to the rows: filters and search, then sort, groups, totals and chart. */
export function* computeRows(request: RowsRequest): Computation<ComputedRows> {
  const { store, columns, searched, view } = request;
  const filtered = yield* filterRows(store, searched, allRows(store), view.filters);
  const found = yield* searchRows(store, searched, filtered, view.search);
  const rows = yield* sortRows(store, columns, found, view.sorts);
  const can = measurable(columns);
  const measures = view.measures.flatMap((id) => can.find((column) => column.id === id) ?? []);
  const leftOut = yield* leftOutOf(store, searched, rows);
  const grouped = yield* groupsOf(request, rows, measures, leftOut);
  const chart = yield* chartOf(request, rows, grouped, leftOut);
  return {
    rows,
    measures,
    totals: measures.length > 0 ? yield* totals(store, rows, measures, leftOut) : null,
    grouped,
    chart: chart && (yield* withCuts(chart, request.coverage, store, request.now)),
    leftOut: leftOut && measures.some(leftOut.concerns) ? leftOut.words : null,
  };
}

function* groupsOf(
  request: RowsRequest,
  rows: Uint32Array,
  measures: readonly Column[],
  leftOut: LeftOut | null,
): Computation<ComputedRows['grouped']> {
  const { store, columns, view, order } = request;
  const column = columns.find(({ id }) => id === view.group?.column);
  if (!column || !view.group) return null;
  const grouping = { column, bucket: view.group.bucket };
  const found = yield* groupRows(store, rows, grouping, measures, leftOutOfGroups(leftOut, grouping));
  const groups = order === 'value' ? found : orderedGroups(found, order === 'count' ? 'count' : 0);
  const opened = new Map<string, Uint32Array>();
  for (const key of request.opened) opened.set(key, yield* rowsOfGroup(store, rows, grouping, key));
  return { grouping, groups, opened, cuts: yield* groupCuts(request, grouping, groups) };
}

function* groupCuts(
  request: RowsRequest,
  { column, bucket }: Grouping,
  groups: readonly Group[],
): Computation<ReadonlyMap<string, string>> {
  if (bucket === null) return new Map();
  const names = groups.map(({ key }) => key).filter((key) => key !== '');
  const cuts = yield* cutsOf(names, { column, bucket }, request);
  return cuts === 'unknown' ? new Map() : cuts;
}

const bucketLabels: Readonly<Record<Bucket, string>> = { day: 'Day', week: 'Week', month: 'Month', year: 'Year' };

function* chartOf(
  request: RowsRequest,
  rows: Uint32Array,
  grouped: ComputedRows['grouped'],
  leftOut: LeftOut | null,
): Computation<Chart | null> {
  const { store, columns, view, now } = request;
  const preset = availablePresets(columns).find(({ id }) => id === view.preset);
  if (preset) {
    const own = preset.isRevenue ? leftOut : null;
    const drawn = yield* preset.draw(store, countedRows(rows, own), now);
    return own ? { ...drawn, leftOut: own.words } : drawn;
  }
  if (!view.chart) return null;
  const column = columns.find(({ id }) => id === view.chart?.column) ?? null;
  const { kind } = view.chart;
  if (kind === 'histogram') return column && isNumeric(column.kind) ? yield* histogram(store, column, rows) : null;
  if (!grouped) return null;
  const { grouping } = grouped;
  const own = leftOutOfGroups(leftOut, grouping);
  const { bucket } = grouping;
  const found = yield* groupRows(store, rows, grouping, column ? [column] : [], own);
  // Names have no order of their own, so the largest comes first; numbers and times keep theirs.
  const isByName = bucket === null && !isTime(grouping.column.kind) && !isNumeric(grouping.column.kind);
  const groups = isByName && kind === 'bar' ? orderedGroups(found, column ? 0 : 'count') : found;
  const { label } = grouping.column;
  const over = bucket === null ? label : `${bucketLabels[bucket]} of ${label.toLowerCase()}`;
  const periods = bucket === null ? null : { column: grouping.column, bucket };
  const by = bucket === null ? grouping.column : null;
  const drawn = groupChart(groups, { kind, over, measure: column && { column, index: 0 }, periods, by });
  return { ...drawn, leftOut: own && column && own.concerns(column) ? own.words : null };
}

function leftOutOfGroups(leftOut: LeftOut | null, { column }: Grouping): LeftOut | null {
  return leftOut?.state?.id === column.id ? null : leftOut;
}
