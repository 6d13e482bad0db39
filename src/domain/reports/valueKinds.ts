import { valueText } from '#domain/freeForm.ts';

/** What one value of a report is, without regard to its name. A `wallTime` has no zone, a `day` no time. */
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
] as const;
export type ValueKind = (typeof valueKinds)[number];

const guid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const date = /^(\d{4})-\d\d-\d\d(?:([T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?)\s*(Z|[+-]\d\d:?\d\d)?)?$/i;
const dash = 45;

/** The kind of a value; null for nothing: null, blank text, an empty list or object, a date before 1900 (services write `1753-…`). */
export function valueKind(value: unknown): ValueKind | null {
  if (typeof value === 'string') return textKind(value);
  if (typeof value === 'number') return 'number';
  if (typeof value === 'boolean') return 'boolean';
  if (Array.isArray(value)) return value.length > 0 ? 'list' : null;
  if (typeof value === 'object' && value !== null) return isEmptyObject(value) ? null : 'object';
  return null;
}

function textKind(text: string): ValueKind | null {
  if (text.charCodeAt(4) === dash && text.charCodeAt(7) === dash) {
    const match = date.exec(text);
    if (match) return dateKind(match);
  }
  if (text.length === 36 && text.charCodeAt(8) === dash && guid.test(text)) return 'guid';
  return isBlank(text) ? null : 'text';
}

function dateKind([, year = '', time, zone]: RegExpExecArray): ValueKind | null {
  if (year < '1900') return null;
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

/** A value as plain text, as the service wrote it; empty for nothing. This is what is searched, grouped and exported. */
export function plainText(value: unknown): string {
  if (typeof value === 'string') return isNoText(value) ? '' : value;
  if (typeof value === 'number') return String(value);
  return valueKind(value) === null ? '' : valueText(value);
}

function isNoText(text: string): boolean {
  const first = text.charCodeAt(0);
  if (first <= 32) return text.trim() === '';
  // Only what begins like a year before 1900 needs the closer look.
  const isOld = (first === 48 || (first === 49 && text.charCodeAt(1) < 57)) && text.charCodeAt(4) === dash;
  return isOld && valueKind(text) === null;
}
