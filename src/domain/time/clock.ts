import { millisecondsInDay, millisecondsInMinute } from '#domain/units.ts';
import { type Day, dayOf, type Instant, repeatedHour, wallText, weekdayOf, zoneOffset } from './time.ts';

/** How the whole application shows times: in the operator's local time (`1430L`) or in Zulu (`1930Z`). */
type ClockMode = 'L' | 'Z';
export type Clock = {
  readonly zone: string;
  readonly mode: ClockMode;
  /**
   * The day whose times appear without a date, for texts that are read on a later day. Every other day is written out,
   * never as yesterday or tomorrow. Omitted on screens, where it is today.
   */
  readonly home?: Day;
};

/** The time, and the clock that shows it. */
export type At = { readonly now: Instant; readonly clock: Clock };

function zoneOf(clock: Clock): string {
  return clock.mode === 'Z' ? 'UTC' : clock.zone;
}

/** Milliseconds of the clock shown, as if it were UTC. */
function shownTime(instant: Instant, clock: Clock): number {
  return clock.mode === 'Z' ? instant : instant + zoneOffset(clock.zone, instant);
}

/**
 * `1430L` or `1930Z`; `0130L*` if the clock shows this time for the second time that night. A screen needs it thousands
 * of times, so it is computed without a formatter.
 */
export function clockText(instant: Instant, clock: Clock): string {
  return clockDigits(instant, clock) + mark(instant, clock);
}

/** `1430`: the time without its zone. */
export function clockDigits(instant: Instant, clock: Clock): string {
  const shown = shownTime(instant, clock);
  const minutes = Math.floor(
    (shown - Math.floor(shown / millisecondsInDay) * millisecondsInDay) / millisecondsInMinute,
  );
  const text = Math.floor(minutes / 60) * 100 + (minutes % 60);
  return String(text).padStart(4, '0');
}

/** `14`: the hour alone. */
export function hourDigits(instant: Instant, clock: Clock): string {
  return clockDigits(instant, clock).slice(0, 2);
}

/** `1430`, or `0130*` if the clock shows this time for the second time that night. */
export function unmarkedClockText(instant: Instant, clock: Clock): string {
  return clockDigits(instant, clock) + star(instant, clock);
}

function mark(instant: Instant, clock: Clock): string {
  return clock.mode + star(instant, clock);
}

function star(instant: Instant, clock: Clock): '*' | '' {
  return repeatedHour(instant, zoneOf(clock)) === 'second' ? '*' : '';
}

/** To the second, for times that a person waits for: `14:30:05L`. */
export function preciseText(instant: Instant, clock: Clock): string {
  return wallText(instant, zoneOf(clock)).slice(11, 19) + mark(instant, clock);
}

/** Monday first. Browsers' `Intl` differs: British English abbreviates to "Sept" among three-letter months. */
export const weekdayNames = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;
export const monthNames = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;

function monthOf(day: Day): string {
  return monthNames[Number(day.slice(5, 7)) - 1] ?? '';
}

const dayTexts = new Map<Day, string>();

/** `Tue 12 May`. Cached, because a few days occur very often. */
export function dayText(day: Day): string {
  const text = dayTexts.get(day) ?? writtenDay(day);
  dayTexts.set(day, text);
  return text;
}

function writtenDay(day: Day): string {
  return `${weekdayText(day)} ${monthDayText(day)}`;
}

/** `Tue`. */
export function weekdayText(day: Day): string {
  return (weekdayNames[weekdayOf(day) - 1] ?? '').slice(0, 3);
}

/** `Tue 12`, where the month is known. */
export function weekdayDateText(day: Day): string {
  return `${weekdayText(day)} ${Number(day.slice(8))}`;
}

/** `12 May`: the day without its weekday. */
export function monthDayText(day: Day): string {
  return `${Number(day.slice(8))} ${monthOf(day).slice(0, 3)}`;
}

/** The day by the clock shown, counted from 1970. */
function shownDayNumber(instant: Instant, clock: Clock): number {
  return Math.floor(shownTime(instant, clock) / millisecondsInDay);
}

/** Days from one time to another by the clock shown. Computed without a formatter, because thousands of bars need it. */
export function shownDaysBetween(from: Instant, to: Instant, clock: Clock): number {
  return shownDayNumber(to, clock) - shownDayNumber(from, clock);
}

