import { isolated } from '#contract/isolated.ts';
import { valueText } from '#domain/answers/members.ts';

/** The kind of a single value, whatever its column. A `wallTime` has no zone, a `day` no time. */
export const valueKinds = [
  'text',
  'number',
  'boolean',
  'instant',
  'wallTime',
  'day',
  'guid',
  'list',
  'object',
  'americanTime',
  'americanDay',
] as const;
export type ValueKind = (typeof valueKinds)[number];

const guid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const date = /^(\d{4})-\d\d-\d\d(?:([T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?)\s*(Z|[+-]\d\d:?\d\d)?)?$/i;
const dash = 45;
const slash = 47;

/** The kinds of American dates if the whole column has that form; a single one proves nothing. */
export const americanKinds = { americanTime: 'wallTime', americanDay: 'day' } as const;
type AmericanKind = keyof typeof americanKinds;
export type PlainKind = Exclude<ValueKind, AmericanKind>;

export function isAmerican(kind: ValueKind): kind is AmericanKind {
  return kind in americanKinds;
}

/** The kind of a value; null for blanks: null, blank text, an empty list or object, and placeholder dates before 1900 or in 9999. */
export function valueKind(value: unknown): ValueKind | null {
  if (typeof value === 'string') return textKind(value);
  if (typeof value === 'number') return 'number';
  if (typeof value === 'boolean') return 'boolean';
  if (Array.isArray(value)) return value.length > 0 ? 'list' : null;
  if (typeof value === 'object' && value !== null) return isEmptyObject(value) ? null : 'object';
  return null;
}

function textKind(given: string): ValueKind | null {
  const text = given.charCodeAt(0) <= 32 || given.charCodeAt(given.length - 1) <= 32 ? given.trim() : given;
  if (text.charCodeAt(4) === dash && text.charCodeAt(7) === dash) {
    const match = date.exec(text);
    if (match) return dateKind(match);
  }
  const american = americanWall(text);
  if (american !== null) return americanKind(text, american);
  if (text.length === 36 && text.charCodeAt(8) === dash && guid.test(text)) return 'guid';
  return isBlank(text) ? null : 'text';
}

function dateKind([, year = '', time, zone]: RegExpExecArray): ValueKind | null {
  if (year < '1900' || year === '9999') return null;
  if (time === undefined) return 'day';
  return zone === undefined ? 'wallTime' : 'instant';
}

function isBlank(text: string): boolean {
  return text.length === 0 || (text.charCodeAt(0) <= 32 && text.trim() === '');
}

function isEmptyObject(value: object): boolean {
  for (const name in value) if (Object.hasOwn(value, name)) return false;
  return true;
}

/** A value as plain text, isolated, otherwise as the service wrote it; empty for blanks. For search, groups and exports. */
export function plainText(value: unknown): string {
  if (typeof value === 'string') return isNoText(value) ? '' : isolated(value);
  if (typeof value === 'number') return String(value);
  return valueKind(value) === null ? '' : valueText(value);
}

function isNoText(text: string): boolean {
  const first = text.charCodeAt(0);
  if (first <= 32) return text.trim() === '';
  // Only texts that look like a placeholder or an American date need the slower check.
  const isOld =
    (first === 48 || first === 57 || (first === 49 && text.charCodeAt(1) < 57)) && text.charCodeAt(4) === dash;
  return (isOld || hasSlash(text)) && valueKind(text) === null;
}

/** `5/31/2026`, `5/31/2026 11:59:59 PM`, `05/31/2026 23:59`. */
const americanDate = /^\s*(\d\d?)\/(\d\d?)\/(\d{4})(?:[ ,]+(\d\d?):([0-5]\d)(?::([0-5]\d))?\s*([AP]M)?)?\s*$/i;

function hasSlash(text: string): boolean {
  return text.charCodeAt(1) === slash || text.charCodeAt(2) === slash;
}

/** The wall clock of a date in American form, read as UTC; null for any other text. */
export function americanWall(text: string): number | null {
  const match = hasSlash(text) ? americanDate.exec(text) : null;
  if (!match) return null;
  const [month = 0, day = 0, year = 0, hour = 0, minutes = 0, seconds = 0] = match
    .slice(1, 7)
    .map((part) => Number(part ?? 0));
  const half = match[7]?.toUpperCase();
  const isHour = half === undefined ? hour < 24 : hour >= 1 && hour <= 12;
  const wall = Date.UTC(
    year,
    month - 1,
    day,
    half === undefined ? hour : (hour % 12) + (half === 'PM' ? 12 : 0),
    minutes,
    seconds,
  );
  const read = new Date(wall);
  return isHour && read.getUTCMonth() === month - 1 && read.getUTCDate() === day ? wall : null;
}

function americanKind(text: string, wall: number): ValueKind | null {
  const year = new Date(wall).getUTCFullYear();
  if (year < 1900 || year === 9999) return null;
  return text.includes(':') ? 'americanTime' : 'americanDay';
}

const beyondAscii = /[^\0-\u007f]/;

/** Text folded for search: lower case without accents and invisible characters, so that "garcia" finds "García". */
export function folded(text: string): string {
  const lower = text.toLowerCase();
  return beyondAscii.test(lower) ? lower.normalize('NFD').replaceAll(/[\p{M}\p{DI}]/gu, '') : lower;
}

const digits = /\d+/g;

/** Text as a sort key: folded, with each number prefixed by its length, so that WO-9 comes before WO-12. */
export function sortable(text: string): string {
  return folded(text).replaceAll(digits, numbered);
}

function numbered(run: string): string {
  const number = run.replace(/^0+(?=.)/, '');
  return String.fromCharCode(48 + Math.min(number.length, 60)) + number;
}
