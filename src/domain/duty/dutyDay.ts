import { laterDay } from '#domain/reservations/reservationTitles.ts';
import { isFlight } from '#domain/reservations/reservations.ts';
import { flownSpans } from '#domain/schedule/usage.ts';
import { type Clock, clockText, shownDay, whenText } from '#domain/time/clock.ts';
import { type Instant, lengthWithin, overlaps, type Span } from '#domain/time/time.ts';
import { type Duty, isInstruction } from './duties.ts';

/** A person's day, from duties in order of start. Time off occupies time but is not a duty. */
export type DutyDay = {
  /** Everything that touches the day, including time off. */
  readonly duties: readonly Duty[];
  /** The first start and the last end, which may be outside the day; null without a duty. */
  readonly first: Instant | null;
  readonly last: Instant | null;
  /** Milliseconds of duty within the day, of a flight as much as a forecast counts; double-booked time counts once. */
  readonly booked: number;
};

export function dutyDay(duties: readonly Duty[], day: Span): DutyDay {
  const touching = duties.filter(({ reservation }) => overlaps(reservation, day));
  const held = touching.filter(({ kind }) => kind !== 'off');
  const spans = held.map(({ reservation }) => reservation);
  // Who is away for days is not on duty around the clock; a long class is one.
  const worked = held.flatMap((duty) => (isFlown(duty) ? flownSpans(duty.reservation) : [duty.reservation]));
  return {
    duties: touching,
    first: spans.length > 0 ? Math.min(...spans.map(({ start }) => start)) : null,
    last: spans.length > 0 ? Math.max(...spans.map(({ end }) => end)) : null,
    booked: lengthWithin(joined(worked), day),
  };
}

function isFlown({ kind, reservation }: Duty): boolean {
  return (isInstruction(kind) || kind === 'other') && isFlight(reservation);
}

/** The same time as spans that neither overlap nor touch, by start. */
export function joined(spans: readonly Span[]): Span[] {
  return joinedInOrder(spans.toSorted((a, b) => a.start - b.start));
}

/** The same for spans in order of start. */
export function joinedInOrder(spans: readonly Span[]): Span[] {
  const result: Span[] = [];
  let last: { start: Instant; end: Instant } | null = null;
  for (const { start, end } of spans) {
    if (last && start <= last.end) last.end = Math.max(last.end, end);
    else result.push((last = { start, end }));
  }
  return result;
}

/** `0700L–1830L`, `2000L–0200L +1`; with the day if it starts on another one; `no duty` without duties. */
export function dutyHours({ first, last }: DutyDay, day: Instant, clock: Clock): string {
  if (first === null || last === null) return 'no duty';
  const isToday = shownDay(first, clock) === shownDay(day, clock);
  const end = isToday
    ? `${clockText(last, clock)}${laterDay({ start: first, end: last }, clock)}`
    : whenText(last, day, clock);
  return `${whenText(first, day, clock)}–${end}`;
}
