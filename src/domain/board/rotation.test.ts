import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { advanced, calledUp, heldOrReleased, placeOf, type Position, type Slide, stepped } from './rotation.ts';
import { boardScreens } from './settings.ts';

const slides: readonly Slide[] = [
  { screen: 'fleet', page: 0, seconds: 20 },
  { screen: 'fleet', page: 1, seconds: 20 },
  { screen: 'movements', page: 0, seconds: 5 },
  { screen: 'day', page: 0, seconds: 30 },
];
const now = Date.parse('2026-05-12T17:05:00Z');
const start: Position = { screen: 'fleet', page: 0, since: now, heldUntil: null };
const after = (seconds: number) => now + seconds * 1000;

describe('the rotation', () => {
  test('stays for its seconds, then goes on, and round', () => {
    expect(advanced(slides, start, after(19))).toBe(start);
    let position = start;
    const walk = [20, 40, 45, 75].map((seconds) => (position = advanced(slides, position, after(seconds))));
    expect(walk.map((one) => placeOf(slides, one))).toEqual([1, 2, 3, 0]);
  });

  test('is held by a key, let go by it again, and goes on by itself after five minutes', () => {
    const held = heldOrReleased(start, after(3));
    expect(advanced(slides, held, after(200))).toBe(held);
    expect(placeOf(slides, advanced(slides, held, after(303)))).toBe(1);
    const free = heldOrReleased(held, after(10));
    expect(placeOf(slides, advanced(slides, free, after(31)))).toBe(1);
  });

  test('calls up a screen by its number, and nothing by a number there is not', () => {
    expect(placeOf(slides, calledUp(slides, start, 3, now))).toBe(3);
    expect(calledUp(slides, start, 4, now)).toBe(start);
  });

  test('begins the slide anew when the clock is set back', () => {
    expect(advanced(slides, start, after(-3600))).toEqual({ ...start, since: after(-3600) });
  });

  test('steps there and back, and is always at a slide that there is', () => {
    const several = fc.array(
      fc.record({
        screen: fc.constantFrom(...boardScreens),
        page: fc.integer({ min: 0, max: 5 }),
        seconds: fc.integer({ min: 5, max: 600 }),
      }),
      { minLength: 1, maxLength: 12 },
    );
    fc.assert(
      fc.property(several, fc.constantFrom(...boardScreens), fc.integer({ min: 0, max: 9 }), (some, screen, page) => {
        const unique = some.filter(
          (one, index) => some.findIndex((two) => one.screen === two.screen && one.page === two.page) === index,
        );
        const place = placeOf(unique, { ...start, screen, page });
        expect(unique[place]).toBeDefined();
        const back = stepped(unique, stepped(unique, { ...start, screen, page }, 1, now), -1, now);
        expect(placeOf(unique, back)).toBe(place);
      }),
    );
  });
});
