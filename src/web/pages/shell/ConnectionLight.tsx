import { useState } from 'react';
import { clockText, durationText } from '#domain/time/clock.ts';
import { failureWords } from '#domain/answers/failures.ts';
import { type Reading, type ReadingState, readingState, connectionReading } from '#domain/answers/pageChecks.ts';
import type { Instant } from '#domain/time/time.ts';
import { useReadings, failureOf } from '#web/queries/readings.ts';
import { useSecond } from '#web/ui/page/now.ts';
import { useClock } from '#web/ui/page/school.tsx';
import { type Shape, StateMark, type Tone } from '#web/ui/controls/StateMark.tsx';
import style from './Shell.module.css';
import { useQuery } from '@tanstack/react-query';
import { useRefresh } from '#web/queries/policy.ts';
import { stateQuery } from '#web/queries/replica.ts';
import { ErrorNote } from '#web/ui/panel/ErrorNote.tsx';
import { GatewayStanding } from '#web/ui/panel/GatewayStanding.tsx';

const looks: Readonly<Record<ReadingState, { shape: Shape; tone: Tone; word: string }>> = {
  fresh: { shape: 'dot', tone: 'ok', word: 'up to date' },
  late: { shape: 'triangle', tone: 'warning', word: 'late' },
  stale: { shape: 'dashed', tone: 'warning', word: 'stale' },
  loading: { shape: 'ring', tone: 'inactive', word: 'loading' },
  failed: { shape: 'octagon', tone: 'expired', word: 'failed' },
};

/** One light for everything on the screen, and behind it each source with its age and last failure. */
export function ConnectionLight() {
  const readings = useReadings();
  const now = useSecond();
  const [isOpen, setOpen] = useState(false);
  const worst = connectionReading(readings, now);
  const look = looks[worst ? readingState(worst, now) : 'fresh'];
  const age = worst?.asOf == null ? look.word : durationText(now - worst.asOf);
  return (
    <>
      <button
        type="button"
        className={style['light']}
        popoverTarget="connection"
        aria-label={`Data: ${look.word}, ${age}`}
        title="How old the data is"
      >
        <StateMark shape={look.shape} tone={look.tone}>
          {age}
        </StateMark>
      </button>
      <div
        id="connection"
        popover="auto"
        className={style['sources']}
        aria-label="Sources of data"
        onToggle={(event) => setOpen(event.newState === 'open')}
      >
        <h2>Data on this screen</h2>
        {readings.length === 0 ? <p>This page asks the service nothing.</p> : null}
        <ul>
          {readings.map((reading, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- sources have no identity beyond their place
            <Source key={`${reading.source} ${index}`} reading={reading} now={now} />
          ))}
        </ul>
        <h2>The way to the service</h2>
        {isOpen && <GatewayPanel />}
      </div>
    </>
  );
}

function Source({ reading, now }: { reading: Reading; now: Instant }) {
  const clock = useClock();
  const look = looks[readingState(reading, now)];
  return (
    <li>
      <StateMark shape={look.shape} tone={look.tone}>
        {reading.source}: {look.word}
      </StateMark>
      {reading.asOf !== null && (
        <span>
          as of {clockText(reading.asOf, clock)}, {durationText(now - reading.asOf)} ago; expected to be refreshed every{' '}
          {durationText(reading.interval)}
        </span>
      )}
      {reading.failure && <span>{failureWords(reading.failure, clock).title}.</span>}
    </li>
  );
}

/** How the way to the service stands. Mounted only while somebody looks, so that nobody else asks. */
function GatewayPanel() {
  const refresh = useRefresh();
  const result = useQuery(stateQuery);
  const failure = failureOf(result);
  if (failure && !result.data) return <ErrorNote failure={failure} onRetry={() => refresh(stateQuery.queryKey)} />;
  if (!result.data) return <p role="status">Asking the gateway…</p>;
  return <GatewayStanding state={result.data.value} />;
}
