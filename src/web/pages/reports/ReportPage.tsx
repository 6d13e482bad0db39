import { useState } from 'react';
import { useParams } from 'react-router';
import { type ReportId, reportNames, reportOf } from '#domain/reports/loading/reportQuery.ts';
import { type SavedView, useReportMemory, useSavedViews, viewsOf } from '#web/data/reports/reportMemory.ts';
import { Button, IconButton } from '#web/components/controls/buttons.tsx';
import { TextField } from '#web/components/controls/fields.tsx';
import { Popover } from '#web/components/controls/overlays.tsx';
import { AppLink } from '#web/components/page/AppLink.tsx';
import { useRights, useSchool } from '#web/components/page/school.tsx';
import { PageHeader } from '#web/components/panel/PageHeader.tsx';
import style from './report.module.css';
import { useLoadState, useReportQuery, useReportView, type ViewState } from './reportState.ts';
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
        <SavedViews id={id} viewState={viewState} />
      </div>
      <RowsPanel id={id} query={query} load={load} viewState={viewState} memory={memory} />
    </>
  );
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

/** The views of a data set that are saved in this browser. */
function SavedViews({ id, viewState }: { id: ReportId; viewState: ViewState }) {
  const { views, save, remove } = useSavedViews(useSchool().operatorId);
  const ownSavedViews = viewsOf(views, id);
  const show = (view: SavedView['view'], close: () => void) => {
    viewState.replace(view);
    close();
  };
  return (
    <Popover button={ownSavedViews.length === 0 ? 'Views' : `Views (${ownSavedViews.length})`} label="Views">
      {(close) => (
        <div className={style['views']}>
          {ownSavedViews.map((view) => (
            <span key={view.name}>
              <Button onClick={() => show(view.view, close)}>{view.name}</Button>
              <IconButton icon="close" label={`Remove the view ${view.name}`} onClick={() => remove(view)} />
            </span>
          ))}
          {ownSavedViews.length === 0 && <p>No saved views yet.</p>}
          <NewView onSave={(name) => save({ dataSet: id, name, view: viewState.texts })} />
          <Button onClick={() => show({}, close)}>Reset view</Button>
          <p>Views are saved in this browser. To share a view, copy the address of this page.</p>
        </div>
      )}
    </Popover>
  );
}

/** `onSave` returns why the view was not saved, or null. */
function NewView({ onSave }: { onSave: (name: string) => string | null }) {
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        const found = onSave(name);
        setProblem(found);
        if (found === null) setName('');
      }}
    >
      <TextField
        label="Name of this view"
        isLabelHidden
        value={name}
        onChange={setName}
        problem={problem}
        input={{ placeholder: 'Name of this view' }}
      />
      <Button isSubmit>Save</Button>
    </form>
  );
}
