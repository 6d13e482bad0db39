import type { CachePolicy } from '#contract/gateway/ages.ts';
import type { Body } from './body.ts';
import { type CacheStatus, cacheStatus } from '#server/gateway/observability/cacheStatus.ts';
import type { Failed } from '#server/gateway/service/failed.ts';
import type { Copy } from '#server/gateway/service/store.ts';

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
