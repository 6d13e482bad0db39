import { millisecondsInDay, millisecondsInMinute } from 'date-fns/constants';
import { type Day, dayOf, type Instant, repeatedHour, wallText, weekdayOf, zoneOffset } from './time.ts';

/** How the whole application shows times: the operator's local clock (`1430L`) or Zulu (`1930Z`). */
type ClockMode = 'L' | 'Z';
export type Clock = {
  readonly zone: string;
  readonly mode: ClockMode;
  /**
   * The day whose times stand without it, for what is read on another day than it is made on: every other day is written out, and
   * none is yesterday or tomorrow. Left out on screens, where that is today.
   */
  readonly home?: Day;
};

function zoneOf(clock: Clock): string {
  return clock.mode === 'Z' ? 'UTC' : clock.zone;
}

/** Milliseconds of the wall clock that is shown, as if it were UTC. */
function shownTime(instant: Instant, clock: Clock): number {
  return clock.mode === 'Z' ? instant : instant + zoneOffset(clock.zone, instant);
}

/**
 * `1430L` or `1930Z`; `0130L*` where the clock shows the same time for the second time that night. A screen says thousands
 * of times, so that it is counted and not formatted.
 */
export function clockText(instant: Instant, clock: Clock): string {
  const shown = shownTime(instant, clock);
  const minutes = Math.floor(
    (shown - Math.floor(shown / millisecondsInDay) * millisecondsInDay) / millisecondsInMinute,
  );
  const text = Math.floor(minutes / 60) * 100 + (minutes % 60);
  return String(text).padStart(4, '0') + mark(instant, clock);
}

function mark(instant: Instant, clock: Clock): string {
  return repeatedHour(instant, zoneOf(clock)) === 'second' ? `${clock.mode}*` : clock.mode;
}

/** To the second, for times that somebody waits for: `14:30:05L`. */
export function preciseText(instant: Instant, clock: Clock): string {
  return wallText(instant, zoneOf(clock)).slice(11, 19) + mark(instant, clock);
}

/** Monday first. `Intl` of browsers differs: its British English has "Sept" among months of three letters. */
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

/** `Tue 12 May`. Few days are said very often. */
export function dayText(day: Day): string {
  const text = dayTexts.get(day) ?? writtenDay(day);
  dayTexts.set(day, text);
  return text;
}

function writtenDay(day: Day): string {
  const weekday = weekdayNames[weekdayOf(day) - 1] ?? '';
  return `${weekday.slice(0, 3)} ${Number(day.slice(8))} ${monthOf(day).slice(0, 3)}`;
}

/** The day by the clock that is shown, counted from 1970. */
function shownDayNumber(instant: Instant, clock: Clock): number {
  return Math.floor(shownTime(instant, clock) / millisecondsInDay);
}

/** How many days later than `from` another time is by the clock that is shown; counted, because bars say it by the thousand. */
export function shownDaysBetween(from: Instant, to: Instant, clock: Clock): number {
  return shownDayNumber(to, clock) - shownDayNumber(from, clock);
}

const dayTextsByNumber = new Map<number, string>();

/** `Tue 12 May` by the clock that is shown. A screen says it of hundreds of times, so that it is counted and not formatted. */
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

/** The day a time belongs to by the clock that is shown: near midnight the Zulu day is not the local one. */
export function shownDay(instant: Instant, clock: Clock): Day {
  return dayOf(instant, zoneOf(clock));
}

/** A time with as much of its day as a reader needs on `today`: `1430L`, `tomorrow 0800L`, `Thu 14 May 1400L`. */
export function whenText(instant: Instant, today: Instant, clock: Clock): string {
  const time = clockText(instant, clock);
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

/** From one time to another, the day said once where it is one day: `Thu 14 May 0800L to 1100L`, `2200L to tomorrow 0200L`. */
export function spanText(start: Instant, end: Instant, today: Instant, clock: Clock): string {
  const isOneDay = shownDay(start, clock) === shownDay(end, clock);
  return `${whenText(start, today, clock)} to ${isOneDay ? clockText(end, clock) : whenText(end, today, clock)}`;
}

/** An age or a duration in its largest sensible unit: `12 s`, `4 min`, `2 h 05`, `3 days`. */
export function durationText(milliseconds: number): string {
  const seconds = Math.max(0, Math.round(milliseconds / 1000));
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return `${hours} h ${String(minutes % 60).padStart(2, '0')}`;
  return `${Math.floor(hours / 24)} days`;
}

/** Hours and minutes past a time, rounded down: `+0:23`, `+26:05`. */
export function lateText(milliseconds: number): string {
  const minutes = Math.floor(milliseconds / millisecondsInMinute);
  return `+${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
}

/** Minutes that a zone's wall clock is ahead of UTC at an instant. */
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
 * What to say on hover of times that the clock shows twice that night, each with its offset; undefined where none of the
 * instants is one: `0130L* is UTC−7, the second time that night`.
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
