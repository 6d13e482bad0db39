import fc from 'fast-check';
import { expect, test } from 'vitest';
import { listLayout } from './listLayout.ts';

const rooms = fc
  .record({
    count: fc.integer({ min: 0, max: 600 }),
    width: fc.integer({ min: 700, max: 3840 }),
    height: fc.integer({ min: 400, max: 3700 }),
    legible: fc.integer({ min: 12, max: 70 }),
    mostPages: fc.integer({ min: 1, max: 5 }),
  })
  .map(({ legible, ...room }) => ({ ...room, sizes: { legible, easy: Math.ceil(legible * 1.18), isTooFar: false } }));

test('rows never overflow and are never below what is legible; what no page shows is counted', () => {
  fc.assert(
    fc.property(rooms, (room) => {
      const { font, rowHeight, perPage, pages, beyond, isWide } = listLayout(room);
      expect(font).toBeGreaterThanOrEqual(room.sizes.legible);
      expect(perPage * rowHeight + (isWide ? Math.ceil(1.5 * font) : 0)).toBeLessThanOrEqual(room.height);
      expect(rowHeight).toBeGreaterThanOrEqual(font * 1.25 * (isWide ? 1 : 2));
      expect(pages).toBeLessThanOrEqual(room.mostPages);
      expect(beyond).toBe(Math.max(0, room.count - perPage * pages));
    }),
  );
});

test('text shrinks where that spares a page, and not where it does not', () => {
  const room = { width: 1876, height: 820, sizes: { legible: 31, easy: 37, isTooFar: false }, mostPages: 3 };
  expect(listLayout({ ...room, count: 12 })).toMatchObject({ font: 37, pages: 1 });
  expect(listLayout({ ...room, count: 14 })).toMatchObject({ pages: 1 });
  expect(listLayout({ ...room, count: 14 }).font).toBeLessThan(37);
  expect(listLayout({ ...room, count: 40 })).toMatchObject({ font: 37, pages: 3, beyond: 4 });
});
