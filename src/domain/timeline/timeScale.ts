import { overlaps, type Instant, type Span } from '#domain/time/time.ts';
import { type Clock, clockText } from '#domain/time/clock.ts';

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

/** The share of a span that has passed at an instant, from 0 to 1. Linear in elapsed time, so a DST day keeps its hours. */
export function shareOf(span: Span, instant: Instant): number {
  return Math.min(1, Math.max(0, (instant - span.start) / (span.end - span.start)));
}

/** Where a span lies in another, in shares of it. What sticks out is cut off. */
export function placeIn(span: Span, inner: Span): { readonly left: number; readonly width: number } {
  const left = shareOf(span, inner.start);
  return { left, width: shareOf(span, inner.end) - left };
}

const hour = 3_600_000;

/** The instants at every `step` real hours from the start of a span, start included, end not. */
export function ticks(span: Span, step: number): Instant[] {
  const count = Math.ceil((span.end - span.start) / (step * hour));
  return Array.from({ length: count }, (_, index) => span.start + index * step * hour);
}

const steps = [15, 30, 60, 120, 180, 360, 720] as const;
const leastGap = 44;

/** Minutes between two labels that do not crowd each other. */
export function markStep(scale: TimeScale): number {
  return steps.find((step) => step * minute * scale.pxPerMs >= leastGap) ?? 720;
}

export type HourMark = {
  readonly at: Instant;
  /** `06`, or `0615` where the marks are closer than an hour. */
  readonly label: string;
  /** `CDT` on the days on which the clocks change, where an hour may come twice; null on all others. */
  readonly zone: string | null;
};

/**
 * The instants within the days at which the shown clock stands at a whole number of steps. On a day of a change they are
 * looked for by elapsed time, so that an hour the clock skips has no mark and one it repeats has two.
 */
export function hourMarks(days: readonly Span[], step: number, clock: Clock): HourMark[] {
  return days.flatMap((day) => {
    const hasChange = isChangeDay(day, clock);
    const unit = hasChange ? Math.min(step, 30) : step;
    const past = minutesOf(clockText(day.start, clock)) % unit;
    const first = past === 0 ? day.start : day.start + (unit - past) * minute;
    const count = Math.ceil((day.end - first) / (unit * minute));
    const instants = Array.from({ length: Math.max(0, count) }, (_, index) => first + index * unit * minute);
    return instants.flatMap((at) => {
      const text = clockText(at, clock);
      if (minutesOf(text) % step !== 0) return [];
      return [{ at, label: text.slice(0, step < 60 ? 4 : 2), zone: hasChange ? zoneName(at, clock.zone) : null }];
    });
  });
}

/** `0630L` as minutes since midnight. */
function minutesOf(text: string): number {
  return Number(text.slice(0, 2)) * 60 + Number(text.slice(2, 4));
}

/** True for a day of 23 or 25 hours while its clock is shown. */
function isChangeDay(day: Span, clock: Clock): boolean {
  return clock.mode === 'L' && hoursOf(day) !== 24;
}

/** The length of a day in hours. */
export function hoursOf(day: Span): number {
  return (day.end - day.start) / (60 * minute);
}

/** Which languages have letters for which zones; the others would say `GMT-5`. */
const tongues = ['en-US', 'en-GB', 'en-IN', 'en-AU'] as const;
const formats = new Map<string, Intl.DateTimeFormat>();

/** `CDT`, `BST`, or `GMT+3` for a zone that no language has letters for. */
export function zoneName(at: Instant, zone: string): string {
  const names = tongues.map((tongue) => nameIn(tongue, at, zone));
  return names.find((name) => /^[A-Z]+$/.test(name)) ?? names[0]!;
}

function nameIn(tongue: string, at: Instant, timeZone: string): string {
  const key = `${tongue} ${timeZone}`;
  const format =
    formats.get(key) ?? new Intl.DateTimeFormat(tongue, { timeZone, hour: 'numeric', timeZoneName: 'short' });
  formats.set(key, format);
  return format.formatToParts(at).find((part) => part.type === 'timeZoneName')?.value ?? '';
}
