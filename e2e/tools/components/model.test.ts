import { expect, test } from 'vitest';
import { contrastOf, contrastText } from './model.ts';

test.each([
  ['rgb(0, 0, 0)', 'rgb(255, 255, 255)', 21],
  ['rgb(255, 255, 255)', 'rgb(0, 0, 0)', 21],
  ['rgb(16, 24, 40)', 'rgb(16, 24, 40)', 1],
  // 0.2159 + 0.05 against 1.05.
  ['rgb(128, 128, 128)', 'rgb(255, 255, 255)', 3.95],
])('the contrast of %s on %s is %f', (one, other, contrast) => {
  expect(contrastOf(one, other)).toBeCloseTo(contrast, 2);
});

test('a transparent colour has no contrast', () => {
  expect(contrastOf('rgba(0, 0, 0, 0.5)', 'rgb(0, 0, 0)')).toBeNull();
  expect(contrastText(null)).toBe('–');
});

test('a contrast is rounded down', () => {
  expect(contrastText(4.49)).toBe('4.4:1');
  expect(contrastText(21)).toBe('21.0:1');
});
