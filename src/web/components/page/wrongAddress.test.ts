import { expect, test } from 'vitest';
import { nothingWrong, withoutReport, withReport, wrongTexts } from './wrongAddress.ts';

const [first, second, again] = [{ text: 'a' }, { text: 'b' }, { text: 'a' }];
const all = [first, second, again].reduce(withReport, nothingWrong);

test('each problem is shown once, until no one reports it', () => {
  expect(wrongTexts(all)).toEqual(['a', 'b']);
  const reports = withoutReport(all, first);
  expect(wrongTexts(reports)).toEqual(['b', 'a']);
  expect(wrongTexts(withoutReport(reports, again))).toEqual(['b']);
});

test('a closed problem stays closed while it lasts, and is shown again when it returns', () => {
  const closed = { ...all, closed: ['a'] };
  expect(wrongTexts(closed)).toEqual(['b']);
  const reports = withoutReport(closed, first);
  expect(wrongTexts(reports)).toEqual(['b']);
  const right = withoutReport(reports, again);
  expect(wrongTexts(withReport(right, { text: 'a' }))).toEqual(['b', 'a']);
});
