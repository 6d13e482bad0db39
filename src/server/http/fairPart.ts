/**
 * The limit for one holder of something shared. A holder may take one more while it has less than what is free. So one
 * greedy holder gets half, two get a third each, and the same amount stays free for the next holder. A holder's first
 * one may come from the reserve.
 */
export type FairPart = {
  /** The most for one holder in any case. */
  readonly max: number;
  /** The multiple of the free rest that one may hold: 1 leaves half to others. */
  readonly times: number;
  /** The reserve for those who hold none. */
  readonly kept: number;
};

/** A holder with fewer than this may take one more. `free` is how many are free. */
export function fairPartOf(free: number, { max, times, kept }: FairPart): number {
  return Math.max(1, Math.min(max, times * (free - kept)));
}

/**
 * What one network may hold: five sixths of everything, because a whole school is often behind one address. For one who
 * holds none the limit is nineteen twentieths, so others on the network cannot shut them out. The rest is for other
 * networks.
 */
export function networkPart(isFirst: boolean): FairPart {
  return { max: Number.POSITIVE_INFINITY, times: isFirst ? 19 : 5, kept: 0 };
}

/** The reserve for those who hold none: a tenth. */
export function keptOf(total: number): number {
  return Number.isFinite(total) ? total - Math.floor(total * 0.9 + 1e-9) : 0;
}

export type Pool = ReturnType<typeof createPool>;

/** Things held until given back, such as streams. One holder never gets more than `most`. */
export function createPool(total: number, max: number) {
  const part = { max, times: 1, kept: keptOf(total) };
  const holders = new Map<string, number>();
  const networks = new Map<string, number>();
  let free = total;

  return {
    free: (): number => free,

    /** Takes one; null if there is none for this holder. Otherwise call the result once to give it back. */
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
