import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { FigureSource } from '#contract/gateway/figures.ts';
import { toReservation } from '#domain/reservations/reservations.ts';
import { toSquawk } from '#domain/maintenance/squawks.ts';
import { daySpan, type Span } from '#domain/time/time.ts';
import { bookingsOf } from './bookings.ts';
import { cancelCause, cancellationsOf } from './cancellations.ts';
import { departuresOf } from './departures.ts';
import { leftOutIn } from './figure.ts';
import { atOnce } from '#domain/steps.ts';
import { type FigureFacts, type Figures, figuresOf } from './figures.ts';
import { flightsOf, joinedFlights } from './flights.ts';
import { groundedSpans, squawksOf } from './grounded.ts';
import { workOrdersOf } from './maintenance.ts';
import { enrolmentsOf, trainingOf } from './training.ts';
import { utilisationOf } from './utilisation.ts';

const zone = { name: 'America/Denver', zoneless: 'operator' } as const;
const now = Date.parse('2026-05-13T00:00:00Z');
const hour = 3_600_000;
const day = (text: string) => daySpan(text, zone.name);

type Given = { id?: string; start: string; end: string; status?: string; aircraft?: string; kind?: number };

function booking({ id = 'r1', start, end, status = 'Completed', aircraft = 'a1', kind = 0 }: Given) {
  const statusId = { Reserved: 0, 'Checked Out': 1, Completed: 2 }[status] ?? 9;
  return toReservation(
    {
      reservationId: id,
      startTime: start,
      endTime: end,
      reservationType: { displayTypeId: kind, name: 'Standard' },
      aircraft: { aircraftId: aircraft, tailNumber: aircraft.toUpperCase(), model: { name: '172S' } },
      instructor: { userId: 'i1', firstName: 'Ann', lastName: 'Lee' },
      pilots: [{ userId: 's1', firstName: 'Sam', lastName: 'Fox' }],
      reservationStatus: { id: statusId, name: status },
    },
    zone,
  );
}

function flightRow(id: string, out: string, back: string | null, more: object = {}) {
  const hours = back === null ? null : (Date.parse(`${back}Z`) - Date.parse(`${out}Z`)) / hour;
  return {
    flightId: `f ${id}`,
    reservationId: id,
    aircraftId: 'a1',
    registrationTail: 'A1',
    checkedOutOn: out,
    checkedInOn: back,
    flightHours: hours,
    ...more,
  };
}

function factsOf(given: {
  bookings?: readonly ReturnType<typeof booking>[];
  flights?: readonly unknown[];
  squawks?: readonly object[];
  orders?: readonly unknown[];
  students?: readonly unknown[];
}): FigureFacts {
  const bookings = bookingsOf(given.bookings ?? []);
  return {
    bookings,
    flights: atOnce(joinedFlights([atOnce(flightsOf(given.flights ?? [], zone))], bookings.rows)),
    squawks: squawksOf(
      (given.squawks ?? []).map((record, place) => ({ aircraft: 'a1', squawk: toSquawk({ ...record }, place, zone) })),
    ),
    orders: workOrdersOf(given.orders ?? [], zone),
    enrolments: given.students ? enrolmentsOf(given.students, zone) : null,
    squawked: null,
    cancelledAt: new Map(),
    fleet: [{ key: 'a1', name: 'A1' }],
  };
}

/** Figures of a period that all sources cover. */
function whole({ departures, cancellations, maintenance, ...figures }: Figures) {
  const { openSquawks, opened, closed } = maintenance;
  if (!departures || !cancellations || !openSquawks || opened === null || closed === null)
    throw new Error('Something is not known.');
  return { ...figures, departures, cancellations, maintenance: { ...maintenance, openSquawks, opened, closed } };
}

const figuresIn = (facts: FigureFacts, span: Span) =>
  whole(atOnce(figuresOf(facts, { span, by: 'aircraft', now, zone })));

