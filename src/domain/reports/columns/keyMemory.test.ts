import { expect, test } from 'vitest';
import { keyChange, keyChangeWords, rememberedKeys } from './keyMemory.ts';

const memory = { day: '2026-05-12', columns: ['a', 'b', 'c'] };
const words = (columns: readonly string[]) => {
  const change = keyChange(memory, columns);
  return change && keyChangeWords(change);
};

test('new and missing columns are told with the day of comparison', () => {
  expect(words(['a', 'b', 'c', 'd', 'e'])).toBe('2 columns are new since Tue 12 May.');
  expect(words(['a', 'b', 'd'])).toBe('1 column is new since Tue 12 May; 1 is not among these rows.');
  expect(words(['a'])).toBe('2 columns of Tue 12 May are not among these rows.');
  expect(words(['c', 'b', 'a'])).toBeNull();
});

test('without a memory or without rows there is nothing to tell, and nothing to forget', () => {
  expect(keyChange(null, ['a'])).toBeNull();
  expect(keyChange(memory, [])).toBeNull();
  expect(rememberedKeys(memory, [], '2026-05-13')).toBe(memory);
  expect(rememberedKeys(memory, ['a'], '2026-05-13')).toEqual({ day: '2026-05-13', columns: ['a'] });
});
