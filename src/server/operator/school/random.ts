import { hashOf } from './founding/guid.ts';

/** A small seeded generator (mulberry32): plenty for a school, and the same on every machine. */
export type Random = {
  /** In [0, 1). */
  next(): number;
  /** A whole number from least through most. */
  between(least: number, most: number): number;
  chance(probability: number): boolean;
  /** Throws on an empty list: who picks has made sure that there is something. */
  pick<Item>(items: readonly Item[]): Item;
};

/** A generator of its own for this purpose and these numbers, so that no draw depends on how many others were made. */
export function randomOf(seed: number, purpose: string, ...numbers: readonly number[]): Random {
  let state = hashOf(purpose, seed, ...numbers);
  function next(): number {
    state = (state + 0x6d2b79f5) | 0;
    let word = Math.imul(state ^ (state >>> 15), 1 | state);
    word = (word + Math.imul(word ^ (word >>> 7), 61 | word)) ^ word;
    return ((word ^ (word >>> 14)) >>> 0) / 2 ** 32;
  }
  const between = (least: number, most: number): number => least + Math.floor(next() * (most - least + 1));
  return {
    next,
    between,
    chance: (probability) => next() < probability,
    pick(items) {
      if (items.length === 0) throw new RangeError('There is nothing to pick from.');
      return items[between(0, items.length - 1)] as (typeof items)[number];
    },
  };
}
