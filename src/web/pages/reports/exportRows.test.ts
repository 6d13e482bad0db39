import fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, test } from 'vitest';
import type { FreeForm } from '#contract/objects.ts';
import { cutNote, reportCsv, reportSheet } from './exportRows.ts';
import { noteSheet, type SheetCell } from '#web/components/table/workbook.ts';
import { sampleStore } from '#e2e/fixtures/samples/sampleRows.ts';
import readXlsxFile from 'read-excel-file/node';
import writeXlsxFile from 'write-excel-file/node';

function csvOf(items: readonly FreeForm[]): string {
  const { store, columns, rows } = sampleStore(items);
  return [...reportCsv(store, columns, rows)].join('');
}

/** As another program reads it. */
function parsed(text: string): string[][] {
  const { data, errors } = Papa.parse<string[]>(text, { delimiter: ',' });
  expect(errors).toEqual([]);
  // The last line is ended as well, so that an empty one follows.
  expect(data.pop()).toEqual(['']);
  return data;
}

describe('rows as CSV', () => {
  test('have the field names, the values as the service sent them, and structures as JSON', () => {
    const items = [
      {
        tail: 'N5',
        hours: 1.2,
        open: true,
        at: '1753-01-01T00:00:00',
        list: [1, { a: 2 }],
        make: { id: 1, deep: { x: '"' } },
      },
      { tail: null, hours: -3, list: [] },
    ];
    expect(parsed(csvOf(items))).toEqual([
      ['tail', 'hours', 'open', 'at', 'list', 'make.id', 'make.deep'],
      ['N5', '1.2', 'yes', '', '[1,{"a":2}]', '1', '{"x":"\\""}'],
      ['', '-3', '', '', '', '', ''],
    ]);
  });

  test('start with a single byte order mark, however many chunks there are', () => {
    const text = csvOf(Array.from({ length: 2500 }, (_, n) => ({ n })));
    expect(text.lastIndexOf('\uFEFF')).toBe(0);
    expect(text.split('\r\n')).toHaveLength(2502);
  });

  test('never start a formula', () => {
    const [, ...rows] = parsed(
      csvOf([
        { a: '=1+1', b: '@x' },
        { a: '+1+1', b: '-2' },
        { a: '+1 719 555 0100', b: '-1,234.50' },
      ]),
    );
    expect(rows).toEqual([
      ["'=1+1", "'@x"],
      ["'+1+1", '-2'],
      ['+1 719 555 0100', '-1,234.50'],
    ]);
  });

  test('are read back unchanged by another parser', () => {
    const text = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '\r', ' ', ';', '=', 'é', "'") });
    fc.assert(
      fc.property(fc.array(fc.record({ a: text, b: text, c: text }), { minLength: 1 }), (items) => {
        const [head, ...rows] = parsed(csvOf(items));
        expect(head).toEqual(['a', 'b', 'c']);
        const shown = (value: string) =>
          value.trim() === '' ? '' : /^([\r\n]|[\s"]*=)/.test(value) ? `'${value}` : value;
        // Spreadsheets of other locales begin a cell after a semicolon.
        const safe = (value: string) => shown(value).replaceAll(/([;\r\n][;\s"]*)(?==)/g, "$1'");
        expect(rows).toEqual(items.map(({ a, b, c }) => [a, b, c].map(safe)));
      }),
    );
  });

  test('are all read back when a hundred thousand are written in chunks', () => {
    const items = Array.from({ length: 100_000 }, (_, row) => ({
      id: `row ${row}`,
      note: row % 3 === 0 ? `said "go", then\nleft ${row}` : null,
      hours: row / 10,
    }));
    const rows = parsed(csvOf(items));
    expect(rows).toHaveLength(100_001);
    for (const [at, item] of items.entries()) {
      if (rows[at + 1]?.join('|') !== [item.id, item.note ?? '', String(item.hours)].join('|'))
        expect.fail(`row ${at}`);
    }
  });
});

function sheetOf(items: readonly FreeForm[]): SheetCell[][] {
  const { store, columns, rows } = sampleStore(items);
  return reportSheet(store, columns, rows).cells;
}

/** As another program reads the finished file, which has times to the second. */
async function readBack(sheet: SheetCell[][], trim = true): Promise<unknown[][]> {
  const [first] = await readXlsxFile(await writeXlsxFile(sheet).toBuffer(), { trim });
  const rows: unknown[][] = first?.data ?? [];
  return rows.map((row) => row.map((cell) => (cell instanceof Date ? toSecond(cell) : cell)));
}

const toSecond = (date: Date) => new Date(Math.round(date.getTime() / 1000) * 1000);

test('notes go on a sheet of their own, one per line', async () => {
  const rows = sheetOf([{ tail: 'N5' }]);
  const book = await writeXlsxFile([
    { data: rows, sheet: 'Rows' },
    { data: noteSheet(['a part', '34 rows match']), sheet: 'Part of the data' },
  ]).toBuffer();
  const [first, second] = await readXlsxFile(book);
  expect(first?.data).toEqual([['tail'], ['N5']]);
  expect(second).toEqual({ sheet: 'Part of the data', data: [['a part'], ['34 rows match']] });
});

describe('a workbook', () => {
  test('keeps texts, numbers and times as they are, and runs no formula', async () => {
    const items = [
      {
        tail: 'N5',
        code: '007',
        formula: '=1+1',
        hours: 1.25,
        open: true,
        at: '2026-05-12T14:00:00',
        day: '2026-05-12',
      },
      { tail: null, code: '1e5', formula: '+1', hours: -2, open: false, at: '2026-05-12T20:00:00Z', day: null },
    ];
    const time = new Date('2026-05-12T14:00:00Z');
    expect(await readBack(sheetOf(items))).toEqual([
      ['tail', 'code', 'formula', 'hours', 'open', 'at', 'day'],
      ['N5', '007', '=1+1', 1.25, true, time, new Date('2026-05-12T00:00:00Z')],
      [null, '1e5', '+1', -2, false, time, null],
    ]);
  });

  test.each([
    '_x0041_',
    '_x000D_',
    'was _x005F_x0041_ before',
    '_x0041_x0042_',
    '__x0041__',
    '_X0041_ and _x41_ and _x00g1_',
    'a\r\nb\rc\nd\te',
    'a\u0000b\u0007<&>"\u001F\u007F\u0085',
    '\uFFFD\uFFFE\uFFFF\uFDD0 \u{1FFFE} \u{10FFFF}x',
    'half \uD83D of a pair, \uDE00, and a whole one 😀',
    ' blanks at both ends\n',
    '\uFEFFmark',
    '=1+1',
    '007',
    'constructor',
    '__proto__',
    'toString',
  ])('gives %j back as typed', async (text) => {
    const sheet = sheetOf([{ text, [text]: 'in the heading' }]);
    expect(await readBack(sheet, false)).toEqual([
      ['text', text],
      [text, 'in the heading'],
    ]);
    const [, notes] = await readXlsxFile(
      await writeXlsxFile([
        { data: sheet, sheet: 'Rows' },
        { data: noteSheet([text]), sheet: 'Part of the data' },
      ]).toBuffer(),
      { trim: false },
    );
    expect(notes?.data).toEqual([[text]]);
  });

  test('gives any text back as typed', async () => {
    const text = fc.oneof(
      fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)) }),
      fc.string({ unit: fc.constantFrom('_', 'x', '0', '4', '1', 'F', '5', 'D', '_x', '_x005F_', '\r', '\n', ' ') }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 30 }), async (texts) => {
        // A blank text is an empty cell.
        const given = texts.map((one) => `.${one}`);
        const [, ...rows] = await readBack(sheetOf(given.map((one) => ({ text: one, other: 1 }))), false);
        expect(rows.map(([first]) => first)).toEqual(given);
      }),
    );
  });

  test('cuts texts longer than a cell between two characters, and says how many', async () => {
    const { store, columns, rows } = sampleStore([
      { long: 'x'.repeat(32_767) },
      { long: 'x'.repeat(40_000) },
      { long: '😀'.repeat(20_000) },
      { long: '_x0041_'.repeat(4681) },
    ]);
    const { cells, cut } = reportSheet(store, columns, rows);
    const [, whole, long, pairs, escapes] = (await readBack(cells)).map(([first]) => first);
    expect(whole).toBe('x'.repeat(32_767));
    expect(long).toBe(`${'x'.repeat(32_766)}…`);
    expect(pairs).toBe(`${'😀'.repeat(16_383)}…`);
    expect(escapes).toBe('_x0041_'.repeat(4681));
    expect(cutNote(cut)).toEqual([
      'Excel keeps 32,767 characters in a cell. Cut there, and ending with “…”: 2 texts. The CSV file has all characters.',
    ]);
    expect(cutNote(0)).toEqual([]);
  });
});
