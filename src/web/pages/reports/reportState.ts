import { parseAsString, useQueryStates } from 'nuqs';
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { Config } from '#contract/gateway/config.ts';
import type { Query, QueryProblem } from '#contract/query.ts';
import type { Reading } from '#domain/answers/pageChecks.ts';
import { type Column, columnsOf, type KindCorrections } from '#domain/reports/columns/columns.ts';
import { coverageOf, coverageOfDays, sinceText } from '#domain/reports/charts/coverage.ts';
import { isFinding, type LoadPlan, placeOf } from '#domain/reports/loading/loadPlan.ts';
import { type Selection, isSpanIgnored, isWhole, type Part, partOf, partOfDays } from '#domain/reports/loading/part.ts';
import { type Period, type PeriodDays, periods, periodsOf, usualPeriod } from '#domain/reports/loading/periods.ts';
import { parseReportQuery, printPairs, readPairs, type ReportId } from '#domain/reports/loading/reportQuery.ts';
import { printView, readView, type ReportView, type ViewTexts } from '#domain/reports/reportView.ts';
import { datesIn, inDefaultOrder, newestColumn } from '#domain/reports/rows/newestFirst.ts';
import type { ColumnFilter } from '#domain/reports/rows/filterSort.ts';
import { type ComputedRows, computeRows, groupOrders, type RowsRequest } from '#domain/reports/rows/computeRows.ts';
import { createRowStore, type RowStore } from '#domain/reports/rows/rowStore.ts';
import { type LoadExtent, type ReportLoader, runInSlices, useReportLoad } from '#web/data/reports/reportLoader.ts';
import { dayOf, daySpan, type Zone } from '#domain/time/time.ts';
import { useMinute } from '#web/components/page/now.ts';
import { useSchool } from '#web/components/page/school.tsx';
import { useHere, useUrlChoice } from '#web/components/page/urlState.ts';
import { readChoice } from '#web/components/page/urlValues.ts';
import {
  noRowsText,
  extentText,
  isDateOrPage,
  loadExtent,
  type Pairs,
  periodQuery,
  withoutPeriod,
} from './queryModel.ts';
import {
  isPersonalColumn,
  withIdsLast,
  publicFilters,
  withDays,
  withMeasuresFirst,
  withUsualMeasures,
} from './tableModel.ts';
import { figures } from './viewModel.ts';
import { now } from '#web/device/screenClock.ts';

const viewParsers = {
  columns: parseAsString,
  as: parseAsString,
  sort: parseAsString,
  where: parseAsString,
  find: parseAsString,
  group: parseAsString,
  sum: parseAsString,
  chart: parseAsString,
  picture: parseAsString,
} satisfies Record<keyof ViewTexts, typeof parseAsString>;

/** Changed letter by letter or pixel by pixel: these replace the history entry, all others add one. */
const gradual: readonly (keyof ReportView)[] = ['search', 'filters', 'columns'];

export type ViewState = {
  readonly view: ReportView;
  readonly texts: ViewTexts;
  readonly problems: readonly string[];
  readonly change: (changes: Partial<ReportView>) => void;
  readonly replace: (texts: Partial<ViewTexts>) => void;
};

/** The view of a report in the address. */
export function useReportView(): ViewState {
  const [texts, setTexts] = useQueryStates(viewParsers);
  const { view, problems } = useMemo(() => readView(texts), [texts]);
  const change = useCallback(
    (changes: Partial<ReportView>) => {
      const history = gradual.some((part) => part in changes) ? 'replace' : 'push';
      // Based on the latest texts, so that two changes at the same time are both kept.
      void setTexts((before) => printView({ ...readView(before).view, ...changes }), { history });
    },
    [setTexts],
  );
  const replace = useCallback(
    (saved: Partial<ViewTexts>) => void setTexts(printView(readView(saved).view), { history: 'push' }),
    [setTexts],
  );
  return { view, texts, problems, change, replace };
}

/** The address of the rows that pass further filters, without the chart; null if a filter holds personal data. */
export function useRowsAddress(view: ReportView, columns: readonly Column[]) {
  const here = useHere();
  return (filters: readonly ColumnFilter[]): string | null => {
    if (publicFilters(filters, columns).length < filters.length) return null;
    const others = view.filters.filter(({ column }) => !filters.some((filter) => filter.column === column));
    const rows = { ...view, filters: [...others, ...filters], preset: null, chart: null, group: null, measures: [] };
    return here(printView(rows));
  };
}

