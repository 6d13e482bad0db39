import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dispatchCheckOf } from '#domain/readiness/check.ts';
import { type ReadinessIndex, readinessIndex, type ReadinessSources } from '#domain/readiness/readinessIndex.ts';
import { byStart, idKey, type TimedReservation } from '#domain/reservations/reservations.ts';
import { visitsOf } from '#domain/maintenance/shopVisit.ts';
import { spareReach } from '#domain/thresholds.ts';
import { overlaps } from '#domain/time/time.ts';
import { aircraft, dateLimit, hoursLeft, item, now, status, zone } from '#e2e/fixtures/samples/sampleMaintenance.ts';
import { drawnSchools, planningOf } from '#e2e/fixtures/samples/samplePlanning.ts';
import { read, sources } from '#e2e/fixtures/samples/sampleReadiness.ts';
import { onTheDay, person, slot } from '#e2e/fixtures/samples/sampleSchedule.ts';
import { clockText } from '#domain/time/clock.ts';
import { findFlights } from './finder.ts';
import { foundSummary } from './finderText.ts';
import { heatStrip } from './heat.ts';
import { type CourseHistory, historyInReservations } from './history.ts';
import { anyRequest, type FindRequest } from './request.ts';
import { checksAfter, dueBefore, reservationOf } from './trial.ts';

/** The subjects of the findings against a reservation; for a limit, its reminder. */
function flagsOf(reservation: TimedReservation, index: ReadinessIndex): string[] {
  const lines = dispatchCheckOf(reservation, index)?.lines ?? [];
  return lines
    .filter(({ level }) => level === 'stop' || level === 'check')
    .flatMap(({ subject, findings, words }) => {
      const reminders = findings.flatMap(({ reminder }) => reminder ?? []);
      return reminders.length > 0
        ? reminders
        : [subject === 'instructor' ? words.replaceAll(/[\d.]+ h/g, '') : subject];
    });
}

/** Until when it counts against the limits of its aircraft: the next shop visit, or two days after its end. */
function reachOf({ aircraftId, end }: TimedReservation, { schedule: { reservations } }: ReadinessSources): number {
  const ownReservations = reservations.filter((reservation) => reservation.aircraftId === aircraftId);
  return (
    visitsOf(ownReservations, now).find(({ reservation }) => reservation.start >= end)?.reservation.start ??
    end + spareReach
  );
}

const requests: fc.Arbitrary<FindRequest> = fc.record({
  student: fc.constantFrom(null, 'pilot-0', 'pilot-1', 'PILOT-2'),
  instructor: fc.constantFrom<FindRequest['instructor']>(
    { kind: 'any' },
    { kind: 'none' },
    { kind: 'one', userId: 'instructor-1' },
  ),
  model: fc.constantFrom('', '172', 'pa28', 'N3'),
  features: fc.constant([]),
  categoryClass: fc.constant(''),
  length: fc.constantFrom(60, 120, 300, 480),
  day: fc.constantFrom(null, '2026-05-13', '2026-05-14'),
  hours: fc.constantFrom(null, { from: 12 * 60, to: 18 * 60 }),
  mayBeNight: fc.boolean(),
  prefersHistory: fc.constant(false),
});

