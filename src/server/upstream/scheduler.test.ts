import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { callClasses } from '#contract/gateway/callClass.ts';
import { createScheduler, type SchedulerLimits, defaultScheduling } from './scheduler.ts';
import { type SimulatedCall, simulate, type CallRequest } from '#e2e/servers/schedulerSimulation.ts';

const request: fc.Arbitrary<CallRequest> = fc.record({
  callClass: fc.constantFrom(...callClasses),
  after: fc.oneof(fc.constant(0), fc.nat(200), fc.nat(20_000)),
  lasts: fc.oneof(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: 15_000 })),
  reaches: fc.double({ min: 0, max: 1, noNaN: true }),
  pause: fc.option(fc.nat(30_000), { freq: 30 }),
});

const limits: fc.Arbitrary<SchedulerLimits> = fc
  .record({ allowance: fc.integer({ min: 1, max: 30 }), concurrency: fc.integer({ min: 1, max: 6 }) })
  .map((changes) => ({ ...defaultScheduling(60), ...changes }));

const run = fc.tuple(limits, fc.array(request, { minLength: 1, maxLength: 150 }));

/** Calls that nobody waits for. */
const isBackground = ({ callClass }: CallRequest) => callClass === 'load' || callClass === 'replica';

/** Only the allowance limits calls here. */
const unbounded = [{ classes: callClasses, share: 1, spareConnections: 0 }];

function startedOf(calls: readonly SimulatedCall[]): SimulatedCall[] {
  return calls.filter((call) => call.started !== null);
}

