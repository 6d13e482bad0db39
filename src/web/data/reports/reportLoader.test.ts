import { expect, test } from 'vitest';
import type { Computation } from '#domain/reports/rows/computation.ts';
import { runInSlices } from './reportLoader.ts';

function* counting(steps: number, onStep: (step: number) => void = () => undefined): Computation<number> {
  for (let step = 1; step <= steps; step++) {
    onStep(step);
    yield;
  }
  return steps;
}

/** A step of ten milliseconds, more than a slice. */
function busy() {
  const end = performance.now() + 10;
  while (performance.now() < end);
}

test('a computation runs to its end', async () => {
  expect(await runInSlices(counting(100_000), new AbortController().signal)).toBe(100_000);
});

test('other tasks run between slices', async () => {
  let others = 0;
  const timer = setInterval(() => others++, 0);
  await runInSlices(counting(10, busy), new AbortController().signal);
  clearInterval(timer);
  expect(others).toBeGreaterThan(1);
});

test('an aborted computation stops and rejects with the reason', async () => {
  const abort = new AbortController();
  let last = 0;
  const running = runInSlices(
    counting(1000, (step) => {
      last = step;
      if (step === 3) abort.abort(new Error('another view'));
    }),
    abort.signal,
  );
  await expect(running).rejects.toThrow('another view');
  expect(last).toBe(3);
});

test('an error in a computation rejects the promise', async () => {
  const failing = counting(3, (step) => {
    if (step === 2) throw new RangeError('no such column');
  });
  await expect(runInSlices(failing, new AbortController().signal)).rejects.toThrow('no such column');
});
