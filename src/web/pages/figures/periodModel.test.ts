import { describe, expect, it } from 'vitest';
import { daysText, printDays, readPeriod } from './periodModel.ts';

const today = '2026-05-12';

describe('the period in the address', () => {
  it('is this month at first, or one of four names', () => {
    expect(readPeriod('', today)).toMatchObject({ name: 'month', days: { first: '2026-05-01', last: today } });
    expect(readPeriod('last-month', today).days).toEqual({ first: '2026-04-01', last: '2026-04-30' });
    expect(readPeriod('90', today).days).toEqual({ first: '2026-02-12', last: today });
    expect(readPeriod('year', today).days).toEqual({ first: '2025-05-13', last: today });
  });

  it('is days of its own, up to today, and comes back from its text', () => {
    const own = readPeriod('2026-04-10..2026-06-30', today);
    expect(own).toMatchObject({ name: 'own', days: { first: '2026-04-10', last: today }, problem: null });
    expect(readPeriod(printDays(own.days), today).days).toEqual(own.days);
  });

  it('falls back to this month with the reason', () => {
    for (const [text, why] of [
      ['week', 'There is no period “week”'],
      ['2026-02-30..2026-03-01', 'There is no period'],
      ['2026-05-05..2026-05-01', 'after its last'],
      ['2026-06-01..2026-06-30', 'has not begun'],
      ['2024-01-01..2026-05-01', 'at most 400 days'],
    ] as const) {
      const { name, problem } = readPeriod(text, today);
      expect(name).toBe('month');
      expect(problem).toContain(why);
    }
  });

  it('is said in words, with the year of another year', () => {
    expect(daysText({ first: '2026-05-01', last: today }, today)).toBe('Fri 1 May to Tue 12 May, 12 days');
    expect(daysText({ first: '2025-05-13', last: '2025-05-13' }, today)).toBe('Tue 13 May 2025, 1 day');
  });
});
