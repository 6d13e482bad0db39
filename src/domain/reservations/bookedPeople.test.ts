import { expect, test } from 'vitest';
import { reservation } from '#e2e/fixtures/samples/sampleRecords.ts';
import { bookedPeople, peopleNames } from './reservations.ts';

const pilot = <Id extends string | null>(userId: Id, firstName: string, phone: string | null = null) => ({
  userId,
  firstName,
  phone,
});

test('the pilots come first, then the instructor, each with the given phone', () => {
  expect(bookedPeople({ record: reservation })).toMatchObject([
    { role: 'pilot', name: 'Sam Garcia', phone: '555-0100' },
    { role: 'instructor', name: 'Ana Lee', phone: null },
  ]);
});

test('a person with neither id nor name is left out; blanks are not a phone', () => {
  const record = { pilots: [pilot(null, ''), pilot('a', '', '  ')], instructor: null };
  expect(bookedPeople({ record })).toMatchObject([{ userId: 'a', name: 'No name', phone: null }]);
});

test('names are listed once per id and sorted, equal names are told apart, and unnamed people are left out', () => {
  const people = [
    pilot('id-0001', 'Sam'),
    pilot('id-0002', 'Sam'),
    pilot('id-0001', 'Sam'),
    pilot('b', 'Ana'),
    pilot('c', ''),
  ];
  expect([...peopleNames(people)]).toEqual([
    ['b', 'Ana'],
    ['id-0001', 'Sam (…0001)'],
    ['id-0002', 'Sam (…0002)'],
  ]);
});
