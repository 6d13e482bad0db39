import type { Instant } from '#domain/time/time.ts';

/** Fresh; late after two missed refreshes (marked); stale after five (hatched, with "AS OF"). */
export type Freshness = 'fresh' | 'late' | 'stale';

/** Two clocks seldom agree better. */
const disagreement = 60_000;

/**
 * How far data read at `asOf` can be trusted `now`, when it is refreshed every `interval` milliseconds. Data from the future
 * was read while the clock was wrong: nobody knows its age.
 */
export function freshness(asOf: Instant, interval: number, now: Instant): Freshness {
  const age = now - asOf;
  if (age > 6 * interval || age < -disagreement) return 'stale';
  return age > 3 * interval ? 'late' : 'fresh';
}
