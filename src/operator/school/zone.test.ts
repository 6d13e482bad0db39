import { millisecondsInDay } from '#domain/units.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dayOf, monthEnd, weekdayOf, zoneClock } from './zone.ts';

const dateOf = (day: number) => new Date(day * millisecondsInDay).toISOString().slice(0, 10);

const denver = zoneClock('America/Denver');
const anyZone = fc.constantFrom('America/Denver', 'Europe/Berlin', 'Asia/Kolkata', 'Australia/Lord_Howe', 'UTC');
const anyDay = fc.integer({ min: dayOf('1990-01-01'), max: dayOf('2060-12-31') });

describe('the days of a zone', () => {
  test.each([
    ['2026-03-08', 23],
    ['2026-05-12', 24],
    ['2026-11-01', 25],
  ])('%s has %i hours in Denver', (date, hours) => {
    const day = dayOf(date);
    expect(denver.midnight(day + 1) - denver.midnight(day)).toBe(hours * 3600);
  });

  test('a wall-clock minute is the same instant that shows it, on both sides of a change', () => {
    const day = dayOf('2026-11-01');
    expect(denver.local(denver.at(day, 30))).toBe('2026-11-01T00:30:00');
    expect(denver.local(denver.at(day, 900))).toBe('2026-11-01T15:00:00');
    expect(denver.at(day, 900) - denver.at(day, 0)).toBe(16 * 3600);
  });

  test('minutes past midnight belong to the next day', () => {
    expect(denver.local(denver.at(dayOf('2026-10-31'), 1440 + 90))).toBe('2026-11-01T01:30:00');
  });

  test('local text and offset agree with the platform in any zone, on any day, at any minute', () => {
    fc.assert(
      fc.property(anyZone, anyDay, fc.integer({ min: 0, max: 86_399 }), (zone, day, second) => {
        const instant = day * 86_400 + second;
        const shown = new Date(instant * 1000).toLocaleString('sv-SE', { timeZone: zone }).replace(' ', 'T');
        expect(zoneClock(zone).local(instant)).toBe(shown);
      }),
      { numRuns: 200 },
    );
  });

  test('the day of an instant begins at or before it and ends after it', () => {
    fc.assert(
      fc.property(anyZone, anyDay, fc.integer({ min: 0, max: 86_399 }), (zone, day, second) => {
        const clock = zoneClock(zone);
        const instant = day * 86_400 + second;
        const localDay = clock.dayAt(instant);
        expect(clock.midnight(localDay)).toBeLessThanOrEqual(instant);
        expect(clock.midnight(localDay + 1)).toBeGreaterThan(instant);
      }),
      { numRuns: 200 },
    );
  });
});

describe('the calendar', () => {
  test('dates and days are inverse', () => {
    fc.assert(fc.property(anyDay, (day) => dayOf(dateOf(day)) === day));
  });

  test('20 November 2026 is a Friday', () => {
    expect(weekdayOf(dayOf('2026-11-20'))).toBe(5);
  });

  test('months end on their last day, also in leap years and past New Year', () => {
    expect(dateOf(monthEnd(dayOf('2026-11-20'), 12))).toBe('2027-11-30');
    expect(dateOf(monthEnd(dayOf('2027-12-31'), 2))).toBe('2028-02-29');
    expect(dateOf(monthEnd(dayOf('2026-11-20'), 0))).toBe('2026-11-30');
  });

  test('an invalid zone is refused', () => {
    expect(() => zoneClock('America/Nowhere')).toThrow(RangeError);
  });
});
