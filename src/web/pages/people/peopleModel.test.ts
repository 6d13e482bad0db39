import { describe, expect, test } from 'vitest';
import {
  enterLink,
  exactLinks,
  findPeople,
  foundText,
  hiddenColumns,
  type KnownPerson,
  personLines,
} from './peopleModel.ts';

const zone = { name: 'America/Denver', zoneless: 'operator' } as const;
const writing = { now: Date.parse('2026-05-12T17:05:00Z'), clock: { zone: zone.name, mode: 'L' }, zone } as const;
const id = (last: string) => `5e3a7f0c-1f6d-4c9b-9a44-6d2f0f4f7b${last}`;
const person = (last: string, firstName: string, lastName: string, more: Partial<KnownPerson> = {}): KnownPerson => ({
  userId: id(last),
  firstName,
  lastName,
  externalId: `EXT-${last}`,
  aircraftCheckouts: null,
  ...more,
});
const people = [person('11', 'Tamika', 'Tanaka'), person('12', 'Émile', 'Tanaka'), person('13', 'Sam', 'Lee')];
const checkout = (model: string, more: object = {}) => ({ make: { name: 'Cessna' }, model: { name: model }, ...more });

const nothing = { byPerson: new Map(), isWhole: true };

describe('a person in the list', () => {
  const line = (value: unknown, beside: Partial<Parameters<typeof personLines>[1]> = {}) =>
    personLines(
      [{ key: id('11'), title: 'Tamika Tanaka', value }],
      { people: [], instructorIds: [], next: nothing, ...beside },
      writing,
    )[0];

  test('has the role from the service, or is an instructor', () => {
    expect(line({ role: 'Student' })?.role).toBe('Student');
    expect(line({}, { instructorIds: [id('11').toUpperCase()] })?.role).toBe('Instructor');
    expect(line({}, { instructorIds: null })?.role).toBe('not known');
    expect(line('no record')?.role).toBe('');
  });

  test('has the models they are checked out in, and counts invalid checkouts', () => {
    const aircraftCheckouts = [
      checkout('C152'),
      checkout('C172S'),
      checkout('DA40 NG', { expires: true, expirationDate: '2026-05-01T00:00:00' }),
      checkout('SR20', { revoked: true }),
      checkout('PA-44', { expires: true }),
    ];
    const known = [person('11', 'Tamika', 'Tanaka', { aircraftCheckouts })];
    const record = { userId: id('11') };
    expect(line(record, { people: known })?.checkouts).toBe('C152, C172S; 1 expired; 1 revoked; 1 without a date');
    // The gateway's copy has the newest record, also if the list has checkouts.
    expect(line({ ...record, aircraftCheckouts: [checkout('C152')] }, { people: known })?.checkouts).toMatch(/C172S/);
    expect(line({ ...record, aircraftCheckouts: [] }, { people })?.checkouts).toBe('none');
    expect(line(record, { people })?.checkouts).toBe('');
  });

  test('has what ends soon among the checkouts', () => {
    const ends = (day: string) => ({ expires: true, expirationDate: `2026-${day}T00:00:00` });
    const known = (...days: string[]) => [
      person('11', 'Tamika', 'Tanaka', { aircraftCheckouts: days.map((day, at) => checkout(`C${at}`, ends(day))) }),
    ];
    const text = (...days: string[]) => line({ userId: id('11') }, { people: known(...days) })?.checkouts;
    expect(text('05-20')).toBe('C0; 1 ends Wed 20 May');
    expect(text('05-22', '05-20', '05-01')).toBe('C0, C1; 2 end from Wed 20 May; 1 expired');
    expect(text('07-20')).toBe('C0');
  });

  test('has the next reservation, nothing, or neither while the days ahead are not all read', () => {
    const next = { start: 1, text: 'Tue 12 May 1300L–1500L · N512SP', others: 'Kim Lee' };
    const byPerson = new Map([[id('11'), next]]);
    expect(line({}, { next: { byPerson, isWhole: false } })?.next).toBe(next);
    expect(line({}, { next: { byPerson: new Map(), isWhole: true } })?.next).toBeNull();
    expect(line({}, { next: { byPerson: new Map(), isWhole: false } })?.next).toBeUndefined();
  });

  test('has the day of the last flight, by the operator’s clock', () => {
    expect(line({ lastFlightDate: '2026-05-12T08:49:00' })?.flown).toBe('Tue 12 May');
    expect(line({ lastFlightDate: '2025-05-12T23:59:00' })?.flown).toBe('Mon 12 May 2025');
    expect(line({ lastFlightDate: null })?.flown).toBe('');
  });

  test('has any status except the usual one', () => {
    expect(line({ status: { id: 1, name: 'Active' } })?.status).toBe('');
    expect(line({ status: { id: 0, name: 'Inactive' } })?.status).toBe('Inactive');
    expect(line({})?.status).toBe('');
  });
});

