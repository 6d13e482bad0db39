import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { defaultCopyDays } from '#contract/gateway/config.ts';
import { checkoutAges } from '#contract/sets.ts';
import { sqliteStorage } from '#server/replica/storage/sqliteStorage.ts';
import { partKey } from './parts.ts';
import { Register } from './register.ts';

const hour = 3_600_000;

/** A register whose clock the test moves. */
function sampleRegister() {
  let now = Date.parse('2026-05-12T17:05:00Z');
  const storage = sqliteStorage(new DatabaseSync(':memory:'), { service: 'register', at: now });
  const clock = () => now;
  const register = new Register({ storage, clock, wall: clock, zone: 'America/Denver', days: defaultCopyDays });
  const renew = (flyers: Readonly<Record<string, number>>) =>
    register.renew({ aircraft: new Map(), flyers: new Map(Object.entries(flyers)) });
  const targetOf = (scope: string) => {
    const part = register.part(partKey('user', scope));
    return part ? part.target / 1000 : null;
  };
  const read = (scope: string) => {
    const part = register.part(partKey('user', scope));
    if (part) part.asOf = now;
  };
  return { register, renew, targetOf, read, wait: (hours: number) => void (now += hours * hour) };
}

it('asks for people at the pace of their next flight, and keeps them for a day after it', () => {
  const { renew, targetOf, read, wait } = sampleRegister();
  renew({ sam: checkoutAges.soon });
  expect(targetOf('sam')).toBe(3600);
  renew({ sam: checkoutAges.today });
  expect(targetOf('sam')).toBe(900);
  read('sam');
  renew({});
  // Nothing is refreshed before two fifths of its target.
  expect((targetOf('sam') ?? 0) * 0.4).toBeGreaterThan(24 * 3600);
  wait(23);
  renew({});
  expect(targetOf('sam')).not.toBeNull();
  wait(2);
  renew({});
  expect(targetOf('sam')).toBeNull();
});

it('asks at that pace for the record by external id, if only that one has checkouts', () => {
  const { register, renew, targetOf } = sampleRegister();
  renew({ sam: checkoutAges.today });
  const part = register.part(partKey('user', 'sam'));
  if (part) part.external = 'external S-1';
  renew({ sam: checkoutAges.today });
  expect([targetOf('sam'), targetOf('external S-1')]).toEqual([checkoutAges.other, checkoutAges.today]);
});
