import { expect, test } from 'vitest';
import { daySpan } from '#domain/time.ts';
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

test('what crosses midnight does not stretch it', () => {
  const bookings = [slot('shop', '08:00', '14T17:00'), slot('night', '11T22:00', '02:00')];
  expect(sheetHours(bookings, day)).toEqual({ start: onTheDay('07:00'), end: onTheDay('19:00') });
});
