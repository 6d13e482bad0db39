import { millisecondsInMinute } from '#domain/units.ts';
import type { Clock } from '#domain/time/clock.ts';
import { dayOf, type Instant, readInstant, type Span } from '#domain/time/time.ts';
import { hasPartOf, hoursOf, zoneName } from '#web/components/timetrack/trackModel.ts';

export const zoomSteps = [15, 30, 60, 120, 180, 360] as const;
/** Minutes per column; or `open`: the flying hours fill the viewport; or `fit`: the whole span. */
export type Zoom = number | 'open' | 'fit';
/** The width of a column in pixels, for any number of minutes. */
const columnWidth = 64;

/**
 * Maps instants to pixels, linear in elapsed time: a width is a duration, and a day with a clock change is 23 or 25 hours
 * wide. Wall-clock time appears only in the labels.
 */
export type TimeScale = {
  readonly span: Span;
  /** The flying hours, shown first. */
  readonly opening: Span;
  readonly pxPerMs: number;
  readonly width: number;
};

/** @param width of the viewport in pixels; a span is never drawn narrower */
export function timeScale(span: Span, zoom: Zoom, width: number, opening: Span = span): TimeScale {
  const fit = Math.max(1, width) / lengthOf(span);
  const open = Math.max(1, width) / lengthOf(opening);
  const wanted = { fit, open }[zoom] ?? columnWidth / (Number(zoom) * millisecondsInMinute);
  const pxPerMs = Math.max(fit, wanted);
  return { span, opening, pxPerMs, width: lengthOf(span) * pxPerMs };
}

function lengthOf({ start, end }: Span): number {
  return end - start;
}

/** Pixels from the start of the span; also for instants outside it. */
export function xOf(scale: TimeScale, instant: Instant): number {
  return (instant - scale.span.start) * scale.pxPerMs;
}

/** The inverse of `xOf`. */
export function instantAt(scale: TimeScale, x: number): Instant {
  return scale.span.start + x / scale.pxPerMs;
}

/** The visible part of a span, in pixels, and at which ends it continues. */
export type Extent = {
  readonly left: number;
  readonly width: number;
  readonly isCutLeft: boolean;
  readonly isCutRight: boolean;
};

/** The part of `inner` within the scale's span. Null if the two do not touch. */
export function extentOf(scale: TimeScale, inner: Span): Extent | null {
  const { start, end } = scale.span;
  if (!hasPartOf(scale.span, inner)) return null;
  const left = xOf(scale, Math.max(inner.start, start));
  const width = xOf(scale, Math.min(inner.end, end)) - left;
  return { left, width, isCutLeft: inner.start < start, isCutRight: inner.end > end };
}

/** The zooms that differ from each other on a scale, the finest first, each with the minutes of its column. */
function zoomsOf(scale: TimeScale, width: number): readonly (readonly [minutes: number, zoom: Zoom])[] {
  const minutesOf = (span: Span) => (columnWidth * lengthOf(span)) / (width * millisecondsInMinute);
  const whole = minutesOf(scale.span);
  const steps: readonly (readonly [minutes: number, zoom: Zoom])[] = [
    ...zoomSteps.map((step) => [step, step] as const),
    [minutesOf(scale.opening), 'open'],
  ];
  const finerThanWhole = steps.filter(([minutes]) => minutes * slack < whole).toSorted(([a], [b]) => a - b);
  return [...finerThanWhole, [whole, 'fit']];
}

const slack = 1.001;

/** The next finer (1) or coarser (-1) step from the current zoom. The coarsest is the whole span. */
export function nextZoom(scale: TimeScale, width: number, direction: 1 | -1): Zoom {
  const shown = columnWidth / (scale.pxPerMs * millisecondsInMinute);
  const zooms = zoomsOf(scale, width);
  if (direction === -1) return zooms.find(([minutes]) => minutes > shown * slack)?.[1] ?? 'fit';
  const finer = zooms.findLast(([minutes, zoom]) => zoom !== 'fit' && minutes * slack < shown);
  return finer?.[1] ?? zoomSteps[0];
}

/** The zoom nearest to a pinch: above 1 if the fingers moved apart, as a ratio of their distances. */
export function pinchedZoom(scale: TimeScale, width: number, ratio: number): Zoom {
  const wanted = columnWidth / (scale.pxPerMs * millisecondsInMinute * ratio);
  const distance = ([minutes]: readonly [number, Zoom]) => Math.abs(Math.log(minutes / wanted));
  return zoomsOf(scale, width).reduce((a, b) => (distance(b) < distance(a) ? b : a))[1];
}

