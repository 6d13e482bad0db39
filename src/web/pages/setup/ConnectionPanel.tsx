import { useQuery } from '@tanstack/react-query';
import { useRefresh } from '#web/queries/policy.ts';
import { failureOf } from '#web/queries/readings.ts';
import { stateQuery } from '#web/queries/replica.ts';
import { ErrorNote } from '#web/ui/panel/ErrorNote.tsx';
import { Facts } from '#web/ui/panel/Facts.tsx';
import { GatewayStanding } from '#web/ui/panel/GatewayStanding.tsx';
import { useSchool } from '#web/ui/page/school.tsx';
import { Card } from './Card.tsx';
import { Command } from './Command.tsx';
import style from './setup.module.css';

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
