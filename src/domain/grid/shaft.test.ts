import fc from 'fast-check';
import { expect, test } from 'vitest';
import { drawnLines, scrollTo, type Shaft, shaftHeight, stepAt, topAt } from './shaft.ts';

const anyShaft: fc.Arbitrary<Shaft> = fc.record({
  lines: fc.integer({ min: 0, max: 2_000_000 }),
  lineHeight: fc.constantFrom(32, 44),
  room: fc.integer({ min: 0, max: 2000 }),
});
const anyPart = fc.double({ min: 0, max: 1, noNaN: true });

function mostScroll(shaft: Shaft): number {
  return Math.max(0, shaftHeight(shaft) - shaft.room);
}

test('a hundred thousand lines are as tall as they are, a million are shorter', () => {
  expect(shaftHeight({ lines: 100_000, lineHeight: 32, room: 600 })).toBe(3_200_000);
  expect(shaftHeight({ lines: 1_000_000, lineHeight: 32, room: 600 })).toBe(15_000_000);
});

test('every line in sight is drawn, wherever it is scrolled to', () => {
  fc.assert(
    fc.property(anyShaft, anyPart, (shaft, share) => {
      const scroll = share * mostScroll(shaft);
      const drawn = drawnLines(shaft, stepAt(shaft, scroll));
      const top = topAt(shaft, scroll);
      const first = Math.floor(top / shaft.lineHeight);
      const last = Math.min(shaft.lines, Math.ceil((top + shaft.room) / shaft.lineHeight));
      expect(drawn.start).toBeLessThanOrEqual(Math.max(0, Math.min(first, shaft.lines)));
      expect(drawn.end).toBeGreaterThanOrEqual(last);
      expect(drawn.end).toBeLessThanOrEqual(shaft.lines);
    }),
  );
});

test('as many lines are drawn at any step, and few', () => {
  fc.assert(
    fc.property(anyShaft, fc.nat(), fc.nat(), (shaft, one, other) => {
      const count = ({ start, end }: ReturnType<typeof drawnLines>) => end - start;
      expect(count(drawnLines(shaft, one))).toBe(count(drawnLines(shaft, other)));
      expect(count(drawnLines(shaft, one))).toBeLessThanOrEqual(Math.ceil(shaft.room / shaft.lineHeight) + 9);
    }),
  );
});

test('the last line is seen at the very end', () => {
  fc.assert(
    fc.property(anyShaft, (shaft) => {
      const seen = topAt(shaft, mostScroll(shaft)) + shaft.room;
      expect(seen).toBeGreaterThanOrEqual(shaft.lines * shaft.lineHeight - 0.01);
    }),
  );
});

test('a line that one goes to is seen whole, and one that is in sight moves nothing', () => {
  fc.assert(
    fc.property(
      anyShaft.filter(({ lines, room }) => lines > 0 && room >= 100),
      anyPart,
      anyPart,
      (shaft, share, part) => {
        const line = Math.floor(part * (shaft.lines - 1));
        const scroll = scrollTo(shaft, share * mostScroll(shaft), line);
        const top = topAt(shaft, scroll);
        expect(line * shaft.lineHeight).toBeGreaterThanOrEqual(top - 0.01);
        expect((line + 1) * shaft.lineHeight).toBeLessThanOrEqual(top + shaft.room + 0.01);
        expect(scrollTo(shaft, scroll, line)).toBeCloseTo(scroll);
      },
    ),
  );
});
