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
import { firstInSight, placeOf, reveal, type Window } from './boardPlaces.ts';
import type { TimelineRow } from '#web/ui/timeline/timelineProps.ts';

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
