import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Student } from '#contract/gateway/behind.ts';
import { isTraining } from '#domain/duty/training.ts';
import { toReservation } from '#domain/reservations/reservations.ts';
import { behindDays, byReasons, gapsIn, saysFinished, reasonText, studentOf, type StudentFacts } from './behind.ts';

const day = 86_400_000;
const now = Date.parse('2026-05-12T17:05:00Z');
const held = { start: now - 14 * day, end: now + 42 * day };
const iso = (instant: number) => new Date(instant).toISOString();
const lee = { userId: 'i1', name: 'Ida Lee' };
const ray = { userId: 'i2', name: 'Max Ray' };
const trained = (ago: number, more = {}) => ({ end: now - ago * day, isDone: true, instructor: lee, ...more });
const student: StudentFacts = {
  userId: 'p1',
  name: 'Sam Garcia',
  trained: [trained(1)],
  next: { start: now + day, instructor: lee },
  checkouts: [{ type: 'Cessna 172S', expires: now + 200 * day }],
  taken: [],
};
const reasons = (more: Partial<StudentFacts>, days = held) => studentOf({ ...student, ...more }, days, now).reasons;
const taken = (ago: number, finished: boolean | null, key = 'Stalls', id: string | null = null) => {
  return { id, key, lesson: key, at: now - ago * day, isFinished: finished };
};

/** Facts with ties everywhere: the same ends, days, names and expiries. */
const tied = fc.record({
  trained: fc.array(
    fc.record({
      end: fc.constantFrom(now - day, now - 20 * day),
      isDone: fc.boolean(),
      instructor: fc.constantFrom(null, lee, ray, { userId: 'i3', name: 'Ida Lee' }),
    }),
    { maxLength: 6 },
  ),
  taken: fc.array(
    fc.record({
      id: fc.constant(null),
      key: fc.constantFrom('stalls', 'turns'),
      lesson: fc.constantFrom('Stalls', 'Stalls again'),
      at: fc.constantFrom(now - day, now - 2 * day),
      isFinished: fc.constantFrom(true, false, null),
    }),
    { maxLength: 8 },
  ),
  checkouts: fc.array(
    fc.record({ type: fc.constantFrom('C172', 'PA28'), expires: fc.constantFrom(null, now + day, now + 2 * day) }),
    { maxLength: 5 },
  ),
});

it('what is said of a student does not depend on the order of the records, whatever is the same in them', () => {
  fc.assert(
    fc.property(tied, (facts) => {
      const { trained: lessons, taken: sessions, checkouts } = facts;
      const turned = {
        trained: lessons.toReversed(),
        taken: sessions.toReversed(),
        checkouts: checkouts.toReversed(),
      };
      expect(studentOf({ ...student, ...turned }, held, now)).toEqual(studentOf({ ...student, ...facts }, held, now));
    }),
  );
});

