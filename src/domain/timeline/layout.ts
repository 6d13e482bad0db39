import { millisecondsInHour } from '#domain/units.ts';
import type { Instant, Span } from '#domain/time/time.ts';

/**
 * The share of a window that has passed at an instant, from 0 to 1. Linear in elapsed time, so a DST day keeps its
 * hours.
 */
export function shareOf(window: Span, instant: Instant): number {
  return Math.min(1, Math.max(0, (instant - window.start) / (window.end - window.start)));
}

/** A span's position in a window, as shares of it. Parts outside are cut off. */
export function placeIn(window: Span, inner: Span): { readonly left: number; readonly width: number } {
  const left = shareOf(window, inner.start);
  return { left, width: shareOf(window, inner.end) - left };
}

/** The instants at every `step` real hours from a window's start, start included, end excluded. */
export function ticks(window: Span, step: number): Instant[] {
  const count = Math.ceil((window.end - window.start) / (step * millisecondsInHour));
  return Array.from({ length: count }, (_, index) => window.start + index * step * millisecondsInHour);
}

type Keyed = Span & { readonly key: string };

/** A row's reservations placed in lanes: `lanes[i]` is the lane of `reservations[i]`, counted from 0. */
export type PackedRow<B extends Keyed> = {
  /** By start, the longer first, then by key. */
  readonly reservations: readonly B[];
  readonly lanes: readonly number[];
  /** The number of lanes; the deepest overlap needs as many. */
  readonly depth: number;
  /** The longest reservation, in milliseconds. */
  readonly longest: number;
};

/**
 * Places reservations in the fewest lanes without overlap; one may begin when another ends. If `previous` holds the
 * same objects, it is returned unchanged, so that memoized views do not render again.
 */
export function packLanes<B extends Keyed>(given: readonly B[], previous?: PackedRow<B>): PackedRow<B> {
  const reservations = given.toSorted(byStart);
  const isSame = previous?.reservations.length === reservations.length;
  if (isSame && reservations.every((reservation, index) => previous.reservations[index] === reservation))
    return previous;
  const ends: number[] = [];
  const lanes = reservations.map((reservation) => {
    const free = ends.findIndex((end) => end <= reservation.start);
    const lane = free === -1 ? ends.length : free;
    ends[lane] = endOf(reservation);
    return lane;
  });
  const longest = reservations.reduce((max, reservation) => Math.max(max, endOf(reservation) - reservation.start), 0);
  return { reservations, lanes, depth: ends.length, longest };
}

function byStart(a: Keyed, b: Keyed): number {
  return a.start - b.start || b.end - a.end || (a.key < b.key ? -1 : 1);
}

/** A reservation of zero length occupies its instant, so that two of them are not drawn over each other. */
function endOf(reservation: Span): number {
  return Math.max(reservation.end, reservation.start + 1);
}
