import { useEffect, useEffectEvent } from 'react';
import type { Scroller } from '#web/components/table/useSize.ts';
import { type Anchor, instantAt, pinchedZoom, type TimeScale, type Zoom } from './timeScale.ts';

type TouchOptions = {
  scroller: Scroller;
  scale: TimeScale;
  /** The width of the visible times, and of the row heads before them, in pixels. */
  width: number;
  headWidth: number;
  zoomTo: (zoom: Zoom, anchor: Anchor) => void;
  /** Called at the place where a finger rested. */
  onLongPress: (target: EventTarget) => void;
};

/** Milliseconds of a long press, and how far the finger may move, in pixels. */
const longPress = 500;
const stray = 10;

/** Two fingers zoom around their middle, a long press opens; one finger scrolls natively. */
export function useTouch({ scroller, scale, width, headWidth, zoomTo, onLongPress }: TouchOptions) {
  const pinch = useEffectEvent((from: Pinch, to: Fingers) => {
    const next = pinchedZoom(from.scale, width, to.distance / from.distance);
    if (next !== from.zoom) zoomTo(next, { at: from.at, x: to.x - headWidth });
    return next;
  });
  const begin = useEffectEvent((fingers: Fingers, left: number): Pinch => {
    return {
      ...fingers,
      scale,
      zoom: pinchedZoom(scale, width, 1),
      at: instantAt(scale, fingers.x - headWidth + left),
    };
  });
  const press = useEffectEvent(onLongPress);
  useEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const listening = new AbortController();
    const { signal } = listening;
    let pinching: Pinch | null = null;
    let holding = new AbortController();
    const move = (event: TouchEvent) => {
      const fingers = pinching && fingersOf(event, element);
      if (!pinching || !fingers) return;
      if (event.cancelable) event.preventDefault();
      pinching = { ...pinching, zoom: pinch(pinching, fingers) };
    };
    const end = () => (pinching = null);
    element.addEventListener(
      'touchstart',
      (event) => {
        const fingers = fingersOf(event, element);
        pinching = fingers && begin(fingers, element.scrollLeft);
        holding.abort();
        holding = new AbortController();
        followRemoved(event, element, { move, end }, AbortSignal.any([signal, holding.signal]));
      },
      { signal, passive: true },
    );
    element.addEventListener('touchmove', move, { signal, passive: false });
    for (const kind of ['touchend', 'touchcancel'] as const) {
      element.addEventListener(kind, end, { signal, passive: true });
    }
    listenForLongPress(element, press, signal);
    return () => listening.abort();
  }, [scroller]);
}

type Following = { readonly move: (event: TouchEvent) => void; readonly end: () => void };

/**
 * Touch events go to the element first touched. If that is redrawn while the finger is down (the words of a growing bar),
 * only that element still gets them.
 */
function followRemoved({ touches }: TouchEvent, element: HTMLElement, { move, end }: Following, signal: AbortSignal) {
  for (const target of new Set(Array.from(touches, (touch) => touch.target))) {
    const ifRemoved = (act: (event: TouchEvent) => void) => (event: Event) => {
      const isLost = !(target instanceof Node && element.contains(target));
      if (isLost && event instanceof TouchEvent) act(event);
    };
    target.addEventListener('touchmove', ifRemoved(move), { signal, passive: false });
    for (const kind of ['touchend', 'touchcancel']) target.addEventListener(kind, ifRemoved(end), { signal });
  }
}

/** The distance of two fingers, and the middle between them, in pixels from the left edge. */
type Fingers = { readonly distance: number; readonly x: number };

/** Two fingers since they came down: the instant between them, and the zoom they have reached. */
type Pinch = Fingers & { readonly scale: TimeScale; readonly zoom: Zoom; readonly at: number };

/** Null unless there are two. */
function fingersOf({ touches }: TouchEvent, element: HTMLElement): Fingers | null {
  const [a, b] = touches;
  if (!a || !b || touches.length > 2) return null;
  const distance = Math.max(1, Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY));
  return { distance, x: (a.clientX + b.clientX) / 2 - element.getBoundingClientRect().left };
}

/** A long press: it ends if the finger moves, another comes down, or the browser scrolls. The tap after it is ignored. */
function listenForLongPress(element: HTMLElement, onLongPress: (target: EventTarget) => void, signal: AbortSignal) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let from = { x: 0, y: 0 };
  let isDone = false;
  const cancel = () => clearTimeout(timer);
  element.addEventListener(
    'pointerdown',
    ({ target, pointerType, isPrimary, clientX, clientY }) => {
      cancel();
      isDone = false;
      if (pointerType !== 'touch' || !isPrimary || !target) return;
      from = { x: clientX, y: clientY };
      timer = setTimeout(() => {
        isDone = true;
        onLongPress(target);
      }, longPress);
    },
    { signal },
  );
  element.addEventListener(
    'pointermove',
    ({ clientX, clientY }) => Math.hypot(clientX - from.x, clientY - from.y) > stray && cancel(),
    { signal },
  );
  for (const end of ['pointerup', 'pointercancel'] as const) element.addEventListener(end, cancel, { signal });
  signal.addEventListener('abort', cancel);
  const stopAfterPress = (event: Event) => {
    if (!isDone) return;
    event.preventDefault();
    event.stopPropagation();
  };
  element.addEventListener('click', stopAfterPress, { signal, capture: true });
  element.addEventListener('contextmenu', stopAfterPress, { signal, capture: true });
}
