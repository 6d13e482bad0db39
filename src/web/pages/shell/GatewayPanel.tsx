import { useQuery } from '@tanstack/react-query';
import type { GatewayState } from '#contract/gatewayState.ts';
import { clockText, durationText } from '#domain/clock.ts';
import { asFailure } from '#web/queries/failures.ts';
import { gatewayStateQuery } from '#web/queries/gatewayState.ts';
import { ErrorNote } from '#web/ui/ErrorNote.tsx';
import { useSecond } from '#web/ui/now.ts';
import { useClock } from '#web/ui/school.tsx';
import { StateMark } from '#web/ui/StateMark.tsx';
import style from './Shell.module.css';

/** How the way to the service stands. Mounted only while somebody looks, so that nobody else asks. */
export function GatewayPanel() {
  const result = useQuery(gatewayStateQuery);
  if (result.error && !result.data)
    return <ErrorNote failure={asFailure(result.error)} onRetry={() => void result.refetch()} />;
  if (!result.data) return <p role="status">Asking the gateway…</p>;
  return <Standing state={result.data.value} />;
}

function Standing({ state }: { state: GatewayState }) {
  const now = useSecond();
  const { allowance, queue, counts, pausedUntil } = state;
  const waiting = queue.person + queue.sweep + queue.prefetch;
  const pause = pausedUntil === null ? 0 : Date.parse(pausedUntil) - now;
  return (
    <ul>
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
        {waiting > 0 && ` (${queue.person} for people, ${queue.sweep} for sweeps, ${queue.prefetch} ahead of need)`}
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
