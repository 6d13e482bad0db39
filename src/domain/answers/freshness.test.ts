import { expect, test } from 'vitest';
import { freshness } from './pageChecks.ts';

const minute = 60_000;
const now = Date.parse('2026-05-12T17:05:00Z');

test.each([
  [0, 'fresh'],
  [3 * minute, 'fresh'],
  [3 * minute + 1, 'late'],
  [6 * minute, 'late'],
  [6 * minute + 1, 'stale'],
  [-minute, 'fresh'],
  [-minute - 1, 'stale'],
] as const)('data refreshed every minute and %s ms old is %s', (age, state) => {
  expect(freshness(now - age, minute, now)).toBe(state);
});
