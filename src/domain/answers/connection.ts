import { millisecondsInSecond } from 'date-fns/constants';
import { type Clock, durationText, whenText } from '#domain/time/clock.ts';
import type { Instant } from '#domain/time/time.ts';
import { type Failure, isPassing } from './failures.ts';

/**
 * How the browser stands with the gateway. How the gateway stands with the flight service is another matter: it says so in its
 * answers.
 */
export type Connection = {
  /** `in doubt` while a request has got no answer and another is asking why; `lost` where that got none either. */
  readonly state: 'there' | 'in doubt' | 'lost';
  /** The last answer of any kind; null where there has been none. Kept up to date only while it matters. */
  readonly lastAnswerAt: Instant | null;
  /** When the next try is; null while one is under way, and where none is needed. */
  readonly nextTryAt: Instant | null;
};

/** The gateway answers. */
export const connected: Connection = { state: 'there', lastAnswerAt: null, nextTryAt: null };

/** True where the gateway is known not to answer: what is shown may be out of date. */
export function isOut({ state }: Connection): boolean {
  return state === 'lost';
}

/** True of a failure that the lost connection explains, or may explain while that is in doubt: it is told once, for all. */
export function isExplained(failure: Failure, { state }: Connection): boolean {
  if (state === 'there') return false;
  return state === 'lost' ? isPassing(failure) : failure.kind === 'offline' || failure.kind === 'timeout';
}

/** True of a failure that says nothing about the flight service, but leaves open whether the gateway is there. */
export function isDoubtful({ kind, status, entries }: Failure): boolean {
  if (status === null) return kind === 'offline' || kind === 'timeout';
  // What stands before the gateway answers in its place when it is gone; the gateway's own refusals say why.
  return status >= 502 && status <= 504 && entries.length === 0;
}

/** `No connection since 1329L`. */
export function lostText({ lastAnswerAt }: Connection, now: Instant, clock: Clock): string {
  return lastAnswerAt === null ? 'No connection' : `No connection since ${whenText(lastAnswerAt, now, clock)}`;
}

/** `Next try in 12 s`, or that it is being tried. */
export function nextTryText({ nextTryAt }: Connection, now: Instant): string {
  if (nextTryAt === null || nextTryAt <= now) return 'Trying again…';
  return `Next try in ${durationText(nextTryAt - now)}`;
}

/** Milliseconds before the second try, the third, and so on; the last one again and again. */
const pauses = [
  2 * millisecondsInSecond,
  4 * millisecondsInSecond,
  8 * millisecondsInSecond,
  15 * millisecondsInSecond,
];

/** Milliseconds from the failed try of this number, from 0, to the next. */
export function pauseAfter(tries: number): number {
  return pauses[Math.min(tries, pauses.length - 1)] ?? millisecondsInSecond;
}
