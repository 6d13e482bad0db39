import { LRUCache } from 'lru-cache';
import type { Clock } from '#server/upstream/queue.ts';
import { createPool, fairPartOf, keptOf, networkPart } from './fairPart.ts';
import type { WorkShare } from './incoming.ts';
import { refusalReply, refuse, type Reply } from './reply.ts';

export type ShareLimits = {
  /** Requests of one person or link: in a burst, and then per second. A network has ten times as many. */
  readonly burst: number;
  readonly perSecond: number;
  /** Open connections of one network. */
  readonly connections: number;
  /** Milliseconds of the event loop that one person's requests may use: in a burst, and then per second. */
  readonly workBurstMs: number;
  readonly workMsPerSecond: number;
};

/**
 * Measured on a desktop: the first visit of a page requests up to 27 files and 23 answers, and an open page then one every
 * three seconds. So thirty tabs can open at once, and more than a hundred can stay open. An answer from the store costs
 * about 30 µs. At this rate one person uses a few thousandths of a processor, and a network a few hundredths.
 */
export const defaultShares: ShareLimits = {
  burst: 1_500,
  perSecond: 50,
  connections: 256,
  // What is answered from memory is not counted. Nobody keeps more than a quarter of the event loop.
  workBurstMs: 5_000,
  workMsPerSecond: 250,
};

/** Twenty people behind one address can open their first page in the same second and use half of this. */
const requestsOfNetwork = 10;

/** These are from the 2,048 connections allowed (`limits.ts`). The rest is for the proxy and this machine. */
const directConnections = 1_536;

/** Remembered clients. The longest idle one is forgotten first and then has a whole share again. */
const maxClients = 10_000;

/** Calls are counted in slots; any 60 seconds touch at most thirteen. */
const slotMs = 5_000;
const slots = 13;

/**
 * The sender. `person`: the person or link, the same for all sessions; without a sign-in the network. `network`: see
 * `networkOf`.
 */
export type Client = { readonly person: string; readonly network: string };

/** The calls that the flight service allows in 60 seconds, and how many of them could start now. */
export type FreeCalls = { readonly allowance: number; readonly free: () => number };

type Bucket = { tokens: number; at: number };
type Counted = { readonly counts: number[]; slot: number };

export type Shares = ReturnType<typeof createShares>;

/**
 * What each person or link, and each network, may use of this server, so that none slows the others down. Its memory is
 * bounded.
 */
export function createShares(limits: ShareLimits, clock: Clock, { allowance, free }: FreeCalls) {
  const { burst, perSecond, connections, workBurstMs, workMsPerSecond } = limits;
  const requests = {
    person: bucketsOf(burst, perSecond),
    network: bucketsOf(burst * requestsOfNetwork, perSecond * requestsOfNetwork),
  };
  const work = bucketsOf(workBurstMs, workMsPerSecond);
  const calls = {
    person: new LRUCache<string, Counted>({ max: maxClients }),
    network: new LRUCache<string, Counted>({ max: maxClients }),
  };
  const renewals = new LRUCache<string, Counted>({ max: maxClients });
  const ownPart = { max: Number.POSITIVE_INFINITY, times: 1, kept: keptOf(allowance) };
  const open = createPool(directConnections, connections);

  return {
    /** Counts a request. Returns null, or the whole seconds until there is room. */
    takeRequest({ person, network }: Client): number | null {
      const now = clock();
      const ownBucket = requests.person.of(person, now);
      const all = requests.network.of(network, now);
      if (ownBucket.tokens < 1 || all.tokens < 1)
        return Math.max(requests.person.wait(ownBucket), requests.network.wait(all));
      ownBucket.tokens--;
      all.tokens--;
      return null;
    },

    /** A person's share of the event loop. Work is counted after it was done, so the last one may exceed the share. */
    workOf: ({ person }: Client): WorkShare => ({
      wait: () => {
        const seconds = work.wait(work.of(person, clock()));
        return seconds === 0 ? null : seconds;
      },
      charge: (milliseconds) => {
        work.of(person, clock()).tokens -= milliseconds;
      },
    }),

    /** Counts a request that may need a call to the flight service. Returns null, or the whole seconds until there is room. */
    takeCall({ person, network }: Client): number | null {
      const now = clock();
      const personCalls = countedIn(calls.person, person, now);
      const all = countedIn(calls.network, network, now);
      const left = free();
      const isFirst = sumOf(personCalls) === 0;
      const wait = Math.max(
        waitOf(personCalls, fairPartOf(left, ownPart), now),
        waitOf(all, fairPartOf(left, networkPart(isFirst)), now),
      );
      if (wait > 0) return wait;
      for (const counted of [personCalls, all]) countOne(counted);
      return null;
    },

    /**
     * Counts a program's request for a newer answer than the stored one; false if its share is used up. All programs together
     * have a quarter of the allowance for it, and each may take one more while it has less than what is left. `null` is
     * everybody, if there is no sign-in.
     */
    takeRenewal(person: string | null): boolean {
      const now = clock();
      const personRenewals = countedIn(renewals, person ?? '', now);
      const all = countedIn(renewals, allRenewals, now);
      const left = Math.max(1, allowance * renewalShare) - sumOf(all);
      if (left < 1 || sumOf(personRenewals) >= fairPartOf(left, { ...ownPart, kept: 0 })) return false;
      countOne(personRenewals);
      countOne(all);
      return true;
    },

    /** Counts a connection of a network until the returned function is called; null if it has too many. */
    openConnection: (network: string): (() => void) | null => open.take(network, network),
  };
}

