import { useParams } from 'react-router';
import { reportNames, reportOf, type ReportId } from '#domain/reports/loading/reportQuery.ts';
import { useReportMemory } from '#web/queries/reports/reportMemory.ts';
import { AppLink } from '#web/ui/page/AppLink.tsx';
import { PageHeader } from '#web/ui/panel/PageHeader.tsx';
import { useReportQuestion, useReportView } from '#web/ui/page/reportState.ts';
import { useSchool } from '#web/ui/page/school.tsx';
import { QuestionPanel } from './question/QuestionPanel.tsx';
import style from './report.module.css';
import { RowsPanel } from './rows/RowsPanel.tsx';
import { SavedViews } from './rows/SavedViews.tsx';
import { useShownLoad } from './question/LoadBar.tsx';

/** One data set of the reports: what is asked, and the rows that come. */
export function ReportPage() {
  const { dataSet = '' } = useParams();
  const id = reportOf(dataSet);
  return id ? <Report key={id} id={id} /> : <NoSuchDataSet name={dataSet} />;
}

function Report({ id }: { id: ReportId }) {
  const school = useSchool();
  const question = useReportQuestion(id);
  const state = useReportView();
  const load = useShownLoad(school, id, question);
  const memory = useReportMemory(school.operatorId, id);
  return (
    <>
      <div className={style['top']}>
        <PageHeader
          title={reportNames[id]}
          heading={
            <>
              <AppLink to="/reports">Reports</AppLink> <span aria-hidden="true">/</span> {reportNames[id]}
            </>
          }
        />
        <SavedViews id={id} state={state} />
      </div>
      <QuestionPanel id={id} question={question} plan={load.plan} />
      <RowsPanel id={id} question={question} load={load} state={state} memory={memory} />
    </>
  );
}

function NoSuchDataSet({ name }: { name: string }) {
  return (
    <>
      <PageHeader title="No such data set" />
      <p>
        The reports have no data set called <code>{name}</code>. <AppLink to="/reports">See those there are</AppLink>.
      </p>
    </>
  );
}
