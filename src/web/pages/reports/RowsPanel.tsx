import { type ReactNode, useEffect, useMemo, useState } from 'react';
import type { Column } from '#domain/reports/columns/columns.ts';
import { isFinding, type LoadPlan } from '#domain/reports/loading/loadPlan.ts';
import { scopeText } from '#domain/reports/loading/part.ts';
import { type ReportId, reportNames } from '#domain/reports/loading/reportQuery.ts';
import type { ReportView } from '#domain/reports/reportView.ts';
import { type Day, dayOf } from '#domain/time/time.ts';
import { columnChange, type SeenColumns, type StoredMemory, useLinkOf } from '#web/data/reports/reportMemory.ts';
import { AppLink } from '#web/components/page/AppLink.tsx';
import { PageHeader } from '#web/components/panel/PageHeader.tsx';
import { Button, IconButton } from '#web/components/controls/buttons.tsx';
import { StateMark } from '#web/components/controls/StateMark.tsx';
import { useIsPast, useMinute } from '#web/components/page/now.ts';
import { useNoneText } from '#web/components/page/connection.tsx';
import { useSchool } from '#web/components/page/school.tsx';
import { useWrongAddress } from '#web/components/page/wrongAddress.ts';
import { useUrlText } from '#web/components/page/urlState.ts';
import { later } from '#web/components/panel/later.tsx';
import { Notices } from '#web/components/panel/Notices.tsx';
import { Panel } from '#web/components/panel/Panel.tsx';
import { ExportMenu } from './ExportMenu.tsx';
import { LoadBar, LoadButtons, ServicePager } from './LoadBar.tsx';
import style from './report.module.css';
import {
  type LoadState,
  type QueryState,
  type TableState,
  useExpandedGroups,
  useTableOptions,
  useRowsAddress,
  useTableState,
  type ViewState,
} from './reportState.ts';
import { ReportApiDetails } from './QueryPanel.tsx';
import { RecordPanel, RowsTable } from './RowsTable.tsx';
import {
  columnChangeText,
  columnLimitText,
  newestDay,
  personalLabels,
  leftOutNotes,
  tableWarnings,
  withheldText,
} from './tableModel.ts';
import { missingChartText } from './viewModel.ts';
import { AppliedView, RowsSummary, ViewTools } from './ViewTools.tsx';

type RowsPanelProps = {
  id: ReportId;
  query: QueryState;
  load: LoadState;
  viewState: ViewState;
  memory: StoredMemory;
};

/** The rows of a data set with all tools. */
export function RowsPanel({ id, query, load, viewState, memory }: RowsPanelProps) {
  const school = useSchool();
  const { view, change } = viewState;
  useWrongAddress(...query.problems.map(({ message }) => message), ...viewState.problems, ...query.choiceProblems);
  const { order, figure, isCovered, toggleCover } = useTableOptions();
  const groups = useExpandedGroups(view.group);
  const remembered = memory.memory?.kinds;
  const kinds = useMemo(() => ({ ...remembered, ...view.kinds }), [remembered, view.kinds]);
  const shown = { view, order: order.value, opened: groups.keys, kinds, isCovered };
  const table = useTableState(load.plan, { id, selection: query.selection, narrowed: query.days, ...shown });
  const { plan, store, columns, all, computed } = table;
  const record = useUrlText('row');
  const linkOf = useLinkOf(school, store);
  const { loader } = load;
  const isLong = useIsPast(quiet);
  const none = useNoneText(query.noRows, load.reading);
  return (
    <>
      <ReportHeader id={id}>
        <ViewTools {...{ id, query, columns, viewState, order, figure }} view={table.view}>
          <ExportMenu id={id} table={table} onLoadAll={() => query.setRows(Number.POSITIVE_INFINITY)} />
          <IconButton icon="refresh" label="Reload all rows" onClick={load.reload} />
        </ViewTools>
      </ReportHeader>
      <Panel
        title="Rows"
        tools={!isFinding(plan) && <RowsSummary table={table} />}
        reading={shownReading(load, table, isLong)}
        onRetry={plan.status === 'complete' ? load.reload : loader.resume}
        actions={<LoadButtons plan={load.plan} query={query} />}
        empty={plan.pages > 0 && plan.received === 0 ? none : null}
        footer={<ReportApiDetails id={id} query={query} plan={load.plan} />}
      >
        <LoadBar loader={loader} plan={load.plan} query={query} />
        {!isFinding(plan) && (
          <>
            <RowsNotices plan={plan} table={table} view={view} memory={memory} isUnfiltered={query.isUsual} />
            <AppliedView
              table={table}
              onView={change}
              cover={{ members: personalLabels(all), isOpen: !isCovered, toggle: toggleCover }}
            />
            <ChartPart table={table} view={view} />
            <RowsTable
              {...{ id, table, viewState, memory, linkOf }}
              scope={scopeText(plan, table.selection)}
              figure={figure.value}
              onToggleGroup={groups.toggle}
              record={record.value}
              onRecord={record.set}
            />
          </>
        )}
        <ServicePager id={id} plan={load.plan} query={query} />
        {computed && (
          <RecordPanel
            {...{ plan, store, columns, linkOf }}
            rows={computed.rows}
            recordKey={record.value}
            onRecord={record.set}
          />
        )}
      </Panel>
    </>
  );
}

