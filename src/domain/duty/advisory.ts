import type { Instant, Span } from '#domain/time/time.ts';
import type { Duty } from './duties.ts';
import { joined, lengthWithin } from './dutyDay.ts';

const hour = 3_600_000;
/** 14 CFR 61.195(a): "In any 24-consecutive-hour period, a flight instructor may not conduct more than 8 hours of flight training." */
const period = 24 * hour;
export const flightLimit = 8 * hour;

/** More flight instruction is booked than the rule lets anybody give. It is booked, not flown: a reason to look, no finding. */
export type Advisory = {
  /** Milliseconds of flight instruction booked in the window; time booked twice counts once. */
  readonly booked: number;
  /** The 24 hours with the most, of those that end on the day. */
  readonly window: Span;
  /** The evidence: the bookings that count. */
  readonly duties: readonly Duty[];
};

/**
 * The worst 24 consecutive hours that end on a day, where they hold more than 8 hours of booked flight instruction; else
 * null. Give the duties of the day before too. What is booked in a sliding window grows until a booking ends or an
 * earlier one begins to leave it, so those instants are tried alone; quadratic in one person's two days.
 */
export function flightAdvisory(duties: readonly Duty[], day: Span): Advisory | null {
  const flights = duties.filter(({ kind }) => kind === 'flight');
  const spans = joined(flights.map(({ booking }) => booking));
  const turns = [...spans.flatMap(({ start, end }) => [end, start + period]), day.start, day.end];
  const windows = windowsTo(turns, day);
  const worst = windows.reduce<Advisory | null>((best, window) => {
    const booked = lengthWithin(spans, window);
    return booked > (best?.booked ?? flightLimit) ? { booked, window, duties: [] } : best;
  }, null);
  return worst && { ...worst, duties: flights.filter(({ booking }) => lengthWithin([booking], worst.window) > 0) };
}

/**
 * Milliseconds of flight instruction that the rule leaves to somebody who begins a lesson at an instant, by what is booked: 8 h
 * less the fullest 24 hours that hold the instant. Negative where more is booked.
 */
export function flightTimeLeft(duties: readonly Duty[], at: Instant): number {
  const spans = joined(duties.filter(({ kind }) => kind === 'flight').map(({ booking }) => booking));
  const turns = [...spans.flatMap(({ start, end }) => [end, start + period]), at, at + period];
  const windows = windowsTo(turns, { start: at, end: at + period });
  return flightLimit - Math.max(...windows.map((window) => lengthWithin(spans, window)));
}

/** The 24 hours that end at each of these instants within a span, the earliest first. */
function windowsTo(ends: readonly Instant[], within: Span): Span[] {
  const looked = ends.filter((end) => within.start <= end && end <= within.end);
  return looked.toSorted((a, b) => a - b).map((end) => ({ start: end - period, end }));
}
