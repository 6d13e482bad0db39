import { expect, test } from 'vitest';
import { shortSpanText, subtitleOf, tailAndTitle, titleOf } from './reservationTitles.ts';
import { person, slot } from '#e2e/fixtures/samples/sampleSchedule.ts';

const clock = { zone: 'America/Denver', mode: 'L' } as const;

test('times are short, and mark an end on another day', () => {
  expect(shortSpanText(slot('a', '14:00', '15:30'), clock)).toBe('1400–1530L');
  expect(shortSpanText(slot('b', '22:00', '13T01:30'), clock)).toBe('2200–0130L +1');
  expect(shortSpanText(slot('c', '14:00', '19:00'), { ...clock, mode: 'Z' })).toBe('2000–0100Z +1');
});

test("a reservation's title is its people, otherwise its purpose", () => {
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
