import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { paced } from './paced.ts';

it('begins once for all who ask before it begins, and again for who asks later', async () => {
  const begun: number[] = [];
  let now = 0;
  const ask = paced(
    async () => {
      begun.push(now);
      await sleep(20);
    },
    40,
    () => now,
  );
  await Promise.all([ask(), ask(), ask()]);
  expect(begun).toEqual([0]);
  now = 10;
  const later = ask();
  expect(ask()).toBe(later);
  await sleep(10);
  expect(begun).toEqual([0]);
  await later;
  expect(begun).toEqual([0, 10]);
  now = 100;
  const running = ask();
  await sleep(10);
  // The running one began before this request, so it may have missed the latest changes.
  expect(ask()).not.toBe(running);
  await Promise.all([running, ask()]);
  expect(begun.length).toBeGreaterThanOrEqual(4);
});
