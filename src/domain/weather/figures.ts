import type { Airport, Conditions, Metar, WeatherAirport, Wind } from '#contract/gateway/weather.ts';
import { type Clock, whenText } from '#domain/time/clock.ts';
import type { Instant } from '#domain/time/time.ts';
import { millisecondsInMinute } from '#domain/units.ts';
import { soonChange } from './forecastBand.ts';
import { ageOf, currentMetar } from './reports.ts';
import { type CategoryReading, flightCategories, flightCategory, runwayWinds, worstCrosswind } from './weather.ts';
import {
  type AirportWords,
  airportWords,
  categoryText,
  ceilingText,
  visibilityText,
  windText,
} from './weatherWords.ts';

/** An airport's current weather as a line draws it, and in words. */
export type AirportPicture = AirportWords & {
  /** Null without a current observation. */
  readonly figures: WeatherFigures | null;
  /** The next change, if it comes soon: `IFR` from `1155L`. */
  readonly soon: {
    readonly reading: CategoryReading | null;
    readonly category: string;
    readonly at: string;
    /** False only if it is known to be better than the present: a warning stands first, a hope does not. */
    readonly mayBeWorse: boolean;
  } | null;
  /** True if the next hourly observation should have come. */
  readonly isLate: boolean;
};

/** Milliseconds after which the next observation is late: stations report every hour. Estimate of how long one takes. */
const lateFrom = 70 * millisecondsInMinute;

export function airportPicture(airport: WeatherAirport, now: Instant, clock: Clock): AirportPicture {
  const current = currentMetar(airport, now);
  const soon = soonChange(airport, now);
  return {
    ...airportWords(airport, now, clock),
    figures: current && weatherFigures(current, airport),
    soon: soon && {
      reading: soon.reading,
      category: categoryText(soon.reading),
      at: whenText(soon.at, now, clock),
      mayBeWorse: mayBeWorse(soon.reading, current && flightCategory(current.conditions)),
    },
    isLate: current !== null && ageOf(current, now) > lateFrom,
  };
}

/** The figures that a line of weather draws beside its marks; the words are in `airportWords`. */
export type WeatherFigures = {
  readonly wind: WindFigure;
  /** Null if no wind is known, or there is none. */
  readonly crosswind: CrosswindFigure | null;
  /** `3,500 ft`, `1,200 ft or lower`, `no ceiling`, `not known`. */
  readonly ceiling: string;
  /** `10 SM`, `not known`. */
  readonly visibility: string;
  /** Codes such as `-RA BR`; empty for none. */
  readonly weather: string;
};

export type WindFigure = {
  readonly kind: 'steady' | 'variable' | 'calm' | 'unknown';
  /** Degrees true that it blows to; null unless it is steady. */
  readonly to: number | null;
  /** `310°`; empty unless it is steady. */
  readonly from: string;
  /** `12 G18 kt`, `calm`, `not known`. */
  readonly speed: string;
};

export type CrosswindFigure = {
  /** The end of the runway with the smallest crosswind; null if that depends on a direction which is not known. */
  readonly runway: string | null;
  readonly from: 'left' | 'right' | null;
  /** `2 G4 kt`; `2 to 7 kt` if its direction varies; `up to 8 kt` if that is not known. */
  readonly speed: string;
};

function mayBeWorse(next: CategoryReading | null, present: CategoryReading | null): boolean {
  if (next === null || present === null) return true;
  return flightCategories.indexOf(next.category) <= flightCategories.indexOf(present.category);
}

export function weatherFigures({ conditions }: Pick<Metar, 'conditions'>, airport: Airport): WeatherFigures {
  const { wind, visibility, ceiling, weather } = conditions;
  return {
    wind: windFigure(conditions),
    crosswind: wind && crosswindFigure(wind, airport),
    ceiling: ceilingText(ceiling).replace(/^ceiling /, '') + partly(conditions, 'ceiling', 'lower'),
    visibility: visibilityText(visibility) + partly(conditions, 'visibility', 'less'),
    weather: weather.join(' '),
  };
}

/** What is known only in part may be worse. */
function partly(conditions: Conditions, member: Conditions['incomplete'][number], words: string): string {
  return conditions[member] !== null && conditions.incomplete.includes(member) ? ` or ${words}` : '';
}

function speedText(speed: number, gust: number): string {
  return gust > speed ? `${speed} G${gust} kt` : `${speed} kt`;
}

function windFigure(conditions: Conditions): WindFigure {
  const { wind } = conditions;
  if (wind === null) return { kind: 'unknown', to: null, from: '', speed: windText(null) };
  const { direction, speed, gust } = wind;
  const more = partly(conditions, 'wind', 'more');
  if (speed === 0 && gust === null) return { kind: 'calm', to: null, from: '', speed: windText(wind) + more };
  const words = speedText(speed, gust ?? speed) + more;
  if (typeof direction !== 'number')
    return { kind: direction === null ? 'unknown' : 'variable', to: null, from: '', speed: words };
  const [from = ''] = windText(wind).split(' ');
  return { kind: 'steady', to: (direction + 180) % 360, from, speed: words };
}

/** On the runway with the smallest worst-case crosswind, as the limits for solos take it. */
function crosswindFigure(wind: Wind, airport: Airport): CrosswindFigure | null {
  const strongest = Math.max(wind.speed, wind.gust ?? 0);
  if (airport.runways.length === 0 || strongest === 0) return null;
  const [best] = runwayWinds(wind, airport)
    .map((runway) => ({ ...runway, worst: worstCrosswind(wind, runway.name, airport) }))
    .toSorted((a, b) => a.worst - b.worst);
  if (!best) return { runway: null, from: null, speed: `up to ${strongest} kt` };
  const [across, worst] = [Math.round(best.cross), Math.round(best.worst)];
  // Without gusts the larger figure is that of another direction.
  const isVarying = wind.gust === null && worst > across;
  const speed = isVarying ? `${across} to ${worst} kt` : speedText(across, worst);
  return { runway: best.name, from: worst === 0 ? null : best.from, speed };
}
