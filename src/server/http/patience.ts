import { LRUCache } from 'lru-cache';
import { millisecondsInHour, millisecondsInSecond } from '#domain/units.ts';
import type { Clock } from '#server/upstream/queue.ts';
import type { OnDisconnect } from '#server/upstream/refresh.ts';

/** A shorter wait says nothing: the program was stopped, or its machine slept. */
const shortestMs = millisecondsInSecond;
/** Two waits that end within this share of each other end by the same time limit. */
const alike = 0.1;
/** What was learned is forgotten after this time. */
const keptMs = millisecondsInHour;
const maxCallers = 1_000;

type Known = { readonly lastMs: number; readonly limitMs: number; readonly at: number };

/**
 * Learns how long each program waits for an answer. A program that has hung up twice after the same time has a time limit of its
 * own, and a call that would start later than that is in vain.
 */
export function createPatience(clock: Clock) {
  const known = new LRUCache<string, Known>({ max: maxCallers });

  function noteLeft(caller: string, waited: number): void {
    if (waited < shortestMs) return;
    const { lastMs = 0 } = known.get(caller) ?? {};
    const isAlike = Math.abs(waited - lastMs) <= alike * Math.max(waited, lastMs);
    const limitMs = isAlike ? Math.max(waited, lastMs) : Number.POSITIVE_INFINITY;
    known.set(caller, { lastMs: waited, limitMs, at: clock() });
  }

  return {
    /** How long this caller waits, in milliseconds; infinite as long as nothing is known. */
    of(caller: string): number {
      const found = known.get(caller);
      return found && clock() - found.at < keptMs ? found.limitMs : Number.POSITIVE_INFINITY;
    },

    /** Follows one wait of a caller. Call the result once the answer is there. */
    begin(caller: string, onDisconnect: OnDisconnect): () => void {
      const began = clock();
      let isOver = false;
      onDisconnect(() => {
        if (!isOver) noteLeft(caller, clock() - began);
        isOver = true;
      });
      return () => {
        // It waits longer than it seemed to.
        if (!isOver && clock() - began > (known.get(caller)?.limitMs ?? Number.POSITIVE_INFINITY)) known.delete(caller);
        isOver = true;
      };
    },
  };
}
