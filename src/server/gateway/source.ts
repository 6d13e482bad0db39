import type { CachePolicy } from '#contract/cachePolicy.ts';
import type { OperationId } from '#contract/operations.ts';
import { type CallLimits, upstreamCaller } from './call.ts';
import { createCache, type Source } from './cache.ts';
import { ageClock, type Clock } from './clock.ts';
import { createLine, type Line } from './line.ts';
import type { Log } from './log.ts';
import { paced, retried, type RetryWait } from './paced.ts';
import type { SchedulerLimits } from './scheduler.ts';
import { scrubbed } from './scrub.ts';
import { memoryStore } from './store.ts';
import { countCall, newTally, type Tally } from './tally.ts';
import { type CoolOff, createTroubles } from './troubles.ts';
import type { UpstreamSettings } from './upstream.ts';
import { watched } from './watched.ts';

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

export type OpenSource = {
  readonly source: Source;
  readonly line: Line;
  readonly tally: Tally;
  /** Ends all calls under way. */
  readonly close: () => Promise<void>;
};

/**
 * Puts the layers between a request and the flight service together, the inmost first: the call, the removal of secrets
 * from its answer, the account of it, its turn, its second try, the store.
 */
export function openSource(upstream: UpstreamSettings, tuning: Tuning, log: Log): OpenSource {
  const clock = ageClock(tuning.steady, tuning.wall);
  const tally = newTally();
  const line = createLine(tuning.scheduling, tuning.steady);
  const caller = upstreamCaller(upstream, tuning.limits, tuning.scheduling.concurrency);
  const called = watched(scrubbed(caller.fetch, upstream), (call) => {
    countCall(tally, call, new Date(tuning.wall()));
    if (call.words !== null) log.warn({ result: call.result, err: call.cause }, call.words);
  });
  const onPause = (seconds: number) => {
    tally.pauses++;
    log.warn({ seconds }, 'The flight service has asked for a pause.');
  };
  const fetch = retried(paced(called, { line, clock, onPause }), tuning.retryWait);
  const store = memoryStore(tuning.storeBytes);
  const troubles = createTroubles(tuning.coolOff);
  const source = createCache({ ...tuning, fetch, line, store, troubles, clock, tally });
  const close = async () => {
    line.close();
    await caller.close();
  };
  return { source, line, tally, close };
}
