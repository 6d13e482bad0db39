import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { offsetMeaning, filterVerdict } from './probes.ts';

/** The answer of a service that counts in this way. */
const services = {
  page: (rows: readonly unknown[], offset: number, limit: number) => rows.slice(offset * limit, (offset + 1) * limit),
  record: (rows: readonly unknown[], offset: number, limit: number) => rows.slice(offset, offset + limit),
  ignored: (rows: readonly unknown[], _: number, limit: number) => rows.slice(0, limit),
} as const;

describe('what offset counts', () => {
  it.each(['page', 'record', 'ignored'] as const)('is found if it is %s, from two different records on', (name) => {
    const rows = fc.uniqueArray(fc.record({ id: fc.nat() }), { minLength: 2, selector: ({ id }) => id });
    fc.assert(
      fc.property(rows, (all) => {
        expect(offsetMeaning(services[name](all, 0, 4), services[name](all, 1, 2))).toBe(name);
      }),
    );
  });

  it('stays unknown with fewer than two records, with equal records, or with changed ones', () => {
    expect(offsetMeaning([], [])).toBeNull();
    expect(offsetMeaning([1], [])).toBeNull();
    expect(offsetMeaning([1, 1, 1, 1], [1, 1])).toBeNull();
    expect(offsetMeaning([1, 2, 3, 4], [8, 9])).toBeNull();
  });
});

const inactive = { operator: 'eq', values: ['0'] } as const;
const verdict = (statuses: readonly number[], unfiltered: number) =>
  filterVerdict(statuses, inactive, (status) => status, unfiltered);

test('a filter is honoured if all records fit, or if none came though there are some without it', () => {
  expect(verdict([0, 0], 26)).toEqual({ mark: 'ok', words: 'honoured: all 2 records fit.' });
  expect(verdict([], 26)).toEqual({ mark: 'ok', words: 'honoured: no records, of 26 without it.' });
});

test('one record that does not fit shows that the filter is ignored', () => {
  expect(verdict([0, 1, 1], 26)).toEqual({
    mark: 'differs',
    words: 'ignored: 2 of 3 records do not match.',
  });
});

test('with nothing to filter, nothing can be said', () => {
  expect(verdict([], 0).mark).toBe('unsure');
});
