import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dispatchCheckOf } from '#domain/readiness/check.ts';
import { readinessIndex, type ReadinessIndex, type ReadinessSources } from '#domain/readiness/readinessIndex.ts';
import { byStart, idKey, type TimedReservation } from '#domain/reservations/reservations.ts';
import { visitsOf } from '#domain/maintenance/shopVisit.ts';
import { spareReach } from '#domain/thresholds.ts';
import {
  aircraft,
  dateLimit,
  hour,
  hoursLeft,
  item,
  now,
  status,
  zone,
} from '#e2e/fixtures/samples/sampleMaintenance.ts';
import { drawnSchools, planningOf, sparesIn } from '#e2e/fixtures/samples/samplePlanning.ts';
import { read, sources } from '#e2e/fixtures/samples/sampleReadiness.ts';
import { onTheDay, person, slot } from '#e2e/fixtures/samples/sampleSchedule.ts';
import { toSquawk } from '#domain/maintenance/squawks.ts';
import { planDown, type DownPlan } from './down.ts';
import { planSummary, refusalText } from './downText.ts';
import { checksAfter, movedTo } from './trial.ts';

/**
 * The subjects of the findings against a reservation; for a limit, its reminder. Leaves out people who are booked twice: a move
 * changes nobody's times, and the check names only the worst of several findings on one subject.
 */
function flagsOf(reservation: TimedReservation, index: ReadinessIndex): string[] {
  const lines = dispatchCheckOf(reservation, index)?.lines ?? [];
  return lines
    .filter(({ level }) => level === 'stop' || level === 'check')
    .flatMap(({ subject, reasons, findings, level }) => {
      const reminders = findings.flatMap(({ reminder }) => reminder ?? []);
      return subject === 'aircraft fit' && reminders.length > 0
        ? reminders.map((reminder) => `${level} ${reminder}`)
        : reasons.map((words) => `${subject}: ${words.replace(/(waits for) .*/, '$1')}`);
    })
    .filter((flag) => !/^double booking: (Pilot|Instructor) /.test(flag));
}

function withMoves(school: ReadinessSources, { moves }: DownPlan): ReadinessSources {
  const moved = new Map(
    moves.flatMap(({ reservation, to }) => (to ? [[reservation.key, movedTo(reservation, to.room.aircraft)]] : [])),
  );
  const reservations = school.schedule.reservations.map((reservation) => moved.get(reservation.key) ?? reservation);
  return { ...school, schedule: { ...school.schedule, reservations: reservations.toSorted(byStart) } };
}

/** Until when the moves to an aircraft count against its limits: its next shop visit, or two days after the move. */
function reachOf(plan: DownPlan, id: string, school: ReadinessSources): number {
  const ownReservations = school.schedule.reservations.filter(
    ({ aircraftId }) => aircraftId !== null && idKey(aircraftId) === id,
  );
  const visits = visitsOf(ownReservations, now).map(({ reservation }) => reservation.start);
  const ends = plan.moves
    .filter(({ to }) => to && idKey(to.room.aircraft.aircraftId) === id)
    .map(({ reservation }) => reservation.end);
  return Math.max(...ends.map((end) => visits.find((visit) => visit >= end) ?? end + spareReach));
}

