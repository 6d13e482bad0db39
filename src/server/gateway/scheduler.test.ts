import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { callClasses } from '#contract/callClass.ts';
import { createScheduler, type SchedulerLimits, usualScheduling } from './scheduler.ts';
import { type Fate, simulate, type Wish } from './schedulerSimulation.ts';

const wish: fc.Arbitrary<Wish> = fc.record({
  callClass: fc.constantFrom(...callClasses),
  after: fc.oneof(fc.constant(0), fc.nat(200), fc.nat(20_000)),
  lasts: fc.oneof(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: 15_000 })),
  reaches: fc.double({ min: 0, max: 1, noNaN: true }),
  pause: fc.option(fc.nat(30_000), { freq: 30 }),
});

const limits: fc.Arbitrary<SchedulerLimits> = fc
  .record({ allowance: fc.integer({ min: 1, max: 30 }), concurrency: fc.integer({ min: 1, max: 6 }) })
  .map((changes) => ({ ...usualScheduling(60), ...changes }));

const run = fc.tuple(limits, fc.array(wish, { minLength: 1, maxLength: 150 }));

function startedOf(fates: readonly Fate[]): Fate[] {
  return fates.filter((fate) => fate.started !== null);
}

describe('the scheduler, on a simulated clock', () => {
  it('lets no window at the flight service hold more calls than the allowance, wherever calls are delayed', () => {
    fc.assert(
      fc.property(run, ([given, wishes]) => {
        const reached = startedOf(simulate(given, wishes)).map((fate) => fate.reached as number);
        reached.sort((a, b) => a - b);
        return reached.every((first, index) => {
          const beyond = reached[index + given.allowance];
          return beyond === undefined || beyond - first >= given.windowMs;
        });
      }),
      { numRuns: 1_000 },
    );
  });

  it('never has more calls under way than may be, and none starts within a pause', () => {
    fc.assert(
      fc.property(run, ([given, wishes]) => {
        const started = startedOf(simulate(given, wishes));
        for (const { started: now } of started as { started: number }[]) {
          const underWay = started.filter((fate) => Number(fate.started) <= now && now < Number(fate.ended));
          expect(underWay.length).toBeLessThanOrEqual(given.concurrency);
          const pausing = started.filter(
            ({ ended, wish: { pause } }) => pause && Number(ended) <= now && now < Number(ended) + pause,
          );
          expect(pausing).toEqual([]);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('starts, refuses or sends away everyone in time, so that nothing starves', () => {
    fc.assert(
      fc.property(run, ([given, wishes]) => {
        for (const { at, refused, started, expired } of simulate(given, wishes)) {
          const turns = [refused ? at : null, started, expired].filter((turn) => turn !== null);
          expect(turns).toHaveLength(1);
          expect((turns[0] as number) - at).toBeLessThanOrEqual(given.patienceMs);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('lets nobody pass who came after another had grown old', () => {
    fc.assert(
      fc.property(run, ([given, wishes]) => {
        const share = { person: 1, sweep: 1, prefetch: 1 };
        const fates = simulate({ ...given, share }, wishes).filter((fate) => !fate.refused);
        for (const early of fates) {
          const until = early.started ?? early.expired ?? 0;
          const passing = fates.filter(
            (late) => late.started !== null && late.at > early.at + given.ageingMs && late.started < until,
          );
          expect(passing).toEqual([]);
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe('the order of calls', () => {
  it('keeps a share of the allowance for people, however large a sweep is', () => {
    const sweep = Array.from({ length: 300 }, () => plain('sweep', 0));
    const fates = simulate(usualScheduling(60), [...sweep, plain('person', 10_000), plain('person', 1_000)]);
    expect(startedOf(fates.slice(0, 300))).toHaveLength(48);
    expect(fates.slice(300).map(({ at, started }) => Number(started) - at)).toEqual([0, 0]);
  });

  it('serves people first, then sweeps, then what nobody has asked for yet', () => {
    const given = { ...usualScheduling(60), concurrency: 1 };
    const fates = simulate(given, [plain('person', 0), plain('prefetch', 1), plain('sweep', 1), plain('person', 1)]);
    const order = fates.toSorted((a, b) => Number(a.started) - Number(b.started)).map((fate) => fate.wish.callClass);
    expect(order).toEqual(['person', 'person', 'sweep', 'prefetch']);
  });

  it('serves sweeps too while people alone could use up everything', () => {
    const busy = Array.from({ length: 1_200 }, (_, index) => plain(index % 6 === 0 ? 'sweep' : 'person', 500));
    const served = startedOf(simulate(usualScheduling(60), busy)).filter((fate) => fate.wish.callClass === 'sweep');
    expect(served.length).toBeGreaterThan(50);
  });

  it('refuses at once, with a time, where waiting is in vain or all places are taken', () => {
    const given = { ...usualScheduling(60), places: { person: 1, sweep: 1, prefetch: 1 } };
    const scheduler = createScheduler(given);
    scheduler.pause(5_000);
    expect(scheduler.enter({ callClass: 'person', since: 0 }, 0)).toBeNull();
    expect(scheduler.enter({ callClass: 'person', since: 0 }, 0)).toBe(5_000);
    expect(scheduler.enter({ callClass: 'sweep', since: 0 }, 0)).toBeNull();
    scheduler.pause(60_000);
    expect(scheduler.enter({ callClass: 'prefetch', since: 0 }, 0)).toBe(60_000);
  });

  it('tells a time also where calls under way have used everything up', () => {
    const scheduler = createScheduler({ ...usualScheduling(1), concurrency: 6 });
    scheduler.enter({ callClass: 'person', since: 0 }, 0);
    expect(scheduler.tick(0).started).toHaveLength(1);
    expect(scheduler.enter({ callClass: 'person', since: 10 }, 10)).toBe(60_000);
  });

  it('after a pause sends one call ahead, and the others only when that went well', () => {
    const scheduler = createScheduler(usualScheduling(60));
    const tickets = Array.from({ length: 3 }, () => ({ callClass: 'person' as const, since: 0 }));
    scheduler.pause(1_000);
    for (const ticket of tickets) scheduler.enter(ticket, 0);
    expect(scheduler.tick(999)).toMatchObject({ started: [], wakeAt: 1_000 });
    expect(scheduler.tick(1_000).started).toEqual([tickets[0]]);
    scheduler.pause(3_000);
    scheduler.finish(tickets[0] as (typeof tickets)[0], 1_100);
    expect(scheduler.tick(3_000).started).toEqual([tickets[1]]);
    scheduler.finish(tickets[1] as (typeof tickets)[0], 3_100);
    expect(scheduler.tick(3_100).started).toEqual([tickets[2]]);
  });
});

function plain(callClass: Wish['callClass'], after: number): Wish {
  return { callClass, after, lasts: 100, reaches: 0.5, pause: null };
}