describe('a student', () => {
  it('who flies, has a booking and a checkout is not behind', () => {
    expect(reasons({})).toEqual([]);
    expect(reasons({ checkouts: null })).toEqual([]);
  });

  it('without a booking is behind, up to the last day that is held', () => {
    expect(reasons({ next: null })).toEqual([{ kind: 'no booking', until: iso(held.end - 1) }]);
    expect(reasons({ next: null }, { ...held, end: now })).toEqual([]);
  });

  it('is behind after two weeks without a lesson, if those two weeks are known', () => {
    const none = (last: number | null) => [
      { kind: 'no lesson', last: last === null ? null : iso(last), from: iso(held.start) },
    ];
    expect(reasons({ trained: [trained(14)] })).toEqual(none(now - 14 * day));
    expect(reasons({ trained: [trained(13.99)] })).toEqual([]);
    expect(reasons({ trained: [] })).toEqual(none(null));
    // A lesson that is ahead has not been flown.
    expect(reasons({ trained: [trained(-1)] })).toEqual(none(null));
    expect(reasons({ trained: [] }, { ...held, start: now - 13 * day })).toEqual([]);
  });

  it('may have flown a lesson that nobody closed', () => {
    expect(reasons({ trained: [trained(3, { isDone: false })] })).toEqual([]);
    expect(reasons({ trained: [trained(20, { isDone: false })] })).toMatchObject([{ kind: 'no lesson', last: null }]);
  });

  it('is behind with a checkout that expires within 30 days, the soonest first', () => {
    const [early, late] = [now + 3 * day, now + 30 * day];
    const checkouts = [late, early, now + 30 * day + 1, now - 1, null].map((expires) => ({ type: 'C172', expires }));
    expect(reasons({ checkouts })).toEqual([
      { kind: 'checkout', type: 'C172', expires: iso(early) },
      { kind: 'checkout', type: 'C172', expires: iso(late) },
    ]);
  });

  it('is behind with the same lesson unfinished twice since it was last finished', () => {
    const twice = [taken(4, false), taken(9, false)];
    expect(reasons({ taken: twice })).toEqual([
      { kind: 'unfinished', lesson: 'Stalls', times: 2, last: iso(now - 4 * day) },
    ]);
    expect(reasons({ taken: [taken(9, false), taken(4, false, 'Landings')] })).toEqual([]);
    expect(reasons({ taken: [...twice, taken(2, true)] })).toEqual([]);
    expect(reasons({ taken: [taken(9, false), taken(6, true), taken(4, false)] })).toEqual([]);
    // What a status does not say is not counted, and one session on two reservations is one.
    expect(reasons({ taken: [taken(9, false), taken(4, null)] })).toEqual([]);
    expect(reasons({ taken: [taken(9, false, 'Stalls', 's1'), taken(4, false, 'Stalls', 's1')] })).toEqual([]);
  });

  it('is of the instructors of the last two lessons and of the next booking', () => {
    const of = (more: Partial<StudentFacts>) =>
      studentOf({ ...student, ...more }, held, now).instructors.map(({ userId }) => userId);
    const lessons = [trained(9, { instructor: ray }), trained(1), trained(3)];
    expect(of({ trained: lessons })).toEqual(['i1']);
    expect(of({ trained: lessons.slice(0, 2) })).toEqual(['i1', 'i2']);
    expect(of({ trained: [], next: { start: now + day, instructor: ray } })).toEqual(['i2']);
    expect(of({ trained: [trained(1, { isDone: false }), trained(-2)], next: null })).toEqual([]);
  });

  it('is never behind for what is not known, and gets no reason less by flying less', () => {
    const facts = fc.record({
      trained: fc.array(
        fc.record({
          end: fc.integer({ min: now - 30 * day, max: now + 5 * day }),
          isDone: fc.boolean(),
          instructor: fc.constantFrom(lee, ray, null),
        }),
      ),
      next: fc.option(
        fc.record({ start: fc.integer({ min: now, max: now + 40 * day }), instructor: fc.constant(lee) }),
      ),
    });
    fc.assert(
      fc.property(facts, fc.integer({ min: 0, max: 20 }), (given, days) => {
        const part = { start: now - days * day, end: now };
        const kinds = reasons({ ...given, checkouts: null }, part).map(({ kind }) => kind);
        expect(kinds.filter((kind) => days < behindDays.withoutLesson || kind !== 'no lesson')).toEqual([]);
        expect(reasons({ ...given, trained: [] }).length).toBeGreaterThanOrEqual(reasons(given).length);
      }),
    );
  });
});

it('lists those with most reasons first, and two of one name always in the same order', () => {
  const of = (userId: string, name: string, count: number): Student => ({
    userId,
    name,
    instructors: [],
    reasons: Array.from({ length: count }, () => ({ kind: 'no booking', until: iso(now) })),
    areCheckoutsKnown: userId !== 'p2',
  });
  const all = [of('p3', 'Sam', 1), of('p2', 'Sam', 1), of('p1', 'Zoe', 2), of('p4', 'Abe', 1)];
  const ids = (given: readonly Student[]) => given.toSorted(byReasons).map(({ userId }) => userId);
  expect(ids(all)).toEqual(['p1', 'p4', 'p2', 'p3']);
  expect(ids(all.toReversed())).toEqual(ids(all));
  expect(gapsIn({ students: all, gaps: ['One.'] })).toEqual(['One.', 'Checkouts of 1 student are not known.']);
});

