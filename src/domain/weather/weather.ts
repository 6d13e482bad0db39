import type { Airport, Conditions, Metar, Taf, Wind } from '#contract/gateway/weather.ts';
import type { Instant } from '#domain/time/time.ts';
import { isWithin } from './reports.ts';

/** Worst first. */
export const flightCategories = ['LIFR', 'IFR', 'MVFR', 'VFR'] as const;
type FlightCategory = (typeof flightCategories)[number];

/** A category; `isOrWorse` if the report does not say everything that decides it. */
export type CategoryReading = { readonly category: FlightCategory; readonly isOrWorse: boolean };

/** "Less than" and "more than" lie just beside their figure. */
const beside = 0.001;

/** Miles that compare as the report means them. */
export function milesOf({ miles, bound }: NonNullable<Conditions['visibility']>): number {
  if (bound === 'exactly') return miles;
  return bound === 'less' ? miles - beside : miles + beside;
}

function ofCeiling(ceiling: NonNullable<Conditions['ceiling']>): FlightCategory {
  if (ceiling === 'none' || ceiling > 3000) return 'VFR';
  if (ceiling >= 1000) return 'MVFR';
  return ceiling >= 500 ? 'IFR' : 'LIFR';
}

function ofVisibility(miles: number): FlightCategory {
  if (miles > 5) return 'VFR';
  if (miles >= 3) return 'MVFR';
  return miles >= 1 ? 'IFR' : 'LIFR';
}

/**
 * The flight category: the worse of ceiling and visibility (FAA Aeronautical Information Manual, 7-1-7). If one of the
 * two is unknown, or known only in part, the rest gives “or worse”. If the rest is VFR, the category is not known.
 */
export function flightCategory({ ceiling, visibility, incomplete }: Conditions): CategoryReading | null {
  const known = [
    ...(ceiling === null ? [] : [ofCeiling(ceiling)]),
    ...(visibility === null ? [] : [ofVisibility(milesOf(visibility))]),
  ];
  const category = flightCategories.find((candidate) => known.includes(candidate));
  const isPartly = known.length < 2 || incomplete.includes('ceiling') || incomplete.includes('visibility');
  if (category === undefined || (isPartly && category === 'VFR')) return null;
  return { category, isOrWorse: isPartly && category !== 'LIFR' };
}

const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** The wind along and across a runway end, in knots. `head` is negative for a tail wind. */
export type Components = { readonly head: number; readonly cross: number; readonly from: 'left' | 'right' };

/**
 * The components of a wind for a runway end by its number. A runway's number is magnetic, to the nearest ten degrees,
 * and a report's wind is true, so the variation is applied. `speed` is the wind's own unless given, as for gusts.
 */
export function windComponents(
  direction: number,
  speed: number,
  end: string,
  { variation }: Pick<Airport, 'variation'>,
): Components {
  const angle = radians(direction - (Number.parseInt(end, 10) * 10 + variation));
  const cross = speed * Math.sin(angle);
  return { head: speed * Math.cos(angle), cross: Math.abs(cross), from: cross < 0 ? 'left' : 'right' };
}

/** The strongest crosswind on a runway: in gusts, and from the worst direction of a variable wind. */
export function worstCrosswind(wind: Wind, end: string, airport: Pick<Airport, 'variation'>): number {
  const max = Math.max(wind.speed, wind.gust ?? 0);
  const { direction, varies } = wind;
  if (typeof direction !== 'number') return max;
  const { from, to } = varies ?? { from: direction, to: direction };
  const width = (((to - from) % 360) + 360) % 360;
  const directions = [direction, ...Array.from({ length: width + 1 }, (_, step) => from + step)];
  return Math.max(...directions.map((one) => windComponents(one, max, end, airport).cross));
}

/** A runway, or parallel ones, by the end that faces the wind. */
export type RunwayWind = { readonly name: string; readonly gusts: number } & Components;

/** The components for each direction of runway, the least crosswind first; none for a calm or variable wind, or an unknown direction. */
export function runwayWinds({ direction, speed, gust }: Wind, airport: Airport): RunwayWind[] {
  if (typeof direction !== 'number' || speed === 0) return [];
  const found = new Map<string, RunwayWind>();
  for (const runway of airport.runways) {
    const [one = '', other = ''] = runway.split('/');
    const of = (end: string) => windComponents(direction, speed, end, airport);
    const end = of(one).head >= of(other).head ? one : other;
    const number = end.slice(0, 2);
    const name = found.has(number) ? number : end;
    const gusts = windComponents(direction, gust ?? speed, end, airport).cross;
    found.set(number, { name, gusts, ...of(end) });
  }
  return [...found.values()].toSorted((a, b) => a.cross - b.cross);
}

/**
 * Density altitude in feet, for dry air: the altitude in the ICAO standard atmosphere (Doc 7488) with the air's density. The
 * altimeter setting gives the pressure at the field's elevation.
 */
export function densityAltitude(
  { elevation }: Pick<Airport, 'elevation'>,
  { temperature, altimeter }: Pick<Metar, 'temperature' | 'altimeter'>,
): number | null {
  if (temperature === null || altimeter === null) return null;
  const { seaLevelInches, seaLevelKelvin, kelvinPerFoot, exponent } = standardAtmosphere;
  const lapse = kelvinPerFoot / seaLevelKelvin;
  const pressure = ((altimeter / seaLevelInches) ** (1 / exponent) - lapse * elevation) ** exponent;
  const density = pressure / ((temperature + 273.15) / seaLevelKelvin);
  return (1 - density ** (1 / (exponent - 1))) / lapse;
}

const standardAtmosphere = {
  seaLevelInches: 29.92126,
  seaLevelKelvin: 288.15,
  /** 6.5 K for 1,000 m. */
  kelvinPerFoot: 0.0019812,
  exponent: 5.25588,
} as const;

/** A time at which a forecast's prevailing category changes. */
export type CategoryChange = { readonly at: Instant; readonly reading: CategoryReading | null };

/**
 * The forecast category for an instant, or the worst one while one part changes to the next; undefined outside the
 * forecast.
 */
function forecastCategory({ parts }: Taf, at: Instant): CategoryReading | null | undefined {
  const readings = parts
    .filter((part) => part.kind === 'prevailing' && isWithin(part, at))
    .map(({ conditions }) => flightCategory(conditions));
  if (readings.length === 0) return undefined;
  const rank = (reading: CategoryReading | null) => (reading ? flightCategories.indexOf(reading.category) : -1);
  return readings.toSorted((a, b) => rank(a) - rank(b))[0] ?? null;
}

/** The forecast changes of the prevailing category after `now`, in order. */
export function categoryChanges(taf: Taf, now: Instant): CategoryChange[] {
  const times = taf.parts.filter(({ kind }) => kind === 'prevailing').flatMap(({ from, to }) => [from, to]);
  const ahead = [...new Set(times.map((time) => Date.parse(time)))].filter((at) => at > now).toSorted((a, b) => a - b);
  let last = forecastCategory(taf, now);
  return ahead.flatMap((at): CategoryChange[] => {
    const reading = forecastCategory(taf, at);
    const isSame = reading?.category === last?.category && reading?.isOrWorse === last?.isOrWorse;
    if (reading === undefined || (isSame && last !== undefined)) return [];
    last = reading;
    return [{ at, reading }];
  });
}
