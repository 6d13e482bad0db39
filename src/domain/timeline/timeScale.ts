import { overlaps, type Instant, type Span } from '#domain/time/time.ts';

export const zoomSteps = [15, 30, 60, 120, 180, 360] as const;
/** Minutes per column, or as narrow as it takes to see the whole span at once. */
export type Zoom = number | 'fit';
/** The width of a column in pixels, whatever its minutes. */
const columnWidth = 64;
const minute = 60_000;

/**
 * How instants become pixels: linear in elapsed time, so that a width is a duration and a day of a clock change is 23
 * or 25 hours wide. Wall clocks come in with the labels alone.
 */
export type TimeScale = { readonly span: Span; readonly pxPerMs: number; readonly width: number };

/** A span is never drawn narrower than the room for it, in pixels. */
export function timeScale(span: Span, zoom: Zoom, room: number): TimeScale {
  const length = span.end - span.start;
  const fit = Math.max(1, room) / length;
  const pxPerMs = zoom === 'fit' ? fit : Math.max(fit, columnWidth / (zoom * minute));
  return { span, pxPerMs, width: length * pxPerMs };
}

/** Pixels from the start of the span; outside of it too. */
export function xOf(scale: TimeScale, instant: Instant): number {
  return (instant - scale.span.start) * scale.pxPerMs;
}

/** The inverse of `xOf`. */
export function instantAt(scale: TimeScale, x: number): Instant {
  return scale.span.start + x / scale.pxPerMs;
}

/** What can be seen of a span, in pixels, and at which ends it goes on. */
export type Extent = {
  readonly left: number;
  readonly width: number;
  readonly isCutLeft: boolean;
  readonly isCutRight: boolean;
};

/** The part of `inner` within the scale's span. Null where the two do not touch. */
export function extentOf(scale: TimeScale, inner: Span): Extent | null {
  const { start, end } = scale.span;
  const isEmpty = inner.start === inner.end && inner.start >= start && inner.start < end;
  if (!isEmpty && !overlaps(inner, scale.span)) return null;
  const left = xOf(scale, Math.max(inner.start, start));
  const width = xOf(scale, Math.min(inner.end, end)) - left;
  return { left, width, isCutLeft: inner.start < start, isCutRight: inner.end > end };
}

/** The next finer (1) or coarser (-1) step from what is shown. Coarser than the whole span is the whole span. */
export function nextZoom(scale: TimeScale, room: number, direction: 1 | -1): Zoom {
  const shown = columnWidth / (scale.pxPerMs * minute);
  const whole = (columnWidth * (scale.span.end - scale.span.start)) / (room * minute);
  const slack = 1.001;
  if (direction === 1) return zoomSteps.findLast((step) => step * slack < shown) ?? zoomSteps[0];
  return zoomSteps.find((step) => step > shown * slack && step * slack < whole) ?? 'fit';
}
