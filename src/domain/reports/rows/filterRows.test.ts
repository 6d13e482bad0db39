import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { FreeForm } from '#contract/objects.ts';
import { dayOf, readInstant } from '#domain/time/time.ts';
import { type ColumnFilter, filterRows, searchRows } from './filterSort.ts';
import { anyItem, denver, sampleStore } from '#e2e/fixtures/samples/sampleRows.ts';
import { folded, plainText } from '#domain/reports/columns/values.ts';
import { runToEnd } from './computation.ts';

function passing(items: readonly FreeForm[], ...filters: ColumnFilter[]): FreeForm[] {
  const { store, columns, rows } = sampleStore(items);
  return [...runToEnd(filterRows(store, columns, rows, filters))].map((row) => items[row] ?? {});
}

function found(items: readonly FreeForm[], text: string): FreeForm[] {
  const { store, columns, rows } = sampleStore(items);
  return [...runToEnd(searchRows(store, columns, rows, text))].map((row) => items[row] ?? {});
}

describe('a filter', () => {
  const items = [
    { name: 'José García', hours: 1.2, start: '2026-05-12T23:30:00' },
    { name: 'Chen', hours: 3, start: '2026-05-13T00:30:00' },
    { name: null, hours: null, start: '1753-01-01T00:00:00' },
  ];

  test('of text ignores case and accents', () => {
    expect(passing(items, { form: 'text', column: 'name', contains: 'garcia' })).toEqual([items[0]]);
  });

  test('of a range includes both ends', () => {
    expect(passing(items, { form: 'range', column: 'hours', min: 1.2, max: 3 })).toEqual(items.slice(0, 2));
    expect(passing(items, { form: 'range', column: 'hours', min: null, max: 2 })).toEqual([items[0]]);
  });

  test('of days uses the operator’s midnight', () => {
    expect(passing(items, { form: 'days', column: 'start', first: '2026-05-13', last: '2026-05-13' })).toEqual([
      items[1],
    ]);
  });

  test('of a set may include blanks', () => {
    expect(passing(items, { form: 'set', column: 'name', values: ['', 'Chen'] })).toEqual(items.slice(1));
  });

  test('of a missing column keeps all rows', () => {
    expect(passing(items, { form: 'set', column: 'x', values: ['y'] })).toEqual(items);
  });

  test('gives exactly the matching rows, in their order', () => {
    const bound = fc.option(fc.integer({ min: -500, max: 500 }));
    fc.assert(
      fc.property(
        fc.array(anyItem, { maxLength: 40 }),
        fc.string({ maxLength: 2 }),
        bound,
        bound,
        (given, text, min, max) => {
          const isIn = ({ hours }: FreeForm) =>
            typeof hours === 'number' && hours >= (min ?? -Infinity) && hours <= (max ?? Infinity);
          expect(passing(given, { form: 'range', column: 'hours', min, max })).toEqual(
            given.some((item) => 'hours' in item) ? given.filter(isIn) : given,
          );
          const column = given.some(({ word }) => plainText(word) !== '');
          const holds = ({ word }: FreeForm) => folded(plainText(word)).includes(folded(text));
          if (column)
            expect(passing(given, { form: 'text', column: 'word', contains: text })).toEqual(given.filter(holds));
        },
      ),
    );
  });

  test('of days gives the rows of those days', () => {
    const day = fc
      .integer({ min: 0, max: 50_000 })
      .map((index) => new Date(index * 86_400_000).toISOString().slice(0, 10));
    fc.assert(
      fc.property(fc.array(anyItem, { minLength: 1, maxLength: 40 }), day, (given, first) => {
        const dayIn = ({ start }: FreeForm) => {
          const instant = readInstant(start as string | null, denver);
          return instant === null ? '' : dayOf(instant, denver.name);
        };
        if (given.every(({ start }) => start == null)) return;
        const expected = given.filter((item) => dayIn(item) >= first);
        expect(passing(given, { form: 'days', column: 'start', first, last: null })).toEqual(expected);
      }),
    );
  });
});

describe('the quick search', () => {
  const items = [
    { a: 'N512SP', n: 6.2 },
    { a: { tail: 'n9' }, n: 16.25 },
    { a: [1, 'Émile'], when: '2026-05-12T14:00:00' },
  ];

  test.each([
    ['sp', [0]],
    ['N9', [1]],
    ['emile', [2]],
    ['6.2', [0]],
    ['2026-05', [2]],
    ['14:00', [2]],
    ['zzz', []],
    ['  ', [0, 1, 2]],
  ])('for %j finds the rows %j', (text, expected) => {
    expect(found(items, text)).toEqual(expected.map((row) => items[row]));
  });

  test('finds the same as a filter on any one column', () => {
    fc.assert(
      fc.property(
        fc.array(anyItem, { minLength: 1, maxLength: 30 }),
        fc.string({ minLength: 1, maxLength: 2 }),
        (given, text) => {
          fc.pre(text.trim() !== '');
          const holds = ({ word }: FreeForm) => folded(plainText(word)).includes(folded(text.trim()));
          const rows = found(given, text);
          for (const item of given.filter(holds)) expect(rows).toContain(item);
        },
      ),
    );
  });
});
