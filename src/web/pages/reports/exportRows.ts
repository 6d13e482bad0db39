import { type Cell, csvHead, csvLines } from '#domain/answers/csv.ts';
import { type Column, valueAt, type ColumnKind, isNumeric, isTime } from '#domain/reports/columns/columns.ts';
import type { RowStore } from '#domain/reports/rows/rowStore.ts';
import { plainText } from '#domain/reports/columns/values.ts';
import { counted, numberText } from '#domain/words.ts';
import { type Zone, wallText } from '#domain/time/time.ts';
import { dayNumber, instantReader } from '#domain/reports/columns/times.ts';
import { longestText, type SheetCell, textCell } from '#web/components/table/workbook.ts';

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

const numberFormats: Partial<Record<ColumnKind, string>> = { money: '#,##0.00', hours: '#,##0.0' };

/** The cells of a sheet, and how many of its texts were cut. */
type ReportSheet = { readonly cells: SheetCell[][]; readonly cut: number };

/**
 * Rows as cells of a sheet, column names first. Text stays text, so that formulas in it never run; times are in the operator's
 * wall clock, because Excel has no time zones.
 */
export function reportSheet(store: RowStore, columns: readonly Column[], rows: Uint32Array): ReportSheet {
  const head = columns.map(({ path }): SheetCell => ({ ...textCell(path.join('.')), fontWeight: 'bold' }));
  let cut = 0;
  const textOf = (text: string) => {
    if (text.length > longestText) cut++;
    return textCell(text);
  };
  const makers = columns.map((column) => cellMaker(column, store.zone, textOf));
  const line = (row: number) => makers.map((make) => make(store.items[row] ?? {}));
  return { cells: [head, ...Array.from(rows, line)], cut };
}

/** A note for the second sheet, if texts were cut. */
export function cutNote(cut: number): string[] {
  if (cut === 0) return [];
  const limit = numberText(longestText);
  return [
    `Excel keeps ${limit} characters in a cell. Cut there, and ending with “…”: ${counted(cut, 'text')}. The CSV file has all characters.`,
  ];
}

type Item = { readonly [member: string]: unknown };

function cellMaker({ path, kind }: Column, zone: Zone, textOf: typeof textCell): (item: Item) => SheetCell {
  const dateOf = isTime(kind) ? dateReader(kind, zone) : null;
  return (item) => {
    const value = valueAt(item, path);
    if (typeof value === 'number') return numberCell(value, kind);
    if (typeof value === 'boolean') return { type: Boolean, value };
    const date = dateOf && typeof value === 'string' ? dateOf(value) : null;
    if (date) return { type: Date, value: date, format: kind === 'day' ? 'yyyy-mm-dd' : 'yyyy-mm-dd hh:mm:ss' };
    // A cell keeps its text to itself, so it is as the service wrote it.
    if (typeof value === 'string' && value.trim() !== '') return textOf(value);
    const text = exportCell(value);
    return text === null ? null : textOf(String(text));
  };
}

function numberCell(value: number, kind: ColumnKind): SheetCell {
  if (!Number.isFinite(value)) return null;
  const format = isNumeric(kind) ? numberFormats[kind] : undefined;
  return { type: Number, value, ...(format && { format }) };
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
