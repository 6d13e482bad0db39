import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { listLayout, pairLayout, type TileRoom, tileLayout, tileSize } from './layout.ts';

const rooms: fc.Arbitrary<TileRoom> = fc
  .record({
    count: fc.integer({ min: 1, max: 400 }),
    width: fc.integer({ min: 1000, max: 3840 }),
    height: fc.integer({ min: 500, max: 3700 }),
    gap: fc.integer({ min: 0, max: 30 }),
    legible: fc.integer({ min: 12, max: 70 }),
    tail: fc.integer({ min: 3, max: 16 }),
    hasSquawks: fc.boolean(),
  })
  .map(({ legible, ...room }) => ({ ...room, sizes: { legible, easy: Math.ceil(legible * 1.18), isTooFar: false } }));

describe('fleet tiles in a layout', () => {
  test('never overflow, are always legible, and include each aircraft', () => {
    fc.assert(
      fc.property(rooms, (room) => {
        const { level, font, columns, rows, perPage, pages } = tileLayout(room);
        const tile = tileSize(room, level);
        expect(font).toBeGreaterThanOrEqual(room.sizes.legible);
        expect(columns * tile.width * font + (columns - 1) * room.gap).toBeLessThanOrEqual(room.width + 1e-6);
        expect(rows * tile.height * font + (rows - 1) * room.gap).toBeLessThanOrEqual(room.height + 1e-6);
        expect(perPage).toBe(columns * rows);
        expect(perPage * pages).toBeGreaterThanOrEqual(room.count);
        expect(perPage * (pages - 1)).toBeLessThan(room.count);
      }),
    );
  });

  test('have several pages only when the smallest tiles do not all fit', () => {
    fc.assert(
      fc.property(rooms, (room) => {
        const { level, font, pages } = tileLayout(room);
        if (pages > 1) expect([level, font]).toEqual(['line', room.sizes.legible]);
      }),
    );
  });

  test('are never larger when there are more aircraft', () => {
    const order = ['full', 'compact', 'line'];
    fc.assert(
      fc.property(rooms, (room) => {
        const [some, more] = [tileLayout(room), tileLayout({ ...room, count: room.count + 1 })];
        const levels = order.indexOf(more.level) - order.indexOf(some.level);
        expect(levels > 0 || (levels === 0 && more.font <= some.font)).toBe(true);
      }),
    );
  });

  test('are full for six aircraft, compact for twenty-four, and on several pages for a hundred and fifty', () => {
    const room = {
      width: 1876,
      height: 820,
      gap: 9,
      sizes: { legible: 31, easy: 37, isTooFar: false },
      tail: 6,
      hasSquawks: false,
    };
    const levels = [6, 24, 150].map((count) => {
      const { level, pages } = tileLayout({ ...room, count });
      return `${level} ${pages}`;
    });
    expect(levels).toEqual(['full 1', 'compact 1', 'line 3']);
  });
});

const lists = fc
  .record({
    count: fc.integer({ min: 0, max: 600 }),
    width: fc.integer({ min: 700, max: 3840 }),
    height: fc.integer({ min: 400, max: 3700 }),
    legible: fc.integer({ min: 12, max: 70 }),
    maxPages: fc.integer({ min: 1, max: 5 }),
  })
  .map(({ legible, ...room }) => ({ ...room, sizes: { legible, easy: Math.ceil(legible * 1.18), isTooFar: false } }));

test('rows never overflow and are always legible', () => {
  fc.assert(
    fc.property(lists, (room) => {
      const { font, rowHeight, perPage, pages, isWide } = listLayout(room);
      expect(font).toBeGreaterThanOrEqual(room.sizes.legible);
      expect(perPage * rowHeight + (isWide ? Math.ceil(1.5 * font) : 0)).toBeLessThanOrEqual(room.height);
      expect(rowHeight).toBeGreaterThanOrEqual(font * 1.25 * (isWide ? 1 : 2));
      expect(pages).toBeLessThanOrEqual(room.maxPages);
      expect(pages === room.maxPages || perPage * pages >= room.count).toBe(true);
    }),
  );
});

test('text shrinks only when that saves a page', () => {
  const room = { width: 1876, height: 820, sizes: { legible: 31, easy: 37, isTooFar: false }, maxPages: 3 };
  expect(listLayout({ ...room, count: 12 })).toMatchObject({ font: 37, pages: 1 });
  expect(listLayout({ ...room, count: 14 })).toMatchObject({ pages: 1 });
  expect(listLayout({ ...room, count: 14 }).font).toBeLessThan(37);
  expect(listLayout({ ...room, count: 40 })).toMatchObject({ font: 37, pages: 3, perPage: 12 });
});

test('every row is on a page or beyond the last page, and no page is empty', () => {
  fc.assert(
    fc.property(lists, (room) => {
      const { perPage, pages } = listLayout(room);
      expect(pages).toBeGreaterThan(0);
      if (room.count > 0) expect((pages - 1) * perPage).toBeLessThan(room.count);
    }),
  );
});

test('a larger screen never needs smaller tiles or more pages', () => {
  fc.assert(
    fc.property(rooms, lists, (room, list) => {
      const [some, more] = [tileLayout(room), tileLayout({ ...room, width: room.width * 2, height: room.height * 2 })];
      const order = ['full', 'compact', 'line'];
      expect(order.indexOf(more.level)).toBeLessThanOrEqual(order.indexOf(some.level));
      expect(more.pages).toBeLessThanOrEqual(some.pages);
      const taller = listLayout({ ...list, height: list.height * 2 });
      expect(taller.pages).toBeLessThanOrEqual(listLayout(list).pages);
    }),
  );
});

test('two lists fit side by side or stacked, with a row of each on every page', () => {
  fc.assert(
    fc.property(lists, fc.integer({ min: 0, max: 200 }), ({ count, ...room }, others) => {
      const { font, rowHeight, isWide, perPage, pages } = pairLayout({ ...room, counts: [count, others] });
      const heading = Math.ceil(1.5 * font);
      const [first, second] = perPage;
      expect(Math.min(first, second)).toBeGreaterThan(0);
      const drawn = [Math.min(first, count), Math.min(second, others)] as const;
      const height = isWide
        ? Math.max(...drawn) * rowHeight + heading
        : (drawn[0] + drawn[1]) * rowHeight + 2 * heading;
      const min = (isWide ? 1 : 2) * (rowHeight + heading);
      expect(height).toBeLessThanOrEqual(Math.max(room.height, min));
      expect(font).toBeGreaterThanOrEqual(room.sizes.legible);
      expect(pages).toBeLessThanOrEqual(room.maxPages);
      expect(pages === room.maxPages || (first * pages >= count && second * pages >= others)).toBe(true);
    }),
  );
});
