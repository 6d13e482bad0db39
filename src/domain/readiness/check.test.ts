import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { TimedReservation } from '#domain/reservations/reservations.ts';
import { now, status } from '#e2e/fixtures/samples/sampleMaintenance.ts';
import { onTheDay, person, slot } from '#e2e/fixtures/samples/sampleSchedule.ts';
import { checkText, dispatchCheckOf } from './check.ts';
import type { CheckSubject } from './checkLine.ts';
import { readinessIndex, type ReadinessSources } from './readinessIndex.ts';
import { sampleSchool, sources } from '#e2e/fixtures/samples/sampleReadiness.ts';

const skyhawk = { make: { name: 'Cessna' }, model: { name: '172S' } };
const fleet = [{ aircraftId: 'a1', tailNumber: 'N512SP', status: status(1), ...skyhawk }];
const lee = { instructor: person('Ana Lee') };
const sam = { pilots: [person('Sam Garcia')] };
const named = (name: string) => ({ reservationType: { displayTypeId: 0, name } });
const out = { reservationStatus: { id: 1, name: 'Checked Out' } };
const base = {
  fleet,
  instructors: [{ userId: 'Ana Lee', instructorStatus: { id: 1, name: 'Active' } }],
  users: [{ userId: 'Sam Garcia', status: { id: 1, name: 'Active' }, aircraftCheckouts: [] }],
};

/** The check of the first reservation, given the others. */
function check(reservations: readonly TimedReservation[], more: Partial<ReadinessSources> = {}) {
  return dispatchCheckOf(reservations[0]!, readinessIndex(sources(reservations, { ...base, ...more })));
}
const lineOf = (subject: CheckSubject, ...given: Parameters<typeof check>) => {
  const line = check(...given)?.lines.find((candidate) => candidate.subject === subject);
  return line ? `${line.level}: ${line.words}` : null;
};
const lesson = (given: Parameters<typeof slot>[3] = {}, start = '14:00', end = '15:30') =>
  slot('lesson', start, end, { ...named('Dual Flight Training'), ...lee, ...sam, ...given });

test('a lesson without problems has no findings, and one line per subject', () => {
  const found = check([lesson()]);
  expect(found).toMatchObject({ level: 'no findings', hasNight: false });
  expect(found?.lines.map(({ subject, words }) => `${subject}: ${words}`)).toEqual([
    'aircraft fit: Fit',
    'aircraft there: Yes',
    'double booking: None',
    'instructor: Active and free',
    'pilot: On record and active',
    'daylight: By day',
  ]);
  expect(checkText(found!)).toBe('No findings');
});

test('the result has one word per level, with the worst lines', () => {
  const off = slot('off', '13:00', '18:00', { type: 10, aircraft: null, ...lee });
  expect(checkText(check([lesson(), off])!)).toBe('Do not dispatch: Ana Lee is off 1300L–1800L');
  expect(checkText(check([lesson({ instructor: null, ...named('Rental') })])!)).toBe('Caution: No checkouts on file');
  expect(checkText(check([lesson()], { users: null })!)).toBe('Not known: People not loaded yet');
});

test('void and completed reservations, shop visits and time off have no check', () => {
  const nothing = [
    lesson({ reservationStatus: { id: 3, name: 'Cancelled' } }),
    lesson({ status: 2 }),
    lesson({ type: 1, reservationType: { displayTypeId: 1, name: 'Maintenance' } }),
    slot('off', '14:00', '15:00', { type: 10, aircraft: null, ...lee }),
  ];
  expect(nothing.map((reservation) => check([reservation]))).toEqual([null, null, null, null]);
});