it('says each reason with its date', () => {
  const clock = { zone: 'America/Denver', mode: 'L' } as const;
  const texts = [
    { kind: 'unfinished', lesson: 'Stalls', times: 2, last: '2026-05-09T16:00:00Z' },
    { kind: 'checkout', type: 'Cessna 172S', expires: '2026-05-31T05:59:59Z' },
    { kind: 'no lesson', last: '2026-04-28T16:00:00Z', from: '2026-04-27T06:00:00Z' },
    { kind: 'no lesson', last: null, from: '2026-04-27T06:00:00Z' },
    { kind: 'no booking', until: '2026-06-24T05:59:59.999Z' },
  ] as const;
  expect(texts.map((reason) => reasonText(reason, clock))).toEqual([
    'Stalls not finished 2 times, last Sat 9 May',
    'Cessna 172S checkout expires Sat 30 May',
    'last lesson Tue 28 Apr',
    'no lesson since Mon 27 Apr',
    'nothing booked to Tue 23 Jun',
  ]);
});

describe('training', () => {
  const zone = { name: 'America/Denver', zoneless: 'operator' } as const;
  const session = { lesson: { name: 'Stalls' } };
  const isSo = (type: string, more = {}) =>
    isTraining(
      toReservation(
        {
          reservationId: 'r',
          startTime: '2026-05-09T16:00:00Z',
          endTime: '2026-05-09T17:00:00Z',
          aircraft: { aircraftId: 'a', tailNumber: 'N512SP' },
          instructor: { userId: 'i1', firstName: 'Ida', lastName: 'Lee' },
          reservationType: { displayTypeId: 0, name: type },
          ...more,
        },
        zone,
      ),
    );

  it.each(['Dual Flight Training', 'Flight Lesson', 'Solo', 'Flugschulung'])('is %s with an instructor', (type) => {
    expect(isSo(type)).toBe(true);
  });
  it.each(['Rental', 'Aircraft Checkout', 'Rental Checkout Training', 'Discovery Flight', 'Proficiency Training', ''])(
    'is not %s with an instructor',
    (type) => expect(isSo(type)).toBe(false),
  );
  it('is what has a session and an instructor, and a solo without one', () => {
    expect(isSo('Rental', { training: { sessions: [session] } })).toBe(true);
    expect(isSo('Rental', { instructor: null })).toBe(false);
    expect(isSo('Dual Flight Training', { instructor: null })).toBe(false);
    expect(isSo('Solo', { instructor: null })).toBe(true);
  });
  it('is no class and no meeting', () => {
    for (const displayTypeId of [1, 2, 3, 10]) {
      expect(isSo('', { reservationType: { displayTypeId, name: 'Dual Flight Training' } })).toBe(false);
    }
  });
});

it.each([
  ['Passed', true],
  ['Completed', true],
  ['Satisfactory', true],
  ['Complete', true],
  ['Passed, not graded', true],
  ['Incomplete', false],
  ['In-complete', false],
  ['Not completed', false],
  ['Not yet completed', false],
  ['Not satisfactory', false],
  ['Did not pass', false],
  ["Didn't pass", false],
  ['Not_Passed', false],
  ['No pass', false],
  ['Unsatisfactory', false],
  ['Completed - unsatisfactory', false],
  ['Failed', false],
  ['Repeat', false],
  ['Partially completed', null],
  ['To be completed', null],
  ['Scheduled', null],
  ['In progress', null],
  ['Graded', null],
  ['', null],
])('a status %s is finished: %s', (status, finished) => {
  expect(saysFinished(status)).toBe(finished);
});
