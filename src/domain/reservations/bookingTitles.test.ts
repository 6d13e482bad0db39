import { expect, test } from 'vitest';
import { spanText, subtitleOf, tailAndTitle, titleOf } from './bookingTitles.ts';
import { person, slot } from '#domain/calendar/sampleSchedule.ts';

const clock = { zone: 'America/Denver', mode: 'L' } as const;

test('times are short, and name the day of an end on another', () => {
  expect(spanText(slot('a', '14:00', '15:30'), clock)).toBe('1400–1530L');
  expect(spanText(slot('b', '22:00', '13T01:30'), clock)).toBe('2200–0130L +1');
  expect(spanText(slot('c', '14:00', '19:00'), { ...clock, mode: 'Z' })).toBe('2000–0100Z +1');
});

test('a booking is titled by its people, else by what it is for', () => {
  const lesson = slot('a', '14:00', '15:30', { pilots: [person('Ana Garcia')], instructor: person('Kim Lee') });
  expect(titleOf(lesson)).toBe('Garcia / Lee');
  expect(tailAndTitle(lesson)).toBe('N512SP Garcia / Lee');
  expect(titleOf(slot('b', '14:00', '15:30', { type: 1, aircraft: null }))).toBe('Maintenance');
});

test('the second line never repeats the first', () => {
  const named = slot('a', '14:00', '15:30', { type: 1, displayName: '100-hour' });
  expect([titleOf(named), subtitleOf(named)]).toEqual(['100-hour', 'Maintenance']);
  expect(subtitleOf(slot('b', '14:00', '15:30', { type: 1 }))).toBe('');
});
