import fc from 'fast-check';
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
    '+1',
    '-1+1',
    '-',
    '@SUM(A1)',
    '\tx',
    '\rx',
    '=HYPERLINK("http://x","y")',
    '＝1+1',
    '＋1',
    '－1',
    '＠SUM(A1)',
  ])('%j does not run as a formula', (text) => {
    expect(readCsv(body(csvText([[text]])))).toEqual([[`'${text}`]]);
  });

  test('negative numbers stay numbers, missing values are empty', () => {
    expect(body(csvText([[-1.2, '-1.2', '-3', null, Number.NaN]]))).toBe('-1.2,-1.2,-3,,\r\n');
  });
});

describe('any table as CSV', () => {
  const anyText = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\n', '"', ',', ';', "'", '1', ' ') }),
  );
  const table = fc
    .integer({ min: 1, max: 5 })
    .chain((width) => fc.array(fc.array(anyText, { minLength: width, maxLength: width }), { maxLength: 6 }));

  test('every text survives, apart from added apostrophes, and never begins a formula', () => {
    fc.assert(
      fc.property(table, (rows) => {
        const read = readCsv(body(csvText(rows)));
        expect(read.length).toBe(rows.length);
        for (const [y, row] of rows.entries()) {
          for (const [x, given] of row.entries()) {
            const cell = read[y]![x]!;
            expect(cell.replaceAll("'", '')).toBe(given.replaceAll("'", ''));
            if (!/[;\t\r\n]/.test(given)) expect([given, `'${given}`]).toContain(cell);
            if (/^[=+\-@\t\r]/.test(cell)) expect(Number(cell)).toBeLessThanOrEqual(0);
          }
        }
      }),
    );
  });

  test.each([
    ['a;=cmd|calc', "a;'=cmd|calc"],
    ['a;"=1', `a;"'=1`],
    ['a\t＝1', "a\t'＝1"],
    ['a\n+1+1', "a\n'+1+1"],
    ['5;-3', "5;'-3"],
    ['\t-1;', "'\t'-1;"],
    ['flaps; -2 turns', 'flaps; -2 turns'],
  ])("%j has no formula after another locale's separator", (text, safe) => {
    expect(readCsv(body(csvText([[text]])))).toEqual([[safe]]);
  });

  test.each([';', '\t'])('begins no formula in a spreadsheet that separates by %j', (separator) => {
    fc.assert(
      fc.property(table, (rows) => {
        for (const cell of readLoosely(body(csvText(rows)), separator)) {
          // A negative number is harmless: only our commas and quotes follow it.
          if (!/^-\d+(\.\d+)?([",]|$)/.test(cell)) expect(cell).not.toMatch(/^[=+\-@＝＋－＠]/);
        }
      }),
    );
  });
});

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
