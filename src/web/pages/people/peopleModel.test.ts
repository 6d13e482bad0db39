import { describe, expect, test } from 'vitest';
import { enterLink, exactLinks, findPeople, foundText, type KnownPerson, personLines } from './peopleModel.ts';

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

describe('people are listed', () => {
  const line = (value: unknown, beside: Partial<{ people: KnownPerson[]; instructorIds: string[] }> = {}) =>
    personLines(
      [{ key: id('11'), title: 'Tamika Tanaka', value }],
      { people: [], instructorIds: [], ...beside },
      writing,
    )[0];

  test('with the role that the service sends, or as instructors', () => {
    expect(line({ role: 'Student' })?.role).toBe('Student');
    expect(line({}, { instructorIds: [id('11').toUpperCase()] })?.role).toBe('Instructor');
    expect(line('no record')?.role).toBe('');
  });

  test('with the models that they may take, and how many checkouts are no longer valid', () => {
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
    expect(line({ ...record, aircraftCheckouts: [] }, { people: known })?.checkouts).toBe('none');
    expect(line(record, { people })?.checkouts).toBe('');
  });

  test('with any status but the usual one', () => {
    expect(line({ status: { id: 1, name: 'Active' } })?.status).toBe('');
    expect(line({ status: { id: 0, name: 'Inactive' } })?.status).toBe('Inactive');
    expect(line({})?.status).toBe('');
  });
});

describe('people are found', () => {
  const names = (text: string) => findPeople(people, text).rows.map(({ title }) => title);

  test('by words of names and ids, whatever the case and the accents', () => {
    expect(names('tanaka')).toEqual(['Émile Tanaka', 'Tamika Tanaka']);
    expect(names('Tanaka emile')).toEqual(['Émile Tanaka']);
    expect(names('ext-13')).toEqual(['Sam Lee']);
    expect(names(id('12').slice(-4))).toEqual(['Émile Tanaka']);
    expect(names('nobody')).toEqual([]);
  });

  test('and counted, a hundred of them shown', () => {
    const many = Array.from({ length: 143 }, (_, at) => person(`${at}`, 'Sam', `Lee ${at}`));
    expect(foundText(findPeople(many, 'sam'), 'sam')).toBe('100 of 143 found');
    expect(foundText(findPeople(people, 'tanaka'), 'tanaka')).toBe('2 found');
  });

  test('all of them where nothing is looked for', () => {
    const many = Array.from({ length: 143 }, (_, at) => person(`${at}`, 'Sam', `Lee ${at}`));
    expect(findPeople(many, ' ').rows.length).toBe(143);
    expect(foundText(findPeople(many, ' '), ' ')).toBe('143 in all');
  });
});

test('Enter opens the one who is found, else what was typed; of several nobody', () => {
  expect(enterLink('sam', people)).toBe(`/people/${id('13')}`);
  expect(enterLink('EXT-11', people)).toBe('/people?external=EXT-11');
  expect(enterLink('tanaka', people)).toBe(null);
  expect(enterLink(' a/b ', people)).toBe('/people?external=+a%2Fb+');
  expect(enterLink(id('99'), people)).toBe(`/people/${id('99')}`);
  expect(enterLink('  ', people)).toBe(null);
});

test('what was typed can be asked for exactly', () => {
  expect(exactLinks('17').map(({ label }) => label)).toEqual(['Open external ID “17”']);
  expect(exactLinks(id('11')).map(({ link }) => link)).toEqual([`/people/${id('11')}`, `/people?external=${id('11')}`]);
  expect(exactLinks(' ')).toEqual([]);
});
