import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  contentTop,
  layerStart,
  linesBySlot,
  renderedLines,
  scrollHeight,
  scrollTo,
  stepAt,
  type VirtualList,
} from './virtualScroll.ts';

const anyList: fc.Arbitrary<VirtualList> = fc.record({
  lines: fc.integer({ min: 0, max: 2_000_000 }),
  lineHeight: fc.constantFrom(32, 44),
  room: fc.integer({ min: 0, max: 2000 }),
});
const anyPart = fc.double({ min: 0, max: 1, noNaN: true });

function mostScroll(list: VirtualList): number {
  return Math.max(0, scrollHeight(list) - list.room);
}

test('a hundred thousand lines are as tall as they are, a million are shorter', () => {
  expect(scrollHeight({ lines: 100_000, lineHeight: 32, room: 600 })).toBe(3_200_000);
  expect(scrollHeight({ lines: 1_000_000, lineHeight: 32, room: 600 })).toBe(15_000_000);
});

test('every line in sight is drawn, wherever it is scrolled to', () => {
  fc.assert(
    fc.property(anyList, anyPart, (list, share) => {
      const scroll = share * mostScroll(list);
      const drawn = renderedLines(list, stepAt(list, scroll));
      const top = contentTop(list, scroll);
      const first = Math.floor(top / list.lineHeight);
      const last = Math.min(list.lines, Math.ceil((top + list.room) / list.lineHeight));
      expect(drawn.start).toBeLessThanOrEqual(Math.max(0, Math.min(first, list.lines)));
      expect(drawn.end).toBeGreaterThanOrEqual(last);
      expect(drawn.end).toBeLessThanOrEqual(list.lines);
    }),
  );
});

test('as many lines are drawn at any step, and few', () => {
  fc.assert(
    fc.property(anyList, fc.nat(), fc.nat(), (list, one, other) => {
      const count = ({ start, end }: ReturnType<typeof renderedLines>) => end - start;
      expect(count(renderedLines(list, one))).toBe(count(renderedLines(list, other)));
      expect(count(renderedLines(list, one))).toBeLessThanOrEqual(Math.ceil(list.room / list.lineHeight) + 9);
    }),
  );
});

test('the last line is seen at the very end', () => {
  fc.assert(
    fc.property(anyList, (list) => {
      const seen = contentTop(list, mostScroll(list)) + list.room;
      expect(seen).toBeGreaterThanOrEqual(list.lines * list.lineHeight - 0.01);
    }),
  );
});

test('a line that one goes to is seen whole, and one that is in sight moves nothing', () => {
  fc.assert(
    fc.property(
      anyList.filter(({ lines, room }) => lines > 0 && room >= 100),
      anyPart,
      anyPart,
      (list, share, part) => {
        const line = Math.floor(part * (list.lines - 1));
        const scroll = scrollTo(list, share * mostScroll(list), line);
        const top = contentTop(list, scroll);
        expect(line * list.lineHeight).toBeGreaterThanOrEqual(top - 0.01);
        expect((line + 1) * list.lineHeight).toBeLessThanOrEqual(top + list.room + 0.01);
        expect(scrollTo(list, scroll, line)).toBeCloseTo(scroll);
      },
    ),
  );
});

test('every rendered line has one element', () => {
  fc.assert(
    fc.property(fc.nat(10_000), fc.nat(60), (start, count) => {
      const lines = linesBySlot({ start, end: start + count });
      expect(lines.toSorted((a, b) => a - b)).toEqual(Array.from({ length: count }, (_, at) => start + at));
    }),
  );
});

test('scrolling by some lines changes as many elements, and all others keep their lines', () => {
  fc.assert(
    fc.property(fc.nat(10_000), fc.integer({ min: 1, max: 60 }), fc.nat(60), (start, count, by) => {
      const before = linesBySlot({ start, end: start + count });
      const after = linesBySlot({ start: start + by, end: start + by + count });
      const changed = before.filter((line, slot) => after[slot] !== line);
      expect(changed).toHaveLength(Math.min(by, count));
    }),
  );
});

test('most frames of scrolling stay within a step', () => {
  const list = { lines: 1000, lineHeight: 32, room: 600 };
  const steps = Array.from({ length: 128 }, (_, pixel) => stepAt(list, pixel));
  expect(new Set(steps)).toEqual(new Set([0, 1]));
  expect(renderedLines(list, 0)).toEqual({ start: 0, end: 28 });
  expect(renderedLines(list, 10)).toEqual({ start: 17, end: 45 });
  expect(renderedLines(list, 10_000)).toEqual({ start: 972, end: 1000 });
  expect(renderedLines({ ...list, lines: 3 }, 0)).toEqual({ start: 0, end: 3 });
});

test('offsets within the layer stay small, and its start seldom changes', () => {
  expect(layerStart({ start: 0, end: 20 })).toBe(0);
  expect(layerStart({ start: 4095, end: 4120 })).toBe(0);
  expect(layerStart({ start: 4096, end: 4120 })).toBe(4096);
  fc.assert(
    fc.property(fc.nat(2_000_000), (start) => {
      const offset = start - layerStart({ start, end: start + 30 });
      expect(offset).toBeGreaterThanOrEqual(0);
      expect(offset).toBeLessThan(4096);
    }),
  );
});