describe('people', () => {
  test('a double booking is a stop, a possible one is a check, and a supervised solo is neither', () => {
    const other = (given: Parameters<typeof slot>[3]) =>
      slot('other', '14:30', '15:00', { aircraft: { aircraftId: 'a2', tailNumber: 'N2' }, ...lee, ...given });
    expect(lineOf('double booking', [lesson(), other({})])).toMatch(/^stop: Ana Lee is also booked/);
    expect(lineOf('double booking', [lesson(), other({ reservationStatus: { id: 9, name: 'Odd' } })])).toMatch(
      /^check/,
    );
    expect(lineOf('double booking', [lesson(), other({ activityType: { name: 'Solo' } })])).toBe('no findings: None');
    expect(lineOf('double booking', [lesson(), other({ reservationStatus: { id: 0, name: 'No-show' } })])).toBe(
      'no findings: None',
    );
  });

  test('an instructor who is inactive or off is a stop, but not one who is not back or unknown', () => {
    const off = slot('off', '13:00', '18:00', { type: 10, aircraft: null, ...lee });
    expect(lineOf('instructor', [lesson(), off])).toBe('stop: Ana Lee is off 1300L–1800L');
    const inactive = { instructors: [{ userId: 'Ana Lee', instructorStatus: { id: 0, name: 'Inactive' } }] };
    expect(lineOf('instructor', [lesson()], inactive)).toBe('stop: Ana Lee is inactive');
    expect(lineOf('instructor', [lesson()], { instructors: null })).toBe('not known: Instructors not loaded yet');
    expect(lineOf('instructor', [lesson()], { instructors: [] })).toBe(
      'not known: Ana Lee is not in the list of instructors',
    );
    const late = slot('l', '09:00', '10:30', { ...out, ...lee, aircraft: { aircraftId: 'a2', tailNumber: 'N2' } });
    expect(lineOf('instructor', [lesson({}, '11:00', '12:00'), late])).toMatch(/^check: Ana Lee is not back/);
  });

  test('an instructor who is booked twice is active, and not called free', () => {
    const other = { aircraft: { aircraftId: 'a2', tailNumber: 'N2' }, pilots: [person('Kim Roe')] };
    const possible = { reservationStatus: { id: 7, name: 'On hold' } };
    for (const more of [{}, possible]) {
      const twice = slot('t', '14:00', '15:30', { ...lee, ...other, ...more });
      expect(lineOf('instructor', [lesson(), twice])).toBe('no findings: Active, also booked then');
      expect(lineOf('double booking', [lesson(), twice])).toMatch(/Ana Lee is also booked/);
    }
    const apart = slot('t', '16:00', '17:00', { ...lee, ...other });
    expect(lineOf('instructor', [lesson(), apart])).toBe('no findings: Active and free');
  });

  test('more than eight hours of flight instruction in any 24 are a check, including doubtful lessons', () => {
    const day = (activity: string) =>
      ['06:00', '08:30', '11:00', '16:00'].map((start, index) =>
        slot(
          `l${index}`,
          `13T${start}`,
          `13T${String(Number(start.slice(0, 2)) + 2).padStart(2, '0')}${start.slice(2)}`,
          {
            ...lee,
            activityType: { name: activity },
          },
        ),
      );
    expect(lineOf('instructor', [lesson({}, '13T14:00', '13T15:30'), ...day('Flight & Ground Training')])).toBe(
      'check: 9.5 h of flight instruction booked in the 24 h to tomorrow 1800L (14 CFR 61.195(a): 8 h)',
    );
    expect(lineOf('instructor', [lesson({}, '13T14:00', '13T15:30'), ...day('Ground Training')])).toBe(
      'no findings: Active and free',
    );
    const voids = day('Dual').map((reservation) => ({ ...reservation, status: 'Cancelled', statusId: 3 }));
    expect(lineOf('instructor', [lesson({}, '13T14:00', '13T15:30'), ...voids])).toBe('no findings: Active and free');
  });

  test('a pilot must be known and active', () => {
    const user = (name: string) => ({ users: [{ userId: 'Sam Garcia', status: { id: 4, name } }] });
    expect(lineOf('pilot', [lesson()], user('Inactive'))).toBe('stop: Sam Garcia is inactive');
    expect(lineOf('pilot', [lesson()], { users: [] })).toBe('check: Sam Garcia: no record');
    expect(lineOf('pilot', [lesson()], { users: null })).toBe('not known: People not loaded yet');
    expect(lineOf('pilot', [lesson()], { users: null, isWithoutUsers: true })).toBeNull();
    expect(lineOf('pilot', [lesson({ pilots: [person('Sam Garcia', null)] })])).toBe(
      'check: Sam Garcia: name only, no record',
    );
  });
});

