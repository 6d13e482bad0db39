import { type BookingKind, inSpan, type TimedBooking } from '#domain/reservations/bookings.ts';
import { placeIn, ticks } from '#domain/timeline/timeScale.ts';
import type { Instant, Span } from '#domain/time/time.ts';
import { packLanes } from '#domain/timeline/lanes.ts';

const hour = 3_600_000;

/** A booking in a day's column: its place from the top in shares of the day's true length, and its lane. */
export type Placed = {
  readonly booking: TimedBooking;
  readonly top: number;
  readonly height: number;
  readonly lane: number;
  readonly lanes: number;
  readonly isFromBefore: boolean;
  readonly goesOn: boolean;
};

/** The bookings that touch a day, side by side where they overlap; all others have the column's full width. */
export function dayColumn(bookings: readonly TimedBooking[], span: Span): Placed[] {
  return clustersOf(inSpan(bookings, span)).flatMap((cluster) => {
    const { bookings: packed, lanes, depth } = packLanes(cluster);
    return packed.map((booking, index) => {
      const { left: top, width: height } = placeIn(span, booking);
      const edges = { isFromBefore: booking.start < span.start, goesOn: booking.end > span.end };
      return { booking, top, height, lane: lanes[index] ?? 0, lanes: depth, ...edges };
    });
  });
}

/** Groups bookings (in order of start) that overlap each other, directly or through others. */
function clustersOf(bookings: readonly TimedBooking[]): TimedBooking[][] {
  const clusters: TimedBooking[][] = [];
  let end = Number.NEGATIVE_INFINITY;
  for (const booking of bookings) {
    const last = clusters.at(-1);
    if (last && booking.start < end) last.push(booking);
    else clusters.push([booking]);
    end = Math.max(end, booking.end);
  }
  return clusters;
}

/** How many bookings of each kind touch a real hour. */
export type HourLoad = {
  readonly start: Instant;
  readonly counts: ReadonlyMap<BookingKind, number>;
  readonly total: number;
};

/** The load of a day by its real hours: 23, 24 or 25 of them. */
export function hourLoads(bookings: readonly TimedBooking[], span: Span): HourLoad[] {
  const counts = ticks(span, 1).map(() => new Map<BookingKind, number>());
  for (const { kind, start, end } of inSpan(bookings, span)) {
    const first = Math.max(0, Math.floor((start - span.start) / hour));
    const last = Math.min(counts.length, Math.max(first + 1, Math.ceil((end - span.start) / hour)));
    for (const hourly of counts.slice(first, last)) hourly.set(kind, (hourly.get(kind) ?? 0) + 1);
  }
  return counts.map((hourly, index) => {
    const total = [...hourly.values()].reduce((sum, count) => sum + count, 0);
    return { start: span.start + index * hour, counts: hourly, total };
  });
}

/**
 * The whole hours of a day that a printed sheet shows: all that begins or ends within it, and the twelve from its seventh on
 * in any case. What lasts all day or crosses midnight does not stretch it, as its bar runs to the edge, but for the hour in
 * which it begins. What ends in the night, before the first of these hours, is not in them.
 */
export function sheetHours(bookings: readonly TimedBooking[], day: Span): Span {
  const begun = bookings.filter(({ start }) => start >= day.start);
  const first = Math.min(day.start + 7 * hour, ...begun.map(({ start }) => start));
  const last = Math.max(day.start + 19 * hour, ...begun.map(({ start, end }) => (end > day.end ? start + 1 : end)));
  return {
    start: day.start + Math.floor((first - day.start) / hour) * hour,
    end: day.start + Math.ceil((last - day.start) / hour) * hour,
  };
}