export type QueryState = {
  /** What is requested; equal texts are equal queries. */
  readonly text: string;
  /** The parameters in the address, and those that the period adds. */
  readonly pairs: Pairs;
  readonly query: Query;
  readonly problems: readonly QueryProblem[];
  readonly change: (pairs: Pairs) => void;
  /** How far back the report reaches, if it has dates and the address names none. */
  readonly period: Period | null;
  readonly setPeriod: (period: Period) => void;
  /** Which rows the query requests; null for all. */
  readonly selection: Selection | null;
  /** The days to which the page narrows the rows; null if the service does, or for all. */
  readonly days: PeriodDays | null;
  /** How many of them are loaded. */
  readonly extent: LoadExtent;
  /** Loads until there are this many rows; `Infinity` for all, 0 for the default. */
  readonly setRows: (rows: number) => void;
  readonly choiceProblems: readonly (string | null)[];
  /** Whether the address requests nothing in particular. */
  readonly isUsual: boolean;
  /** The words where it has no rows. */
  readonly noRows: string;
};

/**
 * The query of a report in the address: `ask=flightDate=gte:2026-05-01T00:00:00&limit=500`, `days=90` if the report has
 * dates, and `rows=2000` or `rows=all` for more than its newest rows.
 */
export function useReportQuery(id: ReportId): QueryState {
  const zone = useZone();
  const [{ ask, days, rows }, setTexts] = useQueryStates(askParsers, { history: 'push' });
  // The day of the visit: the rows are not requested again at midnight.
  const [today] = useState(() => dayOf(now(), zone.name));
  const usual = usualPeriod(id);
  const { value: chosen, problem } = readChoice('period', days, periodsFor(id), usual);
  const {
    ownQueryPairs,
    period,
    added,
    selection,
    days: narrowed,
  } = useMemo(() => {
    const read = readPairs(ask);
    return { ownQueryPairs: read, ...periodQuery(id, read, chosen, { today, zone }) };
  }, [ask, id, chosen, today, zone]);
  const pairs = useMemo(() => [...added, ...ownQueryPairs], [added, ownQueryPairs]);
  const { query, problems } = useMemo(() => parseReportQuery(id, pairs), [id, pairs]);
  const change = useCallback(
    (next: Pairs) => {
      const { pairs: left, isEnded } = withoutPeriod(next, added);
      void setTexts({ ask: printPairs(left) || null, rows: null, ...(isEnded && { days: 'all' }) });
    },
    [setTexts, added],
  );
  const setPeriod = useCallback(
    (next: Period) => {
      const left = ownQueryPairs.filter(([name]) => !isDateOrPage(id, name));
      void setTexts({ ask: printPairs(left) || null, rows: null, days: next === usual ? null : next });
    },
    [setTexts, ownQueryPairs, id, usual],
  );
  const isSpan = selection?.isSpan === true && selection.from !== null;
  const isPeriod = narrowed === null && (period === null ? isSpan : period !== 'all');
  const { problem: rowsProblem, target, wholeUpTo } = loadExtent(rows, isPeriod);
  const until = narrowed === null ? null : daySpan(narrowed.first, zone.name).start;
  const extent = useMemo(() => ({ target, wholeUpTo, until }), [target, wholeUpTo, until]);
  // Loading more rows of the same query adds no history entry.
  const setRows = useCallback(
    (wanted: number) => void setTexts({ rows: extentText(wanted) }, { history: 'replace' }),
    [setTexts],
  );
  const text = printPairs(pairs);
  const isUsual = ownQueryPairs.length === 0 && (period === null || period === usual);
  const choiceProblems = [problem, rowsProblem];
  return {
    text,
    pairs,
    query,
    problems,
    change,
    period,
    setPeriod,
    selection,
    days: narrowed,
    extent,
    setRows,
    choiceProblems,
    isUsual,
    noRows: noRowsText(id, ownQueryPairs, { added, days: narrowed }),
  };
}

/** The periods that the address may name: without dates, a period has no effect. */
const periodsFor = (id: ReportId) => (periodsOf(id).length === 0 ? periods : periodsOf(id));