describe('a plan for an aircraft that is down', () => {
  const question = fc.record({ hours: fc.integer({ min: 1, max: 70 }), isPlaceFree: fc.boolean() });

  test('adds no dispatch finding, neither for what it moves nor for reservations already there', () => {
    let moved = 0;
    fc.assert(
      fc.property(drawnSchools, question, (school, { hours, isPlaceFree }) => {
        const plan = planDown({ aircraftId: 'n0', until: now + hours * hour, isPlaceFree }, planningOf(school));
        const [before, after] = [readinessIndex(school), readinessIndex(withMoves(school, plan))];
        const spares = new Set(plan.moves.flatMap(({ to }) => (to ? [idKey(to.room.aircraft.aircraftId)] : [])));
        const keys = new Set(plan.moves.flatMap(({ reservation, to }) => (to ? [reservation.key] : [])));
        moved += keys.size;
        for (const { reservation } of after.reservations.all) {
          const id = reservation.aircraftId === null ? '' : idKey(reservation.aircraftId);
          if (!spares.has(id)) continue;
          const ownReservation = before.reservations.byKey.get(reservation.key)?.reservation ?? reservation;
          const known = new Set(flagsOf(ownReservation, before));
          const isNear = reservation.start < reachOf(plan, id, school);
          const found = flagsOf(reservation, after).filter(
            (flag) =>
              !known.has(flag) && !(isPlaceFree && flag.includes('Last at')) && (isNear || /^aircraft|:/.test(flag)),
          );
          expect(found, `${reservation.key} on ${id}${keys.has(reservation.key) ? ', moved' : ''}`).toEqual([]);
          if (keys.has(reservation.key)) expect(dispatchCheckOf(reservation, after)?.level).not.toBe('stop');
        }
      }),
      { numRuns: 800 },
    );
    // Without any moves, the property would prove nothing.
    expect(moved).toBeGreaterThan(200);
  });

  test('moves each reservation once or says why not, and displaces nobody', () => {
    fc.assert(
      fc.property(drawnSchools, question, (school, { hours, isPlaceFree }) => {
        const until = now + hours * hour;
        const plan = planDown({ aircraftId: 'N0', until, isPlaceFree }, planningOf(school));
        expect(plan.assignment.isProven).toBe(true);
        for (const { reservation, to, options, refused, stop } of plan.moves) {
          expect(idKey(reservation.aircraftId ?? '')).toBe('n0');
          expect(reservation.start).toBeLessThan(until);
          if (to) expect(options).toContain(to);
          expect(options.length + refused.length).toBeLessThanOrEqual(4);
          expect(to !== null && stop !== null).toBe(false);
        }
        const keys = [...plan.moves.map(({ reservation }) => reservation.key), ...plan.underWay.map(({ key }) => key)];
        expect(new Set(keys).size).toBe(keys.length);
      }),
    );
  });

  test('shows for each move the check that the whole school would give', () => {
    fc.assert(
      fc.property(drawnSchools, (school) => {
        const index = planningOf(school);
        const plan = planDown({ aircraftId: 'N0', until: now + 60 * hour, isPlaceFree: false }, index);
        const after = readinessIndex(withMoves(school, plan));
        const moved = plan.moves.flatMap(({ reservation, to }) => (to ? [movedTo(reservation, to.room.aircraft)] : []));
        for (const [key, check] of checksAfter(moved, index)) {
          const whole = dispatchCheckOf({ key }, after);
          expect(check?.lines.map(({ subject, level }) => `${subject} ${level}`)).toEqual(
            whole?.lines.map(({ subject, level }) => `${subject} ${level}`),
          );
        }
      }),
      { numRuns: 200 },
    );
  });
});

const model = (name: string) => ({ make: { name: 'Cessna' }, model: { modelId: name, name } });
const sampleAircraft = (id: string, name = '172S') => aircraft({ aircraftId: id, tailNumber: id, ...model(name) });
const on = (id: string, name = '172S', place?: string) => ({
  aircraft: {
    aircraftId: id,
    tailNumber: id,
    ...model(name),
    categoryClass: { category: 'airplane', class: 'single' },
    isComplex: false,
    isHighPerformance: false,
    isTailWheel: false,
    ...(place ? { location: { name: place } } : {}),
  },
  pilots: [person('Sam Garcia')],
});

/** Taken by somebody whom no move concerns. */
const taken = (id: string, name = '172S') => ({ ...on(id, name), pilots: [person('Kim Lee')] });

type Given = Partial<ReadinessSources> & { readonly isPlaceFree?: boolean };

function planFor(
  reservations: readonly TimedReservation[],
  fleet = [sampleAircraft('N1'), sampleAircraft('N2'), sampleAircraft('N3')],
  { isPlaceFree = false, ...more }: Given = {},
) {
  const nothing = new Map(fleet.map(({ aircraftId }) => [aircraftId.toLowerCase(), read<never>()]));
  const school = sources(reservations, {
    fleet,
    reminders: nothing,
    squawks: nothing,
    isWithoutUsers: true,
    users: null,
    ...more,
  });
  return planDown({ aircraftId: 'N1', until: onTheDay('13T18:00'), isPlaceFree }, planningOf(school));
}

const textsOf = ({ moves }: DownPlan) =>
  moves.map(({ reservation, to }) => `${reservation.key}: ${to?.room.aircraft.tailNumber ?? 'none'}`);

const three = [
  slot('a', '12:00', '14:00', on('N1')),
  slot('b', '14:00', '16:00', on('N1')),
  slot('c', '13T09:00', '13T11:00', on('N1')),
];

