import type { GatewayState } from '#contract/gateway/gatewayState.ts';
import type { ReplicaState } from '#contract/gateway/replica.ts';
import type { Line } from './line.ts';
import type { Tally } from './tally.ts';

type LineState = ReturnType<Line['state']>;

/** What `/state` answers. */
export function gatewayState(
  limit: number,
  line: LineState,
  tally: Tally,
  replica: ReplicaState | null,
  now: Date,
): GatewayState {
  const { calls, coalesced, hits, stale, lastAnswerAt, lastFailure } = tally;
  return {
    at: now.toISOString(),
    allowance: { limit, used: line.used },
    running: line.running,
    queue: line.queue,
    pausedUntil: line.pausedMs === null ? null : new Date(now.getTime() + line.pausedMs).toISOString(),
    lastAnswerAt: lastAnswerAt?.toISOString() ?? null,
    lastFailure: lastFailure && { ...lastFailure, at: lastFailure.at.toISOString() },
    counts: {
      calls: Array.from(calls.values()).reduce((sum, count) => sum + count, 0),
      coalesced,
      hits,
      stale,
      tooManyRequests: calls.get('429') ?? 0,
    },
    replica,
  };
}
