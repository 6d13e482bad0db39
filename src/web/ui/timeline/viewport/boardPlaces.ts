import type { TimedBooking } from '#domain/reservations/bookings.ts';
import { extentOf, instantAt, type TimeScale } from '#domain/timeline/timeScale.ts';
import type { Place } from '#domain/timeline/walk.ts';
import type { Board } from './useBoard.ts';
import type { TimelineRow } from '#web/ui/timeline/timelineProps.ts';
import type { Scroller } from '#web/ui/table/useSize.ts';

/** A board as it lies in its window. */
export type Window<Row> = {
  readonly scroller: Scroller;
  readonly board: Board<Row>;
  readonly scale: TimeScale;
  /** The width of what is seen of the times, and the height above the rows, in pixels. */
  readonly room: number;
  readonly headerHeight: number;
};

/** Where a booking is now, if it still is. */
export function placeOf<Row extends TimelineRow>(
  board: Board<Row>,
  stop: { rowId: string; key: string } | null,
): Place | null {
  const row = board.rows.findIndex((one) => one.row.id === stop?.rowId);
  const index = board.rows[row]?.laid.packed.bookings.findIndex((booking) => booking.key === stop?.key) ?? -1;
  return index === -1 ? null : { row, index };
}

/** Where the walk begins: the first booking in the window, from its top and from its left. */
export function firstInSight<Row>(
  { scroller, board, scale }: Window<Row>,
  bookings: readonly (readonly TimedBooking[])[],
): Place | null {
  const { scrollTop, scrollLeft } = scroller.current!;
  const left = instantAt(scale, scrollLeft);
  const isInSight = (row: number) => board.tops[board.rows[row]!.line]! >= scrollTop && bookings[row]!.length > 0;
  const row = board.rows.findIndex((_, index) => isInSight(index));
  if (row === -1) return null;
  const index = bookings[row]!.findIndex((booking) => booking.end > left);
  return { row, index: Math.max(0, index) };
}

/** Scrolls as little as it takes to have a booking in the window. */
export function reveal<Row>({ scroller, board, scale, room, headerHeight }: Window<Row>, place: Place) {
  const element = scroller.current!;
  const { line, laid } = board.rows[place.row]!;
  const extent = extentOf(scale, laid.packed.bookings[place.index]!);
  if (!extent) return;
  element.scrollTo({
    left: nearest(element.scrollLeft, room, extent.left, extent.left + extent.width),
    top: nearest(element.scrollTop, element.clientHeight - headerHeight, board.tops[line]!, board.tops[line + 1]!),
  });
}

/** The scroll position nearest to `current` that shows from `start` to `end`, or from `start` where it cannot show both. */
function nearest(current: number, room: number, start: number, end: number): number {
  const margin = 24;
  return Math.min(start - margin, Math.max(current, end + margin - room));
}
