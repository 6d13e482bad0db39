import { describe, expect, test } from 'vitest';
import {
  awaitedGroup,
  inSpan,
  isFlight,
  isShopVisit,
  isTimed,
  peopleOf,
  peopleText,
  personKey,
  pilotsOf,
  type ReservationRecord,
  tailOf,
  toReservation,
} from './reservations.ts';

const zone = { name: 'America/Denver', zoneless: 'operator' } as const;
const read = (record: ReservationRecord) => toReservation(record, zone);

describe('reading a reservation', () => {
  test('accepts an empty record as a reservation without times or status', () => {
    expect(read({})).toMatchObject({ start: null, end: null, kind: 'unknown', status: 'no status', pilots: [] });
  });

  test('prefers UTC times if a service adds them, with or without their Z', () => {
    const times = { startTime: '2026-05-12T08:00:00', endTime: '2026-05-12T10:00:00' };
    const utc = { startTimeUtc: '2026-05-12T14:00:00', endTimeUtc: '2026-05-12T16:00:00Z' };
    expect(read({ ...times, ...utc }).start).toBe(Date.parse('2026-05-12T14:00:00Z'));
    expect(read({ ...times, ...utc }).end).toBe(Date.parse('2026-05-12T16:00:00Z'));
    expect(read(times).start).toBe(Date.parse('2026-05-12T14:00:00Z'));
  });

  test('ignores unreadable UTC times', () => {
    const times = { startTime: ' 2026-05-12 08:00:00', endTime: '2026-05-12T10:00:00 ' };
    for (const none of ['1753-01-01T00:00:00', '0001-01-01T00:00:00Z', '', '  ', 'soon', '2026-05-12T14:75:00Z']) {
      const { start, end } = read({ ...times, startTimeUtc: none, endTimeUtc: none });
      expect([start, end]).toEqual([Date.parse('2026-05-12T14:00:00Z'), Date.parse('2026-05-12T16:00:00Z')]);
    }
  });

  test('shows the status name sent with the record, even for an unknown id', () => {
    expect(read({ reservationStatus: { id: 77, name: 'Weathered' } }).status).toBe('Weathered');
    expect(read({ reservationStatus: { id: 2 } }).status).toBe('Completed');
  });

  test('gives a reservation without an id its own key', () => {
    const keys = ['08', '09'].map(
      (hour) => read({ startTime: `2026-05-12T${hour}:00:00`, aircraft: { tailNumber: 'N1' } }).key,
    );
    expect(new Set(keys).size).toBe(2);
  });
});

test('a reservation that ends before it starts is not timed, and never drawn as a bar', () => {
  expect(isTimed(read({ startTime: '2026-05-12T10:00:00Z', endTime: '2026-05-12T09:00:00Z' }))).toBe(false);
});

test('the reservations in a span are those that overlap it, by start', () => {
  const at = (start: string, end: string) =>
    read({ reservationId: start, startTime: `2026-05-${start}:00Z`, endTime: `2026-05-${end}:00Z` });
  const all = [
    at('12T12:00', '12T13:00'),
    at('11T22:00', '12T02:00'),
    at('11T22:00', '12T00:00'),
    at('13T00:00', '13T01:00'),
  ];
  const span = { start: Date.parse('2026-05-12T00:00:00Z'), end: Date.parse('2026-05-13T00:00:00Z') };
  expect(inSpan(all, span).map((reservation) => reservation.key)).toEqual(['11T22:00', '12T12:00']);
});

test("people appear by last names, or by the reservation's name", () => {
  const record = { pilots: [{ firstName: 'Ana', lastName: 'Garcia' }], instructor: { lastName: 'Lee' } };
  expect(peopleText(read(record))).toBe('Garcia / Lee');
  expect(peopleText(read({ displayName: 'Safety meeting' }))).toBe('Safety meeting');
});