describe('the checkout at the time of the flight', () => {
  const rental = slot('r', '14:00', '15:30', { ...named('Rental'), ...sam });
  const solo = slot('s', '14:00', '15:30', { ...named('Student Solo'), ...sam });
  const holder = (...aircraftCheckouts: readonly object[]) => ({
    users: [{ userId: 'Sam Garcia', status: { id: 1, name: 'Active' }, aircraftCheckouts: [...aircraftCheckouts] }],
  });
  const checkout = (given: object) => ({ ...skyhawk, expires: true, expirationDate: '2026-12-01T00:00:00', ...given });

  test.each([
    ['valid', rental, holder(checkout({})), 'no findings: Checkout for Cessna 172S until Tue 1 Dec'],
    ['revoked', rental, holder(checkout({ revoked: true })), 'stop: Checkout for Cessna 172S revoked'],
    [
      'expired',
      rental,
      holder(checkout({ expirationDate: '2026-05-11T12:00:00' })),
      'stop: Checkout for Cessna 172S expired Mon 11 May',
    ],
    [
      'expiring that day',
      rental,
      holder(checkout({ expirationDate: '2026-05-12T00:00:00' })),
      'check: Checkout for Cessna 172S expires Tue 12 May',
    ],
    [
      'expiring that day, by a date without a time',
      rental,
      holder(checkout({ expirationDate: '2026-05-12' })),
      'check: Checkout for Cessna 172S expires Tue 12 May',
    ],
    [
      'expired',
      solo,
      holder(checkout({ expirationDate: '2026-05-01T00:00:00' })),
      'stop: Checkout for Cessna 172S expired Fri 1 May',
    ],
    [
      'expiring',
      rental,
      holder(checkout({ expirationDate: '2026-05-20T00:00:00' })),
      'no findings: Checkout for Cessna 172S expires Wed 20 May',
    ],
    [
      'undated',
      rental,
      holder(checkout({ expirationDate: null })),
      'check: Checkout for Cessna 172S expires, no date given',
    ],
    ['for another model', rental, holder(checkout({ model: { name: 'PA-28' } })), 'check: No checkout for Cessna 172S'],
    ['missing', rental, holder(), 'check: No checkouts on file'],
    ['missing', solo, holder(), 'check: No checkouts on file'],
    [
      'not requested',
      rental,
      { users: [{ userId: 'sam garcia', aircraftCheckouts: null }] },
      'not known: Checkout not loaded',
    ],
  ])('that is %s: %#', (_, reservation, more, words) => {
    expect(lineOf('checkout', [reservation], more)).toBe(words);
  });

  const old = { dateGiven: '2025-11-01T00:00:00' };
  const late = { dateGiven: '2026-04-01T00:00:00' };
  const isRevoked = 'stop: Checkout for Cessna 172S revoked';
  test.each([
    ['revoked after an older valid one', [checkout(old), checkout({ ...late, revoked: true })], isRevoked],
    ['revoked on the day of the valid one', [checkout(old), checkout({ ...old, revoked: true })], isRevoked],
    ['revoked on an unknown day', [checkout(late), checkout({ revoked: true })], isRevoked],
    ['given on an unknown day, and one revoked', [checkout({}), checkout({ ...old, revoked: true })], isRevoked],
    ['revoked with a day to come', [checkout(old), checkout({ dateGiven: '2026-06-01', revoked: true })], isRevoked],
    [
      'given again after it was revoked',
      [checkout({ ...old, revoked: true }), checkout(late)],
      'no findings: Checkout for Cessna 172S until Tue 1 Dec',
    ],
    [
      'revoked for another model only',
      [checkout(old), checkout({ ...late, model: { name: 'PA-28' }, revoked: true })],
      'no findings: Checkout for Cessna 172S until Tue 1 Dec',
    ],
  ])('that is %s: %#', (_, checkouts, words) => {
    for (const reservation of [rental, solo])
      expect(lineOf('checkout', [reservation], holder(...checkouts))).toBe(words);
  });

  const asOf = (time: string) => ({ checkoutsAsOf: onTheDay(time) });
  const holders = (...records: readonly object[]) => ({
    users: records.map((record) => ({ userId: 'Sam Garcia', status: { id: 1, name: 'Active' }, ...record })),
  });

  test('comes with the age of the record, in the details', () => {
    const line = (checkouts: readonly object[]) => {
      const found = check([rental], holders({ aircraftCheckouts: checkouts, ...asOf('10:12') }));
      return found?.lines.find(({ subject }) => subject === 'checkout');
    };
    expect(line([checkout({})])?.words).toBe('Checkout for Cessna 172S until Tue 1 Dec; Checkout as of 1012L');
    for (const checkouts of [[], [checkout({ revoked: true })], [checkout({ model: { name: 'PA-28' } })]]) {
      expect(line(checkouts)?.words).not.toContain('as of');
      expect(line(checkouts)?.details.at(-1)).toEqual({
        level: 'no findings',
        words: 'Checkout as of 1012L',
        isWarning: false,
      });
    }
  });

  test('is that of the newest record, whichever comes first', () => {
    const [valid, revoked] = [[checkout({})], [checkout({ revoked: true })]];
    const pair = [
      { aircraftCheckouts: valid, ...asOf('09:00') },
      { aircraftCheckouts: revoked, ...asOf('10:00') },
    ];
    for (const records of [pair, pair.toReversed()])
      expect(lineOf('checkout', [rental], holders(...records))).toBe('stop: Checkout for Cessna 172S revoked');
    const bare = { aircraftCheckouts: null, ...asOf('10:30') };
    expect(lineOf('checkout', [rental], holders({ aircraftCheckouts: revoked, ...asOf('10:00') }, bare))).toBe(
      'stop: Checkout for Cessna 172S revoked',
    );
  });

  test('is not required with an instructor on board, except for a supervised solo', () => {
    expect(lineOf('checkout', [lesson()])).toBeNull();
    expect(lineOf('checkout', [lesson({ ...named('Supervised Solo') })])).toBe('check: No checkouts on file');
  });
});

