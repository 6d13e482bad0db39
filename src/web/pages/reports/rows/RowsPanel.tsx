import { useMemo, lazy, Suspense, useCallback } from 'react';
import { type ReportId, reportNames } from '#domain/reports/loading/reportQuery.ts';
import type { LoadPlan } from '#domain/reports/loading/loadPlan.ts';
import { loadOddities, rowsText } from '#domain/reports/loading/loadWords.ts';
import { unknownColumns, type ReportView } from '#domain/reports/views/viewState.ts';
import { type useReportMemory, useLinkOf } from '#web/queries/reports/reportMemory.ts';
import { IconButton } from '#web/ui/controls/controls.tsx';
import { Notices } from '#web/ui/panel/Notices.tsx';
import { Panel } from '#web/ui/panel/Panel.tsx';
import { Cover } from '#web/ui/records/RecordView.tsx';
import type { ReportQuestionState, ReportViewState } from '#web/ui/page/reportState.ts';
import { useSchool } from '#web/ui/page/school.tsx';
import { ExportMenu } from './ExportMenu.tsx';
import { KeyChangeNotice } from '#web/pages/reports/question/KeyChangeNotice.tsx';
import { LoadBar, LoadButtons, type ShownLoad } from '#web/pages/reports/question/LoadBar.tsx';
import { PageSteps } from '#web/pages/reports/question/PageSteps.tsx';
import { RecordPanel } from './RecordPanel.tsx';
import { Scope } from '#web/pages/reports/question/Scope.tsx';
import { personalLabels, isPersonalColumn } from './useRows.ts';
import { useTable, type Table } from './useTable.ts';
import { ViewTools } from './ViewTools.tsx';
import { type Column, isNumeric } from '#domain/reports/columns/columns.ts';
import chartPartStyle from './ChartPart.module.css';
import type { LinkOf } from '#domain/reports/columns/knownValues.ts';
import { keyOfRow, rowOfKey } from '#domain/reports/rows/rowStore.ts';
import type { GridView } from '#web/ui/grid/gridProps.ts';
import { ReportGrid } from '#web/ui/grid/ReportGrid.tsx';
import { ColumnTools } from './ColumnTools.tsx';
import reportStyle from '#web/pages/reports/report.module.css';

export type RowsPanelProps = {
  id: ReportId;
  question: ReportQuestionState;
  load: ShownLoad;
  state: ReportViewState;
  memory: ReturnType<typeof useReportMemory>;
};

/** The rows that came, and everything one can do with them. */
export function RowsPanel({ id, question, load, state, memory }: RowsPanelProps) {
  const school = useSchool();
  const table = useTable(load.plan, state, memory);
  const { plan, store, columns, all, worked } = table;
  const linkOf = useLinkOf(school, store);
  const unknown = useMemo(() => unknownColumns(all, state.view), [all, state.view]);
  const { loader, reading } = load;
  // What the load itself met is told beside its progress.
  const told = load.plan.pages > 0 && load.plan.failure !== null ? { ...reading, failure: null } : reading;
  const cover = { members: personalLabels(all), isOpen: !table.isCovered, toggle: table.toggleCover };
  return (
    <Panel
      title="Rows"
      count={countWords(plan)}
      reading={told}
      onRetry={plan.stand === 'complete' ? load.refresh : loader.resume}
      actions={
        <>
          <LoadButtons loader={loader} plan={load.plan} question={question} />
          <ExportMenu id={id} table={table} view={state.view} loader={loader} />
          <IconButton icon="refresh" label="Ask again from the beginning" onClick={load.refresh} />
        </>
      }
      empty={plan.pages > 0 && plan.received === 0 ? 'No rows match these parameters.' : null}
    >
      <LoadBar loader={loader} plan={load.plan} />
      <Notices
        notes={[
          ...state.problems,
          ...table.problems,
          ...loadOddities(plan),
          unknown.length > 0 && plan.stand === 'complete' ? `No row has ${unknown.join(', ')}.` : null,
        ]}
        scope={
          plan.shape.beyond > 0
            ? `Columns end at 1,000: ${plan.shape.beyond} values more are in the records alone.`
            : null
        }
        setAside={[{ what: 'items', records: plan.setAside }]}
      />
      <KeyChangeNotice plan={plan} columns={all} memory={memory} isWhole={question.text === ''} />
      <ViewTools table={table} state={state} />
      <Scope table={table} state={state}>
        <Cover cover={cover} />
      </Scope>
      <ChartPart table={table} state={state} />
      <RowsTable id={id} table={table} state={state} memory={memory} linkOf={linkOf} />
      <PageSteps id={id} question={question} plan={load.plan} />
      {worked && <RecordPanel table={table} rows={worked.rows} columns={columns} linkOf={linkOf} />}
    </Panel>
  );
}

