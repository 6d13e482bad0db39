import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { TimedBooking } from '#domain/reservations/bookings.ts';
import { isAlongTime, type Place, type Step, walk } from '#domain/timeline/walk.ts';
import type { Instant } from '#domain/time/time.ts';
import { bookingAt } from './bookingAt.ts';
import type { TimelineRow } from '#web/ui/timeline/timelineProps.ts';
import { extentOf, instantAt, type TimeScale } from '#domain/timeline/timeScale.ts';
import type { Board } from './useBoard.ts';
import type { Scroller } from '#web/ui/table/useSize.ts';

type WalkParts<Row> = Window<Row> & {
  readonly zoomBy: (direction: 1 | -1, around: Instant | null) => void;
  readonly onMove: (direction: -1 | 1) => void;
  readonly onOpen: (booking: TimedBooking, row: Row) => void;
};

/** The board's one tab stop: the grid itself until a booking has been reached, then that booking. */
type Stop = { readonly rowId: string; readonly key: string; readonly column: Instant };

/** Keys, clicks and the focus of the board. The booking with the focus stays in the document wherever one scrolls to. */
export function useWalk<Row extends TimelineRow>(parts: WalkParts<Row>) {
  const { scroller, board, onOpen } = parts;
  const [stop, setStop] = useState<Stop | null>(null);
  const isCalled = useRef(false);
  const hasFocus = useRef(false);
  const bookings = useMemo(() => board.rows.map(({ laid }) => laid.packed.bookings), [board]);
  const place = useMemo(() => placeOf(board, stop), [board, stop]);
  const line = place ? board.rows[place.row]!.line : null;

  useLayoutEffect(() => {
    const element = scroller.current!;
    if (isCalled.current && place) {
      isCalled.current = false;
      element.querySelector<HTMLElement>('[role=gridcell][tabindex="0"]')?.focus({ preventScroll: true });
      reveal(parts, place);
    } else if (hasFocus.current && !element.contains(document.activeElement)) element.focus({ preventScroll: true });
  });

  const goTo = (next: Place | null, column: Instant | null) => {
    const booking = next && bookings[next.row]?.[next.index];
    if (!booking) return;
    isCalled.current = true;
    setStop({ rowId: board.rows[next.row]!.row.id, key: booking.key, column: column ?? booking.start });
  };
  const step = (name: Step) => {
    if (!place || !stop) return goTo(firstInSight(parts, bookings), null);
    goTo(walk(bookings, place, name, stop.column), isAlongTime(name) ? null : stop.column);
  };
  const openAt = (target: EventTarget) => {
    const found = bookingAt(target, board);
    if (found) onOpen(found.booking, found.row);
    return found !== null;
  };
  return {
    line,
    key: place && stop ? stop.key : null,
    onClick: (event: MouseEvent) => void openAt(event.target),
    onFocus: (event: FocusEvent) => {
      hasFocus.current = true;
      const found = bookingAt(event.target, board);
      if (!found || (found.row.id === stop?.rowId && found.booking.key === stop.key)) return;
      setStop({ rowId: found.row.id, key: found.booking.key, column: found.booking.start });
    },
    onBlur: () => {
      hasFocus.current = false;
    },
    onKeyDown: (event: KeyboardEvent) => {
      const isOwn = event.target === scroller.current || bookingAt(event.target, board) !== null;
      if (!isOwn || event.altKey || event.metaKey) return;
      const around = place && stop ? stop.column : null;
      const name = stepOf(event);
      if (name) step(name);
      else if (event.shiftKey && event.key === 'ArrowLeft') parts.onMove(-1);
      else if (event.shiftKey && event.key === 'ArrowRight') parts.onMove(1);
      else if (event.ctrlKey) return;
      else if (event.key === '+' || event.key === '=') parts.zoomBy(1, around);
      else if (event.key === '-') parts.zoomBy(-1, around);
      else if (event.key !== 'Enter' && event.key !== ' ') return;
      else if (!openAt(event.target)) step('next');
      event.preventDefault();
    },
  };
}

const steps: Readonly<Record<string, Step>> = {
  ArrowLeft: 'previous',
  ArrowRight: 'next',
  ArrowUp: 'up',
  ArrowDown: 'down',
  Home: 'rowStart',
  End: 'rowEnd',
  PageUp: 'pageUp',
  PageDown: 'pageDown',
};
const withControl: Readonly<Record<string, Step>> = { Home: 'first', End: 'last' };

function stepOf(event: KeyboardEvent): Step | null {
  if (event.shiftKey) return null;
  return (event.ctrlKey ? withControl[event.key] : steps[event.key]) ?? null;
}

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
function placeOf<Row extends TimelineRow>(
  board: Board<Row>,
  stop: { rowId: string; key: string } | null,
): Place | null {
  const row = board.rows.findIndex((one) => one.row.id === stop?.rowId);
  const index = board.rows[row]?.laid.packed.bookings.findIndex((booking) => booking.key === stop?.key) ?? -1;
  return index === -1 ? null : { row, index };
}

/** Where the walk begins: the first booking in the window, from its top and from its left. */
function firstInSight<Row>(
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
function reveal<Row>({ scroller, board, scale, room, headerHeight }: Window<Row>, place: Place) {
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
