import { millisecondsInDay, millisecondsInWeek } from '#domain/units.ts';
import { addDays, readInstant, wallText, type Zone } from '#domain/time/time.ts';
import type { ColumnKind } from './columns.ts';
import { americanWall, valueKind } from './values.ts';

const utc: Zone = { name: 'UTC', zoneless: 'utc' };

/** The UTC offset throughout a period, in ms; null if it changes within it. */
type ShiftIn = (start: number, end: number) => number | null;

/**
 * Caches a zone's offset per week and, in weeks with a clock change, per day: a few computations instead of a hundred
 * thousand. Null on the day of a change.
 */
function shiftReader(shiftIn: ShiftIn): (time: number) => number | null {
  const weeks = new Map<number, number | null>();
  const days = new Map<number, number | null>();
  const lookUp = (known: Map<number, number | null>, length: number, time: number) => {
    const index = Math.floor(time / length);
    const found = known.get(index);
    if (found !== undefined) return found;
    const shift = shiftIn(index * length, (index + 1) * length);
    known.set(index, shift);
    return shift;
  };
  return (time) => lookUp(weeks, millisecondsInWeek, time) ?? lookUp(days, millisecondsInDay, time);
}

/** Reads date-times as `readInstant` does but faster, and those in American form; NaN for anything else. */
export function instantReader(zone: Zone): (text: string) => number {
  const exact = (wall: number) => readInstant(new Date(wall).toISOString().slice(0, 23), zone) ?? Number.NaN;
  const shiftAt = shiftReader((start, end) => {
    const [first, last] = [exact(start), exact(end)];
    return last - first === end - start ? first - start : null;
  });
  const fromWall = (wall: number) => {
    const shift = shiftAt(wall);
    return shift === null ? exact(wall) : wall + shift;
  };
  return (text) => {
    const plain = plainWall(text);
    const wall = plain ?? readInstant(text, utc) ?? americanInstant(text) ?? Number.NaN;
    const isWall = plain !== null ? text.length === 19 : !hasZone.test(text);
    return isWall && zone.zoneless === 'operator' && !Number.isNaN(wall) ? fromWall(wall) : wall;
  };
}

/** Reads the values of a time column: as instants, days as midnight UTC; NaN for anything else. */
export function timeReader(kind: ColumnKind, zone: Zone): (value: unknown) => number {
  const read = kind === 'day' ? dayNumber : instantReader(zone);
  return (value) => (typeof value === 'string' ? read(value) : Number.NaN);
}

function americanInstant(text: string): number | null {
  return valueKind(text) === null ? null : americanWall(text);
}

const hasZone = /(?:z|[+-]\d\d:?\d\d)\s*$/i;

/** `2026-05-12T14:00:00`, with or without `Z`, read as UTC; null for any other form. */
function plainWall(text: string): number | null {
  if (text.length !== 19 && !(text.length === 20 && text.charCodeAt(19) === 90)) return null;
  if (text.charCodeAt(4) !== 45 || text.charCodeAt(7) !== 45 || text.charCodeAt(10) !== 84) return null;
  if (text.charCodeAt(13) !== 58 || text.charCodeAt(16) !== 58) return null;
  const [year, month, day] = [100 * pair(text, 0) + pair(text, 2), pair(text, 5), pair(text, 8)];
  const [hour, minutes, seconds] = [pair(text, 11), pair(text, 14), pair(text, 17)];
  const isUsual =
    year >= 1900 && year < 9999 && month >= 1 && month <= 12 && day >= 1 && day <= 28 + daysBeyond28(year, month);
  return isUsual && hour < 24 && minutes < 60 && seconds < 60
    ? Date.UTC(year, month - 1, day, hour, minutes, seconds)
    : null;
}

/** Two digits as a number; NaN if they are not digits. */
function pair(text: string, at: number): number {
  const [tens, ones] = [text.charCodeAt(at) - 48, text.charCodeAt(at + 1) - 48];
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? 10 * tens + ones : Number.NaN;
}

/** Days of a month beyond 28. */
function daysBeyond28(year: number, month: number): number {
  if (month !== 2) return month === 4 || month === 6 || month === 9 || month === 11 ? 2 : 3;
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 1 : 0;
}

/** Calendar periods in the operator's time zone. Weeks begin on Monday. */
export const buckets = ['day', 'week', 'month', 'year'] as const;
export type Bucket = (typeof buckets)[number];

/** A zone's local time at an instant, in milliseconds as if it were UTC; fast for many instants. */
export function wallReader(zoneName: string): (instant: number) => number {
  const shiftAt = shiftReader((start, end) => {
    const [first, last] = [offsetAt(start, zoneName), offsetAt(end, zoneName)];
    return first === last ? first : null;
  });
  return (instant) => instant + (shiftAt(instant) ?? offsetAt(instant, zoneName));
}

/** Names the period of an instant: `2026-05-12`, `2026-05-11` (Monday of the week), `2026-05` or `2026`. */
export function bucketReader(zoneName: string, bucket: Bucket): (instant: number) => string {
  const names = new Map<number, string>();
  const wallAt = wallReader(zoneName);
  return (instant) => {
    const day = Math.floor(wallAt(instant) / millisecondsInDay);
    const name = names.get(day) ?? bucketName(day, bucket);
    names.set(day, name);
    return name;
  };
}

function offsetAt(instant: number, zoneName: string): number {
  const second = Math.floor(instant / 1000) * 1000;
  return Date.parse(`${wallText(second, zoneName)}Z`) - second;
}

function bucketName(day: number, bucket: Bucket): string {
  const name = new Date(day * millisecondsInDay).toISOString().slice(0, 10);
  if (bucket === 'year') return name.slice(0, 4);
  if (bucket === 'month') return name.slice(0, 7);
  // 1 January 1970, day 0, was a Thursday.
  return bucket === 'day' ? name : addDays(name, -((((day + 3) % 7) + 7) % 7));
}

/** Midnight UTC of a day, `2026-05-12` or `5/12/2026`, as the sort key of day columns; NaN for anything else. */
export function dayNumber(text: string): number {
  const american = americanInstant(text);
  if (american !== null) return Math.floor(american / millisecondsInDay) * millisecondsInDay;
  return text < '1900' || text >= '9999' ? Number.NaN : Date.parse(`${text.slice(0, 10)}T00:00:00Z`);
}
