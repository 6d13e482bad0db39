import { expect, test } from 'vitest';
import { columnValues, offeredValues } from './columnValues.ts';
import { sampleStore } from '#domain/reports/rows/sampleRows.ts';
import { done } from '#domain/reports/rows/work.ts';

const { store, column } = sampleStore(
  ['N2', 'N1', null, 'N1', 'Émile', 'N1', 'N2'].map((tail) => (tail === null ? {} : { tail })),
);
const values = done(columnValues(store, column('tail')));

test('values come with the rows that have them, the most frequent first', () => {
  expect(values).toEqual([
    { text: 'N1', count: 3 },
    { text: 'N2', count: 2 },
    { text: '', count: 1 },
    { text: 'Émile', count: 1 },
  ]);
});

test('chosen values stand first, also those that no row has any more', () => {
  expect(offeredValues(values, ['N2', 'N9'], '', 1)).toEqual([
    { text: 'N2', count: 2 },
    { text: 'N9', count: 0 },
    { text: 'N1', count: 3 },
  ]);
});

test('values are found by their letters, case and accents aside', () => {
  expect(offeredValues(values, [], ' EMI', 10).map(({ text }) => text)).toEqual(['Émile']);
});
