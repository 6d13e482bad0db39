import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { everyone } from '#contract/access/grants.ts';
import type { Config } from '#contract/gateway/config.ts';
import { user as sampleUser } from '#e2e/fixtures/samples/sampleRecords.ts';
import type { Aircraft } from '#domain/fleet/fleet.ts';
import { readUser, type User } from '#domain/people/checkouts.ts';
import { checkoutFor } from '#domain/readiness/checkout.ts';
import { canAsk } from '#web/data/api.ts';
import { checkoutsModel, foundOrNot, peopleQuestion, personAddress, personCard } from './personModel.ts';

const zone = { name: 'America/Denver', zoneless: 'operator' } as const;
const now = Date.parse('2026-05-12T17:05:00Z');
const writing = { now, clock: { zone: zone.name, mode: 'L' }, zone } as const;
const user = (more: Partial<User> = {}): User => ({ ...readUser(sampleUser), ...more });

describe('the person card', () => {
  test('has the fields in the specification, with the less used ones folded, and the balance to the cent', () => {
    const card = personCard(user(), writing);
    expect(card.status).toEqual({ text: 'Active', isActive: true });
    expect(card.lastFlight).toBe('Fri 1 May');
    expect(card.facts.map(({ label, text }) => [label, text])).toEqual([['External ID', 'S-1042']]);
    expect(card.folded.map(({ label, text }) => [label, text])).toEqual([
      ['Created', 'Mon 15 Jan 2024 0930L'],
      ['User ID', sampleUser.userId],
    ]);
    expect(card.balance).toBe('-12.50');
  });

  test('keeps phone and e-mail out of the facts displayed at once', () => {
    const secret = fc.stringMatching(/^[a-z]{6,12}$/);
    fc.assert(
      fc.property(secret, secret, (email, phoneNumber) => {
        const card = personCard(user({ email: `${email}@example.com`, phoneNumber }), writing);
        expect(card).toMatchObject({ phone: phoneNumber, email: `${email}@example.com` });
        expect(JSON.stringify(card.facts)).not.toContain(`${email}@`);
        expect(JSON.stringify(card.facts)).not.toContain(`"${phoneNumber}"`);
      }),
    );
  });

  test('has blanks where the service gives nothing, and no phone when there is none', () => {
    const card = personCard({}, writing);
    expect([...card.facts, ...card.folded].map(({ text }) => text)).toEqual(['', '', '']);
    expect(card.lastFlight).toBe('');
    expect(card).toMatchObject({ phone: null, email: null, status: { text: 'no status', isActive: false } });
    expect(personCard(user({ phoneNumber: '  ', email: null }), writing)).toMatchObject({ phone: null, email: null });
  });

  test.each([
    [{ id: 1 }, 'Active', true],
    [{ id: 2, name: 'On leave' }, 'On leave', false],
    [{ id: 9 }, 'no status', false],
    [{ name: 'Active' }, 'Active', true],
  ])('shows the status %j by its API name', (status, text, isActive) => {
    expect(personCard(user({ status }), writing).status).toEqual({ text, isActive });
  });
});

const cessna = { makeId: 'c', name: 'Cessna' };
const c152 = { modelId: 'm', name: 'C152' };
const aircraft = (tailNumber: string, more: Partial<Aircraft> = {}): Aircraft => ({
  aircraftId: tailNumber,
  tailNumber,
  make: cessna,
  model: c152,
  status: { id: 1, name: 'active' },
  ...more,
});
const by = { approvedBy: { firstName: 'Kim', lastName: 'Lee' }, dateGiven: '2025-05-01T10:00:00' };
const checkout = (more: object) => ({ make: cessna, model: c152, ...by, expires: false, revoked: false, ...more });
const checkoutsOf = (fleet: readonly Aircraft[] | null, ...records: object[]) =>
  checkoutsModel(user(readUser({ aircraftCheckouts: records }) ?? {}), fleet, writing);