/** The name of the report, which leads back to all of them, and its toolbar. */
function ReportHeader({ id, children }: { id: ReportId; children: ReactNode }) {
  return (
    <div className={style['top']}>
      <PageHeader
        title={reportNames[id]}
        heading={
          <>
            <AppLink to="/reports">Reports</AppLink> <span aria-hidden="true">/</span> {reportNames[id]}
          </>
        }
      >
        {children}
      </PageHeader>
    </div>
  );
}

/** Milliseconds after which a message says that the search for the newest rows goes on. */
const quiet = 1000;

/** What the panel shows of the load. */
function shownReading({ plan, reading }: LoadState, table: TableState, isLong: boolean): LoadState['reading'] {
  // The first rows are still being arranged: content drawn around them now would move again.
  const isBefore = table.plan.pages === 0 || (table.isBusy && table.store.items.length === 0);
  const isArranging = plan.pages > 0 && (isFinding(plan) ? !isLong : isBefore && table.failure === null);
  // The load bar shows failures once there are rows.
  const failure = plan.pages > 0 && plan.failure !== null ? null : reading.failure;
  return { ...reading, failure, asOf: isArranging ? null : reading.asOf };
}

type RowsNoticesProps = {
  plan: LoadPlan;
  table: TableState;
  view: ReportView;
  memory: StoredMemory;
  isUnfiltered: boolean;
};

/** The irregularities of the rows, and the columns that changed. */
function RowsNotices({ plan, table, view, memory, isUnfiltered }: RowsNoticesProps) {
  const { timeZone } = useSchool();
  return (
    <>
      <Notices
        notes={[...tableWarnings(plan, table.all, view, table.isSelectionIgnored), ...leftOutNotes(table.computed)]}
        scope={[withheldText(plan.withheld, table.all), columnLimitText(plan)].filter(Boolean).join(' ')}
        setAside={[{ what: 'item', records: plan.setAside }]}
      />
      <ColumnChangeNotice
        plan={plan}
        columns={table.all}
        memory={memory}
        isUnfiltered={isUnfiltered}
        newest={newestDay(table, timeZone)}
      />
    </>
  );
}

type ColumnChangeNoticeProps = {
  plan: LoadPlan;
  columns: readonly Column[];
  memory: StoredMemory;
  /** Whether all rows were requested: other queries may return other columns. */
  isUnfiltered: boolean;
  /** The day of the newest row; null if not all rows are loaded, or if they have another order. */
  newest: Day | null;
};

/** Names the columns that are new since the last visit until it is dismissed. Remembers the columns if none are. */
function ColumnChangeNotice({ plan, columns, memory: held, isUnfiltered, newest }: ColumnChangeNoticeProps) {
  const { memory, remember } = held;
  const today = dayOf(useMinute(), useSchool().timeZone);
  // Kept for this visit, so that columns of further pages do not count as new since the last visit.
  const [before, setBefore] = useState<{ keys: SeenColumns | null } | null>(null);
  if (memory && !before) setBefore({ keys: memory.keys });
  const ids = useMemo(() => columns.map(({ id }) => id), [columns]);
  const change = before && columnChange(before.keys, ids);
  const isSettled = memory !== null && plan.status !== 'loading' && ids.length > 0 && isUnfiltered;
  const isSame = before !== null && change === null;
  const rows = plan.status === 'complete' ? plan.rows.length : plan.totalItems;
  const remembered = [today, rows, newest, isSame, ids.join('\n')].join('\n');
  useEffect(() => {
    if (!isSettled) return;
    remember({ rows, newest, ...(isSame && { keys: { day: today, columns: ids } }) });
    // oxlint-disable-next-line react/exhaustive-deps -- `remembered` stands for the values; remembering changes the rest
  }, [isSettled, remembered]);
  if (!change || !isSettled) return null;
  const dismiss = () => {
    const keys = { day: today, columns: ids };
    setBefore({ keys });
    remember({ keys });
  };
  const { text, names } = columnChangeText(change);
  return (
    <div className={style['notice']} role="status">
      <StateMark shape="triangle" tone="warning">
        {text}
      </StateMark>
      <span className={style['quiet']}>{names}</span>
      <Button onClick={dismiss}>Dismiss</Button>
    </div>
  );
}

const ReportChart = later(
  async () => (await import('#web/components/chart/ReportChart.tsx')).ReportChart,
  () => <div className={style['chartLoading']} role="status" aria-label="Loading the chart" />,
);

/** The chart, if one is chosen. */
function ChartPart({ table: { computed, columns, part }, view }: { table: TableState; view: ReportView }) {
  const rowsAt = useRowsAddress(view, columns);
  if (!view.chart && view.preset === null) return null;
  const missing = missingChartText(columns, view);
  return (
    <div className={style['chart']}>
      {computed?.chart ? (
        <ReportChart chart={computed.chart} part={part} rowsAt={rowsAt} />
      ) : (
        computed && missing && <p className={style['hint']}>{missing}</p>
      )}
    </div>
  );
}
