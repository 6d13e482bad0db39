import { describe, expect, test } from 'vitest';
import { shiftStart } from './time.ts';

const zone = 'America/Denver';
const utc = (text: string) => Date.parse(`2026-${text}Z`);

describe('the start of the present shift', () => {
  const starts = ['06:00', '14:00', '22:00'];
  test.each([
    ['in the middle of a shift', '05-12T17:05:00', '05-12T12:00:00'],
    ['at its first instant', '05-12T20:00:00', '05-12T20:00:00'],
    ['just before its first instant', '05-12T19:59:59', '05-12T12:00:00'],
    ['after midnight, on the evening before', '05-12T08:00:00', '05-12T04:00:00'],
  ])('%s', (_, now, begun) => {
    expect(shiftStart(utc(now), zone, starts)).toBe(utc(begun));
  });

  test('is within a day for one shift a day, even across clock changes', () => {
    // 8 March 2026: 0200L is skipped; 1 November: 0130L comes twice, and the first is used.
    expect(shiftStart(utc('03-08T12:00:00'), zone, ['02:30'])).toBe(utc('03-08T09:30:00'));
    expect(shiftStart(utc('11-01T08:10:00'), zone, ['01:30'])).toBe(utc('11-01T07:30:00'));
    expect(shiftStart(utc('11-01T07:20:00'), zone, ['01:30'])).toBe(utc('10-31T07:30:00'));
  });
});
