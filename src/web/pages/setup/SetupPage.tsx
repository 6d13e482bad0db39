import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from 'react-router';
import { recordQuery } from '#web/data/api.ts';
import { valueOf } from '#web/data/client.ts';
import { useRefresh } from '#web/data/policy.ts';
import { failureOf, readingOf } from '#web/data/readings.ts';
import { stateQuery } from '#web/data/gateway/gateway.ts';
import { Fold, useUrlFold } from '#web/components/controls/Fold.tsx';
import { StateMark } from '#web/components/controls/StateMark.tsx';
import { useMinute, useSecond } from '#web/components/page/now.ts';
import { useUrlChoice } from '#web/components/page/urlState.ts';
import { useBareName, useClock, useRights, useSchool } from '#web/components/page/school.tsx';
import { ErrorNote } from '#web/components/panel/ErrorNote.tsx';
import { Facts } from '#web/components/panel/Facts.tsx';
import { GatewayStateList } from '#web/components/panel/GatewayStateList.tsx';
import { Notices } from '#web/components/panel/Notices.tsx';
import { PageHeader } from '#web/components/panel/PageHeader.tsx';
import { later } from '#web/components/panel/later.tsx';
import { Panel, PlainPanel } from '#web/components/panel/Panel.tsx';
import { PanelPlaceholder } from '#web/components/panel/PanelsTogether.tsx';
import { QueryShown } from '#web/components/panel/QueryShown.tsx';
import records from '#web/components/records/records.module.css';
import { RecordView } from '#web/components/records/RecordView.tsx';
import { DataTable } from '#web/components/table/DataTable.tsx';
import { columnsOf } from '#web/components/table/table.ts';
import { ClassesPanel } from './classes/ClassesPanel.tsx';
import { ConnectionPanel } from './connection/ConnectionPanel.tsx';
import { LocalCopy } from './LocalCopy.tsx';
import {
  buildIn,
  connectionFacts,
  serviceAnswer,
  thresholdRows,
  type ThresholdRow,
  zoneConflict,
  zoneFacts,
} from './model.ts';
import { locationNames } from './partsModel.ts';
import style from './setup.module.css';
import { SetupVerdict } from './SetupVerdict.tsx';

/** What this dashboard is connected to, how it reads times, and the builder of wall boards: one section at a time. */
export function SetupPage() {
  const { maySee } = useRights();
  const { who } = useSchool();
  const hasAccess = maySee('access') || (maySee('columns') && who.mode !== 'open');
  const section = useUrlChoice('section', sections, 'connection');
  const shown = section.value === 'access' && !hasAccess ? 'connection' : section.value;
  return (
    <>
      <PageHeader title="Setup" />
      <div className={style['page']}>
        <Index names={sections.filter((name) => name !== 'access' || hasAccess)} shown={shown} />
        <div className={style['stack']}>
          <SetupVerdict />
          {shown === 'connection' && <ConnectionSection />}
          {shown === 'school' && <SchoolSection />}
          {shown === 'board' && (
            <PlainPanel title="Wall board">
              <BoardBuilder />
            </PlainPanel>
          )}
          {shown === 'access' && <AccessSection />}
          {shown === 'diagnostics' && <DiagnosticsSection />}
        </div>
      </div>
    </>
  );
}

const sections = ['connection', 'school', 'board', 'access', 'diagnostics'] as const;
type Section = (typeof sections)[number];
const sectionNames: Readonly<Record<Section, string>> = {
  connection: 'Connection',
  school: 'School',
  board: 'Wall board',
  access: 'Access',
  diagnostics: 'Diagnostics',
};

/** The sections, as links that keep the rest of the address, such as the settings of a board. */
function Index({ names, shown }: { names: readonly Section[]; shown: Section }) {
  const { pathname, search } = useLocation();
  const addressOf = (name: Section) => {
    const params = new URLSearchParams(search);
    if (name === 'connection') params.delete('section');
    else params.set('section', name);
    return { pathname, search: params.toString() };
  };
  return (
    <nav className={style['index']} aria-label="Sections">
      {names.map((name) => (
        <Link key={name} to={addressOf(name)} aria-current={name === shown ? 'page' : undefined}>
          {sectionNames[name]}
        </Link>
      ))}
    </nav>
  );
}

function ConnectionSection() {
  const { maySee } = useRights();
  const { embedded } = useSchool();
  return (
    <>
      <SchoolPanel />
      {maySee('connection') && (embedded ? <Connect /> : <ConnectionPanel />)}
      <OperatorPanel />
    </>
  );
}

function SchoolSection() {
  const { maySee } = useRights();
  return (
    <>
      <ZonePanel />
      <ThresholdsPanel />
      {maySee('reminder classes') && <ClassesPanel />}
    </>
  );
}

/** Few open these two, and they are the largest. */
const AccessSection = later(async () => (await import('./access/AccessSection.tsx')).AccessSection, PanelPlaceholder);
const BoardBuilder = later(async () => (await import('./BoardBuilder.tsx')).BoardBuilder);

function DiagnosticsSection() {
  const state = useQuery({ ...stateQuery, select: valueOf }).data;
  return (
    <>
      {state?.replica && (
        <PlainPanel title="Local copy">
          <LocalCopy replica={state.replica} at={Date.parse(state.at)} />
        </PlainPanel>
      )}
      <GatewayPanel />
      <BuildPanel />
    </>
  );
}

