/**
 * Work that never runs twice at a time, however often it is requested: requests during a run cause one more run after it.
 * `work` must not reject.
 */
export function oneAtATime(work: () => Promise<void>): () => void {
  let [isRunning, isWanted] = [false, false];
  const run = async () => {
    isRunning = true;
    while (isWanted) {
      isWanted = false;
      await work();
    }
    isRunning = false;
  };
  return () => {
    isWanted = true;
    if (!isRunning) void run();
  };
}
