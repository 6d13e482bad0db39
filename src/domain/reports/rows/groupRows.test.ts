import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { FreeForm } from '#contract/objects.ts';
import type { Bucket } from '#domain/reports/columns/times.ts';
import { groupRows, measurable, orderedGroups, rowsOfGroup, totals } from './groupRows.ts';
import { anyItem, sampleStore } from '#e2e/fixtures/samples/sampleRows.ts';
import { plainText } from '#domain/reports/columns/values.ts';
import { runToEnd } from './computation.ts';

function grouped(
  items: readonly FreeForm[],
  by: string,
  measures: readonly string[] = [],
  bucket: Bucket | null = null,
) {
  const { store, rows, column } = sampleStore(items);
  return runToEnd(groupRows(store, rows, { column: column(by), bucket }, measures.map(column)));
}

describe('rows are grouped', () => {
  test('by a value, with count, sum, average, minimum and maximum', () => {
    const items = [
      { tail: 'N12', hours: 0.1 },
      { tail: 'N9', hours: 1 },
      { tail: 'N12', hours: 0.2 },
      { tail: null, hours: null },
    ];
    expect(grouped(items, 'tail', ['hours'])).toEqual([
      { key: 'N9', count: 1, aggregates: [{ filled: 1, sum: 1, average: 1, least: 1, most: 1 }] },
      { key: 'N12', count: 2, aggregates: [{ filled: 2, sum: 0.3, average: 0.15, least: 0.1, most: 0.2 }] },
      { key: '', count: 1, aggregates: [{ filled: 0, sum: null, average: null, least: null, most: null }] },
    ]);
  });

  test("by calendar periods in the operator's time zone", () => {
    const items = ['2026-05-18T00:30:00', '2026-05-17T23:30:00', '2026-05-18T05:00:00Z', '1753-01-01T00:00:00'].map(
      (start) => ({ start }),
    );
    const names = (bucket: Bucket) => grouped(items, 'start', [], bucket).map(({ key, count }) => [key, count]);
    expect(names('day')).toEqual([
      ['2026-05-17', 2],
      ['2026-05-18', 1],
      ['', 1],
    ]);
    expect(names('week')).toEqual([
      ['2026-05-11', 2],
      ['2026-05-18', 1],
      ['', 1],
    ]);
    expect(names('month')).toEqual([
      ['2026-05', 3],
      ['', 1],
    ]);
  });

  test('and times have a minimum and a maximum, but no sum', () => {
    const [group] = grouped([{ a: 'x', start: '2026-05-12T14:00:00Z' }], 'a', ['start']);
    const at = Date.parse('2026-05-12T14:00:00Z');
    expect(group?.aggregates).toEqual([{ filled: 1, sum: null, average: null, least: at, most: at }]);
  });

  test('and sorted by size or by a sum', () => {
    const groups = grouped(
      [
        { a: 'x', n: 1 },
        { a: 'y', n: 5 },
        { a: 'x', n: 1 },
      ],
      'a',
      ['n'],
    );
    expect(orderedGroups(groups, 'count').map(({ key }) => key)).toEqual(['x', 'y']);
    expect(orderedGroups(groups, 0).map(({ key }) => key)).toEqual(['y', 'x']);
    expect(orderedGroups(groups, 0, false).map(({ key }) => key)).toEqual(['x', 'y']);
  });
});

describe('any rows are grouped', () => {
  test('so that every row is in one group, and sums are exact to a tenth', () => {
    fc.assert(
      fc.property(
        fc.array(anyItem, { maxLength: 60 }),
        fc.constantFrom('word', 'flag', 'odd', 'hours', 'start'),
        (given, by) => {
          const items = [...given, { [by]: by === 'start' ? '2026-05-12T14:00:00' : 'x', hours: 0.5 }];
          const groups = grouped(items, by, ['hours']);
          expect(groups.reduce((sum, { count }) => sum + count, 0)).toBe(items.length);
          expect(new Set(groups.map(({ key }) => key)).size).toBe(groups.length);
          for (const { key, count, aggregates } of groups) {
            const rows = items.filter((item) => plainText(item[by]) === key);
            expect(count).toBe(rows.length);
            const tenths = rows.flatMap(({ hours }) =>
              typeof hours === 'number' ? [BigInt(Math.round(10 * hours))] : [],
            );
            const sum = tenths.reduce((total, tenth) => total + tenth, 0n);
            expect(aggregates[0]?.filled).toBe(tenths.length);
            if (tenths.length > 0) expect(aggregates[0]?.sum).toBe(Number(sum) / 10);
          }
        },
      ),
    );
  });
});

test('the totals equal those of a single group', () => {
  fc.assert(
    fc.property(fc.array(anyItem, { maxLength: 60 }), (given) => {
      const items = given.map((item) => ({ ...item, all: 'x' }));
      const { store, rows, columns } = sampleStore(items);
      const measures = measurable(columns);
      const [group] =
        items.length > 0
          ? grouped(
              items,
              'all',
              measures.map(({ id }) => id),
            )
          : [];
      if (group) expect(runToEnd(totals(store, rows, measures))).toEqual(group.aggregates);
    }),
  );
});

test('a hundred thousand tenths add up exactly', () => {
  const items = Array.from({ length: 100_000 }, () => ({ hours: 0.1 }));
  const { store, rows, columns } = sampleStore(items);
  expect(runToEnd(totals(store, rows, columns))).toMatchObject([{ filled: 100_000, sum: 10_000, average: 0.1 }]);
});

test("the groups' rows are all rows, each in its own group, as many as the group counts", () => {
  const by = fc.constantFrom(['word', null], ['hours', null], ['start', 'week'], ['start', 'month'], ['start', 'year']);
  fc.assert(
    fc.property(fc.array(anyItem, { minLength: 1 }), by, (items, [id, bucket]) => {
      const { store, rows, columns } = sampleStore(items);
      const column = columns.find((candidate) => candidate.id === id);
      if (!column) return;
      const grouping = { column, bucket: bucket as Bucket | null };
      const groups = runToEnd(groupRows(store, rows, grouping, []));
      const members = groups.map(({ key }) => [...runToEnd(rowsOfGroup(store, rows, grouping, key))]);
      expect(members.map(({ length }) => length)).toEqual(groups.map(({ count }) => count));
      expect(members.flat().toSorted((one, other) => one - other)).toEqual([...rows]);
    }),
  );
});
