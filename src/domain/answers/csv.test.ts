import fc from 'fast-check';
import { readable } from '#contract/isolated.ts';
import { describe, expect, test } from 'vitest';
import { csvText } from './csv.ts';

/** An independent RFC 4180 reader, character by character. */
function readCsv(text: string): string[][] {
  const rows: string[][] = [];
  let [row, cell, isQuoted]: [string[], string, boolean] = [[], '', false];
  for (let at = 0; at < text.length; at++) {
    const character = text[at]!;
    if (isQuoted && character === '"' && text[at + 1] === '"') cell += text[++at]!;
    else if (character === '"') isQuoted = !isQuoted;
    else if (!isQuoted && character === ',') {
      row.push(cell);
      cell = '';
    } else if (!isQuoted && character === '\r' && text[at + 1] === '\n') {
      rows.push([...row, cell]);
      [row, cell] = [[], ''];
      at++;
    } else cell += character;
  }
  expect([row, cell, isQuoted]).toEqual([[], '', false]);
  return rows;
}

const body = (text: string) => text.slice(1);

describe('a table as CSV', () => {
  test('begins with a byte order mark and ends its lines with CRLF', () => {
    expect(
      csvText([
        ['Tail', 'Hours'],
        ['N512SP', 6.2],
      ]),
    ).toBe('\uFEFFTail,Hours\r\nN512SP,6.2\r\n');
  });

  test('quotes cells where needed', () => {
    expect(body(csvText([['a,b', 'say "go"', 'two\nlines', 'plain']]))).toBe(
      '"a,b","say ""go""","two\nlines",plain\r\n',
    );
  });

  test.each([
    '=1+1',
    '-1+1',
    '-2+3',
    '-',
    '@SUM(1)',
    '@SUM(A1)',
    "+1+cmd|' /C calc'!A0",
    "+1 719 555 0100+cmd|' /C calc'!A0",
    '+1 719 555 0100 ext =x',
    // Read as a subtraction: −1373.
    '+1-719-555-0100',
    '+1 - 719 - 555',
    '-A1',
    '-1e5e5',
    '+1,5,5',
    '-2026-05-12',
    '\tx',
    '\rx',
    '\nx',
    '=HYPERLINK("http://x","y")',
    '＝1+1',
    '＋1',
    '－1',
    '＠SUM(A1)',
    // Some spreadsheets leave out blanks and quotes at the start.
    ' =1+1',
    '\u00A0@SUM(1)',
    '\uFEFF=1+1',
    '\0=1+1',
    '"=1+1"',
    ' "-2+3"',
  ])('%j does not run as a formula', (text) => {
    expect(readCsv(body(csvText([[text]])))).toEqual([[`'${readable(text)}`]]);
  });

  test.each([
    '-5',
    '+5',
    '-1.2',
    '-.5',
    '-1,234.50',
    '-1.234,50',
    '-1 234.50',
    '-12%',
    '-$1,234.50',
    '-€5',
    '-1.5e-7',
    ' -5',
    '+17195550100',
    '+1 719 555 0100',
    '+1 (719) 555-0100',
    '+1 719-555-0100',
    '+1.719.555.0100',
    '+1 719 555 0100 ext. 12',
    '+1 719 555 0100 x12',
    '+44 20 7946 0958',
    '+44 (0)20 7946 0958',
    '(555) 010-0100',
    '719-555-0100',
    '2026-05-12',
    '5/12/2026',
    '1 - 2',
    'N512SP',
    "O'Brien",
    'a=b',
  ])('%j is a number, a telephone number or words, and stays as it is', (text) => {
    expect(readCsv(body(csvText([[text, 5], [text]])))).toEqual([[text, '5'], [text]]);
  });

  test('negative numbers stay numbers, missing values are empty', () => {
    expect(body(csvText([[-1.2, '-1.2', '-3', null, Number.NaN]]))).toBe('-1.2,-1.2,-3,,\r\n');
  });
});