describe('properties', () => {
  const school = sampleSchool(6, 60);

  test("void reservations and the ids' letter case change nothing", () => {
    const index = readinessIndex(school);
    const loud = (reservation: TimedReservation): TimedReservation => ({
      ...reservation,
      aircraftId: reservation.aircraftId?.toUpperCase() ?? null,
      record: {
        ...reservation.record,
        instructor: reservation.record.instructor && upper(reservation.record.instructor),
      },
    });
    const upper = <Person extends { readonly userId?: string | null | undefined }>(given: Person): Person => ({
      ...given,
      userId: given.userId?.toUpperCase(),
    });
    const places = fc.subarray(school.schedule.reservations.map((_, place) => place));
    fc.assert(
      fc.property(places, places, (cased, doubled) => {
        const reservations = school.schedule.reservations.map((reservation, place) =>
          cased.includes(place) ? loud(reservation) : reservation,
        );
        const voids = doubled.map((place) => ({
          ...school.schedule.reservations[place]!,
          key: `void ${place}`,
          status: 'Cancelled',
        }));
        const other = readinessIndex({
          ...school,
          schedule: { ...school.schedule, reservations: [...voids, ...reservations] },
        });
        for (const [place, reservation] of school.schedule.reservations.entries()) {
          expect(dispatchCheckOf(reservations[place]!, other)).toEqual(dispatchCheckOf(reservation, index));
        }
      }),
      { numRuns: 20 },
    );
  });

  test('the level is the worst of the lines, and never “no findings” while something is unread', () => {
    const unread = readinessIndex({ ...school, reminders: new Map() });
    for (const reservation of school.schedule.reservations) {
      const found = dispatchCheckOf(reservation, unread);
      if (!found) continue;
      expect(found.lines.some(({ level }) => level === found.level)).toBe(true);
      expect(found.level).not.toBe('no findings');
      expect(found.lines.every(({ words }) => words !== '' && !/overdue/i.test(words))).toBe(true);
    }
    expect(school.now).toBe(now);
  });
});