test('the list of other aircraft and the plan offer the same', () => {
  let offered = 0;
  fc.assert(
    fc.property(drawnSchools, (school) => {
      const index = planningOf(school);
      const { moves } = planDown({ aircraftId: 'N0', until: now + 60 * hour, isPlaceFree: true }, index);
      for (const { reservation, options, stop } of moves) {
        if (stop !== null) continue;
        const planned = new Set(options.map(({ room }) => room.aircraft.tailNumber));
        const spares = sparesIn(reservation, school);
        offered += spares.length;
        expect(new Set(spares.map((spare) => spare.aircraft.tailNumber))).toEqual(planned);
      }
    }),
    { numRuns: 300 },
  );
  expect(offered).toBeGreaterThan(100);
});

describe('a plan worked by hand', () => {
  test('uses one free aircraft for all three rather than two', () => {
    expect(textsOf(planFor([...three, slot('x', '14:30', '15:00', taken('N2'))]))).toEqual(['a: N3', 'b: N3', 'c: N3']);
  });

  test('shares them between two aircraft when neither has room for all, and gives the fuller one what both could take', () => {
    const fillers = [slot('x', '14:30', '15:00', taken('N2')), slot('y', '12:30', '13:00', taken('N3'))];
    const plan = planFor([...three, ...fillers]);
    expect(textsOf(plan).slice(0, 2)).toEqual(['a: N2', 'b: N3']);
    expect(plan.spareCount).toBe(2);
  });

  test('leaves what no aircraft can take, with each aircraft’s reason', () => {
    const fillers = [slot('x', '14:30', '15:00', taken('N2'))];
    const grounded = new Map([['n3', read(toSquawk({ description: 'Brake', groundAircraft: true }, 0, zone))]]);
    const { moves } = planFor([...three, ...fillers], undefined, { squawks: grounded });
    expect(moves.map(({ to }) => to?.room.aircraft.tailNumber ?? null)).toEqual(['N2', null, 'N2']);
    expect(moves[1]?.refused.map(({ aircraft: { tailNumber }, reason, words }) => [tailNumber, reason, words])).toEqual(
      [
        ['N2', 'booked', null],
        ['N3', 'grounded', 'Squawk: Brake'],
      ],
    );
  });
});

test('a plan names a limit that has passed before lateness, which ends by itself', () => {
  const late = slot('late', '11:00', '12:00', on('N2'));
  const ownReservation = slot('own', '11:30', '12:30', on('N1'));
  const reminders = new Map([
    [
      'n2',
      read(item({ name: 'Annual', dateOptions: dateLimit('2026-05-01'), status: status(3) }, sampleAircraft('N2'))),
    ],
  ]);
  const reasonOf = (given: Parameters<typeof planFor>[2]) =>
    planFor([ownReservation, late], [sampleAircraft('N1'), sampleAircraft('N2')], given).moves.map(
      ({ refused }) => refused[0]?.reason,
    );
  expect(reasonOf({ reminders })).toEqual(['limit']);
  expect(reasonOf({})).toEqual(['late']);
});

