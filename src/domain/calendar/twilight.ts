import { getPosition, getTimes } from 'suncalc';
import { millisecondsInHour } from 'date-fns/constants';
import type { Config } from '#contract/gateway/config.ts';
import { addDays, dayOf, daySpan, type Instant, type Span } from '#domain/time/time.ts';

/** A time while the sun is down: civil twilight, or night. */
export type Darkness = { readonly span: Span; readonly kind: 'night' | 'twilight' };
type Position = NonNullable<Config['position']>;

/** The end of civil twilight (14 CFR 1.1, "night") is at -6 degrees; suncalc's altitudes have half a degree of refraction. */
const civilDepth = -5.5;

/** Night and twilight within a span, in order; none where the position is not known. */
export function darknessIn(span: Span, zone: string, position: Position | null): Darkness[] {
  if (!position) return [];
  const found = daysAround(span, zone).flatMap((noon) => darknessOfDay(noon, position));
  return joined(found).flatMap(({ span: dark, kind }) => {
    const start = Math.max(dark.start, span.start);
    const end = Math.min(dark.end, span.end);
    return start < end ? [{ span: { start, end }, kind }] : [];
  });
}

/** An instant near the middle of every local day that the span's nights may reach into. */
function daysAround(span: Span, zone: string): Instant[] {
  const noons: Instant[] = [];
  const beyond = addDays(dayOf(span.end, zone), 1);
  for (let day = addDays(dayOf(span.start, zone), -1); day <= beyond; day = addDays(day, 1))
    noons.push(daySpan(day, zone).start + 12 * millisecondsInHour);
  return noons;
}

/** From one lowest point of the sun to the next: night, dawn, day, dusk, night, as far as the sun goes that day. */
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

/** Solar days are not quite 24 hours: neighbours of one kind that meet within minutes are one, and none overlap. */
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
