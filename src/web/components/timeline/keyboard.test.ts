import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { commandOf, firstVisible, isAlongRow, scrollToShow, type Step, timelineKeys, walk } from './keyboard.ts';
import type { ReservationPlace } from './rowLayout.ts';

const at = (start: number, end = start + 1) => ({ start, end });
const rows = [[at(8), at(10), at(14)], [], [at(9, 12), at(15)], [at(7)]];
const go = (step: Step, from: ReservationPlace, column = 0) => walk(rows, from, step, column);

describe('keyboard steps on the timeline', () => {
  test('left and right move along a row and stop at its ends', () => {
    expect(go('next', { row: 0, index: 0 })).toEqual({ row: 0, index: 1 });
    expect(go('next', { row: 0, index: 2 })).toBeNull();
    expect(go('previous', { row: 0, index: 0 })).toBeNull();
    expect(go('rowEnd', { row: 0, index: 0 })).toEqual({ row: 0, index: 2 });
    expect(go('rowStart', { row: 0, index: 2 })).toEqual({ row: 0, index: 0 });
  });

  test('up and down move to the nearest in time in the next row with reservations', () => {
    expect(go('down', { row: 0, index: 2 }, 14)).toEqual({ row: 2, index: 1 });
    expect(go('down', { row: 0, index: 1 }, 10)).toEqual({ row: 2, index: 0 });
    expect(go('up', { row: 2, index: 0 }, 9)).toEqual({ row: 0, index: 0 });
    expect(go('down', { row: 3, index: 0 }, 7)).toBeNull();
  });

  test('the remembered time leads back after a row with nothing near it', () => {
    const down = go('down', { row: 2, index: 1 }, 15)!;
    expect(down).toEqual({ row: 3, index: 0 });
    expect(go('up', down, 15)).toEqual({ row: 2, index: 1 });
  });

  test('the first and last steps reach the first and last reservation of all rows', () => {
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

test('every step leads to an existing reservation or nowhere', () => {
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

test('only steps along a row change the remembered time', () => {
  expect((['next', 'rowEnd', 'first'] as const).every(isAlongRow)).toBe(true);
  expect((['up', 'pageDown'] as const).some(isAlongRow)).toBe(false);
});

describe('the first reservation to focus', () => {
  const hour = 3_600_000;
  const rowAt = (top: number, ...starts: readonly number[]) => ({
    top,
    reservations: starts.map((start) => at(start * hour, (start + 1) * hour)),
  });
  const seen = [rowAt(24, 8), rowAt(58), rowAt(92, 6, 9, 12), rowAt(126, 7)];

  test('is in the topmost row with reservations, the first not yet ended at the left edge', () => {
    expect(firstVisible(seen, { top: 0, left: 0 })).toEqual({ row: 0, index: 0 });
    expect(firstVisible(seen, { top: 30, left: 7 * hour })).toEqual({ row: 2, index: 1 });
    expect(firstVisible(seen, { top: 30, left: 12.5 * hour })).toEqual({ row: 2, index: 2 });
  });

  test('is the first of the row when all are left of the edge, and none below the last row', () => {
    expect(firstVisible(seen, { top: 92, left: 20 * hour })).toEqual({ row: 2, index: 0 });
    expect(firstVisible(seen, { top: 200, left: 0 })).toBeNull();
    expect(firstVisible([], { top: 0, left: 0 })).toBeNull();
  });
});

describe('timeline keys', () => {
  const none = { shiftKey: false, ctrlKey: false, altKey: false, metaKey: false };
  const press = (key: string, ...modifiers: readonly ('shiftKey' | 'ctrlKey' | 'altKey' | 'metaKey')[]) =>
    commandOf({ key, ...none, ...Object.fromEntries(modifiers.map((name) => [name, true])) });

  test.each([
    ['ArrowLeft', 'previous'],
    ['ArrowRight', 'next'],
    ['ArrowUp', 'up'],
    ['ArrowDown', 'down'],
    ['Home', 'rowStart'],
    ['End', 'rowEnd'],
    ['PageUp', 'pageUp'],
    ['PageDown', 'pageDown'],
  ])('%s moves to the reservation %s', (key, step) => {
    expect(press(key)).toEqual({ kind: 'step', step });
  });

  test('with Control move to the ends of all rows, and with Shift to other days', () => {
    expect(press('Home', 'ctrlKey')).toEqual({ kind: 'step', step: 'first' });
    expect(press('End', 'ctrlKey')).toEqual({ kind: 'step', step: 'last' });
    expect(press('ArrowLeft', 'shiftKey')).toEqual({ kind: 'turn', direction: -1 });
    expect(press('ArrowRight', 'shiftKey')).toEqual({ kind: 'turn', direction: 1 });
  });

  test('plus and minus zoom, even if the keyboard needs Shift for them', () => {
    for (const key of ['+', '=']) expect(press(key)).toEqual({ kind: 'zoom', direction: 1 });
    expect(press('+', 'shiftKey')).toEqual({ kind: 'zoom', direction: 1 });
    expect(press('-')).toEqual({ kind: 'zoom', direction: -1 });
  });

  test('Enter and Space open the reservation', () => {
    expect([press('Enter'), press(' ')]).toEqual([{ kind: 'open' }, { kind: 'open' }]);
  });

  test('are all listed in the help', () => {
    const arrows: Readonly<Record<string, string>> = {
      '←': 'ArrowLeft',
      '→': 'ArrowRight',
      '↑': 'ArrowUp',
      '↓': 'ArrowDown',
    };
    const listed = timelineKeys
      .flatMap(([keys]) => keys)
      .filter((name) => name !== 'Esc')
      .map((name) => {
        const [key = '', modifier] = name.split(' ').toReversed();
        const held = { Shift: ['shiftKey'], Ctrl: ['ctrlKey'] } as const;
        return press(arrows[key] ?? key, ...(held[modifier as keyof typeof held] ?? []));
      });
    expect(listed).not.toContain(null);
    const steps = ['previous', 'next', 'up', 'down', 'rowStart', 'rowEnd', 'pageUp', 'pageDown', 'first', 'last'];
    const ways = ['turn', 'zoom'].flatMap((kind) => [-1, 1].map((direction) => ({ kind, direction })));
    expect(new Set(listed)).toEqual(
      new Set([...steps.map((step) => ({ kind: 'step', step })), ...ways, { kind: 'open' }]),
    );
  });

  test('of the browser and the application are left alone', () => {
    const left = [
      press('+', 'ctrlKey'),
      press('ArrowLeft', 'altKey'),
      press('ArrowLeft', 'metaKey'),
      press('ArrowLeft', 'ctrlKey'),
      press('Home', 'shiftKey'),
      press('Tab'),
      press('Escape'),
      press('k'),
    ];
    expect(left.filter((command) => command !== null)).toEqual([]);
  });
});

describe('scrolling a reservation into view', () => {
  test('does nothing when it is visible with 24 px around it', () => {
    expect(scrollToShow(100, 400, 130, 300)).toBe(100);
  });

  test('moves no further than needed, from either side', () => {
    expect(scrollToShow(100, 400, 600, 700)).toBe(324);
    expect(scrollToShow(500, 400, 200, 300)).toBe(176);
  });

  test('shows the start of one wider than the viewport', () => {
    expect(scrollToShow(0, 400, 300, 1500)).toBe(276);
  });

  test('always shows the start', () => {
    const pixels = fc.integer({ min: 0, max: 5000 });
    fc.assert(
      fc.property(pixels, fc.integer({ min: 60, max: 2000 }), pixels, pixels, (current, viewport, start, length) => {
        const scrolled = scrollToShow(current, viewport, start, start + length);
        expect(scrolled).toBeLessThan(start);
        expect(scrolled + viewport).toBeGreaterThan(start);
      }),
    );
  });
});
