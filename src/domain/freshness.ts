import type { Instant } from './time.ts';

/** Fresh; late after two missed refreshes (marked); stale after five (hatched, with "AS OF"). */
export type Freshness = 'fresh' | 'late' | 'stale';

/** How far data read at `asOf` can be trusted `now`, when it is refreshed every `interval` milliseconds. */
export function freshness(asOf: Instant, interval: number, now: Instant): Freshness {
  const age = now - asOf;
  if (age > 6 * interval) return 'stale';
  return age > 3 * interval ? 'late' : 'fresh';
}
