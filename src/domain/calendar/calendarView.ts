import { dayText, monthText } from '#domain/time/clock.ts';
import { mondayOf, monthDays } from './days.ts';
import { addDays, addMonths, type Day, type Instant, readInstant, wallText } from '#domain/time/time.ts';

/** The ways to look at reservations. */
export const calendarViews = ['timeline', 'week', 'month', 'agenda', 'lanes', 'list'] as const;
export type CalendarView = (typeof calendarViews)[number];

/** How many days a timeline shows. */
export const timelineDays = ['1', '3', '7'] as const;
export type TimelineDays = (typeof timelineDays)[number];

const agendaDays = 3;

/** The days a view shows around a date: the first, and how many. */
export function shownDays(view: CalendarView, date: Day, days: TimelineDays): { first: Day; count: number } {
  if (view === 'timeline') return { first: date, count: Number(days) };
  if (view === 'week') return { first: mondayOf(date), count: 7 };
  if (view === 'month') return monthDays(date.slice(0, 7));
  return { first: date, count: view === 'agenda' ? agendaDays : 1 };
}

/** The date one view further, or one back. */
export function turned(view: CalendarView, date: Day, days: TimelineDays, direction: -1 | 1): Day {
  if (view === 'month') return `${addMonths(date.slice(0, 7), direction)}-01`;
  return addDays(date, direction * shownDays(view, date, days).count);
}

/** What a view shows, as its title: `Tue 12 May 2026`, `Mon 11 May – Sun 17 May 2026`, `May 2026`. */
export function periodText(view: CalendarView, date: Day, days: TimelineDays): string {
  if (view === 'month') return monthText(date.slice(0, 7));
  const { first, count } = shownDays(view, date, days);
  const last = addDays(first, count - 1);
  const end = `${dayText(last)} ${last.slice(0, 4)}`;
  return count === 1 ? end : `${dayText(first)} – ${end}`;
}

/** An hour of the first day, `1500`, or of another, `2026-05-13T15:00`, by the operator's clock; null for anything else. */
export function readHour(text: string, first: Day, zone: string): Instant | null {
  const full = text.replace(/^(\d\d)(\d\d)$/, `${first}T$1:$2`);
  return readInstant(full, { name: zone, zoneless: 'operator' });
}

/** The inverse of `readHour`, to the minute. */
export function hourText(at: Instant, first: Day, zone: string): string {
  const text = wallText(at, zone).slice(0, 16);
  return text.startsWith(first) ? text.slice(11).replace(':', '') : text;
}
