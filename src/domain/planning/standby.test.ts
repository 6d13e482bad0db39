import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { LogEntry, LogKind } from '#contract/gateway/log.ts';
import type { ReadinessSources } from '#domain/readiness/readinessIndex.ts';
import { idKey, type TimedReservation } from '#domain/reservations/reservations.ts';
import { isVoid } from '#domain/reservations/state.ts';
import { toSquawk } from '#domain/maintenance/squawks.ts';
import { overlaps } from '#domain/time/time.ts';
import { aircraft, clock, dateLimit, hour, item, now, zone } from '#e2e/fixtures/samples/sampleMaintenance.ts';
import { drawnSchools, planningOf } from '#e2e/fixtures/samples/samplePlanning.ts';
import { read, sources } from '#e2e/fixtures/samples/sampleReadiness.ts';
import { onTheDay, person, slot } from '#e2e/fixtures/samples/sampleSchedule.ts';
import { type Takers, takersOf, teachingIn } from './standby.ts';
import { freedSlots } from './standbySlots.ts';
import { leftOutText, reasonText, standbyText, unofferedText } from './standbyText.ts';

const day = 24 * hour;
const since = onTheDay('01T00:00');
const until = onTheDay('19T00:00');

type Freeing = {
  readonly seq: number;
  readonly start: number;
  readonly end: number;
  readonly aircraftId?: string;
  readonly people?: readonly string[];
  readonly kinds?: LogKind[];
};

/** An entry of a cancelled reservation. */
function entryOf({ seq, start, end, aircraftId = 'a1', people = [], kinds = ['gone'] }: Freeing): LogEntry {
  const before = {
    start: new Date(start).toISOString(),
    end: new Date(end).toISOString(),
    aircraftId,
    tail: aircraftId,
    instructor: null,
    pilots: [],
    status: 'Reserved',
  };
  return {
    seq,
    at: new Date(now - 60_000).toISOString(),
    kinds,
    aircraftId,
    tail: aircraftId,
    people: people.map((userId) => ({ userId, name: userId })),
    facts: { of: 'reservation', key: `r${seq}`, what: 'Dual', before, after: { ...before, status: 'Cancelled' } },
  };
}

/** The slots of a school, each with who could use it; `lessons` are reservations of any days. */
function standbyIn(
  given: ReadinessSources,
  entries: readonly LogEntry[],
  place: string | null = null,
  lessons: readonly TimedReservation[] = [],
) {
  const index = planningOf(given);
  const { slots, unoffered } = freedSlots({ index, entries, until, place });
  const takers = takersOf(teachingIn([...lessons, ...given.schedule.reservations], index, since), index);
  return { slots, unoffered, answers: slots.map((one) => ({ slot: one, takers: takers(one) })) };
}

const s172 = { make: { name: 'Cessna' }, model: { modelId: 's', name: '172S' } };
const pa28 = { make: { name: 'Piper' }, model: { modelId: 'p', name: 'PA-28' } };
const fleet = [
  aircraft({ aircraftId: 'a1', tailNumber: 'N512SP', ...s172 }),
  aircraft({ aircraftId: 'a2', tailNumber: 'N2', ...s172 }),
  aircraft({ aircraftId: 'a3', tailNumber: 'N3', ...pa28 }),
];
const active = { id: 1, name: 'active' };
const teachers = ['kim', 'lee'].map((userId) => ({
  userId,
  firstName: userId,
  lastName: 'T',
  instructorStatus: active,
}));
const userOf = (userId: string, more = {}) => ({ userId, firstName: userId, lastName: 'S', status: active, ...more });
const checkoutOf = (more: object) => [{ ...s172, dateGiven: '2026-01-01', revoked: false, ...more }];

