import { describe, expect, test } from 'vitest';
import { isNight, pixelShift } from './care.ts';
import { readBoardSettings } from './settings.ts';

const at = (time: string) => Date.parse(`2026-05-12T${time}:00-06:00`);
const isDim = (night: string, time: string) =>
  isNight(readBoardSettings({ night }).settings.night, at(time), 'America/Denver');

describe('care of the screen', () => {
  test.each([
    ['2100-0600', '20:59', false],
    ['2100-0600', '21:00', true],
    ['2100-0600', '03:00', true],
    ['2100-0600', '06:00', false],
    ['1200-1300', '12:30', true],
    ['1200-1300', '13:00', false],
    ['', '03:00', false],
  ])('with %s it is dimmed at %s: %s', (night, time, isDimmed) => {
    expect(isDim(night, time)).toBe(isDimmed);
  });

  test('the picture is in nine places by turns, never further off than its reach', () => {
    const places = Array.from({ length: 27 }, (_, index) => pixelShift(at('00:00') + index * 60_000, 4));
    expect(new Set(places.map(({ x, y }) => `${x} ${y}`)).size).toBe(9);
    expect(Math.max(...places.flatMap(({ x, y }) => [Math.abs(x), Math.abs(y)]))).toBe(4);
  });
});
