import type { TimedReservation } from '#domain/reservations/reservations.ts';
import { landingsAnHour, maxLandingsAnHour } from '#domain/thresholds.ts';
import type { Usage } from './usage.ts';

/** Landings per booked hour of the flights of one activity: all together, and the 90th percentile of single flights. */
export type MeasuredLandings = { readonly flights: number; readonly usual: number; readonly worst: number };

/** By the names of activities (`activityKey`), where enough flights were measured. */
export type LandingRates = ReadonlyMap<string, MeasuredLandings>;

/** How many landings an hour of a flight makes. `measured` is null for an assumption. */
export type LandingRate = {
  readonly usual: number;
  readonly worst: number;
  readonly measured: MeasuredLandings | null;
};

/** Names of flights that go somewhere and do not stay in the pattern. All other names may be pattern work. */
const elsewhere =
  /\b(cross[\s-]?country|xc|x-country|ferry|reposition(ing)?|positioning|charter|sightseeing|scenic|survey|photo|aerobatics?|instrument|ifr|delivery|transport)\b/i;
const pattern =
  /\b(pattern|touch[\s-]?and[\s-]?go(es)?|landings?|take[\s-]?offs?|circuits?|t&g|first solo|pre-?solo)\b/i;

export function activityKey(name: string): string {
  return name.trim().replaceAll(/\s+/g, ' ').toLowerCase();
}

/** The rate of a flight with this activity: the school's own, otherwise an assumption by its name. */
export function landingRate(name: string, rates: LandingRates | undefined): LandingRate {
  const measured = rates?.get(activityKey(name)) ?? null;
  if (measured) return { usual: measured.usual, worst: Math.max(measured.usual, measured.worst), measured };
  const isElsewhere = elsewhere.test(name) && !pattern.test(name);
  return { usual: landingsAnHour, worst: isElsewhere ? landingsAnHour : maxLandingsAnHour, measured };
}

/** The name that a reservation's flights are measured by, as in `FlownReservation`. */
export function landingRateOf({ activity, type }: TimedReservation, rates: LandingRates | undefined): LandingRate {
  return landingRate(activity || type, rates);
}

/** The same flights counted in landings: a landing counts as an hour, so that `reach` finds when so many are used up. */
export function inLandings({ flights }: Usage, by: 'usual' | 'worst', rates: LandingRates | undefined): Usage {
  let before = 0;
  return {
    flights: flights.map((flight) => {
      const flown = flight.flown * landingRateOf(flight.reservation, rates)[by];
      const one = { ...flight, flown, before };
      before += flown;
      return one;
    }),
  };
}

/** `at 2 an hour, assumed`, `at up to 10 an hour, assumed`, `at up to 7.2 an hour, measured on 24 flights`. */
export function landingWords({ usual, worst, measured }: LandingRate, by: 'usual' | 'worst'): string {
  const figure = Math.round((by === 'usual' ? usual : worst) * 10) / 10;
  const basis = measured === null ? 'assumed' : `measured on ${measured.flights} flights of this kind`;
  return `at ${by === 'worst' ? 'up to ' : ''}${figure} an hour, ${basis}`;
}
