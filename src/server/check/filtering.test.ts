import { expect, test } from 'vitest';
import { filterVerdict } from './probes.ts';

const inactive = { operator: 'eq', values: ['0'] } as const;
const verdict = (statuses: readonly number[], unfiltered: number) =>
  filterVerdict(statuses, inactive, (status) => status, unfiltered);

test('a filter is honoured when all that came fits, or nothing came where there is something', () => {
  expect(verdict([0, 0], 26)).toEqual({ mark: 'ok', words: 'honoured: all 2 records fit.' });
  expect(verdict([], 26)).toEqual({ mark: 'ok', words: 'honoured: nothing came, of 26 without it.' });
});

test('one record that does not fit shows that it is ignored', () => {
  expect(verdict([0, 1, 1], 26)).toEqual({
    mark: 'differs',
    words: 'ignored: 2 of 3 records are not what was asked for.',
  });
});

test('where there is nothing to filter, nothing is told', () => {
  expect(verdict([], 0).mark).toBe('unsure');
});
