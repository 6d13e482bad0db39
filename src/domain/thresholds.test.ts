import { millisecondsInDay, millisecondsInMinute } from './units.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { forgetThresholds, schoolThresholds, setThresholds, thresholds } from './thresholds.ts';

beforeEach(forgetThresholds);
afterEach(forgetThresholds);

test('the rules use the default figures if nothing is set', () => {
  expect(thresholds()).toMatchObject({
    lateGrace: 10 * millisecondsInMinute,
    leavesSoon: 120 * millisecondsInMinute,
    limitAhead: 7 * millisecondsInDay,
    visitHours: 10,
    hoursFactor: 0.69,
  });
});

test('a school can set some figures, and the others keep their defaults', () => {
  setThresholds({ NOT_BACK_RED_MINUTES: 45, HOURS_FACTOR: 0.8, A_LATER_VERSION_DAYS: 3 });
  const defaults = { lateGrace: 10 * millisecondsInMinute, visitTime: 14 * millisecondsInDay };
  expect(thresholds()).toMatchObject({ ...defaults, notBackRed: 45 * millisecondsInMinute, hoursFactor: 0.8 });
});

test('figures in use cannot change, whether set or default', () => {
  expect(thresholds().lateGrace).toBe(10 * millisecondsInMinute);
  expect(() => setThresholds({ LATE_GRACE_MINUTES: 5 })).toThrow('cannot change');
  expect(thresholds().lateGrace).toBe(10 * millisecondsInMinute);
  forgetThresholds();
  setThresholds({ LATE_GRACE_MINUTES: 5 });
  setThresholds({ LATE_GRACE_MINUTES: 5, NOT_BACK_RED_MINUTES: 30 });
  expect(() => setThresholds({})).toThrow('cannot change');
  expect(thresholds().lateGrace).toBe(5 * millisecondsInMinute);
});

test.each(Object.values(schoolThresholds))(
  '$setting is within its own range, in order',
  ({ default: defaultValue, min, max }) => {
    expect(min).toBeLessThan(max);
    expect(defaultValue >= min && defaultValue <= max).toBe(true);
  },
);
