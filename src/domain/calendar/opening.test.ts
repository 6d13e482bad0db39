import { describe, expect, test } from 'vitest';
import type { TimedReservation } from '#domain/reservations/reservations.ts';
import { daySpan } from '#domain/time/time.ts';
import { openingOf } from './opening.ts';
import { slot, zonesAndDays } from '#e2e/fixtures/samples/sampleSchedule.ts';

const hour = 3_600_000;

describe('the initially displayed hours of a day', () => {
  const zone = 'America/Denver';
  const day = daySpan('2026-05-12', zone);
  const hoursOf = (...reservations: TimedReservation[]) => {
    const { start, end } = openingOf([day], reservations, zone);
    return [(start - day.start) / hour, (end - day.start) / hour];
  };

  test('are 06 to 22 if all reservations are within them', () => {
    expect(hoursOf()).toEqual([6, 22]);
    expect(hoursOf(slot('a', '06:00', '22:00'), slot('b', '12T17:00', '13T12:00'))).toEqual([6, 22]);
  });

  test('extend by whole hours for a night reservation, unless it is completed', () => {
    expect(hoursOf(slot('a', '05:10', '07:00'))).toEqual([5, 22]);
    expect(hoursOf(slot('a', '11T22:00', '12T00:30'))).toEqual([0, 22]);
    expect(hoursOf(slot('a', '21:00', '22:15'))).toEqual([6, 23]);
    expect(hoursOf(slot('a', '23:10', '13T01:00'))).toEqual([6, 24]);
    expect(hoursOf(slot('a', '05:10', '05:40', { reservationStatus: { id: 2, name: 'Completed' } }))).toEqual([6, 22]);
  });

  test('ignore time off', () => {
    expect(hoursOf(slot('a', '12T00:00', '13T00:00', { type: 10 }))).toEqual([6, 22]);
  });

  test('follow local time on a clock-change day, and are all hours for several days', () => {
    for (const { zone: one, day: date, hours } of zonesAndDays) {
      const span = daySpan(date, one);
      const { start, end } = openingOf([span], [], one);
      expect(span.end - end).toBe(2 * hour);
      expect(start - span.start).toBe((6 + hours - 24) * hour);
      expect(openingOf([span, { start: span.end, end: span.end + 24 * hour }], [], one)).toEqual({
        start: span.start,
        end: span.end + 24 * hour,
      });
    }
  });
});
