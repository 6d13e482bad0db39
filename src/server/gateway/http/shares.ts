import { LRUCache } from 'lru-cache';
import type { Clock } from '#server/gateway/allowance/queue.ts';
import { refusalReply, type Reply } from './reply.ts';

export type ShareLimits = {
  /** Requests of one client: so many at once, and so many a second from then on. */
  readonly burst: number;
  readonly perSecond: number;
  /** Requests of one client in any 60 seconds for which the flight service may have to be called. */
  readonly calls: number;
  /** Open connections of one address. */
  readonly connections: number;
};

/**
 * Measured on a desktop: a first visit of a page asks for up to 27 files and 23 answers, and an open page then for one every three
 * seconds. So thirty tabs may be opened at once, and more than a hundred stay open. An answer from the store costs about 30 µs:
 * at this rate one client takes no more than a few thousandths of a processor.
 */
export const usualShares: Omit<ShareLimits, 'calls'> = { burst: 1_500, perSecond: 50, connections: 256 };

/** Clients that are remembered; whoever has not asked for the longest time is forgotten first, and then has a whole share again. */
const mostClients = 10_000;

/** Calls are counted in slots: in any 60 seconds lie parts of at most thirteen of these. */
const slotMs = 5_000;
const slots = 13;

type Bucket = { tokens: number; at: number };
type Counted = { readonly counts: number[]; slot: number };

export type Shares = ReturnType<typeof createShares>;

/**
 * What each client may have of this server, so that none slows the others down: a client is who has signed in, by the id of the
 * session, or otherwise an address (`networkOf`). The memory of it is bounded whoever comes.
 */
export function createShares({ burst, perSecond, calls, connections }: ShareLimits, clock: Clock) {
  const buckets = new LRUCache<string, Bucket>({ max: mostClients });
  const called = new LRUCache<string, Counted>({ max: mostClients });
  const open = new Map<string, number>();

  return {
    /** Counts a request. Returns null, or the whole seconds after which there is room for another. */
    takeRequest(client: string): number | null {
      const now = clock();
      let bucket = buckets.get(client);
      if (!bucket) buckets.set(client, (bucket = { tokens: burst, at: now }));
      bucket.tokens = Math.min(burst, bucket.tokens + (Math.max(0, now - bucket.at) / 1000) * perSecond);
      bucket.at = now;
      if (bucket.tokens < 1) return Math.max(1, Math.ceil((1 - bucket.tokens) / perSecond));
      bucket.tokens--;
      return null;
    },

    /** Counts a request for which the flight service may be called. Returns null, or the whole seconds until there is room for another. */
    takeCall(client: string): number | null {
      const slot = Math.floor(clock() / slotMs);
      let counted = called.get(client);
      if (!counted) called.set(client, (counted = { counts: Array.from({ length: slots }, () => 0), slot }));
      const { counts } = counted;
      // What is older than all slots makes no difference.
      for (let passed = Math.max(counted.slot + 1, slot - slots + 1); passed <= slot; passed++)
        counts[passed % slots] = 0;
      counted.slot = Math.max(counted.slot, slot);
      const sum = counts.reduce((all, count) => all + count, 0);
      if (sum >= calls) {
        const first = counts.findIndex((_, index) => (counts[(slot + 1 + index) % slots] ?? 0) > 0);
        return Math.max(1, Math.ceil(((slot + 1 + first) * slotMs - clock()) / 1000));
      }
      counts[slot % slots] = (counts[slot % slots] ?? 0) + 1;
      return null;
    },

    /** Counts a connection of an address until the returned function is called; null where the address has too many. */
    openConnection(address: string): (() => void) | null {
      const count = open.get(address) ?? 0;
      if (count >= connections) return null;
      open.set(address, count + 1);
      return () => {
        const left = (open.get(address) ?? 1) - 1;
        if (left > 0) open.set(address, left);
        else open.delete(address);
      };
    },
  };
}

/** The part of a plain address that one client has to itself: of IPv6 the first 64 bits (RFC 4291, section 2.5.1), since the rest is its own to choose. */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.split('::', 2);
  const groups = head === '' ? [] : head.split(':');
  if (tail !== undefined) {
    const after = tail === '' ? [] : tail.split(':');
    while (groups.length + after.length < 8) groups.push('0');
    groups.push(...after);
  }
  return `${groups.slice(0, 4).join(':')}::/64`;
}

/** The answer to who has asked too often. */
export function tooManyRequests(seconds: number): Reply {
  const message = `Too many requests at once. Try again in ${seconds} seconds.`;
  return refusalReply({ status: 429, problems: [{ message }], headers: { 'retry-after': String(seconds) } });
}

/** The answer to who has used up a share of the calls, in the form of one that waits for the allowance: screens go on by themselves. */
export function tooManyCalls(seconds: number): Reply {
  const message = `Your share of the calls to the flight service is used up. Try again in ${seconds} seconds.`;
  const headers = { age: '0', 'cache-status': 'flightline; detail=busy', 'retry-after': String(seconds) };
  return refusalReply({ status: 429, problems: [{ message }], headers });
}
