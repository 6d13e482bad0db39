import { type Bound, boundOf, type Filters } from '#domain/lists/listState.ts';
import { dayText } from '#domain/time/clock.ts';
import { addDays, dayOf, daySpan, type Instant, mondayOf, type Span, type Zone } from '#domain/time/time.ts';

/** How many days of reservations the gateway keeps before and after today. */
export type HeldDays = { readonly back: number; readonly ahead: number };

/**
 * The days that the gateway's copy holds, from the operator's midnight to the operator's midnight. They begin with the Monday on
 * or before the first day asked for, because screens show whole weeks.
 */
export function windowOf(now: Instant, zone: string, days: HeldDays): Span {
  const today = dayOf(now, zone);
  return {
    start: daySpan(mondayOf(addDays(today, -days.back)), zone).start,
    end: daySpan(addDays(today, days.ahead), zone).end,
  };
}

/** Which start times decide a query by two bounds, where all of them lie within the days held; else null. */
export function startsNeeded(start: Bound | null, end: Bound | null, window: Span): Span | null {
  const [isUpperStart, isUpperEnd] = [start, end].map((bound) => bound?.operator.startsWith('l') ?? null);
  const startAt = start ? start.at * 1000 : Number.NaN;
  const endAt = end ? end.at * 1000 : Number.NaN;
  // What starts before one moment and ends after another began within the days held, or runs on from before them.
  if (isUpperStart === true && isUpperEnd === false) {
    return endAt >= window.start && startAt < window.end ? { start: window.start, end: startAt } : null;
  }
  // What starts after one moment and ends before another started in between.
  if (isUpperStart === false && isUpperEnd === true) {
    return startAt >= window.start && endAt < window.end ? { start: startAt, end: Math.max(startAt, endAt) } : null;
  }
  return null;
}

/** Whether the days held decide a list with these filters, so that the gateway answers it without a call; `zone` is that of the filters. */
export function isHeld({ startTime, endTime }: Filters, zone: string, window: Span): boolean {
  return startsNeeded(boundOf(startTime, zone), boundOf(endTime, zone), window) !== null;
}

/** As many days of a list are enough to go on with. */
const daysMeanwhile = 7;

/** The first days that a list of all that touches a span asks for, as far as they are held, in whole days; null for other lists. */
export function firstHeldDays(filters: Filters, { name, zoneless }: Zone, window: Span): Span | null {
  const zone = zoneless === 'utc' ? 'UTC' : name;
  const [before, after] = [boundOf(filters['startTime'], zone), boundOf(filters['endTime'], zone)];
  if (!before?.operator.startsWith('l') || !after?.operator.startsWith('g')) return null;
  const first = daySpan(dayOf(Math.max(after.at * 1000, window.start), name), name, daysMeanwhile);
  const end = Math.min(first.end, before.at * 1000, window.end);
  return end > first.start ? { start: first.start, end: daySpan(dayOf(end - 1, name), name).end } : null;
}

/** What to say above rows of those days while the list itself waits. */
export function meanwhileText({ start, end }: Span, isWhole: boolean, zone: string): string {
  const [first, last] = [dayText(dayOf(start, zone)), dayText(dayOf(end - 1, zone))];
  const days = first === last ? first : `${first} to ${last}`;
  return `Until then: what the local copy holds of ${days}${isWhole ? '' : ', not read completely yet'}.`;
}
