import { isFigure } from '#contract/tolerant.ts';
import type { FreeForm } from '#contract/objects.ts';
import type { Zone } from '#domain/time/time.ts';
import { type Column, isNumeric, isTime, valueAt } from '#domain/reports/columns/columns.ts';
import { timeReader } from '#domain/reports/columns/times.ts';
import { mergeSorted, sliceRows, type Computation } from './computation.ts';
import { sortable, plainText } from '#domain/reports/columns/values.ts';
import { isPersonal } from '#domain/people/personalData.ts';
import { idMemberOf } from '#domain/reports/loading/pageOverlap.ts';

/** Rows as parsed, with the column data computed so far. */
export type RowStore = {
  readonly items: readonly FreeForm[];
  /** How to read times without a zone. */
  readonly zone: Zone;
  /** The items' position in the service's list. */
  readonly place: ItemsPlace;
  /** Sort keys by column: 8 bytes per row. */
  readonly keys: Map<string, Float64Array>;
  readonly dictionaries: Map<string, Dictionary>;
};

/** Items from the start of a list grow at their end, and those from its end at their start. */
export type ItemsPlace = {
  /** Items in the list before the first one. */
  readonly before: number;
  readonly isFromEnd: boolean;
};

const atStart: ItemsPlace = { before: 0, isFromEnd: false };

export function createRowStore(items: readonly FreeForm[], zone: Zone, place = atStart): RowStore {
  return { items, zone, place, keys: new Map(), dictionaries: new Map() };
}

const noItem: FreeForm = {};

/** All row numbers in their original order. */
export function allRows(store: RowStore): Uint32Array {
  return Uint32Array.from(store.items.keys());
}

/** The figure in a value, also if written as text (`$1,250.00`); NaN if there is none to calculate with. */
export function numberOf(value: unknown): number {
  if (typeof value !== 'string') return isFigure(value) ? value : Number.NaN;
  const text = value.replaceAll(/[\s$€£,]/g, '');
  const figure = Number(text);
  return text !== '' && isFigure(figure) ? figure : Number.NaN;
}

/**
 * A sort key per row: numbers, times as instants (ms), false before true, text by rank; NaN for blanks. Computed once per
 * column.
 */
export function* keysOf(store: RowStore, column: Column): Computation<Float64Array> {
  const name = `${column.kind} ${column.id}`;
  const known = store.keys.get(name);
  if (known) return known;
  const read = numberReader(column, store.zone);
  const keys = read ? yield* numberKeys(store, column, read) : yield* textRanks(store, column);
  store.keys.set(name, keys);
  return keys;
}

/** Turns the values of a column into sort keys; null for columns that are sorted as text. */
function numberReader({ kind }: Column, zone: Zone): ((value: unknown) => number) | null {
  if (isNumeric(kind)) return numberOf;
  if (kind === 'boolean') return (value) => (typeof value === 'boolean' ? Number(value) : Number.NaN);
  if (kind === 'guid') return guidNumber;
  return isTime(kind) ? timeReader(kind, zone) : null;
}

/** The first 52 bits of a guid, which sort like its text but faster; NaN for any other value. */
function guidNumber(value: unknown): number {
  if (typeof value !== 'string' || value.length !== 36) return Number.NaN;
  return Number(`0x${value.slice(0, 8)}${value.slice(9, 13)}${value.slice(14, 15)}`);
}

function* numberKeys(store: RowStore, { path }: Column, read: (value: unknown) => number): Computation<Float64Array> {
  const { items } = store;
  const keys = new Float64Array(items.length);
  for (let row = 0; row < keys.length; row++) {
    keys[row] = read(valueAt(items[row] ?? noItem, path));
    if (row % sliceRows === sliceRows - 1) yield;
  }
  return keys;
}

/** Texts that are equal apart from case and accents have equal ranks, so that their order is kept. */
function* textRanks(store: RowStore, column: Column): Computation<Float64Array> {
  const { texts, codes } = yield* dictionaryOf(store, column);
  const ranks = yield* ranksOf(texts);
  return Float64Array.from(codes, (code) => ranks[code] ?? Number.NaN);
}

