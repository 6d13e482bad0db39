import { describe, expect, test } from 'vitest';
import { daySpan } from '#domain/time/time.ts';
import { dutyDay } from './dutyDay.ts';
import { bookedText, dutyHours, gapText, standingText, timeOffText } from './dutyWords.ts';
import { clock, dutyAt, hour, zone } from './sampleDuties.ts';

const day = daySpan('2026-05-12', zone.name);
const at = (from: number, to: number) => dutyAt(day.start + from * hour, day.start + to * hour);

test('booked time is rounded up to a tenth of an hour, so that more than 8 is never shown as 8', () => {
  expect([0, 8, 8 + 1 / 60, 10.25].map((hours) => bookedText(hours * hour))).toEqual([
    '0.0 h',
    '8.0 h',
    '8.1 h',
    '10.3 h',
  ]);
});

test('the hours of duty name the day where an end lies on another', () => {
  const text = (...duties: Parameters<typeof dutyDay>[0]) => dutyHours(dutyDay(duties, day), day.start, clock);
  expect(text()).toBe('no duty');
  expect(text(at(7, 9), at(16, 18.5))).toBe('0700L–1830L');
  expect(text(at(-2, 1), at(22, 26))).toBe('yesterday 2200L–tomorrow 0200L');
});

test('a gap that nothing ends is open', () => {
  const hours = { start: day.start + 7 * hour, end: day.start + 20 * hour };
  const gap = (from: number, to: number) => ({ start: day.start + from * hour, end: day.start + to * hour });
  expect(gapText(gap(13, 15), hours, clock)).toBe('1300L–1500L');
  expect(gapText(gap(13, 20), hours, clock)).toBe('from 1300L');
  expect(gapText(null, hours, clock)).toBe('none left');
});

test('time off is told in days where whole days are off', () => {
  const off = (from: number, to: number) =>
    timeOffText({ start: day.start + from * hour, end: day.start + to * hour }, clock);
  expect(off(7.5, 9.5)).toBe('Tue 12 May 0730L–0930L');
  expect(off(22, 26)).toBe('Tue 12 May 2200L–tomorrow 0200L');
  expect(off(0, 24)).toBe('Tue 12 May, all day');
  expect(off(0, 72)).toBe('Tue 12 May – Thu 14 May, all day');
});

describe('how somebody stands', () => {
  const own = dutyDay([at(7, 9)], day);
  test.each([
    ['busy', { duty: at(7, 9), until: day.start + 9 * hour }, own, 'flight until 0900L'],
    ['over midnight', { duty: at(22, 26), until: day.start + 26 * hour }, own, 'flight until tomorrow 0200L'],
    ['free for a while', { duty: null, until: day.start + 9 * hour }, own, 'free until 0900L'],
    ['free for the rest of the day', { duty: null, until: null }, own, 'free from here on'],
    ['not booked at all', { duty: null, until: null }, dutyDay([], day), 'free, not booked'],
  ])('%s', (_words, standing, of, text) => {
    expect(standingText(standing, of, clock)).toBe(text);
  });
});
