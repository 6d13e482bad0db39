import type { Instant, Span } from './time.ts';

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
