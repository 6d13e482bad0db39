import { getPosition, getTimes } from 'suncalc';
import { millisecondsInHour } from '#domain/units.ts';
import type { Config } from '#contract/gateway/config.ts';
import { addDays, dayOf, daySpan, type Instant, type Span } from '#domain/time/time.ts';
import { civilDepth } from '#domain/thresholds.ts';

/** A time when the sun is down: civil twilight, or night. */
export type Darkness = { readonly span: Span; readonly kind: 'night' | 'twilight' };
type Position = NonNullable<Config['position']>;

/** Night and twilight within a span, in order; none if the position is not known. */
export function darknessIn(span: Span, zone: string, position: Position | null): Darkness[] {
  if (!position) return [];
  const found = daysAround(span, zone).flatMap((noon) => darknessOfDay(noon, position));
  return joined(found).flatMap(({ span: dark, kind }) => {
    const start = Math.max(dark.start, span.start);
    const end = Math.min(dark.end, span.end);
    return start < end ? [{ span: { start, end }, kind }] : [];
  });
}

/** An instant near the middle of each local day whose night may reach into the span. */
function daysAround(span: Span, zone: string): Instant[] {
  const noons: Instant[] = [];
  const beyond = addDays(dayOf(span.end, zone), 1);
  for (let day = addDays(dayOf(span.start, zone), -1); day <= beyond; day = addDays(day, 1))
    noons.push(daySpan(day, zone).start + 12 * millisecondsInHour);
  return noons;
}

/**
 * One solar day, from midnight to midnight: night, dawn, day, dusk, night. A part that does not occur that day is
 * empty.
 */
function darknessOfDay(near: Instant, { latitude, longitude }: Position): Darkness[] {
  const times = getTimes(new Date(near), latitude, longitude);
  const noon = times.solarNoon.getTime();
  const day = { start: noon - 12 * millisecondsInHour, end: noon + 12 * millisecondsInHour };
  const highest = getPosition(times.solarNoon, latitude, longitude).altitude;
  const isLit = highest > civilDepth;
  const dawn = times.dawn?.getTime() ?? (isLit ? day.start : noon);
  const dusk = times.dusk?.getTime() ?? (isLit ? day.end : noon);
  const sunrise = times.sunrise?.getTime() ?? (times.alwaysUp ? dawn : noon);
  const sunset = times.sunset?.getTime() ?? (times.alwaysUp ? dusk : noon);
  return [
    { span: { start: day.start, end: dawn }, kind: 'night' },
    { span: { start: dawn, end: sunrise }, kind: 'twilight' },
    { span: { start: sunset, end: dusk }, kind: 'twilight' },
    { span: { start: dusk, end: day.end }, kind: 'night' },
  ];
}

/** Solar days are not exactly 24 hours. Joins neighbours of one kind that are minutes apart, and removes overlaps. */
function joined(parts: readonly Darkness[]): Darkness[] {
  const all: Darkness[] = [];
  for (const { span, kind } of parts) {
    const last = all.at(-1);
    const start = Math.max(span.start, last?.span.end ?? span.start);
    if (start >= span.end) continue;
    if (last?.kind === kind && start - last.span.end < millisecondsInHour / 6)
      all[all.length - 1] = { kind, span: { start: last.span.start, end: span.end } };
    else all.push({ kind, span: { start, end: span.end } });
  }
  return all;
}
