import { useMemo } from 'react';
import type { ReportId } from '#domain/reports/loading/reportQuery.ts';
import type { LoadPlan } from '#domain/reports/loading/loadPlan.ts';
import { loadOddities, rowsText } from '#domain/reports/loading/loadWords.ts';
import { unknownColumns } from '#domain/reports/views/viewState.ts';
import { type useReportMemory, useLinkOf } from '#web/queries/reports/reportMemory.ts';
import { IconButton } from '#web/ui/controls/controls.tsx';
import { Notices } from '#web/ui/panel/Notices.tsx';
import { Panel } from '#web/ui/panel/Panel.tsx';
import { Cover } from '#web/ui/records/Covered.tsx';
import type { ReportQuestionState, ReportViewState } from '#web/ui/page/reportState.ts';
import { useSchool } from '#web/ui/page/school.tsx';
import { ChartPart } from './ChartPart.tsx';
import { ExportMenu } from './ExportMenu.tsx';
import { KeyChangeNotice } from '#web/pages/reports/question/KeyChangeNotice.tsx';
import { LoadBar, LoadButtons, type ShownLoad } from '#web/pages/reports/question/LoadBar.tsx';
import { PageSteps } from '#web/pages/reports/question/PageSteps.tsx';
import { RecordPanel } from './RecordPanel.tsx';
import { RowsTable } from './RowsTable.tsx';
import { Scope } from '#web/pages/reports/question/Scope.tsx';
import { personalLabels } from './useRows.ts';
import { useTable } from './useTable.ts';
import { ViewTools } from './ViewTools.tsx';

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