/** A lesson that was given on a day of May, or is booked on it. */
function lesson(
  student: string,
  start: string,
  given: { instructor?: string; plane?: string; status?: string; activity?: string } = {},
) {
  const {
    activity = 'Dual',
    instructor = 'kim',
    plane = 'a1',
    status = onTheDay(start) < now ? 'Completed' : 'Reserved',
  } = given;
  const end = start.replace(/T(\d\d)/, (_, at: string) => `T${String(Number(at) + 2).padStart(2, '0')}`);
  return slot(`${student} ${start} ${instructor}`, start, end, {
    reservationStatus: { id: status === 'Completed' ? 2 : status === 'Reserved' ? 0 : 5, name: status },
    activityType: { name: activity },
    aircraft: { aircraftId: plane, tailNumber: plane },
    pilots: [person(`${student} S`, student)],
    instructor: person(`${instructor} T`, instructor),
  });
}

function school(reservations: readonly TimedReservation[], more: Partial<ReadinessSources> = {}): ReadinessSources {
  const ids = new Set(
    reservations.flatMap(({ record }) => (record.pilots ?? []).flatMap(({ userId }) => userId ?? [])),
  );
  return sources(
    reservations.toSorted((a, b) => a.start - b.start),
    {
      fleet,
      reminders: new Map(['a1', 'a2', 'a3'].map((id) => [id, read()])),
      squawks: new Map(['a1', 'a2', 'a3'].map((id) => [id, read()])),
      instructors: teachers,
      users: [...ids].map((id) => userOf(id, { aircraftCheckouts: [] })),
      ...more,
    },
  );
}

const tomorrow = { start: onTheDay('13T10:00'), end: onTheDay('13T12:00') };
const cancelled = entryOf({ seq: 7, ...tomorrow, people: ['gone'] });
const idsOf = ({ candidates }: Takers) => candidates.map(({ student }) => student.userId);
const leftIn = ({ leftOut }: Takers) =>
  Object.fromEntries(Array.from(leftOut, ([why, own]) => [why, own.map(({ userId }) => userId)]));

/** Who could use a slot tomorrow from 1000 to 1200L. */
function takersIn(reservations: readonly TimedReservation[], more: Partial<ReadinessSources> = {}): Takers {
  const [answer] = standbyIn(school(reservations, more), [cancelled], null, reservations).answers;
  if (!answer) throw new Error('The slot is not offered.');
  return answer.takers;
}

