import { type NoteExport, saveBlob } from '#web/components/panel/saveText.ts';

/** A cell for `write-excel-file`, always with its type, because the library would guess it. */
export type SheetCell =
  | { readonly type: StringConstructor; readonly value: string; readonly fontWeight?: 'bold' }
  | { readonly type: NumberConstructor; readonly value: number; readonly format?: string }
  | { readonly type: BooleanConstructor; readonly value: boolean }
  | { readonly type: DateConstructor; readonly value: Date; readonly format: string }
  | null;

/** The longest text that Excel accepts, in UTF-16 units, before escapes; longer texts are cut. */
export const longestText = 32_767;

/**
 * The second sheet of a workbook with part of the rows: programs read the first, and people see the tab. CSV has no place for
 * notes, because programs read any extra line as a record; there the file name and the menu say it.
 */
export function noteSheet(notes: readonly string[]): SheetCell[][] {
  return notes.map((note) => [textCell(note)]);
}

/**
 * Characters that XML cannot hold or that its readers and the library change, such as a carriage return, half of a
 * surrogate pair or U+FFFD.
 */
const unsafe = String.raw`[\0-\x08\x0B-\x1F\x7F-\x9F\uFFFD\p{Cs}\p{NChar}]`;
/** Those characters, and `_` where what follows would make it an escape. */
const toEscape = new RegExp(String.raw`_(?=x[0-9a-f]{4}(?:_|${unsafe}))|${unsafe}`, 'giu');

/** A text as a cell that gives it back as typed, escaped as `_xHHHH_` (ECMA-376 Part 1, 22.9.2.19, ST_Xstring). */
export function textCell(text: string): { readonly type: StringConstructor; readonly value: string } {
  const value = fitting(text).replaceAll(toEscape, escaped);
  // The library looks texts up in an object, and finds `constructor` and the like there.
  return { type: String, value: value in Object.prototype ? escaped(value.charAt(0)) + value.slice(1) : value };
}

function escaped(characters: string): string {
  return characters
    .split('')
    .map((unit) => `_x${unit.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`)
    .join('');
}

function fitting(text: string): string {
  if (text.length <= longestText) return text;
  return `${text.slice(0, longestText - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/** Rows of cells. */
type Sheet = readonly (readonly SheetCell[])[];

/** Saves an Excel file, with a second sheet if there is anything to note. The library is loaded at the first export. */
export async function saveWorkbook(name: string, rows: Sheet, notes: Sheet, noteExport: NoteExport): Promise<void> {
  const { default: write } = await import('write-excel-file/browser');
  const data = (sheet: Sheet) => sheet.map((row) => [...row]);
  const options = { stickyRowsCount: 1 };
  const book =
    notes.length === 0
      ? write(data(rows), options)
      : write([
          { data: data(rows), sheet: 'Rows', ...options },
          { data: data(notes), sheet: 'Part of the data' },
        ]);
  saveBlob(name, await book.toBlob(), noteExport);
}
