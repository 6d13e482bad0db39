import {
  type CSSProperties,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { Instant } from '#domain/time/time.ts';
import { useMediaQuery } from '#web/components/page/display.tsx';
import { type Scroller, useSize } from '#web/components/table/useSize.ts';
import {
  compactMeasures,
  type RowLayout,
  type RowMeasures,
  shiftOf,
  stepHeight,
  type TimelineRow,
  touchLane,
  defaultMeasures,
  visibleBand,
} from './rowLayout.ts';
import {
  type Anchor,
  drawnTimes,
  edgeTimes,
  instantAt,
  nextZoom,
  positionStep,
  scrollTarget,
  stepWidthOf,
  type TimeScale,
  xOf,
  type Zoom,
} from './timeScale.ts';
import { now } from '#web/device/screenClock.ts';

/** Heights of the header, in pixels: its days, its hours, and its strip, as in `TimeAxis.module.css`. */
const defaultHeader = { days: 22, hours: 20, strip: 16 };
/** A window as low as a page at 200 % zoom has space only for rows: everything is smaller, without a strip. */
const compactHeader = { days: 18, hours: 17, strip: 0 };
const bandHeight = 8;

/** The hours include the band. */
type Header = { readonly days: number; readonly hours: number; readonly band: number; readonly strip: number };

const wideHead = 236;
const narrowHead = 112;
/** Width for a tail number and a word in one line. */
const narrowLineHead = 150;
const lowWindow = '(max-height: 600px)';

/**
 * The sizes of the visible part, in pixels, and the minimum of its rows; `width` is that of the times, without the row heads.
 * `hasDays`: whether the days are named above the hours.
 */
export function useDimensions(
  scroller: Scroller,
  { hasDays, hasBand }: { readonly hasDays: boolean; readonly hasBand: boolean },
) {
  const size = useSize(scroller);
  const isTouch = useMediaQuery('(pointer: coarse)');
  const isCompact = useMediaQuery(lowWindow);
  const headWidth = (size?.width ?? 0) >= 640 ? wideHead : isCompact ? narrowLineHead : narrowHead;
  const min = useMemo((): RowMeasures => {
    const measures = isCompact ? compactMeasures : defaultMeasures;
    return isTouch ? { ...measures, lane: touchLane } : measures;
  }, [isCompact, isTouch]);
  const { days, hours, strip } = isCompact ? compactHeader : defaultHeader;
  const band = hasBand ? bandHeight : 0;
  return {
    isMeasured: size !== null,
    width: Math.max(0, (size?.width ?? 0) - headWidth),
    height: size?.height ?? 0,
    headWidth,
    header: { days: hasDays ? days : 0, hours: hours + band, band, strip },
    min,
  };
}

/** The sizes as the style sheets read them. */
export function variablesOf(head: number, header: Header, { lane, heading }: RowMeasures): CSSProperties {
  const sizes = { head, lane, heading, ...header };
  return Object.fromEntries(Object.entries(sizes).map(([name, pixels]) => [`--${name}`, `${pixels}px`]));
}

/** Milliseconds without scrolling until the position is reported. */
const restTime = 300;

type ViewportOptions = {
  scroller: Scroller;
  scale: TimeScale;
  /** The width of the visible times, in pixels, without the row heads. */
  width: number;
  /** How many pixels of them open details cover. */
  covered: number;
  headWidth: number;
  height: number;
  zone: string;
  at: Instant | null;
  onAt: (at: Instant) => void;
  onZoom: (zoom: Zoom) => void;
};

/** The visible times and rows, and how to zoom. Scrolling within one step renders nothing. */
export function useViewport(options: ViewportOptions) {
  const { scroller, scale, width, headWidth, height, onZoom } = options;
  const steps = useScrollSteps(options);
  const drawn = useMemo(() => drawnTimes(scale, steps.x, width), [scale, steps.x, width]);
  const edge = useMemo(() => edgeTimes(scale, steps.x, width), [scale, steps.x, width]);
  const keepInPlace = useScrollPosition(options);
  const zoomBy = (direction: 1 | -1, around: Instant | null) => {
    const left = scroller.current?.scrollLeft ?? 0;
    const fixed = around ?? instantAt(scale, left + width / 2);
    keepInPlace({ at: fixed, x: xOf(scale, fixed) - left });
    onZoom(nextZoom(scale, width, direction));
  };
  const zoomTo = (next: Zoom, anchor: Anchor) => {
    keepInPlace(anchor);
    onZoom(next);
  };
  useWheelZoom(scroller, (direction, x) => zoomBy(direction, instantAt(scale, x - headWidth)));
  return { drawn, edge, band: visibleBand(steps.y, height), zoomBy, zoomTo };
}

/**
 * True until the times are drawn for a new width of the window. If it has grown, there may be nothing to scroll until then, and
 * the browser goes to the start of the times.
 */
function isResized({ clientWidth }: HTMLElement, drawnFor: number): boolean {
  return clientWidth !== drawnFor;
}

type Steps = { readonly x: number; readonly y: number };

/**
 * The scroll position in whole steps, so that most frames of scrolling render nothing. The first rows are drawn for the
 * intended scroll position, not for the start of the span.
 */
function useScrollSteps(options: ViewportOptions): Steps {
  const { scroller, width, headWidth } = options;
  const stepWidth = stepWidthOf(width);
  const [steps, setSteps] = useState<Steps | null>(null);
  if (steps === null && width > 0) setSteps({ x: Math.floor(firstTarget(options).x / stepWidth), y: 0 });
  useEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const read = () => {
      if (isResized(element, headWidth + width)) return;
      const x = Math.floor(element.scrollLeft / stepWidth);
      const y = Math.floor(element.scrollTop / stepHeight);
      setSteps((before) => (before?.x === x && before.y === y ? before : { x, y }));
    };
    if (width > 0) read();
    element.addEventListener('scroll', read, { passive: true });
    return () => element.removeEventListener('scroll', read);
  }, [scroller, width, headWidth, stepWidth]);
  return steps ?? noSteps;
}

