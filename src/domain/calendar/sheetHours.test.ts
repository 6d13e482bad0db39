import fc from 'fast-check';
import { expect, test } from 'vitest';
import { daySpan, overlaps } from '#domain/time/time.ts';
import { onTheDay, slot } from './sampleSchedule.ts';
import { sheetHours } from './sheetHours.ts';

const day = daySpan('2026-05-12', 'America/Denver');

test('the sheet shows 0700 to 1900 of an empty day', () => {
  expect(sheetHours([], day)).toEqual({ start: onTheDay('07:00'), end: onTheDay('19:00') });
});

test('it begins and ends with the whole hours of what is booked within the day', () => {
  const bookings = [slot('early', '05:30', '07:00'), slot('late', '19:00', '21:15')];
  expect(sheetHours(bookings, day)).toEqual({ start: onTheDay('05:00'), end: onTheDay('22:00') });
});

test('what begins late and crosses midnight has the hour in which it begins', () => {
  const bookings = [slot('late', '22:30', '13T01:00')];
  expect(sheetHours(bookings, day)).toEqual({ start: onTheDay('07:00'), end: onTheDay('23:00') });
});

test('whatever begins on the day is in its hours, and whatever ends after their beginning', () => {
  const hours = fc.integer({ min: -600, max: 1439 });
  fc.assert(
    fc.property(fc.array(fc.record({ start: hours, length: fc.integer({ min: 1, max: 2880 }) })), (given) => {
      const bookings = given.map(({ start, length }, index) => ({
        ...slot(`booking ${index}`, '08:00', '09:00'),
        start: day.start + start * 60_000,
        end: day.start + (start + length) * 60_000,
      }));
      const shown = sheetHours(bookings, day);
      const lost = bookings.filter((booking) => booking.end > shown.start && !overlaps(booking, shown));
      expect(lost).toEqual([]);
      expect(bookings.filter(({ start, end }) => start >= day.start && end <= shown.start)).toEqual([]);
    }),
  );
});

test('what crosses midnight does not stretch it', () => {
  const bookings = [slot('shop', '08:00', '14T17:00'), slot('night', '11T22:00', '02:00')];
  expect(sheetHours(bookings, day)).toEqual({ start: onTheDay('07:00'), end: onTheDay('19:00') });
});
