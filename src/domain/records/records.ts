import { isRecord, memberLabel, textOf, valueText } from '#domain/answers/unknownMembers.ts';
import { dateText } from '#domain/maintenance/reminders.ts';
import { type Clock, clockText } from '#domain/time/clock.ts';
import { type Instant, readInstant, type Zone } from '#domain/time/time.ts';

/** A record of any shape in a list: something to name it by and something to open it by. */
export type RecordRow = {
  /** The record's own id, whatever its kind, or its place in the whole list (`#26`) where it has none. */
  readonly key: string;
  readonly title: string;
  readonly value: unknown;
  /** Its place on the page, from 0. */
  readonly index: number;
};

/** Names the records of a page; `first` is how many stand on the pages before, `idNames` what their id is usually called. */
export function toRecordRows(values: readonly unknown[], first: number, ...idNames: readonly string[]): RecordRow[] {
  return values.map((value, index) => {
    const key = idOf(value, idNames) ?? `#${first + index + 1}`;
    return { key, title: titleOf(value) ?? key, value, index };
  });
}

/** The id of a record: a member so called, else `id`, else the first whose name ends in `Id`. */
function idOf(value: unknown, idNames: readonly string[]): string | null {
  if (!isRecord(value)) return null;
  const others = Object.keys(value).filter((name) => name.endsWith('Id'));
  return textOf(value, ...idNames, 'id', ...others);
}

const names = ['name', 'displayName', 'title', 'tailNumber', 'description'];
const personNames = ['firstName', 'lastName'];

/** The members that a title is made of, and need not be said again beside it. */
export function titleMembers(value: unknown): readonly string[] {
  if (!isRecord(value)) return [];
  const name = names.find((member) => textOf(value, member) !== null);
  return name === undefined ? personNames.filter((member) => textOf(value, member) !== null) : [name];
}

/** What people would call a record of any shape; null where nothing in it is a name. */
export function titleOf(value: unknown): string | null {
  if (!isRecord(value)) return valueText(value) || null;
  return (
    titleMembers(value)
      .map((member) => textOf(value, member))
      .join(' ') || null
  );
}

const dateTime = /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d/;
const guid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** True for text in the form of a date-time, readable or not: `1753-01-01T00:00:00` is one, and stands for none. */
export function isDateTime(value: unknown): value is string {
  return typeof value === 'string' && dateTime.test(value);
}

export function isGuid(value: unknown): value is string {
  return typeof value === 'string' && guid.test(value);
}

/** How values are written: by which clock, and how zone-less times are meant. */
export type Writing = { readonly now: Instant; readonly clock: Clock; readonly zone: Zone };

/** Any value in a line; empty for none. Date-times as `Tue 12 May 1430L`, one that stands for no value as nothing. */
export function shownText(value: unknown, { now, clock, zone }: Writing): string {
  if (!isDateTime(value)) return valueText(value);
  const instant = readInstant(value, zone);
  if (instant === null) return Number(value.slice(0, 4)) < 1900 ? '' : value;
  const day = dateText(instant, now, clock.mode === 'Z' ? 'UTC' : clock.zone);
  return isDateAlone(value) ? dateText(instant, now, clock.zone) : `${day} ${clockText(instant, clock)}`;
}

/** Midnight without a zone is how a date without a time is sent. */
function isDateAlone(text: string): boolean {
  return /[Tt ]00:00(:00(\.0+)?)?$/.test(text);
}

/** Nothing is in it: null, empty text, an empty list or object, or a date that stands for none. */
export function isNone(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true;
  if (typeof value === 'object') return Object.keys(value).length === 0;
  return isDateTime(value) && Number(value.slice(0, 4)) < 1900;
}

/** What all values of a column are, those that are none aside. */
export type ColumnKind = 'number' | 'date' | 'id' | 'text';

export type RecordColumn = { readonly name: string; readonly label: string; readonly kind: ColumnKind };

const kinds: readonly (readonly [ColumnKind, (value: unknown) => boolean])[] = [
  ['number', (value) => typeof value === 'number'],
  ['date', isDateTime],
  ['id', isGuid],
];

/**
 * The columns of a list whose payload the specification does not show: every member of every record in the order first
 * seen, without what the titles already say; guids, which nobody reads, stand last.
 */
export function inferColumns(rows: readonly RecordRow[]): RecordColumn[] {
  const values = new Map<string, unknown[]>();
  for (const { value } of rows) {
    if (!isRecord(value)) continue;
    const said = titleMembers(value);
    for (const [name, member] of Object.entries(value)) {
      if (said.includes(name)) continue;
      const found = values.get(name);
      if (found) found.push(member);
      else values.set(name, [member]);
    }
  }
  const columns = Array.from(values, ([name, found]) => ({ name, label: memberLabel(name), kind: kindOf(found) }));
  return [...columns.filter(({ kind }) => kind !== 'id'), ...columns.filter(({ kind }) => kind === 'id')];
}

function kindOf(values: readonly unknown[]): ColumnKind {
  const told = values.filter((value) => value !== null && value !== undefined && value !== '');
  if (told.every(isNone)) return told.some(isDateTime) ? 'date' : 'text';
  return kinds.find(([, test]) => told.every(test))?.[0] ?? 'text';
}

/** What a column sorts by: numbers as numbers, date-times as they are written, all else as text; none last. */
export function sortValue(value: unknown, kind: ColumnKind, text: string): number | string {
  if (kind === 'number') return typeof value === 'number' ? value : Number.POSITIVE_INFINITY;
  if (kind === 'date') return isNone(value) ? '~' : String(value);
  return text || '~';
}
