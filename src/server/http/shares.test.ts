import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createShares, networkOf, defaultShares } from './shares.ts';

const limits = { burst: 5, perSecond: 2, connections: 2, workBurstMs: 1_000, workMsPerSecond: 100 };
/** As if the service allowed any number of calls. */
const plenty = { allowance: Number.POSITIVE_INFINITY, free: () => Number.POSITIVE_INFINITY };
/** A client with its own address. */
const of = (person: string, network = `network of ${person}`) => ({ person, network });
type Ask = { readonly client: string; readonly after: number };

/** Several clients that ask at any pace: many at once, sometimes, or after a long time. */
const asks = fc.array(
  fc.record({
    client: fc.constantFrom('greedy', 'greedy', 'greedy', 'other', 'third'),
    after: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 300 }), fc.integer({ min: 0, max: 70_000 })),
  }),
  { maxLength: 200 },
);

/**
 * When each request was accepted, by client, and the waits that others were given. Eight calls are free for each client
 * alone.
 */
function run(sequence: readonly Ask[], kind: 'takeRequest' | 'takeCall') {
  let now = 0;
  const shares = createShares(limits, () => now, { allowance: 8, free: () => 5 });
  const granted: { readonly [client: string]: number[] } = { greedy: [], other: [], third: [] };
  const waits: { readonly client: string; readonly index: number; readonly seconds: number }[] = [];
  for (const [index, { client, after }] of sequence.entries()) {
    now += after;
    const seconds = shares[kind](of(client));
    if (seconds === null) granted[client]?.push(now);
    else waits.push({ client, index, seconds });
  }
  return { granted, waits };
}

/** Five calls are free, one of them for newcomers. */
const maxCalls = 4;

/** The same times, with the requests of one client only. */
function alone(sequence: readonly Ask[], client: string): Ask[] {
  let skipped = 0;
  return sequence.flatMap((ask) => {
    skipped += ask.after;
    if (ask.client !== client) return [];
    const ownCall = { client, after: skipped };
    skipped = 0;
    return [ownCall];
  });
}

describe.each(['takeRequest', 'takeCall'] as const)('%s', (kind) => {
  it('gives nobody more than a share in any window of time', () => {
    fc.assert(
      fc.property(asks, (sequence) => {
        for (const times of Object.values(run(sequence, kind).granted)) {
          for (const [from, start] of times.entries()) {
            for (const [to, end] of times.entries()) {
              if (to < from || (kind === 'takeCall' && end - start > 60_000)) continue;
              const max = kind === 'takeCall' ? maxCalls : limits.burst + ((end - start) / 1000) * limits.perSecond;
              expect(to - from + 1).toBeLessThanOrEqual(max + 1e-6);
            }
          }
        }
      }),
    );
  });

  it('slows nobody because of others while enough is free', () => {
    fc.assert(
      fc.property(asks, (sequence) => {
        const together = run(sequence, kind).granted;
        for (const client of ['greedy', 'other', 'third'])
          expect(together[client]).toEqual(run(alone(sequence, client), kind).granted[client]);
      }),
    );
  });

  it('accepts a client that returns after the given wait', () => {
    fc.assert(
      fc.property(asks, (more) => {
        // Some client is always refused.
        const rush = Array.from({ length: 20 }, () => ({ client: 'greedy', after: 0 }) as const);
        const sequence = [...rush, ...more];
        const last = run(sequence, kind).waits.at(-1);
        if (!last) throw new Error('Nobody was refused.');
        expect(last.seconds).toBeGreaterThan(0);
        const again = { client: last.client, after: last.seconds * 1000 };
        const { waits } = run([...sequence.slice(0, last.index + 1), again], kind);
        expect(waits.at(-1)).toEqual(last);
      }),
    );
  });
});

it('a share refills with time, but never beyond one share', () => {
  let now = 0;
  const shares = createShares(limits, () => now, { allowance: 8, free: () => 5 });
  const ask = (times: number) => Array.from({ length: times }, () => shares.takeRequest(of('a')));
  expect(ask(6)).toEqual([null, null, null, null, null, 1]);
  now += 3_600_000;
  expect(ask(6)).toEqual([null, null, null, null, null, 1]);
  const call = (times: number) => Array.from({ length: times }, () => shares.takeCall(of('a')));
  expect(call(5)).toEqual([null, null, null, null, 65]);
  now += 65_000;
  expect(call(5)).toEqual([null, null, null, null, 65]);
});

