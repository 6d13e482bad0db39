import { expect, test } from 'vitest';
import { nothingWrong, withoutTelling, withTelling, wrongTexts } from './wrongAddress.ts';

const [first, second, again] = [{ text: 'a' }, { text: 'b' }, { text: 'a' }];
const all = [first, second, again].reduce(withTelling, nothingWrong);

test('each problem is shown once, until no one reports it', () => {
  expect(wrongTexts(all)).toEqual(['a', 'b']);
  const one = withoutTelling(all, first);
  expect(wrongTexts(one)).toEqual(['b', 'a']);
  expect(wrongTexts(withoutTelling(one, again))).toEqual(['b']);
});

test('a closed problem stays closed while it lasts, and is shown again when it returns', () => {
  const closed = { ...all, closed: ['a'] };
  expect(wrongTexts(closed)).toEqual(['b']);
  const one = withoutTelling(closed, first);
  expect(wrongTexts(one)).toEqual(['b']);
  const right = withoutTelling(one, again);
  expect(wrongTexts(withTelling(right, { text: 'a' }))).toEqual(['b', 'a']);
});
