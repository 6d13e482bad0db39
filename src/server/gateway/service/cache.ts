import type { CachePolicy } from '#contract/gateway/ages.ts';
import type { CallClass } from '#contract/gateway/callClass.ts';
import type { OperationId } from '#contract/operations.ts';
import type { CacheStatus } from '#server/gateway/observability/cacheStatus.ts';
import { isDefinite } from './failed.ts';
import type { Leaving } from './flights.ts';
import type { Line } from '#server/gateway/observability/line.ts';
import { planFor } from './plan.ts';
import { createRenewals, type RenewalParts } from './renewals.ts';
import { type Served, serveCopy, serveFailed } from '#server/gateway/http/served.ts';
import type { Copy } from './store.ts';
import type { Tally } from '#server/gateway/observability/tally.ts';
import type { ReadRequest, UpstreamRequest } from './upstream.ts';

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
