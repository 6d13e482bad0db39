import { describe, expect, it } from 'vitest';
import { firstHeldDays, isHeld, meanwhileText, windowOf } from './heldDays.ts';
import { spanFilters } from './reservationSpans.ts';

const zone = 'America/Denver';
const now = Date.parse('2026-05-12T17:05:00Z');
const list = { day: '2026-05-12', zone: { name: zone, zoneless: 'operator' }, ahead: 42 } as const;
const sixWeeks = windowOf(now, zone, { back: 14, ahead: 42 });
const textOf = (span: { start: number; end: number } | null) => span && meanwhileText(span, true, zone);
const held = (ahead: number) => {
  const window = windowOf(now, zone, { back: 14, ahead });
  return Object.entries(spanFilters(list)).flatMap(([span, filters]) => (isHeld(filters, zone, window) ? span : []));
};

describe("the days in the gateway's copy", () => {
  it('are whole weeks back, and as many days ahead as configured', () => {
    const { start, end } = windowOf(now, zone, { back: 14, ahead: 42 });
    expect([start, end].map((at) => new Date(at).toISOString())).toEqual([
      '2026-04-27T06:00:00.000Z',
      '2026-06-24T06:00:00.000Z',
    ]);
  });

  it('give the first days of a list while its answer loads, at most a week', () => {
    const { weeks, before, day, from, all } = spanFilters(list);
    const first = (filters: typeof weeks) => textOf(firstHeldDays(filters, list.zone, sixWeeks));
    expect([weeks, before, day, from, all].map(first)).toEqual([
      'Until then: reservations kept here for Tue 12 May to Mon 18 May.',
      'Until then: reservations kept here for Tue 28 Apr to Mon 4 May.',
      'Until then: reservations kept here for Tue 12 May.',
      null,
      null,
    ]);
    expect(first(spanFilters({ ...list, day: '2026-08-12' }).weeks)).toBeNull();
    expect(first(spanFilters({ ...list, day: '2026-04-20' }).weeks)).toBe(
      'Until then: reservations kept here for Mon 27 Apr to Sun 3 May.',
    );
  });

  it('decide a list whose times are all within them, but not one without a start or end', () => {
    expect(held(42)).toEqual(['weeks', 'before', 'day', 'week']);
    expect(held(20)).toEqual(['before', 'day', 'week']);
    const start = { operator: 'gte', values: ['2026-05-12T00:00:00'] } as const;
    const end = { operator: 'lte', values: ['2026-05-14T00:00:00'] } as const;
    expect(isHeld({ startTime: start, endTime: end }, zone, sixWeeks)).toBe(true);
    expect(isHeld({ startTime: start }, zone, sixWeeks)).toBe(false);
    expect(isHeld({ endTime: end }, zone, sixWeeks)).toBe(false);
  });
});
