import type { FreeForm } from '#contract/objects.ts';
import { memberLabel } from '#domain/answers/members.ts';
import { americanKinds, isAmerican, type PlainKind, type ValueKind, valueKind, valueKinds } from './values.ts';
import { capitalized } from '#domain/words.ts';

/** A column's content: one type of value, a number with the unit that its name implies, mixed types, or nothing yet. */
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

export const columnKindWords: Readonly<Record<ColumnKind, string>> = {
  text: 'text',
  number: 'number',
  money: 'money',
  hours: 'hours',
  boolean: 'yes or no',
  instant: 'time with zone',
  wallTime: 'time without zone',
  day: 'day',
  guid: 'id',
  list: 'list',
  object: 'object',
  mixed: 'mixed values',
  empty: 'empty',
};

/** A member of the item, or a member of an object inside it. */
export type ColumnPath = readonly [member: string] | readonly [member: string, inner: string];

export type Column = {
  /** The path with dots, `aircraft.tailNumber`; dots and backslashes within names are escaped by a backslash. */
  readonly id: string;
  readonly path: ColumnPath;
  /** `Aircraft tail number`, `Customer`. */
  readonly label: string;
  /** As corrected by the user, otherwise as detected. */
  readonly kind: ColumnKind;
  readonly detected: ColumnKind;
  /** Rows with a value. */
  readonly filled: number;
  /** Share of blank rows, 0 to 1. */
  readonly emptyShare: number;
  /** The most decimals among its numbers, at most 6; sums are rounded to them. */
  readonly decimals: number;
};

/** The user's corrections of detected kinds, by column id. */
export type KindCorrections = { readonly [columnId: string]: ColumnKind | undefined };

function columnId(path: ColumnPath): string {
  return path.map((member) => member.replaceAll(/[\\.]/g, String.raw`\$&`)).join('.');
}

/** The value of a column in an item; undefined if it has none. */
export function valueAt(item: FreeForm, [member, inner]: ColumnPath): unknown {
  const value = ownValue(item[member]);
  if (inner === undefined) return value;
  return isObject(value) ? ownValue(value[inner]) : undefined;
}

/** An object or a list. */
function isObject(value: unknown): value is FreeForm {
  return typeof value === 'object' && value !== null;
}

/** Functions and the prototype are inherited by every object; JSON never holds them. */
function ownValue(value: unknown): unknown {
  return typeof value === 'function' || value === Object.prototype ? undefined : value;
}

export function isNumeric(kind: ColumnKind): boolean {
  return kind === 'number' || kind === 'money' || kind === 'hours';
}

export function isTime(kind: ColumnKind): boolean {
  return kind === 'instant' || kind === 'wallTime' || kind === 'day';
}

// "Attachment" contains "tach".
const hoursName = /hours?$|^hours|hobbs|(?<!at)tach|ttis|ttsn|tsmoh|smoh/i;
const moneyName = /amount|price|cost|rate$|balance|total$|fee$|tax$|charge|revenue|payment|paid$|deposit|discount/i;
/** Numbers that identify something and are never added up: `invoiceNumber`. */
const labelName = /(?:number|code|zip|phone|fax)$|(?:^|[a-z])(?:Id|No)$/i;
/** Counts: `attachmentCount`. */
const countName = /(?<!dis)count$/i;
/** Counter readings, whose sum over rows means nothing: `landingsTotal`. */
const counterName = /^total(?:landings|flights|cycles)$|(?:landings|flights|cycles)(?:total|todate)$/i;

/** The kind of a number column, from the unit its name implies. */
function numberKind(name: string): ColumnKind {
  if (labelName.test(name)) return 'text';
  if (countName.test(name) || counterName.test(name)) return 'number';
  if (hoursName.test(name)) return 'hours';
  return moneyName.test(name) ? 'money' : 'number';
}

