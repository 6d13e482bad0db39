import { millisecondsInMinute, millisecondsInSecond } from '#domain/units.ts';
import { durationText } from './clock.ts';
import type { Instant } from './time.ts';

/** A device's wall clock and a monotonic clock, read together. */
export type ClockPair = { readonly wall: Instant; readonly monotonic: number };

/** Milliseconds: drift between two readings is smaller than this. */
const smallestJump = 5 * millisecondsInSecond;

/** True if the wall clock was set, or the device slept, between two readings. */
export function hasJumped(before: ClockPair, after: ClockPair): boolean {
  return Math.abs(after.wall - before.wall - (after.monotonic - before.monotonic)) > smallestJump;
}

/**
 * What a device knows of its server's clock. Each answer says the server's time at some moment between the question and
 * the answer, which gives bounds; the bounds of a fast answer are narrow and stay. All members are milliseconds; but for
 * `readAt`, they are what to add to the monotonic clock.
 */
export type ServerClock = {
  /** The server's clock, as well as it is known; until an answer, the device's. */
  readonly ahead: number;
  /** The bounds of `ahead`; null until an answer. */
  readonly bounds: { readonly min: number; readonly max: number } | null;
  /** The monotonic clock at the last answer that counted. */
  readonly readAt: number;
  /** The device's wall clock when it was last looked at. */
  readonly wallAhead: number;
  /** By how much the wall clock has stepped ahead since the last answer: the device slept, or somebody set the clock. */
  readonly missed: number;
};

/** Nothing is known yet: the device's own clock counts. */
export function unreadClock({ wall, monotonic }: ClockPair): ServerClock {
  return { ahead: wall - monotonic, bounds: null, readAt: monotonic, wallAhead: wall - monotonic, missed: 0 };
}

/**
 * The clock after a look at the device's clocks; the same object if nothing happened. A wall clock that is set back changes
 * nothing. A step ahead may be a sleep, in which the monotonic clock may have stopped: it is kept as `missed` until an
 * answer, or until `withMissed`. Before the first answer the device's clock counts, whatever it does.
 */
export function lookedAt(clock: ServerClock, { wall, monotonic }: ClockPair): ServerClock {
  const step = wall - monotonic - clock.wallAhead;
  if (Math.abs(step) <= smallestJump) return clock;
  const next = { ...clock, wallAhead: wall - monotonic };
  if (!clock.bounds) return { ...next, ahead: clock.ahead + step };
  return { ...next, missed: Math.max(0, clock.missed + step) };
}

/**
 * The clock if the server cannot be asked after a step ahead: the step counts as time that has passed. If somebody only set
 * the clock, data then looks older than it is, never younger. The bounds stay: the next answer fits them or not.
 */
export function withMissed(clock: ServerClock): ServerClock {
  return { ...clock, ahead: clock.ahead + clock.missed, missed: 0 };
}

/** A slower answer says too little about the moment it was written. */
const longestTrip = 10 * millisecondsInSecond;
/** Milliseconds per millisecond by which a monotonic clock and a server's may drift apart: 17 s a day. */
const drift = 0.0002;

/** A question to the server, and the server's time in the answer (cut to the millisecond). */
export type ClockAnswer = { readonly sent: ClockPair; readonly received: ClockPair; readonly server: Instant };

/**
 * The clock after an answer. Where the new bounds and the known ones agree, the clock moves only as far as both require; at
 * first, and where they contradict each other (a sleep, another clock at the server), it is set to the middle of the new
 * ones, half the round trip. An answer that took too long, or during which the device slept, changes nothing.
 */
export function answered(clock: ServerClock, { sent, received, server }: ClockAnswer): ServerClock {
  const trip = received.monotonic - sent.monotonic;
  if (Number.isNaN(server) || trip > longestTrip || hasJumped(sent, received)) return clock;
  const fresh = { min: server - received.monotonic, max: server + 1 - sent.monotonic };
  const slack = drift * Math.max(0, received.monotonic - clock.readAt);
  const known = clock.bounds ?? fresh;
  const min = Math.max(fresh.min, known.min - slack);
  const max = Math.min(fresh.max, known.max + slack);
  const isContrary = min > max;
  const bounds = isContrary ? fresh : { min, max };
  const ahead = isContrary || !clock.bounds ? (fresh.min + fresh.max) / 2 : Math.min(Math.max(clock.ahead, min), max);
  return { ...clock, ahead, bounds, readAt: received.monotonic, missed: 0 };
}

/** A smaller error of the device's clock does not matter to anybody who reads times to the minute. */
const tolerance = 2 * millisecondsInMinute;

/** That the device's clock is wrong, in two sentences; null if it is right or the server's is not known. */
export function clockNote({ ahead, bounds, wallAhead }: ServerClock): string | null {
  const lead = wallAhead - ahead;
  if (!bounds || Math.abs(lead) <= tolerance) return null;
  const rounded = Math.abs(lead) + millisecondsInMinute / 2;
  return `This device’s clock is ${durationText(rounded)} ${lead > 0 ? 'fast' : 'slow'}. Times here follow the server.`;
}
