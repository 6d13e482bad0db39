import type { CachePolicy } from '#contract/gateway/ages.ts';
import type { CallClass } from '#contract/gateway/callClass.ts';
import type { CallQueue } from './queue.ts';
import type { Body } from './body.ts';
import type { Metrics } from '#server/observability/counters.ts';
import {
  createRefresh,
  type FailedCall,
  failureWithoutAnswer,
  isDefinite,
  type OnDisconnect,
  type RefreshParts,
  type StoredAnswer,
} from './refresh.ts';
import { type Demands, isNewEnough, noDemands } from './demands.ts';
import type { PolicyOf } from './livePages.ts';
import { type ReadRequest, UpstreamFailure, type UpstreamRequest } from './upstream.ts';

/** An answer of the API as a client gets it. */
export type ApiAnswer = {
  readonly status: number;
  readonly body: Body;
  /** Whole seconds since the flight service answered. */
  readonly age: number;
  readonly cacheStatus: string;
  /** Seconds. */
  readonly retryAfter: number | null;
};

/** What a client requests from the cache. */
export type RequestOptions = {
  readonly callClass: CallClass;
  /** "Refresh now": stored answers are served only if nothing newer arrives in time. */
  readonly isFresh: boolean;
  /** What a program demands of the answer. */
  readonly demands?: Demands;
};

/** Where the API's answers come from. One source may use another, as the local copy uses the cache. */
export type Source = {
  /** The answer, if it is available without waiting. */
  readonly lookUp: (request: ReadRequest, options: RequestOptions) => ApiAnswer | null;
  /** The answer, whatever it is. */
  readonly load: (request: ReadRequest, options: RequestOptions, onDisconnect: OnDisconnect) => Promise<ApiAnswer>;
};

/** Parameters of a `Cache-Status` field, in order; false and null are left out. */
export type CacheStatus = {
  /** Answered without a call to the flight service. Excludes `fwd`. */
  readonly hit?: boolean;
  /** Why there was a call. */
  readonly fwd?: 'miss' | 'stale';
  /** The status of its answer. */
  readonly 'fwd-status'?: number | null;
  /** Whole seconds for which this is still fresh; negative when it is stale. */
  readonly ttl?: number;
  readonly stored?: boolean;
  /** The call was shared with another request. */
  readonly collapsed?: boolean;
  /** One word for troubleshooting. */
  readonly detail?: string | null;
};

/** A `Cache-Status` field (RFC 9211). */
export function cacheStatus(parameters: CacheStatus): string {
  let written = 'flightline';
  for (const [name, value] of Object.entries(parameters)) {
    if (value === true) written += `; ${name}`;
    else if (value !== false && value !== null) written += `; ${name}=${value}`;
  }
  return written;
}

export type CacheParts = RefreshParts & {
  readonly queue: Pick<CallQueue, 'isPaused' | 'soonest'>;
  readonly policyOf: PolicyOf;
  readonly metrics: Metrics;
  /** How long to wait for a new answer if an old one is stored. */
  readonly softTimeoutMs: number;
};

/** Answers from the store if the policy allows it, and otherwise calls the flight service. */
export function createCache(parts: CacheParts): Source {
  const { queue, store, failures, policyOf, clock, metrics, softTimeoutMs } = parts;
  const refresh = createRefresh(parts);

  /** The stored answer, unless it is too old to be served at all. */
  function usable({ id, address }: UpstreamRequest): StoredAnswer | undefined {
    const stored = store.get(address);
    return stored && clock() - stored.askedAt <= policyOf(id, stored.body).kept * 1000 ? stored : undefined;
  }

  function lookUp(request: ReadRequest, { isFresh, demands = noDemands }: RequestOptions): ApiAnswer | null {
    const { id, address } = request;
    const now = clock();
    const stored = store.get(address);
    const recent = failures.get(address);
    const policy = policyOf(id, stored?.body);
    const situation = {
      age: stored ? (now - stored.askedAt) / 1000 : null,
      hasFailed: recent !== undefined,
      isBackingOff: refresh.isSlow(address) || (recent !== undefined && now < recent.until),
      isPaused: queue.isPaused(),
    };
    const plan = planFor(situation, policy);
    if (plan === 'refuse' && recent) {
      metrics.repeated++;
      const retryAfter = Math.ceil((recent.until - now) / 1000);
      return failedAnswer({ ...recent.failed, retryAfter }, now - recent.at, { hit: true, detail: 'cool-off' });
    }
    const isTooOld = isFresh && (plan === 'fresh' || plan === 'refresh');
    if (
      !stored ||
      isTooOld ||
      !meets(stored, policy, demands) ||
      plan === 'refuse' ||
      plan === 'try' ||
      plan === 'fetch'
    )
      return null;
    if (plan === 'fresh') {
      metrics.hits++;
      return storedAnswer(stored, now, policy, { hit: true }, null);
    }
    metrics.stale++;
    // Nobody waits for this call, so it queues behind people's.
    if (plan === 'refresh' && !demands.onlyStored) refresh.start(request, 'load');
    const reason = recent?.failed.detail ?? (situation.isPaused ? 'paused' : 'slow');
    return storedAnswer(stored, now, policy, { hit: true }, plan === 'keep' ? reason : 'refreshing');
  }

  /** Whether a stored answer is as new as demanded. */
  function meets({ askedAt }: StoredAnswer, { fresh }: CachePolicy, demands: Demands): boolean {
    const age = clock() - askedAt;
    return isNewEnough(age, fresh * 1000 - age, demands);
  }

  /** The failure of a call that the allowance does not permit in time. */
  function busy(callClass: CallClass, how: CacheStatus): ApiAnswer {
    const seconds = Math.max(1, Math.ceil((queue.soonest(callClass) ?? 0) / 1000));
    const failed = failureWithoutAnswer(new UpstreamFailure('busy', undefined, seconds));
    return failedAnswer(failed, 0, { ...how, detail: failed.detail });
  }

  async function load(
    request: ReadRequest,
    { callClass, demands: { patienceMs } = noDemands }: RequestOptions,
    onDisconnect: OnDisconnect,
  ): Promise<ApiAnswer> {
    const { id, address } = request;
    const old = usable(request);
    const fwd: CacheStatus['fwd'] = old ? 'stale' : 'miss';
    const collapsed = refresh.has(address);
    // Nobody would be there any more when this call has its turn.
    if (!old && !collapsed && (queue.soonest(callClass) ?? 0) > patienceMs) return busy(callClass, { fwd });
    if (collapsed) metrics.coalesced++;
    else metrics.misses++;
    const caller = leaving(onDisconnect);
    const joined = refresh.join(request, callClass, caller.onDisconnect);
    const limit = Math.min(patienceMs, old ? softTimeoutMs : Number.POSITIVE_INFINITY);
    const outcome = limit === Number.POSITIVE_INFINITY ? await joined : await withTimeout(joined, limit, old ?? null);
    if (outcome === null) {
      caller.leave();
      return busy(callClass, { fwd, collapsed });
    }
    if ('body' in outcome) {
      refresh.markSlow(address);
      metrics.stale++;
      return storedAnswer(outcome, clock(), policyOf(id, outcome.body), { fwd, collapsed }, 'slow');
    }
    const { failed } = outcome;
    if (!failed) {
      const how = { fwd, 'fwd-status': 200, stored: true, collapsed };
      return storedAnswer(outcome.answer, clock(), policyOf(id, outcome.answer.body), how, null);
    }
    const how = { fwd, 'fwd-status': failed.upstreamStatus, collapsed };
    const kept = isDefinite(failed) ? undefined : usable(request);
    if (!kept) {
      const detail = failed.upstreamStatus === null ? failed.detail : null;
      return failedAnswer(failed, 0, { ...how, detail });
    }
    metrics.stale++;
    return storedAnswer(kept, clock(), policyOf(id, kept.body), how, failed.detail);
  }

  return { lookUp, load };
}

