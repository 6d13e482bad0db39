import type { WeatherAirport } from '#contract/gateway/weather.ts';
import { placeOf } from '#domain/reservations/locations.ts';
import type { TimedReservation } from '#domain/reservations/reservations.ts';
import type { Instant } from '#domain/time/time.ts';
import { airportAt, isWithin, observationReach } from '#domain/weather/reports.ts';
import { type CheckLine, lineOf } from './checkLine.ts';
import { isSoloFlight } from './checkPeople.ts';

/** The line of the dispatch check about the school's own limits; null for a flight that they do not touch. */
export type SchoolRules = (reservation: TimedReservation, now: Instant) => CheckLine | null;

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
