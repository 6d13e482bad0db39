import { useQuery } from '@tanstack/react-query';
import type { ReadingState } from '#domain/answers/pageChecks.ts';
import { useRefresh } from '#web/queries/policy.ts';
import { failureOf, useReadings } from '#web/queries/readings.ts';
import { stateQuery } from '#web/queries/replica.ts';
import { Popover } from '#web/ui/controls/overlays.tsx';
import { type Shape, StateMark, type Tone } from '#web/ui/controls/StateMark.tsx';
import { useSecond } from '#web/ui/page/now.ts';
import { useClock } from '#web/ui/page/school.tsx';
import { ErrorNote } from '#web/ui/panel/ErrorNote.tsx';
import { GatewayStanding } from '#web/ui/panel/GatewayStanding.tsx';
import style from './Shell.module.css';
import { lightModel, type SourceLine } from './shellModel.ts';

const looks: Readonly<Record<ReadingState, { shape: Shape; tone: Tone }>> = {
  fresh: { shape: 'dot', tone: 'ok' },
  late: { shape: 'triangle', tone: 'warning' },
  stale: { shape: 'dashed', tone: 'warning' },
  loading: { shape: 'ring', tone: 'inactive' },
  failed: { shape: 'octagon', tone: 'expired' },
};

/** One light for everything on the screen, and behind it each source with its age and last failure. */
export function ConnectionLight() {
  const now = useSecond();
  const { state, text, label, sources } = lightModel(useReadings(), now, useClock());
  return (
    <Popover
      button={<StateMark {...looks[state]}>{text}</StateMark>}
      buttonLabel={label}
      buttonTitle="How old the data is"
      buttonClass={style['light']}
      label="Data sources"
      className={style['sources']}
    >
      {() => (
        <>
          <h2>Data on this screen</h2>
          {sources.length === 0 ? <p>This page shows no data of the service.</p> : null}
          <ul>
            {sources.map((source, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- sources have no identity beyond their place
              <Source key={`${source.title} ${index}`} source={source} />
            ))}
          </ul>
          <h2>Connection to the service</h2>
          <GatewayPanel />
        </>
      )}
    </Popover>
  );
}

function Source({ source: { state, title, age, failure } }: { source: SourceLine }) {
  return (
    <li>
      <StateMark {...looks[state]}>{title}</StateMark>
      {age !== null && <span>{age}</span>}
      {failure !== null && <span>{failure}</span>}
    </li>
  );
}

/** Mounted only while somebody looks, so that nobody else asks. */
function GatewayPanel() {
  const refresh = useRefresh();
  const result = useQuery(stateQuery);
  const failure = failureOf(result);
  if (failure && !result.data) return <ErrorNote failure={failure} onRetry={() => refresh(stateQuery.queryKey)} />;
  if (!result.data) return <p role="status">Loading…</p>;
  return <GatewayStanding state={result.data.value} />;
}
