export type Cell = string | number | null;

const byteOrderMark = '\uFEFF';
/** Includes the full-width signs of East Asian keyboards, which spreadsheets treat the same way. */
const formula = /^[=+\-@\t\r\n＝＋－＠]/;
const negativeNumber = /^-\d+(\.\d+)?$/;
/**
 * The same check after a separator inside a cell. Spreadsheets in most of Europe separate by semicolons, some by tabs.
 * Our quotes do not prevent that split, because they are not at the start of the new cell. Other text may follow a
 * number there, so numbers are not exempt.
 */
const formulaWithin = /([;\t\r\n]"*)(?=[=+\-@＝＋－＠])/g;

/**
 * A table as CSV (RFC 4180) for a spreadsheet: UTF-8 with a byte order mark, lines end with CRLF. Text that a
 * spreadsheet would run as a formula gets a leading apostrophe, also for locales with another separator. Numbers stay
 * numbers, including negative ones written as text.
 */
export function csvText(rows: readonly (readonly Cell[])[]): string {
  return byteOrderMark + csvLines(rows);
}

/** The start of a table that is written in pieces: the byte order mark and the heading row. */
export function csvHead(names: readonly string[]): string {
  return csvText([names]);
}

/** Further rows of such a table. */
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
