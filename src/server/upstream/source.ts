import type { CachePolicy } from '#contract/gateway/ages.ts';
import type { OperationId } from '#contract/operations.ts';
import type { Zone } from '#domain/time/time.ts';
import {
  ageClock,
  type CallQueue,
  type Clock,
  createCallQueue,
  queued,
  type QueuedFetch,
  type RetryWait,
  withRetry,
} from './queue.ts';
import { permittedCalls, type TakePermit } from './permits.ts';
import type { SchedulerLimits } from './scheduler.ts';
import type { Log } from '#server/observability/log.ts';
import { type Metrics, newMetrics } from '#server/observability/counters.ts';
import type { Tracing } from '#server/observability/tracing.ts';
import { tracedCall, tracedQueue, tracedRefresh } from './traced.ts';
import { createCache, type Source } from './cache.ts';
import { type CallFailure, type CallLimits, type CallLog, recorded, upstreamCaller } from './call.ts';
import { withLargePages } from './largePages.ts';
import { livePolicies } from './livePages.ts';
import { type Backoff, memoryStore, recentFailures } from './refresh.ts';
import { type Silence, watchSilence } from './silence.ts';
import { type UpstreamRequest, type UpstreamSettings, withSecretsRemoved } from './upstream.ts';

const noCallLog: CallLog = { begin: () => 0, end: () => undefined, recent: () => [] };

/** Everything with a default. */
export type Tuning = {
  readonly limits: CallLimits;
  readonly scheduling: SchedulerLimits;
  readonly policies: (id: OperationId) => CachePolicy;
  readonly backoff: Backoff;
  readonly retryWait: RetryWait;
  /** How long to wait for a new answer if an old one is stored. */
  readonly softTimeoutMs: number;
  /** The size of the store of answers. */
  readonly storeBytes: number;
  /** Never runs backward, even if the time of day does. */
  readonly monotonic: Clock;
  /** The time of day in milliseconds since 1970. */
  readonly wall: Clock;
  /** The zone of the service's times. */
  readonly zone: Zone;
  /** Takes permits if several gateways share the allowance. */
  readonly take?: TakePermit;
};

/** Access to the flight service for the local copy. */
export type ServiceAccess = {
  readonly fetch: QueuedFetch;
  readonly queue: CallQueue;
  /** The clock for ages, in milliseconds. It never runs backward. */
  readonly clock: Clock;
  readonly wall: Clock;
  readonly log: Log;
  /** Whether the service answers at all; omitted if nobody watches. */
  readonly silence?: Silence;
};

export type OpenSource = {
  readonly source: Source;
  readonly access: ServiceAccess;
  readonly queue: CallQueue;
  readonly metrics: Metrics;
  /** Ends all running calls. */
  readonly close: () => Promise<void>;
};

/**
 * Composes the layers between a request and the flight service, the innermost first: the call, the removal of secrets from
 * its answer, the record of it, the queue, the retry, the cache.
 */
export function openSource(
  upstream: UpstreamSettings,
  tuning: Tuning,
  log: Log,
  { calls = noCallLog, tracing }: { readonly calls?: CallLog | undefined; readonly tracing?: Tracing | undefined } = {},
): OpenSource {
  const { monotonic, wall, scheduling } = tuning;
  const clock = ageClock(monotonic, wall);
  const metrics = newMetrics();
  const queue = createCallQueue(scheduling, monotonic);
  let isClosing = false;
  queue.restore(calls.recent(wall() - scheduling.windowMs).map((at) => monotonic() - Math.max(0, wall() - at)));
  const caller = upstreamCaller(upstream, tuning.limits, scheduling.concurrency);
  const onFailure = ({ result, message, cause }: CallFailure, { id }: UpstreamRequest) => {
    if (!isClosing) log.warn({ operation: id, result, err: cause }, message);
  };
  const silence = watchSilence(monotonic);
  const known = recorded(silence.watched(withSecretsRemoved(caller.fetch, upstream)), {
    metrics,
    calls,
    wall,
    onFailure,
  });
  const call = tracedCall(known, tracing);
  const onPause = (seconds: number) => {
    metrics.pauses++;
    log.warn({ seconds }, 'The flight service asked for a pause.');
  };
  const permitted = tuning.take && permittedCalls(tuning.take, scheduling.maxWaitMs, monotonic);
  const turns = { queue: tracedQueue(queue, tracing), clock, onPause, ...(permitted && { permitted }) };
  const fetch = tracedRefresh(withRetry(queued(call, turns), tuning.retryWait), tracing);
  const store = memoryStore(tuning.storeBytes);
  const failures = recentFailures(tuning.backoff);
  const policyOf = livePolicies(tuning.policies, tuning.zone, wall);
  const source = withLargePages(createCache({ ...tuning, policyOf, fetch, queue, store, failures, clock, metrics }));
  const close = async () => {
    isClosing = true;
    queue.close();
    await caller.close();
  };
  return { source, access: { fetch, queue, clock, wall, log, silence }, queue, metrics, close };
}