describe('a flight found', () => {
  test('has no dispatch finding, and causes none for anyone else', () => {
    let found = 0;
    fc.assert(
      fc.property(drawnSchools, requests, (school: ReadinessSources, request) => {
        const index = planningOf(school);
        const before = readinessIndex(school);
        for (const offered of findFlights(request, { index, place: null }).slots.slice(0, 3)) {
          found++;
          const proposal = reservationOf(offered, request, index);
          const reservations = [...school.schedule.reservations, proposal].toSorted(byStart);
          const after = readinessIndex({ ...school, schedule: { ...school.schedule, reservations } });
          // The request need not name a student yet.
          const own = flagsOf(proposal, after).filter((flag) => request.student !== null || flag !== 'pilot');
          expect(own, `${proposal.record.startTime} ${offered.aircraft[0]?.room.aircraft.tailNumber}`).toEqual([]);
          for (const { reservation } of after.reservations.all) {
            if (reservation === proposal || reservation.start >= reachOf(proposal, school)) continue;
            const known = new Set(flagsOf(reservation, before));
            expect(
              flagsOf(reservation, after).filter((flag) => !known.has(flag)),
              reservation.key,
            ).toEqual([]);
          }
          expect(checksAfter([proposal], index).get(proposal.key)?.level).toBe(dispatchCheckOf(proposal, after)?.level);
        }
      }),
      { numRuns: 300 },
    );
    expect(found).toBeGreaterThan(100);
  });

  test('is within the requested hours, on a half hour, in time order, and of the requested length', () => {
    fc.assert(
      fc.property(drawnSchools, requests, (school, request) => {
        const { slots, windows, searched } = findFlights(request, { index: planningOf(school), place: null });
        expect(windows.length).toBeLessThanOrEqual(10);
        expect(windows.flatMap((window) => window.slots)).toEqual(slots);
        for (const window of windows) {
          const first = (found: (typeof slots)[number]) => found.aircraft[0]?.room.aircraft.aircraftId;
          expect(new Set(window.slots.map(first)).size).toBe(1);
          expect([window.start, window.end]).toEqual([window.slots[0].start, window.slots.at(-1)?.end]);
          expect(window.slots.every(({ start }, place) => start === window.start + place * 1_800_000)).toBe(true);
        }
        expect(slots.map(({ start }) => start)).toEqual(slots.map(({ start }) => start).toSorted((a, b) => a - b));
        for (const { start, end } of slots) {
          const [from, to] = [start, end].map((at) => clockText(at, { zone: zone.name, mode: 'L' }));
          expect(end - start).toBe(request.length * 60_000);
          expect(from).toMatch(/[03]0L$/);
          if (request.hours) expect([from! >= '1200L', to! <= '1800L']).toEqual([true, true]);
          expect(start).toBeGreaterThanOrEqual(searched.start);
          expect(end).toBeLessThanOrEqual(searched.end);
        }
      }),
      { numRuns: 200 },
    );
  });

  test('has only aircraft and instructors that are free then', () => {
    fc.assert(
      fc.property(drawnSchools, requests, (school, request) => {
        const { slots } = findFlights(request, { index: planningOf(school), place: null });
        const live = school.schedule.reservations.filter(({ statusId }) => statusId !== 2 && statusId !== 3);
        for (const found of slots) {
          const busy = live.filter((reservation) => overlaps(reservation, found));
          for (const { room } of found.aircraft)
            expect(busy.map(({ aircraftId }) => idKey(aircraftId ?? ''))).not.toContain(
              idKey(room.aircraft.aircraftId),
            );
          for (const { instructor } of found.instructors)
            expect(busy.map(({ record }) => record.instructor?.userId)).not.toContain(instructor.userId);
        }
      }),
      { numRuns: 200 },
    );
  });
});

const model = (name: string) => ({ make: { name: 'Cessna' }, model: { modelId: name, name } });
const sampleAircraft = (id: string, name = '172S') => aircraft({ aircraftId: id, tailNumber: id, ...model(name) });
const active = { id: 1, name: 'active' };
const instructor = (userId: string, name: string) => ({
  userId,
  firstName: name.split(' ')[0] ?? '',
  lastName: name.split(' ')[1] ?? '',
  instructorStatus: active,
});
const sam = {
  userId: 'sam',
  firstName: 'Sam',
  lastName: 'Garcia',
  status: active,
  aircraftCheckouts: [{ ...model('172S'), revoked: false }],
};

function find(
  request: Partial<FindRequest>,
  reservations: readonly TimedReservation[] = [],
  more: Partial<ReadinessSources> = {},
  history: CourseHistory | null = null,
) {
  const fleet = more.fleet ?? [sampleAircraft('N1'), sampleAircraft('N2', 'PA-28')];
  const nothing = new Map(fleet.map(({ aircraftId }) => [aircraftId.toLowerCase(), read<never>()]));
  const school = sources(reservations, {
    fleet,
    reminders: nothing,
    squawks: nothing,
    instructors: [instructor('t1', 'Tamika Tanaka'), instructor('t2', 'Kim Lee')],
    users: [sam],
    ...more,
  });
  return findFlights({ ...anyRequest, ...request }, { index: planningOf(school), place: null, history });
}
const on = (id: string, instructorId: string | null = null, pilot = 'x') => ({
  aircraft: { aircraftId: id, tailNumber: id },
  pilots: [person('Pat Pilot', pilot)],
  instructor: instructorId === null ? null : person('Some Instructor', instructorId),
});
const local = { zone: zone.name, mode: 'L' } as const;
const times = (found: ReturnType<typeof find>) => found.slots.map(({ start }) => clockText(start, local));

const windowTimes = (found: ReturnType<typeof find>) =>
  found.windows.map(({ start, end }) => `${clockText(start, local)} to ${clockText(end, local)}`);

