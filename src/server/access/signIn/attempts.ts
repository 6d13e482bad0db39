import { isIPv6 } from 'node:net';
import { LRUCache } from 'lru-cache';

const minute = 60_000;
/** Wrong secrets of one client in a minute, before it is told to wait. */
const mostWrong = 10;
/** Clients that are remembered; the ones seen last. */
const mostClients = 10_000;

/**
 * Counts wrong secrets by client. Nobody guesses 256 random bits: this limits the work and the lines of the log that one client causes.
 * A right one is therefore always taken, so that nobody can lock out the others behind the same address.
 */
export class Attempts {
  readonly #clock: () => number;
  readonly #wrong = new LRUCache<string, { began: number; count: number }>({ max: mostClients });

  constructor(clock: () => number) {
    this.#clock = clock;
  }

  /** Notes a wrong secret. Answers for how many seconds the client has to wait, or null where it may try again. */
  wrong(address: string): number | null {
    const now = this.#clock();
    const client = clientOf(address);
    const known = this.#wrong.get(client);
    const isRecent = known !== undefined && now >= known.began && now - known.began < minute;
    const entry = isRecent ? known : { began: now, count: 0 };
    entry.count++;
    this.#wrong.set(client, entry);
    return entry.count > mostWrong ? Math.ceil((entry.began + minute - now) / 1000) : null;
  }
}

/** One subscriber of version 6 has at least 64 bits to choose addresses from. */
function clientOf(address: string): string {
  return isIPv6(address) && !address.includes('.') ? `${fullGroups(address).slice(0, 4).join(':')}::/64` : address;
}

function fullGroups(address: string): string[] {
  const [before = [], after = []] = address.split('::').map((part) => part.split(':').filter((group) => group !== ''));
  return [...before, ...Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0'), ...after];
}
