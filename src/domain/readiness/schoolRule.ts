import type { WeatherAirport } from '#contract/gateway/weather.ts';
import { placeOf } from '#domain/reservations/locations.ts';
import { airportAt, isWithin, observationReach } from '#domain/weather/reports.ts';
import { lineOf } from './checkLine.ts';
import { isSoloFlight } from './checkPeople.ts';
import type { SchoolRules } from './readinessIndex.ts';

/**
 * A student's solo against the limits that the school has set: by the current observation for a start within an hour,
 * otherwise by the forecast. Null if no report covers the start. It never says “do not dispatch”: weather changes.
 */
export function schoolRules(airports: readonly Pick<WeatherAirport, 'places' | 'rules'>[]): SchoolRules {
  return (reservation, now) => {
    if (!isSoloFlight(reservation)) return null;
    const { start } = reservation;
    const isSoon = Math.abs(start - now) < observationReach;
    const rule = airportAt(airports, placeOf(reservation)?.name)?.rules.find((one) =>
      one.isObserved ? isSoon && isWithin(one, now) : isWithin(one, start),
    );
    if (!rule) return null;
    const { words, mark } = rule;
    const finding =
      mark === null ? ({ level: 'no findings', words } as const) : ({ level: 'check', words, mark } as const);
    return lineOf('weather', [finding], '');
  };
}