/** `1,000 of 4,726 rows`, `26 rows`. */
function countWords({ rows, totalItems, isTotalWrong }: LoadPlan): string {
  const isPart = totalItems !== null && !isTotalWrong && totalItems > rows.length;
  return isPart ? `${rows.length.toLocaleString('en-US')} of ${rowsText(totalItems)}` : rowsText(rows.length);
}

const ReportChart = lazy(() =>
  import('#web/ui/chart/ReportChart.tsx').then((chart) => ({ default: chart.ReportChart })),
);

type ChartPartProps = { table: Table; state: ReportViewState };

/** A picture of the rows, where one is asked for. */
function ChartPart({ table, state: { view } }: ChartPartProps) {
  const chart = table.worked?.chart ?? null;
  const missing = hint(view, table.columns);
  if (!view.chart && view.picture === null) return null;
  return (
    <div className={chartPartStyle['part']}>
      {chart ? (
        <Suspense fallback={<div className={chartPartStyle['room']} role="status" aria-label="Loading the chart" />}>
          <ReportChart chart={chart} />
        </Suspense>
      ) : (
        table.worked && missing && <p className={chartPartStyle['hint']}>{missing}</p>
      )}
    </div>
  );
}

function hint({ chart, group, picture }: ReportView, columns: readonly Column[]): string | null {
  if (picture !== null) return 'These rows lack what this picture needs.';
  if (!chart) return null;
  if (chart.kind !== 'histogram') return group ? null : 'Group the rows: each group is drawn.';
  return columns.some(({ kind }) => isNumeric(kind)) ? 'Choose a column of numbers.' : 'No column holds numbers.';
}

type RowsTableProps = {
  id: ReportId;
  table: Table;
  state: ReportViewState;
  memory: ReturnType<typeof useReportMemory>;
  linkOf: LinkOf;
};

/** The rows themselves. */
function RowsTable({ id, table, state, memory, linkOf }: RowsTableProps) {
  const { store, columns, worked, figure, record } = table;
  const { view, change } = state;
  const personal = new Set(columns.filter(isPersonalColumn).map((column) => column.id));
  const onView = ({ filters, ...changes }: Partial<GridView>) =>
    // A filter stands in the address, where nobody's number belongs.
    change(filters ? { ...changes, filters: filters.filter(({ column }) => !personal.has(column)) } : changes);
  const columnTools = useCallback(
    (column: Column) => <ColumnTools column={column} state={state} memory={memory} />,
    [state, memory],
  );
  const failure = table.failure && (
    <p role="alert" className={reportStyle['notice']}>
      The rows could not be sorted, filtered or grouped as asked: {table.failure}. Change the view, or reload the page.
    </p>
  );
  if (!worked) return failure;
  const { grouped, measures } = worked;
  return (
    <div className={reportStyle['table']}>
      {failure}
      <ReportGrid
        label={reportNames[id]}
        store={store}
        columns={columns}
        rows={worked.rows}
        view={view}
        onView={onView}
        figures={{ measures, part: figure.value }}
        groups={grouped && { ...grouped, onToggle: table.toggleGroup }}
        totals={worked.totals}
        open={record.value === '' ? null : rowOfKey(store.items, record.value)}
        onOpen={(row) => void record.set(keyOfRow(store.items, row))}
        linkOf={linkOf}
        isBusy={table.isBusy}
        empty={table.isBusy ? null : 'No row matches.'}
        columnTools={columnTools}
      />
    </div>
  );
}
