import { describe, expect, it } from 'vitest';
import { operationIds } from '#contract/operations.ts';
import { cachePolicyOf } from '#contract/sets.ts';
import { planFor } from './cache.ts';

const policy = { fresh: 10, atOnce: 60, kept: 600 };

describe('how a request is answered', () => {
  it.each([
    // age, failed, backing off, paused
    [null, false, false, false, 'fetch'],
    [null, true, false, false, 'fetch'],
    [null, true, true, false, 'refuse'],
    [null, false, false, true, 'fetch'],
    [0, false, false, false, 'fresh'],
    [9.7, true, true, true, 'fresh'],
    [9.9, false, false, false, 'refresh'],
    [60, false, false, false, 'refresh'],
    [61, false, false, false, 'try'],
    [61, true, false, false, 'refresh'],
    [20, true, true, false, 'keep'],
    [20, false, false, true, 'keep'],
    [600, false, false, false, 'try'],
    [601, false, false, false, 'fetch'],
    [601, true, true, false, 'refuse'],
  ] as const)('age %s, failed %s, backing off %s, paused %s: %s', (age, hasFailed, isBackingOff, isPaused, plan) => {
    expect(planFor({ age, hasFailed, isBackingOff, isPaused }, policy)).toBe(plan);
  });
});

it('every operation is fresh for less time than it is served at once, which is less than it is kept', () => {
  for (const id of operationIds) {
    const { fresh, atOnce, kept } = cachePolicyOf(id);
    expect([id, 0 < fresh && fresh < atOnce && atOnce < kept]).toEqual([id, true]);
    expect(fresh).toBeLessThanOrEqual(5 * 60);
    expect(kept).toBeGreaterThanOrEqual(15 * 60);
  }
});
