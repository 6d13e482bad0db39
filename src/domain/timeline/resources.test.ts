import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { TimedReservation } from '#domain/reservations/reservations.ts';
import { aircraft, now, status } from '#e2e/fixtures/samples/sampleMaintenance.ts';
import { type ResourceKind, resourceKinds, resourcesOf } from './resources.ts';
import { person, reserved, slot } from '#e2e/fixtures/samples/sampleSchedule.ts';

const model = (name: string) => ({ model: { modelId: name, name } });
const fleet = [
  aircraft({ aircraftId: 'sim', tailNumber: 'Redbird', isSimulator: true, ...model('AATD') }),
  aircraft({ aircraftId: 'a10', tailNumber: 'N10', ...model('PA-28') }),
  aircraft({ aircraftId: 'a9', tailNumber: 'N9', ...model('PA-28') }),
  aircraft({ aircraftId: 'a1', tailNumber: 'N512SP', ...model('172S') }),
  aircraft({ aircraftId: 'stored', tailNumber: 'N2', status: { name: 'Inactive' }, ...model('172S') }),
  aircraft({ aircraftId: 'sold', tailNumber: 'N1', status: status(2), ...model('172S') }),
];
const lee = person('Ana Lee');
const instructors = [
  { userId: 'Max Young', firstName: 'Max', lastName: 'Young', instructorStatus: { id: 1, name: '' } },
  { userId: 'Ana Lee', firstName: 'Ana', lastName: 'Lee', instructorStatus: { id: 1, name: '' } },
  { userId: 'Kit Oak', firstName: 'Kit', lastName: 'Oak', instructorStatus: { name: 'inactive' } },
  { userId: 'Jo Able', firstName: 'Jo', lastName: 'Able', instructorStatus: { id: 0, name: '' } },
];

const rows = (kind: ResourceKind, ...reservations: readonly TimedReservation[]) =>
  resourcesOf(kind, { reservations, fleet, instructors }).map(({ group, label, reservations: ownReservations }) => [
    group,
    label,
    ownReservations.map(({ key }) => key).join(' '),
  ]);

describe('aircraft', () => {
  test('are sorted by model and tail number, simulators last, and active ones appear without reservations', () => {
    expect(rows('aircraft', slot('r', '12:00', '13:00'))).toEqual([
      ['172S', 'N512SP', 'r'],
      ['PA-28', 'N9', ''],
      ['PA-28', 'N10', ''],
      ['AATD', 'Redbird', ''],
    ]);
  });

  test('appear if deleted, unlisted or without an id but booked, and reservations without one come last', () => {
    const found = rows(
      'aircraft',
      slot('sold', '12:00', '13:00', { aircraft: { aircraftId: 'sold' } }),
      slot('new', '12:00', '13:00', { aircraft: { aircraftId: 'x', tailNumber: 'N77', ...model('172S') } }),
      slot('no id', '12:00', '13:00', { aircraft: { tailNumber: 'N88', ...model('PA-28') } }),
      slot('ground', '12:00', '13:00', { aircraft: null }),
    );
    expect(found.filter(([, , keys]) => keys !== '')).toEqual([
      ['172S', 'N1', 'sold'],
      ['172S', 'N77', 'new'],
      ['PA-28', 'N88', 'no id'],
      ['', 'No aircraft', 'ground'],
    ]);
  });

  test("have the list's record, or null", () => {
    const strange = slot('new', '12:00', '13:00', { aircraft: { aircraftId: 'x' } });
    const found = resourcesOf('aircraft', { reservations: [strange], fleet: fleet.slice(3, 4), instructors });
    expect(found.map(({ id, aircraft: one }) => [id, one?.tailNumber])).toEqual([
      ['a1', 'N512SP'],
      ['x', undefined],
    ]);
  });
});

describe('people', () => {
  test('are instructors if active or teaching, by last name', () => {
    const found = rows(
      'instructor',
      slot('dual', '12:00', '13:00', { instructor: person('Jo Able') }),
      slot('solo', '12:00', '13:00', { pilots: [person('Sam Garcia')] }),
    );
    expect(found).toEqual([
      ['Instructors', 'Able, Jo', 'dual'],
      ['Instructors', 'Lee, Ana', ''],
      ['Instructors', 'Young, Max', ''],
      ['', 'No instructor', 'solo'],
    ]);
  });

  test('include the meetings in an instructor’s row', () => {
    const meeting = slot('meeting', '08:00', '09:00', { type: 3, aircraft: null, pilots: [lee, person('Max Young')] });
    expect(rows('instructor', meeting).map(([, , keys]) => keys)).toEqual(['meeting', 'meeting']);
  });

  test('appear once for each pilot of a reservation, even without ids or names', () => {
    const pilots = [person('Sam Garcia'), person('Sam Garcia'), person('Wei Chen', null), { firstName: 'Cher' }, {}];
    expect(rows('pilot', slot('r', '12:00', '13:00', { pilots }), slot('shop', '12:00', '13:00', { type: 1 }))).toEqual(
      [
        ['Pilots', 'Chen, Wei', 'r'],
        ['Pilots', 'Cher', 'r'],
        ['Pilots', 'Garcia, Sam', 'r'],
        ['', 'No pilot', 'shop'],
      ],
    );
  });
});

test('every reservation is in a row of every kind, in order of start', () => {
  const someone = fc.constantFrom('Ana Lee', 'Max Young', 'Sam Garcia').map((name) => person(name));
  const some = fc.record({
    start: fc.integer({ min: 0, max: 50 }),
    aircraft: fc.constantFrom(null, ...['a1', 'a9', 'sold', 'x'].map((aircraftId) => ({ aircraftId }))),
    pilots: fc.array(someone, { maxLength: 2 }),
    instructor: fc.option(someone),
  });
  fc.assert(
    fc.property(fc.array(some), fc.constantFrom(...resourceKinds), (given, kind) => {
      const reservations = given
        .map(({ start, ...rest }, index) => reserved(`r${index}`, now + start, now + start + 10, rest))
        .toSorted((a, b) => a.start - b.start);
      const found = resourcesOf(kind, { reservations, fleet, instructors });
      expect(new Set(found.flatMap((row) => row.reservations))).toEqual(new Set(reservations));
      expect(new Set(found.map(({ id }) => id)).size).toBe(found.length);
      for (const row of found) {
        expect(row.reservations).toEqual(reservations.filter((reservation) => row.reservations.includes(reservation)));
      }
    }),
  );
});
