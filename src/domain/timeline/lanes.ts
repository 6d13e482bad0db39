import type { Span } from '#domain/time/time.ts';

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
 * packing of the very same bookings is given back as it is, so that what draws it has nothing to do.
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

/** The places `from` to `to` (exclusive) that hold every booking overlapping a span, and few others. */
export function bookingsNear<B extends Keyed>({ bookings, longest }: PackedRow<B>, span: Span) {
  return {
    from: firstIndex(bookings.length, (index) => bookings[index]!.start > span.start - longest),
    to: firstIndex(bookings.length, (index) => bookings[index]!.start >= span.end),
  };
}

/** The first index at which a claim holds that, once true, stays true; `count` where it never does. */
function firstIndex(count: number, holds: (index: number) => boolean): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Where each line of a board begins, in pixels from the first; one figure more than there are lines, the whole height. */
export function topsOf(heights: readonly number[]): Float64Array {
  const tops = new Float64Array(heights.length + 1);
  heights.forEach((height, index) => {
    tops[index + 1] = tops[index]! + height;
  });
  return tops;
}

/** The lines `from` to `to` (exclusive) of which something is between two heights. */
export function linesBetween(tops: Float64Array, above: number, below: number) {
  const count = tops.length - 1;
  return {
    from: firstIndex(count, (index) => tops[index + 1]! > above),
    to: firstIndex(count, (index) => tops[index]! >= below),
  };
}