describe('any table as CSV', () => {
  const anyText = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\n', '"', ',', ';', "'", '1', ' ') }),
    fc.string({ unit: fc.constantFrom('+', '-', '1', '5', ' ', '.', ',', '(', ')', 'e', 'A1', '%', '$', 'ext') }),
  );
  const table = fc
    .integer({ min: 1, max: 5 })
    .chain((width) => fc.array(fc.array(anyText, { minLength: width, maxLength: width }), { maxLength: 6 }));

  test('every readable text survives, apart from added apostrophes, and never begins a formula', () => {
    fc.assert(
      fc.property(table, (rows) => {
        const read = readCsv(body(csvText(rows)));
        expect(read.length).toBe(rows.length);
        for (const [y, row] of rows.entries()) {
          for (const [x, sent] of row.entries()) {
            const given = readable(sent);
            const cell = read[y]![x]!;
            expect(cell.replaceAll("'", '')).toBe(given.replaceAll("'", ''));
            if (!/[;\t\r\n]/.test(given)) expect([given, `'${given}`]).toContain(cell);
            expect([cell, isEvaluated(cell)]).toEqual([cell, false]);
          }
        }
      }),
      { numRuns: 1000 },
    );
  });

  const digitsOf = (min: number, max: number) =>
    fc.string({ unit: fc.integer({ min: 0, max: 9 }).map(String), minLength: min, maxLength: max });
  const sign = fc.constantFrom('', '-', '+');
  const number = fc
    .tuple(sign, fc.integer({ min: 0, max: 999_999_999 }), digitsOf(0, 3), fc.boolean())
    .map(
      ([before, whole, after, isGrouped]) =>
        `${before}${isGrouped ? whole.toLocaleString('en-US') : whole}${after === '' ? '' : `.${after}`}`,
    );
  const telephone = fc
    .tuple(fc.constantFrom('1', '44', '49', '971'), digitsOf(2, 4), digitsOf(3, 3), digitsOf(4, 4))
    .chain(([country, area, first, last]) =>
      fc.constantFrom(
        `+${country} ${area} ${first} ${last}`,
        `+${country} (${area}) ${first}-${last}`,
        `+${country} ${area}-${first}-${last}`,
        `+${country}${area}${first}${last}`,
        `(${area}) ${first}-${last}`,
        `${area}-${first}-${last}`,
      ),
    );

  test('numbers, telephone numbers and days stay as they are', () => {
    const day = fc.date({ noInvalidDate: true }).map((date) => date.toISOString().replace(/T.*|^[+-]/g, ''));
    fc.assert(
      fc.property(fc.array(fc.oneof(number, telephone, day), { minLength: 1 }), (row) => {
        expect(readCsv(body(csvText([row])))).toEqual([row]);
      }),
    );
  });

  test.each([
    ['a;=cmd|calc', "a;'=cmd|calc"],
    ['a;"=1', `a;"'=1`],
    ['a; =1', "a; '=1"],
    ['a; -2+3', "a; '-2+3"],
    ['a; -2 +cmd|calc', "a; '-2 +cmd|calc"],
    ['a;; \n"=1', `a;; \n"'=1`],
    ['a\t＝1', "a\t'＝1"],
    ['a\n+1+1', "a\n'+1+1"],
    ['5;-3', "5;'-3"],
    ['\t-1;', "'\t'-1;"],
    ['flaps; -2 turns', 'flaps; -2 turns'],
  ])("%j has no formula after another locale's separator", (text, safe) => {
    expect(readCsv(body(csvText([[text]])))).toEqual([[safe]]);
  });

  test('a long run of blanks takes no longer than other text', () => {
    const long = `a${'\n'.repeat(200_000)}`;
    expect(readCsv(body(csvText([[long]])))).toEqual([[long]]);
  });

  test.each([';', '\t'])('begins no formula in a spreadsheet that separates by %j', (separator) => {
    fc.assert(
      fc.property(table, (rows) => {
        for (const cell of readLoosely(body(csvText(rows)), separator)) {
          // Only our commas and quotes follow a cell.
          const [own = ''] = /^[^",]*/.exec(cell) ?? [];
          expect([cell, isEvaluated(own)]).toEqual([cell, false]);
        }
      }),
      { numRuns: 1000 },
    );
  });
});

/**
 * Whether a spreadsheet would evaluate the text: after blanks and quotes, which some leave out, it begins with `=` or
 * `@`, or with a sign and is an expression or reference, which is more than one number. Two operands without an
 * operator between them are no expression.
 */
function isEvaluated(text: string): boolean {
  const core = text.replace(/^["\s\p{Cc}]*/u, '').replace(/["\s]*$/, '');
  if (/^[=@＝＠＋－]/.test(core)) return true;
  if (!/^[+-]/.test(core)) return false;
  let rest = core;
  const take = (part: RegExp) => {
    const [taken] = part.exec(rest) ?? [];
    if (taken !== undefined) rest = rest.slice(taken.length).trimStart();
    return taken !== undefined;
  };
  let operators = -1;
  const operand = (): boolean => {
    while (take(/^[+-]/)) operators++;
    if (take(/^\(/)) return expression() && take(/^\)/);
    if (take(/^[A-Za-z_][\w.]*/)) {
      operators++;
      return !take(/^\(/) || take(/^\)/) || (expression() && take(/^\)/));
    }
    return take(/^[$€£]?(\d[\d.,]*|\.\d+)(e[+-]?\d+)?%?/i);
  };
  const expression = (): boolean => {
    let isWhole = operand();
    while (isWhole && take(/^[-+*/^&|!:<>=]/)) {
      operators++;
      isWhole = operand();
    }
    return isWhole;
  };
  return expression() && rest === '' && operators > 0;
}

/**
 * All cells as a spreadsheet with another separator reads them: quotes count at the start of a cell, and are text
 * elsewhere.
 */
function readLoosely(text: string, separator: string): string[] {
  const cells: string[] = [];
  for (let at = 0; at <= text.length; at++) {
    let cell = '';
    if (text[at] === '"') {
      for (at++; at < text.length && (text[at] !== '"' || text[at + 1] === '"'); at++) {
        if (text[at] === '"') at++;
        cell += text[at];
      }
      at++;
    }
    for (; at < text.length && text[at] !== separator && !/[\r\n]/.test(text[at]!); at++) cell += text[at];
    cells.push(cell);
  }
  return cells;
}
