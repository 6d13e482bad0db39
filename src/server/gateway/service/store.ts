import { LRUCache } from 'lru-cache';
import type { Body } from '#server/gateway/http/body.ts';

/** A good answer of the flight service. Times in milliseconds of the clock for ages. */
export type Copy = {
  readonly body: Body;
  /** When the call went out: the data is at least as new as this. */
  readonly askedAt: number;
  readonly answeredAt: number;
};

/** Where good answers are kept by their address: a shared store would take this place. */
export type Store = {
  readonly get: (address: string) => Copy | undefined;
  readonly put: (address: string, copy: Copy) => void;
  readonly drop: (address: string) => void;
};

/** For what an entry takes besides its body. */
const entryBytes = 1024;

/** Keeps copies in memory, at most so many bytes of them; what was not asked for longest goes first. */
export function memoryStore(bytes: number): Store {
  const copies = new LRUCache<string, Copy>({
    maxSize: bytes,
    // A body comes to stand here up to three times, but packed it is a fraction of itself.
    sizeCalculation: ({ body }, address) => 2 * body.plain.length + address.length + entryBytes,
  });
  return {
    get: (address) => copies.get(address),
    put: (address, copy) => void copies.set(address, copy),
    drop: (address) => void copies.delete(address),
  };
}
