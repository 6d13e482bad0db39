import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { connected } from '#domain/answers/connection.ts';
import { knowledgeOf } from '#domain/answers/known.ts';
import { person, slot } from '#e2e/fixtures/samples/sampleSchedule.ts';
import type { Aircraft } from '#domain/fleet/fleet.ts';
import { clock, hoursLeft, item, now, status, zone } from '#e2e/fixtures/samples/sampleMaintenance.ts';
import { toSquawk } from '#domain/maintenance/squawks.ts';
import { dispatchCheckOf } from '#domain/readiness/check.ts';
import { assessFleet, type AssessedAircraft, fleetGroups } from '#domain/readiness/fleetAssessment.ts';
import { presentText } from '#domain/readiness/fleetLists.ts';
import { readinessIndex, type ReadinessSources } from '#domain/readiness/readinessIndex.ts';
import { read, sources } from '#e2e/fixtures/samples/sampleReadiness.ts';
import type { TimedReservation } from '#domain/reservations/reservations.ts';
import { everywhere } from '#domain/reservations/locations.ts';
import { type FleetAnswer, fleetOrders, type FleetQuestion, fleetShown, modelGroups } from './fleetModel.ts';

/** It is Tuesday 12 May 2026, 1105L. */
const active = { id: 1, name: 'active' };
const everything: FleetQuestion = { search: '', group: 'any', order: 'model' };

function sampleAircraft(tail: string, given: Partial<Aircraft> = {}): Aircraft {
  const make = { name: 'Cessna' };
  return { aircraftId: tail.toLowerCase(), tailNumber: tail, status: active, make, model: { name: '172S' }, ...given };
}

/** A reservation of an aircraft by the wall clock, with the API's status id: 0 reserved, 1 checked out, 2 completed. */
function booked(tail: string, start: string, end: string, statusId = 0, type = 0): TimedReservation {
  const aircraft = { aircraftId: tail.toLowerCase(), tailNumber: tail };
  return slot(`${tail} ${start}`, start, end, { status: statusId, type, aircraft, pilots: [person('Wei Chen')] });
}

type School = {
  readonly fleet: readonly Aircraft[];
  readonly reservations?: readonly TimedReservation[] | null;
  readonly more?: Partial<ReadinessSources>;
};

/** A school whose reminders and squawks are all loaded, without findings. */
function school({ fleet, reservations = [], more = {} }: School) {
  const nothing = new Map(fleet.map(({ aircraftId }) => [aircraftId, read<never>()]));
  const given = sources(reservations ?? [], { fleet, reminders: nothing, squawks: nothing, ...more });
  const index = readinessIndex(given);
  return { index, aircraft: assessFleet(fleet, index, reservations !== null) };
}

const situation = { now, clock, connection: connected };
const all = knowledgeOf([], situation);

/** The page of a school that has answered completely, unless the test says otherwise. */
function shown(
  given: School,
  question: Partial<FleetQuestion> = {},
  answer: Partial<FleetAnswer> = {},
  known = { list: all, groups: all },
) {
  const { index, aircraft } = school(given);
  return fleetShown(
    { aircraft, totalItems: aircraft.length, isFiltered: false, unreadable: 0, ...answer },
    { ...everything, ...question },
    { now, clock, narrowing: everywhere, known, checkOf: (reservation) => dispatchCheckOf(reservation, index) },
  );
}

const tailsOf = (view: ReturnType<typeof shown>) => view.rows.map(({ assessed }) => assessed.aircraft.tailNumber ?? '');
const doing = (row: AssessedAircraft) => presentText(row, now, clock);

