import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { TimedReservation } from '#domain/reservations/reservations.ts';
import type { Instant } from '#domain/time/time.ts';
import type { Scroller } from '#web/components/table/useSize.ts';
import { commandOf, firstVisible, isAlongRow, scrollToShow, type Step, walk } from './keyboard.ts';
import { placeOf, reservationIn, type ReservationPlace, type RowLayout, type TimelineRow } from './rowLayout.ts';
import { extentOf, instantAt, type TimeScale } from './timeScale.ts';

type NavigationOptions<Row> = {
  readonly scroller: Scroller;
  readonly layout: RowLayout<Row>;
  readonly scale: TimeScale;
  /** The width of the visible times, and the height above the rows, in pixels. */
  readonly width: number;
  readonly headerHeight: number;
  readonly zoomBy: (direction: 1 | -1, around: Instant | null) => void;
  readonly onTurn: (direction: -1 | 1) => void;
  readonly onOpen: (reservation: TimedReservation, row: Row) => void;
  /** A tap shows a reservation in brief; false if it is already shown. */
  readonly onTap: (target: EventTarget, x: number) => boolean;
  /** The key of the reservation whose details are open; how many pixels they cover at the right. */
  readonly open: string | null;
  readonly covered: number;
};

/** The reservation with the tab stop, and the remembered time. */
type Active = { readonly rowId: string; readonly key: string; readonly column: Instant };

/**
 * Keys, clicks and focus. The grid is the tab stop until a reservation is reached, then that reservation is. It stays in the
 * document while focused, at any scroll position.
 */
export function useNavigation<Row extends TimelineRow>(options: NavigationOptions<Row>) {
  const { scroller, layout, onOpen } = options;
  const [active, setActive] = useState<Active | null>(null);
  const isFocusRequested = useRef(false);
  const hasFocus = useRef(false);
  const reservations = useMemo(() => layout.rows.map(({ packed }) => packed.reservations), [layout]);
  const place = useMemo(() => active && placeOf(layout, active.rowId, active.key), [layout, active]);

  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    if (isFocusRequested.current && place) {
      isFocusRequested.current = false;
      element.querySelector<HTMLElement>('[role=gridcell][tabindex="0"]')?.focus({ preventScroll: true });
      scrollIntoView(element, options, place);
    } else if (hasFocus.current && !element.contains(document.activeElement)) element.focus({ preventScroll: true });
  });

  useOpenInView(options);

  const goTo = (next: ReservationPlace | null, column: Instant | null) => {
    const row = next && layout.rows[next.row];
    const reservation = row?.packed.reservations[next?.index ?? -1];
    if (!row || !reservation) return;
    isFocusRequested.current = true;
    setActive({ rowId: row.row.id, key: reservation.key, column: column ?? reservation.start });
  };
  const step = (name: Step) => {
    if (!place || !active) goTo(firstIn(options), null);
    else goTo(walk(reservations, place, name, active.column), isAlongRow(name) ? null : active.column);
  };
  const openAt = (target: EventTarget) => {
    const found = reservationAt(target, layout);
    if (found) onOpen(found.reservation, found.row);
    return found !== null;
  };
  return {
    /** The virtual row and the reservation with the tab stop; null while the grid itself is the tab stop. */
    line: place ? (layout.rows[place.row]?.line ?? null) : null,
    key: place && active ? active.key : null,
    openAt,
    onClick: (event: MouseEvent) => {
      const isTouch = event.nativeEvent instanceof PointerEvent && event.nativeEvent.pointerType === 'touch';
      if (!isTouch || !options.onTap(event.target, event.clientX)) openAt(event.target);
    },
    onFocus: (event: FocusEvent) => {
      hasFocus.current = true;
      const found = reservationAt(event.target, layout);
      if (!found || (found.row.id === active?.rowId && found.reservation.key === active.key)) return;
      setActive({ rowId: found.row.id, key: found.reservation.key, column: found.reservation.start });
    },
    onBlur: () => {
      hasFocus.current = false;
    },
    onKeyDown: (event: KeyboardEvent) => {
      const isOwn = event.target === scroller.current || reservationAt(event.target, layout) !== null;
      const command = isOwn ? commandOf(event) : null;
      if (!command) return;
      if (command.kind === 'step') step(command.step);
      else if (command.kind === 'turn') options.onTurn(command.direction);
      else if (command.kind === 'zoom') options.zoomBy(command.direction, place && active ? active.column : null);
      else if (!openAt(event.target)) step('next');
      event.preventDefault();
    },
  };
}

/**
 * Scrolls the reservation whose details open into the part that they leave free: once for each, and again if that part changes
 * its width.
 */
function useOpenInView<Row extends TimelineRow>(options: NavigationOptions<Row>) {
  const { scroller, layout, width, headerHeight, open, covered } = options;
  const shown = useRef<string | null>(null);
  useLayoutEffect(() => {
    const element = scroller.current;
    const view = `${open} in ${width - covered}`;
    if (open === null) shown.current = null;
    if (open === null || view === shown.current || !element || width === 0) return;
    const row = layout.rows.findIndex(({ packed }) => packed.reservations.some(({ key }) => key === open));
    const index = layout.rows[row]?.packed.reservations.findIndex(({ key }) => key === open) ?? -1;
    if (index === -1) return;
    shown.current = view;
    scrollIntoView(element, { ...options, width: Math.max(0, width - covered) }, { row, index });
    const { top = 0, height = 0 } = layout.virtualRows[layout.rows[row]?.line ?? -1] ?? {};
    const bottom = element.getBoundingClientRect().top + headerHeight + top + height - element.scrollTop;
    const hidden = bottom + edge - window.innerHeight;
    if (hidden > 0) window.scrollBy({ top: hidden });
  });
}

/** Pixels kept free at the bottom, for the bottom bar of a phone. */
const edge = 72;

/** The reservation whose bar contains a node of the document, with its row; null elsewhere. */
export function reservationAt<Row extends TimelineRow>(target: EventTarget, layout: RowLayout<Row>) {
  const bar = target instanceof Element ? target.closest<HTMLElement>('[data-key]') : null;
  const line = bar?.closest<HTMLElement>('[data-line]')?.dataset['line'];
  const found = reservationIn(layout, Number(line ?? -1), bar?.dataset['key'] ?? '');
  return bar && found && { bar, ...found };
}

function firstIn<Row>({ scroller, layout, scale }: NavigationOptions<Row>): ReservationPlace | null {
  const { scrollTop = 0, scrollLeft = 0 } = scroller.current ?? {};
  const rows = layout.rows.map(({ line, packed }) => ({
    top: layout.virtualRows[line]?.top ?? 0,
    reservations: packed.reservations,
  }));
  return firstVisible(rows, { top: scrollTop, left: instantAt(scale, scrollLeft) });
}

/** Scrolls only as far as needed to show a reservation. */
function scrollIntoView<Row>(
  element: HTMLElement,
  { layout, scale, width, headerHeight }: Pick<NavigationOptions<Row>, 'layout' | 'scale' | 'width' | 'headerHeight'>,
  place: ReservationPlace,
) {
  const row = layout.rows[place.row];
  const virtual = row && layout.virtualRows[row.line];
  const reservation = row?.packed.reservations[place.index];
  const extent = reservation ? extentOf(scale, reservation) : null;
  if (!virtual || !extent) return;
  const { top, height } = virtual;
  element.scrollTo({
    left: scrollToShow(element.scrollLeft, width, extent.left, extent.left + extent.width),
    top: scrollToShow(element.scrollTop, element.clientHeight - headerHeight, top, top + height),
  });
}