describe('hours', () => {
  const open = (span: Span) =>
    utilisationOf({
      bookings: [],
      flights: [],
      fleet: [{ key: 'a1', name: 'A1' }],
      span,
      by: 'aircraft',
      zone: zone.name,
    }).open.value;

  test('are open from 06 to 22, also on days of 23 and 25 hours, and not beyond the present', () => {
    expect(open(day('2026-05-11'))).toBe(16);
    expect(open(day('2026-03-08'))).toBe(16);
    expect(open(day('2026-11-01'))).toBe(16);
    expect(open({ start: day('2026-05-12').start, end: now })).toBe(12);
    expect(open({ start: now, end: now })).toBe(0);
  });

  test('come from the report, or from its meters; a flight that is not closed has none and still left', () => {
    const facts = factsOf({
      flights: [
        flightRow('r1', '2026-05-11T10:00:00', '2026-05-11T11:30:00'),
        flightRow('r2', '2026-05-11T12:00:00', '2026-05-11T13:00:00', {
          flightHours: null,
          hobbsOut: 100,
          hobbsIn: 101.2,
        }),
        flightRow('r3', '2026-05-11T14:00:00', null),
        flightRow('r4', '2026-05-11T15:00:00', '2026-05-11T16:00:00', {
          flightHours: null,
          hobbsOut: 105,
          hobbsIn: 10,
        }),
      ],
    });
    const { utilisation, leftOut } = figuresIn(facts, day('2026-05-11'));
    expect(utilisation.flown).toEqual({ value: 2.7, rows: 2 });
    expect(utilisation.bars[0]).toMatchObject({ flown: 2.7, flights: 4 });
    expect(leftOut.flights).toEqual({ void: 0, draft: 0, duplicate: 0, unreadable: 1, 'not closed': 1 });
  });

  test('of void rows, drafts and simulators do not count, and a row given twice counts once, as updated last', () => {
    const row = flightRow('r1', '2026-05-11T10:00:00', '2026-05-11T11:00:00', { lastUpdated: '2026-05-11T11:00:00' });
    const facts = factsOf({
      flights: [
        { ...row, flightHours: 1.4, lastUpdated: '2026-05-12T08:00:00' },
        row,
        flightRow('r2', '2026-05-11T12:00:00', '2026-05-11T13:00:00', { status: 'Voided' }),
        flightRow('r3', '2026-05-11T12:00:00', '2026-05-11T13:00:00', { isDraft: true }),
        flightRow('r4', '2026-05-11T12:00:00', '2026-05-11T13:00:00', { isSimulator: true }),
        'not a row',
      ],
    });
    const { utilisation, leftOut } = figuresIn(facts, day('2026-05-11'));
    expect(utilisation.flown).toEqual({ value: 1.4, rows: 1 });
    expect(leftOut.flights).toEqual({ void: 1, draft: 1, duplicate: 1, unreadable: 1, 'not closed': 0 });
  });

  test('between reservations of one day are dead; the night, overlaps and cancelled ones are not', () => {
    const facts = factsOf({
      bookings: [
        booking({ id: 'a', start: '2026-05-10T20:00:00', end: '2026-05-10T21:00:00' }),
        booking({ id: 'b', start: '2026-05-11T08:00:00', end: '2026-05-11T12:00:00' }),
        booking({ id: 'c', start: '2026-05-11T09:00:00', end: '2026-05-11T10:00:00' }),
        booking({ id: 'd', start: '2026-05-11T12:30:00', end: '2026-05-11T13:00:00', status: 'Cancelled' }),
        booking({ id: 'e', start: '2026-05-11T14:00:00', end: '2026-05-11T15:00:00' }),
      ],
    });
    const span = { start: day('2026-05-10').start, end: day('2026-05-11').end };
    expect(figuresIn(facts, span).utilisation.dead).toEqual({ value: 2, rows: 1 });
  });
});

