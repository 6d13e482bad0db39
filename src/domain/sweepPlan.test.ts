import { describe, expect, test } from 'vitest';
import {
  answered,
  dropped,
  emptyPlan,
  failed,
  interrupted,
  listed,
  paused,
  progressOf,
  refreshed,
  renewOldest,
  resumed,
  retried,
  type SweepPlan,
  type SweepSubject,
  takeTurns,
} from './sweepPlan.ts';

const minute = 60_000;
const interval = 15 * minute;
const start = Date.UTC(2026, 10, 20, 18, 5);

const never = (id: string): SweepSubject => ({ id, risk: 0, asOf: null });
const old = (id: string, risk = 0, minutes = 60): SweepSubject => ({ id, risk, asOf: start - minutes * minute });
const planOf = (...subjects: SweepSubject[]) => listed(emptyPlan(interval, start), subjects, start);
const answer = (plan: SweepPlan, id: string, now = start) => answered(plan, { id, risk: 0, asOf: now }, now);

/** Who is asked when one after the other answers at once. */
function orderOf(plan: SweepPlan): string[] {
  const step = takeTurns(plan, start, 1);
  return step.asked.flatMap((id) => [id, ...orderOf(answer(step.plan, id))]);
}

describe('the order', () => {
  test('is those at risk last time, then those never asked, then the oldest', () => {
    const plan = planOf(old('good', 0, 30), never('new'), old('older', 0, 90), old('warning', 2), old('expired', 3));
    expect(orderOf(plan)).toEqual(['expired', 'warning', 'new', 'older', 'good']);
  });

  test('is that of the list among equals', () => {
    expect(orderOf(planOf(never('a'), never('b'), never('c')))).toEqual(['a', 'b', 'c']);
  });

  test('leaves alone whose answer is younger than the interval', () => {
    expect(orderOf(planOf(old('young', 3, 14), old('old', 0, 16)))).toEqual(['old']);
  });
});

describe('one step', () => {
  test('asks as many as are free, and no one twice', () => {
    const first = takeTurns(planOf(never('a'), never('b'), never('c')), start, 2);
    expect(first.asked).toEqual(['a', 'b']);
    expect(takeTurns(first.plan, start, 0).asked).toEqual([]);
    expect(takeTurns(answer(first.plan, 'a'), start, 1).asked).toEqual(['c']);
  });

  test('passes over who has failed until somebody retries it, and then asks it first', () => {
    const { plan } = takeTurns(planOf(never('a'), never('b'), never('c')), start, 1);
    const without = failed(plan, 'a');
    expect(orderOf(without)).toEqual(['b', 'c']);
    expect(orderOf(retried(without, 'a'))).toEqual(['a', 'b', 'c']);
  });

  test('asks nobody before the end of the service’s pause, and then again who got no answer', () => {
    const { plan } = takeTurns(planOf(never('a'), never('b')), start, 1);
    const held = interrupted(dropped(plan, 'a'), start + 5_000);
    expect(takeTurns(held, start + 4_999, 2)).toMatchObject({ asked: [], wakeAt: start + 5_000 });
    const after = takeTurns(held, start + 5_000, 2);
    expect(after.asked).toEqual(['a', 'b']);
    expect(after.plan.pausedUntil).toBeNull();
  });

  test('never shortens a pause', () => {
    const held = interrupted(interrupted(planOf(never('a')), start + 9_000), start + 5_000);
    expect(held.pausedUntil).toBe(start + 9_000);
  });

  test('asks nobody while the user pauses, and goes on where it was', () => {
    const { plan } = takeTurns(planOf(never('a'), never('b')), start, 1);
    const held = paused(answer(plan, 'a'));
    expect(takeTurns(held, start + minute, 2).asked).toEqual([]);
    expect(takeTurns(resumed(held), start + minute, 2).asked).toEqual(['b']);
  });

  test('spares a call where another screen has had the answer', () => {
    expect(orderOf(answer(planOf(never('a'), never('b')), 'a'))).toEqual(['b']);
  });

  test('asks all again when somebody wants that, however young the answers are', () => {
    expect(orderOf(refreshed(planOf(old('a', 0, 1), old('b', 0, 2))))).toEqual(['b', 'a']);
  });

  test('forgets who is not listed any more, and keeps where the others stand', () => {
    const { plan } = takeTurns(planOf(never('a'), never('b')), start, 1);
    const changed = listed(answer(plan, 'a'), [{ id: 'a', risk: 0, asOf: start }, never('c')], start);
    expect(orderOf(changed)).toEqual(['c']);
  });
});