/** A caller who may also leave before it disconnects. */
function leaving(onDisconnect: OnDisconnect) {
  const callbacks = new Set<() => void>();
  return {
    onDisconnect: (callback: () => void) => {
      callbacks.add(callback);
      onDisconnect(() => callbacks.delete(callback) && callback());
    },
    leave: () => {
      for (const callback of callbacks) callback();
      callbacks.clear();
    },
  };
}

/** The result, or the fallback when it takes longer. */
async function withTimeout<Result, Fallback>(
  result: Promise<Result>,
  ms: number,
  fallback: Fallback,
): Promise<Result | Fallback> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Fallback>((resolve) => (timer = setTimeout(resolve, ms, fallback)));
  try {
    return await Promise.race([result, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** A stored answer; `detail` says why it is not fresh, and is null when it is. */
function storedAnswer(
  { body, askedAt, answeredAt }: StoredAnswer,
  now: number,
  policy: CachePolicy,
  how: CacheStatus,
  detail: string | null,
): ApiAnswer {
  const ttl = Math.floor(policy.fresh - (now - askedAt) / 1000);
  const age = secondsOf(now - answeredAt);
  return { status: 200, body, age, cacheStatus: cacheStatus({ ...how, ttl, detail }), retryAfter: null };
}

/** A failure this many milliseconds ago. */
function failedAnswer({ status, body, retryAfter }: FailedCall, ageMs: number, how: CacheStatus): ApiAnswer {
  return { status, body, age: secondsOf(ageMs), cacheStatus: cacheStatus(how), retryAfter };
}

function secondsOf(ms: number): number {
  return Math.max(0, Math.floor(ms / 1000));
}

/** What is known about an address at a request. Ages in seconds. */
export type Situation = {
  /** The time since the stored answer was requested; null without one. */
  readonly age: number | null;
  /** The last call failed. */
  readonly hasFailed: boolean;
  /** The last call failed a moment ago, so there is no new call yet. */
  readonly isBackingOff: boolean;
  /** There are no calls at all now. */
  readonly isPaused: boolean;
};

export type Plan =
  /** Serve the stored answer: it is fresh. */
  | 'fresh'
  /** Serve the stored answer, and fetch a new one in the meantime. */
  | 'refresh'
  /** Fetch a new one; serve the stored answer if that fails or takes long. */
  | 'try'
  /** Serve the stored answer: it is old, but there is nothing better. */
  | 'keep'
  /** Nothing is stored: fetch it. */
  | 'fetch'
  /** Nothing is stored, and it is too soon to call again: repeat the failure. */
  | 'refuse';

/**
 * An answer is due early by this part of its time. Otherwise a screen that polls at that interval would often ask just
 * before the answer is due, and get the old one.
 */
const earlyShare = 0.02;

/** Decides how a request is answered. */
export function planFor(situation: Situation, policy: CachePolicy): Plan {
  const { age, hasFailed, isBackingOff, isPaused } = situation;
  if (age === null || age > policy.kept) return isBackingOff ? 'refuse' : 'fetch';
  if (age < policy.fresh * (1 - earlyShare)) return 'fresh';
  if (isBackingOff || isPaused) return 'keep';
  return hasFailed || age <= policy.atOnce ? 'refresh' : 'try';
}
