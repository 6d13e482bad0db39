import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  contentTop,
  type Drawn,
  drawnAt,
  firstDrawn,
  isToScale,
  layerTop,
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
const anySpare = fc.boolean();
const anyPart = fc.double({ min: 0, max: 1, noNaN: true });

function maxScroll(list: VirtualList): number {
  return Math.max(0, scrollHeight(list) - list.room);
}

test('a hundred thousand lines have their full height, and a million are compressed', () => {
  expect(scrollHeight({ lines: 100_000, lineHeight: 32, room: 600 })).toBe(3_200_000);
  expect(scrollHeight({ lines: 1_000_000, lineHeight: 32, room: 600 })).toBe(15_000_000);
});

test('every visible line is drawn at any scroll position', () => {
  fc.assert(
    fc.property(anyList, anyPart, anySpare, (list, share, hasSpare) => {
      const scroll = share * maxScroll(list);
      const drawn = renderedLines(list, { ...firstDrawn(stepAt(list, scroll)), hasSpare });
      const top = contentTop(list, scroll);
      const first = Math.floor(top / list.lineHeight);
      const last = Math.min(list.lines, Math.ceil((top + list.room) / list.lineHeight));
      expect(drawn.start).toBeLessThanOrEqual(Math.max(0, Math.min(first, list.lines)));
      expect(drawn.end).toBeGreaterThanOrEqual(last);
      expect(drawn.end).toBeLessThanOrEqual(list.lines);
    }),
  );
});

test('the number of drawn lines is the same at every step, and small', () => {
  fc.assert(
    fc.property(anyList, fc.nat(), fc.nat(), (list, one, other) => {
      const count = ({ start, end }: ReturnType<typeof renderedLines>) => end - start;
      const [first, second] = [one, other].map((step) => count(renderedLines(list, firstDrawn(step))));
      expect(first).toBe(second);
      expect(first).toBeLessThanOrEqual(Math.ceil(list.room / list.lineHeight) + 8);
    }),
  );
});

test('the last line is visible at the very end', () => {
  fc.assert(
    fc.property(anyList, (list) => {
      const seen = contentTop(list, maxScroll(list)) + list.room;
      expect(seen).toBeGreaterThanOrEqual(list.lines * list.lineHeight - 0.01);
    }),
  );
});

test('scrolling to a line shows all of it, and a visible line does not move', () => {
  fc.assert(
    fc.property(
      anyList.filter(({ lines, room }) => lines > 0 && room >= 100),
      anyPart,
      anyPart,
      (list, share, part) => {
        const line = Math.floor(part * (list.lines - 1));
        const scroll = scrollTo(list, share * maxScroll(list), line);
        const top = contentTop(list, scroll);
        expect(line * list.lineHeight).toBeGreaterThanOrEqual(top - 0.01);
        expect((line + 1) * list.lineHeight).toBeLessThanOrEqual(top + list.room + 0.01);
        expect(scrollTo(list, scroll, line)).toBeCloseTo(scroll);
      },
    ),
  );
});

/** The line that each element shows. */
function shown(list: VirtualList, drawn: Drawn): ReadonlyMap<number, number> {
  return new Map(linesBySlot(list, drawn).map(({ slot, line }) => [slot, line]));
}

test('every rendered line has one element, in the order of the elements', () => {
  fc.assert(
    fc.property(anyList, fc.nat(), fc.nat(), anySpare, (list, step, base, hasSpare) => {
      const drawn = { step, base, hasSpare };
      const { start, end } = renderedLines(list, drawn);
      const slots = linesBySlot(list, drawn);
      expect(slots.map(({ line }) => line).toSorted((a, b) => a - b)).toEqual(
        Array.from({ length: end - start }, (_, at) => start + at),
      );
      const order = slots.map(({ slot }) => slot);
      expect(order).toEqual([...new Set(order)].toSorted((a, b) => a - b));
    }),
  );
});

test('scrolling a step changes only as many elements as it has lines, and the others stay', () => {
  const list = { lines: 100_000, lineHeight: 32, room: 600 };
  fc.assert(
    fc.property(fc.integer({ min: 10, max: 40_000 }), fc.constantFrom(-3, -1, 1, 3), (step, by) => {
      const before = firstDrawn(step);
      const after = drawnAt(list, before, step + by);
      const [first, second] = [shown(list, before), shown(list, after)];
      expect([...first].filter(([slot, line]) => second.get(slot) !== line)).toHaveLength(2 * Math.abs(by));
      expect(after).toMatchObject({ base: before.base, hasSpare: true });
    }),
  );
});

test('a jump draws only the visible lines, in elements that stay in place', () => {
  const list = { lines: 100_000, lineHeight: 32, room: 600 };
  const offsets = (drawn: Drawn) => linesBySlot(list, drawn).map(({ slot, line }) => [slot, line - drawn.base]);
  const first = drawnAt(list, firstDrawn(0), 500);
  expect(first).toEqual({ step: 500, base: 1000, hasSpare: false });
  expect(renderedLines(list, first)).toEqual({ start: 1000, end: 1021 });
  const second = drawnAt(list, first, 7500);
  expect(second).toEqual({ step: 7500, base: 15_000, hasSpare: false });
  expect(offsets(second)).toEqual(offsets(first));
  // A pause adds the spare lines, and so does the next step.
  const rested = { ...second, hasSpare: true };
  expect(renderedLines(list, rested)).toEqual({ start: 14_997, end: 15_024 });
  const [bare, full] = [shown(list, second), shown(list, rested)];
  expect([...bare].every(([slot, line]) => full.get(slot) === line)).toBe(true);
  expect(drawnAt(list, second, 7501)).toEqual({ step: 7501, base: 15_000, hasSpare: true });
});

test('most scrolled frames stay within one step', () => {
  const list = { lines: 1000, lineHeight: 32, room: 600 };
  const steps = Array.from({ length: 128 }, (_, pixel) => stepAt(list, pixel));
  expect(new Set(steps)).toEqual(new Set([0, 1]));
  const drawn = firstDrawn(1);
  expect(drawnAt(list, drawn, 1)).toBe(drawn);
  expect(renderedLines(list, firstDrawn(0))).toEqual({ start: 0, end: 27 });
  expect(renderedLines(list, firstDrawn(10))).toEqual({ start: 17, end: 44 });
  expect(renderedLines(list, firstDrawn(10_000))).toEqual({ start: 973, end: 1000 });
  expect(renderedLines({ ...list, lines: 3 }, firstDrawn(0))).toEqual({ start: 0, end: 3 });
});

test('offsets within the layer stay small, and its start rarely changes', () => {
  const list = { lines: 2_000_000, lineHeight: 32, room: 600 };
  let drawn = firstDrawn(0);
  const bases = new Set<number>();
  for (let step = 0; step < 10_000; step += 5) {
    drawn = drawnAt(list, drawn, step);
    bases.add(drawn.base);
    expect(2 * step - drawn.base).toBeLessThan(4096);
  }
  expect(bases.size).toBe(5);
});

test('the layer starts at its first line, and moves with the scroll when the height is compressed', () => {
  const list = { lines: 100_000, lineHeight: 32, room: 600 };
  expect(isToScale(list)).toBe(true);
  expect([layerTop(list, 1000, 0), layerTop(list, 1000, 32_000)]).toEqual([32_000, 32_000]);
  const long = { ...list, lines: 1_000_000 };
  expect(isToScale(long)).toBe(false);
  const scroll = 7_500_000;
  const base = Math.floor(contentTop(long, scroll) / 32);
  expect(Math.abs(layerTop(long, base, scroll) - scroll)).toBeLessThan(32);
});
