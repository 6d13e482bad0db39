import { millisecondsInMinute } from '#domain/units.ts';
import { durationText } from './clock.ts';
import type { Instant } from './time.ts';

/** A request to the server, timed by this device's clock, and the `Date` of its answer. */
export type ClockSample = { readonly askedAt: Instant; readonly answeredAt: Instant; readonly date: string | null };

/** A slower answer says too little about the moment it was written. */
const longestTrip = 10_000;
/** `Date` is cut to whole seconds (RFC 9110, section 6.6.1), so the server's clock is half a second later on average. */
const cutOff = 500;

/** Milliseconds that this device's clock is ahead of the server's; null if the answer does not show it. */
export function clockLead({ askedAt, answeredAt, date }: ClockSample): number | null {
  const server = Date.parse(date ?? '');
  const trip = answeredAt - askedAt;
  if (Number.isNaN(server) || trip < 0 || trip > longestTrip) return null;
  return (askedAt + answeredAt) / 2 - (server + cutOff);
}

/** A smaller error does not matter for times shown to the minute. */
const tolerance = millisecondsInMinute;

/** The fault of this device's clock, in a sentence; null if there is none or it is unknown. */
export function clockFault(lead: number | null): string | null {
  if (lead === null || Math.abs(lead) <= tolerance) return null;
  return `This screen’s clock is ${durationText(Math.abs(lead))} ${lead > 0 ? 'fast' : 'slow'}.`;
}

/** The wall clock and a monotonic clock, read together. */
export type ClockPair = { readonly wall: Instant; readonly steady: number };

/** Drift between two checks is smaller than this. */
const smallestJump = 5_000;

/** True if the wall clock was set, or the device slept, between two checks. */
export function hasJumped(before: ClockPair, after: ClockPair): boolean {
  return Math.abs(after.wall - before.wall - (after.steady - before.steady)) > smallestJump;
}
