import { millisecondsInSecond } from '#domain/units.ts';
import { type Clock, durationText, whenText } from '#domain/time/clock.ts';
import type { Instant } from '#domain/time/time.ts';
import { type Failure, isPassing } from './failures.ts';

/** One cause for which several sources of a screen fail; a screen reports it once, for all of them. */
export type Outage = {
  /** The failure of one of the sources. */
  readonly failure: Failure;
  /** The newest data of any source when it began: nothing newer is known. It stays the same until the outage ends. */
  readonly since: Instant;
  /** The sources that failed for it. Only these can show that it is over: the gateway answers others by itself. */
  readonly sources: readonly string[];
  /** When a source last failed for it. */
  readonly seenAt: Instant;
  /** False while it may still pass by itself: the screen then only loads. */
  readonly isShown: boolean;
};

/** The browser's connection to the gateway. The gateway reports its own connection to the flight service in its answers. */
export type Connection = {
  /**
   * `in doubt`: a request got no answer, and another one is checking the connection. `lost`: that one got no answer
   * either.
   */
  readonly state: 'there' | 'in doubt' | 'lost';
  /** The last answer of any kind; null if there was none. Only kept current while it matters. */
  readonly lastAnswerAt: Instant | null;
  /** Time of the next try; null while one is running, and if none is needed. */
  readonly nextTryAt: Instant | null;
  /** What fails behind the gateway for several sources at once; null or left out for nothing. */
  readonly outage?: Outage | null;
};

/** The gateway answers. */
export const connected: Connection = { state: 'there', lastAnswerAt: null, nextTryAt: null };

/** True if the gateway does not answer: the data shown may be out of date. */
export function isOut({ state }: Connection): boolean {
  return state === 'lost';
}

/**
 * True for a failure that a lost connection explains, or that a doubtful one may explain. Screens then report the
 * connection once instead of each failure.
 */
export function isExplained(failure: Failure, { state }: Connection): boolean {
  if (state === 'there') return false;
  return state === 'lost' ? isPassing(failure) : failure.kind === 'offline' || failure.kind === 'timeout';
}

/** True for a failure that says nothing about the flight service and leaves open whether the gateway is up. */
export function isDoubtful({ kind, status, entries }: Failure): boolean {
  if (status === null) return kind === 'offline' || kind === 'timeout';
  // A proxy in front of the gateway answers like this when the gateway is down; the gateway's own errors have entries.
  return status >= 502 && status <= 504 && entries.length === 0;
}

export const noConnection = 'No connection';

/** ` since 1329L`; empty where there has been no answer. */
export function sinceAnswer({ lastAnswerAt }: Connection, now: Instant, clock: Clock): string {
  return lastAnswerAt === null ? '' : ` since ${whenText(lastAnswerAt, now, clock)}`;
}

/** `No connection since 1329L`. */
export function lostText(connection: Connection, now: Instant, clock: Clock): string {
  return noConnection + sinceAnswer(connection, now, clock);
}

/** `Next try in 12 s`, or the words for a try that is running. */
export function nextTryText({ nextTryAt }: Connection, now: Instant): string {
  if (nextTryAt === null || nextTryAt <= now) return 'Trying again…';
  return `Next try in ${durationText(nextTryAt - now)}`;
}

/** Milliseconds before the second try, the third, and so on; the last pause repeats. */
const pauses = [
  2 * millisecondsInSecond,
  4 * millisecondsInSecond,
  8 * millisecondsInSecond,
  15 * millisecondsInSecond,
];

/** Milliseconds from a failed try to the next; tries count from 0. */
export function pauseAfter(tries: number): number {
  return pauses[Math.min(tries, pauses.length - 1)] ?? millisecondsInSecond;
}