/** Readings of hour meters: `hobbsOut`, `engine1Tach`, `currentHours`, `ttis`. */
const meterName =
  /(?:hobbs|tach)(?:out|in|start|end|begin|reading)$|^(?:current|expiration|remaining|airframe|engine|prop|billing)|(?<!at)tach$|ttis|ttsn|smoh/i;

/** Whether the numbers of a column can be added up over rows. */
export function isSummed({ kind, path }: Pick<Column, 'kind' | 'path'>): boolean {
  const name = path.at(-1) ?? '';
  if (kind === 'number') return !counterName.test(name);
  return isNumeric(kind) && !(kind === 'hours' && meterName.test(name));
}

const times: readonly PlainKind[] = ['instant', 'wallTime', 'day'];

/** The kind of a column with values of these kinds. American dates count as dates only if all other values are times too. */
function columnKind(kinds: readonly ValueKind[], name: string): ColumnKind {
  const areTimes = kinds.every((kind) => isAmerican(kind) || times.includes(kind));
  const known = kinds.map((kind) => (isAmerican(kind) ? (areTimes ? americanKinds[kind] : 'text') : kind));
  const [first] = known;
  if (first === undefined) return 'empty';
  if (known.every((kind) => kind === first)) return first === 'number' ? numberKind(name) : first;
  if (known.every((kind) => kind === 'guid' || kind === 'text')) return 'text';
  if (known.every((kind) => kind === 'number' || kind === 'text') && labelName.test(name)) return 'text';
  return times.find((kind) => known.includes(kind) && areTimes) ?? 'mixed';
}

/** The values counted so far at one path. */
type Tally = {
  readonly kinds: Partial<Record<ValueKind, number>>;
  filled: number;
  decimals: number;
};

type Member = { readonly ownTally: Tally; readonly inner: Map<string, Tally> };

/** The members of the items read so far, in the order they were first seen. */
export type Shape = {
  readonly rows: number;
  readonly members: ReadonlyMap<string, Member>;
  /** Values without a column, because there would be too many columns. */
  readonly beyond: number;
};

/** Values beyond this many columns are shown only in the record panel. */
const maxColumns = 1000;

export const emptyShape: Shape = { rows: 0, members: new Map(), beyond: 0 };

/** The shape extended by these items. Costs about 3 µs for an item of 25 members. */
export function widened(shape: Shape, items: readonly FreeForm[]): Shape {
  const draft = { members: copied(shape.members), places: 0, beyond: shape.beyond };
  for (const { inner } of draft.members.values()) draft.places += 1 + inner.size;
  for (const item of items) addItem(draft, item);
  return { rows: shape.rows + items.length, members: draft.members, beyond: draft.beyond };
}

type Draft = { readonly members: Map<string, Member>; places: number; beyond: number };

function addItem(draft: Draft, item: FreeForm): void {
  for (const name of Object.keys(item)) {
    const value = item[name];
    const known = draft.members.get(name) ?? (hasRoom(draft) ? newMember(draft, name) : null);
    if (!known) draft.beyond++;
    else if (isObject(value) && valueKind(value) === 'object') addInner(draft, known.inner, value);
    else addValue(known.ownTally, value);
  }
}

function addInner(draft: Draft, inner: Map<string, Tally>, object: FreeForm): void {
  for (const name of Object.keys(object)) {
    const known = inner.get(name) ?? (hasRoom(draft) ? newTally() : null);
    if (!known) {
      draft.beyond++;
      continue;
    }
    if (!inner.has(name)) {
      inner.set(name, known);
      draft.places++;
    }
    addValue(known, object[name]);
  }
}

const hasRoom = (draft: Draft) => draft.places < maxColumns;

function newMember(draft: Draft, name: string): Member {
  const member = { ownTally: newTally(), inner: new Map<string, Tally>() };
  draft.members.set(name, member);
  draft.places++;
  return member;
}

function newTally(): Tally {
  return { kinds: {}, filled: 0, decimals: 0 };
}

