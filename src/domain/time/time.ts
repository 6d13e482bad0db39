import { tzOffset } from '@date-fns/tz/tzOffset';
import { addDays as daysLater } from 'date-fns/addDays';
import { addMonths as monthsLater } from 'date-fns/addMonths';
import { formatISO } from 'date-fns/formatISO';
import { getISODay } from 'date-fns/getISODay';
import { isExists } from 'date-fns/isExists';
import { startOfISOWeek } from 'date-fns/startOfISOWeek';
import { millisecondsInDay, millisecondsInMinute } from '#domain/units.ts';
import { isRecord } from '#contract/objects.ts';

/** Milliseconds since 1970 UTC. */
export type Instant = number;
/** A day in the operator's time zone, `2026-05-12`. */
export type Day = string;

/** The meaning of date-times without a zone: local time at the operator, or UTC (setting `ZONELESS_TIMES`). */
export type Zone = { readonly name: string; readonly zoneless: 'operator' | 'utc' };

const dateTime =
  /^\s*(\d{4})-(\d\d)-(\d\d)[Tt ]([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:\.(\d{1,7})\d*)?)?\s*([Zz]|[+-]\d\d:?\d\d)?\s*$/;

/** Years that services write for "no value": 0001, 1753, 9999. */
function isSentinel(year: number): boolean {
  return year < 1900 || year >= 9999;
}

/**
 * The instant of a service's date-time (section 2.1). Null if it is absent, unreadable, or in a placeholder year.
 * Surrounding blanks are ignored. A local time that the clock skips in spring becomes the hour after.
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

/** True for a value that services write for no date: blank, or a year such as 1753 or 9999. */
export function isNoDate(text: string | null | undefined): boolean {
  const plain = text?.trim() ?? '';
  const [, year = '', last = ''] = /^(?:(\d{4})-|.*\D(\d{4})\b)/.exec(plain) ?? [];
  return (
    plain === '' ||
    /^(null|none|never|n\/?a|-+)$/i.test(plain) ||
    (year + last !== '' && isSentinel(Number(year || last)))
  );
}

const dateOnly =
  /^(\d{4}-\d\d-\d\d)(?:[Tt ](?:00:00(?::00(?:\.0+)?)?|23:59(?::[0-5]\d(?:\.\d+)?)?)\s*(?:[Zz]|[+-]\d\d:?\d\d)?)?$/;

/**
 * The operator's day that a date means, or null for none. Services write a date alone, at its midnight, or at its last
 * minute. All three mean the written day, even with a Z or an offset, because those mean nothing there. Any other time
 * is an instant, and its day is by the operator's clock: `2026-05-31T06:00:00Z` is midnight in Denver, so 31 May.
 */
export function readDay(text: string | null | undefined, zone: Zone): Day | null {
  const written = dateOnly.exec(text?.trim() ?? '')?.[1];
  if (written !== undefined) return isDay(written) && !isSentinel(Number(written.slice(0, 4))) ? written : null;
  const instant = readInstant(text, zone);
  return instant === null ? null : dayOf(instant, zone.name);
}

/** The instant of a date-time. A date alone gives no time and means the start of its day at the operator. */
export function readStart(text: string | null | undefined, zone: Zone): Instant | null {
  const day = readDay(text, zone);
  return readInstant(text, zone) ?? (day === null ? null : daySpan(day, zone.name).start);
}

/** The last second of a date's day: something that ends on a date is valid through that day at the operator. */
export function endOfDate(text: string | null | undefined, zone: Zone): Instant | null {
  const day = readDay(text, zone);
  return day === null ? null : daySpan(day, zone.name).end - 1000;
}

function offsetOf(suffix: string): number {
  const sign = suffix.startsWith('-') ? -1 : 1;
  const digits = suffix.replaceAll(/\D/g, '');
  return sign * (Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2)));
}

/** A local time that occurs twice in autumn means the first occurrence. */
function wallToInstant(wallAsUtc: number, zone: string): Instant {
  // The offsets of the day before and the day after, which differ if the clock changes in between.
  const before = wallAsUtc - zoneOffset(zone, wallAsUtc - millisecondsInDay);
  const after = wallAsUtc - zoneOffset(zone, wallAsUtc + millisecondsInDay);
  const readings = [Math.min(before, after), Math.max(before, after)];
  return readings.find((instant) => instant + zoneOffset(zone, instant) === wallAsUtc) ?? before;
}

/**
 * Whether an instant is the first or the second with its local time, in the night the clock goes back. Null if that
 * time occurs once.
 */
export function repeatedHour(instant: Instant, zone: string): 'first' | 'second' | null {
  const offset = zoneOffset(zone, instant);
  // Looks up offsets on a three-hour grid, so that few are computed and cached. No clock changes twice within six
  // hours.
  const grid = Math.floor(instant / (180 * millisecondsInMinute)) * 180 * millisecondsInMinute;
  const back = zoneOffset(zone, grid - 180 * millisecondsInMinute) - offset;
  if (back > 0) return zoneOffset(zone, instant - back) === offset + back ? 'second' : null;
  const ahead = offset - zoneOffset(zone, grid + 360 * millisecondsInMinute);
  return ahead > 0 && zoneOffset(zone, instant + ahead) === offset - ahead ? 'first' : null;
}

