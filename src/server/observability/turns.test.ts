import { describe, expect, test } from 'vitest';
import { sharedSchool } from '#e2e/fixtures/samples/sampleShared.ts';
import { readinessIndex, readinessSteps } from '#domain/readiness/readinessIndex.ts';
import { attentionOf, attentionSteps, limitsAhead } from '#domain/overview/findAttention.ts';
import { atOnce, flatMapped, type Steps } from '#domain/steps.ts';
import { Turns } from './turns.ts';

/** Work whose steps take these milliseconds on the clock `time`. */
function* stepsOf(costs: readonly number[], time: { now: number }): Steps<number> {
  for (const cost of costs) {
    time.now += cost;
    yield;
  }
  return costs.length;
}

/** Eight steps of 30 ms each. */
function* busy(): Steps<null> {
  for (let step = 0; step < 8; step++) {
    const end = performance.now() + 30;
    while (performance.now() < end);
    yield;
  }
  return null;
}

function* failing(): Steps<never> {
  yield;
  throw new Error('broken');
}

function stand() {
  const time = { now: 0 };
  const pauses: number[] = [];
  const warnings: unknown[] = [];
  const pause = () => Promise.resolve(pauses.push(time.now));
  const log = { warn: (about: unknown) => void warnings.push(about) };
  const turns = new Turns({ log, pause, spent: () => time.now, clock: () => time.now });
  return { time, pauses, warnings, turns };
}

describe('work in turns', () => {
  test('gives way after each 20 ms, and not after each step', async () => {
    const { time, pauses, turns } = stand();
    expect(await turns.run('look', stepsOf([8, 8, 8, 8, 8, 8], time))).toBe(6);
    expect(pauses).toEqual([24, 48]);
    expect(turns.figures.get('look')).toEqual({ lastMs: 48, longestMs: 24, overBudget: 0 });
  });

  test('lets others run in between', async () => {
    let ticks = 0;
    const timer = setInterval(() => ticks++, 1);
    await new Turns({ spent: () => performance.now() }).run('look', busy());
    clearInterval(timer);
    expect(ticks).toBeGreaterThan(3);
  });

  test('warns of a step that takes too long, with what took how long, at most once an hour', async () => {
    const { time, warnings, turns } = stand();
    await turns.run('look', stepsOf([10, 700, 10], time), 'alerts');
    await turns.run('view', stepsOf([900], time), '/replica/brief');
    expect(warnings).toEqual([{ work: 'alerts', longestTurnMs: 710, wholeMs: 720 }]);
    time.now += 3_600_000;
    await turns.run('view', stepsOf([800], time), '/replica/brief');
    expect(warnings.at(-1)).toEqual({ work: '/replica/brief', longestTurnMs: 800, wholeMs: 800 });
    expect(warnings).toHaveLength(2);
    expect(turns.figures.get('view')).toEqual({ lastMs: 800, longestMs: 900, overBudget: 2 });
  });

  test('fails as the work does', async () => {
    await expect(new Turns().run('look', failing())).rejects.toThrow('broken');
  });

  test('finds the same as at once, in more than one step', async () => {
    const numbers = Array.from({ length: 1_234 }, (_, place) => place);
    const each = (value: number) => (value % 3 === 0 ? [] : [value, -value]);
    expect(await new Turns().run('look', flatMapped(numbers, each))).toEqual(numbers.flatMap(each));
    const school = sharedSchool('not out yet', 600);
    const pauses: number[] = [];
    const turns = new Turns({ pause: () => Promise.resolve(pauses.push(1)), spent: ever() });
    const index = await turns.run('look', readinessSteps(school));
    expect(index).toEqual(readinessIndex(school));
    const limits = limitsAhead(school, school.schedule);
    const assessed = { index, limits, reservations: school.schedule.reservations, connection: null };
    expect(await turns.run('look', attentionSteps(assessed))).toEqual(attentionOf(assessed));
    expect(pauses.length).toBeGreaterThan(10);
    expect(atOnce(flatMapped([], each))).toEqual([]);
  });
});

/** A clock that passes a turn at each reading. */
function ever(): () => number {
  let now = 0;
  return () => (now += 100);
}
