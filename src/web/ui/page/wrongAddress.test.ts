import { expect, test } from 'vitest';
import { nothingWrong, withoutReport, withReport, wrongTexts } from './wrongAddress.ts';

const [first, second, again] = [{ text: 'a' }, { text: 'b' }, { text: 'a' }];
const all = [first, second, again].reduce(withReport, nothingWrong);

test('each problem is shown once, until no one reports it', () => {
  expect(wrongTexts(all)).toEqual(['a', 'b']);
  const one = withoutReport(all, first);
  expect(wrongTexts(one)).toEqual(['b', 'a']);
  expect(wrongTexts(withoutReport(one, again))).toEqual(['b']);
});

test('a closed problem stays closed while it lasts, and is shown again when it returns', () => {
  const closed = { ...all, closed: ['a'] };
  expect(wrongTexts(closed)).toEqual(['b']);
  const one = withoutReport(closed, first);
  expect(wrongTexts(one)).toEqual(['b']);
  const right = withoutReport(one, again);
  expect(wrongTexts(withReport(right, { text: 'a' }))).toEqual(['b', 'a']);
});
