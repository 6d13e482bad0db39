import { PageHeader } from '#web/ui/panel/PageHeader.tsx';
import { BoardBuilder } from './BoardBuilder.tsx';
import { LocalCopyPanel } from './LocalCopyPanel.tsx';
import style from './setup.module.css';
import { CopyButton } from '#web/ui/panel/CopyButton.tsx';
import { Facts } from '#web/ui/panel/Facts.tsx';
import { Card } from './Card.tsx';
import { useQuery } from '@tanstack/react-query';
import { recordQuery } from '#web/queries/api.ts';
import { useRefresh } from '#web/queries/policy.ts';
import { readingOf, failureOf } from '#web/queries/readings.ts';
import { Panel } from '#web/ui/panel/Panel.tsx';
import { QueryShown } from '#web/ui/panel/QueryShown.tsx';
import { RecordView } from '#web/ui/records/RecordView.tsx';
import { useSchool } from '#web/ui/page/school.tsx';
import { isRecord, textOf } from '#domain/answers/unknownMembers.ts';
import { clockText, dayText, shownDay, zoneText } from '#domain/time/clock.ts';
import { useMinute } from '#web/ui/page/now.ts';
import { Notices } from '#web/ui/panel/Notices.tsx';
import { stateQuery } from '#web/queries/replica.ts';
import { ErrorNote } from '#web/ui/panel/ErrorNote.tsx';
import { GatewayStanding } from '#web/ui/panel/GatewayStanding.tsx';

/** What this dashboard is connected to, how it reads times, and what the service says of the operator. */
export function SetupPage() {
  return (
    <>
      <PageHeader title="Setup" />
      <div className={style['columns']}>
        <div className={style['stack']}>
          <ConnectionPanel />
          <LocalCopyPanel />
          <ZonePanel />
          <BuildPanel />
        </div>
        <OperatorPanel />
      </div>
      <div className={style['below']}>
        <BoardBuilder />
      </div>
    </>
  );
}

/** A command to be copied. */
export function Command({ text }: { text: string }) {
  return (
    <div className={style['command']}>
      <code>{text}</code>
      <CopyButton label="Copy the command" text={text} />
    </div>
  );
}

/** Which Flightline this browser runs: the name of the loaded script changes with every build. */
export function BuildPanel() {
  const script = document.querySelector<HTMLScriptElement>('script[type="module"][src]');
  const build = /-([\w-]+)\.js$/.exec(script?.src ?? '')?.[1];
  return (
    <Card title="This dashboard">
      <Facts
        facts={[
          ['Build', build && <code key="build">{build}</code>],
          ['Served from', <code key="origin">{location.origin}</code>],
        ]}
        missing="development, not built"
      />
    </Card>
  );
}

/** The operator record, whose members the specification does not show. */
export function OperatorPanel() {
  const refresh = useRefresh();
  const query = recordQuery(useSchool(), 'getOperator');
  const result = useQuery(query);
  return (
    <Panel title="Operator record" reading={readingOf('getOperator', result)} onRetry={() => refresh(query.queryKey)}>
      <RecordView value={result.data?.value} />
      <QueryShown id="getOperator" query={{}} />
    </Panel>
  );
}

/** The zone all local times are read and shown in. The API does not say it, so a wrong one must be easy to notice. */
export function ZonePanel() {
  const school = useSchool();
  const now = useMinute();
  const operator = useQuery(recordQuery(school, 'getOperator')).data?.value;
  const told = isRecord(operator) ? textOf(operator, 'timeZone', 'timezone', 'timeZoneId') : null;
  const local = { zone: school.timeZone, mode: 'L' } as const;
  const zulu = { ...local, mode: 'Z' } as const;
  const { position } = school;
  return (
    <Card title="Time and place">
      <Notices
        notes={[
          told !== null && told !== school.timeZone
            ? `The operator record says ${told}, the settings say ${school.timeZone}: one of them is wrong.`
            : null,
        ]}
      />
      <Facts
        facts={[
          ['Time zone', school.timeZone],
          ['Its offset', zoneText(now, school.timeZone)],
          ['Local time now', `${dayText(shownDay(now, local))} ${clockText(now, local)}`],
          ['Zulu time now', `${dayText(shownDay(now, zulu))} ${clockText(now, zulu)}`],
          ['Times without zone', school.zonelessTimes === 'utc' ? 'are read as UTC' : 'are read as local time'],
          ['Position', position && `${position.latitude}, ${position.longitude}`],
        ]}
        missing="not set; twilight is not shown"
      />
    </Card>
  );
}

/** The way to the service: who answers, what it allows, how it stands now, and how to find out what is wrong. */
export function ConnectionPanel() {
  const school = useSchool();
  const refresh = useRefresh();
  const state = useQuery(stateQuery);
  const failure = failureOf(state);
  return (
    <Card title="Connection">
      <Facts
        facts={[
          ['Operator id', <code key="id">{school.operatorId}</code>],
          [
            'Answers come from',
            school.embedded ? 'the embedded operator, a generated school' : 'the configured service',
          ],
          ['Allowance', `${school.rateLimit.toLocaleString('en')} calls in 60 s`],
          ['Offset in reports', school.reportOffset === 'page' ? 'counts pages, as specified' : 'counts records'],
        ]}
        missing="not set"
      />
      <div className={style['inside']}>
        {state.data && <GatewayStanding state={state.data.value} />}
        {!state.data && failure && <ErrorNote failure={failure} onRetry={() => refresh(stateQuery.queryKey)} />}
        <p>To have the service judged call by call, run this where the gateway runs:</p>
        <Command text="npm run check-connection" />
        <p>
          The gateway tells of itself at <a href="/health">/health</a>, <a href="/state">/state</a>,{' '}
          <a href="/metrics">/metrics</a> and <a href="/config">/config</a>; the whole API is described at{' '}
          <a href="/openapi.json">/openapi.json</a>.
        </p>
      </div>
    </Card>
  );
}