/** Buckets that fill with time, one for each name. */
function bucketsOf(burst: number, perSecond: number) {
  const buckets = new LRUCache<string, Bucket>({ max: maxClients });
  return {
    of(name: string, now: number): Bucket {
      let bucket = buckets.get(name);
      if (!bucket) buckets.set(name, (bucket = { tokens: burst, at: now }));
      bucket.tokens = Math.min(burst, bucket.tokens + (Math.max(0, now - bucket.at) / 1000) * perSecond);
      bucket.at = now;
      return bucket;
    },
    /** Whole seconds until the bucket has a token; 0 if it has one. */
    wait: ({ tokens }: Bucket): number => (tokens < 1 ? Math.max(1, Math.ceil((1 - tokens) / perSecond)) : 0),
  };
}

/** The part of the allowance for programs that demand newer answers than the stored ones. */
const renewalShare = 1 / 4;
/** The count of all programs together; no grant has this name. */
const allRenewals = 'all renewals';

function sumOf({ counts }: Counted): number {
  return counts.reduce((sum, count) => sum + count, 0);
}

function countOne({ counts, slot }: Counted): void {
  counts[slot % slots] = (counts[slot % slots] ?? 0) + 1;
}

/** A sender's requests in the slots up to now. */
function countedIn(known: LRUCache<string, Counted>, name: string, now: number): Counted {
  const slot = Math.floor(now / slotMs);
  let counted = known.get(name);
  if (!counted) known.set(name, (counted = { counts: Array.from({ length: slots }, () => 0), slot }));
  // Anything older than all slots does not count.
  for (let passed = Math.max(counted.slot + 1, slot - slots + 1); passed <= slot; passed++)
    counted.counts[passed % slots] = 0;
  counted.slot = Math.max(counted.slot, slot);
  return counted;
}

/** The whole seconds until enough counts expire to leave room; 0 if there is room. */
function waitOf({ counts, slot }: Counted, max: number, now: number): number {
  let sum = sumOf({ counts, slot });
  for (let oldest = slot - slots + 1; oldest <= slot; oldest++) {
    if (sum < max) return oldest === slot - slots + 1 ? 0 : secondsUntil(oldest - 1, now);
    sum -= counts[((oldest % slots) + slots) % slots] ?? 0;
  }
  return secondsUntil(slot, now);
}

/** When a slot's counts expire. */
function secondsUntil(slot: number, now: number): number {
  return Math.max(1, Math.ceil(((slot + slots) * slotMs - now) / 1000));
}

/**
 * The part of a plain address that identifies a client: for IPv6 the first 64 bits (RFC 4291, section 2.5.1), because a
 * client chooses the rest.
 */
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

/** The answer to a client whose requests have used its share of this server's work. */
export function tooMuchWork(seconds: number): Reply {
  const message = `Your requests have used your share of this server for now. Try again in ${seconds} seconds.`;
  return refusalReply(refuse(429, message), { 'retry-after': String(seconds) });
}

/** The answer to a client with too many requests. */
export function tooManyRequests(seconds: number): Reply {
  const message = `Too many requests at once. Try again in ${seconds} seconds.`;
  return refusalReply(refuse(429, message), { 'retry-after': String(seconds) });
}

/**
 * The answer to a client that used up its share of calls. It has the form of a wait for the allowance, so screens continue
 * by themselves.
 */
export function tooManyCalls(seconds: number): Reply {
  const message = `Your share of the calls to the flight service is used up. Try again in ${seconds} seconds.`;
  const headers = { age: '0', 'cache-status': 'flightline; detail=busy', 'retry-after': String(seconds) };
  return refusalReply(refuse(429, message), headers);
}