describe('the current activity of an aircraft', () => {
  test.each([
    ['free', [], 'can go', 'available'],
    ['with a reservation to come', [booked('N1', '14:00', '16:00')], 'can go until 1400L', 'available'],
    ['checked out', [booked('N1', '09:00', '12:00', 1)], 'flying until 1200L', 'flying'],
    ['out past its end', [booked('N1', '08:00', '10:42', 1)], 'not back +0:23', 'not back'],
    ['never checked out', [booked('N1', '09:00', '12:00')], 'never checked out', 'due out'],
    ['in the shop', [booked('N1', '08:00', '17:00', 0, 1)], 'in the shop until 1700L', 'in the shop'],
    ['back', [booked('N1', '08:00', '10:00', 2)], 'can go', 'available'],
  ])('is counted in its group: %s', (_, reservations, text, group) => {
    const view = shown({ fleet: [sampleAircraft('N1')], reservations });
    expect(view.rows.map(({ assessed }) => doing(assessed))).toEqual([expect.stringContaining(text)]);
    expect(view.groups.counters.find(({ count }) => count === 1)?.group).toBe(group);
  });

  test('is “in use” for a simulator, which is counted separately', () => {
    const simulator = sampleAircraft('FMX', { isSimulator: true });
    const view = shown({ fleet: [simulator], reservations: [booked('FMX', '09:00', '12:00', 1)] });
    expect(view.rows.map(({ assessed }) => doing(assessed))).toEqual(['in use until 1200L']);
    expect(view.groups.counters.map(({ group, count }) => ({ group, count }))).toEqual([
      { group: 'available', count: 0 },
      { group: 'simulators', count: 1 },
    ]);
  });

  test('is unknown until the reservations are loaded, and so are the counts', () => {
    const view = shown({ fleet: [sampleAircraft('N1'), sampleAircraft('N2')], reservations: null });
    expect(view.rows.map(({ assessed }) => doing(assessed))).toEqual(['not known', 'not known']);
    expect(view.groups).toEqual({
      counters: [{ group: 'not known', count: 2, word: 'not known yet', note: null, step: 0 }],
      lack: null,
    });
  });

  test('is shown for an inactive aircraft, which is counted separately', () => {
    const view = shown({ fleet: [sampleAircraft('N1', { status: { id: 0, name: 'inactive' } })] });
    expect(view.groups.counters.find(({ count }) => count === 1)?.group).toBe('inactive');
  });

  test('is not shown for a deleted aircraft, which is in no group', () => {
    const view = shown({ fleet: [sampleAircraft('N1', { status: { id: 2, name: 'deleted' } })] });
    expect(view.rows.map(({ assessed }) => doing(assessed))).toEqual(['no longer in the fleet']);
    expect(view.groups.counters.map(({ group, count }) => ({ group, count }))).toEqual([
      { group: 'available', count: 0 },
    ]);
  });
});

describe('the fleet counters', () => {
  const grounding = toSquawk({ squawkId: 's', description: 'Brakes soft', groundAircraft: true }, 0, zone);
  const fleet = ['N1', 'N2', 'N3', 'N4'].map((tail) => sampleAircraft(tail));
  const more: Partial<ReadinessSources> = {
    squawks: new Map(fleet.map(({ aircraftId }) => [aircraftId, aircraftId === 'n3' ? read(grounding) : read()])),
  };
  const reservations = [booked('N1', '09:00', '12:00', 1)];

  test('have a fixed order and leave out empty groups', () => {
    expect(shown({ fleet, reservations, more }).groups.counters.map(({ group, count }) => ({ group, count }))).toEqual([
      { group: 'available', count: 2 },
      { group: 'flying', count: 1 },
      { group: 'grounded', count: 1 },
    ]);
  });

  test('keep the chosen group so that it can be cleared', () => {
    const view = shown({ fleet, reservations, more }, { group: 'not back' });
    expect(view.groups.counters).toContainEqual({ group: 'not back', count: 0, word: 'not back', note: null, step: 0 });
    expect(view).toMatchObject({ count: '0 of 4', empty: { text: 'No aircraft match these filters.' } });
  });

  test.each([
    ['10:56', 0],
    ['10:50', 1],
    ['10:30', 2],
  ] as const)('escalate with the latest aircraft not back: due at %s, step %i', (end, step) => {
    const late = [booked('N1', '09:00', end, 1), booked('N2', '09:00', '11:00', 1)];
    expect(shown({ fleet, reservations: late }).groups.counters).toContainEqual(
      expect.objectContaining({ group: 'not back', count: 2, step }),
    );
  });

  test('count everything loaded, whatever the search or group, and match what they select', () => {
    for (const { group, count } of shown({ fleet, reservations, more }).groups.counters) {
      const view = shown({ fleet, reservations, more }, { group });
      expect(view.rows).toHaveLength(count);
      expect(view.rows.every(({ assessed }) => assessed.group === group)).toBe(true);
      expect(view.groups.counters.find((counter) => counter.group === group)?.count).toBe(count);
    }
    expect(shown({ fleet, reservations, more }, { search: 'N1' }).groups.counters).toHaveLength(3);
  });

  test('are zero for a school without aircraft', () => {
    expect(shown({ fleet: [] }).groups.counters.map(({ group, count }) => ({ group, count }))).toEqual([
      { group: 'available', count: 0 },
    ]);
  });
});