const noSteps: Steps = { x: 0, y: 0 };
const nowhere = { previous: null, reported: null, left: null, anchor: null };

function firstTarget({ scale, width, covered, zone, at }: ViewportOptions) {
  return scrollTarget({ scale, width, covered, zone, now: now(), at, ...nowhere });
}

type PositionOptions = Omit<ViewportOptions, 'height' | 'onZoom'>;

/**
 * Scrolls the times to the position from the address or a change of zoom, and reports where the user scrolled. Returns a
 * function to set what keeps its place at the next change of zoom; by default the left edge does.
 */
function useScrollPosition({ scroller, scale, width, covered, headWidth, zone, at, onAt }: PositionOptions) {
  const anchor = useRef<Anchor | null>(null);
  const left = useRef<Instant | null>(null);
  const reported = useRef<Instant | null>(null);
  const previous = useRef<{ scale: TimeScale; at: Instant | null } | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useLayoutEffect(() => {
    if (width === 0) return;
    const position = { previous: previous.current, reported: reported.current, left: left.current };
    const target = scrollTarget({
      scale,
      width,
      covered,
      zone,
      now: now(),
      at,
      anchor: anchor.current,
      ...position,
    });
    // At first there is no need to read what is at the left edge: the browser would lay out all rows for it.
    const isThere = previous.current === null && target.x === 0;
    previous.current = { scale, at };
    anchor.current = null;
    left.current = target.left;
    if (!isThere) scroller.current?.scrollTo({ left: target.x });
  }, [scroller, scale, width, covered, zone, at]);
  const report = useEffectEvent(() => {
    if (left.current === null) return;
    reported.current = Math.round(left.current / positionStep) * positionStep;
    onAt(reported.current);
  });
  useEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const onScroll = () => {
      if (isResized(element, headWidth + width)) return;
      const edge = instantAt(scale, element.scrollLeft);
      if (left.current === null || Math.abs(edge - left.current) * scale.pxPerMs < 2) return;
      left.current = edge;
      clearTimeout(timer.current);
      timer.current = setTimeout(report, restTime);
    };
    onScroll();
    element.addEventListener('scroll', onScroll, { passive: true });
    return () => element.removeEventListener('scroll', onScroll);
  }, [scroller, scale, width, headWidth]);
  useEffect(() => () => clearTimeout(timer.current), []);
  return useCallback((next: Anchor) => {
    anchor.current = next;
  }, []);
}

