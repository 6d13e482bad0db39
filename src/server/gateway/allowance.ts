import type { CallClass } from '#contract/callClass.ts';

/** All times in milliseconds. */
export type AllowanceLimits = {
  /** Calls that the flight service allows in any `windowMs`. */
  readonly allowance: number;
  readonly windowMs: number;
  /** The most that a class may use of the allowance: what sweeps may not is there when a person comes. */
  readonly share: { readonly [Name in CallClass]: number };
};

/**
 * Keeps account of a sliding window. A call counts from its start until one window after its end: whenever in between it
 * reached the flight service, no window of that length there can hold more than the allowance.
 */
export function createAllowance({ allowance, windowMs, share }: AllowanceLimits) {
  const all = createCounting();
  const byClass = { person: createCounting(), sweep: createCounting(), prefetch: createCounting() };

  /** When one more call fits after `ahead` others: at the earliest, because a call under way counts for a window yet. */
  function freeAt(counting: Counting, bound: number, ahead: number, now: number): number {
    const missing = counting.size(now) + ahead + 1 - bound;
    return missing > 0 ? (counting.end(missing - 1) ?? now + windowMs) : now;
  }

  return {
    begin(callClass: CallClass): void {
      all.begin();
      byClass[callClass].begin();
    },
    finish(callClass: CallClass, now: number): void {
      all.finish(now + windowMs);
      byClass[callClass].finish(now + windowMs);
    },
    /** The first moment at which a call of this class may start after others, `ahead` in all and some of its own class. */
    soonest(callClass: CallClass, ahead: number, aheadOfClass: number, now: number): number {
      // However small the allowance is, every class may have one call of it.
      const bound = Math.max(1, Math.floor(allowance * share[callClass]));
      return Math.max(freeAt(all, allowance, ahead, now), freeAt(byClass[callClass], bound, aheadOfClass, now));
    },
    used: (now: number): number => all.size(now),
  };
}

type Counting = ReturnType<typeof createCounting>;

/** Calls that count: those under way, and those that have ended, until the moment at which they stop to count. */
function createCounting() {
  let underWay = 0;
  /** The first one first. */
  let ends: number[] = [];
  let gone = 0;
  return {
    begin: () => void underWay++,
    finish(end: number): void {
      underWay--;
      ends.push(end);
    },
    /** When this many and one more have stopped to count; of those under way nobody knows. */
    end: (index: number): number | undefined => ends[gone + index],
    size(now: number): number {
      while ((ends[gone] ?? Number.POSITIVE_INFINITY) <= now) gone++;
      if (gone > 1_000 && gone > ends.length / 2) {
        ends = ends.slice(gone);
        gone = 0;
      }
      return underWay + ends.length - gone;
    },
  };
}
