import fc from 'fast-check';
import { expect, test } from 'vitest';
import { walk } from './gridWalk.ts';

const ground = { lines: 101, columns: 25, page: 20 };

test.each([
  ['ArrowDown', false, { line: 6, column: 3 }],
  ['ArrowUp', false, { line: 4, column: 3 }],
  ['ArrowLeft', false, { line: 5, column: 2 }],
  ['ArrowRight', false, { line: 5, column: 4 }],
  ['Home', false, { line: 5, column: 0 }],
  ['End', false, { line: 5, column: 24 }],
  ['PageDown', false, { line: 25, column: 3 }],
  ['PageUp', false, { line: 0, column: 3 }],
  ['Home', true, { line: 1, column: 0 }],
  ['End', true, { line: 100, column: 24 }],
  ['ArrowDown', true, null],
  ['x', false, null],
])('%s with control %s leads to %j', (key, isControl, place) => {
  expect(walk({ line: 5, column: 3 }, key, isControl, ground)).toEqual(place);
});

test('one never leaves the table', () => {
  const keys = fc.constantFrom('ArrowDown', 'ArrowUp', 'ArrowLeft', 'ArrowRight', 'Home', 'End', 'PageUp', 'PageDown');
  const size = fc.integer({ min: 1, max: 30 });
  fc.assert(
    fc.property(fc.array(fc.tuple(keys, fc.boolean())), size, size, size, (steps, lines, columns, page) => {
      let place = { line: 0, column: 0 };
      for (const [key, isControl] of steps) place = walk(place, key, isControl, { lines, columns, page }) ?? place;
      expect(place.line).toBeGreaterThanOrEqual(0);
      expect(place.line).toBeLessThan(lines);
      expect(place.column).toBeGreaterThanOrEqual(0);
      expect(place.column).toBeLessThan(columns);
    }),
  );
});