/** How to show one's own school in place of the made-up one. */
function Connect() {
  return (
    <PlainPanel title="Connect your own school">
      <div className={style['inside']}>
        <p>This school is made up. To show your own, on the machine that runs Flightline:</p>
        <ol>
          <li>
            Copy <code>.env.example</code> to <code>.env</code>.
          </li>
          <li>
            Enter the address of your service (<code>API_BASE_URL</code>), your key (<code>API_SUBSCRIPTION_KEY</code>),
            your number (<code>API_OPERATOR_ID</code>) and your time zone (<code>OPERATOR_TIME_ZONE</code>).
          </li>
          <li>Start the server again.</li>
          <li>
            Open this page again, and press “Check the connection”: it says how your service differs, and which settings
            fit.
          </li>
        </ol>
        <p>The key stays on that machine: no browser, no log and no answer ever holds it.</p>
      </div>
    </PlainPanel>
  );
}

/** The school, and whether its service answers. */
function SchoolPanel() {
  const school = useSchool();
  const name = useBareName();
  const refresh = useRefresh();
  const state = useQuery(stateQuery);
  const failure = failureOf(state);
  const answer = serviceAnswer(state.data?.value ?? null, useSecond(), useClock());
  return (
    <PlainPanel title="School and connection">
      <Facts
        facts={[
          ['School', name],
          ['Operator ID', <code key="id">{school.operatorId}</code>],
          [
            'Flight service',
            <span key="service" className={style['answer']}>
              <StateMark shape={answer.isGood ? 'check' : 'triangle'} tone={answer.isGood ? 'ok' : 'warning'}>
                {answer.text}
              </StateMark>
            </span>,
          ],
          ...connectionFacts(school),
        ]}
        missing="not set"
      />
      {!state.data && failure && (
        <div className={style['inside']}>
          <ErrorNote failure={failure} onRetry={() => refresh(stateQuery.queryKey)} />
        </div>
      )}
    </PlainPanel>
  );
}

/** For the person who runs the gateway: its allowance, its queue and its last failure. */
function GatewayPanel() {
  const state = useQuery(stateQuery);
  const { maySee } = useRights();
  return (
    <PlainPanel title="Gateway diagnostics">
      <div className={style['inside']}>
        {state.data && <GatewayStateList state={state.data.value} />}
        <p>
          Diagnostics: <a href="/health">/health</a>, <a href="/state">/state</a>
          {maySee('metrics') && (
            <>
              , <a href="/metrics">/metrics</a>
            </>
          )}{' '}
          and <a href="/config">/config</a>. API description: <a href="/openapi.json">/openapi.json</a>.
        </p>
      </div>
    </PlainPanel>
  );
}

function ZonePanel() {
  const school = useSchool();
  const now = useMinute();
  const operator = useQuery({ ...recordQuery(school, 'getOperator'), select: valueOf }).data;
  return (
    <PlainPanel title="Time and place">
      <Notices notes={[zoneConflict(school, operator)]} />
      <Facts facts={zoneFacts(school, now)} missing="not set; twilight is not shown" />
    </PlainPanel>
  );
}

const column = columnsOf<ThresholdRow>();

const thresholdColumns = column.columns([
  column.accessor('name', {
    header: 'Threshold',
    cell: ({ row: { original } }) => (
      <>
        <b>{original.name}.</b> {original.use}
      </>
    ),
  }),
  column.accessor('figure', { header: 'Figure' }),
  column.accessor('source', { header: 'Source' }),
  column.accessor('setting', {
    id: 'setting',
    header: 'Setting',
    cell: ({ row: { original } }) => original.setting && <code>{original.setting}</code>,
  }),
]);

/** What this school considers late, soon or near. */
function ThresholdsPanel() {
  const { rows, count } = thresholdRows(useSchool());
  // Settings of the machine concern those who run it.
  const isSetter = useRights().maySee('connection');
  return (
    <PlainPanel title="Thresholds" count={count}>
      <div className={style['inside']}>
        <p>
          All screens use these figures.
          {isSetter && (
            <>
              {' '}
              To change one, enter its setting in <code>.env</code> and start the server again. Regulations cannot be
              changed.
            </>
          )}
        </p>
        <div className={style['thresholds']}>
          <DataTable
            caption="Thresholds, their figures and their settings"
            columns={isSetter ? thresholdColumns : thresholdColumns.filter(({ id }) => id !== 'setting')}
            rows={rows}
            rowId={({ name }) => name}
            scrolls="thresholds"
          />
        </div>
      </div>
    </PlainPanel>
  );
}

/** Which build of Flightline this browser runs. */
function BuildPanel() {
  const script = document.querySelector<HTMLScriptElement>('script[type="module"][src]');
  const build = buildIn(script?.src ?? '');
  return (
    <PlainPanel title="This dashboard">
      <Facts
        facts={[
          ['Build', build && <code key="build">{build}</code>],
          ['Served from', <code key="origin">{location.origin}</code>],
        ]}
        missing="development, not built"
      />
    </PlainPanel>
  );
}

/** The operator record, whose members the specification does not define: its locations by name; ids are among all its fields. */
function OperatorPanel() {
  const refresh = useRefresh();
  const query = recordQuery(useSchool(), 'getOperator');
  const result = useQuery(query);
  const locations = locationNames(result.data?.value);
  const fold = useUrlFold('record', locations === null);
  return (
    <Panel title="Operator record" reading={readingOf('getOperator', result)} onRetry={() => refresh(query.queryKey)}>
      {locations !== null && <Facts facts={[['Locations', locations]]} missing="not given" />}
      <Fold className={records['all']} summary="All fields" isAcross {...fold}>
        <RecordView value={result.data?.value} />
      </Fold>
      <QueryShown id="getOperator" query={{}} />
    </Panel>
  );
}