describe('who could use a freed slot', () => {
  test('only students: a rental, a checkout or an introductory flight with an instructor makes nobody one', () => {
    const others = ['Rental', 'Rental checkout', 'Introductory flight', 'Proficiency'].map((activity, at) =>
      lesson(`other-${at}`, `0${at + 2}T08:00`, { activity }),
    );
    expect(idsOf(takersIn([...others, lesson('student', '08T08:00')]))).toEqual(['student']);
  });

  test('the longest wait comes first, and no lesson known is longer than any; then by id', () => {
    const found = takersIn([
      lesson('today', '12T08:00'),
      lesson('b-week', '05T08:00'),
      lesson('a-week', '05T14:00'),
      lesson('long', '02T08:00', { instructor: 'lee' }),
      lesson('new', '16T08:00', { plane: 'a2' }),
    ]);
    expect(found.candidates.map(({ student, days }) => [student.userId, days])).toEqual([
      ['new', null],
      ['long', 10],
      ['a-week', 7],
      ['b-week', 7],
      ['today', 0],
    ]);
  });

  test('a student needs a lesson on this make and model, on any aircraft of it', () => {
    const found = takersIn([
      lesson('same', '05T08:00', { plane: 'a2' }),
      lesson('other', '05T08:00', { plane: 'a3' }),
      lesson('both', '03T08:00', { plane: 'a3' }),
      lesson('both', '04T08:00', { plane: 'a2', instructor: 'lee' }),
    ]);
    expect(idsOf(found)).toEqual(['both', 'same']);
    // The instructor on this type comes first.
    expect(found.candidates[0]).toMatchObject({ instructor: { userId: 'lee' }, taught: 1, onType: 1 });
  });

  test('only with an own instructor who is free, active and within the limit of flight instruction', () => {
    const own = [lesson('ana', '05T08:00'), lesson('ana', '04T08:00', { instructor: 'lee' })];
    expect(takersIn(own).candidates[0]?.instructor.userId).toBe('kim');
    const busy = lesson('x', '13T11:00', { plane: 'a3' });
    expect(takersIn([...own, busy]).candidates[0]?.instructor.userId).toBe('lee');
    const both = [busy, lesson('y', '13T09:00', { plane: 'a2', instructor: 'lee' })];
    expect(leftIn(takersIn([...own, ...both]))).toMatchObject({ instructor: ['ana'] });
    const inactive = teachers.map((one) => ({ ...one, instructorStatus: { id: 2, name: 'inactive' } }));
    expect(leftIn(takersIn(own, { instructors: inactive }))).toEqual({ instructor: ['ana'] });
    const long = ['13T06:00', '13T08:00', '13T13:00', '13T15:00'].map((at) => lesson('z', at, { plane: 'a3' }));
    expect(takersIn([...own, ...long]).candidates[0]?.instructor.userId).toBe('lee');
  });

  test('nobody who is booked then, in any role, on any aircraft or none', () => {
    const busy = slot('class', '13T11:00', '13T13:00', { type: 2, aircraft: null, pilots: [person('ana S', 'ANA')] });
    const found = takersIn([lesson('ana', '05T08:00'), lesson('ben', '05T08:00'), busy]);
    expect([idsOf(found), leftIn(found)]).toEqual([['ben'], { booked: ['ana'] }]);
    const void5 = lesson('ben', '13T10:00', { status: 'Cancelled', plane: 'a2' });
    expect(idsOf(takersIn([lesson('ben', '05T08:00'), void5]))).toEqual(['ben']);
  });

  test('an expired or revoked checkout keeps off, none does not, and what is not known is said', () => {
    const all = ['expired', 'none', 'revoked', 'valid', 'unread'].map((id) => lesson(id, '05T08:00'));
    const users = [
      userOf('expired', { aircraftCheckouts: checkoutOf({ expires: true, expirationDate: '2026-05-01' }) }),
      userOf('none', { aircraftCheckouts: [] }),
      userOf('revoked', { aircraftCheckouts: checkoutOf({ revoked: true }) }),
      userOf('valid', { aircraftCheckouts: checkoutOf({ expires: false }) }),
      userOf('unread'),
    ];
    const found = takersIn(all, { users });
    expect(found.candidates.map(({ student, checkout }) => [student.userId, checkout?.state])).toEqual([
      ['none', 'none at all'],
      ['unread', 'not loaded'],
      ['valid', 'valid'],
    ]);
    expect(leftIn(found)).toEqual({ checkout: ['expired', 'revoked'] });
    const unread = takersIn(all, { users: null });
    expect(unread.candidates.map(({ checkout }) => checkout)).toEqual([null, null, null, null, null]);
  });

  test('not who gave it up, who is not active, and no instructor', () => {
    const users = [userOf('gone'), userOf('left', { status: { id: 2, name: 'inactive' } }), userOf('lee')];
    const found = takersIn(
      ['gone', 'left', 'lee', 'unlisted'].map((id) => lesson(id, '05T08:00')),
      { users },
    );
    expect([idsOf(found), leftIn(found)]).toEqual([[], { 'gave it up': ['gone'], inactive: ['left', 'unlisted'] }]);
  });

  test('a flight alone, a lesson that was not given and one on the ground make no student', () => {
    const solo = slot('solo', '05T08:00', '05T10:00', {
      status: 2,
      pilots: [person('ana S', 'ana')],
      instructor: null,
    });
    const ground = slot('ground', '05T08:00', '05T10:00', {
      status: 2,
      aircraft: null,
      pilots: [person('ben S', 'ben')],
      instructor: person('kim T', 'kim'),
    });
    const found = takersIn([
      solo,
      ground,
      lesson('cem', '05T08:00', { status: 'Reserved', plane: 'a2' }),
      lesson('dan', '05T08:00', { status: 'Cancelled' }),
    ]);
    expect([idsOf(found), leftIn(found)]).toEqual([[], {}]);
  });

  test('of a longer slot a lesson is enough, and its part is told', () => {
    const entry = entryOf({ seq: 1, start: onTheDay('13T08:00'), end: onTheDay('13T14:00') });
    const busy = lesson('x', '13T11:00', { plane: 'a3' });
    const all = [lesson('ana', '05T08:00'), busy];
    const [answer] = standbyIn(school(all), [entry], null, all).answers;
    const [candidate] = answer?.takers.candidates ?? [];
    expect(candidate?.free).toEqual({ start: onTheDay('13T08:00'), end: onTheDay('13T11:00') });
    expect(candidate && answer && reasonText(candidate, answer.slot, clock)).toBe(
      '1 lesson on this type · both free 0800–1100L · no lesson booked',
    );
  });
});