/** A zone's local time at an instant, to the second, as the API writes times without a zone: `2026-05-12T14:00:00`. */
export function wallText(instant: Instant, zone: string): string {
  return new Date(instant + zoneOffset(zone, instant)).toISOString().slice(0, 19);
}

/** The same to the minute, for spreadsheets: `2026-05-12 14:00`. */
export function minuteText(instant: Instant, zone: string): string {
  return wallText(instant, zone).slice(0, 16).replace('T', ' ');
}

/** The day of an instant in the operator's time zone. */
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

/** The first and last year of days that an address may ask for: calendars count only years of four digits. */
export const yearsAsked = { first: '1900', last: '2199' } as const;

/** True for a day or month of those years, `2026-05-12` or `2026-05`. */
export function isInYearsAsked(text: string): boolean {
  const year = text.slice(0, 4);
  return year >= yearsAsked.first && year <= yearsAsked.last;
}

/** Calendar arithmetic on days, without hours or zones. */
export function addDays(day: Day, count: number): Day {
  return dayAt(daysLater(dateOf(day), count));
}

/** Calendar arithmetic on months, `2026-05`. */
export function addMonths(month: string, count: number): string {
  return dayAt(monthsLater(dateOf(month), count)).slice(0, 7);
}

/** The weekday of a day: 1 is Monday, 7 Sunday (ISO 8601). */
export function weekdayOf(day: Day): number {
  return getISODay(dateOf(day));
}

/** The Monday on or before a day. */
export function mondayOf(day: Day): Day {
  return dayAt(startOfISOWeek(dateOf(day)));
}

/**
 * A day, or the first of a month, as a plain date: its midnight on this device. date-fns computes with such dates
 * without zones.
 */
export function dateOf(day: Day): Date {
  return new Date(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1, Number(day.slice(8)) || 1);
}

function dayAt(date: Date): Day {
  return formatISO(date, { representation: 'date' });
}

/** Start inclusive, end exclusive. */
export type Span = { readonly start: Instant; readonly end: Instant };

export function isSpan(value: unknown): value is Span {
  return isRecord(value) && typeof value['start'] === 'number' && typeof value['end'] === 'number';
}

/** `count` days, from midnight to midnight in the operator's time zone: a day has 23, 24 or 25 hours. */
export function daySpan(day: Day, zone: string, count = 1): Span {
  return { start: startOfDay(day, zone), end: startOfDay(addDays(day, count), zone) };
}

function startOfDay(day: Day, zone: string): Instant {
  return wallToInstant(Date.parse(`${day}T00:00:00Z`), zone);
}

/** Local start times of the shifts, `06:00`, at least one. */
export type ShiftStarts = readonly string[];

/** The start of the shift at work at an instant: the latest start at or before it, in the operator's local time. */
export function shiftStart(now: Instant, zone: string, starts: ShiftStarts): Instant {
  const today = dayOf(now, zone);
  const begun = [addDays(today, -1), today].flatMap((day) =>
    starts.map((start) => readInstant(`${day}T${start}:00`, { name: zone, zoneless: 'operator' })),
  );
  const last = begun.reduce<Instant | null>((latest, value) => {
    return value !== null && value <= now && (latest === null || value > latest) ? value : latest;
  }, null);
  return last ?? daySpan(today, zone).start;
}

/** Spans that only touch do not overlap. */
export function overlaps(a: Span, b: Span): boolean {
  return a.start < b.end && b.start < a.end;
}

/** How much of spans that do not overlap is within another span, in milliseconds. */
export function lengthWithin(spans: readonly Span[], { start, end }: Span): number {
  return spans.reduce((sum, span) => sum + Math.max(0, Math.min(end, span.end) - Math.max(start, span.start)), 0);
}

/** Earlier, some zones kept local mean time, to the second. */
const regular = Date.UTC(1972, 0, 1);
/** Above this size the cache is emptied. */
const max = 20_000;

/** The length of a block in minutes. No clock changes twice within one. */
const block = 6 * 60;

const known = new Map<string, Map<number, number>>();

/**
 * Milliseconds that a zone's clock is ahead of UTC at an instant. Asking the browser takes several microseconds, and a
 * screen of 150 aircraft needs ten thousand offsets. So it is asked only for the ends of six-hour blocks. If these
 * differ, it is asked by the minute: all clocks change on a whole minute.
 */
export function zoneOffset(zone: string, instant: Instant): number {
  if (!(instant >= regular)) return millisecondsInMinute * tzOffset(zone, new Date(instant));
  let offsets = known.get(zone);
  if (!offsets || offsets.size >= max) known.set(zone, (offsets = new Map()));
  const place = Math.floor(instant / millisecondsInMinute);
  const from = place - (place % block);
  const offset = offsetAt(zone, from, offsets);
  return offset === offsetAt(zone, from + block, offsets) ? offset : offsetAt(zone, place, offsets);
}

/** The offset at a minute, counted since 1970. */
function offsetAt(zone: string, place: number, offsets: Map<number, number>): number {
  let offset = offsets.get(place);
  if (offset === undefined)
    offsets.set(place, (offset = millisecondsInMinute * tzOffset(zone, new Date(place * millisecondsInMinute))));
  return offset;
}
