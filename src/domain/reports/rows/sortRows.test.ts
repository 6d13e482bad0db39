import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { FreeForm } from '#contract/objects.ts';
import { readInstant } from '#domain/time/time.ts';
import { anyItem, denver, sampleStore } from '#e2e/fixtures/samples/sampleRows.ts';
import { sortRows } from './filterSort.ts';
import { runToEnd } from './computation.ts';

function sorted(items: readonly FreeForm[], ...sorts: string[]): unknown[] {
  const { store, columns, rows } = sampleStore(items);
  const given = sorts.map((text) => ({ column: text.replace('-', ''), isDescending: text.startsWith('-') }));
  return [...runToEnd(sortRows(store, columns, rows, given))].map((row) => items[row]);
}

const words = (...values: unknown[]) => values.map((word) => ({ word }));

describe('rows are sorted', () => {
  test('by text in natural order: numbers by size, ignoring case and accents', () => {
    expect(sorted(words('WO-12', 'wo-9', 'Émile', 'eve', 'WO-012'), 'word')).toEqual(
      words('Émile', 'eve', 'wo-9', 'WO-12', 'WO-012'),
    );
  });

  test('with blanks last in either direction', () => {
    expect(sorted(words(2, null, 1, ''), 'word')).toEqual(words(1, 2, null, ''));
    expect(sorted(words(2, null, 1, ''), '-word')).toEqual(words(2, 1, null, ''));
  });

  test('by several columns, the first deciding', () => {
    const rows = [
      { tail: 'N2', hours: 1 },
      { tail: 'N1', hours: 1 },
      { tail: 'N1', hours: 3 },
    ];
    expect(sorted(rows, 'tail', '-hours')).toEqual([rows[2], rows[1], rows[0]]);
    expect(sorted(rows, 'nothing')).toEqual(rows);
  });

  test('by ids in the order of their text, as far as their first 52 bits differ', () => {
    const prefix = (id: string) => id.replaceAll('-', '').slice(0, 13);
    fc.assert(
      fc.property(fc.uniqueArray(fc.uuid(), { selector: prefix }), (ids) => {
        expect(
          sorted(
            ids.map((id) => ({ id })),
            'id',
          ),
        ).toEqual(ids.toSorted().map((id) => ({ id })));
      }),
    );
  });

  /** The same in plain form: by two keys, blanks last, otherwise in the given order. */
  const naive = (items: readonly FreeForm[], [first, second]: readonly [number, number]) => {
    const key = ({ hours }: FreeForm) => (typeof hours === 'number' ? hours : null);
    const time = ({ start }: FreeForm) => readInstant(start as string | null, denver);
    const compare = (a: number | null, b: number | null, sign: number) => {
      if (a === null || b === null) return Number(a === null) - Number(b === null);
      return sign * (a - b);
    };
    return items.toSorted((a, b) => compare(key(a), key(b), first) || compare(time(a), time(b), second));
  };

  test('as a plain comparison would, for any number of rows', () => {
    const sign = fc.constantFrom(1, -1);
    fc.assert(
      fc.property(fc.array(anyItem, { maxLength: 60 }), fc.tuple(sign, sign), (items, signs) => {
        const [first, second] = signs.map((one) => (one < 0 ? '-' : ''));
        expect(sorted(items, `${first}hours`, `${second}start`)).toEqual(naive(items, signs));
      }),
    );
  });
});
