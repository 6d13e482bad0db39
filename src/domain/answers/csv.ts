export type Cell = string | number | null;

const byteOrderMark = '\uFEFF';
/** Also in the full width of East Asian keyboards, which spreadsheets take for the same. */
const formula = /^[=+\-@\t\r\n＝＋－＠]/;
const negativeNumber = /^-\d+(\.\d+)?$/;
/**
 * The same after what begins a cell where a spreadsheet separates by semicolons, as in most of Europe, or by tabs: quotes do not
 * hold a cell together there, because they do not stand at its beginning. What follows is not known there, so that a figure counts too.
 */
const formulaWithin = /([;\t\r\n]"*)(?=[=+\-@＝＋－＠])/g;

/**
 * A table as CSV (RFC 4180) for a spreadsheet: UTF-8 with a byte order mark, lines ended by CRLF. Text that a spreadsheet
 * would run as a formula gets an apostrophe before it, also where its locale has another separator; numbers, also negative ones
 * written as text, stay numbers.
 */
export function csvText(rows: readonly (readonly Cell[])[]): string {
  return byteOrderMark + csvLines(rows);
}

/** The beginning of such a table, where its rows are written piece by piece: the mark and the line of names. */
export function csvHead(names: readonly string[]): string {
  return csvText([names]);
}

/** Further lines of such a table. */
export function csvLines(rows: readonly (readonly Cell[])[]): string {
  return rows.map((row) => `${row.map(cellText).join(',')}\r\n`).join('');
}

function cellText(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return Number.isFinite(cell) ? String(cell) : '';
  const begun = formula.test(cell) && !negativeNumber.test(cell) ? `'${cell}` : cell;
  const safe = begun.replaceAll(formulaWithin, "$1'");
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
