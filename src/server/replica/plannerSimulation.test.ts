import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  expectedStretch,
  flyersOfSchool,
  maxInWindow,
  partsOfSchool,
  type Run,
  type Service,
  simulateReplica,
  worstAges,
} from '#e2e/servers/plannerSimulation.ts';

const second = 1_000;
const minute = 60 * second;

const calm: Service = () => ({ lasts: 300, result: 'good' });
const slow: Service = () => ({ lasts: 10 * second, result: 'good' });
/** From minute 5 to minute 15 nothing is answered; each call takes a while to fail. */
const down: Service = (at) =>
  at >= 5 * minute && at < 15 * minute ? { lasts: 2 * second, result: 'failed' } : { lasts: 300, result: 'good' };
/** Every fourth minute begins with refusals. */
const refusing: Service = (at) =>
  at % (4 * minute) < 3 * second ? { lasts: 100, pauseMs: 12 * second } : { lasts: 300, result: 'good' };
const services = { calm, slow, down, refusing };
type Kind = keyof typeof services;
const kinds = ['calm', 'slow', 'down', 'refusing'] as const satisfies readonly Kind[];

const isBackground = ({ callClass }: { callClass: string }) => callClass !== 'person';

const school = fc.record({ aircraft: fc.integer({ min: 1, max: 300 }), allowance: fc.integer({ min: 30, max: 600 }) });

/** A minute of many calls of a person and a long load at the same time, repeatedly. */
function busyPeople(lastsMs: number, everyMs: number): NonNullable<Run['others']> {
  const others = [];
  for (let at = 20 * second; at < lastsMs; at += everyMs) {
    others.push({ at, callClass: Math.floor(at / (5 * minute)) % 2 === 0 ? ('person' as const) : ('load' as const) });
  }
  return others;
}

/** The worst age of any part as a multiple of its stretched target, beyond the time of a call. */
function worstRatio(run: Run, from: number, callMs: number): number {
  const stretch = expectedStretch(run.parts, run.allowance, callMs);
  const ages = worstAges(simulateReplica(run), run.parts, from, run.lastsMs);
  const known = run.parts.filter(({ targetMs }) => targetMs <= 15 * minute);
  return Math.max(...known.map(({ key, targetMs }) => ((ages.get(key) ?? 0) - 1.5 * callMs) / (targetMs * stretch)));
}

describe.each(kinds)('a service that is %s', (kind) => {
  it('never gets more calls than it allows in any 60 seconds, nor more than two thirds of them without a person', () => {
    fc.assert(
      fc.property(school, fc.option(fc.integer({ min: 1, max: 18 * minute })), ({ aircraft, allowance }, restartAt) => {
        const lastsMs = 18 * minute;
        const others = busyPeople(lastsMs, 900);
        const run = { parts: partsOfSchool(aircraft), allowance, service: services[kind], lastsMs, others };
        const calls = simulateReplica(restartAt === null ? run : { ...run, restartAt });
        expect(maxInWindow(calls)).toBeLessThanOrEqual(allowance);
        expect(maxInWindow(calls, isBackground)).toBeLessThanOrEqual(Math.floor((allowance * 2) / 3));
        expect(calls.length).toBeGreaterThan(20);
      }),
      { numRuns: 10, interruptAfterTimeLimit: 400 },
    );
  });
});