describe('the requests of one network', () => {
  const ask = (shares: ReturnType<typeof createShares>, person: string, network: string, times: number) =>
    Array.from({ length: times }, () => shares.takeRequest(of(person, network))).filter((wait) => wait === null).length;

  it('are ten times those of a person, whatever its number of people, links and strangers', () => {
    const shares = createShares(limits, () => 0, plenty);
    let taken = 0;
    for (let link = 0; link < 30; link++) taken += ask(shares, `link ${link}`, 'one', 5);
    expect(taken).toBe(50);
    expect(ask(shares, 'elsewhere', 'other', 5)).toBe(5);
  });

  it('suffice for twenty people who open their first page in the same second beside a flood', () => {
    const shares = createShares(defaultShares, () => 0, plenty);
    expect(ask(shares, 'greedy', 'school', 10_000)).toBe(1_500);
    for (let person = 0; person < 20; person++) expect(ask(shares, `person ${person}`, 'school', 50)).toBe(50);
  });
});

it('the memory of clients is bounded', () => {
  const shares = createShares({ ...limits, burst: 1, perSecond: 0.001 }, () => 0, plenty);
  expect([shares.takeRequest(of('first')), shares.takeRequest(of('first'))]).toEqual([null, 1_000]);
  for (let number = 0; number < 10_000; number++) shares.takeRequest(of(`client ${number}`));
  // The first client was forgotten, so it counts as new.
  expect(shares.takeRequest(of('first'))).toBeNull();
});

describe('connections', () => {
  it('count until they end', () => {
    const shares = createShares(limits, () => 0, plenty);
    const [first, second] = [shares.openConnection('a'), shares.openConnection('a')];
    expect([first, second, shares.openConnection('a')]).toEqual([expect.any(Function), expect.any(Function), null]);
    expect(shares.openConnection('b')).not.toBeNull();
    first?.();
    expect(shares.openConnection('a')).not.toBeNull();
  });

  it('of a few greedy networks leave some to others, and a quarter to the proxy', () => {
    const shares = createShares({ ...limits, connections: 256 }, () => 0, plenty);
    const open = (network: string) => Array.from({ length: 2_048 }, () => shares.openConnection(network));
    const taken = Array.from({ length: 100 }, (_, network) => open(`network ${network}`).filter(Boolean).length);
    expect(taken.slice(0, 5)).toEqual([256, 256, 256, 256, 179]);
    expect(Math.min(...taken)).toBe(1);
    expect(taken.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(1_536);
  });
});

it.each([
  ['192.168.1.20', '192.168.1.20'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8::6', '2001:db8:0:0::/64'],
  ['2001:db8:1:2::', '2001:db8:1:2::/64'],
  ['fe80::1', 'fe80:0:0:0::/64'],
  ['::2', '0:0:0:0::/64'],
])('the network of %s is %s', (address, network) => expect(networkOf(address)).toBe(network));

it('programs that demand newer answers share a quarter of the allowance, and none takes all of it', () => {
  const state = { now: 0 };
  const shares = createShares(defaultShares, () => state.now, { allowance: 60, free: () => 60 });
  const taken = (person: string) => Array.from({ length: 60 }, () => shares.takeRenewal(person)).filter(Boolean).length;
  expect([taken('board'), taken('script'), taken('sheet')]).toEqual([8, 4, 2]);
  state.now += 70_000;
  expect(taken('board')).toBe(8);
  const unlimited = createShares(defaultShares, () => 0, { allowance: Number.POSITIVE_INFINITY, free: () => 60 });
  expect(Array.from({ length: 500 }, () => unlimited.takeRenewal('board')).every(Boolean)).toBe(true);
});

it('work is counted in milliseconds by person: what was used comes back with time, and nobody else pays', () => {
  let now = 0;
  const shares = createShares(limits, () => now, plenty);
  const [greedy, other] = [shares.workOf(of('greedy', 'school')), shares.workOf(of('other', 'school'))];
  greedy.charge(999);
  expect(greedy.wait()).toBeNull();
  // The last work may exceed the share: nobody knows before what it costs.
  greedy.charge(700);
  expect([greedy.wait(), other.wait()]).toEqual([7, null]);
  // Another session of the same person has the same share.
  expect(shares.workOf(of('greedy', 'home')).wait()).toBe(7);
  now += 6_900;
  expect(greedy.wait()).toBe(1);
  now += 110;
  expect(greedy.wait()).toBeNull();
  // It never saves up more than a burst.
  now += 10 ** 9;
  greedy.charge(1_000);
  expect(greedy.wait()).not.toBeNull();
});