/** The half hours from which a flight of 2 h ends by 1800. */
const afternoon = ['1200L', '1230L', '1300L', '1330L', '1400L', '1430L', '1500L', '1530L', '1600L'];

describe('a search worked by hand', () => {
  test('for a 172 and an instructor for 2 h from now starts on the next half hour, then every half hour', () => {
    const found = find({ model: '172', student: 'sam' });
    expect(times(found).slice(0, 10)).toEqual(['1130L', ...afternoon]);
    // Without reservations each day is one window.
    expect(windowTimes(found).slice(0, 2)).toEqual(['1130L to 2030L', '0600L to 2030L']);
    expect(found.slots[0]?.aircraft.map(({ room }) => room.aircraft.tailNumber)).toEqual(['N1']);
    expect(found.slots[0]?.instructors.map(({ instructor: { name } }) => name)).toEqual(['Kim Lee', 'Tamika Tanaka']);
  });

  test('for tomorrow afternoon starts at 1200 and ends by 1800', () => {
    const found = find({ day: '2026-05-13', hours: { from: 720, to: 1080 } });
    expect(times(found).slice(0, 9)).toEqual(afternoon);
    expect(found.slots[9]?.start).toBe(onTheDay('14T12:00'));
  });

  test('skips times when the aircraft, the instructor or the student is booked', () => {
    const request = { model: '172', student: 'sam', instructor: { kind: 'one', userId: 't1' } } as const;
    const reservations = [
      slot('a', '13:30', '14:00', on('N1')),
      slot('b', '16:00', '16:30', on('N2', 't1')),
      slot('c', '18:00', '19:00', on('N2', null, 'sam')),
    ];
    // 2 h from 1630 on would touch the student's flight of 1800, so the next one is at 0600 tomorrow.
    expect(times(find(request, reservations)).slice(0, 3)).toEqual(['1130L', '1400L', '0600L']);
    expect(windowTimes(find(request, reservations)).slice(0, 2)).toEqual(['1130L to 1330L', '1400L to 1600L']);
  });

  test('gives an instructor with 7 h booked one more hour, not two', () => {
    const reservations = [slot('day', '12:00', '19:00', on('N2', 't1'))];
    const request = { model: '172', instructor: { kind: 'one', userId: 't1' }, mayBeNight: true } as const;
    expect(times(find({ ...request, length: 60 }, reservations))[0]).toBe('1900L');
    // The 24 hours from 1200 have 7 h booked, so only one of the two hours may be before 1200 the next day.
    expect(find({ ...request, length: 120 }, reservations).slots[0]?.start).toBe(onTheDay('13T11:00'));
  });

  test('counts hours that an instructor may give as one of the pilots', () => {
    const shared = { ...on('N2'), pilots: [person('Pat Pilot', 'x'), person('Some Instructor', 't1')] };
    const request = { model: '172', instructor: { kind: 'one', userId: 't1' }, mayBeNight: true } as const;
    const found = find({ ...request, length: 120 }, [slot('day', '12:00', '19:00', shared)]).slots[0];
    expect(found?.start).toBe(onTheDay('13T11:00'));
  });

  test('for a solo needs a checkout, and ends by nightfall unless night is allowed', () => {
    const solo = { student: 'sam', instructor: { kind: 'none' } } as const;
    const tails = new Set(
      find(solo).slots.flatMap(({ aircraft: offers }) => offers.map(({ room }) => room.aircraft.tailNumber)),
    );
    expect([...tails]).toEqual(['N1']);
    const evening = { hours: { from: 19 * 60, to: 22 * 60 }, length: 60 };
    expect(times(find({ ...solo, ...evening }))[0]).toBe('1900L');
    expect(find({ ...solo, ...evening }).slots.every(({ isPartlyNight }) => !isPartlyNight)).toBe(true);
    expect(times(find({ ...solo, ...evening, mayBeNight: true }))).toContain('2100L');
  });
});

