import { describe, expect, test } from 'vitest';
import { type Clock, clockText, dayText, durationText, preciseText, whenText } from './clock.ts';

const local: Clock = { zone: 'America/Denver', mode: 'L' };
const zulu: Clock = { zone: 'America/Denver', mode: 'Z' };
const noon = Date.parse('2026-05-12T18:00:00Z');
const hour = 3_600_000;

test('a time has its zone mark', () => {
  expect(clockText(noon, local)).toBe('1200L');
  expect(clockText(noon, zulu)).toBe('1800Z');
});

test('the second pass of a repeated time has a star', () => {
  const [first, second] = ['2026-11-01T07:30:00Z', '2026-11-01T08:30:00Z'].map((text) => Date.parse(text)) as [
    number,
    number,
  ];
  expect([first, second].map((instant) => clockText(instant, local))).toEqual(['0130L', '0130L*']);
  expect(clockText(second, zulu)).toBe('0830Z');
  expect(preciseText(second, local)).toBe('01:30:00L*');
});

test('a day is written in words', () => {
  expect(dayText('2026-05-12')).toBe('Tue 12 May');
  expect(dayText('2026-11-01')).toBe('Sun 1 Nov');
});

describe('an instant in words', () => {
  test.each([
    [0, '1200L'],
    [20 * hour, 'tomorrow 0800L'],
    [-20 * hour, 'yesterday 1600L'],
    [50 * hour, 'Thu 14 May 1400L'],
  ])('%d ms from noon is %s', (shift, words) => {
    expect(whenText(noon + shift, noon, local)).toBe(words);
  });

  test('has the Zulu day, which changes before the local one', () => {
    expect(whenText(noon + 7 * hour, noon, zulu)).toBe('tomorrow 0100Z');
  });
});

test.each([
  [0, '0 s'],
  [-5000, '0 s'],
  [59_400, '59 s'],
  [61_000, '1 min'],
  [2 * hour + 5 * 60_000, '2 h 05'],
  [72 * hour, '3 days'],
])('a span of %d ms is written %s', (milliseconds, words) => {
  expect(durationText(milliseconds)).toBe(words);
});
