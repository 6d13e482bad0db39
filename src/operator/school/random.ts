/**
 * A well-mixed 32-bit number from a text and numbers. Everything that must repeat without being stored comes from it.
 */
export function hashOf(text: string, ...numbers: readonly number[]): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  for (const number of numbers) hash = mixed(hash ^ number ^ Math.imul(Math.floor(number / 2 ** 32), 0x9e3779b1));
  return mixed(hash) >>> 0;
}

/** The finaliser of MurmurHash3: every bit of the input moves every bit of the result. */
function mixed(word: number): number {
  let hash = Math.imul(word ^ (word >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}

/** The guid of a record of this kind: the same for the same seed and id, so that millions of rows need not store it. */
export function guidOf(seed: number, kind: string, id: number): string {
  const [a, b, c] = [hex(hashOf(kind, seed, id)), hex(hashOf(kind, id, seed, 1)), hex(hashOf(kind, seed, id, 2))];
  const d = hex(hashOf(kind, id, seed, 3));
  // Version 4 and variant 8, so that strict readers of guids accept it.
  return `${a}-${b.slice(0, 4)}-4${b.slice(5)}-8${c.slice(1, 4)}-${c.slice(4)}${d}`;
}

function hex(word: number): string {
  return word.toString(16).padStart(8, '0');
}

/** A small seeded generator (mulberry32): good enough for a school, and the same on every machine. */
export type Random = {
  /** In [0, 1). */
  next(): number;
  /** A whole number from least through most. */
  between(min: number, max: number): number;
  chance(probability: number): boolean;
  /** Throws `RangeError` on an empty list. */
  pick<Item>(items: readonly Item[]): Item;
};

/** A separate generator for this purpose and these numbers, so that no draw depends on other draws. */
export function randomOf(seed: number, purpose: string, ...numbers: readonly number[]): Random {
  let state = hashOf(purpose, seed, ...numbers);
  function next(): number {
    state = (state + 0x6d2b79f5) | 0;
    let word = Math.imul(state ^ (state >>> 15), 1 | state);
    word = (word + Math.imul(word ^ (word >>> 7), 61 | word)) ^ word;
    return ((word ^ (word >>> 14)) >>> 0) / 2 ** 32;
  }
  const between = (min: number, max: number): number => min + Math.floor(next() * (max - min + 1));
  return {
    next,
    between,
    chance: (probability) => next() < probability,
    pick(items) {
      const item = items[between(0, items.length - 1)];
      if (item === undefined) throw new RangeError('There is nothing to pick from.');
      return item;
    },
  };
}
