import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Work that begins at most once in so many milliseconds, however often it is asked for. Who asks gets the end of work that
 * begins from then on; all who wait share it.
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
