import { type Cell, csvHead, csvLines } from '#domain/answers/csv.ts';
import { type Column, valueAt, type ColumnKind, isNumeric, isTime } from '#domain/reports/columns/columns.ts';
import type { RowStore } from '#domain/reports/rows/rowStore.ts';
import { plainText } from '#domain/reports/columns/values.ts';
import { type Zone, wallText } from '#domain/time/time.ts';
import { dayNumber, instantReader } from '#domain/reports/columns/times.ts';

const rowsAPiece = 1000;

/** Rows as CSV in pieces, so that a hundred thousand rows neither double the memory nor block the page. */
export function* reportCsv(store: RowStore, columns: readonly Column[], rows: Uint32Array): Generator<string> {
  yield csvHead(columns.map(({ path }) => path.join('.')));
  for (let at = 0; at < rows.length; at += rowsAPiece) {
    const piece = Array.from(rows.subarray(at, at + rowsAPiece), (row) => cellsOf(store, columns, row));
    yield csvLines(piece);
  }
}

/** Values as the service wrote them; objects and lists as JSON, so that nothing is lost. */
function cellsOf(store: RowStore, columns: readonly Column[], row: number): Cell[] {
  const item = store.items[row] ?? {};
  return columns.map(({ path }) => exportCell(valueAt(item, path)));
}

/** A value for a spreadsheet; null for blanks. */
function exportCell(value: unknown): Cell {
  if (typeof value === 'number') return value;
  const text = typeof value === 'object' && value !== null ? structureText(value) : plainText(value);
  return text === '' ? null : text;
}

function structureText(value: object): string {
  const isNothing = Object.keys(value).length === 0;
  return isNothing ? '' : JSON.stringify(value);
}

/** A cell for `write-excel-file`, always with its type, because the library would guess it. */
export type SheetCell =
  | { readonly type: StringConstructor; readonly value: string; readonly fontWeight?: 'bold' }
  | { readonly type: NumberConstructor; readonly value: number; readonly format?: string }
  | { readonly type: BooleanConstructor; readonly value: boolean }
  | { readonly type: DateConstructor; readonly value: Date; readonly format: string }
  | null;

const numberFormats: Partial<Record<ColumnKind, string>> = { money: '#,##0.00', hours: '#,##0.0' };

/** The longest text that Excel accepts; longer texts are cut. */
const longestText = 32_767;

/**
 * Rows as cells of a sheet, column names first. Text stays text, so that formulas in it never run; times are in the operator's
 * wall clock, because Excel has no time zones.
 */
export function reportSheet(store: RowStore, columns: readonly Column[], rows: Uint32Array): SheetCell[][] {
  const head = columns.map(({ path }): SheetCell => ({ type: String, value: path.join('.'), fontWeight: 'bold' }));
  const makers = columns.map((column) => cellMaker(column, store.zone));
  const line = (row: number) => makers.map((make) => make(store.items[row] ?? {}));
  return [head, ...Array.from(rows, line)];
}

/**
 * The second sheet of a workbook with part of the rows: programs read the first, and people see the tab. CSV has no place for
 * notes, because programs read any extra line as a record; there the file name and the menu say it.
 */
export function noteSheet(notes: readonly string[]): SheetCell[][] {
  return notes.map((value) => [{ type: String, value }]);
}

function cellMaker({ path, kind }: Column, zone: Zone): (item: { readonly [member: string]: unknown }) => SheetCell {
  const dateOf = isTime(kind) ? dateReader(kind, zone) : null;
  return (item) => {
    const value = valueAt(item, path);
    if (typeof value === 'number') return numberCell(value, kind);
    if (typeof value === 'boolean') return { type: Boolean, value };
    const date = dateOf && typeof value === 'string' ? dateOf(value) : null;
    if (date) return { type: Date, value: date, format: kind === 'day' ? 'yyyy-mm-dd' : 'yyyy-mm-dd hh:mm:ss' };
    const text = exportCell(value);
    return text === null ? null : textCell(String(text));
  };
}

function numberCell(value: number, kind: ColumnKind): SheetCell {
  if (!Number.isFinite(value)) return null;
  const format = isNumeric(kind) ? numberFormats[kind] : undefined;
  return { type: Number, value, ...(format && { format }) };
}

function textCell(text: string): SheetCell {
  return { type: String, value: text.length > longestText ? `${text.slice(0, longestText - 1)}…` : text };
}

/** The wall clock as if it were UTC, which is how the library writes dates; null for anything else. */
function dateReader(kind: ColumnKind, zone: Zone): (text: string) => Date | null {
  if (kind === 'day') return (text) => validDate(dayNumber(text));
  const read = instantReader(zone);
  return (text) => {
    const instant = read(text);
    return Number.isNaN(instant) ? null : validDate(Date.parse(`${wallText(instant, zone.name)}Z`));
  };
}

function validDate(time: number): Date | null {
  return Number.isNaN(time) ? null : new Date(time);
}
