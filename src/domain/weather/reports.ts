import type { Airport, Metar, Taf, WeatherAirport } from '#contract/gateway/weather.ts';
import { millisecondsInDay, millisecondsInHour, millisecondsInMinute } from '#domain/units.ts';
import type { Instant } from '#domain/time/time.ts';

/**
 * Which report applies, by time and place. These thresholds are not in the one table (`thresholds.ts`), because that
 * loads with every page. Weather loads only where it is shown.
 */

/** Milliseconds after which an observation is no longer current. Habit: stations report every hour. */
export const observationLifetime = 90 * millisecondsInMinute;
/** Milliseconds. A start this close to now is judged by the observation instead of the forecast. Habit. */
export const observationReach = millisecondsInHour;
/** Milliseconds. Of a flight that begins later than this no forecast can be expected yet: usual TAFs reach 24 hours. */
export const forecastReach = millisecondsInDay;
/** Milliseconds by which clocks may differ: an observation further ahead is ignored. Estimate. */
const clockDifference = 15 * millisecondsInMinute;

/** Milliseconds since an observation. */
export function ageOf({ observedAt }: Pick<Metar, 'observedAt'>, now: Instant): number {
  return Math.max(0, now - Date.parse(observedAt));
}

/** True for an observation that is still current. */
export function isCurrent({ observedAt }: Pick<Metar, 'observedAt'>, now: Instant): boolean {
  const at = Date.parse(observedAt);
  return !isAhead(at, now) && now - at <= observationLifetime;
}

/** True for a report from the future, further ahead than clocks differ. */
export const isAhead = (at: Instant, now: Instant) => at - now > clockDifference;

/** True within the span of a forecast. */
export function isWithin({ from, to }: Pick<Taf, 'from' | 'to'>, at: Instant): boolean {
  return Date.parse(from) <= at && at < Date.parse(to);
}

/** The airport of a location by its name; the first one for all others. Null if there is none. */
export function airportAt<One extends Pick<Airport, 'places'>>(
  airports: readonly One[],
  place: string | null = null,
): One | null {
  const isThere = ({ places }: One) => places.some((candidate) => candidate.toLowerCase() === place?.toLowerCase());
  return airports.find(isThere) ?? airports[0] ?? null;
}

/** An airport's current observation; null if there is none. */
export function currentMetar({ metar }: Pick<WeatherAirport, 'metar'>, now: Instant): Metar | null {
  return metar && isCurrent(metar, now) ? metar : null;
}
