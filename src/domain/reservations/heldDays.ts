import { type Bound, boundOf, type Filters } from '#domain/lists/listState.ts';
import { dayText } from '#domain/time/clock.ts';
import { addDays, dayOf, daySpan, type Instant, mondayOf, type Span, type Zone } from '#domain/time/time.ts';

/** The number of days of reservations that the gateway keeps before and after today. */
export type HeldDays = { readonly back: number; readonly ahead: number };

/**
 * The days in the gateway's copy, from midnight to midnight in the operator's time zone. They begin with the Monday on
 * or before the first requested day, because screens show whole weeks.
 */
export function windowOf(now: Instant, zone: string, days: HeldDays): Span {
  const today = dayOf(now, zone);
  return {
    start: daySpan(mondayOf(addDays(today, -days.back)), zone).start,
    end: daySpan(addDays(today, days.ahead), zone).end,
  };
}

/** The range of start times that decides a query with two bounds, if it lies within the stored days; otherwise null. */
export function startsNeeded(start: Bound | null, end: Bound | null, window: Span): Span | null {
  const [isUpperStart, isUpperEnd] = [start, end].map((bound) => bound?.operator.startsWith('l') ?? null);
  const startAt = start ? start.at * 1000 : Number.NaN;
  const endAt = end ? end.at * 1000 : Number.NaN;
  // A reservation that starts before one instant and ends after another either began within the stored days or reaches
  // into them.
  if (isUpperStart === true && isUpperEnd === false) {
    return endAt >= window.start && startAt < window.end ? { start: window.start, end: startAt } : null;
  }
  // A reservation that starts after one instant and ends before another started in between.
  if (isUpperStart === false && isUpperEnd === true) {
    return startAt >= window.start && endAt < window.end ? { start: startAt, end: Math.max(startAt, endAt) } : null;
  }
  return null;
}

/**
 * True if the stored days decide a list with these filters, so that the gateway answers without a call. `zone` is the
 * filters' zone.
 */
export function isHeld({ startTime, endTime }: Filters, zone: string, window: Span): boolean {
  return startsNeeded(boundOf(startTime, zone), boundOf(endTime, zone), window) !== null;
}

/** Days of a list that are shown while the rest loads. */
const daysMeanwhile = 7;

/** The first days of a list of everything that overlaps a span, in whole days as far as stored; null for other lists. */
export function firstHeldDays(filters: Filters, { name, zoneless }: Zone, window: Span): Span | null {
  const zone = zoneless === 'utc' ? 'UTC' : name;
  const [before, after] = [boundOf(filters['startTime'], zone), boundOf(filters['endTime'], zone)];
  if (!before?.operator.startsWith('l') || !after?.operator.startsWith('g')) return null;
  const first = daySpan(dayOf(Math.max(after.at * 1000, window.start), name), name, daysMeanwhile);
  const end = Math.min(first.end, before.at * 1000, window.end);
  return end > first.start ? { start: first.start, end: daySpan(dayOf(end - 1, name), name).end } : null;
}

/** The note above the rows of those days while the list itself waits. */
export function meanwhileText({ start, end }: Span, isWhole: boolean, zone: string): string {
  const [first, last] = [dayText(dayOf(start, zone)), dayText(dayOf(end - 1, zone))];
  const days = first === last ? first : `${first} to ${last}`;
  return `Until then: reservations kept here for ${days}${isWhole ? '' : ', not all loaded yet'}.`;
}
