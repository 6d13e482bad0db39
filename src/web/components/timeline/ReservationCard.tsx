import {
  type FocusEvent,
  type KeyboardEvent,
  type PointerEvent,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { tailOf, type TimedReservation } from '#domain/reservations/reservations.ts';
import { timesText, whoText } from '#domain/reservations/reservationTitles.ts';
import { markWords, type ReservationMark } from '#domain/timeline/barWords.ts';
import { type Clock, durationText } from '#domain/time/clock.ts';
import { Button } from '#web/components/controls/buttons.tsx';
import type { Scroller } from '#web/components/table/useSize.ts';
import style from './ReservationCard.module.css';
import type { RowLayout, TimelineRow } from './rowLayout.ts';
import { reservationAt } from './useNavigation.ts';

type Shown = {
  readonly reservation: TimedReservation;
  readonly mark: ReservationMark | undefined;
  readonly rowLabel: string;
  readonly bar: HTMLElement;
  /** The x position at which the pointer entered; null for the keyboard. */
  readonly x: number | null;
  /** Opened by a tap: it stays until the next tap or scroll, and has a link to the details. */
  readonly isTapped: boolean;
};

/** Milliseconds that the pointer rests before the first card opens, and that it may be off the bar before the card closes. */
const openDelay = 250;
const closeDelay = 150;

/**
 * The one card of details, for the reservation under the pointer, with keyboard focus, or tapped. Scrolling closes a card of
 * pointer or finger, and moves the keyboard's card.
 */
export function useReservationCard<Row extends TimelineRow>(scroller: Scroller, layout: RowLayout<Row>) {
  const [shown, setShown] = useState<Shown | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** The key of the reservation whose card the last tap opened. */
  const tapped = useRef<string | null>(null);
  const showLater = useCallback((next: Shown | null, delay: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setShown(next), delay);
  }, []);
  const hide = useCallback(() => {
    clearTimeout(timer.current);
    setShown(null);
  }, []);
  const followScroll = useEffectEvent(() => {
    if (shown) setShown(shown.x === null && shown.bar.isConnected ? { ...shown } : null);
  });
  useEffect(() => {
    const element = scroller.current;
    const onScroll = () => {
      tapped.current = null;
      followScroll();
    };
    element?.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      clearTimeout(timer.current);
      element?.removeEventListener('scroll', onScroll);
    };
  }, [scroller]);
  const shownAt = (target: EventTarget, x: number | null, isTapped = false): Shown | null => {
    const found = reservationAt(target, layout);
    if (!found) return null;
    const { reservation, mark, row, bar } = found;
    return { reservation, mark, rowLabel: row.label, bar, x, isTapped };
  };
  return {
    shown,
    onHide: hide,
    onLeave: () => showLater(null, closeDelay),
    onStay: () => clearTimeout(timer.current),
    /** Shows the card of a tapped reservation; false if it is already shown, or there is no reservation. */
    onTap: (target: EventTarget, x: number) => {
      const next = shownAt(target, x, true);
      const isNew = next !== null && next.reservation.key !== tapped.current;
      tapped.current = isNew ? next.reservation.key : null;
      showLater(isNew ? next : null, 0);
      return isNew;
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'Escape') hide();
    },
    onFocus: (event: FocusEvent) => {
      if (event.target.matches(':focus-visible')) showLater(shownAt(event.target, null), 0);
    },
    onPointerOver: (event: PointerEvent) => {
      if (event.pointerType !== 'mouse' || event.buttons > 0) return;
      const next = shownAt(event.target, event.clientX);
      showLater(next, next && !shown ? openDelay : closeDelay);
    },
  };
}

type ReservationCardProps = {
  card: Pick<ReturnType<typeof useReservationCard>, 'shown' | 'onStay' | 'onLeave'>;
  clock: Clock;
  /** Opens the details. */
  onOpen: () => void;
};

const gap = 6;

/**
 * Details that do not fit in a bar. Hidden from screen readers, because the bar's label says the same, unless it was opened
 * by a tap.
 */
export function ReservationCard({ card: { shown, onStay, onLeave }, clock, onOpen }: ReservationCardProps) {
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (!shown || !element.current) return;
    const { x } = shown;
    const bar = shown.bar.getBoundingClientRect();
    const { offsetWidth: width, offsetHeight: height } = element.current;
    const left = Math.min(Math.max(x === null ? bar.left : x - 24, bar.left, gap), window.innerWidth - width - gap);
    const isBelow = bar.bottom + gap + height <= window.innerHeight;
    element.current.style.left = `${left}px`;
    element.current.style.top = `${isBelow ? bar.bottom + gap : Math.max(gap, bar.top - gap - height)}px`;
  }, [shown]);
  if (!shown) return null;
  const { reservation, mark, rowLabel, isTapped } = shown;
  const facts = [tailOf(reservation) ?? rowLabel, whoText(reservation), reservation.activity].filter(Boolean);
  return (
    <div
      ref={element}
      className={style['card']}
      aria-hidden={!isTapped}
      onPointerEnter={onStay}
      onPointerLeave={isTapped ? undefined : onLeave}
    >
      <b>{timesText(reservation, clock)}</b>
      <span className={style['quiet']}>{durationText(reservation.end - reservation.start)}</span>
      {facts.map((fact) => (
        <span key={fact}>{fact}</span>
      ))}
      <span className={style['quiet']}>
        {[
          reservation.kind === 'unknown' ? 'Unknown type' : reservation.kind,
          reservation.type,
          reservation.status,
        ].join(' · ')}
      </span>
      {markWords(mark).map((word) => (
        <b key={word}>{word}</b>
      ))}
      {isTapped && <Button onClick={onOpen}>Details</Button>}
    </div>
  );
}
