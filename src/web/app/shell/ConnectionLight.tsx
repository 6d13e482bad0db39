import { useReadings } from '#web/data/readings.ts';
import { Popover } from '#web/components/controls/overlays.tsx';
import { type Look, StateMark } from '#web/components/controls/StateMark.tsx';
import { AppLink } from '#web/components/page/AppLink.tsx';
import { useConnection } from '#web/components/page/connection.tsx';
import { useSecond } from '#web/components/page/now.ts';
import { useClock, useRights, useSchool } from '#web/components/page/school.tsx';
import style from './Shell.module.css';
import { lightModel, type LightState, type SourceLine } from './shellModel.ts';

const looks: Readonly<Record<LightState, Look>> = {
  fresh: { shape: 'dot', tone: 'ok' },
  late: { shape: 'triangle', tone: 'warning' },
  stale: { shape: 'dashed', tone: 'warning' },
  loading: { shape: 'ring', tone: 'inactive' },
  failed: { shape: 'octagon', tone: 'expired' },
  part: { shape: 'half', tone: 'inactive' },
  lost: { shape: 'octagon', tone: 'expired' },
};

/** One light for everything on screen, and behind it each source with its age and last failure. */
export function ConnectionLight() {
  const now = useSecond();
  const { maySeePage } = useRights();
  const { embedded } = useSchool();
  const { state, text, more, label, sources } = lightModel(useReadings(), {
    now,
    clock: useClock(),
    connection: useConnection(),
  });
  const shown = embedded && state === 'fresh' ? 'made up' : text;
  return (
    <Popover
      button={
        <StateMark {...looks[state]}>
          {shown}
          {more !== '' && <span className={style['lightMore']}>{more}</span>}
        </StateMark>
      }
      buttonLabel={shown === text ? label : `${shown}: ${label}`}
      buttonTip="How old the data is"
      buttonClass={style['light']}
      label="Data sources"
      className={style['sources']}
    >
      {() => (
        <>
          <h2>Data on this screen</h2>
          {sources.length === 0 ? <p>This page shows no data from the service.</p> : null}
          <ul>
            {sources.map((source, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- sources have no identity except their position
              <Source key={`${source.title} ${index}`} source={source} />
            ))}
          </ul>
          {maySeePage('/setup') && (
            <p>
              {embedded && 'This school is made up. '}
              <AppLink to="/setup">{embedded ? 'Connect your own' : 'Connection to the service'}</AppLink>
            </p>
          )}
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
