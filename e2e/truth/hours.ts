import { bandOf, factorFor, type MeasuredFactors } from '#domain/schedule/hoursFactor.ts';
import { maxFlown } from '#domain/schedule/usage.ts';
import { addDays, daySpan, type Instant } from '#domain/time/time.ts';
import { calibrationReader } from '#server/replica/readings.ts';
import { openCopy } from './copy.ts';
import { hour, minute, type SchoolOptions } from './school.ts';
import { simulate } from './simulate.ts';
import { type RealFlight, versionAt, type World } from './world.ts';

/** The days of a forecast. */
const forecastDays = 7;

export type HoursOptions = Omit<SchoolOptions, 'days'> & {
  /** Days of watching meters, weeks of forecasts after them, and minutes between two looks at the service. */
  readonly watched: number;
  readonly weeks: number;
  readonly every: number;
};

export type HoursRun = {
  readonly flights: number;
  /** Meter hours per booked hour: really flown, and measured. */
  readonly really: number;
  readonly measured: number;
  /** The greatest difference for an aircraft, as a share, and the number of measured aircraft. */
  readonly worst: number;
  readonly aircraft: number;
  /** Forecasts of one week of one aircraft: their number, and how many were within the band. */
  readonly forecasts: number;
  readonly held: number;
  /** Meter readings left out, by reason. */
  readonly leftOut: { readonly [why: string]: number };
};

/** A flight with its booked hours at departure. */
type Flown = { readonly aircraft: number; readonly flight: RealFlight; readonly booked: number };

/** Lets a gateway watch the meters of a school, and compares its measurements with the hours flown. */
export function runHours(options: HoursOptions, onDay: (day: number) => void = () => {}): HoursRun {
  const { zone, first, watched, weeks, every } = options;
  const world = simulate({ ...options, days: watched + weeks * forecastDays });
  const copy = openCopy(world);
  const began = daySpan(first, zone).start;
  const midnightOf = (day: number) => daySpan(addDays(first, day), zone).start;
  const flown = flownIn(world);
  const factorsAt = new Map<number, MeasuredFactors>();
  const reader = calibrationReader(copy.storage);
  const school = { name: zone, zoneless: 'operator' } as const;
  try {
    const last = watched + (weeks - 1) * forecastDays;
    for (let day = 0; day < last; day++) {
      for (let now = midnightOf(day); now < midnightOf(day + 1); now += every * minute) copy.fill(now);
      onDay(day + 1);
      if (day + 1 >= watched && (day + 1 - watched) % forecastDays === 0) {
        copy.fill(midnightOf(day + 1));
        factorsAt.set(day + 1, reader.read(midnightOf(day + 1), midnightOf(day + 1), school).factors);
      }
    }
    const end = midnightOf(watched);
    const { legs, leftOut, factors } = reader.read(end, end, school);
    const behind = flown.filter(({ flight }) => flight.out >= began && flight.in < end);
    return {
      flights: legs.reduce((sum, { reservations }) => sum + reservations.length, 0),
      really: factorOf(behind),
      measured: factors.school?.factor ?? 0,
      worst: worstOf(world, behind, factors),
      aircraft: factors.aircraft.size,
      ...bandHeld(world, flown, factorsAt, midnightOf),
      leftOut: countsOf(leftOut.map(({ why }) => why)),
    };
  } finally {
    copy.close();
  }
}

function flownIn({ reservations }: World): Flown[] {
  return reservations.flatMap((made) => {
    const plan = made.real && versionAt(made, made.real.out + 3 * minute)?.plan;
    if (!made.real || !plan) return [];
    return [{ aircraft: made.real.aircraft, flight: made.real, booked: maxFlown(plan.end - plan.start) / hour }];
  });
}

function factorOf(flights: readonly Flown[]): number {
  const sum = (of: (one: Flown) => number) => flights.reduce((total, flight) => total + of(flight), 0);
  return sum(({ flight }) => flight.hours) / sum(({ booked }) => booked);
}

function worstOf({ school }: World, flights: readonly Flown[], { aircraft }: MeasuredFactors): number {
  const differences = school.fleet.flatMap(({ id }, number) => {
    const own = flights.filter((flight) => flight.aircraft === number);
    const found = aircraft.get(id);
    return found && own.length > 0 ? [Math.abs(found.factor / factorOf(own) - 1)] : [];
  });
  return Math.max(0, ...differences);
}

/** Counts the forecasts of a week, and those whose booked hours were within the band for the hours really flown. */
function bandHeld(
  { school }: World,
  flown: readonly Flown[],
  factorsAt: ReadonlyMap<number, MeasuredFactors>,
  midnightOf: (day: number) => Instant,
) {
  let [forecasts, held] = [0, 0];
  for (const [day, factors] of factorsAt) {
    const [from, to] = [midnightOf(day), midnightOf(day + forecastDays)];
    for (const [aircraft, { id, isSimulator }] of school.fleet.entries()) {
      const own = flown.filter(({ aircraft: of, flight }) => of === aircraft && flight.out >= from && flight.out < to);
      const used = factorFor(id, factors);
      if (isSimulator || own.length < 5 || used.measured === null) continue;
      const booked = own.reduce((sum, one) => sum + one.booked, 0);
      const hours = own.reduce((sum, { flight }) => sum + flight.hours, 0);
      const { early, late } = bandOf(hours, used);
      forecasts++;
      if (booked >= early && (late === null || booked <= late)) held++;
    }
  }
  return { forecasts, held };
}

function countsOf(words: readonly string[]): { readonly [word: string]: number } {
  return Object.fromEntries([...Map.groupBy(words, (word) => word)].map(([word, all]) => [word, all.length]));
}
