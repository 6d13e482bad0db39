import type { Instant } from './time.ts';

/** After a refresh the next turn is not taken before this has passed: a timer may fire a little early. */
const rest = 1000;

type Refresh = {
  readonly interval: number;
  /** Milliseconds that this screen is behind the grid. */
  readonly spread: number;
  /** When the last refresh ended. */
  readonly last: Instant;
};

/**
 * Milliseconds from `now` to the next refresh. Refreshes lie on a grid that all screens share (full minutes, full quarters),
 * each screen a little behind it: near enough that one answer of the gateway serves them all, and not at once. Whoever
 * missed a turn, because the machine slept or its timers did, refreshes as soon as may be.
 */
export function untilNextTurn(now: Instant, { interval, spread, last }: Refresh): number {
  // A clock that was set back makes the last time lie ahead: it says nothing.
  const earliest = last > now ? now : last + rest;
  const since = (earliest - spread) % interval;
  const turn = earliest + interval - (since < 0 ? since + interval : since);
  return turn > now ? Math.ceil(turn - now) : rest;
}
