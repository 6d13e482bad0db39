import fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, test } from 'vitest';
import type { FreeForm } from '#contract/objects.ts';
import { noteSheet, reportCsv, reportSheet, type SheetCell } from './exportRows.ts';
import { sampleStore } from '#e2e/samples/sampleRows.ts';
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
        { a: '+1', b: '-2' },
      ]),
    );
    expect(rows).toEqual([
      ["'=1+1", "'@x"],
      ["'+1", '-2'],
    ]);
  });

  test('are read back unchanged by another parser', () => {
    const text = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '\r', ' ', ';', '=', 'é', "'") });
    fc.assert(
      fc.property(fc.array(fc.record({ a: text, b: text, c: text }), { minLength: 1 }), (items) => {
        const [head, ...rows] = parsed(csvOf(items));
        expect(head).toEqual(['a', 'b', 'c']);
        const shown = (value: string) => (value.trim() === '' ? '' : /^[=\r\n]/.test(value) ? `'${value}` : value);
        // Spreadsheets of other locales begin a cell after a semicolon.
        const safe = (value: string) => shown(value).replaceAll(/([;\r\n]"*)(?==)/g, "$1'");
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
  return reportSheet(store, columns, rows);
}

/** As another program reads the finished file, which has times to the second. */
async function readBack(sheet: SheetCell[][]): Promise<unknown[][]> {
  const [first] = await readXlsxFile(await writeXlsxFile(sheet).toBuffer());
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

  test('accepts characters that XML cannot hold, and texts longer than a cell', async () => {
    const [, row] = await readBack(sheetOf([{ odd: 'a\u0000b<&>"', long: 'x'.repeat(40_000) }]));
    expect(row?.[0]).toBe('ab<&>"');
    expect(row?.[1]).toHaveLength(32_767);
  });
});
