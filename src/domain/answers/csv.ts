import { readable } from '#contract/isolated.ts';

export type Cell = string | number | null;

const byteOrderMark = '\uFEFF';
/**
 * Text that a spreadsheet may evaluate: a sign at the start, also after blanks and quotes, which some spreadsheets leave
 * out. Includes the full-width signs of East Asian keyboards, which spreadsheets treat the same way.
 */
const formula = /^(?:[\t\r\n]|["\s\p{Cc}]*[=+\-@＝＋－＠])/u;
/** `-5`, `+1.5e-7`, `-1,234.50`, `-1.234,50`, `-$12`, `-8 %`; digits are grouped by threes. */
const number = /^[+-]?[$€£]?(?=[.,]?\d)(?:\d{1,3}(?:[,.'\s]\d{3})+|\d*)(?:[.,]\d+)?(?:e[+-]?\d+)?\s?%?$/i;
/** `+1 719 555 0100`, `+1 (719) 555-0100 ext. 12`. */
const telephone = /^\+\d[\d ().\u00A0-]*\d(?: ?(?:ext\.?|x) ?\d{1,6})?$/i;
/** Two numbers with nothing but a blank or bracket between them, which no formula has. */
const apart = /[\d)][ \u00A0]+[\d(]|\d\(|\)\d/;
/**
 * The same check after a separator inside a cell. Spreadsheets in most of Europe separate by semicolons, some by tabs.
 * Our quotes do not prevent that split, because they are not at the start of the new cell. Other text may follow a
 * number there, so numbers are not exempt, except before a word: `flaps; -2 turns`.
 */
const within = /([;\t\r\n][;"\s]*)([=+\-@＝＋－＠](?!(?<=\s[+-])\d+(?:[.,]\d+)?\s\p{L}[\p{L} ]*(?:[;.,]|$)))?/gu;

/**
 * A table as CSV (RFC 4180) for a spreadsheet: UTF-8 with a byte order mark, lines end with CRLF. Text that a
 * spreadsheet would run as a formula gets a leading apostrophe, also for locales with another separator. Numbers and
 * telephone numbers stay as they are, also with a sign; except `+1-719-555-0100`, which spreadsheets read as a
 * subtraction. Characters that draw nothing are left out (`readable`). Every CSV file that is saved is written here.
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

function cellText(given: Cell): string {
  if (given === null) return '';
  if (typeof given === 'number') return Number.isFinite(given) ? String(given) : '';
  const cell = readable(given);
  const begun = formula.test(cell) && !isNumber(cell) ? `'${cell}` : cell;
  const safe = begun.replaceAll(within, (all, before: string, sign?: string) => (sign ? `${before}'${sign}` : all));
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

function isNumber(cell: string): boolean {
  const text = cell.trim();
  if (number.test(text)) return true;
  return telephone.test(text) && (!text.includes('-') || apart.test(text));
}
