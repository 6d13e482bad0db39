import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, type Day, daySpan } from '#domain/time/time.ts';
import { calendarViews, hourText, periodText, readHour, shownDays, timelineDays, turned } from './scheduleModel.ts';

const anyDay = fc.integer({ min: 0, max: 20_000 }).map((count): Day => addDays('1990-01-01', count));

describe('the days a view shows', () => {
  it('are as many as the timeline is told, a week from its Monday, the whole weeks of a month', () => {
    expect(shownDays('timeline', '2026-05-12', '3')).toEqual({ first: '2026-05-12', count: 3 });
    expect(shownDays('week', '2026-05-12', '1')).toEqual({ first: '2026-05-11', count: 7 });
    expect(shownDays('month', '2026-05-12', '1')).toEqual({ first: '2026-04-27', count: 35 });
    expect(shownDays('lanes', '2026-05-12', '7')).toEqual({ first: '2026-05-12', count: 1 });
  });

  it('hold the date itself, whatever the view', () => {
    fc.assert(
      fc.property(anyDay, fc.constantFrom(...calendarViews), fc.constantFrom(...timelineDays), (day, view, days) => {
        const { first, count } = shownDays(view, day, days);
        expect(first <= day && day < addDays(first, count)).toBe(true);
      }),
    );
  });
});

describe('turning a view', () => {
  it('goes as far as it shows, a month by the calendar', () => {
    expect(turned('timeline', '2026-05-12', '3', 1)).toBe('2026-05-15');
    expect(turned('week', '2026-05-12', '1', -1)).toBe('2026-05-05');
    expect(turned('month', '2026-01-31', '1', 1)).toBe('2026-02-01');
  });
});

describe('the title of a view', () => {
  it('names the day, the days, or the month', () => {
    expect(periodText('timeline', '2026-05-12', '1')).toBe('Tue 12 May 2026');
    expect(periodText('week', '2026-05-12', '1')).toBe('Mon 11 May – Sun 17 May 2026');
    expect(periodText('timeline', '2026-12-31', '3')).toBe('Thu 31 Dec – Sat 2 Jan 2027');
    expect(periodText('month', '2026-05-12', '1')).toBe('May 2026');
  });
});

describe('the hour a timeline begins at', () => {
  it('is short on the first day and has its day on another', () => {
    const nine = Date.parse('2026-05-12T15:00:00Z');
    expect(hourText(nine, '2026-05-12', 'America/Denver')).toBe('0900');
    expect(hourText(nine, '2026-05-11', 'America/Denver')).toBe('2026-05-12T09:00');
    expect(readHour('0900', '2026-05-12', 'America/Denver')).toBe(nine);
    expect(readHour('9 am', '2026-05-12', 'America/Denver')).toBeNull();
  });

  it('comes back as it was written, where the clock does not show it twice', () => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: 0, max: 7 * 24 * 60 }), (day, minutes) => {
        const at = daySpan(day, 'Asia/Kolkata').start + minutes * 60_000;
        expect(readHour(hourText(at, day, 'Asia/Kolkata'), day, 'Asia/Kolkata')).toBe(at);
      }),
    );
  });
});
