import fc from 'fast-check';
import { expect, test } from 'vitest';
import { textSizes, textWidth } from './textSizes.ts';

const hd = { width: 1920, height: 1080 };

test('a 55-inch screen at three metres needs 31 pixels, and has 37', () => {
  expect(textSizes({ distance: 3, inches: 55 }, hd)).toEqual({ legible: 31, easy: 37, isTooFar: false });
});

test('with four times the pixels on the same screen, text has twice the size', () => {
  const { legible } = textSizes({ distance: 3, inches: 55 }, { width: 3840, height: 2160 });
  expect(legible / 31).toBeCloseTo(2, 1);
});

test('capitals appear at least 17 minutes of arc high, or the screen is reported as too small', () => {
  const seen = fc.record({
    distance: fc.double({ min: 0.5, max: 30, noNaN: true }),
    inches: fc.integer({ min: 10, max: 120 }),
  });
  const rooms = fc.record({ width: fc.integer({ min: 640, max: 7680 }), height: fc.integer({ min: 640, max: 7680 }) });
  fc.assert(
    fc.property(seen, rooms, ({ distance, inches }, room) => {
      const { legible, easy, isTooFar } = textSizes({ distance, inches }, room);
      const metres = (legible * 0.76 * inches * 0.0254) / Math.hypot(room.width, room.height);
      const arc = 60 * (180 / Math.PI) * 2 * Math.atan(metres / 2 / distance);
      expect(arc >= 17 - 1e-6 || isTooFar).toBe(true);
      expect(easy).toBeGreaterThanOrEqual(legible);
      expect(easy * 16).toBeLessThanOrEqual(room.height);
    }),
  );
});

test.each([
  // Measured in a browser, in hundredths of the font size.
  ['Yusuf Eriksen', 640],
  ['Zimmermann', 610],
  ['SG / KL', 360],
  ['Müller', 315],
  ['Illini', 215],
])('the calculated width of “%s” is at least the drawn width, and at most a sixth more', (text, drawn) => {
  expect(textWidth(text) * 100).toBeGreaterThanOrEqual(drawn);
  expect(textWidth(text) * 100).toBeLessThanOrEqual((drawn * 7) / 6);
});

test('letters of other alphabets are as wide as they are high', () => {
  expect(textWidth('李雷')).toBe(2);
  expect(textWidth('')).toBe(0);
});