describe('lessons with the student, by hand', () => {
  const lesson = (key: string, from: string, to: string, instructorId: string) =>
    slot(key, from, to, { ...on('N2', instructorId, 'sam'), status: 2 });
  const lessons = [
    lesson('a', '11T08:00', '11T10:00', 't1'),
    lesson('b', '12T08:00', '12T10:00', 't1'),
    lesson('c', '11T12:00', '11T13:00', 't2'),
    // Not flown yet.
    slot('d', '15T08:00', '15T10:00', on('N2', 't2', 'sam')),
    slot('e', '16T08:00', '16T10:00', on('N2', 't2', 'sam')),
  ];

  test('each instructor’s lessons with the student are told, whoever comes first', () => {
    const history = historyInReservations(lessons, 'SAM', now);
    const textsOf = (request: Partial<FindRequest>) =>
      find({ student: 'sam', ...request }, lessons, {}, history).slots[0]?.instructors.map((offer) => [
        offer.instructor.name,
        offer.lessons,
      ]);
    const [tanaka, lee] = [
      ['Tamika Tanaka', { count: 2, last: onTheDay('08:00') }],
      ['Kim Lee', { count: 1, last: onTheDay('11T12:00') }],
    ];
    // Tanaka has taught 2 h of the last 24, Lee 1 h.
    expect(textsOf({})).toEqual([lee, tanaka]);
    expect(textsOf({ prefersHistory: true })).toEqual([tanaka, lee]);
    expect(find({ student: 'sam' }, lessons).slots[0]?.instructors.map((offer) => offer.lessons)).toEqual([null, null]);
  });

  test('times with an instructor who has taught the student come first if that is preferred, and hide no others', () => {
    const history = historyInReservations(lessons, 'sam', now);
    const busy = [
      ...lessons,
      slot('f', '11:10', '21:00', on('N2', 't1')),
      slot('g', '11:10', '12:00', { ...on('N2', 't2') }),
    ];
    const only = {
      ...history,
      with: (one: { userId: string; name: string }) => ({
        ...history.with(one),
        ...(one.userId === 't2' && { count: 0 }),
      }),
    };
    const plain = find({ student: 'sam', model: '172' }, busy, {}, only).slots;
    const preferred = find({ student: 'sam', model: '172', prefersHistory: true }, busy, {}, only).slots;
    const isTaught = (found: (typeof plain)[number]) => found.instructors[0]?.instructor.userId === 't1';
    // Tanaka's flight from 1110 uses all legal hours of the next 24 h, so the times with Tanaka are later ones.
    expect(plain.slice(0, 10).some(isTaught)).toBe(false);
    const taught = preferred.filter(isTaught);
    expect(taught.length).toBeGreaterThan(0);
    expect(preferred.slice(0, taught.length)).toEqual(taught);
    const starts = new Set(preferred.map(({ start }) => start));
    expect(plain.slice(0, 10).filter(({ start }) => !starts.has(start))).toEqual([]);
  });
});

describe('a proposal worked by hand', () => {
  test('leaves out an aircraft with too few hours, and knows features only from reservations', () => {
    const reminders = new Map([
      ['n1', read(item({ timeOptions: hoursLeft(1.5) }, sampleAircraft('N1')))],
      ['n2', read<never>()],
    ]);
    const tails = find({}, [], { reminders }).slots.flatMap(({ aircraft: offers }) =>
      offers.map(({ room }) => room.aircraft.tailNumber),
    );
    expect(new Set(tails)).toEqual(new Set(['N2']));
    const said = slot('a', '13:00', '14:00', {
      ...on('N1'),
      aircraft: { aircraftId: 'N1', tailNumber: 'N1', isComplex: true },
    });
    expect(find({ features: ['complex'] }, [said])).toMatchObject({ aircraftCount: 1, undescribed: 1 });
  });

  test('a category and class is one that reservations give, in any letter case', () => {
    const multi = { category: 'Airplane', class: 'Multi Engine Land' };
    const said = slot('a', '13:00', '14:00', {
      ...on('N1'),
      aircraft: { aircraftId: 'N1', tailNumber: 'N1', categoryClass: multi },
    });
    expect(find({ categoryClass: 'airplane, multi engine land' }, [said])).toMatchObject({
      aircraftCount: 1,
      undescribed: 1,
    });
    expect(find({ categoryClass: 'Glider' }, [said]).obstacle).toBe('No aircraft in service matches this request.');
  });

  test('says why nothing was found', () => {
    expect(find({ model: 'baron' }).obstacle).toBe('No aircraft in service matches this request.');
    expect(find({ instructor: { kind: 'one', userId: 'nobody' } }).obstacle).toBe(
      'This instructor is not active, or not in the list.',
    );
    expect(find({ student: 'nobody' }).obstacle).toBe('The list of people has no record of this student.');
  });
});