describe('a freed slot', () => {
  const offered = (
    given: Partial<ReadinessSources>,
    entries = [cancelled],
    booked: readonly TimedReservation[] = [],
  ) => {
    const { slots, unoffered } = standbyIn(school(booked, given), entries);
    return slots.length > 0
      ? slots.map(({ key, start, end }) => [key, (start - tomorrow.start) / hour, (end - tomorrow.start) / hour])
      : unofferedText(unoffered);
  };

  test('is offered while its aircraft is free and may fly', () => {
    expect(offered({})).toEqual([['7', 0, 2]]);
    const squawk = toSquawk({ description: 'Brake', groundAircraft: true }, 0, zone);
    expect(offered({ squawks: new Map([['a1', read(squawk)]]) })).toBe('1 grounded');
    const annual = item({ dateOptions: dateLimit('2026-05-12') }, fleet[0]);
    expect(offered({ reminders: new Map([['a1', read(annual)]]) })).toBe('1 at a limit');
    expect(offered({}, [cancelled], [lesson('x', '13T10:00')])).toBe('1 booked again');
    const shop = slot('shop', '13T08:00', '13T17:00', { type: 1 });
    expect(offered({}, [cancelled], [shop])).toBe('1 booked again');
    expect(offered({ fleet: fleet.slice(1) })).toBe('1 not in the aircraft list');
    const inactive = [{ ...aircraft({ aircraftId: 'a1' }), status: { id: 2, name: 'inactive' } }];
    expect(offered({ fleet: inactive })).toBe('1 grounded');
  });

  test('in part, if the rest was taken', () => {
    expect(offered({}, [cancelled], [lesson('x', '13T11:00')])).toEqual([['7', 0, 1]]);
    expect(offered({}, [cancelled], [slot('x', '13T10:30', '13T11:30')])).toBe('1 booked again');
  });

  test('counts once, for the newest change, whatever freed it before', () => {
    const again = entryOf({ seq: 9, ...tomorrow });
    expect(offered({}, [cancelled, again])).toEqual([['9', 0, 2]]);
    const longer = entryOf({ seq: 3, start: tomorrow.start, end: tomorrow.end + 2 * hour });
    expect(offered({}, [longer, cancelled])).toEqual([
      ['7', 0, 2],
      ['3', 2, 4],
    ]);
  });

  test('of several days is cut to their flying hours, each part with its own key', () => {
    const entry = entryOf({ seq: 5, start: tomorrow.start, end: tomorrow.start + 2 * day });
    const found = offered({}, [entry]);
    expect(found).toHaveLength(3);
    expect(found).toMatchObject([
      ['5', 0, 12],
      [expect.stringMatching(/^5-\d+$/), 20, 36],
      [expect.stringMatching(/^5-\d+$/), 44, 48],
    ]);
  });

  test('is not looked at beyond the days, or at another location', () => {
    const later = entryOf({ seq: 8, start: until + hour, end: until + 3 * hour });
    expect(offered({}, [later])).toBeNull();
    const there = slot('r', '12T14:00', '12T16:00', {
      aircraft: { aircraftId: 'a1', tailNumber: 'a1', location: { name: 'KPUB' } },
    });
    const { slots, unoffered } = standbyIn(school([there]), [cancelled], 'KAPA');
    expect([slots, unofferedText(unoffered)]).toEqual([[], '1 at another location']);
    expect(standbyIn(school([there]), [cancelled], 'KPUB').slots).toHaveLength(1);
  });
});