describe('the progress', () => {
  test('counts answers, and those still in line; the rest is under way or has failed', () => {
    const ids = ['a', 'b', 'c', 'd'];
    const { plan } = takeTurns(planOf(...ids.map(never)), start, 3);
    expect(progressOf(failed(answer(plan, 'a'), 'b'), ids)).toEqual({ done: 1, total: 4, waiting: 1 });
  });

  test('does not go back while answers are renewed', () => {
    const { plan, asked } = renewOldest(planOf(old('a', 0, 1)), start + 13 * minute);
    expect(asked).toEqual(['a']);
    expect(progressOf(plan, ['a'])).toEqual({ done: 1, total: 1, waiting: 0 });
  });
});

/** Answers at once whatever is asked, from now until then; when each was asked. */
function run(plan: SweepPlan, from: number, until: number): { id: string; at: number }[] {
  const first = takeTurns(plan, from, 2);
  const step = first.asked.length > 0 ? first : renewOldest(first.plan, from);
  const next = step.asked.reduce((after, id) => answer(after, id, from), step.plan);
  const wakeAt = step.asked.length > 0 ? from : (step.wakeAt ?? until);
  const asked = step.asked.map((id) => ({ id, at: from }));
  return wakeAt >= until ? asked : [...asked, ...run(next, wakeAt, until)];
}

describe('the renewal', () => {
  test('asks one at a time, evenly, so that no answer grows older than the interval', () => {
    const ids = Array.from({ length: 24 }, (_, index) => `N${index}`);
    const all = run(planOf(...ids.map(never)), start, start + 4 * interval);
    const later = all.slice(24);
    expect(all.slice(0, 24).every(({ at }) => at === start)).toBe(true);
    expect(later.every(({ at }, index) => index === 0 || at - later[index - 1]!.at === 30_000)).toBe(true);
    for (const id of ids) {
      const times = all.filter((one) => one.id === id).map(({ at }) => at);
      expect(times.every((at, index) => index === 0 || at - times[index - 1]! <= interval)).toBe(true);
    }
  });

  test('is no help after a long sleep: then all that is too old goes in line', () => {
    const plan = planOf(old('a', 0, 1), old('b', 3, 1));
    expect(takeTurns(plan, start + 8 * 60 * minute, 2).asked).toEqual(['b', 'a']);
  });

  test('does not ask in a circle where the answers are older than the questions', () => {
    const { plan } = takeTurns(planOf(never('a')), start, 1);
    const kept = answered(plan, { id: 'a', risk: 0, asOf: start - 60 * minute }, start);
    expect(takeTurns(kept, start, 1).asked).toEqual([]);
    expect(renewOldest(kept, start)).toMatchObject({ asked: [], wakeAt: start + 12 * minute });
  });

  test('waits while anybody is in line, and while the sweep is held up', () => {
    const late = start + 14 * minute;
    expect(renewOldest(planOf(old('a', 0, 0), never('b')), late).asked).toEqual([]);
    expect(renewOldest(paused(planOf(old('a', 0, 0))), late).asked).toEqual([]);
  });

  test('tries those that failed when their turn comes', () => {
    const { plan } = takeTurns(planOf(never('a')), start, 1);
    expect(renewOldest(failed(plan, 'a'), start + 12 * minute).asked).toEqual(['a']);
  });
});
