import { millisecondsInMinute } from '#domain/units.ts';
import type { Instant } from '#domain/time/time.ts';
import type { BoardScreen } from '#domain/wall/settings.ts';

/** One page of one screen, and its seconds. */
export type Slide = { readonly screen: BoardScreen; readonly page: number; readonly seconds: number };

/** The current slide, since when it is shown, and until when it is paused. */
export type Position = {
  readonly screen: BoardScreen;
  readonly page: number;
  readonly since: Instant;
  readonly pausedUntil: Instant | null;
};

/** A pause ends by itself, because nobody returns to a wall board. */
const longestPause = 5 * millisecondsInMinute;

/** The index of a position; the screen's last page if it now has fewer, the first slide if the screen is gone. */
export function indexOf(slides: readonly Slide[], { screen, page }: Position): number {
  const exact = slides.findIndex((slide) => slide.screen === screen && slide.page === page);
  if (exact !== -1) return exact;
  return Math.max(
    0,
    slides.findLastIndex((slide) => slide.screen === screen),
  );
}

/** The position at `now`: the same object until its time is up. A clock that was set back restarts the slide. */
export function advance(slides: readonly Slide[], position: Position, now: Instant): Position {
  if (now < position.since) return { ...position, since: now, pausedUntil: null };
  if (position.pausedUntil !== null) return now < position.pausedUntil ? position : step(slides, position, 1, now);
  const seconds = slides[indexOf(slides, position)]?.seconds ?? 0;
  return now - position.since >= seconds * 1000 ? step(slides, position, 1, now) : position;
}

/** The next slide (1) or the previous one (-1), in a circle. */
export function step(slides: readonly Slide[], position: Position, direction: 1 | -1, now: Instant): Position {
  const next = slides[(indexOf(slides, position) + direction + slides.length) % slides.length];
  return next ? { screen: next.screen, page: next.page, since: now, pausedUntil: null } : position;
}

/** Pauses for five minutes, or resumes. */
export function togglePause(position: Position, now: Instant): Position {
  return { ...position, since: now, pausedUntil: position.pausedUntil === null ? now + longestPause : null };
}

/** The first page of the screen with this number, counted from 1; the same object if there is none. */
export function goToScreen(slides: readonly Slide[], position: Position, number: number, now: Instant): Position {
  const screens = [...new Set(slides.map((slide) => slide.screen))];
  const screen = screens[number - 1];
  return screen ? { screen, page: 0, since: now, pausedUntil: null } : position;
}

/** The position after a key: space pauses, arrows step, digits go to a screen; null for any other key. */
export function afterKey(slides: readonly Slide[], position: Position, key: string, now: Instant): Position | null {
  if (key === ' ') return togglePause(position, now);
  if (key === 'ArrowRight' || key === 'ArrowDown') return step(slides, position, 1, now);
  if (key === 'ArrowLeft' || key === 'ArrowUp') return step(slides, position, -1, now);
  return /^[1-9]$/.test(key) ? goToScreen(slides, position, Number(key), now) : null;
}
