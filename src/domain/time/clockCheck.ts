import { millisecondsInMinute } from 'date-fns/constants';
import { durationText } from './clock.ts';
import type { Instant } from './time.ts';

/** A question to the server by this device's clock, and the `Date` of its answer. */
export type ClockSample = { readonly askedAt: Instant; readonly answeredAt: Instant; readonly date: string | null };

/** An answer that took longer says too little about the moment it was written. */
const longestTrip = 10_000;
/** `Date` is cut to the second (RFC 9110, section 6.6.1): on average it is half a second more. */
const cutOff = 500;

/** Milliseconds that this device's clock is ahead of the server's, or null where the answer does not tell. */
export function clockLead({ askedAt, answeredAt, date }: ClockSample): number | null {
  const server = Date.parse(date ?? '');
  const trip = answeredAt - askedAt;
  if (Number.isNaN(server) || trip < 0 || trip > longestTrip) return null;
  return (askedAt + answeredAt) / 2 - (server + cutOff);
}

/** Less is of no consequence for times shown to the minute. */
const tolerance = millisecondsInMinute;

/** What is wrong with this device's clock, in a sentence; null where nothing is, or nobody knows. */
export function clockFault(lead: number | null): string | null {
  if (lead === null || Math.abs(lead) <= tolerance) return null;
  return `This screen’s clock is ${durationText(Math.abs(lead))} ${lead > 0 ? 'fast' : 'slow'}.`;
}

/** The wall clock and one that nobody sets, read together. */
export type ClockPair = { readonly wall: Instant; readonly steady: number };

/** Drift within a look or two is no jump. */
const smallestJump = 5_000;

/** Whether the wall clock was set, or the device slept, between two looks. */
export function hasJumped(before: ClockPair, after: ClockPair): boolean {
  return Math.abs(after.wall - before.wall - (after.steady - before.steady)) > smallestJump;
}
