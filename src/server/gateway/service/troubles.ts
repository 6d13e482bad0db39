import { LRUCache } from 'lru-cache';
import type { Failed } from './failed.ts';

/** What went wrong last with an address. Times in milliseconds of the clock for ages. */
export type Trouble = {
  readonly failed: Failed;
  readonly at: number;
  /** Until then this address is not asked for again. */
  readonly until: number;
  /** In a row. */
  readonly count: number;
};

export type CoolOff = { readonly firstMs: number; readonly mostMs: number };
export const usualCoolOff: CoolOff = { firstMs: 1_000, mostMs: 15_000 };

/** An upstream that asks for more than this is asked again all the same. */
const longestMs = 120_000;
const mostAddresses = 5_000;

export type Troubles = ReturnType<typeof createTroubles>;

/** Remembers troubles by address. After each in a row an address cools off twice as long as before, up to a bound. */
export function createTroubles({ firstMs, mostMs }: CoolOff) {
  const troubles = new LRUCache<string, Trouble>({ max: mostAddresses });
  return {
    get: (address: string): Trouble | undefined => troubles.get(address),
    add(address: string, failed: Failed, now: number): void {
      const count = (troubles.get(address)?.count ?? 0) + 1;
      const coolOff = Math.min(firstMs * 2 ** (count - 1), mostMs);
      const told = Math.min((failed.retryAfter ?? 0) * 1000, longestMs);
      troubles.set(address, { failed, at: now, until: now + Math.max(coolOff, told), count });
    },
    clear: (address: string): void => void troubles.delete(address),
  };
}
