import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { offsetMeaning } from './offset.ts';

/** How a service would answer that counts so. */
const services = {
  page: (rows: readonly unknown[], offset: number, limit: number) => rows.slice(offset * limit, (offset + 1) * limit),
  record: (rows: readonly unknown[], offset: number, limit: number) => rows.slice(offset, offset + limit),
  ignored: (rows: readonly unknown[], _: number, limit: number) => rows.slice(0, limit),
} as const;

describe('what offset counts', () => {
  it.each(['page', 'record', 'ignored'] as const)('is told where it is %s, from two different records on', (name) => {
    const rows = fc.uniqueArray(fc.record({ id: fc.nat() }), { minLength: 2, selector: ({ id }) => id });
    fc.assert(
      fc.property(rows, (all) => {
        expect(offsetMeaning(services[name](all, 0, 4), services[name](all, 1, 2))).toBe(name);
      }),
    );
  });

  it('cannot be told from one record or none, from records that are alike, or from others', () => {
    expect(offsetMeaning([], [])).toBeNull();
    expect(offsetMeaning([1], [])).toBeNull();
    expect(offsetMeaning([1, 1, 1, 1], [1, 1])).toBeNull();
    expect(offsetMeaning([1, 2, 3, 4], [8, 9])).toBeNull();
  });
});
