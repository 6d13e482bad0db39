import { expect, test } from 'vitest';
import { isWorkOver } from './leftOut.ts';

test.each([
  [null, null, false],
  [null, 'Open', false],
  [null, 'In progress', false],
  [null, 'Closed', true],
  [null, 'Completed', true],
  [null, 'COMPLETE', true],
  [null, 'Not closed', false],
  [null, 'Incomplete', false],
  [null, 'Partially completed', false],
  [null, 'To be done', false],
  [null, 'Enclosed papers missing', false],
  [' ', 'Open', false],
  ['2026-05-11T08:00:00', null, true],
  ['at noon', 'Open', true],
])('a work order closed %j with the status %j is over: %j', (closed, status, isOver) => {
  expect(isWorkOver(closed, status)).toBe(isOver);
});
