import { millisecondsInHour } from 'date-fns/constants';
import type { Instant, Span } from '#domain/time/time.ts';

/** The share of a window that has passed at an instant, from 0 to 1. Linear in elapsed time, so a DST day keeps its hours. */
export function shareOf(window: Span, instant: Instant): number {
  return Math.min(1, Math.max(0, (instant - window.start) / (window.end - window.start)));
}

/** Where a span lies in a window, in shares of it. What sticks out is cut off. */
export function placeIn(window: Span, inner: Span): { readonly left: number; readonly width: number } {
  const left = shareOf(window, inner.start);
  return { left, width: shareOf(window, inner.end) - left };
}

/** The instants at every `step` real hours from the start of a window, start included, end not. */
export function ticks(window: Span, step: number): Instant[] {
  const count = Math.ceil((window.end - window.start) / (step * millisecondsInHour));
  return Array.from({ length: count }, (_, index) => window.start + index * step * millisecondsInHour);
}

type Keyed = Span & { readonly key: string };

/** A row's bookings laid into lanes: `lanes[i]` is the lane of `bookings[i]`, counted from 0. */
export type PackedRow<B extends Keyed> = {
  /** By start, the longer first, then by key. */
  readonly bookings: readonly B[];
  readonly lanes: readonly number[];
  /** How many lanes there are; the deepest overlap needs no fewer. */
  readonly depth: number;
  /** The longest booking, in milliseconds. */
  readonly longest: number;
};

/**
 * Lays bookings into the fewest lanes in which none overlap. Half-open: one may begin where another ends. A `previous`
 * packing of the very same bookings is returned as it is, so that memoized views do not render again.
 */
export function packLanes<B extends Keyed>(given: readonly B[], previous?: PackedRow<B>): PackedRow<B> {
  const bookings = given.toSorted(byStart);
  const isSame = previous?.bookings.length === bookings.length;
  if (isSame && bookings.every((booking, index) => previous.bookings[index] === booking)) return previous;
  const ends: number[] = [];
  const lanes = bookings.map((booking) => {
    const free = ends.findIndex((end) => end <= booking.start);
    const lane = free === -1 ? ends.length : free;
    ends[lane] = endOf(booking);
    return lane;
  });
  const longest = bookings.reduce((most, booking) => Math.max(most, endOf(booking) - booking.start), 0);
  return { bookings, lanes, depth: ends.length, longest };
}

function byStart(a: Keyed, b: Keyed): number {
  return a.start - b.start || b.end - a.end || (a.key < b.key ? -1 : 1);
}

/** A booking without length holds its instant, so that two of them are not drawn on each other. */
function endOf(booking: Span): number {
  return Math.max(booking.end, booking.start + 1);
}
