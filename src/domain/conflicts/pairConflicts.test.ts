import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { byStart, type TimedReservation } from '#domain/reservations/reservations.ts';
import { now } from '#e2e/fixtures/samples/sampleMaintenance.ts';
import { statesAt } from '#domain/schedule/aircraftNow.ts';
import { type Instant, overlaps } from '#domain/time/time.ts';
import { pairConflicts } from './pairConflicts.ts';
import { onTheDay, person, reserved, slot } from '#e2e/fixtures/samples/sampleSchedule.ts';

const minute = 60_000;
const pairsAt = (reservations: readonly TimedReservation[], at: Instant) =>
  pairConflicts(statesAt(reservations, at), at);
const find = (...reservations: readonly TimedReservation[]) =>
  pairsAt(reservations.toSorted(byStart), now).map(({ reason, certainty, reservation, other, subject }) => [
    reason,
    certainty,
    `${reservation.key} against ${other.key}`,
    subject,
  ]);
const on = (id: string) => ({ aircraft: { aircraftId: id, tailNumber: id } });

describe('one aircraft', () => {
  test('booked twice is definite, the later reservation against the earlier', () => {
    expect(find(slot('a', '12:00', '14:00'), slot('b', '13:00', '15:00'))).toEqual([
      ['aircraft twice', 'definite', 'b against a', 'N512SP'],
    ]);
  });

  test('booked end to end is no conflict', () => {
    expect(find(slot('a', '12:00', '13:00'), slot('b', '13:00', '14:00'))).toEqual([]);
  });

  test('booked for a long flight clashes with every reservation during it', () => {
    const found = find(slot('long', '12:00', '18:00'), slot('a', '12:30', '13:00'), slot('b', '17:00', '17:30'));
    expect(found.map(([, , pair]) => pair)).toEqual(['a against long', 'b against long']);
  });

  test.each([
    ['before', '11:00', '13:00'],
    ['after', '12:30', '14:00'],
  ])("booked into maintenance that starts %s clashes from the flight's side", (_, start, end) => {
    expect(find(slot('flight', '12:00', '13:00'), slot('shop', start, end, { type: 1 }))).toEqual([
      ['maintenance block', 'definite', 'flight against shop', 'N512SP'],
    ]);
  });

  test('booked five times at once reports the fifth against the one that ends last', () => {
    const ends = ['14:00', '17:00', '15:00', '16:00', '13:30'];
    const found = find(...ends.map((end, index) => slot(`r${index}`, `12:0${index}`, end)));
    expect(found.map(([, , pair]) => pair).filter((pair) => pair!.startsWith('r4'))).toEqual(['r4 against r1']);
  });

  test('may have two jobs in the shop at once', () => {
    expect(find(slot('a', '12:00', '14:00', { type: 1 }), slot('b', '13:00', '15:00', { type: 1 }))).toEqual([]);
  });

  test('booked with an unknown type may be a conflict', () => {
    expect(find(slot('a', '12:00', '14:00', { type: 77 }), slot('b', '13:00', '15:00'))[0]![1]).toBe('possible');
  });

  test('must exist for a conflict', () => {
    expect(
      find(slot('a', '12:00', '14:00', { aircraft: null }), slot('b', '13:00', '15:00', { aircraft: null })),
    ).toEqual([]);
  });
});

describe('one person', () => {
  const lee = person('Ana Lee');
  const flight = (id: string, start: string, end: string, instructor = lee) =>
    slot(id, start, end, { ...on(id), instructor });

  test('in two places at once is a definite conflict', () => {
    expect(find(flight('a', '12:00', '14:00'), flight('b', '13:00', '15:00'))).toEqual([
      ['person twice', 'definite', 'b against a', 'Ana Lee'],
    ]);
  });

  test('is found by id in any role, and two people with one name stay apart', () => {
    const student = slot('b', '13:00', '15:00', { ...on('b'), pilots: [lee] });
    const namesake = slot('c', '13:00', '15:00', { ...on('c'), pilots: [person('Ana Lee', 'another')] });
    const unknown = slot('d', '13:00', '15:00', { ...on('d'), pilots: [person('Ana Lee', null)] });
    expect(find(flight('a', '12:00', '14:00'), student, namesake, unknown).map(([, , pair]) => pair)).toEqual([
      'b against a',
    ]);
  });

  test('who is both pilot and instructor of one reservation has no conflict', () => {
    expect(find(slot('a', '12:00', '14:00', { instructor: lee, pilots: [lee] }))).toEqual([]);
  });

  test("on time off clashes from the reservation's side", () => {
    const off = slot('off', '11:00', '18:00', { type: 10, aircraft: null, instructor: lee });
    expect(find(off, flight('a', '12:00', '14:00'))).toEqual([['time off', 'definite', 'a against off', 'Ana Lee']]);
    expect(find(off, slot('off twice', '12:00', '13:00', { type: 10, aircraft: null, instructor: lee }))).toEqual([]);
  });

  test('who attends a class or meeting is only invited, but its instructor is booked', () => {
    const attended = slot('class', '12:00', '14:00', { type: 2, aircraft: null, pilots: [lee] });
    const held = slot('class', '12:00', '14:00', { type: 2, aircraft: null, instructor: lee });
    expect(find(attended, flight('a', '13:00', '15:00'))[0]![1]).toBe('possible');
    expect(find(held, flight('a', '13:00', '15:00'))[0]![1]).toBe('definite');
  });

  test('together with others on the same two reservations makes one conflict', () => {
    const pilots = [person('Sam Garcia')];
    const [a, b] = ['a', 'b'].map((id) => slot(id, '12:00', '14:00', { ...on(id), instructor: lee, pilots }));
    expect(find(a!, b!)).toEqual([['person twice', 'definite', 'b against a', 'Ana Lee, Sam Garcia']]);
  });

  test('on a maintenance block is not occupied by it', () => {
    const shop = slot('shop', '12:00', '18:00', { ...on('x'), type: 1, instructor: lee });
    expect(find(shop, flight('a', '13:00', '14:00'))).toEqual([]);
  });
});