const askParsers = { ask: parseAsString.withDefault(''), days: parseAsString, rows: parseAsString };

/** The zone of times without one. */
function useZone(): Zone {
  const { timeZone, zonelessTimes } = useSchool();
  return useMemo(() => ({ name: timeZone, zoneless: zonelessTimes }), [timeZone, zonelessTimes]);
}

export type LoadState = {
  readonly loader: ReportLoader;
  readonly plan: LoadPlan;
  readonly reading: Reading;
  readonly reload: () => void;
};

/** The load of a query. On reload, the previous rows are shown until the first new page arrives. */
export function useLoadState(school: Config, id: ReportId, { query, text, extent }: QueryState): LoadState {
  const [visit, setVisit] = useState(0);
  const newest = useReportLoad(school, id, { query, queryText: `${text} ${visit}`, ...extent });
  const [before, setBefore] = useState({ text, loader: newest.loader });
  const hasRows = (newest.plan.pages > 0 && !isFinding(newest.plan)) || before.text !== text;
  if (hasRows && before.loader !== newest.loader) setBefore({ text, loader: newest.loader });
  const reload = () => setVisit(visit + 1);
  if (hasRows || before.loader === newest.loader) return { ...newest, reload };
  const reading = { ...newest.reading, asOf: before.loader.asOf() };
  return { loader: newest.loader, plan: before.loader.plan(), reading, reload };
}

/** The parts of the table's state that are not part of a saved view. */
export function useTableOptions() {
  const order = useUrlChoice('order', groupOrders, 'value');
  const figure = useUrlChoice('figure', figures, 'sum');
  const [isCovered, setCovered] = useState(true);
  return { order, figure, isCovered, toggleCover: () => setCovered(!isCovered) };
}

const noGroups: ReadonlySet<string> = new Set();

/** The keys of expanded groups, until the rows are grouped in another way. */
export function useExpandedGroups(group: ReportView['group']) {
  const grouping = JSON.stringify(group);
  const [held, setHeld] = useState({ grouping, keys: noGroups });
  const toggle = useCallback(
    (key: string) =>
      setHeld((before) => {
        const keys = new Set(before.grouping === grouping ? before.keys : noGroups);
        if (!keys.delete(key)) keys.add(key);
        return { grouping, keys };
      }),
    [grouping],
  );
  return { keys: held.grouping === grouping ? held.keys : noGroups, toggle };
}

export type TableState = {
  /** The view in the address, in the usual order if it selects none. */
  readonly view: ReportView;
  /** The column that makes the rows newest first; null if the rows have no time or another order. */
  readonly newest: Column | null;
  /** The load of the rows. */
  readonly plan: LoadPlan;
  /** Which rows were requested, as far as the service applied it; null for all. */
  readonly selection: Selection | null;
  readonly isSelectionIgnored: boolean;
  /** Which part of all rows these are; null if they are all. */
  readonly part: Part | null;
  /** The day of the oldest rows of a part, `2 Apr`; null if unknown. */
  readonly since: string | null;
  /** All columns, and those that are visible. */
  readonly all: readonly Column[];
  readonly columns: readonly Column[];
  readonly store: RowStore;
  /** Null until the rows were first computed. */
  readonly computed: ComputedRows | null;
  readonly isBusy: boolean;
  /** The view with the days of the period among its filters. */
  readonly filtered: ReportView;
  /** The days of the period to which the rows are narrowed, and whether all of them are loaded; null for none. */
  readonly days: (PeriodDays & { readonly isWhole: boolean }) | null;
  /** Which part of all rows is loaded, whatever the period. */
  readonly loadedPart: Part | null;
  /** Why the rows could not be computed; the previous ones stay. */
  readonly failure: string | null;
};

type TableRequest = Pick<RowsRequest, 'view' | 'order' | 'opened'> & {
  readonly id: ReportId;
  readonly selection: Selection | null;
  readonly narrowed: PeriodDays | null;
  readonly kinds: KindCorrections;
  /** Leaves out columns with personal data. */
  readonly isCovered: boolean;
};

/**
 * The rows as the view shows them, computed in time slices. The previous result stays until the new one is ready. Rows
 * loaded in the meantime are added afterwards.
 */
