import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, daySpan } from '#domain/time/time.ts';
import { countOf, daysBefore, figureDays, figurePeriods, figureSpan, monthEdges, yearBefore } from './period.ts';

const zone = 'America/Denver';

describe('a period', () => {
  test.each([
    ['month', '2026-05-01', '2026-05-12', '2026-04-19', '2026-04-30'],
    ['last-month', '2026-04-01', '2026-04-30', '2026-03-01', '2026-03-31'],
    ['90', '2026-02-12', '2026-05-12', '2025-11-14', '2026-02-11'],
    ['year', '2025-05-13', '2026-05-12', '2024-05-13', '2025-05-12'],
  ] as const)('“%s” and the one before', (period, first, last, firstBefore, lastBefore) => {
    const days = figureDays(period, '2026-05-12');
    expect(days).toEqual({ first, last });
    expect(daysBefore(days)).toEqual({ first: firstBefore, last: lastBefore });
  });

  test('a year earlier has the same dates, and 28 February for the 29th', () => {
    expect(yearBefore({ first: '2024-02-29', last: '2024-03-31' })).toEqual({
      first: '2023-02-28',
      last: '2023-03-31',
    });
  });

  test('ends at the present', () => {
    const now = Date.parse('2026-05-12T18:00:00Z');
    expect(figureSpan(figureDays('month', '2026-05-12'), now, zone).end).toBe(now);
    expect(figureSpan(figureDays('last-month', '2026-05-12'), now, zone)).toEqual(daySpan('2026-04-01', zone, 30));
  });

  test('and the one before touch, at any date', () => {
    const anyDay = fc.integer({ min: 0, max: 2_000 }).map((count) => addDays('2023-01-01', count));
    fc.assert(
      fc.property(anyDay, fc.constantFrom(...figurePeriods), (today, period) => {
        const days = figureDays(period, today);
        expect(countOf(days)).toBeGreaterThanOrEqual(1);
        expect(addDays(daysBefore(days).last, 1)).toBe(days.first);
      }),
    );
  });
});

test('the edges of months bound each instant of a span once, also where the clock changes', () => {
  const span = { start: daySpan('2026-02-20', zone).start, end: daySpan('2026-04-01', zone).end };
  const edges = monthEdges(span, zone);
  expect(edges).toEqual(
    ['2026-02-01', '2026-03-01', '2026-04-01', '2026-05-01'].map((day) => daySpan(day, zone).start),
  );
  // March has an hour less.
  expect((edges[2] ?? 0) - (edges[1] ?? 0)).toBe((31 * 24 - 1) * 3_600_000);
});