describe('the people on a reservation', () => {
  const record = {
    pilots: [{ userId: 'p1', lastName: 'Garcia' }, { firstName: 'Cher' }, {}],
    instructor: { userId: 'i1' },
  };

  test('are the instructor, then the pilots, with what is known of them', () => {
    expect(peopleOf({ record }).map(({ name, lastName }) => [name, lastName])).toEqual([
      ['No name', ''],
      ['Garcia', 'Garcia'],
      ['Cher', 'Cher'],
    ]);
    expect(pilotsOf({ record: {} })).toEqual([]);
  });

  test('are identified by id, or by name without one', () => {
    expect(peopleOf({ record }).map(personKey)).toEqual(['i1', 'p1', 'Cher']);
  });
});

test('the tail number may come from either place', () => {
  expect(tailOf({ record: { aircraftOption: { aircraft: { tailNumber: 'N1' } } } })).toBe('N1');
  expect(tailOf({ record: {} })).toBeNull();
});

test.each(['', ' ', 'NULL', 'null', null])(
  'a tail number of %j counts as missing, and the option may supply one',
  (tailNumber) => {
    expect(tailOf({ record: { aircraft: { tailNumber } } })).toBeNull();
    const aircraftOption = { aircraft: { tailNumber: ' N1 ' } };
    expect(tailOf({ record: { aircraft: { tailNumber }, aircraftOption } })).toBe('N1');
  },
);

describe('a shop visit and a flight', () => {
  const named = (type: string, activity: string | null = null, given: ReservationRecord = {}, id = 0) =>
    read({
      reservationType: { displayTypeId: id, name: type },
      activityType: activity === null ? null : { name: activity },
      aircraft: { aircraftId: 'a1' },
      ...given,
    });

  test.each([
    ['MX 100hr', null, 0, true],
    ['Aircraft Maintenance', null, 42, true],
    ['Standard Reservation', 'Maintenance', 0, true],
    ['Anything', null, 1, true],
    ['Maintenance test flight', null, 0, false],
    ['Maintenance', 'Test flight', 1, false],
    ['MX ferry flight', null, 0, false],
    ['Rental', null, 0, false],
    ['Something Else', null, 42, false],
  ])('%s, %s, of display type %d: shop visit is %s', (type, activity, id, isShop) => {
    const reservation = named(type, activity, {}, id);
    expect([isShopVisit(reservation), isFlight(reservation)]).toEqual([isShop, !isShop]);
  });

  test('count by the reservation’s own name only if nobody is on it', () => {
    expect(isShopVisit(named('Standard', null, { displayName: 'MX annual' }))).toBe(true);
    expect(isShopVisit(named('Standard', null, { displayName: 'MX annual', pilots: [{ userId: 'p1' }] }))).toBe(false);
  });

  test('need an aircraft to count as a flight, and classes and meetings never do', () => {
    expect(isFlight(named('Rental', null, { aircraft: null }))).toBe(false);
    expect([2, 3, 10].map((id) => isFlight(named('Class', null, {}, id)))).toEqual([false, false, false]);
  });

  test.each([
    [{ id: 4, name: ' C172 ' }, 'C172'],
    [{ id: 4 }, ''],
    [{}, ''],
    ['C172', 'C172'],
    [7, '7'],
    [[{ name: 'C172' }], 'C172'],
    [null, null],
    ['NULL', null],
    [' ', null],
    [[], null],
    [{ id: null, name: null }, null],
    [false, null],
  ])('count as a flight without an aircraft if they wait for one of a group: %j', (schedulingGroup, group) => {
    const given = { aircraft: null, aircraftOption: { aircraft: null, schedulingGroup, v3Simulator: null } };
    const lesson = named('Dual', null, given);
    expect([awaitedGroup(lesson), isFlight(lesson)]).toEqual([group, group !== null]);
    expect(isFlight(named('Class', null, given, 2))).toBe(false);
    const assigned = named('Dual', null, { ...given, aircraft: { aircraftId: 'a1', tailNumber: 'N1' } });
    expect([awaitedGroup(assigned), isFlight(assigned)]).toEqual([null, true]);
  });
});
