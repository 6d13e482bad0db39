import fc from 'fast-check';
import { expect, test } from 'vitest';
import { columnsIn, placeColumns } from './columnPlaces.ts';

type Column = { readonly width: number; readonly isPinned: boolean };
const look = { widthOf: ({ width }: Column) => width, isPinned: ({ isPinned }: Column) => isPinned };
const anyColumns = fc.array(fc.record({ width: fc.integer({ min: 48, max: 400 }), isPinned: fc.boolean() }), {
  maxLength: 300,
});

test('the first column stays in sight, and those that are pinned, as far as there is room', () => {
  const columns = [false, true, false, true].map((isPinned) => ({ width: 100, isPinned }));
  expect(placeColumns(columns, look, 1000).pinned.map(({ index }) => index)).toEqual([0, 1]);
  expect(placeColumns(columns, look, 300).pinned.map(({ index }) => index)).toEqual([0]);
  expect(placeColumns(columns, look, 150).pinned).toEqual([]);
});

test('columns follow one another without gaps, and pinned ones take at most three fifths', () => {
  fc.assert(
    fc.property(anyColumns, fc.integer({ min: 0, max: 2000 }), (columns, room) => {
      const { pinned, free, pinnedWidth, width } = placeColumns(columns, look, room);
      let left = 0;
      for (const [index, placed] of [...pinned, ...free].entries()) {
        expect(placed).toMatchObject({ index, left, column: columns[index] });
        left += placed.width;
      }
      expect(width).toBe(left);
      expect(pinnedWidth).toBe(pinned.reduce((sum, one) => sum + one.width, 0));
      expect(pinnedWidth).toBeLessThanOrEqual(0.6 * room);
    }),
  );
});

test('the columns in a stretch are those that comparing each would find', () => {
  fc.assert(
    fc.property(anyColumns, fc.integer({ min: -500, max: 9000 }), fc.nat(2000), (columns, start, length) => {
      const places = placeColumns(columns, look, 1000);
      const found = columnsIn(places, { start, end: start + length });
      const touching = places.free.filter(({ left, width }) => left + width > start && left < start + length);
      expect(places.free.slice(found.start, found.end)).toEqual(touching);
    }),
  );
});
