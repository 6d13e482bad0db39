import { millisecondsInDay, millisecondsInHour, millisecondsInMinute } from '#domain/units.ts';
import { missingDay } from '#contract/filters.ts';
import { clockText, durationText, shownDayText } from '#domain/time/clock.ts';
import { addDays, dayOf, daySpan, type Instant, readInstant, type Span } from '#domain/time/time.ts';

/** The steps of the time control, and how far it reaches back and ahead of the present. */
export const momentStep = 15 * millisecondsInMinute;
export const momentBack = 12 * millisecondsInHour;
export const momentAhead = 7 * millisecondsInDay;

/** The value in the address while the time control is open at the present. */
export const presentName = 'now';

/** The time that an address names; null for the present. `problem`: why the text names no time that can be shown. */
export type ShownMoment = { readonly at: Instant | null; readonly problem: string | null };

const form = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:00)?Z$/;

/** Reads `2026-05-12T15:00Z` strictly. `began` is when the log of changes began; null if it is not known. */
export function readShownMoment(text: string, now: Instant, began: Instant | null, zone: string): ShownMoment {
  if (text === '' || text === presentName) return { at: null, problem: null };
  const at = form.test(text) ? readInstant(text, { name: 'UTC', zoneless: 'utc' }) : null;
  const wrong = (why: string) => ({ at: null, problem: `“${text}” ${why}; showing the present.` });
  const noDay = missingDay(text);
  if (noDay !== null) return { at: null, problem: `There is no day ${noDay}; showing the present.` };
  if (at === null) return wrong(`is not a time such as ${momentName(now)}`);
  if (at < now - momentBack) return wrong(`is more than ${momentBack / millisecondsInHour} hours ago`);
  if (at > now + momentAhead) return wrong(`is more than ${momentAhead / millisecondsInDay} days ahead`);
  if (began !== null && at < began) return wrong(`is before the log of changes began, ${momentText(began, zone)}`);
  return { at, problem: null };
}

/** A time as addresses write it, to the minute: `2026-05-12T15:00Z`. */
export function momentName(at: Instant): string {
  return `${new Date(at).toISOString().slice(0, 16)}Z`;
}

/** The times that the control reaches, on whole steps; the step before the present is always among them. */
export function momentSpan(now: Instant, began: Instant | null): Span {
  const start = Math.max(now - momentBack, began ?? Number.NEGATIVE_INFINITY);
  return {
    start: Math.min(Math.ceil(start / momentStep), Math.floor(now / momentStep)) * momentStep,
    end: Math.floor((now + momentAhead) / momentStep) * momentStep,
  };
}

/** The operator's midnights in a span. */
export function midnightsIn({ start, end }: Span, zone: string): Instant[] {
  const first = dayOf(start, zone);
  const days = Math.ceil((end - start) / millisecondsInDay) + 2;
  return Array.from({ length: days }, (_, index) => daySpan(addDays(first, index), zone).start).filter(
    (midnight) => midnight >= start && midnight <= end,
  );
}

/** A time on both clocks: `Tue 12 May 1500L (2100Z)`; the Zulu day if it differs. */
export function momentText(at: Instant, zone: string): string {
  const [local, zulu] = [{ zone, mode: 'L' } as const, { zone, mode: 'Z' } as const];
  const day = shownDayText(at, local);
  const zuluDay = shownDayText(at, zulu);
  return `${day} ${clockText(at, local)} (${zuluDay === day ? '' : `${zuluDay} `}${clockText(at, zulu)})`;
}

/** How far a time is from the present: `in 2 days`, `3 h 05 ago`. */
export function distanceText(at: Instant, now: Instant): string {
  const text = durationText(Math.abs(at - now));
  return at > now ? `in ${text}` : `${text} ago`;
}
