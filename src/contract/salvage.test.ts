import { describe, expect, test } from 'vitest';
import { parseList } from './answers.ts';
import { reminder, reservation } from '#e2e/fixtures/samples/sampleRecords.ts';

const read = (record: unknown) => {
  const { records, setAside } = parseList('listMaintenanceReminders', { items: [record] });
  return { record: records[0], setAside };
};

describe('a reminder with odd members', () => {
  test('is unchanged if it matches the specification', () => {
    expect(read(reminder)).toEqual({ record: reminder, setAside: [] });
  });

  test('reads numbers and flags written as text', () => {
    const odd = {
      ...reminder,
      permanentlyComplied: 'True',
      timeOptions: { ...reminder.timeOptions, currentHours: '4093.8', expirationHours: ' 4,100 ' },
      cycleOptions: { ...reminder.cycleOptions, currentCycles: '880' },
    };
    expect(read(odd)).toEqual({
      record: {
        ...reminder,
        permanentlyComplied: true,
        timeOptions: { ...reminder.timeOptions, currentHours: 4093.8, expirationHours: 4100 },
      },
      setAside: [],
    });
  });

  test.each([
    ['Expired', { name: 'Expired' }],
    [3, { id: 3 }],
    ['3', { id: 3 }],
    [
      { id: '3', name: 'Expired' },
      { id: 3, name: 'Expired' },
    ],
  ])('reads the status %j', (status, meant) => {
    expect(read({ ...reminder, status }).record?.status).toEqual(meant);
  });

  test('loses only unreadable members, and lists them', () => {
    const odd = {
      ...reminder,
      status: { id: 3, name: 'Expired' },
      dateOptions: 'soon',
      timeOptions: { ...reminder.timeOptions, currentHours: 'n/a' },
      permanentlyComplied: {},
      name: 100,
    };
    const { record } = read(odd);
    expect(record).toMatchObject({ name: '100', status: { id: 3 }, timeOptions: { expirationHours: 4100 } });
    expect(record?.dateOptions ?? null).toBeNull();
    expect(record?.['unreadMembers']).toEqual(['permanentlyComplied', 'dateOptions', 'timeOptions.currentHours']);
  });

  test.each([Infinity, -Infinity, Number.NaN, 1e308, -1e308, 2 ** 53, '9'.repeat(400), '1e400'])(
    'loses only the figure %j, with which nobody can calculate',
    (currentHours) => {
      const { record, setAside } = read({ ...reminder, timeOptions: { ...reminder.timeOptions, currentHours } });
      expect(setAside).toEqual([]);
      expect(record?.timeOptions).toMatchObject({ currentHours: undefined, expirationHours: 4100 });
      expect(record?.['unreadMembers']).toEqual(['timeOptions.currentHours']);
    },
  );

  test.each([null, 7, 'Annual', true, [[]]])('is not a reminder if it is %j', (record) => {
    expect(read(record).setAside).toHaveLength(1);
  });
});

describe('a reservation with odd members', () => {
  const one = (changed: object) => {
    const { records, setAside } = parseList('listReservations', { items: [{ ...reservation, ...changed }] });
    return { record: records[0], setAside };
  };

  test('is unchanged if it matches the specification', () => {
    expect(one({})).toEqual({ record: reservation, setAside: [] });
  });

  test('keeps its aircraft and time although its type is a word and its people are odd', () => {
    const [pilot] = reservation.pilots;
    const { record, setAside } = one({ reservationType: 'Rental', pilots: [pilot, null, 'Sam'], instructor: 7 });
    expect(setAside).toEqual([]);
    expect(record).toMatchObject({
      startTime: reservation.startTime,
      aircraft: { tailNumber: 'N512SP' },
      reservationType: { name: 'Rental' },
      pilots: [{ userId: pilot!.userId }],
    });
    expect(record?.['unreadMembers']).toEqual(['pilots.2', 'instructor']);
  });

  test('has no people if they are not a list', () => {
    const { record } = one({ pilots: 'Sam' });
    expect([record?.pilots, record?.['unreadMembers']]).toEqual([undefined, ['pilots']]);
  });
});

test('an instructor with an odd status keeps the name and the id', () => {
  const odd = { userId: 'B2', firstName: 'Ana', lastName: 7, instructorStatus: { id: Infinity, name: 'Active' } };
  const { records, setAside } = parseList('listInstructors', { items: [odd] });
  expect(setAside).toEqual([]);
  expect(records).toEqual([
    {
      userId: 'b2',
      firstName: 'Ana',
      lastName: '7',
      instructorStatus: { name: 'Active' },
      unreadMembers: ['instructorStatus.id'],
    },
  ]);
});
