import { type FreeForm, memberLabel } from '#domain/answers/unknownMembers.ts';
import { americanKinds, isAmerican, type PlainKind, type ValueKind } from './valueKinds.ts';

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

// An attachment has "tach" in it.
const hoursName = /hours?$|^hours|hobbs|(?<!at)tach|ttis|ttsn|tsmoh|smoh/i;
const moneyName = /amount|price|cost|rate$|balance|total$|fee$|tax$|charge|revenue|payment|paid$|deposit|discount/i;
/** Figures that name something, and are neither measured nor added up: `invoiceNumber`. */
const labelName = /(?:number|code|zip|phone|fax)$|(?:^|[a-z])(?:Id|No)$/i;
/** How many of something: `attachmentCount`. */
const countName = /(?<!dis)count$/i;
/** The state of a counter, which means nothing added up over rows: `landingsTotal`. */
const counterName = /^total(?:landings|flights|cycles)$|(?:landings|flights|cycles)(?:total|todate)$/i;

/** The kind of a column of numbers by its name: a unit where the name tells one. */
function numberKind(name: string): ColumnKind {
  if (labelName.test(name)) return 'text';
  if (countName.test(name) || counterName.test(name)) return 'number';
  if (hoursName.test(name)) return 'hours';
  return moneyName.test(name) ? 'money' : 'number';
}

/** Whether the numbers of a column can be added up over rows. */
export function isSummed({ kind, path }: Pick<Column, 'kind' | 'path'>): boolean {
  return isNumeric(kind) && !(kind === 'number' && counterName.test(path.at(-1) ?? ''));
}

const times: readonly PlainKind[] = ['instant', 'wallTime', 'day'];

/** The kind of a column that holds values of these kinds; American dates are dates where nothing but times is beside them. */
export function columnKind(kinds: readonly ValueKind[], name: string): ColumnKind {
  const areTimes = kinds.every((kind) => isAmerican(kind) || times.includes(kind));
  const told = kinds.map((kind) => (isAmerican(kind) ? (areTimes ? americanKinds[kind] : 'text') : kind));
  const [first] = told;
  if (first === undefined) return 'empty';
  if (told.every((kind) => kind === first)) return first === 'number' ? numberKind(name) : first;
  if (told.every((kind) => kind === 'guid' || kind === 'text')) return 'text';
  if (told.every((kind) => kind === 'number' || kind === 'text') && labelName.test(name)) return 'text';
  return times.find((kind) => told.includes(kind) && areTimes) ?? 'mixed';
}