describe('the capacity of a spare, worked by hand', () => {
  test('shares the hours left: 5 h allow two flights of 2 h, not three', () => {
    const left = (hours: number) =>
      new Map([['n2', read(item({ timeOptions: hoursLeft(hours) }, sampleAircraft('N2')))]]);
    const two = [sampleAircraft('N1'), sampleAircraft('N2')];
    const placed = (hours: number) =>
      textsOf(planFor(three, two, { reminders: left(hours) })).filter((text) => text.endsWith('N2')).length;
    expect([1, 2, 5, 6].map(placed)).toEqual([0, 1, 2, 3]);
  });

  test('allows flights today, but not tomorrow, with an annual that expires today', () => {
    const reminders = new Map([
      ['n2', read(item({ name: 'Annual', dateOptions: dateLimit('2026-05-12') }, sampleAircraft('N2')))],
    ]);
    const { moves } = planFor(three, [sampleAircraft('N1'), sampleAircraft('N2')], { reminders });
    expect(
      moves.map(({ to, refused }) => [to !== null, refused[0]?.reason ?? null, refused[0]?.words ?? null]),
    ).toEqual([
      [true, null, null],
      [true, null, null],
      [false, 'limit', 'Annual'],
    ]);
  });

  test('prefers the same model, then the same class', () => {
    const fleet = [sampleAircraft('N1'), sampleAircraft('N2', 'PA-28'), sampleAircraft('N3')];
    const others = [slot('p', '18:00', '19:00', taken('N2', 'PA-28')), slot('x', '12:30', '13:00', taken('N3'))];
    expect(textsOf(planFor([...three, ...others], fleet))).toEqual(['a: N2', 'b: N3', 'c: N3']);
  });

  test('includes an aircraft at another location only if allowed', () => {
    const reservations = [
      slot('a', '12:00', '14:00', on('N1', '172S', 'KAPA')),
      slot('x', '11:10', '11:40', on('N2', '172S', 'KPUB')),
    ];
    const fleet = [sampleAircraft('N1'), sampleAircraft('N2')];
    const refused = planFor(reservations, fleet).moves[0]?.refused[0];
    expect([refused?.reason, refused?.words]).toEqual(['elsewhere', 'KPUB']);
    expect(planFor(reservations, fleet, { isPlaceFree: true }).moves[0]?.to?.elsewhere).toBe('KPUB');
  });

  test('excludes a pilot without a checkout for the other model, and names unread records', () => {
    const users = [
      {
        userId: 'Sam Garcia',
        status: { id: 1, name: 'active' },
        aircraftCheckouts: [{ ...model('172S'), revoked: false }],
      },
    ];
    const fleet = [sampleAircraft('N1'), sampleAircraft('N2', 'PA-28'), sampleAircraft('N3')];
    const reservations = [
      slot('a', '12:00', '14:00', on('N1')),
      slot('p', '18:00', '19:00', taken('N2', 'PA-28')),
      slot('x', '12:30', '13:00', taken('N3')),
    ];
    const plan = planFor(reservations, fleet, { users, isWithoutUsers: false });
    expect(plan.moves[0]?.refused.map(({ reason, words }) => [reason, words])).toEqual([
      ['checkout', 'No checkout for Cessna PA-28'],
      ['booked', null],
    ]);
    const unread = planFor(three, [sampleAircraft('N1'), sampleAircraft('N2')], { squawks: new Map() });
    expect(unread.moves[0]?.to?.unknown).toEqual(['Squawks not loaded yet']);
  });

  const two = [sampleAircraft('N1'), sampleAircraft('N2'), sampleAircraft('N4', 'PA-28')];
  const twice = slot('k', '12:30', '13:30', on('N4', 'PA-28'));

  test('gives no spare to what would be “do not dispatch” after the move', () => {
    const other = slot('b', '13:00', '15:00', taken('N1'));
    const plan = planFor([slot('a', '12:00', '14:00', on('N1')), other, twice], two);
    expect(textsOf(plan)).toEqual(['a: none', 'b: N2']);
    expect(plan.moves[0]).toMatchObject({ options: [], stop: expect.stringMatching(/Sam Garcia/) });
    expect(refusalText(plan.moves[0]!)).toMatch(/^Do not dispatch on any aircraft: .*Sam Garcia/);
    expect(planSummary(plan)).toBe('1 of 2 reservations moves to 1 other aircraft; 1 is “Do not dispatch” on any.');
  });

  test('counts it as not moved, and refuses a checkout that was revoked for the booked aircraft too', () => {
    const ownReservation = slot('a', '12:00', '14:00', on('N1'));
    const alone = planFor([ownReservation, twice], two);
    expect([alone.spareCount, planSummary(alone)]).toEqual([
      0,
      'None of 1 reservation can move to another aircraft; 1 is “Do not dispatch” on any.',
    ]);
    const revoked = [{ ...model('172S'), revoked: true }];
    const users = [{ userId: 'Sam Garcia', status: { id: 1, name: 'active' }, aircraftCheckouts: revoked }];
    const plan = planFor([ownReservation], two, { users, isWithoutUsers: false });
    expect(plan.moves[0]).toMatchObject({ to: null, refused: [{ reason: 'checkout' }] });
  });

  test('leaves alone reservations under way, shop visits and void reservations', () => {
    const plan = planFor([
      slot('out', '10:00', '12:00', { ...on('N1'), status: 1 }),
      slot('shop', '13T08:00', '13T10:00', { ...on('N1'), type: 1 }),
      slot('gone', '14:00', '15:00', { ...on('N1'), reservationStatus: { id: 3, name: 'Cancelled' } }),
      slot('later', '14T08:00', '14T10:00', on('N1')),
    ]);
    expect(plan.moves).toEqual([]);
    expect(plan.underWay.map(({ key }) => key)).toEqual(['out']);
  });
});
