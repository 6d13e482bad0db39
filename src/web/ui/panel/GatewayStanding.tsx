import type { GatewayState } from '#contract/gateway/gatewayState.ts';
import { clockText, durationText } from '#domain/time/clock.ts';
import style from './GatewayStanding.module.css';
import { useSecond } from '#web/ui/page/now.ts';
import { useClock } from '#web/ui/page/school.tsx';
import { StateMark } from '#web/ui/controls/StateMark.tsx';

/** How the way to the service stands: its allowance, its queue, what went wrong last. */
export function GatewayStanding({ state }: { state: GatewayState }) {
  const now = useSecond();
  const { allowance, queue, counts, pausedUntil } = state;
  const waiting = queue.person + queue.load + queue.replica;
  const pause = pausedUntil === null ? 0 : Date.parse(pausedUntil) - now;
  return (
    <ul className={style['standing']}>
      <li>
        <label className={style['allowance']}>
          <span>
            {allowance.used} of {allowance.limit} calls in the last 60 s
          </span>
          <meter min={0} max={allowance.limit} value={allowance.used} />
        </label>
      </li>
      {pause > 0 && (
        <li>
          <StateMark shape="triangle" tone="warning">
            The service asked for a pause of {durationText(pause)} more
          </StateMark>
        </li>
      )}
      <li>
        {state.running} under way, {waiting} waiting
        {waiting > 0 && ` (${queue.person} for people, ${queue.load} for reports, ${queue.replica} for the local copy)`}
      </li>
      <li>
        Since its start: {counts.calls} calls, {counts.hits + counts.coalesced + counts.stale} answers without one
      </li>
      <LastFailure state={state} />
    </ul>
  );
}

function LastFailure({ state }: { state: GatewayState }) {
  const clock = useClock();
  const failure = state.lastFailure;
  if (!failure) return <li>No call has failed since its start.</li>;
  return (
    <li>
      Last failure at {clockText(Date.parse(failure.at), clock)}
      {failure.status !== null && ` (${failure.status})`}: {failure.words}
    </li>
  );
}
