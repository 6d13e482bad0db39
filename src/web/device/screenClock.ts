import { timeHeader } from '#contract/gateway/ages.ts';
import {
  answered,
  type ClockPair,
  clockNote,
  lookedAt,
  type ServerClock,
  unreadClock,
  withMissed,
} from '#domain/time/serverClock.ts';
import type { Instant } from '#domain/time/time.ts';

/**
 * The one clock of a screen: the gateway's, whatever the device's own clock says. Lateness, ages and days follow it, and
 * nothing else in `web` may read the device's clock. Every answer of the gateway names its time.
 */

/** The device's two clocks. */
export const readClocks = (): ClockPair => ({ wall: Date.now(), monotonic: performance.now() });

const first = readClocks();
let clock = unreadClock(first);
let shown = Number.NEGATIVE_INFINITY;
let isAsking = false;
const listeners = new Set<(isJump: boolean) => void>();

/** When the page was opened: the first requests were sent after this. */
export const pageStart: ClockPair = { wall: first.wall - first.monotonic, monotonic: 0 };

/** Milliseconds since the page was opened. */
export const sinceStart = (): number => performance.now();

/** Milliseconds: smaller corrections never turn the clock back, and wake nobody. */
const smallest = 1_000;
/** Milliseconds that the gateway may take to say its time. */
const patience = 5_000;

function set(next: ServerClock): void {
  const isJump = next.wallAhead !== clock.wallAhead;
  const isNews = isJump || Math.abs(next.ahead - clock.ahead) >= smallest;
  clock = next;
  // Not at once: a component may be reading the clock while it is drawn.
  if (isNews) setTimeout(() => listeners.forEach((listener) => listener(isJump)));
}

/** The gateway's time. It does not follow a device's clock that somebody sets, and goes on after a sleep. */
export function now(): Instant {
  const clocks = readClocks();
  const next = lookedAt(clock, clocks);
  if (next !== clock) set(next);
  if (clock.missed > 0 && !isAsking) void ask();
  const instant = Math.floor(clocks.monotonic + clock.ahead);
  shown = shown - instant < smallest ? Math.max(shown, instant) : instant;
  return shown;
}

/** Asks the gateway for its time after the device may have slept. */
async function ask(): Promise<void> {
  isAsking = true;
  const sent = readClocks();
  await fetch('/health', { cache: 'no-store', signal: AbortSignal.timeout(patience) }).then(
    ({ headers }) => noteTime(headers, sent),
    () => undefined,
  );
  isAsking = false;
  if (clock.missed > 0) set(withMissed(clock));
}

/** Takes the time from an answer to a request that was sent at `sent`. Only for answers that no cache can have given. */
export function noteTime(headers: Headers, sent: ClockPair): void {
  const server = Number(headers.get(timeHeader) ?? Number.NaN);
  set(answered(clock, { sent, received: readClocks(), server }));
}

/** That this device's clock is wrong, in words; null if it is not. */
export const deviceClockNote = (): string | null => clockNote(clock);

/**
 * Calls when the clock was put right, or at a jump: somebody set the device's clock, or it slept. Until the returned function
 * is called. It notices a jump when the clock is read.
 */
export function onClockSet(listener: (isJump: boolean) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