describe('departures', () => {
  const departures = (facts: FigureFacts) => figuresIn(facts, day('2026-05-11')).departures;

  test('are in time up to 15 minutes after the booked start', () => {
    const at = (out: string) => {
      return departures(
        factsOf({
          bookings: [booking({ start: '2026-05-11T10:00:00', end: '2026-05-11T12:00:00' })],
          flights: [flightRow('r1', out, '2026-05-11T12:00:00')],
        }),
      ).onTime;
    };
    expect([at('2026-05-11T09:30:00'), at('2026-05-11T10:15:00'), at('2026-05-11T10:16:00')]).toEqual([1, 1, 0]);
  });

  test('name a cause only where records show it', () => {
    const facts = factsOf({
      bookings: [
        booking({ id: 'r1', start: '2026-05-11T08:00:00', end: '2026-05-11T10:00:00' }),
        booking({ id: 'r2', start: '2026-05-11T10:00:00', end: '2026-05-11T12:00:00' }),
        booking({ id: 'r3', start: '2026-05-11T13:00:00', end: '2026-05-11T14:00:00' }),
        booking({ id: 'r4', start: '2026-05-11T15:00:00', end: '2026-05-11T16:00:00', status: 'Reserved' }),
        booking({ id: 'r5', start: '2026-05-11T16:00:00', end: '2026-05-11T17:00:00', status: 'Cancelled' }),
        booking({ id: 'r6', start: '2026-05-11T18:00:00', end: '2026-05-11T19:00:00', status: 'Reserved' }),
        booking({ id: 'r7', start: '2026-05-11T19:00:00', end: '2026-05-11T20:00:00' }),
        booking({ id: 'r8', start: '2026-05-11T08:00:00', end: '2026-05-11T20:00:00', kind: 1 }),
      ],
      flights: [
        flightRow('r1', '2026-05-11T08:05:00', '2026-05-11T10:30:00'),
        flightRow('r2', '2026-05-11T10:40:00', '2026-05-11T12:00:00'),
        flightRow('r3', '2026-05-11T13:30:00', '2026-05-11T14:00:00'),
      ],
      squawks: [
        {
          squawkId: 'q1',
          created: '2026-05-11T17:30:00',
          resolvedDate: '2026-05-11T18:30:00',
          grounding: true,
        },
      ],
    });
    const found = departures(facts);
    expect(found.due).toBe(6);
    expect(found.onTime).toBe(1);
    expect(new Map(found.causes.map(({ name, count }) => [name, count]))).toEqual(
      new Map([
        ['cancelled', 1],
        ['grounded', 1],
        ['late aircraft', 1],
        ['never checked out', 1],
        ['not recorded', 1],
      ]),
    );
    expect(found.notRecorded).toEqual({ value: 1, rows: 1 });
  });

  test('of which none was due have no share', () => {
    expect(departures(factsOf({})).reliability).toEqual({ value: null, rows: 0, reason: 'No flight was to leave.' });
  });
});

describe('cancellations', () => {
  test.each([
    ['Cancelled - Weather', 'weather'],
    ['No Show', 'no-show'],
    ['Canceled by student', 'student'],
    ['Cancelled (MX)', 'aircraft'],
    ['Cancelled', 'not recorded'],
    ['Deleted', 'not recorded'],
  ])('with the status “%s” are “%s”', (status, cause) => {
    expect(cancelCause(status)).toBe(cause);
  });

  test('count by weekday and hour of the operator’s clock, and by notice as far as the log saw them', () => {
    const { rows } = bookingsOf([
      booking({ id: 'a', start: '2026-05-11T18:00:00', end: '2026-05-11T19:00:00', status: 'Cancelled' }),
      booking({ id: 'b', start: '2026-05-11T23:30:00', end: '2026-05-11T23:45:00', status: 'No Show' }),
      booking({ id: 'c', start: '2026-05-11T10:00:00', end: '2026-05-11T11:00:00' }),
    ]);
    const seen = new Map([['a', day('2026-05-11').start + 15 * hour]]);
    const found = cancellationsOf({ bookings: rows, seen, span: day('2026-05-11'), zone: zone.name });
    expect([found.count, found.noShows, found.booked]).toEqual([2, 1, 3]);
    // 11 May 2026 is a Monday.
    const cells = found.week.flatMap((hours, weekday) =>
      hours.flatMap(({ booked, cancelled }, at) => (booked > 0 ? [[weekday, at, booked, cancelled]] : [])),
    );
    expect(cells).toEqual([
      [0, 10, 1, 0],
      [0, 18, 1, 1],
      [0, 23, 1, 1],
    ]);
    expect(found.week.map(({ length }) => length)).toEqual([24, 24, 24, 24, 24, 24, 24]);
    expect(found.notice).toEqual([
      { name: '2 to 24 h', count: 1 },
      { name: 'not recorded', count: 1 },
    ]);
  });
});