describe('void, unclear and late reservations', () => {
  const named = (id: number, name: string) => ({ reservationStatus: { id, name } });
  const out = named(1, 'Checked Out');
  const at = (time: string, ...reservations: readonly TimedReservation[]) =>
    pairsAt(reservations.toSorted(byStart), onTheDay(time)).map(({ reason, certainty, reservation, other, subject }) =>
      [reason, certainty, `${reservation.key} against ${other.key}`, subject].join(' · '),
    );

  test('a cancelled one clashes with nothing, whatever its id', () => {
    for (const id of [0, 1, 2, 3]) {
      expect(find(slot('a', '12:00', '14:00', named(id, 'Cancelled')), slot('b', '13:00', '15:00'))).toEqual([]);
    }
  });

  test('one with an unclear status is only a possible conflict', () => {
    const found = find(slot('a', '12:00', '14:00', named(1, 'Completed')), slot('b', '13:00', '15:00'));
    expect(found.map(([, certainty]) => certainty)).toEqual(['possible']);
  });

  test('one that is not back blocks its aircraft, instructor and pilot for their next ones', () => {
    const lee = { instructor: person('Ana Lee') };
    const sam = { pilots: [person('Sam Garcia')] };
    const late = slot('late', '10:00', '12:00', { ...out, ...lee, ...sam });
    const next = slot('next', '12:30', '13:30');
    const taught = slot('taught', '12:15', '13:30', { ...on('x'), ...lee });
    const flown = slot('flown', '12:20', '13:30', { ...on('y'), ...sam });
    const later = slot('later', '12:41', '14:00', { ...on('N512SP') });
    expect(at('12:40', late, next, taught, flown, later)).toEqual([
      'aircraft not back · definite · next against late · N512SP',
      'person not back · definite · taught against late · Ana Lee',
      'person not back · definite · flown against late · Sam Garcia',
    ]);
  });

  test('one that is not back also blocks the shop, but not once the aircraft has flown since', () => {
    const late = slot('late', '10:00', '12:00', out);
    const shop = slot('shop', '12:30', '17:00', { type: 1 });
    expect(at('12:40', late, shop)).toEqual(['aircraft not back · definite · shop against late · N512SP']);
    expect(at('12:40', late, slot('again', '12:10', '14:00', out))).toEqual([]);
  });

  test('a supervised solo with the same instructor is no conflict, but two dual lessons are', () => {
    const taught = (id: string, activity: string) =>
      slot(id, '14:00', '15:00', { ...on(id), instructor: person('Ana Lee'), activityType: { name: activity } });
    expect(find(taught('a', 'Dual'), taught('b', 'Supervised Solo'))).toEqual([]);
    expect(find(taught('a', 'Dual'), taught('b', 'Dual/Solo XC'))).toHaveLength(1);
  });

  test('ids match in any letter case, for aircraft and people', () => {
    const aircraft = (aircraftId: string) => ({ aircraft: { aircraftId, tailNumber: 'N1' } });
    expect(find(slot('a', '12:00', '14:00', aircraft('AB')), slot('b', '13:00', '15:00', aircraft('ab')))).toHaveLength(
      1,
    );
    const lee = (id: string, userId: string) =>
      slot(id, '12:00', '14:00', { ...on(id), instructor: person('Ana Lee', userId) });
    expect(find(lee('a', 'X1'), lee('b', 'x1'))).toHaveLength(1);
  });
});

const someReservations = (max: number) =>
  fc
    .array(fc.record({ start: fc.integer({ min: 0, max: 60 }), length: fc.integer({ min: 1, max: 40 }) }), {
      maxLength: max,
    })
    .map((spans) =>
      spans
        .map(({ start, length }, index) => {
          const at = now + start * minute;
          return reserved(`r${index}`, at, at + length * minute);
        })
        .toSorted(byStart),
    );

function pairsOneByOne(reservations: readonly TimedReservation[]): string[] {
  return reservations.flatMap((a, index) =>
    reservations.slice(index + 1).flatMap((b) => (overlaps(a, b) ? [`${b.key} against ${a.key}`] : [])),
  );
}

test('with up to four at once the sweep finds every pair once, like comparing all with all', () => {
  fc.assert(
    fc.property(someReservations(4), (reservations) => {
      const found = pairsAt(reservations, now).map(
        ({ reservation, other }) => `${reservation.key} against ${other.key}`,
      );
      expect(found.toSorted()).toEqual(pairsOneByOne(reservations).toSorted());
    }),
  );
});

test('in any crowd the sweep finds exactly those that overlap another, with at most three conflicts each', () => {
  fc.assert(
    fc.property(someReservations(40), (reservations) => {
      const found = pairsAt(reservations, now);
      for (const { reservation, other } of found) expect(overlaps(reservation, other)).toBe(true);
      const clashing = new Set(found.flatMap(({ reservation, other }) => [reservation.key, other.key]));
      const expected = reservations.filter((a) => reservations.some((b) => a !== b && overlaps(a, b)));
      expect([...clashing].toSorted()).toEqual(expected.map(({ key }) => key).toSorted());
      expect(found.length).toBeLessThanOrEqual(3 * reservations.length);
      expect(new Set(found.map(({ key }) => key)).size).toBe(found.length);
    }),
  );
});
