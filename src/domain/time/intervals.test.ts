import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { defaultInterval } from './intervals.ts';

const day = 86_400_000;
const month = (365.25 / 12) * day;

describe('the usual interval', () => {
  test.each([
    ['100-hour', 100],
    ['Oil Change 50 h', 50],
    ['Magneto 500hr', 500],
    ['Engine TBO 2,000 hours', 2000],
    ['Oil and Filter Change', 50],
    ['Engine Overhaul', 2000],
    ['Annual', 100],
    ['180 hp conversion check', 100],
    ['0 hours since new', 100],
    [`${'9'.repeat(400)} hours`, 100],
  ])('of “%s” in hours is %d', (name, hours) => {
    expect(defaultInterval(name, 'hours')).toBe(hours);
  });

  test.each([
    ['Annual', 12 * month],
    ['24 months', 24 * month],
    ['24 calendar months altimeter', 24 * month],
    ['VOR 30 days', 30 * day],
    ['VOR Check (91.171)', 30 * day],
    ['Transponder Test (91.413)', 24 * month],
    ['Navigation Database', 28 * day],
    ['2-year registration', 24 * month],
    ['6 weeks', 42 * day],
    ['100-hour', 12 * month],
  ])('of “%s” on the calendar is %d ms', (name, milliseconds) => {
    expect(defaultInterval(name, 'date')).toBeCloseTo(milliseconds, 0);
  });

  test('in landings is the figure in the name, or a thousand', () => {
    expect(defaultInterval('Tires 600 landings', 'cycles')).toBe(600);
    expect(defaultInterval('Tires', 'cycles')).toBe(1000);
  });

  test('is above zero for any name', () => {
    fc.assert(
      fc.property(fc.string(), fc.constantFrom('hours', 'date', 'cycles'), (name, axis) => {
        expect(defaultInterval(name, axis as 'hours')).toBeGreaterThan(0);
      }),
    );
  });
});
