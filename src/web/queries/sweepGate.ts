import { focusManager } from '@tanstack/react-query';
import type { Failure } from '#domain/failures.ts';
import type { Instant } from '#domain/time.ts';

/** A sweep, as the gate sees it. */
type Sweeping = {
  /** Asks for those in line, as many as are free; returns when to be called again if nothing happens before. */
  readonly take: (now: Instant, free: number) => Instant | null;
  /** Asks for its oldest answer anew if it is time; returns when it will be. */
  readonly renew: (now: Instant) => Instant | null;
  readonly interrupt: (until: Instant, failure: Failure) => void;
};

/** Requests of all sweeps together at a time: a browser has six for one host, and a click must find one free. */
const atOnce = 2;
/** Milliseconds of a pause where the service names none. */
const usualPause = 5_000;

const sweeping = new Set<Sweeping>();
let underWay = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

focusManager.subscribe(() => serve());

/**
 * Gives each sweep its turn, the one begun first before the others; answers are renewed when no sweep has anything better to
 * do. In a hidden tab nobody has a turn.
 */
export function serve(now: Instant = Date.now()): void {
  clearTimeout(timer);
  if (!focusManager.isFocused()) return;
  const wakes: Instant[] = [];
  const note = (wakeAt: Instant | null) => void (wakeAt !== null && wakes.push(wakeAt));
  for (const sweep of sweeping) note(sweep.take(now, atOnce - underWay));
  for (const sweep of sweeping) if (underWay === 0) note(sweep.renew(now));
  if (wakes.length === 0) return;
  const wakeAt = Math.min(...wakes);
  // By then that much time has passed, whatever a clock says that was set back meanwhile.
  timer = setTimeout(() => serve(Math.max(wakeAt, Date.now())), wakeAt - now);
}

/** Lets a sweep take part until the returned function is called. */
export function enterGate(sweep: Sweeping): () => void {
  sweeping.add(sweep);
  return () => sweeping.delete(sweep);
}

/** Makes one request of a sweep, which never rejects. */
export async function pass(request: () => Promise<void>): Promise<void> {
  underWay++;
  await request();
  underWay--;
  serve();
}

/** A spent allowance, a full line or a lost network concerns every aircraft: no use in asking the next. */
export function concernsAll({ kind, retryAfter }: Failure): boolean {
  return kind === 'limited' || kind === 'offline' || retryAfter !== null;
}

/** All sweeps share one allowance, so all of them wait. */
export function interruptAll(failure: Failure): void {
  const until = Date.now() + (failure.retryAfter ?? usualPause);
  for (const sweep of sweeping) sweep.interrupt(until, failure);
}