export function useTableState(latest: LoadPlan, request: TableRequest): TableState {
  const { id, order, opened, kinds, isCovered, narrowed } = request;
  const zone = useZone();
  const minute = useMinute();
  const [used, setUsed] = useState(latest);
  const { before, isFromEnd } = placeOf(used);
  const store = useMemo(
    () => createRowStore(used.rows, zone, { before, isFromEnd }),
    [used.rows, zone, before, isFromEnd],
  );
  const all = useMemo(() => withIdsLast(columnsOf(used.shape, kinds)), [used.shape, kinds]);
  const searched = useMemo(() => all.filter((column) => !isPersonalColumn(column)), [all]);
  const columns = isCovered ? searched : all;
  const newest = useMemo(() => newestColumn(id, searched), [id, searched]);
  const loaded = useLoadedPart(used, request.selection, newest, zone);
  const days = newest ? narrowed : null;
  const { coverage, isWhole: isDaysWhole } = useMemo(
    () =>
      days && newest
        ? coverageOfDays(loaded.coverage, days, newest, zone)
        : { coverage: loaded.coverage, isWhole: false },
    [loaded, days, newest, zone],
  );
  const view = useMemo(
    () => inDefaultOrder(withUsualMeasures(request.view, columns), newest),
    [request.view, newest, columns],
  );
  const filtered = useMemo(() => withDays(view, days, newest), [view, days, newest]);
  // Only preset charts depend on the time.
  const present = view.preset === null ? 0 : minute;
  const wanted = useMemo(
    () => ({ store, columns, searched, view: filtered, order, opened, now: present, coverage }),
    [store, columns, searched, filtered, order, opened, present, coverage],
  );
  const { done, failure } = useComputedRows(wanted);
  const isBusy = done?.request !== wanted && failure === null;
  if (!isBusy && used !== latest) setUsed(latest);
  const plan = used.rows === latest.rows ? latest : used;
  const loadedPart = partOf(plan, loaded.selection, loaded.since);
  return {
    view,
    newest: view.sorts === request.view.sorts ? null : newest,
    plan,
    selection: loaded.selection,
    isSelectionIgnored: loaded.selection !== request.selection,
    part: days && isDaysWhole ? partOfDays(days, dayOf(minute, zone.name)) : loadedPart,
    loadedPart,
    filtered,
    days: days && { ...days, isWhole: isDaysWhole },
    since: loaded.since,
    all,
    columns: useMemo(() => (done ? withMeasuresFirst(done.request.columns, done.rows) : columns), [done, columns]),
    store: done?.request.store ?? store,
    computed: done?.rows ?? null,
    isBusy,
    failure,
  };
}

/** Rows checked at each end, to see whether the service applied the requested dates. */
const sampledRows = 500;

/** Which of the requested rows are loaded, judging by their dates. */
function useLoadedPart(plan: LoadPlan, wanted: Selection | null, newest: Column | null, zone: Zone) {
  const today = dayOf(useMinute(), zone.name);
  const { rows, end, order } = plan;
  const isAll = isWhole(plan);
  return useMemo(() => {
    const sample = [...rows.slice(0, sampledRows), ...rows.slice(Math.max(sampledRows, rows.length - sampledRows))];
    const isIgnored = wanted !== null && newest !== null && isSpanIgnored(wanted, datesIn(sample, newest, zone));
    const selection = isIgnored ? null : wanted;
    const coverage = coverageOf({ rows, end, order, isWhole: isAll }, selection, newest, zone);
    return { selection, coverage, since: isAll ? null : sinceText(coverage, zone, today) };
  }, [rows, end, order, isAll, wanted, newest, zone, today]);
}

/** Computes the rows in time slices. Keeps the last result of any request; the failure is that of this request. */
function useComputedRows(request: RowsRequest) {
  const [done, setDone] = useState<{ request: RowsRequest; rows: ComputedRows } | null>(null);
  const [failed, setFailed] = useState<{ request: RowsRequest; message: string } | null>(null);
  useEffect(() => {
    const abort = new AbortController();
    runInSlices(computeRows(request), abort.signal).then(
      (rows) => setDone({ request, rows }),
      (error: unknown) => {
        if (!abort.signal.aborted) setFailed({ request, message: String(error) });
      },
    );
    return () => abort.abort();
  }, [request]);
  return { done, failure: failed?.request === request ? failed.message : null };
}