test('checkouts are a column only where they are known of everyone shown', () => {
  const lines = (known: readonly KnownPerson[]) =>
    personLines(
      people.map((value) => ({ key: value.userId, title: value.userId, value: { userId: value.userId } })),
      { people: known, instructorIds: [], next: nothing },
      writing,
    );
  const loaded = people.map((one) => ({ ...one, aircraftCheckouts: [] }));
  expect(hiddenColumns(lines(loaded), true)).toEqual(['status', 'flown', 'with']);
  expect(hiddenColumns(lines([...loaded.slice(0, 2), ...people.slice(2)]), true)).toContain('checkouts');
});

describe('the people search', () => {
  const names = (text: string) => findPeople(people, text).rows.map(({ title }) => title);

  test('matches words of names and ids, whatever the case and accents', () => {
    expect(names('tanaka')).toEqual(['Émile Tanaka', 'Tamika Tanaka']);
    expect(names('Tanaka emile')).toEqual(['Émile Tanaka']);
    expect(names('ext-13')).toEqual(['Sam Lee']);
    expect(names(id('12').slice(-4))).toEqual(['Émile Tanaka']);
    expect(names('nobody')).toEqual([]);
  });

  test('counts everyone found and shows a hundred', () => {
    const many = Array.from({ length: 143 }, (_, at) => person(`${at}`, 'Sam', `Lee ${at}`));
    expect(foundText(findPeople(many, 'sam'), 'sam')).toBe('100 of 143 found');
    expect(foundText(findPeople(people, 'tanaka'), 'tanaka')).toBe('2 found');
  });

  test('shows everyone when the text is empty', () => {
    const many = Array.from({ length: 143 }, (_, at) => person(`${at}`, 'Sam', `Lee ${at}`));
    expect(findPeople(many, ' ').rows.length).toBe(143);
    expect(foundText(findPeople(many, ' '), ' ')).toBe('143 in all');
  });
});

test('Enter opens the one person found, or what was typed, but nothing when several match', () => {
  expect(enterLink('sam', people)).toBe(`/people/${id('13')}`);
  expect(enterLink('EXT-11', people)).toBe('/people?external=EXT-11');
  expect(enterLink('tanaka', people)).toBe(null);
  expect(enterLink(' a/b ', people)).toBe('/people?external=+a%2Fb+');
  expect(enterLink(id('99'), people)).toBe(`/people/${id('99')}`);
  expect(enterLink('  ', people)).toBe(null);
});

test('what was typed can be requested exactly', () => {
  expect(exactLinks('17').map(({ label }) => label)).toEqual(['Open external ID “17”']);
  expect(exactLinks(id('11')).map(({ link }) => link)).toEqual([`/people/${id('11')}`, `/people?external=${id('11')}`]);
  expect(exactLinks(' ')).toEqual([]);
});

test('ids are a column only where someone looks for them', () => {
  const lines = personLines(
    [{ key: id('11'), title: 'T', value: {} }],
    { people, instructorIds: [], next: nothing },
    writing,
  );
  expect(hiddenColumns(lines, false)).toContain('external');
  expect(hiddenColumns(lines, true)).not.toContain('external');
});
