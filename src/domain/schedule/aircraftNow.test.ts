import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { TimedReservation } from '#domain/reservations/reservations.ts';
import { clock } from '#e2e/fixtures/samples/sampleMaintenance.ts';
import { onTheDay, slot } from '#e2e/fixtures/samples/sampleSchedule.ts';
import { aircraftNow, doingText, fleetNow, nextToLeave, toCloseText } from './aircraftNow.ts';

const reserved = { reservationStatus: { id: 0, name: 'Reserved' } };
const out = { reservationStatus: { id: 1, name: 'Checked Out' } };
const closed = { reservationStatus: { id: 2, name: 'Completed' } };
const cancelled = { reservationStatus: { id: 3, name: 'Cancelled' } };
const unclear = { reservationStatus: { id: 1, name: 'Completed' } };
const shop = { type: 1, ...reserved };

const look = (time: string, ...reservations: readonly TimedReservation[]) => {
  const found = aircraftNow(reservations, onTheDay(time));
  return { ...found, text: doingText(found.doing, onTheDay(time), clock) };
};

describe('what an aircraft is doing', () => {
  test('is “not back” and not “in the shop”, even if it is booked for the shop', () => {
    const found = look('14:30', slot('f', '12:00', '13:30', out), slot('s', '14:00', '17:00', shop));
    expect(found.text).toBe('not back +1:00');
    expect(found.doing).toMatchObject({ kind: 'not back', step: 3 });
  });

  test('stays “not back” over midnight', () => {
    expect(look('13T00:05', slot('f', '21:00', '23:30', out)).text).toBe('not back +0:35');
  });

  test('is a later flight that is out, and the older one is left to close', () => {
    const found = look('14:30', slot('late', '13:00', '15:00', out), slot('early', '08:00', '10:00', out));
    expect(found.text).toBe('flying until 1500L');
    expect(found.toClose.map(({ reservation }) => reservation.key)).toEqual(['early']);
    expect(toCloseText(found)).toBe('1 older reservation to close');
  });

  test('is no longer “not back” once a later flight was closed', () => {
    const found = look('14:30', slot('early', '08:00', '10:00', out), slot('closed', '10:00', '12:00', closed));
    expect([found.text, toCloseText(found)]).toEqual(['free', '1 older reservation to close']);
  });

  test('is no longer “not back” once the shop closed its visit, but not when a visit only ended', () => {
    const flight = slot('early', '08:00', '10:00', out);
    const done = look('14:30', flight, slot('s', '11:00', '13:00', { type: 1, ...closed }));
    expect([done.text, toCloseText(done)]).toEqual(['free', '1 older reservation to close']);
    expect(look('14:30', flight, slot('s', '11:00', '13:00', shop)).text).toBe('not back +4:30');
    expect(look('14:30', flight, slot('s', '07:00', '07:30', { type: 1, ...closed })).text).toBe('not back +4:30');
  });

  test('is “free” after a reservation never checked out, which is left to close', () => {
    const found = look('14:30', slot('r', '10:00', '12:00', reserved));
    expect([found.text, toCloseText(found)]).toEqual(['free', '1 older reservation to close']);
  });

  test('is flying when checked out early, but hours before the start that is a mistake', () => {
    expect(look('11:55', slot('f', '12:00', '13:30', out)).text).toBe('flying until 1330L');
    const found = look('10:00', slot('f', '12:00', '13:30', out));
    expect([found.text, found.next?.key]).toEqual(['free until 1200L', 'f']);
  });

  test.each([
    ['12:05', reserved, 'not out yet +0:05'],
    ['12:20', reserved, 'never checked out'],
    ['12:20', unclear, 'may be out: status “Completed”'],
    ['12:20', cancelled, 'free'],
    ['12:20', closed, 'free'],
    ['12:20', shop, 'in the shop until 1330L'],
    ['12:20', { type: 3, ...reserved }, 'in use until 1330L'],
    ['12:20', { type: 42, ...out }, 'flying until 1330L'],
  ])('at %s with %j is %s', (time, given, text) => {
    expect(look(time, slot('f', '12:00', '13:30', given)).text).toBe(text);
  });

  test('is “in use” for a simulator', () => {
    const { doing } = look('12:20', slot('f', '12:00', '13:30', out));
    expect(doingText(doing, onTheDay('12:20'), clock, true)).toBe('in use until 1330L');
  });

  test('comes with the next reservation that is not void', () => {
    const reservations = [
      slot('b', '16:00', '17:00', reserved),
      slot('a', '15:00', '16:00', cancelled),
      slot('c', '18:00', '19:00'),
    ];
    expect(look('12:00', ...reservations).next?.key).toBe('b');
  });

  test('comes with the reservation that should be out now as the next to leave', () => {
    const [due, later] = [slot('due', '12:00', '13:30', reserved), slot('later', '15:00', '16:00', reserved)];
    expect(nextToLeave(aircraftNow([due, later], onTheDay('12:05')))?.key).toBe('due');
    expect(nextToLeave(aircraftNow([due, later], onTheDay('13:30')))?.key).toBe('later');
    expect(nextToLeave(aircraftNow([slot('out', '12:00', '13:30', out), later], onTheDay('12:20')))?.key).toBe('later');
  });

  test('is a shop visit rather than a reservation not checked out', () => {
    const found = look('14:30', slot('s', '14:00', '17:00', shop), slot('f', '13:00', '15:00', reserved));
    expect(found.text).toBe('in the shop until 1700L');
  });
});

