import { expect, test } from 'vitest';
import { placeOf } from './shellModel.ts';

const places = (count: number) => Array.from({ length: count }, (_, index) => placeOf(index, count));
const amount = (count: number, ...wanted: readonly string[]) =>
  places(count).filter((place) => wanted.includes(place)).length;

test('a phone’s bar holds five at most, "More" among them where there are others', () => {
  expect(amount(5, 'always')).toBe(5);
  for (const count of [6, 9, 12]) expect(amount(count, 'always')).toBe(4);
});

test('a desktop’s bar holds six beside "More", a wide one all', () => {
  expect(amount(6, 'always', 'desktop')).toBe(6);
  expect(amount(9, 'always', 'desktop')).toBe(6);
  expect(amount(9, 'always', 'desktop', 'wide')).toBe(9);
});
