import { type ReactNode, useEffect, useId, useState } from 'react';
import { clockText, durationText } from '#domain/time/clock.ts';
import { failureWords } from '#domain/answers/failures.ts';
import { leastTrusted, type Reading, readingState } from '#domain/answers/pageChecks.ts';
import { Button } from '#web/ui/controls/controls.tsx';
import { ErrorNote } from './ErrorNote.tsx';
import { useSecond } from '#web/ui/page/now.ts';
import style from './Panel.module.css';
import { useClock } from '#web/ui/page/school.tsx';
import { StateMark } from '#web/ui/controls/StateMark.tsx';

type PanelProps = {
  title: ReactNode;
  /** How many there are: every list says so. */
  count?: ReactNode;
  /** The source without which there is nothing to show. */
  reading: Reading;
  /** Sources that only add to it: while they fail the panel stands, and says what is missing. */
  beside?: readonly Reading[];
  onRetry: () => void;
  actions?: ReactNode;
  /** What to say when there is nothing; null where there is something. */
  empty?: ReactNode;
  children: ReactNode;
};

/** A piece of a page with its own data: it is loading, failed, empty, or there, and then fresh, late or stale. */
export function Panel({ title, count, reading, beside, onRetry, actions, empty = null, children }: PanelProps) {
  const heading = useId();
  const now = useSecond();
  const state = readingState(reading, now);
  const all = [reading, ...(beside ?? [])];
  const oldest = leastTrusted(all, now);
  const isStale = oldest !== null && readingState(oldest, now) === 'stale';
  return (
    <section className={style['panel']} aria-labelledby={heading} data-state={state}>
      <header className={style['header']}>
        <h2 id={heading}>{title}</h2>
        {count != null && state !== 'loading' && state !== 'failed' && <span className={style['count']}>{count}</span>}
        {oldest && <Age reading={oldest} now={now} />}
        <div className={style['actions']}>{actions}</div>
      </header>
      {state !== 'failed' && <Waits readings={all} />}
      {state !== 'failed' && all.map((one) => <FailedRefresh key={one.source} reading={one} onRetry={onRetry} />)}
      <div className={isStale ? 'hatched' : undefined}>
        {state === 'loading' && <Waiting reading={reading} />}
        {state === 'failed' && reading.failure && <ErrorNote failure={reading.failure} onRetry={onRetry} />}
        {state !== 'loading' &&
          state !== 'failed' &&
          (empty ? <div className={style['empty']}>{empty}</div> : children)}
      </div>
    </section>
  );
}

/** Quiet while all is well; marked after two missed refreshes, "AS OF" after five. */
function Age({ reading, now }: { reading: Reading; now: number }) {
  const clock = useClock();
  const state = readingState(reading, now);
  if (reading.asOf === null) return null;
  const age = durationText(now - reading.asOf);
  if (state === 'fresh') return <span className={style['age']}>{age} ago</span>;
  return (
    <StateMark shape="triangle" tone="warning">
      {state === 'stale' ? `AS OF ${clockText(reading.asOf, clock)}` : `${reading.source} ${age} old`}
    </StateMark>
  );
}

/** All sources wait for one allowance: the wait is told once, and no button shortens it. */
function Waits({ readings }: { readings: readonly Reading[] }) {
  const clock = useClock();
  const waiting = readings.filter(({ failure }) => failure?.kind === 'waiting');
  const failures = waiting.flatMap(({ failure }) => failure ?? []);
  const [latest] = failures.toSorted((a, b) => (b.until ?? 0) - (a.until ?? 0));
  if (!latest) return null;
  const sources = [...new Set(waiting.map(({ source }) => source.toLowerCase()))].join(' and ');
  return (
    <div className={style['failed']} role="status">
      <StateMark shape="triangle" tone="warning">
        {failureWords(latest, clock).title}. Not all {sources} are here yet.
      </StateMark>
    </div>
  );
}

function FailedRefresh({ reading, onRetry }: { reading: Reading; onRetry: () => void }) {
  const clock = useClock();
  if (!reading.failure || reading.failure.kind === 'waiting') return null;
  const { title, advice } = failureWords(reading.failure, clock);
  const what = reading.source.toLowerCase();
  const shown =
    reading.asOf === null ? `No ${what} to show` : `Showing ${what} as of ${clockText(reading.asOf, clock)}`;
  return (
    <div className={style['failed']} role="status">
      <StateMark shape="triangle" tone="warning">
        {title}. {shown}. {advice}
      </StateMark>
      <Button onClick={onRetry}>Refresh now</Button>
    </div>
  );
}

/** Milliseconds of quiet loading; then it is said that nothing has come, where nothing else says why. */
const quiet = 1_000;

function Waiting({ reading: { source, failure } }: { reading: Reading }) {
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), quiet);
    return () => clearTimeout(timer);
  }, []);
  return (
    <>
      {isLong && !failure && (
        <p className={style['failed']} role="status">
          No {source.toLowerCase()} yet: the flight service has not answered so far. This goes on by itself.
        </p>
      )}
      <Placeholder />
    </>
  );
}

function Placeholder() {
  return (
    <div className={style['waiting']} role="status" aria-label="Loading">
      {[72, 88, 64, 80, 70, 84].map((width) => (
        <div key={width} className={style['placeholder']} style={{ width: `${width}%` }} />
      ))}
    </div>
  );
}
