import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { slot } from '#e2e/fixtures/samples/sampleSchedule.ts';
import { now, zone } from '#e2e/fixtures/samples/sampleMaintenance.ts';
import { toReservation } from './reservations.ts';
import {
  aircraftPlaces,
  countAt,
  everywhere,
  mentionsIn,
  type Location,
  locationNote,
  locationsIn,
  narrowed,
  narrowingTo,
  placeOf,
  schoolLocations,
  shortName,
  whereIsInstructor,
} from './locations.ts';

test('finds locations anywhere in an answer, each once, by name', () => {
  const answer = [
    {
      aircraft: { location: { locationId: 'l2', name: 'Pueblo' } },
      pilots: [{ locations: [{ id: 7, name: 'Annex' }] }],
    },
    { pilots: [{ locations: [{ locationId: 'l2', name: 'Pueblo' }, { locationId: 'l3' }] }] },
  ];
  expect(locationsIn(answer)).toEqual([
    { id: '7', name: 'Annex' },
    { id: 'l3', name: 'l3' },
    { id: 'l2', name: 'Pueblo' },
  ]);
});

test('ignores objects that are not locations', () => {
  const odd = {
    id: 'x',
    name: 'Not below a location',
    location: null,
    locations: ['KCOS', null, { name: 'no id' }, { id: '' }],
  };
  expect(locationsIn(odd)).toEqual([]);
});

test('survives any answer', () => {
  fc.assert(fc.property(fc.jsonValue(), (answer) => Array.isArray(locationsIn({ location: answer }))));
});

/** It is Tuesday 12 May 2026, 1105L. */
const pueblo = { id: 'P1', name: 'Pueblo' };
const meadow = { id: 'm1', name: 'Meadow Lake' };
const of = (id: string, location: unknown = null) => ({ aircraft: { aircraftId: id, tailNumber: id, location } });
const at = (id: string, start: string, place: Location | null, status = 0) =>
  slot(`${id} ${start}`, start, start.replace(/\d\d$/, '50'), { status, ...of(id, place) });

describe('the location of a reservation', () => {
  test.each([
    [
      { locationId: 'x', name: 'Main' },
      { id: 'x', name: 'Main' },
    ],
    [
      { id: 7, name: 'Main' },
      { id: '7', name: 'Main' },
    ],
    [{ id: 'x' }, { id: 'x', name: 'x' }],
    [{ name: 'Main' }, { id: 'Main', name: 'Main' }],
    [' KPUB ', { id: 'KPUB', name: 'KPUB' }],
    ['', null],
    [7, null],
    [[], null],
    [{ name: { id: 'deep' } }, null],
    [null, null],
  ])('of %j is %j', (given, place) => {
    expect(placeOf(slot('a', '08:00', '09:00', of('a1', given)))).toEqual(place);
  });

  test('is its own if its aircraft has none', () => {
    expect(placeOf(toReservation({ reservationId: 'a', location: { id: 'm1', name: 'Meadow Lake' } }, zone))).toEqual(
      meadow,
    );
  });
});

describe('the locations of a school', () => {
  const operator = {
    locations: [
      { locationId: 'q1', name: 'Quiet Field' },
      { locationId: 'p1', name: 'Pueblo' },
    ],
  };

  test("are those in reservations and the operator's record, each once, by name", () => {
    const reservations = [
      at('a1', '08:00', pueblo),
      at('a2', '08:00', meadow),
      at('a1', '09:00', { ...pueblo, id: 'p1' }),
    ];
    expect(schoolLocations({ mentions: mentionsIn(reservations), operator })).toEqual([
      meadow,
      pueblo,
      { id: 'q1', name: 'Quiet Field' },
    ]);
  });

  test("are none if no reservation gives its aircraft's location, whatever other records mention", () => {
    const people = slot('a', '08:00', '09:00', { pilots: [{ userId: 'u', locations: [pueblo, meadow] }] });
    expect(schoolLocations({ mentions: mentionsIn([people]), operator, before: [meadow] })).toEqual([]);
  });

  test('are told apart by name, which may come from any record', () => {
    const reservations = [
      at('a1', '08:00', { id: 'p1', name: 'p1' }),
      at('a2', '08:00', { id: 'other', name: 'meadow lake' }),
    ];
    expect(schoolLocations({ mentions: mentionsIn(reservations), operator, before: [meadow] })).toEqual([
      { id: 'other', name: 'meadow lake' },
      { id: 'p1', name: 'Pueblo' },
      { id: 'q1', name: 'Quiet Field' },
    ]);
  });

  test('include earlier choices, because a quiet location may have no reservation today', () => {
    expect(
      schoolLocations({ mentions: mentionsIn([at('a1', '08:00', pueblo)]), operator: null, before: [meadow] }),
    ).toEqual([meadow, pueblo]);
  });
});

