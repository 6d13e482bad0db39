import { type Instant, overlaps, type Span } from '#domain/time/time.ts';
import { standingOf } from '#domain/readiness/standing.ts';
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

/**
 * What somebody does at an instant, and until when: null where nothing follows in the duties given, and where nobody knows,
 * because the flight is not back. `late`: milliseconds since it should have been.
 */
export type Standing = { readonly duty: Duty | null; readonly until: Instant | null; readonly late?: number };

/** A duty goes before time off that lies over it. */
export function standingAt(duties: readonly Duty[], instant: Instant): Standing {
  const going = duties.filter(({ booking }) => booking.start <= instant && instant < booking.end);
  const duty = going.find(({ kind }) => kind !== 'off') ?? going[0] ?? null;
  if (duty) return { duty, until: duty.booking.end };
  const next = duties.map(({ booking }) => booking.start).filter((start) => start > instant);
  return { duty: null, until: next.length > 0 ? Math.min(...next) : null };
}

/** How far ahead of now somebody who is not back is taken to be away still. */
const awhile = 15 * 60_000;

/** The duty somebody is not back from, the last one: who has begun a later one has come back. Null where there is none. */
function notBackFrom(duties: readonly Duty[], now: Instant): Duty | null {
  const begun = duties.filter(({ kind, booking }) => kind !== 'off' && booking.start <= now);
  const last = begun.findLast(({ booking }) => {
    const { kind } = standingOf(booking, now);
    return kind === 'out' || kind === 'done' || kind === 'not back';
  });
  return last && standingOf(last.booking, now).kind === 'not back' ? last : null;
}

/** The same as `standingAt`, but somebody who is not back now is not free now. */
export function standingWithLate(duties: readonly Duty[], at: Instant, now: Instant): Standing {
  const plain = standingAt(duties, at);
  const missing = plain.duty === null && Math.abs(at - now) <= awhile ? notBackFrom(duties, now) : null;
  return missing ? { duty: missing, until: null, late: now - missing.booking.end } : plain;
}

const shortest = 30 * 60_000;

/** The first half hour or more within a span in which nothing is booked; null where there is none. */
export function nextGap(duties: readonly Duty[], { start, end }: Span): Span | null {
  let from = start;
  for (const taken of joined(duties.map(({ booking }) => booking))) {
    if (Math.min(end, taken.start) - from >= shortest) return { start: from, end: Math.min(end, taken.start) };
    from = Math.max(from, taken.end);
  }
  return end - from >= shortest ? { start: from, end } : null;
}

const hour = 3_600_000;

/** The part of a day in which anybody has a duty, out to whole hours; the whole day where nobody has. */
export function hoursInUse(days: readonly DutyDay[], day: Span): Span {
  const starts = days.flatMap(({ first }) => first ?? []);
  const ends = days.flatMap(({ last }) => last ?? []);
  if (starts.length === 0) return day;
  const [first, last] = [Math.max(day.start, Math.min(...starts)), Math.min(day.end, Math.max(...ends))];
  return {
    start: day.start + Math.floor((first - day.start) / hour) * hour,
    end: Math.min(day.end, day.start + Math.ceil((last - day.start) / hour) * hour),
  };
}
