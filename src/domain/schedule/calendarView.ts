import { addDays, addMonths, type Day, daySpan, type Span } from '#domain/time.ts';

/** The ways to look at reservations. */
export const calendarViews = ['timeline', 'week', 'month', 'agenda', 'lanes', 'list'] as const;
export type CalendarView = (typeof calendarViews)[number];

/** How many days a timeline shows. */
export const timelineDays = ['1', '3', '7'] as const;
export type TimelineDays = (typeof timelineDays)[number];

const agendaDays = 7;

/** The Monday of a day's week. */
export function mondayOf(day: Day): Day {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return addDays(day, -((weekday + 6) % 7));
}

/** The Mondays of the six weeks that show a day's month. */
export function monthWeeks(day: Day): Day[] {
  const first = mondayOf(`${day.slice(0, 7)}-01`);
  return Array.from({ length: 6 }, (_, index) => addDays(first, 7 * index));
}

/** The days a view shows around a date: the first, and how many. */
export function shownDays(view: CalendarView, date: Day, days: TimelineDays): { first: Day; count: number } {
  if (view === 'timeline') return { first: date, count: Number(days) };
  if (view === 'week') return { first: mondayOf(date), count: 7 };
  if (view === 'month') return { first: monthWeeks(date)[0]!, count: 42 };
  return { first: date, count: view === 'agenda' ? agendaDays : 1 };
}

/** The date one view further, or one back. */
export function turned(view: CalendarView, date: Day, days: TimelineDays, direction: -1 | 1): Day {
  if (view === 'month') return `${addMonths(date.slice(0, 7), direction)}-01`;
  return addDays(date, direction * shownDays(view, date, days).count);
}

/** Each of the operator's days from a first one on, from midnight to midnight. */
export function daySpans(first: Day, count: number, zone: string): Span[] {
  return Array.from({ length: count }, (_, index) => daySpan(addDays(first, index), zone));
}
