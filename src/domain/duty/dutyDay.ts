import { laterDay } from '#domain/reservations/bookingTitles.ts';
import { type Clock, clockText, shownDay, whenText } from '#domain/time/clock.ts';
import { type Instant, overlaps, type Span } from '#domain/time/time.ts';
import type { Duty } from './duties.ts';

/** A person's day, from duties in order of start. Time off takes time, but is no duty. */
export type DutyDay = {
  /** Everything that touches the day, time off too. */
  readonly duties: readonly Duty[];
  /** The first start and the last end, which may lie outside the day; null without a duty. */
  readonly first: Instant | null;
  readonly last: Instant | null;
  /** Milliseconds of duty within the day; time booked twice counts once. */
  readonly booked: number;
};

export function dutyDay(duties: readonly Duty[], day: Span): DutyDay {
  const touching = duties.filter(({ booking }) => overlaps(booking, day));
  const spans = touching.filter(({ kind }) => kind !== 'off').map(({ booking }) => booking);
  return {
    duties: touching,
    first: spans.length > 0 ? Math.min(...spans.map(({ start }) => start)) : null,
    last: spans.length > 0 ? Math.max(...spans.map(({ end }) => end)) : null,
    booked: lengthWithin(joined(spans), day),
  };
}

/** The same time as spans that neither overlap nor touch, by start. */
export function joined(spans: readonly Span[]): Span[] {
  const result: Span[] = [];
  for (const { start, end } of spans.toSorted((a, b) => a.start - b.start)) {
    const last = result.at(-1);
    if (last && start <= last.end) result[result.length - 1] = { start: last.start, end: Math.max(last.end, end) };
    else result.push({ start, end });
  }
  return result;
}

/** How much of joined spans lies within another, in milliseconds. */
export function lengthWithin(spans: readonly Span[], { start, end }: Span): number {
  return spans.reduce((sum, span) => sum + Math.max(0, Math.min(end, span.end) - Math.max(start, span.start)), 0);
}

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

/** Booked time in decimal hours, rounded up to a tenth, so that what exceeds a limit is never shown as the limit: `8.1 h`. */
export function bookedText(milliseconds: number): string {
  return `${(Math.ceil(milliseconds / 360_000) / 10).toFixed(1)} h`;
}

/** `0700L–1830L`, `2000L–0200L +1`, with the day where its start lies on another; `no duty` without one. */
export function dutyHours({ first, last }: DutyDay, day: Instant, clock: Clock): string {
  if (first === null || last === null) return 'no duty';
  const isToday = shownDay(first, clock) === shownDay(day, clock);
  const end = isToday
    ? `${clockText(last, clock)}${laterDay({ start: first, end: last }, clock)}`
    : whenText(last, day, clock);
  return `${whenText(first, day, clock)}–${end}`;
}

/** What the advisory rests on, in a sentence. */
export function advisoryReason({ booked, window }: Advisory, clock: Clock): string {
  const from = whenText(window.start, window.end, clock);
  const [hours, to] = [bookedText(booked), clockText(window.end, clock)];
  return `${hours} of flight instruction booked in the 24 h from ${from} to ${to}; 14 CFR 61.195(a) allows 8 h. Booked, not flown.`;
}
