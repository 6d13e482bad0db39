import { expect, it, onTestFinished } from 'vitest';
import { type BehindAnswer, behindPath } from '#contract/gateway/behind.ts';
import { briefAddress, briefShape } from '#contract/gateway/brief.ts';
import { behindOf } from '#domain/people/behind.ts';
import {
  guid,
  listen,
  newStubSchool,
  openTestCopy,
  stubReservation,
  type StubSchool,
  stubService,
} from '#e2e/servers/testCopy.ts';

const instructor = { userId: guid(501), firstName: 'Ida', lastName: 'Lee' };
const pilot = (number: number, lastName: string) => [{ userId: guid(number), firstName: 'Sam', lastName }];
const completed = { id: 2, name: 'Completed' };

/** A lesson of a person; done unless it is ahead. */
function lesson(number: number, day: string, [person, name]: readonly [number, string], outcome?: string) {
  const sessions =
    outcome === undefined
      ? []
      : [{ course: { name: 'Private' }, lesson: { name: 'Stalls' }, trainingSessionStatus: { id: 9, name: outcome } }];
  const isDone = day < '2026-05-12';
  return stubReservation(number, `${day}T16:00:00Z`, `${day}T17:00:00Z`, {
    instructor,
    pilots: pilot(person, name),
    reservationType: { displayTypeId: 0, name: 'Dual Flight Training' },
    training: { sessions },
    ...(isDone && { reservationStatus: completed }),
  });
}

const user = (number: number, lastName: string, more = {}) => ({
  userId: guid(number),
  firstName: 'Sam',
  lastName,
  status: { id: 1, name: 'Active' },
  aircraftCheckouts: [],
  ...more,
});
const ends = (date: string) => [
  { make: { name: 'Cessna' }, model: { name: '172S' }, expires: true, expirationDate: date, revoked: false },
];

function school(): StubSchool {
  return {
    ...newStubSchool(),
    aircraft: [{ aircraftId: guid(1), tailNumber: 'N512SP', status: { id: 1, name: 'Active' } }],
    reservations: [
      // In training, and with a booking: not behind.
      lesson(1, '2026-05-10', [900, 'Fine']),
      lesson(2, '2026-05-20', [900, 'Fine']),
      // The same lesson twice, and nothing booked.
      lesson(3, '2026-05-06', [901, 'Twice'], 'Incomplete'),
      lesson(4, '2026-05-09', [901, 'Twice'], 'Incomplete'),
      // Booked, no lesson, and a checkout that ends.
      lesson(5, '2026-05-21', [902, 'Ends']),
      // Has left the school.
      lesson(6, '2026-05-09', [903, 'Gone']),
      // Flies alone: no student.
      stubReservation(7, '2026-05-09T16:00:00Z', '2026-05-09T17:00:00Z', { pilots: pilot(904, 'Alone') }),
      // An instructor on a rental makes nobody a student.
      stubReservation(8, '2026-05-09T16:00:00Z', '2026-05-09T17:00:00Z', {
        instructor,
        pilots: pilot(905, 'Rents'),
        reservationType: { displayTypeId: 0, name: 'Rental' },
        reservationStatus: completed,
      }),
      // Two students in one aircraft: whose lesson was unfinished is not known.
      ...[9, 10].map((number) => ({
        ...lesson(number, '2026-05-08', [901, 'Twice'], 'Incomplete'),
        pilots: [...pilot(901, 'Twice'), ...pilot(900, 'Fine')],
      })),
    ],
    users: [
      user(900, 'Fine'),
      user(901, 'Twice'),
      user(902, 'Ends', { aircraftCheckouts: ends('2026-05-30') }),
      user(903, 'Gone', { status: { id: 2, name: 'Inactive' } }),
    ],
  };
}

it('names the students that fall behind, each with its reasons and dates', async () => {
  const service = await listen(stubService(school()));
  const copy = await openTestCopy({ service: service.url });
  onTestFinished(async () => {
    await copy.close();
    await service.close();
  });
  await copy.complete();
  const { status, body } = await copy.ask(behindPath);
  const { students: all, gaps } = body as BehindAnswer;
  const students = behindOf({ students: all });
  expect([status, all.length, gaps]).toEqual([200, 3, []]);
  const found = students.map(({ name, reasons }) => [name, reasons.map(({ kind }) => kind)]);
  expect(found).toEqual([
    ['Sam Ends', ['checkout', 'no lesson']],
    ['Sam Twice', ['unfinished', 'no booking']],
  ]);
  expect(students[0]?.reasons[0]).toEqual({
    kind: 'checkout',
    type: 'Cessna 172S',
    expires: '2026-05-31T05:59:59.000Z',
  });
  expect(students[1]?.reasons[0]).toEqual({
    kind: 'unfinished',
    lesson: 'Stalls',
    times: 2,
    last: '2026-05-09T16:00:00.000Z',
  });
  expect(students.map(({ instructors }) => instructors)).toEqual(
    students.map(() => [{ userId: instructor.userId, name: 'Ida Lee' }]),
  );
  const blockOn = async (day: string) => {
    const { sheet } = briefShape.parse((await copy.ask(briefAddress(day))).body);
    return sheet?.columns.flat().find(({ id }) => id === 'students');
  };
  expect((await blockOn('2026-05-12'))?.rows.map(({ cells }) => cells)).toEqual([
    [
      'Ida Lee',
      expect.stringMatching(
        /^Sam Ends: Cessna 172S checkout expires Sat 30 May; last lesson|^Sam Ends: .*no lesson since/,
      ),
    ],
    ['Ida Lee', expect.stringMatching(/^Sam Twice: Stalls not finished 2 times, last Sat 9 May; nothing booked to /)],
  ]);
  expect((await blockOn('2026-05-13'))?.count).toBe(2);
  // What is so now says nothing of a day that is over.
  expect(await blockOn('2026-05-11')).toBeUndefined();
  expect((await copy.ask(`${behindPath}?more=1`)).status).toBe(400);
});

it('judges nothing before the days are read', async () => {
  const service = await listen(stubService({ ...school(), instead: { '/reservations': 'none' } }));
  const copy = await openTestCopy({ service: service.url });
  onTestFinished(async () => {
    await copy.close();
    await service.close();
  });
  const { body } = await copy.ask(behindPath);
  expect((body as BehindAnswer).students).toEqual([]);
  expect((body as BehindAnswer).gaps).toEqual([
    'Lessons of the last 14 days are not all known.',
    'Bookings ahead are not known.',
  ]);
});