describe('the fleet order', () => {
  const expired = item({ status: status(3), timeOptions: hoursLeft(-2, 3) }, sampleAircraft('N20'));
  const fleet = [
    sampleAircraft('FMX', { isSimulator: true, make: { name: 'Redbird' }, model: { name: 'FMX' } }),
    sampleAircraft('N20'),
    sampleAircraft('N9'),
    sampleAircraft('N100', { make: { name: 'Piper' }, model: { name: 'PA-28' } }),
  ];
  const more: Partial<ReadinessSources> = {
    reminders: new Map(fleet.map(({ aircraftId }) => [aircraftId, aircraftId === 'n20' ? read(expired) : read()])),
  };

  test('by model sorts tail numbers naturally and puts simulators last', () => {
    const view = shown({ fleet, more });
    expect(tailsOf(view)).toEqual(['N9', 'N20', 'N100', 'FMX']);
    expect(view.rows.map(({ model }) => model)).toEqual(['Cessna 172S', 'Cessna 172S', 'Piper PA-28', 'Redbird FMX']);
  });

  test('worst first starts with the aircraft that need attention', () => {
    const late = [booked('N100', '08:00', '10:00', 1)];
    const tails = tailsOf(shown({ fleet, more, reservations: late }, { order: 'none' }));
    expect(new Set(tails.slice(0, 2))).toEqual(new Set(['N20', 'N100']));
    expect(tails.slice(2)).toEqual(['N9', 'FMX']);
  });

  test('for dispatch is: who can go (leaving within two hours first), not back, out, grounded, inactive, simulators', () => {
    const given = [
      ...fleet,
      sampleAircraft('N1', { status: { id: 0, name: 'inactive' } }),
      sampleAircraft('N30'),
      sampleAircraft('N40'),
      sampleAircraft('N50'),
    ];
    const reminders: ReadinessSources['reminders'] = new Map(
      given.map(({ aircraftId }) => [aircraftId, more.reminders?.get(aircraftId) ?? read()]),
    );
    const reservations = [
      booked('N100', '08:00', '10:00', 1),
      booked('N40', '10:00', '12:00', 1),
      booked('N30', '12:30', '14:00'),
      booked('N9', '15:00', '16:00'),
    ];
    const tails = tailsOf(shown({ fleet: given, more: { reminders }, reservations }, { order: 'dispatch' }));
    expect(tails).toEqual(['N30', 'N9', 'N50', 'N100', 'N40', 'N20', 'N1', 'FMX']);
    const view = shown({ fleet: given, more: { reminders }, reservations }, { order: 'dispatch' });
    expect(view.parts.map(({ word, count, note }) => [word, count, note].filter(Boolean).join(' '))).toEqual([
      'Can go 3',
      'Out 2 1 not back',
      'Cannot go 1',
      'Inactive 1',
      'Simulators 1',
    ]);
  });

  test('of one page of several is the service’s own', () => {
    const page = { totalItems: 60 };
    const view = shown({ fleet, more }, { order: 'none' }, page);
    expect(tailsOf(view)).toEqual(['FMX', 'N20', 'N9', 'N100']);
    expect(view).toMatchObject({
      isComplete: false,
      count: '4 of 60',
      scope: 'Search, counts and groups cover the 4 loaded of 60.',
    });
    // Groups only rearrange the rows.
    expect(tailsOf(shown({ fleet, more }, {}, page))).toEqual(['N20', 'N9', 'N100', 'FMX']);
  });

  test('covers the whole fleet when the only missing records are unreadable ones', () => {
    expect(shown({ fleet }, {}, { totalItems: 6, unreadable: 2 })).toMatchObject({ isComplete: true, scope: null });
    expect(shown({ fleet }, {}, { totalItems: 6, unreadable: 1 }).isComplete).toBe(false);
  });

  test('by column puts the worst fitness first, and aircraft without a reservation last', () => {
    const view = shown({
      fleet,
      more,
      reservations: [booked('N9', '14:00', '15:00'), booked('N100', '13:00', '14:00')],
    });
    const by = (key: 'fitness' | 'next') =>
      view.rows.toSorted((a, b) => a.order[key] - b.order[key]).map(({ assessed }) => assessed.aircraft.tailNumber);
    expect(by('fitness')[0]).toBe('N20');
    expect(by('next').slice(0, 2)).toEqual(['N100', 'N9']);
    expect(view.rows.filter(({ order }) => order.next === Number.POSITIVE_INFINITY)).toHaveLength(2);
  });
});

