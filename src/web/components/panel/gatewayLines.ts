import type { GatewayState } from '#contract/gateway/gatewayState.ts';
import { type Clock, clockText, durationText } from '#domain/time/clock.ts';
import type { Instant } from '#domain/time/time.ts';
import { numberText } from '#domain/words.ts';

/** The gateway's report on its connection to the service, line by line; `pause` is null unless the service asked for one. */
export function gatewayLines(state: GatewayState, now: Instant, clock: Clock) {
  const { allowance, queue, counts, running, lastFailure, pausedUntil } = state;
  const waiting = queue.person + queue.program + queue.load + queue.replica;
  const pause = pausedUntil === null ? 0 : Date.parse(pausedUntil) - now;
  const classes = `${queue.person} for people, ${queue.program} for programs, ${queue.load} for reports, ${queue.replica} for the local copy`;
  const status = lastFailure === null || lastFailure.status === null ? '' : ` (${lastFailure.status})`;
  return {
    allowance:
      allowance.limit === null
        ? `${allowance.used} calls in the last 60 s; no limit`
        : `${allowance.used} of ${numberText(allowance.limit)} calls in the last 60 s`,
    pause: pause > 0 ? `Paused at the service’s request for another ${durationText(pause)}` : null,
    queue: `${running} in progress, ${waiting} waiting${waiting > 0 ? ` (${classes})` : ''}`,
    counts: `Since start: ${counts.calls} calls, ${counts.hits + counts.coalesced + counts.stale} requests answered without a call`,
    failure: lastFailure
      ? `Last failure at ${clockText(Date.parse(lastFailure.at), clock)}${status}: ${lastFailure.words}`
      : 'No failed call since start.',
  };
}
