import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { aircraft, clock, now, reservation } from '#e2e/fixtures/samples/sampleMaintenance.ts';
import { daySpan } from '#domain/time/time.ts';
import { movementsOf, movementsText, sumOf } from './dispatch.ts';
import { slot } from '#e2e/fixtures/samples/sampleSchedule.ts';

const minute = 60_000;
const day = daySpan('2026-05-12', 'America/Denver');

/** Only the quarter hours with movements, in minutes of the day. */
function busy(...reservations: Parameters<typeof movementsOf>[0]) {
  const { buckets } = movementsOf(reservations, [aircraft({ aircraftId: 'sim', isSimulator: true })], day);
  return buckets
    .filter(({ departures, returns }) => departures + returns > 0)
    .map(({ start, departures, returns }) => [(start - day.start) / minute, departures, returns]);
}

describe('a movement', () => {
  test('counts in the quarter hour that starts with it, not in the one before', () => {
    expect(busy(slot('a', '12:00', '12:15'), slot('b', '12:14', '12:59'))).toEqual([
      [720, 2, 0],
      [735, 0, 1],
      [765, 0, 1],
    ]);
  });

  test('outside the day is left out, and midnight belongs to the next day', () => {
    expect(
      busy(slot('over', '23:30', '13T00:00'), slot('in', '11T23:00', '00:00'), slot('next', '13T00:00', '13T01:00')),
    ).toEqual([
      [0, 0, 1],
      [1410, 1, 0],
    ]);
  });

  test('comes from a flight that waits for its aircraft', () => {
    const aircraftOption = { aircraft: null, schedulingGroup: { name: 'C172' }, v3Simulator: null };
    expect(busy(slot('group', '12:00', '13:00', { aircraft: null, aircraftOption }))).toEqual([
      [720, 1, 0],
      [780, 0, 1],
    ]);
  });

  test('only comes from flights', () => {
    const still = [
      slot('shop', '12:00', '13:00', { type: 1 }),
      slot('class', '12:00', '13:00', { type: 2, aircraft: null }),
      slot('ground', '12:00', '13:00', { aircraft: null }),
      slot('sim', '12:00', '13:00', { aircraft: { aircraftId: 'b', isSimulator: true } }),
      slot('void', '12:00', '13:00', { reservationStatus: { id: 3, name: 'Cancelled' } }),
      slot('sim in the list', '12:00', '13:00', { aircraft: { aircraftId: 'sim' } }),
    ];
    expect(busy(...still)).toEqual([]);
  });
});

test('the maximum is the larger of departures and returns', () => {
  const three = ['a', 'b', 'c'].map((id, index) => slot(id, `12:0${index}`, `1${index + 3}:00`));
  expect(movementsOf(three, [], day).max).toBe(3);
  expect(movementsOf([], [], day).max).toBe(0);
});

test('the movements in words give the total and the busiest time', () => {
  const words = (...reservations: Parameters<typeof movementsOf>[0]) =>
    movementsText(movementsOf(reservations, [], day), clock, now);
  const flights = [slot('a', '07:00', '09:00'), slot('b', '07:10', '08:00'), slot('c', '09:05', '13T01:00')];
  expect(words(...flights)).toBe('3 departures and 2 returns booked, busiest at 0700L–0715L: 2 out, 0 back');
  expect(words()).toBe('0 departures and 0 returns booked');
  const { buckets } = movementsOf(flights, [], day);
  expect([sumOf(buckets, 'departures'), sumOf(buckets, 'returns')]).toEqual([3, 2]);
});

test.each([
  ['America/Chicago', '2026-03-08', 92],
  ['America/Chicago', '2026-11-01', 100],
  ['Europe/London', '2026-03-29', 92],
  ['Europe/London', '2026-10-25', 100],
  ['Asia/Kolkata', '2026-10-25', 96],
])('a day in %s, %s, has %i quarter hours, and every flight in it has two movements', (zone, date, count) => {
  const span = daySpan(date, zone);
  const length = (span.end - span.start) / minute;
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(length - 1), fc.nat(length - 1))), (flights) => {
      const reservations = flights.map(([a, b]) =>
        reservation(span.start + Math.min(a, b) * minute, span.start + Math.max(a, b) * minute),
      );
      const { buckets } = movementsOf(reservations, [], span);
      expect(buckets).toHaveLength(count);
      expect(buckets.reduce((sum, { departures }) => sum + departures, 0)).toBe(flights.length);
      expect(buckets.reduce((sum, { returns }) => sum + returns, 0)).toBe(flights.length);
    }),
  );
});