describe('“free for at least”', () => {
  const fleet = ['N1', 'N2', 'N3', 'N4'].map((tail) => sampleAircraft(tail));
  // It is 1105L.
  const reservations = [
    booked('N1', '12:05', '14:00'),
    booked('N2', '11:30', '12:00'),
    booked('N3', '09:00', '12:00', 1),
  ];
  const view = (minutes: number | null) =>
    shown({ fleet, reservations }, { order: 'dispatch', freeFor: minutes === null ? null : minutes * 60_000 });

  test.each([
    [null, ['N2', 'N1', 'N4', 'N3'], '3'],
    [25, ['N2', 'N1', 'N4', 'N3'], '3'],
    [60, ['N1', 'N4', 'N3'], '2 of 3'],
    [61, ['N4', 'N3'], '1 of 3'],
  ])('%s minutes narrows those that can go, and no others', (minutes, tails, count) => {
    expect(tailsOf(view(minutes))).toEqual(tails);
    expect(view(minutes).parts.map((part) => part.count)).toEqual([count, '1']);
    // The chips count the fleet.
    expect(view(minutes).groups.counters.map((counter) => counter.count)).toEqual([3, 1]);
  });

  test('says so where none is free so long, and claims nothing while reservations are missing', () => {
    const booked1 = { fleet: fleet.slice(0, 1), reservations };
    expect(shown(booked1, { freeFor: 120 * 60_000 })).toMatchObject({
      rows: [],
      scope: 'Can go: none of 1 stays free so long.',
    });
    const unknown = shown({ fleet, reservations: null }, { order: 'dispatch', freeFor: 120 * 60_000 });
    expect(unknown.parts).toEqual([{ part: 'not known', word: 'Not known', count: '4', note: null }]);
  });
});