describe('a shop visit', () => {
  const visit = booking({ start: '2026-05-11T08:00:00', end: '2026-05-11T12:00:00', kind: 1, status: 'Reserved' });
  const kindsOf = (squawk: object | null, squawked: ReadonlySet<string> | null = null) => {
    const facts = factsOf({ bookings: [visit], squawks: squawk ? [{ squawkId: 'q', ...squawk }] : [] });
    const { shopKinds } = figuresIn({ ...facts, squawked }, day('2026-05-11')).maintenance;
    return Object.fromEntries((shopKinds ?? []).map(({ name, hours, visits }) => [name, [hours, visits]]));
  };
  const is = (name: string) => ({ planned: [0, 0], unplanned: [0, 0], [name]: [4, 1] });
  const grounding = { groundAircraft: true };

  test.each([
    ['planned', 'no squawk', null],
    ['unplanned', 'an open squawk that grounds', { ...grounding, created: '2026-05-10T18:00:00' }],
    [
      'unplanned',
      'one that it resolved',
      { ...grounding, created: '2026-05-08T08:00:00', resolvedDate: '2026-05-11T12:00:00' },
    ],
    ['planned', 'one found more than three days before', { ...grounding, created: '2026-05-08T07:59:00' }],
    ['planned', 'one found in the shop', { ...grounding, created: '2026-05-11T09:00:00' }],
    [
      'planned',
      'one resolved before',
      { ...grounding, created: '2026-05-10T18:00:00', resolvedDate: '2026-05-11T08:00:00' },
    ],
    ['planned', 'one that does not ground', { groundAircraft: false, created: '2026-05-10T18:00:00' }],
    ['not told', 'one that may ground', { groundAircraft: 'perhaps', created: '2026-05-10T18:00:00' }],
    ['not told', 'one resolved nobody knows when', { ...grounding, created: '2026-05-10T18:00:00', resolved: true }],
  ])('is %s with %s', (name, _, squawk) => {
    expect(kindsOf(squawk)).toEqual(is(name));
  });

  test('of an aircraft whose squawks are not read is not told', () => {
    expect(kindsOf(null, new Set(['a2']))).toEqual(is('not told'));
    expect(kindsOf(null, new Set(['a1']))).toEqual(is('planned'));
  });
});

test('time off is no booking: it is in no share of cancellations, and loads no instructor', () => {
  const off = (id: string, status: string) =>
    booking({ id, start: '2026-05-11T00:00:00', end: '2026-05-11T23:00:00', status, kind: 10 });
  const lesson = booking({ id: 'c', start: '2026-05-11T10:00:00', end: '2026-05-11T11:00:00' });
  const { cancellations, training, utilisation } = figuresIn(
    factsOf({ bookings: [off('a', 'Cancelled'), off('b', 'Completed'), lesson] }),
    day('2026-05-11'),
  );
  expect([cancellations.count, cancellations.booked]).toEqual([0, 1]);
  expect(training.load).toMatchObject([{ bookings: 1, hours: 1 }]);
  expect(utilisation.booked.value).toBe(1);
});

