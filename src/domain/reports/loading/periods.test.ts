import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, type Day } from '#domain/time/time.ts';
import { daysOf, periods, periodsOf, usualPeriod } from './periods.ts';

describe('the days of a period', () => {
  test.each([
    ['month', '2026-05-12', '2026-05-01', '2026-05-12'],
    ['last-month', '2026-05-12', '2026-04-01', '2026-04-30'],
    ['last-month', '2026-03-31', '2026-02-01', '2026-02-28'],
    ['last-month', '2028-03-01', '2028-02-01', '2028-02-29'],
    ['last-month', '2026-01-01', '2025-12-01', '2025-12-31'],
    ['7', '2026-05-12', '2026-05-06', '2026-05-12'],
    ['90', '2026-05-12', '2026-02-12', '2026-05-12'],
  ] as const)('%s on %s are %s to %s', (period, today, first, last) => {
    expect(daysOf(period, today)).toMatchObject({ first, last });
  });

  test('are none for all dates', () => {
    expect(daysOf('all', '2026-05-12')).toBeNull();
  });

  test('of this month begin the day after last month ends, whatever the day', () => {
    const day = fc.date({ min: new Date('1990-01-01'), max: new Date('2090-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(day, (date) => {
        const today: Day = date.toISOString().slice(0, 10);
        const [present, before] = [daysOf('month', today), daysOf('last-month', today)];
        expect(present?.first).toBe(addDays(before?.last ?? '', 1));
        expect(before?.first.slice(8)).toBe('01');
        expect(present?.last).toBe(today);
      }),
    );
  });
});

test('a period that has ended is not offered where the service takes only a start date', () => {
  expect(periodsOf('reportFlightOperations')).toEqual(periods);
  expect(periodsOf('reportWorkItems')).not.toContain('last-month');
  // Without any date the page narrows the newest rows itself.
  expect(periodsOf('reportReservations')).toEqual(periods);
  expect(periodsOf('reportAircraft')).toEqual([]);
  expect([usualPeriod('reportFlightOperations'), usualPeriod('reportReservations')]).toEqual(['30', 'all']);
});
