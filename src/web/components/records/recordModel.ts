import { isolated } from '#contract/isolated.ts';
import { memberLabel, valueText } from '#domain/answers/members.ts';
import { dateText } from '#domain/maintenance/reminders.ts';
import { type Clock, clockText } from '#domain/time/clock.ts';
import { type Instant, readInstant, type Zone } from '#domain/time/time.ts';

const dateTime = /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d/;
const guid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** True for text in the form of a date-time, valid or not: `1753-01-01T00:00:00` is one, and means none. */
export function isDateTime(value: unknown): value is string {
  return typeof value === 'string' && dateTime.test(value);
}

export function isGuid(value: unknown): value is string {
  return typeof value === 'string' && guid.test(value);
}

/** How to write values: the clock to use, and the meaning of times without a zone. */
export type Writing = { readonly now: Instant; readonly clock: Clock; readonly zone: Zone };

/** Any value as one line; empty for none. Date-times as `Tue 12 May 1430L`; one that means no value is empty. */
export function shownText(value: unknown, { now, clock, zone }: Writing): string {
  if (!isDateTime(value)) return valueText(value);
  const instant = readInstant(value, zone);
  if (instant === null) return Number(value.slice(0, 4)) < 1900 ? '' : value;
  const day = dateText(instant, now, clock.mode === 'Z' ? 'UTC' : clock.zone);
  return isDateAlone(value) ? dateText(instant, now, clock.zone) : `${day} ${clockText(instant, clock)}`;
}

/** A date without a time is sent as midnight without a zone. */
function isDateAlone(text: string): boolean {
  return /[Tt ]00:00(:00(\.0+)?)?$/.test(text);
}

/** An empty value: null, empty text, an empty list or object, or a date that means none. */
export function isNone(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true;
  if (typeof value === 'object') return Object.keys(value).length === 0;
  return isDateTime(value) && Number(value.slice(0, 4)) < 1900;
}

/** Any value prepared for drawing: members by name, lists by number. */
export type RecordNode =
  | { readonly kind: 'none' }
  | { readonly kind: 'text'; readonly text: string }
  /** A guid, or JSON of deeply nested values. */
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly RecordNode[] }
  | { readonly kind: 'members'; readonly members: readonly MemberNode[] };

type MemberNode = { readonly name: string; readonly label: string; readonly node: RecordNode };

/** Values deeper than this are written as JSON. */
const deepest = 6;

export function recordNode(value: unknown, writing: Writing, level = 0): RecordNode {
  if (isNone(value)) return { kind: 'none' };
  if (isGuid(value)) return { kind: 'code', text: value };
  if (typeof value !== 'object' || value === null) return { kind: 'text', text: shownText(value, writing) };
  if (level >= deepest) return { kind: 'code', text: isolated(JSON.stringify(value)) };
  if (Array.isArray(value)) return { kind: 'list', items: value.map((item) => recordNode(item, writing, level + 1)) };
  const members = Object.entries(value).map(([name, member]) => ({
    name,
    label: memberLabel(name) || 'no name',
    node: recordNode(member, writing, level + 1),
  }));
  return { kind: 'members', members };
}

/** A time of day with neither `Z` nor an offset, as it stands in JSON. */
const zoneless = /"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?"/;

/** How the times of a record that name no zone are read; null if all of them name one. */
export function zonelessNote(json: string, { zone }: Pick<Writing, 'zone'>): string | null {
  if (!zoneless.test(json)) return null;
  return `Times without a zone are read as ${zone.zoneless === 'utc' ? 'UTC' : `local time, ${zone.name}`}.`;
}
