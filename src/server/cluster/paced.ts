import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Work that begins at most once per interval, however often it is requested. A request waits for the next work to begin
 * and end; all waiting requests share that work.
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