describe('the fleet search', () => {
  const fleet = [
    sampleAircraft('N512SP'),
    sampleAircraft('N513SP'),
    sampleAircraft('N9', { make: { name: 'Piper' }, model: { name: 'PA-28' } }),
  ];

  test.each([
    ['512', ['N512SP'], '1 of 3'],
    ['sp', ['N512SP', 'N513SP'], '2 of 3'],
    ['pa28', ['N9'], '1 of 3'],
    ['N-513', ['N513SP'], '1 of 3'],
    ['', ['N512SP', 'N513SP', 'N9'], '3 in all'],
  ])('“%s” finds %j', (search, found, count) => {
    const view = shown({ fleet }, { search });
    expect(tailsOf(view)).toEqual(found);
    expect([view.count, view.empty]).toEqual([count, null]);
  });

  test('says when only the loaded aircraft were searched', () => {
    expect(shown({ fleet }, { search: 'x9' }).empty?.text).toBe('No aircraft match these filters.');
    expect(shown({ fleet }, { search: 'x9' }, { totalItems: 60 }).empty?.text).toBe(
      'None of the loaded aircraft match.',
    );
  });

  test('neither loses nor repeats an aircraft, in any order', () => {
    const tail = fc.tuple(fc.constantFrom('N1', 'N22', 'N333', 'C-F'), fc.nat(30)).map(([a, b]) => `${a}${b}`);
    fc.assert(
      fc.property(
        fc.uniqueArray(tail, { maxLength: 12 }),
        fc.constantFrom(...fleetOrders),
        fc.boolean(),
        (tails, order, isPage) => {
          const given = tails.map((one, index) => sampleAircraft(one, { isSimulator: index % 5 === 4 }));
          const view = shown({ fleet: given }, { order }, isPage ? { totalItems: 99 } : {});
          expect(tailsOf(view)).toHaveLength(tails.length);
          expect(new Set(tailsOf(view))).toEqual(new Set(tails));
          const chosen = fleetGroups.flatMap((group) => tailsOf(shown({ fleet: given }, { order, group })));
          expect(chosen).toHaveLength(tails.length);
          expect(new Set(chosen)).toEqual(new Set(tails));
        },
      ),
    );
  });
});

describe('the fleet by model', () => {
  const fleet = (count: number) => [
    sampleAircraft('N1AB', { model: { name: 'PA-28, Archer' } }),
    ...Array.from({ length: count }, (_, index) => sampleAircraft(`N${100 + index}AB`)),
  ];

  test('counts deleted aircraft separately so that the figures add up', () => {
    const gone = sampleAircraft('N900AB', { status: { id: 2, name: 'deleted' } });
    const [group] = modelGroups(shown({ fleet: [...fleet(2).slice(1), gone] }).rows).groups;
    expect([group?.rows.length, group?.counts, group?.deleted]).toEqual([3, [{ group: 'available', count: 2 }], 1]);
  });

  test('shows how many aircraft each model has, and what they are doing', () => {
    const reservations = [booked('N100AB', '10:00', '12:00', 1), booked('N101AB', '10:30', '12:00', 1)];
    const { groups, isFolded } = modelGroups(shown({ fleet: fleet(5), reservations }).rows);
    expect(groups.map(({ model, key, rows, counts }) => [model, key, rows.length, counts])).toEqual([
      [
        'Cessna 172S',
        'Cessna 172S',
        5,
        [
          { group: 'available', count: 3 },
          { group: 'flying', count: 2 },
        ],
      ],
      // The address separates models by commas.
      ['Cessna PA-28, Archer', 'Cessna PA-28 Archer', 1, [{ group: 'available', count: 1 }]],
    ]);
    expect(isFolded).toBe(false);
  });

  test.each([
    [59, false],
    [60, true],
  ])('%i aircraft next to another model are folded: %s', (count, folded) => {
    expect(modelGroups(shown({ fleet: fleet(count) }).rows).isFolded).toBe(folded);
  });

  test('never folds a single model', () => {
    expect(modelGroups(shown({ fleet: fleet(80).slice(1) }).rows).isFolded).toBe(false);
  });
});
