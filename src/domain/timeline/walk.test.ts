import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isAlongTime, type Place, type Step, walk } from './walk.ts';

const at = (start: number, end = start + 1) => ({ start, end });
const rows = [[at(8), at(10), at(14)], [], [at(9, 12), at(15)], [at(7)]];
const go = (step: Step, from: Place, column = 0) => walk(rows, from, step, column);

describe('walking', () => {
  test('left and right go through a row and stop at its ends', () => {
    expect(go('next', { row: 0, index: 0 })).toEqual({ row: 0, index: 1 });
    expect(go('next', { row: 0, index: 2 })).toBeNull();
    expect(go('previous', { row: 0, index: 0 })).toBeNull();
    expect(go('rowEnd', { row: 0, index: 0 })).toEqual({ row: 0, index: 2 });
    expect(go('rowStart', { row: 0, index: 2 })).toEqual({ row: 0, index: 0 });
  });

  test('up and down go to the nearest in time of the next row that has any', () => {
    expect(go('down', { row: 0, index: 2 }, 14)).toEqual({ row: 2, index: 1 });
    expect(go('down', { row: 0, index: 1 }, 10)).toEqual({ row: 2, index: 0 });
    expect(go('up', { row: 2, index: 0 }, 9)).toEqual({ row: 0, index: 0 });
    expect(go('down', { row: 3, index: 0 }, 7)).toBeNull();
  });

  test('the remembered time leads back after a row that had nothing near it', () => {
    const down = go('down', { row: 2, index: 1 }, 15)!;
    expect(down).toEqual({ row: 3, index: 0 });
    expect(go('up', down, 15)).toEqual({ row: 2, index: 1 });
  });

  test('the ends of the board are the first and the last booking there is', () => {
    expect(go('first', { row: 2, index: 1 })).toEqual({ row: 0, index: 0 });
    expect(go('last', { row: 0, index: 0 })).toEqual({ row: 3, index: 0 });
    expect(walk([[], []], { row: 0, index: 0 }, 'last', 0)).toBeNull();
  });

  test('a page is ten rows, or as many as there are', () => {
    const tall = Array.from({ length: 25 }, (_, row) => (row === 10 ? [] : [at(8)]));
    const page = (step: Step, row: number) => walk(tall, { row, index: 0 }, step, 8)?.row;
    expect([page('pageDown', 0), page('pageDown', 5), page('pageDown', 20)]).toEqual([11, 15, 24]);
    expect([page('pageUp', 24), page('pageUp', 20), page('pageUp', 3)]).toEqual([14, 9, 0]);
  });
});

test('whatever the board and the step, it leads to a booking that is there or nowhere', () => {
  const spans = fc.array(
    fc.integer({ min: 0, max: 23 }).map((hour) => at(hour)),
    { maxLength: 5 },
  );
  const boards = fc
    .array(spans, { minLength: 1, maxLength: 30 })
    .filter((board) => board.some((row) => row.length > 0));
  const steps = [
    'previous',
    'next',
    'up',
    'down',
    'rowStart',
    'rowEnd',
    'pageUp',
    'pageDown',
    'first',
    'last',
  ] as const;
  fc.assert(
    fc.property(
      boards,
      fc.constantFrom<Step>(...steps),
      fc.nat(),
      fc.integer({ min: 0, max: 24 }),
      (board, step, pick, column) => {
        const all = board.flatMap((row, index) => row.map((_, place) => ({ row: index, index: place })));
        const to = walk(board, all[pick % all.length]!, step, column);
        if (to) expect(board[to.row]?.[to.index]).toBeDefined();
      },
    ),
  );
});

test('only steps along a row’s time move the remembered time', () => {
  expect((['next', 'rowEnd', 'first'] as const).every(isAlongTime)).toBe(true);
  expect((['up', 'pageDown'] as const).some(isAlongTime)).toBe(false);
});
