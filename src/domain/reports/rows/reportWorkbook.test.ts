import readXlsxFile from 'read-excel-file/node';
import { describe, expect, test } from 'vitest';
import writeXlsxFile from 'write-excel-file/node';
import type { FreeForm } from '#domain/answers/unknownMembers.ts';
import { reportSheet, type SheetCell } from './reportCsv.ts';
import { sampleStore } from './sampleRows.ts';

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

describe('a workbook', () => {
  test('keeps text text, numbers numbers and times times, without running a formula', async () => {
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

  test('takes signs that XML cannot hold, and texts longer than a cell', async () => {
    const [, row] = await readBack(sheetOf([{ odd: 'a\u0000b<&>"', long: 'x'.repeat(40_000) }]));
    expect(row?.[0]).toBe('ab<&>"');
    expect(row?.[1]).toHaveLength(32_767);
  });
});
