import { type Clock, clockText, dayText, lateText, shownDay, whenText } from '#domain/time/clock.ts';
import { dayOf, daySpan, type Instant, type Span } from '#domain/time/time.ts';
import type { Advisory } from './advisory.ts';
import type { DutyKind } from './duties.ts';
import type { DutyDay, Standing } from './dutyDay.ts';

const words: Readonly<Record<DutyKind, string>> = {
  flight: 'flight',
  simulator: 'simulator',
  ground: 'ground',
  class: 'class',
  meeting: 'meeting',
  off: 'time off',
  other: 'other booking',
};

export function dutyWord(kind: DutyKind): string {
  return words[kind];
}

/** Booked time in decimal hours, rounded up to a tenth, so that what exceeds a limit is never shown as the limit: `8.1 h`. */
export function bookedText(milliseconds: number): string {
  return `${(Math.ceil(milliseconds / 360_000) / 10).toFixed(1)} h`;
}

/** `0700L–1830L`, with the day where an end lies on another; `no duty` without one. */
export function dutyHours({ first, last }: DutyDay, day: Instant, clock: Clock): string {
  if (first === null || last === null) return 'no duty';
  return `${whenText(first, day, clock)}–${whenText(last, day, clock)}`;
}

/** `1300L–1500L`, `from 1500L` where nothing follows within the hours that were searched, or `none left`. */
export function gapText(gap: Span | null, hours: Span, clock: Clock): string {
  if (!gap) return 'none left';
  const start = clockText(gap.start, clock);
  return gap.end >= hours.end ? `from ${start}` : `${start}–${clockText(gap.end, clock)}`;
}

/** `free until 1500L`, `flight until 1300L`, `not back +0:35`. */
export function standingText({ duty, until, late }: Standing, day: DutyDay, clock: Clock): string {
  if (late !== undefined) return `not back ${lateText(late)}`;
  if (duty) return `${words[duty.kind]} until ${whenText(duty.booking.end, duty.booking.start, clock)}`;
  if (until !== null) return `free until ${clockText(until, clock)}`;
  return day.duties.length === 0 ? 'free, not booked' : 'free from here on';
}

/** `Fri 15 May 0730L–0930L`, or `Mon 11 May – Sun 17 May, all day` where whole days of the operator are off. */
export function timeOffText({ start, end }: Span, clock: Clock): string {
  const [first, last] = [dayOf(start, clock.zone), dayOf(end - 1, clock.zone)];
  const isWhole = daySpan(first, clock.zone).start === start && daySpan(last, clock.zone).end === end;
  if (!isWhole) {
    return `${dayText(shownDay(start, clock))} ${clockText(start, clock)}–${whenText(end, start, clock)}`;
  }
  return `${dayText(first)}${first === last ? '' : ` – ${dayText(last)}`}, all day`;
}

/** What the advisory rests on, in a sentence. */
export function advisoryReason({ booked, window }: Advisory, clock: Clock): string {
  const from = whenText(window.start, window.end, clock);
  const [hours, to] = [bookedText(booked), clockText(window.end, clock)];
  return `${hours} of flight instruction are booked in the 24 h from ${from} to ${to}; 14 CFR 61.195(a) allows 8 h. Booked, not flown.`;
}

/** `1.5 h left` of flight instruction where little is; null where there is more, or it is not known. */
export function flightLeftText(flightLeft: number | null): string | null {
  if (flightLeft === null || flightLeft > scarce) return null;
  return `${(Math.floor(Math.max(0, flightLeft) / 360_000) / 10).toFixed(1)} h left`;
}

/** Milliseconds that a long lesson takes. */
const scarce = 3 * 3_600_000;