test('the list says who, with whom, why, and who is left out', () => {
  const found = takersIn([
    lesson('ana', '02T08:00'),
    lesson('ben', '05T08:00'),
    lesson('ben', '13T11:00', { plane: 'a2', instructor: 'lee' }),
  ]);
  const [{ slot: own } = { slot: null }] = standbyIn(school([]), [cancelled]).answers;
  if (!own) throw new Error('The slot is not offered.');
  const nameOf = ({ name }: { readonly name: string }) => name;
  expect(standbyText({ slot: own, takers: found, since, nameOf, notes: [], now, clock })).toBe(
    [
      'Standby for Wed 13 May 1000–1200L (2.0 h), N512SP, Cessna 172S; as of Tue 12 May 1105L',
      'Freed: was Wed 13 May 1000L to 1200L, now Cancelled · Dual',
      '1 student, the longest wait first:',
      '1. ana S  last lesson Sat 2 May (10 days)  with kim T  N512SP, no checkout, so only with the instructor  1 lesson on this type · both free all the time · no lesson booked',
      'Left out: 1 booked then.',
      'Nothing is booked and nobody has been told.',
    ].join('\n'),
  );
  expect(leftOutText(found, nameOf)).toBe('1 booked then');
});

const quarter = hour / 4;
const freeings = fc.array(
  fc.record({
    aircraftId: fc.constantFrom('N0', 'N1', 'N2', 'N3', 'n4'),
    start: fc.integer({ min: -8, max: 240 }),
    length: fc.integer({ min: 2, max: 30 }),
    person: fc.constantFrom(null, 'pilot-0', 'pilot-1'),
  }),
  { minLength: 1, maxLength: 6 },
);
const drawn = fc.tuple(drawnSchools, freeings).map(([drawnSchool, given]) => ({
  drawnSchool,
  entries: given.map(({ aircraftId, start, length, person: gone }, at) =>
    entryOf({
      seq: at + 1,
      start: now + start * quarter,
      end: now + (start + length) * quarter,
      aircraftId,
      people: gone === null ? [] : [gone],
    }),
  ),
}));

