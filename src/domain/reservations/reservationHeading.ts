import { type Clock, clockText, dayText, shownDay } from '#domain/time/clock.ts';
import type { Instant } from '#domain/time/time.ts';
import { isTimed, type Reservation } from './reservations.ts';
import { shortSpanText, titleOf } from './reservationTitles.ts';

/** The day by the shown clock; with its year unless that is `year`. */
export function reservationDay({ start }: Pick<Reservation, 'start'>, clock: Clock, year: string): string {
  if (start === null) return 'no day';
  const day = shownDay(start, clock);
  return day.startsWith(year) ? dayText(day) : `${dayText(day)} ${day.slice(0, 4)}`;
}

/**
 * What a reservation is about, after its tail number: `Tan / Farah`, `1300–1500L`, `Checked Out`; with its day unless that is
 * the clock's day at `now`. The status by the service's own name.
 */
export function reservationHeading(reservation: Reservation, clock: Clock, now: Instant): string[] {
  const today = shownDay(now, clock);
  const times = isTimed(reservation) ? shortSpanText(reservation, clock) : reservationTimes(reservation, clock);
  const isToday = reservation.start === null || shownDay(reservation.start, clock) === today;
  const when = isToday ? times : `${reservationDay(reservation, clock, today.slice(0, 4))} ${times}`;
  return [titleOf(reservation), when, reservation.status].filter(Boolean);
}

/** `1400L–1530L`; an end on another day names it: `1400L–Wed 13 May 0900L`. */
export function reservationTimes({ start, end }: Pick<Reservation, 'start' | 'end'>, clock: Clock): string {
  if (start === null && end === null) return 'no readable time';
  const isOver = start !== null && end !== null && shownDay(start, clock) !== shownDay(end, clock);
  const from = start === null ? '?' : clockText(start, clock);
  const until = end === null ? '?' : clockText(end, clock);
  return `${from}–${isOver ? `${dayText(shownDay(end, clock))} ` : ''}${until}`;
}