describe('training', () => {
  const student = (id: string, passed: number, more: object = {}) => ({
    enrollmentId: id,
    studentId: id,
    student: id,
    course: 'Private',
    startedOn: '2026-04-01T00:00:00',
    status: 'In Progress',
    lessons: 40,
    lessonsPassed: passed,
    lastSessionOn: '2026-05-05T18:00:00',
    ...more,
  });

  test('compares each student with the median of the course, and leaves out who has finished', () => {
    const { rows } = enrolmentsOf(
      [student('s1', 4), student('s2', 8), student('s3', 16), student('s4', 40, { status: 'Completed' })],
      zone,
    );
    const { byStudent, withoutBooking } = trainingOf({
      bookings: bookingsOf([booking({ start: '2026-05-14T10:00:00', end: '2026-05-14T12:00:00', status: 'Reserved' })])
        .rows,
      enrolments: rows,
      span: day('2026-05-11'),
      now,
    });
    expect(byStudent.map(({ student: { key }, pace, progress }) => [key, pace, progress])).toEqual([
      ['s1', 0.5, 0.1],
      ['s2', 1, 0.2],
      ['s3', 2, 0.4],
    ]);
    expect(byStudent[0]?.weeksSinceLesson).toBeCloseTo(1, 5);
    expect(withoutBooking).toEqual({ value: 2, rows: 3 });
  });

  test('never guesses a stage check from a member that no document names', () => {
    const { rows } = enrolmentsOf([student('s1', 4, { nextLesson: 'Stage Check 2' })], zone);
    const { stageChecks } = trainingOf({ bookings: [], enrolments: rows, span: day('2026-05-11'), now });
    expect(stageChecks).toMatchObject({
      value: null,
      reason: 'No record of the service says which lesson a student has next.',
    });
  });

  test('says nothing of a pace with two students, or of students whose report is unread', () => {
    const own = { bookings: [], span: day('2026-05-11'), now };
    const { rows } = enrolmentsOf([student('s1', 4), student('s2', 8)], zone);
    expect(trainingOf({ ...own, enrolments: rows }).byStudent.map(({ pace }) => pace)).toEqual([null, null]);
    expect(trainingOf({ ...own, enrolments: null }).withoutBooking.value).toBeNull();
  });
});

/** Whole six hours, so that records often begin or end just where a period does. */
const sixHours = fc.integer({ min: -72, max: 8 }).map((count) => now + count * 6 * hour);
const anyInstant = sixHours.map((at) => new Date(at).toISOString());
const anyBooking = fc
  .record({
    id: fc.integer({ min: 1, max: 12 }),
    at: anyInstant,
    minutes: fc.integer({ min: 0, max: 600 }),
    status: fc.constantFrom('Reserved', 'Checked Out', 'Completed', 'Cancelled', 'No Show'),
    aircraft: fc.constantFrom('a1', 'a2'),
    kind: fc.constantFrom(0, 0, 0, 1, 3),
  })
  .map(({ id, at, minutes, ...more }) => {
    const end = new Date(Date.parse(at) + minutes * 60_000).toISOString();
    return booking({ id: `r${id}`, start: at, end, ...more });
  });
const anyFlight = fc
  .record({
    id: fc.integer({ min: 1, max: 12 }),
    out: anyInstant,
    tenths: fc.option(fc.integer({ min: 0, max: 90 })),
    status: fc.constantFrom('Completed', 'Completed', 'Void', 'Draft'),
    aircraftId: fc.constantFrom('a1', 'a2', null),
    instructor: fc.constantFrom('Ann Lee', 'Bo Ray', null),
  })
  .map(({ id, out, tenths, ...more }) => {
    const back = tenths === null ? null : new Date(Date.parse(out) + tenths * 360_000).toISOString();
    return { ...flightRow(`r${id}`, out, back), flightHours: tenths === null ? null : tenths / 10, ...more };
  });
const anySquawk = fc
  .record({
    id: fc.integer({ min: 1, max: 6 }),
    created: anyInstant,
    hours: fc.option(fc.integer({ min: 0, max: 50 }).map((count) => count * 6)),
  })
  .map(({ id, created, hours }) => ({
    squawkId: `q${id}`,
    created,
    resolvedDate: hours === null ? null : new Date(Date.parse(created) + hours * hour).toISOString(),
    grounding: id % 2 === 0,
  }));
const anySchool = fc.record({
  bookings: fc.array(anyBooking, { maxLength: 30 }),
  flights: fc.array(anyFlight, { maxLength: 30 }),
  squawks: fc.array(anySquawk, { maxLength: 8 }),
});

