import {
  type FocusEvent,
  type KeyboardEvent,
  type PointerEvent,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react';
import type { TimedBooking } from '#domain/reservations/bookings.ts';
import type { BookingMark } from '#domain/reservations/bookingTitles.ts';
import type { TimelineRow } from './timelineProps.ts';
import { bookingAt } from './viewport/bookingAt.ts';
import type { Board } from './viewport/useBoard.ts';
import type { Scroller } from '#web/ui/table/useSize.ts';

type Shown = {
  readonly booking: TimedBooking;
  readonly mark: BookingMark | undefined;
  readonly rowLabel: string;
  readonly bar: HTMLElement;
  /** Where the pointer came in; null for the keyboard. */
  readonly x: number | null;
};

const restBefore = 250;
const graceAfter = 150;

/**
 * The one card of details, for whatever booking the pointer rests on or the keyboard has reached. Never for a finger. The pointer's
 * card goes when the board scrolls; the keyboard's goes along.
 */
export function useCard<Row extends TimelineRow>(scroller: Scroller, board: Board<Row>) {
  const [shown, setShown] = useState<Shown | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const later = useCallback((next: Shown | null, delay: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setShown(next), delay);
  }, []);
  const hide = useCallback(() => {
    clearTimeout(timer.current);
    setShown(null);
  }, []);
  useEffect(() => {
    const element = scroller.current!;
    const onScroll = () => setShown((before) => (before?.x === null && before.bar.isConnected ? { ...before } : null));
    element.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      clearTimeout(timer.current);
      element.removeEventListener('scroll', onScroll);
    };
  }, [scroller]);
  const detailsOf = (target: EventTarget, x: number | null): Shown | null => {
    const found = bookingAt(target, board);
    if (!found) return null;
    const { bar, booking, row, mark } = found;
    return { booking, mark, rowLabel: row.label, bar, x };
  };
  return {
    shown,
    onHide: hide,
    onLeave: () => later(null, graceAfter),
    onStay: () => clearTimeout(timer.current),
    onKeyDown: (event: KeyboardEvent) => event.key === 'Escape' && hide(),
    onFocus: (event: FocusEvent) => {
      if (event.target.matches(':focus-visible')) later(detailsOf(event.target, null), 0);
    },
    onPointerOver: (event: PointerEvent) => {
      if (event.pointerType !== 'mouse' || event.buttons > 0) return;
      const next = detailsOf(event.target, event.clientX);
      later(next, next && !shown ? restBefore : graceAfter);
    },
  };
}
export type Card = ReturnType<typeof useCard>;
