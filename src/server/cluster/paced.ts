import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Work that begins at most once per interval, however often it is requested. A request gets the end of work that begins
 * after it; all waiting requests share it.
 */
export function paced(work: () => Promise<void>, milliseconds: number, clock: () => number): () => Promise<void> {
  let next: Promise<void> | null = null;
  let begunAt = Number.NEGATIVE_INFINITY;
  const inTurn = async () => {
    await sleep(Math.max(0, begunAt + milliseconds - clock()), undefined, { ref: false });
    begunAt = clock();
    next = null;
    await work();
  };
  return () => (next ??= inTurn());
}