describe("an aircraft's location", () => {
  const placed = (...reservations: Parameters<typeof aircraftPlaces>[0]) =>
    aircraftPlaces(reservations, now).get('a1')?.name ?? null;

  test.each([
    [
      'comes from the latest reservation that has begun',
      [at('a1', '08:00', pueblo), at('a1', '10:00', meadow)],
      'Meadow Lake',
    ],
    ['comes from it also while it is out', [at('a1', '11:00', pueblo, 1), at('a1', '13:00', meadow)], 'Pueblo'],
    [
      'comes from the next reservation if none has begun',
      [at('a1', '15:00', meadow), at('a1', '12:00', pueblo)],
      'Pueblo',
    ],
    [
      'comes from one that has begun, however near the next',
      [at('a1', '07:00', pueblo), at('a1', '11:10', meadow)],
      'Pueblo',
    ],
    ['comes from the last reservation with a location', [at('a1', '08:00', pueblo), at('a1', '10:00', null)], 'Pueblo'],
    [
      'comes also from one with an unclear status',
      [at('a1', '08:00', pueblo), at('a1', '10:00', meadow, 99)],
      'Meadow Lake',
    ],
    ['is unknown if no reservation has one', [at('a1', '08:00', null)], null],
    ['is unknown without reservations', [], null],
  ])('%s', (_words, reservations, name) => {
    expect(placed(...reservations)).toBe(name);
    expect(placed(...reservations.toReversed())).toBe(name);
  });

  test('does not come from a cancelled reservation', () => {
    const cancelled = slot('c', '10:00', '11:00', {
      ...of('a1', meadow),
      reservationStatus: { id: 0, name: 'Cancelled' },
    });
    expect(placed(at('a1', '08:00', pueblo), cancelled)).toBe('Pueblo');
    expect(placed(cancelled)).toBeNull();
  });

  test('is found by its id in any letter case, and not from a reservation without readable times', () => {
    expect(aircraftPlaces([at('A1', '08:00', pueblo)], now).get('a1')).toEqual(pueblo);
    expect(aircraftPlaces([toReservation({ reservationId: 'x', ...of('a1', pueblo) }, zone)], now).size).toBe(0);
  });
});

describe('an instructor', () => {
  const lists = [
    { location: pueblo, userIds: ['both', 'one'] },
    { location: meadow, userIds: ['both', 'other'] },
  ];

  test.each([
    ['one', 'here'],
    ['both', 'here'],
    ['other', 'elsewhere'],
    ['none', 'not known'],
  ])('%s is %s', (userId, where) => {
    expect(whereIsInstructor(userId, lists, { id: 'p1', name: 'Pueblo' })).toBe(where);
    expect(whereIsInstructor(userId, lists, null)).toBe('here');
  });
});

describe('narrowing', () => {
  const place = fc.option(fc.constantFrom<Location>(pueblo, meadow, { id: 'p1', name: 'Pueblo' }));
  const id = fc.constantFrom('a1', 'A1', 'a2', 'a3');
  const reservations = fc.array(
    fc
      .record({ id, place, hour: fc.integer({ min: 0, max: 23 }) })
      .map((one) => at(one.id, `${String(one.hour).padStart(2, '0')}:00`, one.place)),
    { maxLength: 12 },
  );

  test('loses no record: each is here, elsewhere or unknown, and only those elsewhere are left out', () => {
    fc.assert(
      fc.property(reservations, fc.constantFrom(pueblo, meadow, { id: 'nowhere', name: 'Nowhere' }), (all, chosen) => {
        const places = aircraftPlaces(all, now);
        const { whereIs } = narrowingTo(chosen, places);
        const groups = Map.groupBy(all, whereIs);
        const counts = (['here', 'elsewhere', 'not known'] as const).map((where) => groups.get(where)?.length ?? 0);
        expect(counts.reduce((sum, count) => sum + count, 0)).toBe(all.length);
        const { shown, notKnown, elsewhere } = narrowed(all, whereIs);
        expect([shown.length - notKnown, elsewhere, notKnown]).toEqual(counts);
        expect(shown).toEqual(all.filter((reservation) => whereIs(reservation) !== 'elsewhere'));
      }),
    );
  });

  test('to each location in turn shows every record with a location exactly once', () => {
    fc.assert(
      fc.property(reservations, (all) => {
        const places = aircraftPlaces(all, now);
        const locations = schoolLocations({ mentions: mentionsIn(all), operator: null });
        for (const reservation of all) {
          const wheres = locations.map((location) => narrowingTo(location, places).whereIs(reservation));
          const isKnown = !wheres.includes('not known');
          expect(wheres.filter((where) => where === 'here')).toHaveLength(isKnown && locations.length > 0 ? 1 : 0);
        }
      }),
    );
  });

  test('to no location changes nothing', () => {
    const all = [at('a1', '08:00', pueblo), at('a2', '08:00', null)];
    expect(narrowingTo(null, new Map())).toBe(everywhere);
    expect(all.map(everywhere.whereIs)).toEqual(['here', 'here']);
    expect(narrowed(all, null).shown).toBe(all);
    expect(countAt('2 in all', everywhere)).toBe('2 in all');
    expect(locationNote(narrowed(all, null), everywhere)).toBeNull();
  });

  test('is described with the records of unknown location and those left out', () => {
    const words = (notKnown: number, elsewhere: number) => locationNote({ notKnown, elsewhere }, { chosen: pueblo });
    expect(words(5, 34)).toBe('At Pueblo; 5 shown with location not known, 34 at other locations not shown.');
    expect(words(0, 1)).toBe('At Pueblo; 1 at other locations not shown.');
    expect(words(0, 0)).toBe('At Pueblo; none at other locations.');
    expect(countAt('12 of 51', { chosen: pueblo })).toBe('12 of 51 · Pueblo');
    const long = { id: 'l', name: 'Northern Colorado Regional' };
    expect([9, 10, 26].map((max) => shortName(long, max))).toEqual(['Northern…', 'Northern…', long.name]);
    expect(countAt('12 of 51', { chosen: long })).toBe('12 of 51 · Northern Colora…');
  });
});
