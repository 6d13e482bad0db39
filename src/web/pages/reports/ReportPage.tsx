import { useParams } from 'react-router';
import { type ReportId, reportNames, reportOf } from '#domain/reports/loading/reportQuery.ts';
import { useReportMemory } from '#web/data/reports/reportMemory.ts';
import { AppLink } from '#web/components/page/AppLink.tsx';
import { useRights, useSchool } from '#web/components/page/school.tsx';
import { PageHeader } from '#web/components/panel/PageHeader.tsx';
import { useLoadState, useReportQuery, useReportView } from './reportState.ts';
import { RowsPanel } from './RowsPanel.tsx';

/** One data set of the reports: its query and its rows. */
export function ReportPage() {
  const { dataSet = '' } = useParams();
  const id = reportOf(dataSet);
  const { mayAsk } = useRights();
  if (id && !mayAsk(id)) return <RefusedReport id={id} />;
  return id ? <Report key={id} id={id} /> : <NoSuchDataSet name={dataSet} />;
}

function Report({ id }: { id: ReportId }) {
  const school = useSchool();
  const query = useReportQuery(id);
  const viewState = useReportView();
  const load = useLoadState(school, id, query);
  const memory = useReportMemory(school.operatorId, id);
  return <RowsPanel id={id} query={query} load={load} viewState={viewState} memory={memory} />;
}

function RefusedReport({ id }: { id: ReportId }) {
  return (
    <>
      <PageHeader title={reportNames[id]} />
      <p>
        Your role does not include this report. <AppLink to="/reports">All your reports</AppLink>
      </p>
    </>
  );
}

function NoSuchDataSet({ name }: { name: string }) {
  return (
    <>
      <PageHeader title="No such data set" />
      <p>
        There is no data set called <code>{name}</code>. <AppLink to="/reports">All data sets</AppLink>
      </p>
    </>
  );
}
