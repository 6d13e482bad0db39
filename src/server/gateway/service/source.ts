import type { CachePolicy } from '#contract/gateway/ages.ts';
import type { OperationId } from '#contract/operations.ts';
import { type CallLimits, upstreamCaller, watched } from './call.ts';
import { createCache, type Source } from './cache.ts';
import {
  ageClock,
  type Clock,
  createLine,
  type Line,
  paced,
  type PacedFetch,
  retried,
  type RetryWait,
} from '#server/gateway/allowance/queue.ts';
import { scrubbed, type Fetch, type UpstreamSettings } from './upstream.ts';
import { memoryStore, type CoolOff, createTroubles } from './refresh.ts';
import { countCall, newTally, type Tally } from '#server/gateway/observability/metrics.ts';
import type { Log } from '#server/gateway/observability/log.ts';
import type { SchedulerLimits } from '#server/gateway/allowance/scheduler.ts';

/** Where calls are noted, so that the next process knows what the allowance has been used for. Times of day. */
export type CallLog = {
  readonly begin: (at: number) => number;
  readonly end: (call: number, at: number) => void;
  /** When calls ended, of those that ended after `since` or may have. */
  readonly recent: (since: number) => readonly number[];
};

const forgetful: CallLog = { begin: () => 0, end: () => undefined, recent: () => [] };

/** All that has a usual value. */
export type Tuning = {
  readonly limits: CallLimits;
  readonly scheduling: SchedulerLimits;
  readonly policies: { readonly [Id in OperationId]: CachePolicy };
  readonly coolOff: CoolOff;
  readonly retryWait: RetryWait;
  /** How long a new answer is waited for where an old one is there. */
  readonly softTimeoutMs: number;
  /** For the answers that are kept. */
  readonly storeBytes: number;
  /** Never runs backward, whatever happens to the time of day. */
  readonly steady: Clock;
  /** The time of day in milliseconds since 1970. */
  readonly wall: Clock;
};

/** The way to the flight service, for whoever keeps a copy of what it answers. */
export type ServiceAccess = {
  readonly fetch: PacedFetch;
  readonly line: Line;
  /** For ages, in milliseconds that never run backward. */
  readonly clock: Clock;
  readonly wall: Clock;
  readonly log: Log;
};

export type OpenSource = {
  readonly source: Source;
  readonly access: ServiceAccess;
  readonly line: Line;
  readonly tally: Tally;
  /** Ends all calls under way. */
  readonly close: () => Promise<void>;
};

/**
 * Puts the layers between a request and the flight service together, the inmost first: the call, the removal of secrets
 * from its answer, the account of it, its turn, its second try, the store.
 */
export function openSource(
  upstream: UpstreamSettings,
  tuning: Tuning,
  log: Log,
  calls: CallLog = forgetful,
): OpenSource {
  const clock = ageClock(tuning.steady, tuning.wall);
  const tally = newTally();
  const line = createLine(tuning.scheduling, tuning.steady);
  const { wall } = tuning;
  let isClosing = false;
  line.restore(
    calls.recent(wall() - tuning.scheduling.windowMs).map((at) => tuning.steady() - Math.max(0, wall() - at)),
  );
  const caller = upstreamCaller(upstream, tuning.limits, tuning.scheduling.concurrency);
  const called = watched(scrubbed(caller.fetch, upstream), (call, { id }) => {
    countCall(tally, call, new Date(tuning.wall()));
    if (call.words !== null && !isClosing)
      log.warn({ operation: id, result: call.result, err: call.cause }, call.words);
  });
  const onPause = (seconds: number) => {
    tally.pauses++;
    log.warn({ seconds }, 'The flight service has asked for a pause.');
  };
  const noted: Fetch = async (request) => {
    const call = calls.begin(wall());
    try {
      return await called(request);
    } finally {
      calls.end(call, wall());
    }
  };
  const fetch = retried(paced(noted, { line, clock, onPause }), tuning.retryWait);
  const store = memoryStore(tuning.storeBytes);
  const troubles = createTroubles(tuning.coolOff);
  const source = createCache({ ...tuning, fetch, line, store, troubles, clock, tally });
  const close = async () => {
    isClosing = true;
    line.close();
    await caller.close();
  };
  const access = { fetch, line, clock, wall, log };
  return { source, access, line, tally, close };
}