/** Pixels of wheel movement for one step of zoom; a touchpad sends many small movements. */
const wheelStep = 60;

/** The wheel with Ctrl zooms; `x` is the pointer's position, in pixels from the left edge of the scrolled content. */
function useWheelZoom(scroller: Scroller, onZoom: (direction: 1 | -1, x: number) => void) {
  const zoomAt = useEffectEvent(onZoom);
  useEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    let turned = 0;
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      turned += event.deltaY;
      if (Math.abs(turned) < wheelStep) return;
      zoomAt(turned < 0 ? 1 : -1, event.clientX - element.getBoundingClientRect().left + element.scrollLeft);
      turned = 0;
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, [scroller]);
}

/** A drag shorter than this, in pixels, is a click. */
const minDrag = 4;

/** Dragging with the mouse between the reservations scrolls; touch scrolls natively. */
export function useDragToPan(scroller: Scroller) {
  useEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    let from: { x: number; y: number; left: number; top: number } | null = null;
    const onDown = (event: PointerEvent) => {
      const { target } = event;
      const isOnItem =
        target instanceof Element && target.closest('[data-key], [role=rowheader], [role=columnheader]') !== null;
      const isOnScrollbar = target === element && event.offsetX > element.clientWidth;
      if (event.pointerType !== 'mouse' || event.button !== 0 || isOnItem || isOnScrollbar) return;
      from = { x: event.clientX, y: event.clientY, left: element.scrollLeft, top: element.scrollTop };
    };
    const onMove = (event: PointerEvent) => {
      if (!from) return;
      const [x, y] = [event.clientX - from.x, event.clientY - from.y];
      if (!element.dataset['isPanning'] && Math.hypot(x, y) < minDrag) return;
      if (!element.dataset['isPanning']) element.setPointerCapture(event.pointerId);
      element.dataset['isPanning'] = 'true';
      element.scrollTo(from.left - x, from.top - y);
    };
    const onUp = () => {
      from = null;
      delete element.dataset['isPanning'];
    };
    const listening = new AbortController();
    const { signal } = listening;
    element.addEventListener('pointerdown', onDown, { signal });
    element.addEventListener('pointermove', onMove, { signal });
    for (const end of ['pointerup', 'pointercancel', 'lostpointercapture'] as const)
      element.addEventListener(end, onUp, { signal });
    return () => listening.abort();
  }, [scroller]);
}

/** When rows grow or shrink, the row under the pointer keeps its place; without a pointer, the topmost. */
export function useScrollAnchor<Row extends TimelineRow>(
  scroller: Scroller,
  layout: RowLayout<Row>,
  headerHeight: number,
) {
  const pointerY = useRef<number | null>(null);
  const before = useRef(layout);
  useEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const track = (event: PointerEvent) => {
      pointerY.current = event.type === 'pointerleave' ? null : event.clientY;
    };
    element.addEventListener('pointermove', track, { passive: true });
    element.addEventListener('pointerleave', track, { passive: true });
    return () => {
      element.removeEventListener('pointermove', track);
      element.removeEventListener('pointerleave', track);
    };
  }, [scroller]);
  useLayoutEffect(() => {
    const last = before.current;
    before.current = layout;
    const element = scroller.current;
    if (last === layout || !element) return;
    const below = pointerY.current === null ? 0 : pointerY.current - element.getBoundingClientRect().top - headerHeight;
    const shift = shiftOf(last, layout, element.scrollTop + Math.max(0, below));
    if (shift !== 0) element.scrollBy({ top: shift });
  }, [scroller, layout, headerHeight]);
}
