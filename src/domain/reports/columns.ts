import { type FreeForm, memberLabel } from '#domain/freeForm.ts';
import type { ValueKind } from './valueKinds.ts';

/** What a column holds: a kind of value, a number with a unit that its name tells, several kinds, or nothing yet. */
export const columnKinds = [
  'text',
  'number',
  'money',
  'hours',
  'boolean',
  'instant',
  'wallTime',
  'day',
  'guid',
  'list',
  'object',
  'mixed',
  'empty',
] as const;
export type ColumnKind = (typeof columnKinds)[number];

/** Each kind in a word for a person. */
export const columnKindWords: Readonly<Record<ColumnKind, string>> = {
  text: 'text',
  number: 'number',
  money: 'money',
  hours: 'hours',
  boolean: 'yes or no',
  instant: 'time with its zone',
  wallTime: 'time without zone',
  day: 'day',
  guid: 'id',
  list: 'list',
  object: 'object',
  mixed: 'mixed kinds',
  empty: 'empty',
};

/** A member of the item, or a member of an object in it. */
export type ColumnPath = readonly [member: string] | readonly [member: string, inner: string];

export type Column = {
  /** The path by dots, `aircraft.tailNumber`; a dot or backslash in a member's name has a backslash before it. */
  readonly id: string;
  readonly path: ColumnPath;
  /** `Aircraft tail number`. */
  readonly label: string;
  /** As corrected, else as guessed. */
  readonly kind: ColumnKind;
  readonly guess: ColumnKind;
  /** Rows that have a value here. */
  readonly filled: number;
  /** 0 to 1. */
  readonly emptyShare: number;
  /** Most decimals among its numbers, at most 6: sums are rounded to them. */
  readonly decimals: number;
};

/** Corrections of guessed kinds, by column id. */
export type KindCorrections = { readonly [columnId: string]: ColumnKind | undefined };

export function columnId(path: ColumnPath): string {
  return path.map((member) => member.replaceAll(/[\\.]/g, String.raw`\$&`)).join('.');
}

export function columnLabel(path: ColumnPath): string {
  return memberLabel(path.join(' '));
}

/** The value of a column in an item; undefined where it has none. */
export function valueAt(item: FreeForm, [member, inner]: ColumnPath): unknown {
  const value = own(item[member]);
  if (inner === undefined) return value;
  return typeof value === 'object' && value !== null ? own((value as FreeForm)[inner]) : undefined;
}

/** JSON holds neither functions nor the prototype: such a value is no member of the item but of every object. */
function own(value: unknown): unknown {
  return typeof value === 'function' || value === Object.prototype ? undefined : value;
}

export function isNumeric(kind: ColumnKind): boolean {
  return kind === 'number' || kind === 'money' || kind === 'hours';
}

export function isTime(kind: ColumnKind): boolean {
  return kind === 'instant' || kind === 'wallTime' || kind === 'day';
}

const hoursName = /hours?$|^hours|hobbs|tach|ttis|ttsn|tsmoh|smoh/i;
const moneyName = /amount|price|cost|rate$|balance|total$|fee$|tax$|charge|revenue|payment|paid$|deposit|discount/i;

/** The kind of a column of numbers by its name: a unit where the name tells one. Counts of things named so stay numbers. */
function numberKind(name: string): ColumnKind {
  if (hoursName.test(name)) return 'hours';
  return moneyName.test(name) ? 'money' : 'number';
}

const times: readonly ValueKind[] = ['instant', 'wallTime', 'day'];

/** The kind of a column that holds values of these kinds. */
export function columnKind(kinds: readonly ValueKind[], name: string): ColumnKind {
  const [first] = kinds;
  if (first === undefined) return 'empty';
  if (kinds.length === 1) return first === 'number' ? numberKind(name) : first;
  if (kinds.every((kind) => kind === 'guid' || kind === 'text')) return 'text';
  return times.find((kind) => kinds.includes(kind) && kinds.every((other) => times.includes(other))) ?? 'mixed';
}