function addValue(tally: Tally, value: unknown): void {
  const kind = valueKind(value);
  if (kind === null) return;
  tally.kinds[kind] = (tally.kinds[kind] ?? 0) + 1;
  tally.filled++;
  if (typeof value === 'number') tally.decimals = decimalsOf(value, tally.decimals);
}

const maxDecimals = 6;

/** The number of decimals of a number, but at least this many. */
export function decimalsOf(value: number, min = 0): number {
  let decimals = min;
  while (decimals < maxDecimals && Math.round(value * 10 ** decimals) / 10 ** decimals !== value) decimals++;
  return decimals;
}

function copied(members: ReadonlyMap<string, Member>): Map<string, Member> {
  const copy = (tally: Tally): Tally => ({ ...tally, kinds: { ...tally.kinds } });
  return new Map(
    Array.from(members, ([name, { ownTally, inner }]) => [
      name,
      { ownTally: copy(ownTally), inner: new Map(Array.from(inner, ([within, tally]) => [within, copy(tally)])) },
    ]),
  );
}

/** The columns of a shape. A member that only ever held objects is replaced by the columns of its inner members. */
export function columnsOf(shape: Shape, corrections: KindCorrections = {}): Column[] {
  const columns = Array.from(shape.members, ([name, { ownTally, inner }]) => {
    const nested = Array.from(inner, ([within, tally]) => columnOf(shape, [name, within], tally, corrections));
    return ownTally.filled > 0 || nested.length === 0
      ? [columnOf(shape, [name], ownTally, corrections), ...nested]
      : nested;
  }).flat();
  const names = columnNames(columns.map(({ path }) => path));
  return columns.map((column, at) => ({ ...column, label: names[at] ?? column.id }));
}

/** Id columns are hidden at first, because nobody reads them, unless there are no other columns. */
export function hiddenAtFirst(columns: readonly Column[]): ReadonlySet<string> {
  const ids = columns.filter(({ kind }) => kind === 'guid').map(({ id }) => id);
  return new Set(ids.length === columns.length ? [] : ids);
}

type Unnamed = Omit<Column, 'label'>;

function columnOf(shape: Shape, path: ColumnPath, tally: Tally, corrections: KindCorrections): Unnamed {
  const id = columnId(path);
  const kinds = valueKinds.filter((kind) => tally.kinds[kind] !== undefined);
  const detected = columnKind(kinds, path.at(-1) ?? id);
  return {
    id,
    path,
    kind: (Object.hasOwn(corrections, id) ? corrections[id] : null) ?? detected,
    detected,
    filled: tally.filled,
    emptyShare: shape.rows === 0 ? 1 : (shape.rows - tally.filled) / shape.rows,
    decimals: tally.decimals,
  };
}

/** Parts of member names that add nothing: `customerLabel1Name`, `registrationTail`, `isSimulator`. */
const shortenings: readonly (readonly [RegExp, string])[] = [
  [/\blabel ?\d+ name\b/i, ''],
  [/\bregistration tail\b/i, 'tail'],
  [/ display number$/i, ''],
  [/^is (?=\w)/i, ''],
  [/\bid$/i, 'ID'],
];
const abbreviations = /\b(?:ttis|ttsn|smoh|tsmoh)\b/gi;

/** A column's name for people: `Customer`, `Tail`, `Simulator`. */
export function columnName(path: readonly string[]): string {
  const full = memberLabel(path.join(' '));
  const short = shortenings
    .reduce((text, [what, by]) => text.replace(what, by), full)
    .replace(abbreviations, (word) => word.toUpperCase())
    .replaceAll(/\s+/g, ' ')
    .trim();
  return capitalized(short) || full;
}

/** The names of several columns; columns with the same short name keep their full names. */
export function columnNames(paths: readonly (readonly string[])[]): string[] {
  const short = paths.map(columnName);
  const counts = new Map<string, number>();
  for (const name of short) counts.set(name, (counts.get(name) ?? 0) + 1);
  return short.map((name, at) => ((counts.get(name) ?? 0) > 1 ? memberLabel((paths[at] ?? []).join(' ')) : name));
}
