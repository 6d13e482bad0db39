import { type Day, dayOf, type Instant, repeatedHour, wallText, zoneOffset, addDays } from './time.ts';

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

const wholeDay = 86_400_000;
const minute = 60_000;

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
  const minutes = Math.floor((shown - Math.floor(shown / wholeDay) * wholeDay) / minute);
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

const dayFormat = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
});

const dayTexts = new Map<Day, string>();

/** `Tue 12 May`. Few days are said very often. */
export function dayText(day: Day): string {
  const text = dayTexts.get(day) ?? dayFormat.format(new Date(`${day}T12:00:00Z`)).replace(',', '');
  dayTexts.set(day, text);
  return text;
}

/** The day by the clock that is shown, counted from 1970. */
export function shownDayNumber(instant: Instant, clock: Clock): number {
  return Math.floor(shownTime(instant, clock) / wholeDay);
}

const dayTextsByNumber = new Map<number, string>();

/** `Tue 12 May` by the clock that is shown. A screen says it of hundreds of times, so that it is counted and not formatted. */
export function shownDayText(instant: Instant, clock: Clock): string {
  const number = shownDayNumber(instant, clock);
  const text = dayTextsByNumber.get(number) ?? dayText(shownDay(instant, clock));
  dayTextsByNumber.set(number, text);
  return text;
}

const monthFormat = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** A month, `2026-05`, in words: `May 2026`. */
export function monthText(month: string): string {
  return monthFormat.format(new Date(`${month}-01T00:00:00Z`));
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
  const days = shownDayNumber(instant, clock) - shownDayNumber(today, clock);
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
  const minutes = Math.floor(milliseconds / 60_000);
  return `+${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
}

const aYear = 366;

/** Minutes that a zone's wall clock is ahead of UTC at an instant. */
function offsetAt(instant: Instant, zone: string): number {
  const whole = Math.floor(instant / 1000) * 1000;
  return (Date.parse(`${wallText(whole, zone)}Z`) - whole) / minute;
}

/** `UTC−6`, `UTC+5:30`, `UTC`. */
export function offsetText(instant: Instant, zone: string): string {
  const offset = offsetAt(instant, zone);
  const size = Math.abs(offset);
  const minutes = size % 60 === 0 ? '' : `:${String(size % 60).padStart(2, '0')}`;
  return offset === 0 ? 'UTC' : `UTC${offset < 0 ? '−' : '+'}${Math.floor(size / 60)}${minutes}`;
}

/** The next day on which a zone's clock is changed, within a year, and the offset from then on; null where it is not. */
export function nextClockChange(now: Instant, zone: string): { readonly day: Day; readonly offset: string } | null {
  const present = offsetAt(now, zone);
  const today = dayOf(now, zone);
  for (let count = 0; count <= aYear; count++) {
    const day = addDays(today, count);
    const last = Date.parse(`${day}T23:59:59Z`) - present * minute;
    if (last > now && offsetAt(last, zone) !== present) return { day, offset: offsetText(last, zone) };
  }
  return null;
}

/** `UTC−6 until Sun 1 Nov, then UTC−7`; a zone that never changes has its offset alone. */
export function zoneText(now: Instant, zone: string): string {
  const change = nextClockChange(now, zone);
  const offset = offsetText(now, zone);
  return change ? `${offset} until ${dayText(change.day)}, then ${change.offset}` : offset;
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
