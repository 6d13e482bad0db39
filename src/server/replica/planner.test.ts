import { describe, expect, it } from 'vitest';
import {
  demandOf,
  expectedAge,
  isOutage,
  nextRefresh,
  type PlannedPart,
  retryAfterFailures,
  type Situation,
  stretchOf,
} from './planner.ts';

const second = 1_000;
const minute = 60 * second;
const now = 1_000 * minute;
const idle = { failures: 0, lastAttemptAt: Number.NEGATIVE_INFINITY };

/** A part with a target of five minutes that was read at this age. */
function part(key: string, ageMs: number | null, changes: Partial<PlannedPart> = {}): PlannedPart {
  const asOf = ageMs === null ? null : now - ageMs;
  const rest = { since: now, weight: 1, retryAt: null, isRequested: false, isRunning: false };
  return { key, targetMs: 5 * minute, cost: 1, asOf, ...rest, ...changes };
}

function next(parts: readonly PlannedPart[], changes: Partial<Situation> = {}) {
  const openings = Array.from({ length: 40 }, () => now);
  return nextRefresh({ parts, now, budget: 40, openings, isConnected: true, idleStretch: 4, outage: idle, ...changes });
}

const hot = { targetMs: 30 * second, weight: 6 };
/** This many calls may start now, and the next ones at the end of the window. */
const room = (count: number) => Array.from({ length: 40 }, (_, index) => (index < count ? now : now + minute));

describe('the next part to refresh', () => {
  it('is one that a person requests, whatever its age, even if it has failed', () => {
    const requested = part('requested', 0, { isRequested: true, retryAt: now + minute });
    expect(next([part('late', 20 * minute), requested, part('unread', null)])).toEqual({ key: 'requested' });
  });

  it('is not one that is running or has just failed', () => {
    const parts = [part('a', 20 * minute, { isRunning: true }), part('b', 20 * minute, { retryAt: now + 7 * second })];
    expect(next(parts)).toEqual({ key: null, wakeAt: now + 7 * second });
    expect(next([...parts, part('c', 6 * minute)])).toEqual({ key: 'c' });
  });

  it('among those never read is the hot one, then the one with the largest weight', () => {
    const parts = [part('low', null), part('high', null, { weight: 8 }), part('hot', null, { ...hot, weight: 2 })];
    expect(next(parts)).toEqual({ key: 'hot' });
    expect(next(parts.slice(0, 2))).toEqual({ key: 'high' });
  });

  it('is eventually any part, however light, because its urgency grows without limit', () => {
    const heavy = part('heavy', 15 * minute, { weight: 8 });
    expect(next([part('light', 30 * minute), heavy])).toEqual({ key: 'heavy' });
    expect(next([part('light', 120 * minute), heavy])).toEqual({ key: 'light' });
    expect(next([part('unread', null, { since: now - 120 * minute }), heavy])).toEqual({ key: 'unread' });
  });

  it('is none while all are young, until the first one may be refreshed early', () => {
    expect(next([part('a', minute), part('b', 90 * second)])).toEqual({ key: null, wakeAt: now + 30 * second });
    expect(next([])).toEqual({ key: null, wakeAt: null });
  });

  it('comes early only at the pace of the demand, due at the pace of the budget, and at once if hot or far behind', () => {
    const outage = { failures: 0, lastAttemptAt: now - 1 };
    // The demand of 20 parts is 4 calls a minute, and 5 at the pace.
    const many = Array.from({ length: 20 }, (_, index) => part(`${index}`, 4 * minute));
    expect(next(many, { outage })).toEqual({ key: null, wakeAt: now - 1 + 12 * second });
    const due = part('due', 5.1 * minute);
    expect(next([due], { outage })).toEqual({ key: null, wakeAt: now - 1 + 1.5 * second });
    expect(next([due, part('hot', 31 * second, hot)], { outage })).toEqual({ key: 'hot' });
    expect(next([due, part('behind', 8 * minute)], { outage })).toEqual({ key: 'behind' });
  });

  it('leaves the hot parts the calls that they need within the next minute', () => {
    const parts = [part('hot', 10 * second, hot), part('unread', null)];
    // Due in 20 and in 50 seconds: two of the calls that may start now are theirs.
    expect(next(parts, { openings: room(3) })).toEqual({ key: 'unread' });
    expect(next(parts, { openings: room(2) })).toEqual({ key: null, wakeAt: now + 2 * second });
    expect(next([part('hot', 30 * second, hot), part('unread', null)], { openings: room(1) })).toEqual({ key: 'hot' });
  });

  it('waits for four times the target while nobody is connected', () => {
    const parts = [part('a', 7 * minute)];
    expect(next(parts)).toEqual({ key: 'a' });
    expect(next(parts, { isConnected: false })).toEqual({ key: null, wakeAt: now + minute });
  });
});

describe('an outage', () => {
  const parts = [part('a', 20 * minute), part('b', 10 * minute)];
  const after = (failures: number) => {
    const { wakeAt = null } = next(parts, { outage: { failures, lastAttemptAt: now } });
    return wakeAt === null ? null : (wakeAt - now) / second;
  };

  it('begins with three failures in a row, and is then probed after 1, 2, 4, ... 30 seconds', () => {
    expect([2, 3].map((failures) => isOutage({ failures, lastAttemptAt: now }))).toEqual([false, true]);
    expect([2, 3, 4, 5, 6, 7, 8, 9, 60].map(after)).toEqual([null, 1, 2, 4, 8, 16, 30, 30, 30]);
  });

  it('is probed by a different part each time, so that one bad part cannot prolong it', () => {
    const outage = { failures: 9, lastAttemptAt: now - minute };
    const probed = (given: readonly PlannedPart[]) => next(given, { outage });
    expect(probed([part('c', 9 * minute, { isRunning: true }), ...parts])).toEqual({ key: null, wakeAt: null });
    const failed = part('failed', 60 * minute, { retryAt: now - 1 });
    expect(probed([failed, ...parts])).toEqual({ key: 'a' });
    expect(probed([failed, part('later', 90 * minute, { retryAt: now + minute })])).toEqual({ key: 'failed' });
  });

  it('is probed within a second if a person asks', () => {
    const requested = [...parts, part('requested', 0, { isRequested: true })];
    const at = (lastAttemptAt: number) => next(requested, { outage: { failures: 20, lastAttemptAt } });
    expect(at(now - second)).toEqual({ key: 'requested' });
    expect(at(now - 1)).toEqual({ key: null, wakeAt: now + 999 });
  });
});

it('a part that fails alone waits 5 s, 10 s, ... 5 min; one that is refreshed often waits at most 30 s', () => {
  const waits = [1, 2, 3, 6, 7, 50].map((failures) => retryAfterFailures(failures) / second);
  expect(waits).toEqual([5, 10, 20, 160, 300, 300]);
  expect(retryAfterFailures(9, 30 * second)).toBe(30 * second);
  expect(retryAfterFailures(9, minute)).toBe(minute);
});

it('targets are stretched in proportion if the budget does not suffice', () => {
  const parts = Array.from({ length: 380 }, (_, index) => part(`${index}`, 0));
  expect(demandOf(parts)).toBeCloseTo(76);
  expect(stretchOf(parts, 40)).toBeCloseTo(2);
  expect(stretchOf(parts, 40, 4)).toBe(4);
  expect(stretchOf(parts, 400)).toBe(1);
  expect(expectedAge({ targetMs: 30 * second }, 2)).toBe(minute);
});