const labelSteps = [15, 30, 60, 120, 180, 360, 720] as const;
const minLabelGap = 44;

/** Minutes between two hour labels, wide enough to read. */
export function markStep(scale: TimeScale): number {
  return labelSteps.find((step) => step * millisecondsInMinute * scale.pxPerMs >= minLabelGap) ?? 720;
}

/** Notes a clock change, and a local day with hours in Zulu: `local day, 23 h, CST to CDT`. */
export function dayNote(day: Span, { zone, mode }: Clock): string {
  const hours = hoursOf(day);
  const change = hours === 24 ? '' : `${hours} h, ${zoneName(day.start, zone)} to ${zoneName(day.end - 1, zone)}`;
  return [mode === 'Z' ? 'local day' : '', change].filter(Boolean).join(', ');
}

/** Horizontal positions are rounded to this many pixels, a sixteenth of the viewport. */
export function stepWidthOf(width: number): number {
  return Math.max(1, Math.round(width / 16));
}

/**
 * The times visible while scrolling stays within one step, and one more step on either side. No more than that: each further
 * reservation slows vertical scrolling.
 */
export function drawnTimes(scale: TimeScale, step: number, width: number): Span {
  const at = (steps: number) => instantAt(scale, steps * stepWidthOf(width));
  return { start: at(step - 1), end: at(step + 2) + width / scale.pxPerMs };
}

/**
 * The times that may be at the left edge while scrolling stays within one step. Only the bars at
 * these times have a text that follows the edge: each such text is a layer of its own, and costs time in every frame.
 */
export function edgeTimes(scale: TimeScale, step: number, width: number): Span {
  const at = (steps: number) => instantAt(scale, steps * stepWidthOf(width));
  return { start: at(step), end: at(step + 1) };
}

/** The address keeps the scroll position to this many milliseconds. */
export const positionStep = 5 * millisecondsInMinute;

/** An instant that keeps its place on the screen, `x` pixels from the left edge of the times. */
export type Anchor = { readonly at: Instant; readonly x: number };

type ScrollInput = {
  readonly scale: TimeScale;
  /** The width of the viewport in pixels, and how many of them are covered at its right. The times scroll that much further. */
  readonly width: number;
  readonly covered?: number;
  readonly zone: string;
  readonly now: Instant;
  /** The instant in the address; null for none. */
  readonly at: Instant | null;
  /** The scale and the address before; null at first. */
  readonly previous: { readonly scale: TimeScale; readonly at: Instant | null } | null;
  /** The instant last written to the address: when it comes back, it is not a request. */
  readonly reported: Instant | null;
  /** The instant at the left edge; null before the first scroll. */
  readonly left: Instant | null;
  /** What keeps its place at a change of zoom; null for the left edge. */
  readonly anchor: Anchor | null;
};

/**
 * Where to scroll, in pixels, when the scale or the address changes, and the instant then at the left edge. The same days
 * keep their place; other days show the same hours, unless the address names an instant.
 */
export function scrollTarget(input: ScrollInput): { readonly x: number; readonly left: Instant | null } {
  const { scale, width, covered = 0, at, previous, reported, left, anchor } = input;
  const { start, end } = scale.span;
  const clamped = (x: number) => Math.min(Math.max(0, x), scale.width + covered - width);
  const isSameSpan = previous?.scale.span.start === start && previous.scale.span.end === end;
  const isNewAddress = at !== previous?.at;
  const isRequested = isNewAddress && (at === null || reported === null || Math.abs(at - reported) > positionStep);
  if (isSameSpan && !isRequested) {
    const kept = anchor ?? { at: left ?? start, x: 0 };
    return { x: clamped(xOf(scale, kept.at) - kept.x), left };
  }
  const sinceStart = previous && !isRequested && left !== null ? left - previous.scale.span.start : null;
  if (at === null) {
    const x = clamped(xOf(scale, defaultStart(input)));
    return { x, left: instantAt(scale, x) };
  }
  if (sinceStart !== null) return { x: clamped(xOf(scale, start + sinceStart)), left };
  const x = clamped(xOf(scale, at));
  return { x, left: instantAt(scale, x) };
}

/**
 * The start of the flying hours if all of them fit; otherwise a little before now, or six in the morning on a span without
 * now.
 */
function defaultStart({ scale, width, zone, now }: ScrollInput): Instant {
  const { start, end } = scale.span;
  if (lengthOf(scale.opening) * scale.pxPerMs < width + 1) return scale.opening.start;
  if (start <= now && now < end) return now - width / 5 / scale.pxPerMs;
  return readInstant(`${dayOf(start, zone)}T06:00:00`, { name: zone, zoneless: 'operator' }) ?? start;
}
