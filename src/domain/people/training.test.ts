import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { coursesOf, flownHours, lessonsOf, namesPeople, rowsOfPerson } from './training.ts';

const zone = { name: 'America/Denver', zoneless: 'operator' } as const;
/** Tuesday 12 May 2026, 1105L. */
const now = Date.parse('2026-05-12T17:05:00Z');
const ana = '86B9A0F0-0000-4000-8000-000000000001';
const ben = '86b9a0f0-0000-4000-8000-000000000002';

describe('the rows of a person', () => {
  const rows = [
    { studentId: ana.toLowerCase(), lesson: 'one' },
    { customerId: ben, lesson: 'two' },
    { customerId: null, userId: ana, lesson: 'three' },
    { student: 'Ana Garcia', lesson: 'four' },
  ];

  test('are found by id in any letter case, in any field', () => {
    expect(rowsOfPerson(rows, ana).map(({ lesson }) => lesson)).toEqual(['one', 'three']);
    expect(rowsOfPerson(rows, ben).map(({ lesson }) => lesson)).toEqual(['two']);
  });

  test('are not found by name', () => {
    expect(namesPeople(rows)).toBe(true);
    expect(namesPeople(rows.slice(3))).toBe(false);
    expect(rowsOfPerson(rows.slice(3), ana)).toEqual([]);
  });
});

test('lessons are sorted latest first, in the service’s words, with undated ones last', () => {
  const lessons = lessonsOf(
    [
      { lesson: 'Stalls', trainingSessionStatus: 'Passed' },
      { lesson: 'Taxi', trainingSessionDate: '2026-05-01T08:00:00', course: 'PPL', instructor: 'Kim Lee' },
      { lesson: 'Landing', trainingSessionDate: '2026-05-03T08:00:00', registrationTail: 'N512SP' },
    ],
    zone,
  );
  expect(lessons.map(({ lesson }) => lesson)).toEqual(['Landing', 'Taxi', 'Stalls']);
  expect(lessons[1]).toEqual({
    at: Date.parse('2026-05-01T14:00:00Z'),
    course: 'PPL',
    lesson: 'Taxi',
    status: '',
    instructor: 'Kim Lee',
    tail: '',
  });
});

test('courses count lessons passed, and say when the report does not', () => {
  const [first, second] = coursesOf(
    [
      { course: 'Instrument', status: 'Active' },
      { course: 'Private', lessonsPassed: 12, lessons: '28', lastSessionOn: '2026-04-03T11:13:00' },
    ],
    zone,
  );
  expect(first).toMatchObject({ name: 'Private', passed: 12, lessons: 28 });
  expect(second).toMatchObject({ name: 'Instrument', passed: null, lessons: null, lastLesson: null });
});

describe('flight hours', () => {
  const flights = [
    { checkedOutOn: '2026-05-11T08:00:00', flightHours: 1.2, landings: 3, instructor: 'Kim Lee' },
    { checkedOutOn: '2026-04-01T08:00:00', flightHours: '0.9', landings: 6, instructor: null },
    { checkedOutOn: '2026-01-02T08:00:00', flightHours: 2, landings: 1, instructor: '' },
    { checkedOutOn: '2026-05-12T10:00:00', flightHours: null, landings: null, instructor: 'Kim Lee' },
    { checkedOutOn: '2026-05-10T08:00:00', flightHours: 1.5, isSimulator: true },
  ];

  test('are summed by period and by instructor on board, without simulators', () => {
    const { all, last30Days, last90Days, dual, solo, withoutHours, since } = flownHours(flights, now, zone);
    expect(all).toEqual({ flights: 4, hours: 1.2 + 0.9 + 2, landings: 10 });
    expect(last30Days).toEqual({ flights: 2, hours: 1.2, landings: 3 });
    expect(last90Days).toEqual({ flights: 3, hours: 1.2 + 0.9, landings: 9 });
    expect([dual.flights, solo.flights]).toEqual([2, 2]);
    expect(withoutHours).toBe(1);
    expect(since).toBe(Date.parse('2026-01-02T15:00:00Z'));
  });

  test('add up, and a shorter period never has more', () => {
    const row = fc.record(
      { checkedOutOn: fc.constantFrom('2026-05-11T08:00:00', '2026-03-01', 'soon', null), flightHours: fc.anything() },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.array(row), (rows) => {
        const { all, last30Days, last90Days, dual, solo, withoutHours } = flownHours(rows, now, zone);
        expect(dual.flights + solo.flights).toBe(all.flights);
        expect(all.flights).toBe(rows.length);
        expect(last30Days.hours).toBeLessThanOrEqual(last90Days.hours);
        expect(last90Days.hours).toBeLessThanOrEqual(all.hours);
        expect(withoutHours).toBeLessThanOrEqual(all.flights);
        expect(Number.isFinite(all.hours)).toBe(true);
      }),
    );
  });
});