describe('the ages of a school that was read all at once', () => {
  const readAtOnce = (aircraft: number) => partsOfSchool(aircraft).map((part) => ({ ...part, asOf: -300 }));

  it.each([
    ['calm', 300, 1.3],
    ['slow', 10 * second, 1.4],
  ] as const)('are within the stretched targets while the service is %s', (kind, callMs, tolerance) => {
    fc.assert(
      fc.property(school, ({ aircraft, allowance }) => {
        const parts = readAtOnce(aircraft);
        const cycle = 15 * minute * expectedStretch(parts, allowance, callMs);
        const run = { parts, allowance, service: services[kind], lastsMs: 2 * cycle };
        expect(worstRatio(run, cycle, callMs)).toBeLessThan(tolerance);
      }),
      { numRuns: 8, interruptAfterTimeLimit: 600 },
    );
  });

  it.each([
    [1, 30],
    [26, 60],
    [60, 60],
    [100, 600],
  ])('are within the targets of %i aircraft at %i calls a minute from the beginning', (aircraft, allowance) => {
    const run = { parts: readAtOnce(aircraft), allowance, service: calm, lastsMs: 30 * minute };
    expect(expectedStretch(run.parts, allowance, 300)).toBe(1);
    expect(worstRatio(run, 0, 300)).toBeLessThan(1.25);
  });

  it('are at most four times the targets while nobody is connected, with a quarter of the calls', () => {
    const parts = readAtOnce(26);
    const run = { parts, allowance: 60, service: calm, lastsMs: 120 * minute };
    const idle = { ...run, isConnected: () => false };
    expect(worstRatio(idle, 0, 300)).toBeLessThan(4.2);
    expect(simulateReplica(idle).length).toBeLessThan(simulateReplica(run).length / 3.5);
  });
});

/** The usual school. */
const usual = partsOfSchool(26, 90);
const run = { parts: usual, allowance: 60, service: calm, lastsMs: 60 * minute };
const plain = simulateReplica(run);
const oldest = (calls: ReturnType<typeof simulateReplica>, name: string, from: number) => {
  const ages = worstAges(calls, usual, from, run.lastsMs);
  return Math.max(...usual.filter(({ key }) => key.startsWith(name)).map(({ key }) => ages.get(key) ?? 0));
};

describe('the first fill while a program asks', () => {
  /** A program that asks for something new in each such interval, from the third second on. */
  const asking = (everyMs: number, lastsMs: number) =>
    Array.from({ length: Math.floor((lastsMs - 2_000) / everyMs) }, (_, index) => ({
      at: 2_000 + index * everyMs,
      callClass: 'program' as const,
    }));
  /** Of the requests of one minute, how many had their call within two seconds. */
  function inTime(calls: ReturnType<typeof simulateReplica>, asked: ReturnType<typeof asking>, from: number): number {
    const ofMinute = asked.filter(({ at }) => at >= from && at < from + minute);
    const started = calls.filter(({ callClass }) => callClass === 'program').map(({ startedAt }) => startedAt);
    return ofMinute.filter(({ at }) => started.some((time) => time >= at && time <= at + 2 * second)).length;
  }
  const first = { ...run, lastsMs: 20 * minute, areProgramsAsking: true };

  it('leaves it 18 calls or more in the first minute and in each later one', () => {
    const others = asking(2_000, first.lastsMs);
    const calls = simulateReplica({ ...first, parts: partsOfSchool(150), others });
    const minutes = [0, 1, 2, 3, 4, 5].map((index) => inTime(calls, others, index * minute));
    expect(Math.min(...minutes)).toBeGreaterThanOrEqual(18);
    expect(maxInWindow(calls)).toBeLessThanOrEqual(60);
  });

  it('reads everything although a program takes whatever it gets, and little later if it asks for little', () => {
    const lastsMs = 40 * minute;
    const known = (calls: ReturnType<typeof simulateReplica>) => {
      const ends = new Map(calls.toReversed().map(({ key, endedAt }) => [key, endedAt]));
      return { count: ends.size, lastMs: Math.max(...ends.values()) };
    };
    const busy = known(simulateReplica({ ...first, lastsMs, others: asking(900, lastsMs) }));
    // The program's own calls have the empty key.
    expect(busy.count).toBe(usual.length + 1);
    const relaxed = simulateReplica({ ...first, others: asking(20_000, first.lastsMs) });
    const filled = new Map(relaxed.toReversed().map(({ key, endedAt }) => [key, endedAt]));
    filled.delete('');
    expect([filled.size, Math.max(...filled.values()) < 4 * minute]).toEqual([usual.length, true]);
  });
});

