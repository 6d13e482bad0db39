import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { onTheDay, slot } from '#domain/calendar/sampleSchedule.ts';
import { now, zone } from '#domain/maintenance/sampleMaintenance.ts';
import { toBooking } from './bookings.ts';
import {
  aircraftPlaces,
  countAt,
  everywhere,
  joinedPlaces,
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

test('finds locations wherever an answer mentions them, each once, by name', () => {
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

test('takes nothing for a location that is none', () => {
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

describe('the place of a reservation', () => {
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

  test('is its own where its aircraft has none', () => {
    expect(placeOf(toBooking({ reservationId: 'a', location: { id: 'm1', name: 'Meadow Lake' } }, zone))).toEqual(
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

  test('are those that reservations and the operator name, each once, by name', () => {
    const bookings = [at('a1', '08:00', pueblo), at('a2', '08:00', meadow), at('a1', '09:00', { ...pueblo, id: 'p1' })];
    expect(schoolLocations({ bookings, operator })).toEqual([meadow, pueblo, { id: 'q1', name: 'Quiet Field' }]);
  });

  test('are none where no reservation says where its aircraft is, whatever else names some', () => {
    const people = slot('a', '08:00', '09:00', { pilots: [{ userId: 'u', locations: [pueblo, meadow] }] });
    expect(schoolLocations({ bookings: [people], operator, before: [meadow] })).toEqual([]);
  });

  test('are told apart by their names, and take them from whoever gives one', () => {
    const bookings = [
      at('a1', '08:00', { id: 'p1', name: 'p1' }),
      at('a2', '08:00', { id: 'other', name: 'meadow lake' }),
    ];
    expect(schoolLocations({ bookings, operator, before: [meadow] })).toEqual([
      { id: 'other', name: 'meadow lake' },
      { id: 'p1', name: 'Pueblo' },
      { id: 'q1', name: 'Quiet Field' },
    ]);
  });

  test('are also what was chosen before, because a quiet one is in no reservation of today', () => {
    expect(schoolLocations({ bookings: [at('a1', '08:00', pueblo)], operator: null, before: [meadow] })).toEqual([
      meadow,
      pueblo,
    ]);
  });
});

describe('where an aircraft is', () => {
  const placed = (...bookings: Parameters<typeof aircraftPlaces>[0]) =>
    aircraftPlaces(bookings, now).get('a1')?.name ?? null;

  test.each([
    ['the latest booking that has begun', [at('a1', '08:00', pueblo), at('a1', '10:00', meadow)], 'Meadow Lake'],
    ['also while it is out', [at('a1', '11:00', pueblo, 1), at('a1', '13:00', meadow)], 'Pueblo'],
    ['the next one, where none has begun', [at('a1', '15:00', meadow), at('a1', '12:00', pueblo)], 'Pueblo'],
    ['one that has begun, however near the next', [at('a1', '07:00', pueblo), at('a1', '11:10', meadow)], 'Pueblo'],
    ['the last that says so', [at('a1', '08:00', pueblo), at('a1', '10:00', null)], 'Pueblo'],
    ['not by one that is void', [at('a1', '08:00', pueblo), at('a1', '10:00', meadow, 99)], 'Meadow Lake'],
    ['not known, where none says', [at('a1', '08:00', null)], null],
    ['not known, without bookings', [], null],
  ])('is said by %s', (_words, bookings, name) => {
    expect(placed(...bookings)).toBe(name);
    expect(placed(...bookings.toReversed())).toBe(name);
  });

  test('is not said by a reservation that was cancelled', () => {
    const cancelled = slot('c', '10:00', '11:00', {
      ...of('a1', meadow),
      reservationStatus: { id: 0, name: 'Cancelled' },
    });
    expect(placed(at('a1', '08:00', pueblo), cancelled)).toBe('Pueblo');
    expect(placed(cancelled)).toBeNull();
  });

  test('is known by its id in any letters, and not of what has no readable time', () => {
    expect(aircraftPlaces([at('A1', '08:00', pueblo)], now).get('a1')).toEqual(pueblo);
    expect(aircraftPlaces([toBooking({ reservationId: 'x', ...of('a1', pueblo) }, zone)], now).size).toBe(0);
  });

  test('stays known when the answer that said so is gone, and is the same map where nothing is new', () => {
    const before = aircraftPlaces([at('a1', '08:00', pueblo), at('a2', '08:00', pueblo)], now);
    const after = joinedPlaces(before, aircraftPlaces([at('a1', '09:00', meadow)], onTheDay('12:00')));
    expect([...after]).toEqual([
      ['a1', meadow],
      ['a2', pueblo],
    ]);
    expect(joinedPlaces(after, new Map([['a2', { ...pueblo }]]))).toBe(after);
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
  const bookings = fc.array(
    fc
      .record({ id, place, hour: fc.integer({ min: 0, max: 23 }) })
      .map((one) => at(one.id, `${String(one.hour).padStart(2, '0')}:00`, one.place)),
    { maxLength: 12 },
  );

  test('loses no record: each is here, elsewhere or not known, and only what is elsewhere is left out', () => {
    fc.assert(
      fc.property(bookings, fc.constantFrom(pueblo, meadow, { id: 'nowhere', name: 'Nowhere' }), (all, chosen) => {
        const places = aircraftPlaces(all, now);
        const { whereIs } = narrowingTo(chosen, places);
        const groups = Map.groupBy(all, whereIs);
        const counts = (['here', 'elsewhere', 'not known'] as const).map((where) => groups.get(where)?.length ?? 0);
        expect(counts.reduce((sum, count) => sum + count, 0)).toBe(all.length);
        const { shown, notKnown, elsewhere } = narrowed(all, whereIs);
        expect([shown.length - notKnown, elsewhere, notKnown]).toEqual(counts);
        expect(shown).toEqual(all.filter((one) => whereIs(one) !== 'elsewhere'));
      }),
    );
  });

  test('to each location in turn shows every placed record exactly once', () => {
    fc.assert(
      fc.property(bookings, (all) => {
        const places = aircraftPlaces(all, now);
        const locations = schoolLocations({ bookings: all, operator: null });
        for (const one of all) {
          const wheres = locations.map((location) => narrowingTo(location, places).whereIs(one));
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

  test('is said with what is shown without a location and what is left out', () => {
    const words = (notKnown: number, elsewhere: number) => locationNote({ notKnown, elsewhere }, { chosen: pueblo });
    expect(words(5, 34)).toBe('At Pueblo; 5 shown with location not known, 34 elsewhere not shown.');
    expect(words(0, 1)).toBe('At Pueblo; 1 elsewhere not shown.');
    expect(words(0, 0)).toBe('At Pueblo; none elsewhere.');
    expect(countAt('12 of 51', { chosen: pueblo })).toBe('12 of 51 · Pueblo');
    const long = { id: 'l', name: 'Northern Colorado Regional' };
    expect([9, 10, 26].map((most) => shortName(long, most))).toEqual(['Northern…', 'Northern…', long.name]);
    expect(countAt('12 of 51', { chosen: long })).toBe('12 of 51 · Northern Colora…');
  });
});
