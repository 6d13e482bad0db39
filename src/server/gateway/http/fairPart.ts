/**
 * What one may hold of something that all share. Whoever holds less than the rest that is free may take more: so one alone gets half
 * of everything, and several who want all they can get have equal parts and leave as much free for the next one. The first is taken
 * from what is kept for it.
 */
export type FairPart = {
  /** In any case no more than so many. */
  readonly most: number;
  /** How many times as much as is free: 1 leaves half to others. */
  readonly times: number;
  /** So many are for those alone who hold none. */
  readonly kept: number;
};

/** Whoever holds fewer than this may take one more, while so many are free. */
export function fairPartOf(free: number, { most, times, kept }: FairPart): number {
  return Math.max(1, Math.min(most, times * (free - kept)));
}

/**
 * What all of one network may hold. A whole school is often behind one address: so they have five sixths of everything, and nineteen
 * twentieths with those of them who hold none yet, whom nobody near them can shut out. The rest is for other networks.
 */
export function networkPart(isFirst: boolean): FairPart {
  return { most: Number.POSITIVE_INFINITY, times: isFirst ? 19 : 5, kept: 0 };
}

/** What is kept of so many for those who hold none: a tenth. */
export function keptOf(total: number): number {
  return Number.isFinite(total) ? total - Math.floor(total * 0.9 + 1e-9) : 0;
}

export type Pool = ReturnType<typeof createPool>;

/** So many things that are held until they are given back, such as streams. `most` are for one holder in any case. */
export function createPool(total: number, most: number) {
  const part = { most, times: 1, kept: keptOf(total) };
  const holders = new Map<string, number>();
  const networks = new Map<string, number>();
  let free = total;

  return {
    free: (): number => free,

    /** Takes one; null where there is none for this holder. Otherwise call the result once, to give it back. */
    take(holder: string, network: string): (() => void) | null {
      const held = holders.get(holder) ?? 0;
      const isFull = held >= fairPartOf(free, part);
      const isNetworkFull = (networks.get(network) ?? 0) >= fairPartOf(free, networkPart(held === 0));
      if (free < 1 || isFull || isNetworkFull) return null;
      free--;
      add(holders, holder, 1);
      add(networks, network, 1);
      return () => {
        free++;
        add(holders, holder, -1);
        add(networks, network, -1);
      };
    },
  };
}

function add(held: Map<string, number>, name: string, change: 1 | -1): void {
  const count = (held.get(name) ?? 0) + change;
  if (count > 0) held.set(name, count);
  else held.delete(name);
}
