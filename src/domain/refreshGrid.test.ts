import fc from 'fast-check';
import { expect, test } from 'vitest';
import { untilNextTurn } from './refreshGrid.ts';

const minute = 60_000;
const now = Date.parse('2026-05-12T17:05:20Z');
const lately = now - 15_000;

test('a screen that starts at any moment refreshes at the next full minute, a little behind it', () => {
  expect(untilNextTurn(now, { interval: minute, spread: 0, last: lately })).toBe(40_000);
  expect(untilNextTurn(now, { interval: minute, spread: 3_000, last: lately })).toBe(43_000);
  expect(untilNextTurn(now, { interval: 10 * minute, spread: 3_000, last: lately })).toBe(4 * minute + 43_000);
});

test('a timer that fires a little early does not refresh twice', () => {
  const turn = now + 40_000;
  expect(untilNextTurn(turn - 10, { interval: minute, spread: 0, last: turn - 12 })).toBe(minute + 10);
});

test('a turn that was missed is made up for at once, and not again and again meanwhile', () => {
  const wait = untilNextTurn(now, { interval: minute, spread: 0, last: now - 60 * minute });
  expect(wait).toBe(1000);
  expect(untilNextTurn(now + wait, { interval: minute, spread: 0, last: now - 60 * minute })).toBe(1000);
  expect(untilNextTurn(now + wait, { interval: minute, spread: 0, last: now + wait })).toBe(39_000);
});

test('whoever looks a moment before the turn does not put it off', () => {
  const turn = now + 40_000;
  expect(untilNextTurn(turn - 10, { interval: minute, spread: 0, last: turn - minute })).toBe(10);
});

test('a clock that was set back puts nothing off', () => {
  expect(untilNextTurn(now, { interval: minute, spread: 0, last: now + 180 * minute })).toBe(40_000);
});

const screens = fc.record({
  at: fc.integer({ min: 0, max: 4e12 }),
  interval: fc.integer({ min: 10_000, max: 15 * minute }),
  spread: fc.integer({ min: 0, max: 8_000 }),
  ago: fc.oneof(fc.integer({ min: -1e9, max: 1e9 }), fc.integer({ min: 0, max: minute })),
});

test('whenever screens look, they meet on the grid, and none waits longer than an interval and a second', () => {
  fc.assert(
    fc.property(screens, ({ at, interval, spread, ago }) => {
      const wait = untilNextTurn(at, { interval, spread, last: at - ago });
      expect(wait).toBeGreaterThan(0);
      expect(wait).toBeLessThanOrEqual(interval + 1000);
      if (wait !== 1000) expect(Math.abs((at + wait - spread) % interval)).toBe(0);
    }),
  );
});