describe('of any school', () => {
  test('nobody is offered who is booked then, and no aircraft that is grounded or booked', () => {
    let [offers, slotCount] = [0, 0];
    fc.assert(
      fc.property(drawn, ({ drawnSchool, entries }) => {
        const live = drawnSchool.schedule.reservations.filter((one) => !isVoid(one) && one.statusId !== 2);
        for (const { slot: own, takers } of standbyIn(drawnSchool, entries).answers) {
          slotCount++;
          const id = idKey(own.room.aircraft.aircraftId);
          expect(own.room.grounded).toBeNull();
          expect(drawnSchool.squawks.get(id)?.items ?? []).toEqual([]);
          expect(own.start).toBeGreaterThanOrEqual(now);
          expect(live.filter((one) => idKey(one.aircraftId ?? '') === id && overlaps(one, own))).toEqual([]);
          for (const { student, instructor, free } of takers.candidates) {
            offers++;
            expect(free.start >= own.start && free.end <= own.end).toBe(true);
            const busy = live.filter((one) => overlaps(one, free));
            const people = busy.flatMap(({ record }) => [record.instructor, ...(record.pilots ?? [])]);
            expect(people.map((one) => one?.userId)).not.toContain(student.userId);
            expect(people.map((one) => one?.userId)).not.toContain(instructor.userId);
            expect(own.entry.people.map(({ userId }) => userId)).not.toContain(student.userId);
          }
        }
      }),
      { numRuns: 300 },
    );
    expect(slotCount).toBeGreaterThan(100);
    expect(offers).toBeGreaterThan(20);
  });

  test('the answer does not depend on the order of entries and reservations, and waits never grow shorter', () => {
    fc.assert(
      fc.property(drawn, ({ drawnSchool, entries }) => {
        const index = planningOf(drawnSchool);
        const answer = (turned: boolean) => {
          const inOrder = <One>(list: readonly One[]) => (turned ? list.toReversed() : [...list]);
          const { slots, unoffered } = freedSlots({ index, entries: inOrder(entries), until, place: null });
          const takers = takersOf(teachingIn(inOrder(drawnSchool.schedule.reservations), index, since), index);
          return {
            unoffered: [...unoffered].toSorted(([a], [b]) => a - b),
            slots: slots.map((one) => {
              const found = takers(one);
              const waits = found.candidates.map(({ days }) => days ?? Infinity);
              expect(waits).toEqual(waits.toSorted((a, b) => (a === b ? 0 : b - a)));
              return [
                one.key,
                one.start,
                one.end,
                idsOf(found),
                leftIn(found),
                found.candidates.map(({ free }) => free),
              ];
            }),
          };
        };
        expect(answer(true)).toEqual(answer(false));
      }),
      { numRuns: 200 },
    );
  });
});

describe('the time grows in proportion', () => {
  /** Hostile: one aircraft, one instructor, one type, and each freed time over the one before. Those who left are inactive. */
  const hostile = (count: number, { people = 50, freed = count, left = false } = {}) => {
    const reservations = Array.from({ length: count }, (_, at) => {
      const start = left ? now - 30 * hour : now - 5 * day + (at % 400) * quarter;
      return slot(`r${at}`, '12T08:00', '12T09:00', {
        status: 2,
        activityType: { name: 'Dual' },
        pilots: [person(`S ${at % people}`, `s${at % people}`)],
        instructor: person('kim T', 'kim'),
        startTime: new Date(start).toISOString(),
        endTime: new Date(start + hour).toISOString(),
      });
    });
    const entries = Array.from({ length: freed }, (_, at) => {
      const start = now + day + (at % 90) * hour;
      return entryOf({ seq: at, start, end: start + 2 * hour });
    });
    const status = left ? { id: 2, name: 'inactive' } : active;
    const users = Array.from({ length: people }, (_, at) => userOf(`s${at}`, { status, aircraftCheckouts: [] }));
    return { school: school(reservations, { users }), entries };
  };
  const fastest = (given: ReturnType<typeof hostile>) => {
    const index = planningOf(given.school);
    const times = Array.from({ length: 4 }, () => {
      const before = process.threadCpuUsage();
      const { slots } = freedSlots({ index, entries: given.entries, until, place: null });
      const takers = takersOf(teachingIn(given.school.schedule.reservations, index, since), index);
      for (const one of slots) takers(one);
      const { user, system } = process.threadCpuUsage(before);
      return (user + system) / 1000;
    });
    return Math.min(...times);
  };

  test('with the entries and the reservations, also if all are of one aircraft and one instructor', () => {
    const [few, many] = [hostile(3_000), hostile(12_000)];
    // Proportional growth gives four, quadratic growth sixteen; a disturbance would not happen three times.
    expect([1, 2, 3].some(() => fastest(many) < 9 * Math.max(4, fastest(few)))).toBe(true);
  });

  test('with the students, also if all are left out for one reason', () => {
    const [few, many] = [2_500, 10_000].map((people) => hostile(people, { people, freed: 20, left: true }));
    expect(few && many && [1, 2, 3].some(() => fastest(many) < 9 * Math.max(4, fastest(few)))).toBe(true);
  });
});
