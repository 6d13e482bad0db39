import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { statedInterval } from './intervals.ts';

const day = 86_400_000;
const month = (365.25 / 12) * day;

describe('the interval that a name states', () => {
  test.each([
    ['100-hour', 100],
    ['Oil Change 50 h', 50],
    ['Magneto 500hr', 500],
    ['Engine TBO 2,000 hours', 2000],
    ['50 and 100 hours', 100],
    ['Oil and Filter Change', null],
    ['180 hp conversion check', null],
    ['0 hours since new', null],
    [`${'9'.repeat(400)} hours`, null],
  ])('of “%s” in hours is %d', (name, hours) => {
    expect(statedInterval(name, 'hours')).toBe(hours);
  });

  test.each([
    ['Annual', 12 * month],
    ['24 months', 24 * month],
    ['24 calendar months altimeter', 24 * month],
    ['VOR 30 days', 30 * day],
    ['2-year registration', 24 * month],
    ['6 weeks', 42 * day],
  ])('of “%s” on the calendar is %d ms', (name, milliseconds) => {
    expect(statedInterval(name, 'date')).toBeCloseTo(milliseconds, 0);
  });

  test('is not known on the calendar where the name has none, and in landings is the figure in the name', () => {
    expect(statedInterval('100-hour', 'date')).toBeNull();
    expect(statedInterval('Tires 600 landings', 'cycles')).toBe(600);
    expect(statedInterval('Tires', 'cycles')).toBeNull();
  });

  test('is above zero for any name, or not known', () => {
    fc.assert(
      fc.property(fc.string(), fc.constantFrom('hours', 'date', 'cycles'), (name, axis) => {
        const interval = statedInterval(name, axis);
        if (interval !== null) expect(interval).toBeGreaterThan(0);
      }),
    );
  });
});