describe('the scheduler, on a simulated clock', () => {
  it('lets no window at the flight service hold more calls than the allowance, wherever calls are delayed', () => {
    fc.assert(
      fc.property(run, ([given, requests]) => {
        const reached = startedOf(simulate(given, requests)).map((call) => call.reached as number);
        reached.sort((a, b) => a - b);
        return reached.every((first, index) => {
          const beyond = reached[index + given.allowance];
          return beyond === undefined || beyond - first >= given.windowMs;
        });
      }),
      { numRuns: 1_000 },
    );
  });

  it('gives calls that no person waits for at most two thirds of any window, whatever their classes', () => {
    fc.assert(
      fc.property(run, ([given, requests]) => {
        const max = Math.max(1, Math.floor((given.allowance * 2) / 3));
        const background = startedOf(simulate(given, requests)).filter((call) => isBackground(call.request));
        const reached = background.map((call) => call.reached as number).toSorted((a, b) => a - b);
        expect(reached.every((first, index) => !(Number(reached[index + max]) - first < given.windowMs))).toBe(true);
        for (const { started: now } of background) {
          const underWay = background.filter(
            (call) => Number(call.started) <= Number(now) && Number(now) < Number(call.ended),
          );
          expect(underWay.length).toBeLessThanOrEqual(Math.max(1, given.concurrency - 1));
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe('waiting calls, on a simulated clock', () => {
  it('never exceed the connections, and none starts during a pause', () => {
    fc.assert(
      fc.property(run, ([given, requests]) => {
        const started = startedOf(simulate(given, requests));
        for (const { started: now } of started as { started: number }[]) {
          const underWay = started.filter((call) => Number(call.started) <= now && now < Number(call.ended));
          expect(underWay.length).toBeLessThanOrEqual(given.concurrency);
          const pausing = started.filter(
            ({ ended, request: { pause } }) => pause && Number(ended) <= now && now < Number(ended) + pause,
          );
          expect(pausing).toEqual([]);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('all start, are refused or expire in time, so that none starves', () => {
    fc.assert(
      fc.property(run, ([given, requests]) => {
        for (const {
          request: { callClass },
          at,
          refused,
          started,
          expired,
        } of simulate(given, requests)) {
          const turns = [refused ? at : null, started, expired].filter((turn) => turn !== null);
          expect(turns).toHaveLength(1);
          expect((turns[0] as number) - at).toBeLessThanOrEqual(given.maxWaitMs[callClass]);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('are not overtaken by later calls once they are old', () => {
    fc.assert(
      fc.property(run, ([given, requests]) => {
        const calls = simulate({ ...given, bounds: unbounded }, requests).filter((call) => !call.refused);
        for (const early of calls) {
          const until = early.started ?? early.expired ?? 0;
          const passing = calls.filter(
            (late) => late.started !== null && late.at > early.at + given.ageingMs && late.started < until,
          );
          expect(passing).toEqual([]);
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe('the reserve', () => {
  it('is a third of the allowance for people, however much is loaded and refreshed', () => {
    const others = [...many(300, 'load'), ...many(5, 'replica')];
    const people = Array.from({ length: 20 }, () => plain('person', 500));
    const calls = simulate(defaultScheduling(60), [...others, plain('person', 10_000), ...people.slice(1)]);
    expect(startedOf(calls.slice(0, 305).filter(({ started }) => Number(started) < 20_000)).length).toBeLessThanOrEqual(
      40,
    );
    expect(calls.slice(305).map(({ at, started }) => Number(started) - at)).toEqual(people.map(() => 0));
  });

  it('never makes a person wait a minute after 48 calls of one background class and 12 of another', () => {
    const others = [...many(48, 'load'), ...many(12, 'replica')];
    const [person] = simulate(defaultScheduling(60), [...others, plain('person', 5_000)]).slice(60);
    expect([person?.refused, Number(person?.started) - Number(person?.at)]).toEqual([false, 0]);
  });

  it('is a connection each for people, programs and the copy, however slow the answers to a load are', () => {
    const scheduler = createScheduler(defaultScheduling(60));
    const enter = (callClass: CallRequest['callClass']) => scheduler.enter({ callClass, since: 0 }, 0);
    const started = () => scheduler.tick(0).started.length;
    for (let index = 0; index < 10; index++) enter('load');
    expect(started()).toBe(3);
    expect([scheduler.soonest('load', 0), scheduler.soonest('replica', 0)]).toEqual([null, 0]);
    for (const [callClass, next] of [
      ['replica', 'program'],
      ['program', 'person'],
    ] as const) {
      enter(callClass);
      expect(started()).toBe(1);
      expect([scheduler.soonest(callClass, 0), scheduler.soonest(next, 0)]).toEqual([null, 0]);
    }
    enter('person');
    expect(started()).toBe(1);
    expect(scheduler.soonest('person', 0)).toBeNull();
  });

  it('is a sixth of the allowance for the copy beside the longest load', () => {
    const scheduler = createScheduler(defaultScheduling(60));
    const end = (callClass: CallRequest['callClass'], now: number) => {
      const ticket = { callClass, since: now };
      if (scheduler.enter(ticket, now) !== null || scheduler.tick(now).started.length === 0) return false;
      scheduler.finish(ticket, now);
      return true;
    };
    const ended = (callClass: CallRequest['callClass']) =>
      Array.from({ length: 60 }, (_, now) => end(callClass, now)).filter(Boolean);
    expect([ended('load').length, ended('replica').length, ended('person').length]).toEqual([30, 10, 20]);
  });
});

describe('programs', () => {
  const given = defaultScheduling(60);

  it('all get their calls within a minute and a bit, when the refreshes of the copy have used their part', () => {
    const burst = Array.from({ length: 21 }, () => plain('program', 0));
    const calls = simulate(given, [...many(5, 'replica'), ...spread(35, 'replica'), plain('program', 1), ...burst]);
    const programs = calls.filter(({ request: { callClass } }) => callClass === 'program');
    expect(programs.filter(({ started }) => started === null)).toEqual([]);
    expect(Math.max(...programs.map(({ at, started }) => Number(started) - at))).toBeLessThan(61_000);
  });

  it('leave a sixth of the allowance and a connection to people, however many calls they want', () => {
    const flood = many(150, 'program');
    const people = Array.from({ length: 10 }, () => plain('person', 1_000));
    const calls = simulate(given, [...flood, plain('person', 5_000), ...people.slice(1)]);
    expect(calls.slice(150).map(({ at, started }) => Number(started) - at)).toEqual(people.map(() => 0));
  });
});

describe('the order of calls', () => {
  it('serves people first, then programs, then loads, then the copy', () => {
    const given = { ...defaultScheduling(60), concurrency: 1 };
    const classes = ['person', 'replica', 'load', 'program', 'person'] as const;
    const calls = simulate(
      given,
      classes.map((name, at) => plain(name, Math.min(at, 1))),
    );
    const order = calls.toSorted((a, b) => Number(a.started) - Number(b.started)).map((call) => call.request.callClass);
    expect(order).toEqual(['person', 'person', 'program', 'load', 'replica']);
  });

  it('also serves loads while people alone could use up everything', () => {
    const busy = Array.from({ length: 1_200 }, (_, index) => plain(index % 6 === 0 ? 'load' : 'person', 500));
    const served = startedOf(simulate(defaultScheduling(60), busy)).filter((call) => call.request.callClass === 'load');
    expect(served.length).toBeGreaterThan(50);
  });
});

describe('a wait', () => {
  it('is refused at once, with a time, if it would be too long or the queue is full', () => {
    const given = { ...defaultScheduling(60), maxQueued: { person: 1, program: 1, load: 1, replica: 1 } };
    const scheduler = createScheduler(given);
    scheduler.pause(2_000);
    expect(scheduler.enter({ callClass: 'person', since: 0 }, 0)).toBeNull();
    expect(scheduler.enter({ callClass: 'person', since: 0 }, 0)).toBe(2_000);
    expect(scheduler.enter({ callClass: 'load', since: 0 }, 0)).toBeNull();
    scheduler.pause(5_000);
    expect(scheduler.enter({ callClass: 'replica', since: 0 }, 0)).toBeNull();
    expect(scheduler.enter({ callClass: 'person', since: 0 }, 0)).toBe(5_000);
    scheduler.pause(60_000);
    expect(scheduler.enter({ callClass: 'replica', since: 0 }, 0)).toBe(60_000);
  });

  it('is refused beyond two seconds for a person, and beyond fifteen for a load', () => {
    const scheduler = createScheduler(defaultScheduling(1));
    const first = { callClass: 'person' as const, since: 0 };
    scheduler.enter(first, 0);
    scheduler.tick(0);
    scheduler.finish(first, 0);
    expect(scheduler.enter({ callClass: 'person', since: 57_999 }, 57_999)).toBe(2_001);
    expect(scheduler.enter({ callClass: 'load', since: 44_999 }, 44_999)).toBe(15_001);
    expect(scheduler.enter({ callClass: 'person', since: 58_000 }, 58_000)).toBeNull();
  });

  it('counts calls of an earlier process against every class, until a window after their end', () => {
    const scheduler = createScheduler(defaultScheduling(60));
    scheduler.restore(Array.from({ length: 40 }, (_, index) => -20_000 - index).concat(-70_000, 5_000), 1_000);
    expect(scheduler.state(1_000).used).toBe(41);
    expect([scheduler.soonest('person', 1_000), scheduler.soonest('replica', 1_000)]).toEqual([0, 38_962]);
    expect(scheduler.openings('replica', 1_000).slice(0, 2)).toEqual([39_962, 39_963]);
    expect(scheduler.state(61_000).used).toBe(0);
  });

  it('allows as many calls as can be sustained while each lasts long', () => {
    const scheduler = createScheduler(defaultScheduling(60));
    expect(scheduler.budget('replica')).toBe(40);
    for (let now = 0; now < 3_000_000; now += 30_000) {
      const ticket = { callClass: 'replica' as const, since: now };
      scheduler.enter(ticket, now);
      scheduler.tick(now);
      scheduler.finish(ticket, now + 12_000);
    }
    // Four connections, twelve seconds each.
    expect(scheduler.budget('replica')).toBeCloseTo(20, 1);
  });

  it('has a known end even if running calls have used everything up', () => {
    const scheduler = createScheduler({ ...defaultScheduling(1), concurrency: 6 });
    scheduler.enter({ callClass: 'person', since: 0 }, 0);
    expect(scheduler.tick(0).started).toHaveLength(1);
    expect(scheduler.enter({ callClass: 'person', since: 10 }, 10)).toBe(60_000);
  });

  it('after a pause first sends one call, and the others only once it succeeded', () => {
    const scheduler = createScheduler(defaultScheduling(60));
    const tickets = Array.from({ length: 3 }, () => ({ callClass: 'person' as const, since: 0 }));
    scheduler.pause(500);
    for (const ticket of tickets) scheduler.enter(ticket, 0);
    expect(scheduler.tick(499)).toMatchObject({ started: [], wakeAt: 500 });
    expect(scheduler.tick(500).started).toEqual([tickets[0]]);
    scheduler.pause(1_500);
    scheduler.finish(tickets[0] as (typeof tickets)[0], 600);
    expect(scheduler.tick(1_500).started).toEqual([tickets[1]]);
    scheduler.finish(tickets[1] as (typeof tickets)[0], 1_600);
    expect(scheduler.tick(1_600).started).toEqual([tickets[2]]);
  });
});

function many(count: number, callClass: CallRequest['callClass']): CallRequest[] {
  return Array.from({ length: count }, () => plain(callClass, 0));
}

/** Requested over some seconds, as the copy refreshes itself. */
function spread(count: number, callClass: CallRequest['callClass']): CallRequest[] {
  return Array.from({ length: count }, () => plain(callClass, 300));
}

function plain(callClass: CallRequest['callClass'], after: number): CallRequest {
  return { callClass, after, lasts: 100, reaches: 0.5, pause: null };
}
