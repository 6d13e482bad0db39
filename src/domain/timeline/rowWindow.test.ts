import fc from 'fast-check';
import { expect, test } from 'vitest';
import { linesBetween, topsOf } from './lanes.ts';

const heights = fc.array(fc.integer({ min: 1, max: 90 }), { maxLength: 60 });

test('each line begins where the one above it ends', () => {
  expect([...topsOf([34, 24, 60])]).toEqual([0, 34, 58, 118]);
  expect([...topsOf([])]).toEqual([0]);
});

test('the lines in a window are exactly those of which something is in it', () => {
  fc.assert(
    fc.property(
      heights,
      fc.integer({ min: -50, max: 3000 }),
      fc.integer({ min: 1, max: 900 }),
      (given, above, tall) => {
        const tops = topsOf(given);
        const { from, to } = linesBetween(tops, above, above + tall);
        given.forEach((_, index) => {
          const isSeen = tops[index + 1]! > above && tops[index]! < above + tall;
          expect(index >= from && index < to).toBe(isSeen);
        });
      },
    ),
  );
});
