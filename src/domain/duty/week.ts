import { addDays, type Day, daySpan, type Instant, readInstant, type Span, wallText } from '#domain/time/time.ts';
import { type Advisory, flightAdvisory } from './advisory.ts';
import type { Duty } from './duties.ts';
import { type DutyDay, dutyDay } from './dutyDay.ts';

export type WeekDay = {
  readonly date: Day;
  readonly span: Span;
  /** The same hours of the wall clock on every day of the week: all that are in use. */
  readonly hours: Span;
  readonly own: DutyDay;
  readonly advisory: Advisory | null;
};

/** One person's seven days from a Monday, from duties that reach back to the day before. */
export function dutyWeek(duties: readonly Duty[], monday: Day, zone: string): WeekDay[] {
  const days = Array.from({ length: 7 }, (_, index) => {
    const date = addDays(monday, index);
    const span = daySpan(date, zone);
    return { date, span, own: dutyDay(duties, span), advisory: flightAdvisory(duties, span) };
  });
  const first = Math.min(...days.map(({ own, span }) => firstHour(own, span, zone)));
  const last = Math.max(...days.map(({ own, span }) => lastHour(own, span, zone)));
  const isEmpty = first >= last;
  return days.map((day) => ({
    ...day,
    hours: isEmpty ? day.span : { start: atHour(day.date, first, zone), end: atHour(day.date, last, zone) },
  }));
}

function firstHour({ first }: DutyDay, { start }: Span, zone: string): number {
  return first === null ? 24 : hourOf(Math.max(start, first), zone);
}

/** The end of the hour in which the last duty ends. */
function lastHour({ last }: DutyDay, { end }: Span, zone: string): number {
  if (last === null) return 0;
  return last >= end ? 24 : hourOf(last - 1, zone) + 1;
}

function hourOf(instant: Instant, zone: string): number {
  return Number(wallText(instant, zone).slice(11, 13));
}

function atHour(date: Day, hour: number, zone: string): Instant {
  if (hour === 24) return daySpan(date, zone).end;
  const wall = `${date}T${String(hour).padStart(2, '0')}:00:00`;
  return readInstant(wall, { name: zone, zoneless: 'operator' })!;
}
