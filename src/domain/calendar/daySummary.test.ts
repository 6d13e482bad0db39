import { describe, expect, test } from 'vitest';
import type { TimedReservation } from '#domain/reservations/reservations.ts';
import { aircraft } from '#e2e/fixtures/samples/sampleMaintenance.ts';
import { daySpan } from '#domain/time/time.ts';
import { capacityOf, dayLoad, flyingHours, loadKey, loadOf } from './dayLoad.ts';
import { calendarDays, countKinds, maxNotable, notableOf } from './days.ts';
import { slot } from '#e2e/fixtures/samples/sampleSchedule.ts';

const zone = 'America/Denver';
const span = daySpan('2026-05-12', zone);

/** The reservations of 12 May. */
function on(reservations: readonly TimedReservation[]) {
  return calendarDays(reservations, '2026-05-12', 1, zone)[0]?.reservations ?? [];
}

describe('the counts of a day', () => {
  test('are by type, including reservations from the day before', () => {
    const reservations = [
      slot('shop', '10T08:00', '13T12:00', { type: 1 }),
      slot('a', '08:00', '09:00'),
      slot('b', '08:00', '09:00'),
      slot('class', '18:00', '20:00', { type: 2 }),
      slot('odd', '18:00', '20:00', { type: 77 }),
      slot('void', '18:00', '20:00', { reservationStatus: { id: 3, name: 'Cancelled' } }),
    ];
    expect(countKinds(on(reservations))).toEqual({ Maintenance: 1, Standard: 2, Class: 1, unknown: 1 });
  });
});

describe('the notable reservations of a day', () => {
  const ride = slot('ride', '09:00', '11:00', { activityType: { name: 'Check Ride' } });
  const reservations = [
    slot('first', '07:00', '08:00'),
    slot('second', '07:30', '08:00'),
    slot('third', '07:45', '08:00'),
    ride,
    slot('shop', '10:00', '18:00', { type: 1 }),
  ];
  const named = (given: readonly TimedReservation[]) =>
    notableOf(on(given)).map(({ reservation, why }) => `${reservation.key}: ${why}`);

  test('are maintenance, then check rides, then the earliest', () => {
    expect(named(reservations)).toEqual(['shop: maintenance', 'ride: check ride', 'first: early']);
    expect(named(reservations.slice(0, 4))).toEqual(['ride: check ride', 'first: early', 'second: early']);
    expect(named([])).toEqual([]);
    expect(maxNotable).toBe(3);
  });

  test('leave out completed shop work', () => {
    const done = slot('done', '06:00', '08:00', { type: 1, reservationStatus: { id: 2, name: 'Completed' } });
    expect(named([done, ...reservations])).toEqual(['shop: maintenance', 'ride: check ride', 'first: early']);
    expect(named([done])).toEqual([]);
  });

  test.each([
    ['Checkride', 'check ride'],
    ['Private practical test', 'check ride'],
    ['Stage check', 'early'],
    ['Ride along', 'early'],
  ])('an activity called “%s” is %s', (name, why) => {
    expect(named([slot('r', '09:00', '11:00', { activityType: { name } })])).toEqual([`r: ${why}`]);
  });
});

describe('the hours of a day', () => {
  test('are the hours of flights within it, without simulators', () => {
    const reservations = [
      slot('night', '11T22:00', '12T01:30'),
      slot('late', '23:00', '13T02:00'),
      slot('shop', '08:00', '18:00', { type: 1 }),
      slot('sim', '08:00', '09:00', { aircraft: { aircraftId: 's1', isSimulator: true } }),
      slot('ground', '08:00', '09:00', { aircraft: null }),
      slot('void', '08:00', '09:00', { reservationStatus: { id: 3, name: 'Cancelled' } }),
    ];
    expect(flyingHours(on(reservations), span)).toBe(2.5);
  });

  test('are a share of what the active aircraft could fly from 0600 to 2200', () => {
    const fleet = [
      aircraft(),
      aircraft({ aircraftId: 'a2', status: null }),
      aircraft({ aircraftId: 's1', isSimulator: true }),
      aircraft({ aircraftId: 'a3', status: { id: 2, name: 'deleted' } }),
    ];
    expect(loadOf(8, fleet)).toBe(0.25);
    expect(loadOf(8, [])).toBeNull();
    expect(capacityOf(fleet)).toEqual({ aircraft: 2, hours: 32 });
    expect(capacityOf([])).toBeNull();
  });

  test('appear beside the possible hours, as whole hours', () => {
    const capacity = { aircraft: 21, hours: 336 };
    expect(dayLoad(174.6, 174.6 / 336, capacity)).toEqual({
      words: '175 of 336 h',
      booked: '175 h',
      share: '52 %',
      filled: 174.6 / 336,
    });
    expect(dayLoad(1650, 1650 / 1600, { aircraft: 100, hours: 1600 })).toEqual({
      words: '1,650 of 1,600 h',
      booked: '1,650 h',
      share: '103 %',
      filled: 1,
    });
    expect(dayLoad(6.2, null, null)).toEqual({ words: '6 h', booked: '6 h', share: null, filled: 0 });
    expect(dayLoad(0, 0, capacity)).toBeNull();
  });

  test('say in the key against which capacity they are', () => {
    expect(loadKey({ aircraft: 100, hours: 1600 })).toBe('hours booked of 1,600 (100 aircraft, 0600–2200)');
    expect(loadKey(null)).toBe('hours booked on aircraft');
  });
});
