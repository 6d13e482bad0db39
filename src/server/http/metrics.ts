import type { HandlersOf } from './handlers.ts';
import { narrowedState } from '#server/http/rights/narrow.ts';
import type { SetClasses } from '#contract/access/reminderClasses.ts';
import type { Config } from '#contract/gateway/config.ts';
import type { GatewayState } from '#contract/gateway/gatewayState.ts';
import type { ReplicaState } from '#contract/gateway/replica.ts';
import { openApiDocument } from '#contract/openapi/openapi.ts';
import type { CallQueue, Clock } from '#server/upstream/queue.ts';
import { jsonReply, type Reply } from './reply.ts';
import { bodyOf } from '#server/upstream/body.ts';
import type { Metrics } from '#server/observability/counters.ts';
import { type FigureGroup, figureGroup, figuresText } from '#server/observability/figures.ts';
import { serviceTable } from '#server/observability/figureTables.ts';

type QueueState = ReturnType<CallQueue['state']>;

/** `/state`. */
function gatewayState(
  limit: number | null,
  queue: QueueState,
  metrics: Metrics,
  replica: ReplicaState | null,
  now: Date,
): GatewayState {
  const { calls, coalesced, hits, stale, lastAnswerAt, lastFailure } = metrics;
  return {
    at: now.toISOString(),
    allowance: { limit, used: queue.used },
    running: queue.running,
    queue: queue.queue,
    pausedUntil: queue.pausedMs === null ? null : new Date(now.getTime() + queue.pausedMs).toISOString(),
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

export type EndpointParts = {
  readonly config: Config;
  /** The classes of reminders that managers have set so far. */
  readonly reminderClasses?: (() => SetClasses) | undefined;
  readonly queue: Pick<CallQueue, 'state'>;
  readonly metrics: Metrics;
  /** The state of the local copy; null if there is none. */
  readonly replica: () => ReplicaState | null;
  /** The figures of all other parts, for `/metrics`. */
  readonly figures: readonly FigureGroup[];
  readonly wall: Clock;
  /** Whether new requests are accepted. */
  readonly isReady: () => boolean;
};

/** The gateway's own endpoints, except `/first`, which is made of others. */
export function gatewayEndpoints(parts: EndpointParts) {
  const { config, queue, metrics, replica, wall, isReady } = parts;
  const limit = config.rateLimit;
  const service = figureGroup(serviceTable, () => ({ limit, queue: queue.state(), metrics }));
  const figures = [service, ...parts.figures];
  // Made at the first request, so that no start waits for it.
  let document: Reply | null = null;
  // Readiness does not depend on the flight service; stored answers are useful without it.
  const health = () =>
    jsonReply(isReady() ? 200 : 503, { live: true, ready: isReady(), upstream: { lastCall: metrics.lastCall } });
  const metricsText = () => ({
    status: 200,
    body: bodyOf(Buffer.from(figuresText(figures))),
    headers: { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' },
  });
  return {
    '/config': {
      GET: (_, { who }) => jsonReply(200, { ...config, reminderClasses: parts.reminderClasses?.(), who }),
    },
    '/openapi.json': { GET: () => (document ??= jsonReply(200, openApiDocument())) },
    '/health': { GET: health },
    '/metrics': { GET: metricsText },
    '/state': {
      GET: (_, { who }) => {
        const state = gatewayState(limit, queue.state(), metrics, replica(), new Date(wall()));
        return jsonReply(200, narrowedState(state, who));
      },
    },
  } satisfies Omit<HandlersOf<'gateway'>, '/first'>;
}
