import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  advance,
  afterKey,
  goToScreen,
  togglePause,
  indexOf,
  type Position,
  type Slide,
  step,
} from './slideshowState.ts';
import { boardScreens } from '#domain/wall/settings.ts';

const slides: readonly Slide[] = [
  { screen: 'fleet', page: 0, seconds: 20 },
  { screen: 'fleet', page: 1, seconds: 20 },
  { screen: 'movements', page: 0, seconds: 5 },
  { screen: 'day', page: 0, seconds: 30 },
];
const now = Date.parse('2026-05-12T17:05:00Z');
const start: Position = { screen: 'fleet', page: 0, since: now, pausedUntil: null };
const after = (seconds: number) => now + seconds * 1000;

describe('the slideshow', () => {
  test('shows each slide for its time, in a loop', () => {
    expect(advance(slides, start, after(19))).toBe(start);
    let position = start;
    const walk = [20, 40, 45, 75].map((seconds) => (position = advance(slides, position, after(seconds))));
    expect(walk.map((one) => indexOf(slides, one))).toEqual([1, 2, 3, 0]);
  });

  test('is paused and resumed by a key, and resumes on its own after five minutes', () => {
    const held = togglePause(start, after(3));
    expect(advance(slides, held, after(200))).toBe(held);
    expect(indexOf(slides, advance(slides, held, after(303)))).toBe(1);
    const free = togglePause(held, after(10));
    expect(indexOf(slides, advance(slides, free, after(31)))).toBe(1);
  });

  test('goes to a screen by number and ignores other numbers', () => {
    expect(indexOf(slides, goToScreen(slides, start, 3, now))).toBe(3);
    expect(goToScreen(slides, start, 4, now)).toBe(start);
  });

  test('restarts the slide when the clock is set back', () => {
    expect(advance(slides, start, after(-3600))).toEqual({ ...start, since: after(-3600) });
  });

  test('steps forward and back, always to a slide that exists', () => {
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
        const place = indexOf(unique, { ...start, screen, page });
        expect(unique[place]).toBeDefined();
        const back = step(unique, step(unique, { ...start, screen, page }, 1, now), -1, now);
        expect(indexOf(unique, back)).toBe(place);
      }),
    );
  });

  test.each([
    [' ', 0, true],
    ['ArrowRight', 1, false],
    ['ArrowDown', 1, false],
    ['ArrowLeft', 3, false],
    ['ArrowUp', 3, false],
    ['2', 2, false],
    ['9', 0, false],
  ])('reacts to the key “%s” with slide %i, paused: %s', (key, index, isPaused) => {
    const next = afterKey(slides, start, key, after(4));
    expect(next && indexOf(slides, next)).toBe(index);
    expect(next?.pausedUntil != null).toBe(isPaused);
  });

  test.each(['0', 'a', 'Enter', 'Tab', 'F5'])('ignores the key “%s”', (key) => {
    expect(afterKey(slides, start, key, now)).toBeNull();
  });

  test('shows the last page of a screen that lost pages, and the first slide when a screen is gone', () => {
    expect(indexOf(slides, { ...start, page: 7 })).toBe(1);
    expect(indexOf(slides, { ...start, screen: 'maintenance' })).toBe(0);
  });

  test('stays where it is without slides', () => {
    expect(advance([], start, after(60))).toBe(start);
    expect(step([], start, 1, now)).toBe(start);
  });
});
