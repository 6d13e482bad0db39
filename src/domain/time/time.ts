import { tzOffset } from '@date-fns/tz/tzOffset';
import { addDays as daysLater } from 'date-fns/addDays';
import { addMonths as monthsLater } from 'date-fns/addMonths';
import { formatISO } from 'date-fns/formatISO';
import { getISODay } from 'date-fns/getISODay';
import { isExists } from 'date-fns/isExists';
import { startOfISOWeek } from 'date-fns/startOfISOWeek';
import { millisecondsInDay, millisecondsInMinute } from 'date-fns/constants';

/** Milliseconds since 1970 UTC. */
export type Instant = number;
/** A day of the operator's calendar, `2026-05-12`. */
export type Day = string;

/** How date-times without a zone are meant: the operator's wall clock, or UTC (setting `ZONELESS_TIMES`). */
export type Zone = { readonly name: string; readonly zoneless: 'operator' | 'utc' };

const dateTime =
  /^\s*(\d{4})-(\d\d)-(\d\d)[Tt ]([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:\.(\d{1,7})\d*)?)?\s*([Zz]|[+-]\d\d:?\d\d)?\s*$/;

/** Years that services write for "no value": 0001, 1753, 9999. */
function isSentinel(year: number): boolean {
  return year < 1900 || year >= 9999;
}

/**
 * The instant a service's date-time means (section 2.1), or null for none: absent, unreadable, or a year that stands for
 * "no value". Blanks around it are nothing. A wall time that the clock skips in spring is read as the hour after.
 */
export function readInstant(text: string | null | undefined, zone: Zone): Instant | null {
  const match = dateTime.exec(text?.trim() ?? '');
  if (!match || isSentinel(Number(match[1]))) return null;
  const [year = 0, month = 0, day, hour, minutes, seconds] = match.slice(1, 7).map((part) => Number(part ?? 0));
  const fraction = Number(`0.${match[7] ?? '0'}`);
  const wall = Date.UTC(year, month - 1, day, hour, minutes, seconds, Math.floor(fraction * 1000));
  const exists =
    !Number.isNaN(wall) && new Date(wall).getUTCMonth() === month - 1 && new Date(wall).getUTCDate() === day;
  if (!exists) return null;
  const suffix = match[8];
  if (suffix) return /z/i.test(suffix) ? wall : wall - offsetOf(suffix) * millisecondsInMinute;
  return zone.zoneless === 'utc' ? wall : wallToInstant(wall, zone.name);
}

const dateOnly =
  /^(\d{4}-\d\d-\d\d)(?:[Tt ](?:00:00(?::00(?:\.0+)?)?|23:59(?::[0-5]\d(?:\.\d+)?)?)\s*(?:[Zz]|[+-]\d\d:?\d\d)?)?$/;

/**
 * The operator's day that a date means, or null for none. Services write a date alone, as its midnight, or as its last minute,
 * and put a Z or an offset behind it that says nothing: these are the day that is written. A midnight that is meant as an
 * instant is the operator's, which in UTC is midnight only where the operator's clock shows UTC. So any other time is an
 * instant, and the day is what the operator's clock shows then: `2026-05-31T06:00:00Z` is midnight in Denver, and 31 May.
 */
export function readDay(text: string | null | undefined, zone: Zone): Day | null {
  const written = dateOnly.exec(text?.trim() ?? '')?.[1];
  if (written !== undefined) return isDay(written) && !isSentinel(Number(written.slice(0, 4))) ? written : null;
  const instant = readInstant(text, zone);
  return instant === null ? null : dayOf(instant, zone.name);
}

/** The instant of a date-time; of a date alone, which names no time, the start of its day at the operator. */
export function readStart(text: string | null | undefined, zone: Zone): Instant | null {
  const day = readDay(text, zone);
  return readInstant(text, zone) ?? (day === null ? null : daySpan(day, zone.name).start);
}

/** The last second of the day that a date means: what ends on a date holds through its day at the operator. */
export function endOfDate(text: string | null | undefined, zone: Zone): Instant | null {
  const day = readDay(text, zone);
  return day === null ? null : daySpan(day, zone.name).end - 1000;
}

function offsetOf(suffix: string): number {
  const sign = suffix.startsWith('-') ? -1 : 1;
  const digits = suffix.replaceAll(/\D/g, '');
  return sign * (Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2)));
}

/** Of a wall time that occurs twice in autumn, the first occurrence is meant. */
function wallToInstant(wallAsUtc: number, zone: string): Instant {
  // By the clock of the day before and of the day after: they differ where it changes in between.
  const before = wallAsUtc - zoneOffset(zone, wallAsUtc - millisecondsInDay);
  const after = wallAsUtc - zoneOffset(zone, wallAsUtc + millisecondsInDay);
  const readings = [Math.min(before, after), Math.max(before, after)];
  return readings.find((instant) => instant + zoneOffset(zone, instant) === wallAsUtc) ?? before;
}

/**
 * Which of the two an instant is whose wall time a zone's clock shows twice, in the night it goes back; null for all
 * others.
 */
