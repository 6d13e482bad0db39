import { expect, test } from 'vitest';
import { nextOrder, sortPlace, withSort } from './sortRows.ts';

const byTail = { column: 'tail', isDescending: false };
const byHours = { column: 'hours', isDescending: true };

test('a column chosen again and again goes up, down, and as it came', () => {
  let sorts = withSort([], 'tail', nextOrder(null), false);
  expect(sorts).toEqual([byTail]);
  sorts = withSort(sorts, 'tail', nextOrder(sortPlace(sorts, 'tail')), false);
  expect(sorts).toEqual([{ ...byTail, isDescending: true }]);
  expect(withSort(sorts, 'tail', nextOrder(sortPlace(sorts, 'tail')), false)).toEqual([]);
});

test('a column takes the place of the others, unless it is added to them', () => {
  expect(withSort([byTail], 'hours', 'descending', false)).toEqual([byHours]);
  expect(withSort([byTail], 'hours', 'descending', true)).toEqual([byTail, byHours]);
});

test('an added column keeps the place it has', () => {
  expect(withSort([byTail, byHours], 'tail', 'descending', true)).toEqual([{ ...byTail, isDescending: true }, byHours]);
  expect(withSort([byTail, byHours], 'tail', 'none', true)).toEqual([byHours]);
  expect(sortPlace([byTail, byHours], 'hours')).toEqual({ isDescending: true, rank: 2, of: 2 });
});
