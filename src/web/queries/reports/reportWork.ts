import type { Work } from '#domain/reports/rows/work.ts';

/** Milliseconds of script at a time: a frame has 16. */
const slice = 8;

/**
 * Does work in slices, so that the page stays responsive, and gives it up when the signal aborts. Rejects with the signal's
 * reason then.
 */
export async function inSlices<Result>(work: Work<Result>, signal: AbortSignal): Promise<Result> {
  let start = performance.now();
  for (;;) {
    signal.throwIfAborted();
    const step = work.next();
    if (step.done === true) return step.value;
    if (performance.now() - start < slice) continue;
    await breath();
    start = performance.now();
  }
}

/** Lets input and paint go first. A message comes sooner than a timer, which browsers hold back. */
function breath(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener(
      'message',
      () => {
        port1.close();
        resolve();
      },
      { once: true },
    );
    port1.start();
    port2.postMessage(null);
  });
}
