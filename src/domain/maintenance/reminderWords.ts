import { type Clock, dayText } from '#domain/time/clock.ts';
import type { Axis } from './reminders.ts';
import { dayOf, type Instant } from '#domain/time/time.ts';
import { zoneOffset } from '#domain/time/zoneOffset.ts';

/** Seconds. */
const dayLength = 86_400;

/** Decimal hours with one digit, rounded down, so that no one flies on a tenth that is not there: `6.2 h`, `−1.2 h`. */
export function hoursDown(hours: number): string {
  const tenths = tenthsDown(hours);
  return `${tenths < 0 ? '−' : ''}${(Math.abs(tenths) / 10).toFixed(1)} h`;
}

/** Whole tenths not above the hours. */
export function tenthsDown(hours: number): number {
  return Math.floor(hours * 10);
}

/** Whole days by the operator's wall clock, rounded down: a day has 23, 24 or 25 hours. Negative when passed. */
export function daysLeft(limit: Instant, now: Instant, zone: string): number {
  const wall = (instant: Instant) => Math.floor((instant + zoneOffset(zone, instant)) / 1000);
  return Math.floor((wall(limit) - wall(now)) / dayLength);
}

/**
 * What is left on an axis: `6.2 h left`, `14 days left`, `120 landings left`; `−1.2 h`, `3 days past`, `12 landings past`
 * when its limit has passed. All rounded down.
 */
export function remainingText({ name, remaining, limit }: Axis, clock: Clock): string {
  if (remaining === null || limit === null) return 'not known';
  if (name === 'hours') return remaining < 0 ? hoursDown(remaining) : `${hoursDown(remaining)} left`;
  if (name === 'cycles') return counted(Math.floor(remaining), 'landing');
  const days = daysLeft(limit, limit - remaining, clock.zone);
  return days === 0 ? 'under 1 day left' : counted(days, 'day');
}

const whole = new Intl.NumberFormat('en');

function counted(count: number, unit: string): string {
  const size = Math.abs(count);
  return `${whole.format(size)} ${unit}${size === 1 ? '' : 's'} ${count < 0 ? 'past' : 'left'}`;
}

/** The limit of an axis: `4,100.0 h`, `Fri 31 Jul`, `Sat 31 Jul 2027`, `1,000 landings`. */
export function limitText({ name, limit }: Axis, now: Instant, clock: Clock): string {
  return limit === null ? 'no limit' : figureText(name, limit, now, clock);
}

/** Where the service says the axis stands, in the same words as its limit. */
export function currentText({ name, current }: Axis, now: Instant, clock: Clock): string {
  return current === null ? 'not given' : figureText(name, current, now, clock);
}

function figureText(name: Axis['name'], value: number, now: Instant, clock: Clock): string {
  if (name === 'date') return dateText(value, now, clock.zone);
  const digits = name === 'hours' ? 1 : 0;
  const figure = value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return `${figure} ${name === 'hours' ? 'h' : value === 1 ? 'landing' : 'landings'}`;
}

/** The operator's day of a limit, also on a Zulu clock: `Fri 31 Jul`, with the year where it is not this one. */
export function dateText(instant: Instant, now: Instant, zone: string): string {
  const day = dayOf(instant, zone);
  const year = day.slice(0, 4);
  return dayText(day) + (year === dayOf(now, zone).slice(0, 4) ? '' : ` ${year}`);
}
