import { type ClockPair, hasJumped } from '#domain/time/clockCheck.ts';

const interval = 5_000;

const look = (): ClockPair => ({ wall: Date.now(), steady: performance.now() });

/** Calls when the wall clock has been set or the device has slept, until the returned function is called. */
export function watchClock(onJump: () => void): () => void {
  let last = look();
  const timer = setInterval(() => {
    const next = look();
    if (hasJumped(last, next)) onJump();
    last = next;
  }, interval);
  return () => clearInterval(timer);
}
