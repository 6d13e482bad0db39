import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, type Day, dayOf } from '#domain/time.ts';
import { calendarViews, daySpans, mondayOf, monthWeeks, shownDays, timelineDays, turned } from './calendarView.ts';

const hour = 3_600_000;
const anyDay = fc.integer({ min: 0, max: 20_000 }).map((count): Day => addDays('1990-01-01', count));

describe('the days a view shows', () => {
  it('are as many as the timeline is told, a week from its Monday, six weeks around a month', () => {
    expect(shownDays('timeline', '2026-05-12', '3')).toEqual({ first: '2026-05-12', count: 3 });
    expect(shownDays('week', '2026-05-12', '1')).toEqual({ first: '2026-05-11', count: 7 });
    expect(shownDays('month', '2026-05-12', '1')).toEqual({ first: '2026-04-27', count: 42 });
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

  it('begin on a Monday, on or before the day', () => {
    fc.assert(
      fc.property(anyDay, (day) => {
        const monday = mondayOf(day);
        expect(new Date(`${monday}T00:00:00Z`).getUTCDay()).toBe(1);
        expect(monday <= day && day < addDays(monday, 7)).toBe(true);
      }),
    );
  });

  it('hold the whole month in six weeks', () => {
    fc.assert(
      fc.property(anyDay, (day) => {
        const weeks = monthWeeks(day);
        const last = addDays(weeks.at(-1)!, 6);
        expect(weeks[0]! <= `${day.slice(0, 7)}-01`).toBe(true);
        expect(last.slice(0, 7) > day.slice(0, 7)).toBe(true);
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

describe('the spans of days', () => {
  it('have 23 and 25 hours where the clock changes', () => {
    const lengths = (day: Day) => daySpans(day, 2, 'America/Chicago').map(({ start, end }) => (end - start) / hour);
    expect(lengths('2026-03-08')).toEqual([23, 24]);
    expect(lengths('2026-11-01')).toEqual([25, 24]);
  });

  it('follow one another without a gap, from midnight to midnight', () => {
    fc.assert(
      fc.property(anyDay, fc.constantFrom('Europe/London', 'Asia/Kolkata', 'America/Denver'), (day, zone) => {
        const spans = daySpans(day, 7, zone);
        spans.slice(1).forEach((span, index) => expect(span.start).toBe(spans[index]!.end));
        expect(spans.map((span) => dayOf(span.start, zone))).toEqual(spans.map((_, index) => addDays(day, index)));
      }),
    );
  });
});