/** The rank of each text; NaN for the empty text. */
function* ranksOf(texts: readonly string[]): Computation<Float64Array> {
  const forms: string[] = [];
  for (const text of texts) if (forms.push(sortable(text)) % sliceRows === 0) yield;
  const isAfter = (a: number, b: number) => (forms[a] ?? '') > (forms[b] ?? '');
  const order = yield* mergeSorted(Uint32Array.from(forms.keys()), isAfter);
  const ranks = new Float64Array(forms.length);
  let rank = 0;
  for (let at = 0; at < order.length; at++) {
    const code = order[at] ?? 0;
    if (at > 0 && forms[code] !== forms[order[at - 1] ?? 0]) rank++;
    ranks[code] = texts[code] === '' ? Number.NaN : rank;
  }
  return ranks;
}

/** The distinct texts of a column and the code of each row's text, so that each text is tested only once. */
export type Dictionary = { readonly texts: readonly string[]; readonly codes: Uint32Array };

/** A cell's text as the service wrote it; empty for blanks. */
export function textIn(store: RowStore, column: Column, row: number): string {
  return plainText(valueAt(store.items[row] ?? noItem, column.path));
}

/** The dictionary of a column, computed once: 4 bytes per row. */
export function* dictionaryOf(store: RowStore, column: Column): Computation<Dictionary> {
  const known = store.dictionaries.get(column.id);
  if (known) return known;
  const codeOf = new Map<string, number>();
  const codes = new Uint32Array(store.items.length);
  for (let row = 0; row < codes.length; row++) {
    const text = textIn(store, column, row);
    let code = codeOf.get(text);
    if (code === undefined) codeOf.set(text, (code = codeOf.size));
    codes[row] = code;
    if (row % sliceRows === sliceRows - 1) yield;
  }
  const dictionary = { texts: [...codeOf.keys()], codes };
  store.dictionaries.set(column.id, dictionary);
  return dictionary;
}

const sample = 1000;

/** True if the first rows repeat enough texts for a dictionary to pay off; ids and notes are read row by row. */
function isRepetitive(store: RowStore, column: Column): boolean {
  if (store.dictionaries.has(column.id)) return true;
  const rows = Math.min(sample, store.items.length);
  const seen = new Set<string>();
  for (let row = 0; row < rows; row++) seen.add(textIn(store, column, row));
  return 2 * seen.size < rows;
}

/** A test of a row's text, evaluated once per distinct text if texts repeat. */
export function* textTest(
  store: RowStore,
  column: Column,
  passes: (text: string) => boolean,
): Computation<(row: number) => boolean> {
  if (!isRepetitive(store, column)) return (row) => passes(textIn(store, column, row));
  const { texts, codes } = yield* dictionaryOf(store, column);
  const passed = Uint8Array.from(texts, (text) => Number(passes(text)));
  return (row) => passed[codes[row] ?? 0] === 1;
}

type KeyedRows = Pick<RowStore, 'items' | 'place'>;

/** A row's name in an address: its id if all rows have one, otherwise its position in the service's list, `#12`. */
export function keyOfRow({ items, place }: KeyedRows, row: number): string {
  const member = idMember(items);
  return member === null ? `#${place.before + row + 1}` : String(items[row]?.[member]);
}

/** The inverse of `keyOfRow`; null if there is no such row. */
export function rowOfKey({ items, place }: KeyedRows, key: string): number | null {
  const member = idMember(items);
  const position = Number(/^#([1-9]\d*)$/.exec(key)?.[1]) - 1 - place.before;
  if (position >= 0 && position < items.length) return position;
  const row = member === null ? -1 : items.findIndex((item) => String(item[member]) === key);
  return row === -1 ? null : row;
}

/** Personal members, such as a phone number, never identify a row in an address. */
function idMember(items: readonly FreeForm[]): string | null {
  const member = idMemberOf(items);
  return member !== null && isPersonal(member) ? null : member;
}