describe('in any school', () => {
  const all20Days = { start: day('2026-04-25').start, end: now };

  test('the order of records, and records given twice, do not matter', () => {
    fc.assert(
      fc.property(anySchool, fc.infiniteStream(fc.integer({ min: 0, max: 1_000 })), (school, ranks) => {
        const shuffled = <Item>(items: readonly Item[]) =>
          [...items, ...items]
            .map((item) => ({ item, rank: ranks.next().value ?? 0 }))
            .toSorted((a, b) => a.rank - b.rank)
            .map(({ item }) => item);
        const other = {
          bookings: shuffled(school.bookings),
          flights: shuffled(school.flights),
          squawks: shuffled(school.squawks),
        };
        const [once, twice] = [figuresIn(factsOf(school), all20Days), figuresIn(factsOf(other), all20Days)];
        // Only the count of duplicates tells them apart.
        expect({ ...twice, leftOut: null }).toEqual({ ...once, leftOut: null });
      }),
    );
  });

  test('two parts of a period add up to it, and bars to their sums', () => {
    fc.assert(
      fc.property(
        anySchool,
        fc.oneof(
          sixHours.map((at) => Math.min(Math.max(at, all20Days.start), now)),
          fc.integer({ min: all20Days.start, max: now }),
        ),
        (school, at) => {
          const facts = factsOf(school);
          const [all, first, second] = [
            figuresIn(facts, all20Days),
            figuresIn(facts, { start: all20Days.start, end: at }),
            figuresIn(facts, { start: at, end: all20Days.end }),
          ];
          const sums = ({ utilisation, departures, cancellations, maintenance, leftOut }: typeof all) => [
            utilisation.flown.value,
            utilisation.flown.rows,
            utilisation.booked.value,
            utilisation.open.value,
            departures.due,
            departures.onTime,
            departures.notRecorded.value,
            cancellations.count,
            cancellations.booked,
            ...cancellations.week.flatMap((hours) => hours.flatMap(({ booked, cancelled }) => [booked, cancelled])),
            maintenance.grounded.value,
            maintenance.opened,
            maintenance.closed,
            maintenance.shop.value,
            ...(['planned', 'unplanned', 'not told'] as const).map(
              (name) => maintenance.shopKinds?.find((one) => one.name === name)?.hours ?? 0,
            ),
            leftOut.flights.void,
            leftOut.flights['not closed'],
          ];
          const counted = (parts: readonly (typeof all)[]) => {
            const lists = parts.map(sums);
            return lists.reduce((a, b) => a.map((value, index) => (value ?? 0) + (b[index] ?? 0)));
          };
          for (const [index, value] of counted([first, second]).entries())
            expect(value).toBeCloseTo(counted([all])[index] ?? 0, 6);
          const late = all.departures.causes.reduce((sum, { count }) => sum + count, 0);
          expect(all.departures.onTime + late).toBe(all.departures.due);
          const bars = all.utilisation.bars.reduce((sum, { flown }) => sum + (flown ?? 0), 0);
          expect(bars).toBeCloseTo(all.utilisation.flown.value ?? 0, 6);
          const shop = (all.maintenance.shopKinds ?? []).reduce((sum, { hours }) => sum + hours, 0);
          expect(shop).toBeCloseTo(all.maintenance.shop.value ?? 0, 6);
          const { week, count, booked } = all.cancellations;
          const sum = (of: 'booked' | 'cancelled') => week.flat().reduce((total, cell) => total + cell[of], 0);
          expect([sum('cancelled'), sum('booked')]).toEqual([count, booked]);
        },
      ),
    );
  });

  test('what was open, and opened, and not closed is open at the end', () => {
    fc.assert(
      fc.property(
        anySchool,
        fc.oneof(
          sixHours.map((at) => Math.min(Math.max(at, all20Days.start), now)),
          fc.integer({ min: all20Days.start, max: now }),
        ),
        (school, at) => {
          const facts = factsOf(school);
          const open = (end: number) =>
            figuresIn(facts, { start: all20Days.start, end }).maintenance.openSquawks.reduce(
              (sum, { count }) => sum + count,
              0,
            );
          const { opened, closed } = figuresIn(facts, { start: at, end: all20Days.end }).maintenance;
          expect(open(at) + opened - closed).toBe(open(all20Days.end));
        },
      ),
    );
  });

  test('an aircraft is grounded for at most the length of the period, whatever squawks overlap', () => {
    fc.assert(
      fc.property(fc.array(anySquawk, { maxLength: 10 }), (squawks) => {
        const { rows } = squawksOf(
          squawks.map((record, place) => ({ aircraft: 'a1', squawk: toSquawk(record, place, zone) })),
        );
        const within = groundedSpans(rows, now).within('a1', all20Days);
        expect(within).toBeGreaterThanOrEqual(0);
        expect(within).toBeLessThanOrEqual(all20Days.end - all20Days.start);
      }),
    );
  });
});

