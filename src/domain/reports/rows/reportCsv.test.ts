import fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, test } from 'vitest';
import type { FreeForm } from '#domain/answers/unknownMembers.ts';
import { reportCsv } from './reportCsv.ts';
import { sampleStore } from './sampleRows.ts';

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
  test('have the members’ names, values as the service wrote them, and structures as JSON', () => {
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

  test('begin with one byte order mark, whatever the number of pieces', () => {
    const text = csvOf(Array.from({ length: 2500 }, (_, n) => ({ n })));
    expect(text.lastIndexOf('\uFEFF')).toBe(0);
    expect(text.split('\r\n')).toHaveLength(2502);
  });

  test('never begin a formula', () => {
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

  test('come back from another parser as they were', () => {
    const text = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '\r', ' ', ';', '=', 'é', "'") });
    fc.assert(
      fc.property(fc.array(fc.record({ a: text, b: text, c: text }), { minLength: 1 }), (items) => {
        const [head, ...rows] = parsed(csvOf(items));
        expect(head).toEqual(['a', 'b', 'c']);
        const shown = (value: string) => (value.trim() === '' ? '' : /^[=\r\n]/.test(value) ? `'${value}` : value);
        expect(rows).toEqual(items.map(({ a, b, c }) => [a, b, c].map(shown)));
      }),
    );
  });

  test('are a hundred thousand in pieces, and all come back', () => {
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
