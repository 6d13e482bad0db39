import { describe, expect, test } from 'vitest';
import { unreadIn } from '#contract/tolerant.ts';
import { areCheckoutsUnread, mayFly, readUser, toCheckouts } from './checkouts.ts';
import type { Aircraft } from '#domain/fleet/fleet.ts';

const now = Date.parse('2026-05-12T17:05:00Z');
const zone = { name: 'America/Denver', zoneless: 'operator' } as const;
const cessna = { makeId: 'c', name: 'Cessna' };
const piper = { makeId: 'p', name: 'Piper' };
const skyhawk = { modelId: 's', name: '172S' };
const archer = { modelId: 'a', name: 'Archer' };

const checkout = (more: object = {}) => ({
  make: cessna,
  model: skyhawk,
  approvedBy: { firstName: 'Kim', lastName: 'Lee' },
  dateGiven: '2025-11-20T14:00:00',
  expires: true,
  expirationDate: '2026-11-20T14:00:00',
  revoked: false,
  ...more,
});
const checkoutsOf = (...records: object[]) =>
  toCheckouts(readUser({ userId: 'u', aircraftCheckouts: records }) ?? {}, now, zone);
const aircraft = (tailNumber: string, more: object = {}): Aircraft => ({
  aircraftId: tailNumber,
  tailNumber,
  make: cessna,
  model: skyhawk,
  status: { id: 1, name: 'active' },
  ...more,
});

describe('a checkout is', () => {
  test.each([
    [{}, 'valid'],
    [{ expirationDate: '2026-05-12T11:05:00' }, 'valid'],
    [{ expirationDate: '2026-05-11T23:59:59' }, 'expired'],
    [{ revoked: true, expirationDate: '2020-01-01T00:00:00' }, 'revoked'],
    [{ expires: false, expirationDate: '2020-01-01T00:00:00' }, 'valid'],
    [{ expires: null, expirationDate: null }, 'valid'],
    [{ expires: null, expirationDate: '+275760-09-13T00:00:00Z' }, 'undated'],
    [{ expires: null, expirationDate: '2020-01-01T00:00:00' }, 'expired'],
    [{ expires: true, expirationDate: '1753-01-01T00:00:00' }, 'undated'],
  ])('%j: %s', (more, state) => {
    expect(checkoutsOf(checkout(more))[0]?.state).toBe(state);
  });

  // It is 12 May at the school, and by 2355L it is 13 May in UTC.
  const evening = Date.parse('2026-05-12T23:55:00-06:00');
  test.each([
    '2026-05-12',
    '2026-05-12T00:00:00',
    '2026-05-12T00:00:00Z',
    '2026-05-12T23:59:59',
    '2026-05-12T23:59:59Z',
  ])(
    'valid through the day in %s, and expired the next, however date-times without a zone are read',
    (expirationDate) => {
      for (const zoneless of ['operator', 'utc'] as const) {
        const state = (instant: number) =>
          toCheckouts({ aircraftCheckouts: [checkout({ expirationDate })] }, instant, { ...zone, zoneless })[0]?.state;
        expect([now, evening, evening + 300_000].map(state)).toEqual(['valid', 'valid', 'expired']);
      }
    },
  );

  test('given on a day if the record has no time', () => {
    expect(checkoutsOf(checkout({ dateGiven: '2025-11-20' }))[0]?.given).toBe(Date.parse('2025-11-20T07:00:00Z'));
    expect(checkoutsOf(checkout({ dateGiven: '1753-01-01' }))[0]?.given).toBeNull();
  });

  test('given by a person, for a make and model, at a time', () => {
    expect(checkoutsOf(checkout())[0]).toMatchObject({
      type: 'Cessna 172S',
      givenBy: 'Kim Lee',
      given: Date.parse('2025-11-20T21:00:00Z'),
    });
  });
});

describe('a person with a checkout may fly', () => {
  const fleet = [
    aircraft('N2'),
    aircraft('N1'),
    aircraft('N3', { make: piper, model: archer }),
    aircraft('N4', { status: { id: 0, name: 'inactive' } }),
    aircraft('N5', { status: { id: 2, name: 'deleted' } }),
  ];
  const tails = (...records: object[]) =>
    mayFly(checkoutsOf(...records), fleet).aircraft.map(({ tailNumber }) => tailNumber);

  test('the active aircraft of its make and model, with the inactive ones counted', () => {
    expect(tails(checkout())).toEqual(['N1', 'N2']);
    expect(mayFly(checkoutsOf(checkout()), fleet).inactive).toBe(1);
  });

  test('nothing if it is expired, revoked or lacks its expiry date', () => {
    expect(tails(checkout({ revoked: true }), checkout({ expirationDate: '2026-01-01T00:00:00' }))).toEqual([]);
    expect(tails(checkout({ expirationDate: null }))).toEqual([]);
  });

  test('nothing if one for the same type was revoked later', () => {
    const old = checkout({ dateGiven: '2025-01-01T00:00:00' });
    expect(tails(old, checkout({ revoked: true }))).toEqual([]);
    expect(checkoutsOf(old, checkout({ revoked: true })).map(({ state }) => state)).toEqual([
      'revoked later',
      'revoked',
    ]);
    expect(tails(checkout(), checkout({ revoked: true, dateGiven: '2025-01-01T00:00:00' }))).toEqual(['N1', 'N2']);
  });

  test('no model of the same name by another make', () => {
    expect(tails(checkout({ make: piper }))).toEqual([]);
  });

  test('by names, in any letter case, if an id is missing', () => {
    expect(tails(checkout({ make: { name: 'PIPER' }, model: { name: ' archer' } }))).toEqual(['N3']);
    expect(tails(checkout({ make: null, model: null }))).toEqual([]);
  });

  test('nothing for a model outside the fleet, which is listed separately', () => {
    const checkouts = checkoutsOf(checkout({ make: { name: 'Cirrus' }, model: { name: 'SR20' } }));
    expect(mayFly(checkouts, fleet).without.map(({ type }) => type)).toEqual(['Cirrus SR20']);
  });
});

test('a user loses only fields of other types; with a part of a checkout all checkouts, for it may have ended one', () => {
  const odd = {
    lastName: 'Garcia',
    currentBalance: Infinity,
    aircraftCheckouts: [checkout(), checkout({ revoked: 'maybe' })],
  };
  const read = readUser(odd);
  expect(read).toMatchObject({ lastName: 'Garcia', aircraftCheckouts: null });
  expect(read && unreadIn(read)).toEqual(['currentBalance', 'aircraftCheckouts.1.revoked']);
  expect(read && areCheckoutsUnread(read)).toBe(true);
  const whole = readUser({ aircraftCheckouts: [checkout()] });
  expect(whole && areCheckoutsUnread(whole)).toBe(false);
  expect(readUser([])).toBeNull();
  expect(readUser({ firstName: null, extra: 1 })).toMatchObject({ extra: 1 });
});
