import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { FreeForm } from '#contract/objects.ts';
import { isSummed, columnsOf, decimalsOf, emptyShape, widened } from './columns.ts';
import { anyItem } from '#e2e/fixtures/samples/sampleRows.ts';

const shapeOf = (items: readonly FreeForm[]) => widened(emptyShape, items);
const kindsOf = (items: readonly FreeForm[]) =>
  Object.fromEntries(columnsOf(shapeOf(items)).map(({ id, kind }) => [id, kind]));

describe('the shape of items', () => {
  test('is the union of their fields in order of first appearance', () => {
    const columns = columnsOf(shapeOf([{ b: 1, a: 2 }, { c: 3, a: 4 }, {}]));
    expect(columns.map(({ id }) => id)).toEqual(['b', 'a', 'c']);
    expect(columns.map(({ emptyShare }) => emptyShare)).toEqual([2 / 3, 1 / 3, 2 / 3]);
  });

  test.each([
    ['text', 'Open'],
    ['number', 3],
    ['boolean', false],
    ['instant', '2026-05-12T14:00:00Z'],
    ['instant', '2026-05-12T14:00:00.5-06:00'],
    ['wallTime', '2026-05-12T14:00:00.1234567'],
    ['day', '2026-05-12'],
    ['guid', '5E3A7F0C-1f6d-4c9b-9a44-6d2f0f4f7b11'],
    ['list', [1]],
    ['text', '172-3X-99'],
  ])('%s is the kind of %j', (kind, value) => {
    expect(kindsOf([{ it: value }])).toEqual({ it: kind });
  });

  test.each([
    null,
    '',
    '  ',
    [],
    {},
    '1753-01-01T00:00:00',
    '0001-01-01T00:00:00Z',
    '1899-12-31',
    '9999-12-31T00:00:00',
    '1/1/1753 12:00:00 AM',
  ])('%j is blank', (value) => {
    const [column] = columnsOf(shapeOf([{ it: value }]));
    expect(column).toMatchObject({ id: 'it', kind: 'empty', emptyShare: 1 });
  });

  test('numbers have the unit that their name implies', () => {
    expect(
      kindsOf([{ flightHours: 1.2, airframeHobbs: 1, engine1Tach: 1, amount: 3, hourlyRate: 2, landings: 4 }]),
    ).toEqual({
      flightHours: 'hours',
      airframeHobbs: 'hours',
      engine1Tach: 'hours',
      amount: 'money',
      hourlyRate: 'money',
      landings: 'number',
    });
  });
});

describe('the kind of a column', () => {
  test('counts, labels and counter readings have no unit, and the last two have no sum', () => {
    const items = [
      {
        attachmentCount: 2,
        invoiceNumber: 1042,
        landingsTotal: 4093,
        discount: 5,
        invoiceTotal: 7,
        landingFee: 3,
        no: 1,
      },
    ];
    expect(kindsOf(items)).toEqual({
      attachmentCount: 'number',
      invoiceNumber: 'text',
      landingsTotal: 'number',
      discount: 'money',
      invoiceTotal: 'money',
      landingFee: 'money',
      no: 'text',
    });
    expect(
      columnsOf(shapeOf(items))
        .filter(isSummed)
        .map(({ id }) => id),
    ).toEqual(['attachmentCount', 'discount', 'invoiceTotal', 'landingFee']);
    expect(kindsOf([{ invoiceNumber: 7 }, { invoiceNumber: 'A-7' }])).toEqual({ invoiceNumber: 'text' });
  });

  test('US dates are dates if the whole column has that form', () => {
    const rows = [
      { a: '5/31/2026 11:59:59 PM', b: '5/31/2026', c: '5/31/2026', d: '5/6/2026', e: '1/2/2026', f: '13/1/2026' },
      { a: '05/01/2026 08:30', b: '1/1/1753', c: '2026-05-01T08:00:00', d: '31/5/2026', e: 'soon', f: '2/30/2026' },
    ];
    expect(kindsOf(rows)).toEqual({ a: 'wallTime', b: 'day', c: 'wallTime', d: 'text', e: 'text', f: 'text' });
    expect(columnsOf(shapeOf(rows)).find(({ id }) => id === 'b')?.emptyShare).toBe(0.5);
  });

  test('several kinds in a column are mixed, unless one covers all', () => {
    const guid = '5e3a7f0c-1f6d-4c9b-9a44-6d2f0f4f7b11';
    const rows = [
      { a: 1, b: guid, c: '2026-05-12T14:00:00', d: '2026-05-12' },
      { a: 'x', b: 'x', c: '2026-05-12T14:00:00Z', d: '2026-05-12T14:00:00' },
    ];
    expect(kindsOf(rows)).toEqual({ a: 'mixed', b: 'text', c: 'instant', d: 'wallTime' });
  });

  test('objects are flattened one level and stay objects below it', () => {
    const rows = [
      { aircraft: null, n: 1 },
      { aircraft: { tail: 'N5', make: { name: 'Cessna' } }, 'a.b': 1, a: { b: 2 } },
    ];
    expect(kindsOf(rows)).toEqual({
      'aircraft.tail': 'text',
      'aircraft.make': 'object',
      n: 'number',
      [String.raw`a\.b`]: 'number',
      'a.b': 'number',
    });
  });

  test('items without common fields give a limited number of columns, and the rest are counted', () => {
    const items = Array.from({ length: 300 }, (_, row) => ({ [`a${row}`]: 1, [`b${row}`]: { x: 1 }, [`c${row}`]: 2 }));
    const shape = shapeOf(items);
    expect(columnsOf(shape).length).toBeLessThanOrEqual(1000);
    expect(shape.beyond).toBeGreaterThan(0);
  });
});

describe('columns', () => {
  test('a detected kind can be corrected', () => {
    const shape = shapeOf([{ code: '12' }]);
    expect(columnsOf(shape, { code: 'number' })[0]).toMatchObject({ kind: 'number', detected: 'text' });
  });

  test('may have the names of every object’s own properties', () => {
    const item = JSON.parse('{"__proto__": 1, "constructor": "x", "": 2}') as FreeForm;
    expect(columnsOf(shapeOf([item])).map(({ kind }) => kind)).toEqual(['number', 'text', 'number']);
    expect(columnsOf(shapeOf([item])).map(({ id }) => id)).toEqual(['__proto__', 'constructor', '']);
  });
});

describe('any items', () => {
  test('give the same result page by page as at once, and leave the earlier shape unchanged', () => {
    fc.assert(
      fc.property(fc.array(fc.array(anyItem, { maxLength: 5 }), { maxLength: 5 }), (pages) => {
        let shape = emptyShape;
        for (const page of pages) {
          const before = JSON.stringify(columnsOf(shape));
          const next = widened(shape, page);
          expect(JSON.stringify(columnsOf(shape))).toBe(before);
          shape = next;
        }
        expect(shape).toEqual(shapeOf(pages.flat()));
      }),
    );
  });

  test('have every non-blank value counted in exactly one column', () => {
    fc.assert(
      fc.property(fc.array(fc.dictionary(fc.string(), fc.oneof(fc.integer(), fc.constant('x')))), (items) => {
        const filled = columnsOf(shapeOf(items)).reduce((sum, column) => sum + column.filled, 0);
        expect(filled).toBe(items.reduce((sum, item) => sum + Object.keys(item).length, 0));
      }),
    );
  });
});

test.each([
  [3, 0],
  [6.2, 1],
  [12.05, 2],
  [0.1 + 0.2, 6],
  [1e-9, 6],
])('%d has %i decimals', (value, decimals) => {
  expect(decimalsOf(value)).toBe(decimals);
});
