import type { Instant } from '#domain/time/time.ts';
import type { BoardScreen } from './settings.ts';

/** One page of one screen, shown for so many seconds. */
export type Slide = { readonly screen: BoardScreen; readonly page: number; readonly seconds: number };

/** Where a board stands in its rotation, since when, and until when somebody holds it there. */
export type Position = {
  readonly screen: BoardScreen;
  readonly page: number;
  readonly since: Instant;
  readonly heldUntil: Instant | null;
};

/** Nobody comes back to a wall: what was held goes on by itself. */
const longestHold = 5 * 60_000;

/** The place of a position among the slides; the screen's last page where it has fewer now, the first slide without it. */
export function placeOf(slides: readonly Slide[], { screen, page }: Position): number {
  const exact = slides.findIndex((slide) => slide.screen === screen && slide.page === page);
  if (exact !== -1) return exact;
  return Math.max(
    0,
    slides.findLastIndex((slide) => slide.screen === screen),
  );
}

/** The position when its time is up; the same object until then. A clock that was set back begins the slide anew. */
export function advanced(slides: readonly Slide[], position: Position, now: Instant): Position {
  if (now < position.since) return { ...position, since: now, heldUntil: null };
  if (position.heldUntil !== null) return now < position.heldUntil ? position : stepped(slides, position, 1, now);
  const seconds = slides[placeOf(slides, position)]?.seconds ?? 0;
  return now - position.since >= seconds * 1000 ? stepped(slides, position, 1, now) : position;
}

/** The next slide (1) or the one before (-1), round and round. */
export function stepped(slides: readonly Slide[], position: Position, direction: 1 | -1, now: Instant): Position {
  const next = slides[(placeOf(slides, position) + direction + slides.length) % slides.length];
  return next ? { screen: next.screen, page: next.page, since: now, heldUntil: null } : position;
}

/** Holds the slide for five minutes, or lets it go on. */
export function heldOrReleased(position: Position, now: Instant): Position {
  return { ...position, since: now, heldUntil: position.heldUntil === null ? now + longestHold : null };
}

/** The first page of the screen with this number, counted from 1; unchanged where there is none. */
export function calledUp(slides: readonly Slide[], position: Position, digit: number, now: Instant): Position {
  const screens = [...new Set(slides.map((slide) => slide.screen))];
  const screen = screens[digit - 1];
  return screen ? { screen, page: 0, since: now, heldUntil: null } : position;
}
