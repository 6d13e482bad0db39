export type Cell = string | number | null;

const byteOrderMark = '\uFEFF';
/** Also in the full width of East Asian keyboards, which spreadsheets take for the same. */
const formula = /^[=+\-@\t\r\n＝＋－＠]/;
const negativeNumber = /^-\d+(\.\d+)?$/;

/**
 * A table as CSV (RFC 4180) for a spreadsheet: UTF-8 with a byte order mark, lines ended by CRLF. Text that a spreadsheet
 * would run as a formula gets an apostrophe before it; numbers, also negative ones written as text, stay numbers.
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
  const safe = formula.test(cell) && !negativeNumber.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
