import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CallClass } from '#contract/gateway/callClass.ts';
import { createScheduler, defaultScheduling } from '#server/upstream/scheduler.ts';
import { createPool, type Pool } from './fairPart.ts';
import { createShares } from './shares.ts';

/** The shares in front of the real scheduler, on a simulated clock; each call is answered at once. */
function openAllowance(allowance: number) {
  let now = 0;
  const scheduler = createScheduler(defaultScheduling(allowance, true));
  const free = () => scheduler.free('person', now);
  const shares = createShares(
    { burst: 1, perSecond: 1, connections: 1, workBurstMs: 1, workMsPerSecond: 1 },
    () => now,
    { allowance, free },
  );
  const made: { readonly at: number; readonly person: string; readonly network: string }[] = [];
  const call = (callClass: CallClass): boolean => {
    const ticket = { callClass, since: now };
    if (scheduler.enter(ticket, now) !== null) return false;
    if (!scheduler.tick(now).started.includes(ticket)) return !scheduler.cancel(ticket);
    scheduler.finish(ticket, now);
    return true;
  };
  const ask = (person: string, network: string): boolean => {
    if (shares.takeCall({ person, network }) !== null || !call('person')) return false;
    made.push({ at: now, person, network });
    return true;
  };
  return { ask, call, made, advance: (ms: number) => void (now += ms) };
}

/** The most of these within any minute. */
function maxInMinute(times: readonly number[]): number {
  return Math.max(0, ...times.map((from) => times.filter((at) => at >= from && at < from + 60_000).length));
}

/** Who wants a call; the number tells people apart. */
const step = fc.record({
  who: fc.constantFrom(0, 1, 2, 3, 4, 'load' as const),
  times: fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 70 })),
  after: fc.oneof(fc.constant(0), fc.nat(3_000), fc.nat(30_000)),
});
const steps = fc.array(step, { minLength: 1, maxLength: 60 });
type Steps = readonly { readonly who: number | 'load'; readonly times: number; readonly after: number }[];
const allowances = fc.constantFrom(60, 75, 100, 200);

/** Greedy people on some networks, and calls for loads and the copy. */
function flood(stand: ReturnType<typeof openAllowance>, sequence: Steps, people = 5, networks = 2): void {
  for (const { who, times, after } of sequence) {
    stand.advance(after);
    for (let time = 0; time < times; time++) {
      if (who === 'load') stand.call(time % 2 === 0 ? 'load' : 'replica');
      else stand.ask(`person ${who % people}`, `network ${who % networks}`);
    }
  }
}

describe('calls to the service', () => {
  it('stay within the allowance in any minute, half of it for one person, nineteen twentieths for one network', () => {
    fc.assert(
      fc.property(allowances, steps, (allowance, sequence) => {
        const stand = openAllowance(allowance);
        flood(stand, sequence);
        expect(maxInMinute(stand.made.map(({ at }) => at))).toBeLessThanOrEqual(allowance);
        for (const { person, network } of stand.made) {
          const ofPerson = stand.made.filter((call) => call.person === person).map(({ at }) => at);
          const all = stand.made.filter((call) => call.network === network).map(({ at }) => at);
          expect(maxInMinute(ofPerson)).toBeLessThanOrEqual(allowance / 2);
          expect(maxInMinute(all)).toBeLessThanOrEqual(Math.ceil((allowance * 19) / 20));
        }
      }),
    );
  });

  it('are free at once for a newcomer, even after five greedy people, the copy and loads', () => {
    fc.assert(
      fc.property(allowances, steps, (allowance, sequence) => {
        const stand = openAllowance(allowance);
        flood(stand, sequence);
        expect(stand.ask('newcomer', 'network of its own')).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it('are free at once for a newcomer, even after three greedy people on the same network', () => {
    fc.assert(
      fc.property(allowances, steps, (allowance, sequence) => {
        const stand = openAllowance(allowance);
        flood(stand, sequence, 3, 1);
        expect(stand.ask('newcomer', 'network 0')).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it('are shared equally after two minutes by all who want more', () => {
    const stand = openAllowance(60);
    for (let tenth = 0; tenth < 1_800; tenth++) {
      stand.advance(100);
      for (let person = 0; person < 4; person++) stand.ask(`person ${person}`, 'one');
    }
    const byPerson = Array.from({ length: 4 }, (_, person) =>
      stand.made.filter((call) => call.person === `person ${person}` && call.at > 120_000),
    );
    for (const { length } of byPerson) expect(length).toBeGreaterThanOrEqual(9);
    for (const { length } of byPerson) expect(length).toBeLessThanOrEqual(13);
  });
});

describe('calls to the service for people of one network', () => {
  it('are half of the allowance for one alone: nothing is held back for absent people', () => {
    const stand = openAllowance(60);
    let made = 0;
    for (let call = 0; call < 60; call++) made += Number(stand.ask('Anna', 'one'));
    expect(made).toBe(27);
  });

  it('of twenty people behind one address are two each within a minute', () => {
    const stand = openAllowance(60);
    for (let call = 0; call < 2; call++)
      for (let person = 0; person < 20; person++) expect(stand.ask(`person ${person}`, 'school')).toBe(true);
  });

  it('of twenty people behind one address are one each beside a greedy person on their network', () => {
    const stand = openAllowance(60);
    for (let call = 0; call < 60; call++) stand.ask('greedy', 'school');
    for (let person = 0; person < 20; person++) expect(stand.ask(`person ${person}`, 'school')).toBe(true);
  });

  it('are left to other networks, however many links one network has', () => {
    const stand = openAllowance(60);
    let made = 0;
    for (let link = 0; link < 1_000; link++) made += Number(stand.ask(`link ${link}`, 'one'));
    expect(made).toBe(57);
    expect(stand.ask('manager', 'other')).toBe(true);
  });
});

describe('a pool', () => {
  const open = () => createPool(1_000, 100);
  const takeAll = (pool: Pool, holder: string, network: string) => {
    const taken = [];
    for (let leave = pool.take(holder, network); leave; leave = pool.take(holder, network)) taken.push(leave);
    return taken;
  };

  it('has a place for a newcomer while others take all they can get, and gets back what they return', () => {
    const pool = open();
    const taken = Array.from({ length: 40 }, (_, person) => takeAll(pool, `person ${person}`, `network ${person % 7}`));
    expect(taken[0]).toHaveLength(100);
    expect(pool.free()).toBeGreaterThanOrEqual(100 - 40);
    expect(takeAll(pool, 'newcomer', 'elsewhere')).toHaveLength(1);
    for (const leave of taken.flat()) leave();
    expect(pool.free()).toBe(999);
    expect(takeAll(pool, 'newcomer', 'elsewhere')).toHaveLength(99);
  });

  it('is never given out twice, nor entirely to one network', () => {
    const pool = open();
    let taken = 0;
    for (let link = 0; link < 1_000; link++) taken += takeAll(pool, `link ${link}`, 'one').length;
    expect(taken).toBe(950);
    for (let link = 0; link < 1_000; link++) taken += takeAll(pool, `other ${link}`, `network ${link}`).length;
    expect([taken, pool.free()]).toEqual([1_000, 0]);
    expect(pool.take('late', 'late')).toBeNull();
  });
});