describe('26 aircraft at 60 calls a minute', () => {
  it('load the aircraft and today first, then the upkeep of today’s aircraft, and all within about two minutes', () => {
    const order = Array.from(new Set(plain.map(({ key }) => key)));
    expect(order.slice(0, 2).toSorted()).toEqual(['aircraft', 'near 0']);
    const flying = usual.filter(({ weight }) => weight === 4).map(({ key }) => key);
    expect(order.slice(2, 28).toSorted()).toEqual(flying.toSorted());
    const firstEnds = new Map(plain.toReversed().map(({ key, endedAt }) => [key, endedAt]));
    expect(Math.max(...order.slice(0, 28).map((key) => firstEnds.get(key) ?? 0))).toBeLessThan(5 * second);
    expect(order).toHaveLength(usual.length);
    expect(Math.max(...firstEnds.values())).toBeLessThan(130 * second);
  });

  it('have no reminder older than 6 minutes, and today no older than 33 seconds and a call, from the first minute', () => {
    expect(oldest(plain, 'near', second)).toBeLessThan(33 * second + 300);
    expect(oldest(plain, 'aircraft', second)).toBeLessThan(66 * second);
    expect(oldest(plain, 'reminders', 130 * second)).toBeLessThan(6 * minute);
    expect(oldest(plain, 'squawks', 130 * second)).toBeLessThan(6 * minute);
  });

  it('keep today within a minute beside a long load, and people wait for neither', () => {
    const load = Array.from({ length: 400 }, (_, index) => ({
      at: 10 * minute + index * 400,
      callClass: 'load' as const,
    }));
    const people = Array.from({ length: 200 }, (_, index) => ({
      at: 9 * minute + index * 3_100,
      callClass: 'person' as const,
    }));
    const others = [...load, ...people].toSorted((a, b) => a.at - b.at);
    const calls = simulateReplica({ ...run, others });
    expect(oldest(calls, 'near', second)).toBeLessThan(minute);
    expect(oldest(calls, 'reminders', 130 * second)).toBeLessThan(8 * minute);
    const served = calls.filter(({ callClass }) => callClass === 'person').map(({ startedAt }) => startedAt);
    expect(served).toEqual(people.map(({ at }) => at));
  });

  it('are refreshed at once if a person asks', () => {
    const requests = [
      { at: 10 * minute, key: 'reminders 7' },
      { at: 20 * minute, key: 'operator' },
    ];
    const calls = simulateReplica({ ...run, requests });
    for (const { at, key } of requests) {
      const call = calls.find((made) => made.key === key && made.startedAt >= at);
      expect(call?.startedAt).toBeLessThanOrEqual(at + 2 * second);
    }
  });

  it('load today at once when the first screen connects', () => {
    const connectAt = 40 * minute;
    const calls = simulateReplica({ ...run, isConnected: (at) => at >= connectAt });
    expect(
      oldest(
        calls.filter(({ startedAt }) => startedAt < connectAt),
        'near',
        20 * minute,
      ),
    ).toBeGreaterThan(minute);
    expect(oldest(calls, 'near', connectAt + second)).toBeLessThan(33 * second + 300);
    expect(oldest(calls, 'aircraft', connectAt + second)).toBeLessThan(66 * second);
    expect(oldest(calls, 'reminders', connectAt + 3 * minute)).toBeLessThan(6 * minute);
  });
});

