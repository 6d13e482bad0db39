import type { CachePolicy } from '#contract/gateway/ages.ts';
import type { CallClass } from '#contract/gateway/callClass.ts';
import type { OperationId } from '#contract/operations.ts';
import {
  isDefinite,
  type Failed,
  failedBy,
  failedWithout,
  type Leaving,
  createFlights,
  type Flights,
  type Copy,
  type Store,
  type Troubles,
} from './refresh.ts';
import type { Line, Clock, PacedFetch } from '#server/gateway/allowance/queue.ts';
import type { Tally } from '#server/gateway/observability/metrics.ts';
import type { ReadRequest, UpstreamRequest, UpstreamFailure } from './upstream.ts';
import { bodyOf, type Body } from '#server/gateway/http/reply.ts';

/** Who asks, and how. */
type Asker = {
  readonly callClass: CallClass;
  /** A person wants the newest there is: what is stored is given out only where nothing newer can be had in time. */
  readonly isFresh: boolean;
};

/** Where the API's answers come from. Rules on who may see what belong around it, as another one. */
export type Source = {
  /** The answer, if there is one without waiting. */
  readonly atOnce: (request: ReadRequest, asker: Asker) => Served | null;
  /** The answer, whatever it is. */
  readonly inTime: (request: ReadRequest, asker: Asker, leaving: Leaving) => Promise<Served>;
};

export type CacheParts = RenewalParts & {
  readonly line: Pick<Line, 'isPaused'>;
  readonly policies: { readonly [Id in OperationId]: CachePolicy };
  readonly tally: Tally;
  /** How long a new answer is waited for where an old one is there. */
  readonly softTimeoutMs: number;
};

/** Answers from the store where it may, and asks the flight service where it must. */
export function createCache(parts: CacheParts): Source {
  const { line, store, troubles, policies, clock, tally, softTimeoutMs } = parts;
  const renewals = createRenewals(parts);

  /** The stored copy, unless it is too old for anything. */
  function usable({ id, address }: UpstreamRequest): Copy | undefined {
    const copy = store.get(address);
    return copy && clock() - copy.askedAt <= policies[id].kept * 1000 ? copy : undefined;
  }

  function atOnce(request: ReadRequest, { isFresh }: Asker): Served | null {
    const { id, address } = request;
    const now = clock();
    const copy = store.get(address);
    const trouble = troubles.get(address);
    const situation = {
      age: copy ? (now - copy.askedAt) / 1000 : null,
      isTroubled: trouble !== undefined,
      isCooling: renewals.isSlow(address) || (trouble !== undefined && now < trouble.until),
      isPaused: line.isPaused(),
    };
    const plan = planFor(situation, policies[id]);
    if (plan === 'refuse' && trouble) {
      tally.repeated++;
      const retryAfter = Math.ceil((trouble.until - now) / 1000);
      return serveFailed({ ...trouble.failed, retryAfter }, now - trouble.at, { hit: true, detail: 'cool-off' });
    }
    const isTooOld = isFresh && (plan === 'fresh' || plan === 'refresh');
    if (!copy || isTooOld || plan === 'refuse' || plan === 'try' || plan === 'fetch') return null;
    if (plan === 'fresh') {
      tally.hits++;
      return serveCopy(copy, now, policies[id], { hit: true }, null);
    }
    tally.stale++;
    // Nobody waits for this one, so that it goes behind whatever a person waits for.
    if (plan === 'refresh') renewals.want(request, 'load');
    const resting = trouble?.failed.detail ?? (situation.isPaused ? 'paused' : 'slow');
    return serveCopy(copy, now, policies[id], { hit: true }, plan === 'keep' ? resting : 'refreshing');
  }

  async function inTime(request: ReadRequest, { callClass }: Asker, leaving: Leaving): Promise<Served> {
    const { id, address } = request;
    const old = usable(request);
    const fwd: CacheStatus['fwd'] = old ? 'stale' : 'miss';
    const collapsed = renewals.has(address);
    if (collapsed) tally.coalesced++;
    else tally.misses++;
    const joined = renewals.join(request, callClass, leaving);
    const outcome = old ? await within(joined, softTimeoutMs) : await joined;
    if (!outcome) {
      renewals.markSlow(address);
      tally.stale++;
      return serveCopy(old as Copy, clock(), policies[id], { fwd, collapsed }, 'slow');
    }
    const { failed } = outcome;
    if (!failed) {
      const how = { fwd, 'fwd-status': 200, stored: true, collapsed };
      return serveCopy(outcome.copy, clock(), policies[id], how, null);
    }
    const how = { fwd, 'fwd-status': failed.upstreamStatus, collapsed };
    const kept = isDefinite(failed) ? undefined : usable(request);
    if (!kept) return serveFailed(failed, 0, { ...how, detail: failed.upstreamStatus === null ? failed.detail : null });
    tally.stale++;
    return serveCopy(kept, clock(), policies[id], how, failed.detail);
  }

  return { atOnce, inTime };
}