test('ids match in any letter case for one aircraft', () => {
  const aircraft = (aircraftId: string) => ({ aircraft: { aircraftId, tailNumber: 'N1' } });
  const reservations = [
    slot('a', '10:00', '11:00', { ...out, ...aircraft('AbC') }),
    slot('b', '12:00', '14:00', { ...out, ...aircraft('aBc ') }),
  ];
  const fleet = fleetNow(reservations, onTheDay('12:30'));
  expect([...fleet.keys()]).toEqual(['abc']);
  expect(fleet.get('abc')?.doing.kind).toBe('flying');
});

describe('what no booked end settles', () => {
  test('is “may be out” from the start of a flight with an unclear status, until a later one shows it back', () => {
    const odd = slot('odd', '08:00', '10:00', { reservationStatus: { id: 4, name: 'Dispatched' } });
    expect(look('09:00', odd).text).toBe('may be out: status “Dispatched”');
    expect(look('10:05', odd).text).toBe('may be out, past its end +0:05: status “Dispatched”');
    expect(look('13T10:00', odd).text).toBe('may be out, past its end +24:00: status “Dispatched”');
    expect(look('11:30', odd, slot('n', '11:00', '12:00', reserved)).text).toMatch(/^may be out, past its end \+1:30/);
    expect(look('11:30', odd, slot('n', '11:00', '12:00', out)).text).toBe('flying until 1200L');
    const since = look('11:30', odd, slot('n', '10:10', '11:00', closed));
    expect([since.text, toCloseText(since)]).toEqual(['free', '1 older reservation to close']);
    expect(look('11:30', odd, slot('s', '10:10', '11:00', { type: 1, ...closed })).text).toBe('free');
  });

  test('is “in the shop” until the service closes the visit, or the aircraft has flown since', () => {
    const visit = (status: object) => slot('s', '08:00', '10:30', { type: 1, ...status });
    expect(look('11:05', visit(out)).text).toBe('in the shop, +0:35');
    expect(look('11:05', visit(unclear)).text).toBe('may be in the shop, +0:35');
    expect(look('11:05', visit(reserved)).text).toBe('free');
    expect(look('11:05', visit(closed)).text).toBe('free');
    expect(look('11:35', visit(out), slot('f', '11:00', '11:30', closed)).text).toBe('free');
    expect(look('11:35', visit(out), slot('f', '11:00', '12:00', out)).text).toBe('flying until 1200L');
  });

  test('gives the day once it is late by days', () => {
    expect(look('14T12:00', slot('f', '08:00', '10:00', out)).text).toBe('not back since Tue 12 May 1000L');
  });
});

describe('the activity of any aircraft', () => {
  const givens = fc.constantFrom(reserved, out, closed, unclear, shop);
  const slots = fc.array(
    fc.tuple(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 1, max: 20 }), givens).map(([from, length, given]) => {
      const start = onTheDay('08:00') + from * 900_000;
      return { ...slot(`${from} ${length}`, '08:00', '08:00', given), start, end: start + length * 900_000 };
    }),
    { maxLength: 8 },
  );
  const now = onTheDay('13:00');

  test('does not depend on void reservations or their order', () => {
    fc.assert(
      fc.property(slots, slots, (reservations, others) => {
        const voids = others.map((other) => ({ ...other, status: 'Cancelled', statusId: 3 }));
        expect(aircraftNow([...voids, ...reservations], now)).toEqual(aircraftNow(reservations, now));
        const { doing, next } = aircraftNow(reservations.toReversed(), now);
        expect(doing.kind).toBe(aircraftNow(reservations, now).doing.kind);
        expect(next?.start).toBe(aircraftNow(reservations, now).next?.start);
      }),
    );
  });

  test('is free only while no counting reservation uses it', () => {
    fc.assert(
      fc.property(slots, (reservations) => {
        const { doing } = aircraftNow(reservations, now);
        const has = reservations.filter(
          (reservation) =>
            reservation.start <= now && now < reservation.end && reservation.record.reservationStatus?.id !== 2,
        );
        if (has.length > 0 && !has.every((one) => one.record.reservationStatus?.name === 'Completed'))
          expect(doing.kind === 'free').toBe(false);
      }),
    );
  });
});
