import { describe, expect, test } from 'vitest';
import { wentBackIn } from './wentBack.ts';

/** The meter of one aircraft with these readings. */
function backAfter(...readings: readonly number[]) {
  const moves = readings
    .slice(1)
    .map((after, at) => ({ aircraft: 'a1', at, before: readings[at] ?? 0, after }))
    .toReversed();
  return wentBackIn(moves).get('a1') ?? null;
}

describe('a meter went backward', () => {
  test.each([
    ['if its last reading is less than the one before', [4090, 4092, 62.3], { from: 4092, to: 62.3 }],
    ['also by a little', [4090, 4092, 4091.5], { from: 4092, to: 4091.5 }],
    ['and jumped on', [4090, 4092, 62.3, 500], { from: 4092, to: 500 }],
    ['twice', [4090, 4092, 62.3, 40], { from: 62.3, to: 40 }],
    ['at the first reading', [4092, 62.3], { from: 4092, to: 62.3 }],
  ])('%s', (_, readings, back) => {
    expect(backAfter(...readings)).toEqual(back);
  });

  test.each([
    ['rises as the flights do', [4090, 4091.5, 4093]],
    ['rose again as a flight did', [4090, 4092, 62.3, 63.8]],
    ['came back to the reading before a wrong one', [4090, 4092, 409.4, 4093.1]],
    ['came back from a reading that was too high', [4090, 4092, 4929, 4093.5]],
    ['jumped ahead', [4090, 4092, 5092]],
    ['has one reading', [4090]],
  ])('no longer if it %s', (_, readings) => {
    expect(backAfter(...readings)).toBeNull();
  });
});
