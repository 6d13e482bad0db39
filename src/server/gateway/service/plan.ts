import type { CachePolicy } from '#contract/gateway/ages.ts';

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
