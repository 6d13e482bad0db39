import { clockText } from '#domain/clock.ts';
import { type Failure, failureWords } from '#domain/failures.ts';
import type { Instant } from '#domain/time.ts';
import { Button } from './controls.tsx';
import { useClock } from './school.tsx';
import { StateMark } from './StateMark.tsx';
import style from './SweepProgress.module.css';

type SweepProgressProps = {
  /** What is asked of each aircraft: "reminders". */
  what: string;
  done: number;
  total: number;
  waiting: number;
  isPaused: boolean;
  /** By the service or for want of a network, with the reason. */
  pausedUntil: Instant | null;
  interruption: Failure | null;
  failed: readonly { readonly aircraftId: string; readonly tail: string; readonly failure: Failure }[];
  onPause: () => void;
  onResume: () => void;
  onRetry: (aircraftId: string) => void;
};

/** How far one call per aircraft has come; it can be stopped and goes on, and who failed is named. */
export function SweepProgress(props: SweepProgressProps) {
  const { what, done, total, waiting, isPaused, pausedUntil, interruption, failed } = props;
  const clock = useClock();
  if (total === 0 || (waiting === 0 && done >= total && failed.length === 0)) return null;
  return (
    <div className={style['sweep']} role="status">
      <progress max={total} value={done} aria-label={`Aircraft whose ${what} are here`} />
      <span>
        {done} of {total} aircraft, {waiting} waiting
        {pausedUntil !== null &&
          `; ${interruption ? `${failureWords(interruption).title}, goes on` : 'goes on'} at ${clockText(pausedUntil, clock)}`}
      </span>
      {waiting > 0 && (
        <Button onClick={isPaused ? props.onResume : props.onPause}>{isPaused ? 'Go on' : 'Pause'}</Button>
      )}
      {failed.map(({ aircraftId, tail, failure }) => (
        <span key={aircraftId} className={style['failed']}>
          <StateMark shape="triangle" tone="warning">
            {tail}: {failureWords(failure).title}
          </StateMark>
          <Button onClick={() => props.onRetry(aircraftId)}>Ask {tail} again</Button>
        </span>
      ))}
    </div>
  );
}
