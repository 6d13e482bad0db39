import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { RequestFailure } from './failures.ts';
import { nextRefresh } from './policy.ts';

const minute = 60_000;
const now = Date.parse('2026-05-12T17:05:30Z');

beforeEach(() => void vi.useFakeTimers({ now }));
afterEach(() => void vi.useRealTimers());

const told = (errorUpdatedAt: number) => ({
  error: new RequestFailure('limited', { retryAfter: 5 * minute }),
  dataUpdatedAt: now - minute,
  errorUpdatedAt,
});

test('a refresh waits out what the service told us, counted from when it did', () => {
  expect(nextRefresh(minute, told(now))).toBe(5 * minute);
  expect(nextRefresh(minute, told(now - 3 * minute))).toBe(2 * minute);
  expect(nextRefresh(minute, told(now - 10 * minute))).toBeLessThanOrEqual(minute);
});

test('a clock that was set back makes that wait no longer', () => {
  expect(nextRefresh(minute, told(now + 180 * minute))).toBe(5 * minute);
});