describe('a person’s checkouts', () => {
  test('that are expired, revoked or undated are told apart, and allow no aircraft', () => {
    const { count, lines, mayFly } = checkoutsOf(
      [aircraft('N1')],
      checkout({ expires: true, expirationDate: '2026-05-11T11:00:00' }),
      checkout({ expirationDate: '1753-01-01T00:00:00', revoked: true }),
      checkout({ expires: true, expirationDate: null, revoked: null, dateGiven: '2025-06-01T10:00:00' }),
    );
    expect(count).toBe('0 valid of 3');
    expect(lines.map(({ state, expires }) => `${state}: ${expires}`)).toEqual([
      'expired: Mon 11 May',
      'revoked: never',
      'undated: not given',
    ]);
    expect(mayFly).toEqual({ count: '0 of the fleet', models: [], notes: [] });
  });

  test.each(['2026-05-12', '2026-05-12T00:00:00', '2026-05-12T00:00:00Z', '2026-05-12T23:59:59Z'])(
    'are valid through the day in %s, as in the check of a flight that day',
    (expirationDate) => {
      const given = checkout({ expires: true, expirationDate });
      const { lines, count } = checkoutsOf(null, given);
      expect([count, ...lines.map(({ state, expires }) => `${state}: ${expires}`)]).toEqual([
        '1 valid of 1',
        'valid: Tue 12 May',
      ]);
      const person = readUser({ userId: 'u', aircraftCheckouts: [given] });
      const flight = { start: writing.now + 3_600_000, end: writing.now + 7_200_000 };
      const type = { make: cessna, model: c152 };
      expect(checkoutFor({ userId: 'u', ...person }, type, flight, writing.zone).state).toBe('expires soon');
    },
  );

  test('say who gave them and when, with a dash for missing values', () => {
    const { lines } = checkoutsOf(null, checkout({}), { expires: true, expirationDate: '2027-01-31T12:00:00' });
    expect(lines).toEqual([
      { aircraft: 'Cessna C152', state: 'valid', expires: 'never', given: 'Thu 1 May 2025 by Kim Lee' },
      { aircraft: '–', state: 'valid', expires: 'Sun 31 Jan 2027', given: '–' },
    ]);
  });

  test('allow the aircraft of their make and model, sorted by tail number, and count the others', () => {
    const fleet = [
      aircraft('N2'),
      aircraft('N1'),
      aircraft('N3', { status: { id: 0, name: 'inactive' } }),
      aircraft('N4', { model: { modelId: 'x', name: 'C172' } }),
    ];
    const { count, mayFly } = checkoutsOf(fleet, checkout({}), checkout({ model: { name: 'SR20' } }));
    expect(count).toBe('2 valid of 2');
    expect(mayFly?.count).toBe('2 of the fleet');
    expect(
      mayFly?.models.map(({ model, aircraft: ownAircraft }) => [model, ...ownAircraft.map((one) => one.tailNumber)]),
    ).toEqual([['Cessna C152', 'N1', 'N2']]);
    expect(mayFly?.notes).toEqual(['Inactive aircraft of these models: 1.', 'The fleet has no Cessna SR20.']);
  });

  test('say nothing about the fleet until it is known', () => {
    expect(checkoutsOf(null, checkout({})).mayFly).toBeNull();
    expect(checkoutsOf([])).toMatchObject({ count: 'none', lines: [] });
  });
});

test('a missing user is an answer, and every other failure stays a failure', () => {
  const failure = { status: null, entries: [], retryAfter: null } as const;
  const reading = { source: 'User', asOf: null, interval: 60_000 };
  const missing = { ...reading, failure: { ...failure, kind: 'missing' } } as const;
  expect(foundOrNot(missing, now)).toEqual({ reading: { ...reading, failure: null, asOf: now }, isMissing: true });
  const offline = { ...reading, failure: { ...failure, kind: 'offline' } } as const;
  expect(foundOrNot(offline, now)).toEqual({ reading: offline, isMissing: false });
});

describe('the address of People', () => {
  test('asks for the list, for a user, or for an external ID, which comes first', () => {
    expect(peopleQuestion('', '')).toEqual({ question: { kind: 'list' }, problem: null });
    expect(peopleQuestion('17', '')).toEqual({ question: { kind: 'user', id: '17' }, problem: null });
    expect(peopleQuestion('', ' x ')).toEqual({ question: { kind: 'external', id: ' x ' }, problem: null });
    expect(peopleQuestion('17', 'x')).toEqual({
      question: { kind: 'external', id: 'x' },
      problem: 'The address names a user ID and an external ID; showing the external ID.',
    });
  });

  test('keeps an ID exactly as typed', () => {
    expect(personAddress('external', 'a+b&c=d#e?f')).toBe('/people?external=a%2Bb%26c%3Dd%23e%3Ff');
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (id) => {
        const params = new URL(personAddress('external', id), 'http://localhost').searchParams;
        expect(params.get('external')).toBe(id);
      }),
    );
  });
});

describe('the ID in a request', () => {
  const school: Config = {
    operatorId: 1001,
    operatorName: 'A school',
    timeZone: zone.name,
    zonelessTimes: 'operator',
    shiftStarts: ['06:00', '14:00', '22:00'],
    copyDays: { back: 14, ahead: 42 },
    thresholds: {},
    who: everyone,
    reportOffset: 'page',
    rateLimit: 60,
    embedded: true,
    position: null,
  };
  const isAskable = (externalId: string) => canAsk(school, 'getUserByExternalId', { externalId });

  test.each(['..', '../x', 'a/../b', '.', '..\\x', 'x'.repeat(201), 'a\u0000b'])(
    '%j is never requested as an external ID',
    (id) => {
      expect(isAskable(id)).toBe(false);
    },
  );

  test.each(['a/b', '%2e', '%2e%2e', 'Ünï çødé', ' two  blanks ', 'a+b&c=d#e?f'])(
    '“%s” can be requested as an external ID',
    (id) => {
      expect(isAskable(id)).toBe(true);
    },
  );

  test('must be a GUID for a user', () => {
    expect(canAsk(school, 'getUser', { userId: '17' })).toBe(false);
    expect(canAsk(school, 'getUser', { userId: '00000000-0000-4000-8000-000000000000' })).toBe(true);
  });
});