export function repeatedHour(instant: Instant, zone: string): 'first' | 'second' | null {
  const offset = zoneOffset(zone, instant);
  // Offsets are remembered, and few instants are asked for: no clock changes twice within six hours.
  const grid = Math.floor(instant / (180 * millisecondsInMinute)) * 180 * millisecondsInMinute;
  const back = zoneOffset(zone, grid - 180 * millisecondsInMinute) - offset;
  if (back > 0) return zoneOffset(zone, instant - back) === offset + back ? 'second' : null;
  const ahead = offset - zoneOffset(zone, grid + 360 * millisecondsInMinute);
  return ahead > 0 && zoneOffset(zone, instant + ahead) === offset - ahead ? 'first' : null;
}

/** The wall clock of a zone at an instant, to the second, as the API writes zone-less times: `2026-05-12T14:00:00`. */
export function wallText(instant: Instant, zone: string): string {
  return new Date(instant + zoneOffset(zone, instant)).toISOString().slice(0, 19);
}

/** The operator's calendar day at an instant. */
export function dayOf(instant: Instant, zone: string): Day {
  return wallText(instant, zone).slice(0, 10);
}

/** True for a day that exists, written `2026-05-12`. */
export function isDay(text: string): boolean {
  return (
    /^\d{4}-\d\d-\d\d$/.test(text) &&
    isExists(Number(text.slice(0, 4)), Number(text.slice(5, 7)) - 1, Number(text.slice(8)))
  );
}

/** Calendar arithmetic on days; hours and zones do not come into it. */
export function addDays(day: Day, count: number): Day {
  return dayAt(daysLater(dateOf(day), count));
}

/** Calendar arithmetic on months, `2026-05`. */
export function addMonths(month: string, count: number): string {
  return dayAt(monthsLater(dateOf(month), count)).slice(0, 7);
}

/** The day of the week of a day: 1 is Monday, 7 Sunday (ISO 8601). */
export function weekdayOf(day: Day): number {
  return getISODay(dateOf(day));
}

/** The Monday on or before a day. */
export function mondayOf(day: Day): Day {
  return dayAt(startOfISOWeek(dateOf(day)));
}

/** A day, or the first of a month, as a plain date: its midnight on this device. What date-fns counts of such dates has no zone. */
export function dateOf(day: Day): Date {
  return new Date(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1, Number(day.slice(8)) || 1);
}

function dayAt(date: Date): Day {
  return formatISO(date, { representation: 'date' });
}

/** Start, inclusive, and end, exclusive. */
export type Span = { readonly start: Instant; readonly end: Instant };

/** `count` days from the operator's midnight to the operator's midnight: a day has 23, 24 or 25 hours. */
export function daySpan(day: Day, zone: string, count = 1): Span {
  return { start: startOfDay(day, zone), end: startOfDay(addDays(day, count), zone) };
}

function startOfDay(day: Day, zone: string): Instant {
  return wallToInstant(Date.parse(`${day}T00:00:00Z`), zone);
}

/** Times of the wall clock at which a shift begins, `06:00`, at least one. */
export type ShiftStarts = readonly string[];

/** The latest start of a shift at or before an instant, by the operator's wall clock: since then the present shift is at work. */
export function shiftStart(now: Instant, zone: string, starts: ShiftStarts): Instant {
  const today = dayOf(now, zone);
  const begun = [addDays(today, -1), today].flatMap((day) =>
    starts.map((start) => readInstant(`${day}T${start}:00`, { name: zone, zoneless: 'operator' })),
  );
  const last = begun.reduce<Instant | null>((latest, one) => {
    return one !== null && one <= now && (latest === null || one > latest) ? one : latest;
  }, null);
  return last ?? daySpan(today, zone).start;
}

/** Half-open: two spans that only touch do not overlap. */
export function overlaps(a: Span, b: Span): boolean {
  return a.start < b.end && b.start < a.end;
}

/** Before, some zones kept local mean time, to the second. */
const regular = Date.UTC(1972, 0, 1);
/** Then the memory begins anew. */
const most = 20_000;

/** No clock changes twice within so many minutes. */
const block = 6 * 60;

const known = new Map<string, Map<number, number>>();

/**
 * Milliseconds that a zone's clocks are ahead of UTC at an instant. To ask the browser costs several microseconds, and a
 * screen of 150 aircraft reads ten thousand times: so it is asked for the ends of blocks of six hours, and by the minute, on
 * which all clocks change, in those blocks alone whose ends differ.
 */
export function zoneOffset(zone: string, instant: Instant): number {
  if (!(instant >= regular)) return millisecondsInMinute * tzOffset(zone, new Date(instant));
  let offsets = known.get(zone);
  if (!offsets || offsets.size >= most) known.set(zone, (offsets = new Map()));
  const place = Math.floor(instant / millisecondsInMinute);
  const from = place - (place % block);
  const offset = offsetAt(zone, from, offsets);
  return offset === offsetAt(zone, from + block, offsets) ? offset : offsetAt(zone, place, offsets);
}

/** By the minute since 1970. */
function offsetAt(zone: string, place: number, offsets: Map<number, number>): number {
  let offset = offsets.get(place);
  if (offset === undefined)
    offsets.set(place, (offset = millisecondsInMinute * tzOffset(zone, new Date(place * millisecondsInMinute))));
  return offset;
}