describe('the availability strip', () => {
  const fleet = [sampleAircraft('N1'), sampleAircraft('N2'), sampleAircraft('N3', 'PA-28')];
  const school = sources([slot('a', '13:30', '14:00', on('N1')), slot('b', '13T06:00', '13T22:00', on('N3'))], {
    fleet,
  });
  const alone: FindRequest = { ...anyRequest, instructor: { kind: 'none' }, length: 60, mayBeNight: true };
  const strip = (request: FindRequest) => heatStrip(request, { index: planningOf(school), place: null });
  const free = (request: FindRequest, row: number, day: number) => {
    const figures = strip(request)[row]?.days[day]?.hours.map((one) => one.free);
    return figures?.join('');
  };

  test('counts the aircraft that can take the flight when it starts in the hour', () => {
    const rows = strip(alone);
    expect(rows.map(({ model: name, count }) => [name, count])).toEqual([
      ['Cessna 172S', 2],
      ['Cessna PA-28', 1],
    ]);
    expect(rows[0]?.days).toHaveLength(14);
    // It is 1105L. N1 is booked from 1330 to 1400; the last hour in which a flight can start is 2100, or 2000.
    expect(free(alone, 0, 0)).toBe('0000022122222222');
    expect(free({ ...alone, length: 120 }, 0, 0)).toBe('0000021122222220');
    expect(free(alone, 1, 1)).toBe('0'.repeat(16));
    expect(now).toBeLessThan(onTheDay('12:00'));
  });

  test('and the sentence of the finder follow one rule', () => {
    let none = 0;
    fc.assert(
      fc.property(drawnSchools, requests, (drawn: ReadinessSources, given) => {
        const request: FindRequest = { ...given, student: null, instructor: { kind: 'none' }, day: null };
        const index = planningOf(drawn);
        const found = findFlights(request, { index, place: null });
        const hours = heatStrip(request, { index, place: null }).flatMap(({ days }) =>
          days.flatMap((day) => day.hours.filter((hour) => hour.free > 0).map(({ start }) => start)),
        );
        if (found.windows.length === 0) {
          none++;
          expect(hours).toEqual([]);
        } else {
          const [first] = found.slots;
          expect(hours.length, String(first && new Date(first.start).toISOString())).toBeGreaterThan(0);
          expect(hours.some((start) => first && start <= first.start && first.start < start + 3_600_000)).toBe(true);
        }
      }),
    );
    expect(none).toBeGreaterThan(0);
  });

  test('says what is missing where nothing is possible', () => {
    const summary = (request: FindRequest, reservations: readonly TimedReservation[] = []) => {
      const index = planningOf(sources(reservations, { fleet }));
      return foundSummary(findFlights(request, { index, place: null }), { zone: zone.name, mode: 'L' });
    };
    expect(summary({ ...alone, length: 720, hours: { from: 360, to: 720 } })).toMatch(
      /^No time is possible until .* May: no flight of this length fits into these hours\.$/,
    );
    expect(summary({ ...anyRequest, mayBeNight: true })).toBe('No instructor is active.');
    const all = fleet.map(({ tailNumber }) => slot(tailNumber ?? '', '11:00', '30T11:00', on(tailNumber ?? '')));
    expect(summary(alone, all)).toMatch(/^No time is possible until .* May: no aircraft can take it\.$/);
  });
});

describe('an aircraft that comes due before the end of its flight', () => {
  const fleet = [sampleAircraft('N1')];
  const wanted: FindRequest = { ...anyRequest, instructor: { kind: 'none' }, length: 60, mayBeNight: true };
  const dueOf = (name: string, date: string, id: number) => {
    const due = item({ name, status: status(id), dateOptions: dateLimit(date, id) }, sampleAircraft('N1'));
    const index = planningOf(sources([], { fleet, reminders: new Map([['n1', read(due)]]) }));
    const { slots } = findFlights(wanted, { index, place: null });
    return slots.slice(0, 1).map((first) => dueBefore(first, wanted, index));
  };

  test('says what, and when', () => {
    expect(dueOf('VOR Check', '2026-05-03', 3)).toEqual([
      [{ words: 'VOR Check expired Sun 3 May, IFR only', isAdvisory: false }],
    ]);
    expect(dueOf('Cleaning', '2026-05-03', 3)).toEqual([
      [{ words: 'Cleaning expired Sun 3 May, advisory', isAdvisory: true }],
    ]);
    expect(dueOf('VOR Check', '2026-05-30', 1)).toEqual([[]]);
    // What grounds it is not offered.
    expect(dueOf('Annual', '2026-05-03', 3)).toEqual([]);
  });
});