describe('26 aircraft whose service fails', () => {
  it('cause few calls in an outage, and are young again soon after it', () => {
    const calls = simulateReplica({ ...run, service: down });
    const during = calls.filter(({ startedAt }) => startedAt >= 5 * minute && startedAt < 15 * minute);
    expect(during.length).toBeLessThan(35);
    const first = calls.find(({ startedAt, isGood }) => startedAt > 15 * minute && isGood);
    expect(first?.startedAt).toBeLessThan(15 * minute + 33 * second);
    expect(oldest(calls, 'near', 16 * minute)).toBeLessThan(33 * second + 300);
    expect(oldest(calls, 'reminders', 18 * minute)).toBeLessThan(6 * minute);
  });

  it('wait for today no longer than a pause takes if the service repeatedly refuses calls', () => {
    const calls = simulateReplica({ ...run, service: refusing });
    expect(calls.some(({ isGood }) => !isGood)).toBe(true);
    expect(oldest(calls, 'near', 130 * second)).toBeLessThan((30 + 12 + 6) * second);
    expect(oldest(calls, 'reminders', 130 * second)).toBeLessThan(6 * minute);
  });

  it('are still refreshed if one of them always fails', () => {
    const isBad = (key: string) => ['reminders 3', 'squawks 3', 'week 0'].includes(key);
    const calls = simulateReplica({
      ...run,
      service: (_, key) => ({ lasts: 300, result: isBad(key) ? 'failed' : 'good' }),
    });
    const bad = calls.filter(({ key }) => key === 'reminders 3');
    expect([bad.length > 10, bad.length < 25]).toEqual([true, true]);
    const others = usual.filter(({ key, targetMs }) => !isBad(key) && targetMs <= 15 * minute);
    const ages = worstAges(calls, usual, 130 * second, run.lastsMs);
    for (const { key, targetMs } of others) expect(ages.get(key)).toBeLessThan(1.15 * targetMs);
  });
});

describe('150 aircraft with 60,000 reservations at 60 calls a minute', () => {
  const parts = partsOfSchool(150, 1_052);

  it('have all ages stretched alike, and today refreshed while the rest is still being read', () => {
    const stretch = expectedStretch(parts, 60, 300);
    expect([stretch > 2, stretch < 4]).toEqual([true, true]);
    const calls = simulateReplica({ parts, allowance: 60, service: calm, lastsMs: 120 * minute });
    const ages = worstAges(calls, parts, 60 * minute, 120 * minute);
    for (const { key, targetMs } of parts.filter((part) => part.targetMs <= 15 * minute)) {
      expect(ages.get(key)).toBeLessThan(1.35 * targetMs * stretch);
    }
    const filling = worstAges(calls, parts, 10 * second, 20 * minute);
    for (const { key, targetMs } of parts.filter((part) => part.targetMs <= minute)) {
      expect(filling.get(key)).toBeLessThan(1.2 * targetMs * stretch);
    }
  });
});

describe('the people who fly', () => {
  const worstOf = (ages: ReadonlyMap<string, number>, name: string) =>
    Math.max(...Array.from(ages, ([key, age]) => (key.startsWith(name) ? age : 0)));

  it('have checkouts as new as wanted at 26 aircraft and 60 calls a minute, after the aircraft, today and its upkeep', () => {
    const parts = [...usual, ...flyersOfSchool(90)];
    expect(expectedStretch(parts, 60, 300)).toBe(1);
    const calls = simulateReplica({ ...run, parts, lastsMs: 150 * minute });
    const order = Array.from(new Set(calls.map(({ key }) => key)));
    expect(order.slice(0, 28).filter((key) => key.startsWith('flyer'))).toEqual([]);
    const ages = worstAges(calls, parts, 80 * minute, 150 * minute);
    expect(worstOf(ages, 'flyer today')).toBeLessThan(1.25 * 15 * minute);
    expect(worstOf(ages, 'flyer soon')).toBeLessThan(1.25 * 60 * minute);
    expect(worstOf(ages, 'near')).toBeLessThan(33 * second + 300);
    expect(worstOf(ages, 'reminders')).toBeLessThan(6 * minute);
  });

  it('wait longer in proportion at 150 aircraft, and today comes first', () => {
    const parts = [...partsOfSchool(150, 560), ...flyersOfSchool(560)];
    const stretch = expectedStretch(parts, 60, 300);
    expect([stretch > 2, stretch < 3.5]).toEqual([true, true]);
    const calls = simulateReplica({ parts, allowance: 60, service: calm, lastsMs: 360 * minute });
    const ages = worstAges(calls, parts, 180 * minute, 360 * minute);
    for (const { key, targetMs } of parts.filter((part) => part.targetMs <= 60 * minute)) {
      expect(ages.get(key), key).toBeLessThan(1.4 * targetMs * stretch);
    }
    expect(maxInWindow(calls)).toBeLessThanOrEqual(60);
  });
});