test('a reservation without a readable time, or given twice, is left out and counted', () => {
  const odd = booking({ start: 'soon', end: 'later' });
  const one = booking({ id: 'r2', start: '2026-05-11T10:00:00', end: '2026-05-11T11:00:00' });
  const { rows, leftOut } = bookingsOf([odd, one, one]);
  expect(rows).toHaveLength(1);
  expect(leftOutIn(leftOut, day('2026-05-11'))).toMatchObject({ unreadable: 1, duplicate: 1 });
});

test('departures of reservations that are not late yet wait', () => {
  const { rows } = bookingsOf([
    booking({ start: '2026-05-12T17:50:00', end: '2026-05-12T19:00:00', status: 'Reserved' }),
  ]);
  const own = { bookings: rows, flights: [], grounded: groundedSpans([], now), span: day('2026-05-12') };
  expect(departuresOf({ ...own, now }).due).toBe(0);
  expect(departuresOf({ ...own, now: now + 5 * 60_000 }).due).toBe(1);
});

test('a source that does not cover the period makes unknown what rests on it, and nothing else', () => {
  const facts = factsOf({ flights: [flightRow('r1', '2026-05-11T10:00:00', '2026-05-11T11:00:00')] });
  const question = { span: day('2026-05-11'), by: 'aircraft', now, zone } as const;
  const without = (...lacks: readonly FigureSource[]) =>
    atOnce(figuresOf(facts, { ...question, lacks: new Set(lacks) }));
  const noBookings = without('reservations');
  expect(noBookings.utilisation.flown.value).toBe(1);
  expect(noBookings.utilisation.bars).toMatchObject([{ flown: 1, booked: null }]);
  expect(noBookings.utilisation.booked).toEqual({
    value: null,
    rows: 0,
    reason: 'The copy does not hold the reservations of the whole period.',
  });
  expect([noBookings.departures, noBookings.cancellations, noBookings.training.load]).toEqual([null, null, null]);
  expect(noBookings.maintenance.opened).toBe(0);
  const noFlights = without('flights');
  expect([noFlights.utilisation.flown.value, noFlights.utilisation.booked.value]).toEqual([null, 0]);
  expect(without('squawks').maintenance).toMatchObject({ opened: null, shop: { value: 0 }, shopKinds: null });
  expect(noBookings.maintenance.shopKinds).toBeNull();
  expect(without('work orders').maintenance).toMatchObject({ opened: 0, openOrders: null });
});

test('a work order that is over at an unknown time counts as open at no time', () => {
  const opened = '2026-05-01T08:00:00';
  const orders = [
    { workOrderId: '1', opened },
    { workOrderId: '2', opened, status: 'Open' },
    { workOrderId: '3', opened, status: 'Closed' },
    { workOrderId: '4', opened, status: 'Open', closed: 'at noon' },
    { workOrderId: '5', opened, status: 'Closed', closed: '2026-05-13T08:00:00' },
  ];
  const { openOrders } = figuresIn(factsOf({ orders }), day('2026-05-11')).maintenance;
  expect(openOrders?.reduce((sum, { count }) => sum + count, 0)).toBe(3);
});