/** The result, or null when it takes longer. */
async function within<Result>(result: Promise<Result>, ms: number): Promise<Result | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => (timer = setTimeout(resolve, ms, null)));
  try {
    return await Promise.race([result, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** What is known of an address at the moment of a request. Ages in seconds. */
export type Situation = {
  /** Since the stored copy was asked for; null without one. */
  readonly age: number | null;
  /** It went wrong the last time. */
  readonly isTroubled: boolean;
  /** It went wrong a moment ago, so that it is not asked for now. */
  readonly isCooling: boolean;
  /** Nothing at all is asked for now. */
  readonly isPaused: boolean;
};

export type Plan =
  /** Give out the copy: it is fresh. */
  | 'fresh'
  /** Give out the copy, and fetch a new one meanwhile. */
  | 'refresh'
  /** Fetch a new one; give out the copy if that fails or takes long. */
  | 'try'
  /** Give out the copy: it is old, but there is nothing better. */
  | 'keep'
  /** There is no copy: fetch one. */
  | 'fetch'
  /** There is no copy, and it is too soon to ask again: repeat what went wrong. */
  | 'refuse';

/**
 * A copy is due this part of its time early. A screen that asks on a beat of that time would else come a moment too soon
 * every other time.
 */
const early = 0.02;

/** Decides how a request is answered. */
export function planFor(situation: Situation, policy: CachePolicy): Plan {
  const { age, isTroubled, isCooling, isPaused } = situation;
  if (age === null || age > policy.kept) return isCooling ? 'refuse' : 'fetch';
  if (age < policy.fresh * (1 - early)) return 'fresh';
  if (isCooling || isPaused) return 'keep';
  return isTroubled || age <= policy.atOnce ? 'refresh' : 'try';
}

type RenewalParts = {
  readonly fetch: PacedFetch;
  readonly line: Pick<Line, 'ticket' | 'hasten' | 'leave'>;
  readonly store: Store;
  readonly troubles: Troubles;
  /** For ages. */
  readonly clock: Clock;
};

/** How a call ended. */
type Outcome = { readonly copy: Copy; readonly failed?: undefined } | { readonly failed: Failed };

type Renewals = Flights<Outcome> & {
  /** Notes that somebody has given up waiting for the call that is under way for this address. */
  readonly markSlow: (address: string) => void;
  readonly isSlow: (address: string) => boolean;
};

/** Fetches answers into the store. Only a good one takes the place of another; what goes wrong is remembered beside it. */
function createRenewals({ fetch, line, store, troubles, clock }: RenewalParts): Renewals {
  const slow = new Set<string>();

  function succeed(address: string, copy: Copy): Outcome {
    store.put(address, copy);
    troubles.clear(address);
    return { copy };
  }

  function fail(address: string, failed: Failed): Outcome {
    if (!failed.isOurs) troubles.add(address, failed, clock());
    if (isDefinite(failed)) store.drop(address);
    return { failed };
  }

  const flights = createFlights<Outcome>(line, async ({ id, address }, ticket) => {
    try {
      const answer = await fetch({ id, address }, ticket);
      if (answer.status >= 400) return fail(address, failedBy(answer));
      const body = bodyOf(answer.body, store.get(address)?.body);
      return succeed(address, { body, askedAt: answer.askedAt, answeredAt: clock() });
    } catch (error) {
      return fail(address, failedWithout(error as UpstreamFailure));
    } finally {
      slow.delete(address);
    }
  });
  const isSlow = (address: string) => slow.has(address);
  // Without a call under way the mark would stay.
  const markSlow = (address: string) => void (flights.has(address) && slow.add(address));
  return { ...flights, markSlow, isSlow };
}

/** An answer of the API as a client gets it. */
export type Served = {
  readonly status: number;
  readonly body: Body;
  /** Whole seconds since the flight service answered. */
  readonly age: number;
  readonly cacheStatus: string;
  /** Seconds. */
  readonly retryAfter: number | null;
};

/** A stored answer; `detail` says why it is not fresh, and is null when it is. Times in milliseconds. */
export function serveCopy(
  copy: Copy,
  now: number,
  policy: CachePolicy,
  how: CacheStatus,
  detail: string | null,
): Served {
  const ttl = Math.floor(policy.fresh - (now - copy.askedAt) / 1000);
  const status = cacheStatus({ ...how, ttl, detail });
  return { status: 200, body: copy.body, age: secondsOf(now - copy.answeredAt), cacheStatus: status, retryAfter: null };
}

/** What went wrong, so many milliseconds ago. */
export function serveFailed({ status, body, retryAfter }: Failed, ageMs: number, how: CacheStatus): Served {
  return { status, body, age: secondsOf(ageMs), cacheStatus: cacheStatus(how), retryAfter };
}

function secondsOf(ms: number): number {
  return Math.max(0, Math.floor(ms / 1000));
}

/** Parameters of a `Cache-Status` field, in the order in which they are written; what is false or null is left out. */
export type CacheStatus = {
  /** Answered without asking the flight service. Excludes `fwd`. */
  readonly hit?: boolean;
  /** Why it was asked. */
  readonly fwd?: 'miss' | 'stale';
  /** What it answered. */
  readonly 'fwd-status'?: number | null;
  /** Whole seconds for which this is still fresh; negative when it is stale. */
  readonly ttl?: number;
  readonly stored?: boolean;
  /** The call was another's too. */
  readonly collapsed?: boolean;
  /** A word for people who look for a fault. */
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
