import type { FreeForm } from '#domain/answers/unknownMembers.ts';
import type { Zone } from '#domain/time/time.ts';
import { type Column, isNumeric, isTime, valueAt } from '#domain/reports/columns/columns.ts';
import { dayNumber, instantReader } from '#domain/reports/columns/instants.ts';
import { mergeSorted } from './mergeSorted.ts';
import { sortable } from '#domain/reports/columns/texts.ts';
import { sliceRows, type Work } from './work.ts';
import { plainText } from '#domain/reports/columns/valueKinds.ts';
import { isPersonal } from '#domain/people/personalData.ts';
import { idMemberOf } from '#domain/reports/loading/loadPlan.ts';

/** Rows as they were parsed, and beside them what has been needed of their columns so far. */
export type RowStore = {
  readonly items: readonly FreeForm[];
  /** How times without a zone are read. */
  readonly zone: Zone;
  /** Numbers that order a column: 8 bytes a row. */
  readonly keys: Map<string, Float64Array>;
  readonly dictionaries: Map<string, Dictionary>;
};

export function createRowStore(items: readonly FreeForm[], zone: Zone): RowStore {
  return { items, zone, keys: new Map(), dictionaries: new Map() };
}

/** Every row, in the order in which they came. */
export function allRows(store: RowStore): Uint32Array {
  return Uint32Array.from(store.items.keys());
}

/** The number in a value of a numeric column, also one written as text (`$1,250.00`); NaN for none. */
export function numberOf(value: unknown): number {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string') return Number.NaN;
  const text = value.replaceAll(/[\s$€£,]/g, '');
  return text === '' ? Number.NaN : Number(text);
}

/**
 * A number per row that orders a column: its numbers, its times as instants, false before true, text by rank. NaN where a
 * row has nothing. Made once.
 */
export function* keysOf(store: RowStore, column: Column): Work<Float64Array> {
  const name = `${column.kind} ${column.id}`;
  const known = store.keys.get(name);
  if (known) return known;
  const read = numberReader(column, store.zone);
  const keys = read ? yield* numberKeys(store, column, read) : yield* textRanks(store, column);
  store.keys.set(name, keys);
  return keys;
}

/** How a column's values become numbers; null for columns that are ordered as text. */
function numberReader({ kind }: Column, zone: Zone): ((value: unknown) => number) | null {
  if (isNumeric(kind)) return numberOf;
  if (kind === 'boolean') return (value) => (typeof value === 'boolean' ? Number(value) : Number.NaN);
  if (kind === 'guid') return guidNumber;
  if (!isTime(kind)) return null;
  const read = kind === 'day' ? dayNumber : instantReader(zone);
  return (value) => (typeof value === 'string' ? read(value) : Number.NaN);
}

/** The first 52 bits of a guid, which order guids as their texts do, and far faster; guids alike in them keep their order. NaN for any other text. */
function guidNumber(value: unknown): number {
  if (typeof value !== 'string' || value.length !== 36) return Number.NaN;
  return Number(`0x${value.slice(0, 8)}${value.slice(9, 13)}${value.slice(14, 15)}`);
}

function* numberKeys(store: RowStore, { path }: Column, read: (value: unknown) => number): Work<Float64Array> {
  const { items } = store;
  const keys = new Float64Array(items.length);
  for (let row = 0; row < keys.length; row++) {
    keys[row] = read(valueAt(items[row] as FreeForm, path));
    if (row % sliceRows === sliceRows - 1) yield;
  }
  return keys;
}

/** Equal texts, case and accents aside, have equal ranks: what came first stays first. */
function* textRanks(store: RowStore, column: Column): Work<Float64Array> {
  const { texts, codes } = yield* dictionaryOf(store, column);
  const ranks = yield* ranksOf(texts);
  return Float64Array.from(codes, (code) => ranks[code] as number);
}

/** The rank of each of these texts among them all; NaN for the empty one. */
function* ranksOf(texts: readonly string[]): Work<Float64Array> {
  const forms: string[] = [];
  for (const text of texts) if (forms.push(sortable(text)) % sliceRows === 0) yield;
  const isAfter = (a: number, b: number) => (forms[a] as string) > (forms[b] as string);
  const order = yield* mergeSorted(Uint32Array.from(forms.keys()), isAfter);
  const ranks = new Float64Array(forms.length);
  let rank = 0;
  for (let at = 0; at < order.length; at++) {
    const code = order[at] as number;
    if (at > 0 && forms[code] !== forms[order[at - 1] as number]) rank++;
    ranks[code] = texts[code] === '' ? Number.NaN : rank;
  }
  return ranks;
}

/** A column's texts, each once, and which of them each row has: what is true of a text is found out once. */
export type Dictionary = { readonly texts: readonly string[]; readonly codes: Uint32Array };

/** A column's text in a row, as the service wrote it; empty for nothing. */
export function textIn(store: RowStore, column: Column, row: number): string {
  return plainText(valueAt(store.items[row] ?? {}, column.path));
}

/** Made once: 4 bytes a row, and the different texts, which the rows hold anyway. */
export function* dictionaryOf(store: RowStore, column: Column): Work<Dictionary> {
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

/** Whether the first rows say the same things often, so that a dictionary pays; ids and notes are read row by row. */
function isRepetitive(store: RowStore, column: Column): boolean {
  if (store.dictionaries.has(column.id)) return true;
  const rows = Math.min(sample, store.items.length);
  const seen = new Set<string>();
  for (let row = 0; row < rows; row++) seen.add(textIn(store, column, row));
  return 2 * seen.size < rows;
}

/** Whether a row's text passes a test, which is made once per different text where texts repeat. */
export function* textTest(
  store: RowStore,
  column: Column,
  passes: (text: string) => boolean,
): Work<(row: number) => boolean> {
  if (!isRepetitive(store, column)) return (row) => passes(textIn(store, column, row));
  const { texts, codes } = yield* dictionaryOf(store, column);
  const passed = Uint8Array.from(texts, (text) => Number(passes(text)));
  return (row) => passed[codes[row] as number] === 1;
}

/** What a row is called in an address: its own id where all rows have one, else its place among the loaded rows, `#12`. */
export function keyOfRow(items: readonly FreeForm[], row: number): string {
  const member = idMember(items);
  return member === null ? `#${row + 1}` : String(items[row]?.[member]);
}

/** The inverse of `keyOfRow`; null where no row is called so. */
export function rowOfKey(items: readonly FreeForm[], key: string): number | null {
  const member = idMember(items);
  const place = Number(/^#([1-9]\d*)$/.exec(key)?.[1]) - 1;
  if (place < items.length) return place;
  const row = member === null ? -1 : items.findIndex((item) => String(item[member]) === key);
  return row === -1 ? null : row;
}

/** A phone number names its owner too well. */
function idMember(items: readonly FreeForm[]): string | null {
  const member = idMemberOf(items);
  return member !== null && isPersonal(member) ? null : member;
}