const dayTextsByNumber = new Map<number, string>();

/** `Tue 12 May` by the clock shown. A screen needs it hundreds of times, so it is cached by day number. */
export function shownDayText(instant: Instant, clock: Clock): string {
  const number = shownDayNumber(instant, clock);
  const text = dayTextsByNumber.get(number) ?? dayText(shownDay(instant, clock));
  dayTextsByNumber.set(number, text);
  return text;
}

/** A month, `2026-05`, in words: `May 2026`. */
export function monthText(month: string): string {
  return `${monthOf(month)} ${month.slice(0, 4)}`;
}

/** The day of a time by the clock shown: near midnight the Zulu day is not the local one. */
export function shownDay(instant: Instant, clock: Clock): Day {
  return dayOf(instant, zoneOf(clock));
}

/** A time with as much of its day as a reader needs on `today`: `1430L`, `tomorrow 0800L`, `Thu 14 May 1400L`. */
export function whenText(
  instant: Instant,
  today: Instant,
  clock: Clock,
  time: string = clockText(instant, clock),
): string {
  if (clock.home !== undefined) {
    const day = shownDay(instant, clock);
    return day === clock.home ? time : `${dayText(day)} ${time}`;
  }
  const days = shownDaysBetween(today, instant, clock);
  if (days === 0) return time;
  if (days === 1) return `tomorrow ${time}`;
  if (days === -1) return `yesterday ${time}`;
  return `${dayText(shownDay(instant, clock))} ${time}`;
}

/** From one time to another, with one day if both are the same: `Thu 14 May 0800L to 1100L`, `2200L to tomorrow 0200L`. */
export function spanText(start: Instant, end: Instant, today: Instant, clock: Clock): string {
  const isOneDay = shownDay(start, clock) === shownDay(end, clock);
  return `${whenText(start, today, clock)} to ${isOneDay ? clockText(end, clock) : whenText(end, today, clock)}`;
}

/** Milliseconds from which a time is counted in days, or written as a date. */
export const countedInDays = 2 * millisecondsInDay;

/** An age or duration in its largest suitable unit: `12 s`, `4 min`, `2 h 05`, `3 days`. */
export function durationText(milliseconds: number): string {
  const seconds = Math.max(0, Math.round(milliseconds / 1000));
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (milliseconds < countedInDays) return `${hours} h ${String(minutes % 60).padStart(2, '0')}`;
  return `${Math.floor(hours / 24)} days`;
}

/** Time past a booked time, rounded down: `+0:23`, `+26:05`; from two days on `+15 days`. */
export function lateText(milliseconds: number): string {
  if (milliseconds >= countedInDays) return `+${Math.floor(milliseconds / millisecondsInDay)} days`;
  const minutes = Math.floor(milliseconds / millisecondsInMinute);
  return `+${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
}

/** Minutes that a zone's clock is ahead of UTC at an instant. */
function offsetAt(instant: Instant, zone: string): number {
  return zoneOffset(zone, instant) / millisecondsInMinute;
}

/** `UTC−6`, `UTC+5:30`, `UTC`. */
export function offsetText(instant: Instant, zone: string): string {
  const offset = offsetAt(instant, zone);
  const size = Math.abs(offset);
  const minutes = size % 60 === 0 ? '' : `:${String(size % 60).padStart(2, '0')}`;
  return offset === 0 ? 'UTC' : `UTC${offset < 0 ? '−' : '+'}${Math.floor(size / 60)}${minutes}`;
}

/**
 * The tooltip for times that the clock shows twice that night, each with its offset; undefined if none is such a time:
 * `0130L* is UTC−7, the second time that night`.
 */
export function repeatedHourNote(instants: readonly (Instant | null)[], clock: Clock): string | undefined {
  if (clock.mode === 'Z') return undefined;
  const notes = instants.flatMap((instant) => {
    const which = instant === null ? null : repeatedHour(instant, clock.zone);
    if (instant === null || which === null) return [];
    return [`${clockText(instant, clock)} is ${offsetText(instant, clock.zone)}, the ${which} time that night`];
  });
  return notes.length > 0 ? notes.join('; ') : undefined;
}
