import type { Airport, Conditions, Metar, Weather, WeatherAirport, Wind } from '#contract/gateway/weather.ts';
import { type Clock, clockText, durationText, whenText } from '#domain/time/clock.ts';
import type { Instant } from '#domain/time/time.ts';
import { numberText } from '#domain/words.ts';
import { ageOf, airportAt, currentMetar, isWithin } from './reports.ts';
import {
  categoryChanges,
  type CategoryChange,
  type CategoryReading,
  densityAltitude,
  flightCategory,
  type RunwayWind,
  runwayWinds,
} from './weather.ts';

const degreesText = (direction: number) => `${String(Math.round(direction)).padStart(3, '0')}°`;

/** `350° 12 kt, gusts 22`, `variable 3 kt`, `direction not known, 8 kt`, `calm`; directions are true. */
export function windText(wind: Wind | null): string {
  if (wind === null) return 'not known';
  const { direction, speed, gust, varies } = wind;
  if (speed === 0 && gust === null) return 'calm';
  const gusts = gust === null ? '' : `, gusts ${gust}`;
  const between = varies ? `, ${degreesText(varies.from)} to ${degreesText(varies.to)}` : '';
  const from = typeof direction === 'number' ? degreesText(direction) : (direction ?? 'direction not known,');
  return `${from} ${speed} kt${gusts}${between}`;
}

const eighths = ['', '1/8', '1/4', '3/8', '1/2', '5/8', '3/4', '7/8'];

/**
 * `10 SM`, `1 1/2 SM`, `less than 1/4 SM`. Metres are converted, and the result is rarely an exact eighth of a mile.
 */
export function visibilityText(visibility: Conditions['visibility']): string {
  if (visibility === null) return 'not known';
  const { miles, bound } = visibility;
  const parts = Math.round(miles * 8);
  const isEighths = Math.abs(parts / 8 - miles) < 0.006;
  const written = isEighths
    ? [Math.floor(parts / 8) || '', eighths[parts % 8]].filter(Boolean).join(' ') || '0'
    : miles.toFixed(1);
  return `${bound === 'exactly' ? '' : `${bound} than `}${written} SM`;
}

/** `ceiling 1,200 ft`, `no ceiling`. */
export function ceilingText(ceiling: Conditions['ceiling']): string {
  if (ceiling === null) return 'ceiling not known';
  return ceiling === 'none' ? 'no ceiling' : `ceiling ${numberText(ceiling)} ft`;
}

/** `35L: 12 kt head, 2 kt from the left, gusts 4`. */
function runwayText({ name, head, cross, from, gusts }: RunwayWind): string {
  const [along, across, inGusts] = [head, cross, gusts].map((value) => Math.round(Math.abs(value)));
  const side = across === 0 && inGusts === 0 ? 'no crosswind' : `${across} kt from the ${from}`;
  const peak = inGusts === across ? '' : `, gusts ${inGusts}`;
  return `${name}: ${along} kt ${head < 0 ? 'tail' : 'head'}, ${side}${peak}`;
}

/** The words of a category: `MVFR`, `IFR or worse`. */
export function categoryText(reading: CategoryReading | null): string {
  return reading === null ? 'Category not known' : `${reading.category}${reading.isOrWorse ? ' or worse' : ''}`;
}

/** The time of a report in Zulu, as pilots name it: `1654Z`. */
export function reportTime(at: string): string {
  return clockText(Date.parse(at), { zone: 'UTC', mode: 'Z' });
}

/** Wind, visibility and ceiling in words. What is known only in part may be worse. */
function conditionTexts({ wind, visibility, ceiling, incomplete }: Conditions) {
  const worse = (member: Conditions['incomplete'][number], value: unknown, words: string) =>
    value !== null && incomplete.includes(member) ? ` or ${words}` : '';
  return {
    wind: windText(wind) + worse('wind', wind, 'more'),
    visibility: visibilityText(visibility) + worse('visibility', visibility, 'less'),
    ceiling: ceilingText(ceiling) + worse('ceiling', ceiling, 'lower'),
  };
}

type Fact = { readonly kind: 'wind' | 'runway' | 'sky' | 'density'; readonly text: string };

/** The facts of an observation, each in its own words; the runway with the least crosswind comes first. */
function weatherFacts({ conditions, temperature, altimeter }: Metar, airport: Airport): Fact[] {
  const { wind, weather } = conditions;
  const texts = conditionTexts(conditions);
  const density = densityAltitude(airport, { temperature, altimeter });
  const feet = density === null ? 'not known' : `${numberText(Math.round(density / 100) * 100)} ft`;
  return [
    { kind: 'wind', text: `wind ${texts.wind}` },
    ...(wind ? runwayWinds(wind, airport) : []).map((runwayWind): Fact => ({
      kind: 'runway',
      text: `runway ${runwayText(runwayWind)}`,
    })),
    { kind: 'sky', text: `visibility ${texts.visibility}` },
    { kind: 'sky', text: texts.ceiling },
    ...(weather.length > 0 ? [{ kind: 'sky', text: weather.join(' ') } as const] : []),
    { kind: 'density', text: `density altitude ${feet}` },
  ];
}

/** An airport's current reports, in words. */
export type AirportWords = {
  readonly station: string;
  /** The category of the current observation; null without one. */
  readonly reading: CategoryReading | null;
  /** The category in words, or why there is none. */
  readonly title: string;
  /** True if no current observation exists. */
  readonly isMissing: boolean;
  readonly facts: readonly Fact[];
  /** `11 min old`; null without an observation. */
  readonly age: string | null;
  /**
   * What the forecast says: `MVFR from 1400L, VFR from 2000L until …`; `none since 1120Z` for one that was cancelled; null
   * without a valid one.
   */
  readonly forecast: string | null;
  /** True if the forecast changes the category, or was cancelled. */
  readonly isChanging: boolean;
  readonly raw: readonly string[];
  /** What was not read, in words; null if everything was. */
  readonly unread: string | null;
};

export function airportWords(airport: WeatherAirport, now: Instant, clock: Clock): AirportWords {
  const { station, metar, taf, endedAt, unreadable } = airport;
  const current = currentMetar(airport, now);
  const reading = current && flightCategory(current.conditions);
  const age = metar && durationText(ageOf(metar, now));
  const title = current
    ? categoryText(reading)
    : metar
      ? `No current weather: the last report is ${age} old`
      : `No report${endedAt.metar === null ? '' : ` since ${sinceText(endedAt.metar, now)}`}`;
  const changes = taf && isWithin(taf, now) ? categoryChanges(taf, now) : [];
  return {
    station,
    reading,
    title,
    isMissing: current === null,
    facts: current ? weatherFacts(current, airport) : [],
    age: current ? `${age} old` : null,
    forecast: forecastText(airport, changes, now, clock),
    isChanging: changes.length > 0 || endedAt.taf !== null,
    raw: [...(metar ? [metar.raw] : []), ...(taf ? [taf.raw] : []), ...unreadable],
    unread: unreadText(current?.unread ?? [], taf && Date.parse(taf.to) > now ? taf.unread : [], unreadable.length),
  };
}

/** The time of a cancellation, with its date once that is another one. */
function sinceText(at: string, now: Instant): string {
  return whenText(Date.parse(at), now, { zone: 'UTC', mode: 'Z' });
}

function unreadText(groups: readonly string[], ofForecast: readonly string[], reports: number): string | null {
  const words = [
    ...(groups.length > 0 ? [`Not read: ${groups.join(' ')}`] : []),
    ...(ofForecast.length > 0 ? [`Not read in the forecast: ${ofForecast.join(' ')}`] : []),
    ...(reports > 0 ? [`${reports === 1 ? 'One report' : `${reports} reports`} could not be read`] : []),
  ];
  return words.length > 0 ? words.join('. ') : null;
}

/** At most this many changes are named. */
const maxChanges = 3;

/** The changes in the forecast, with its time of issue; null without a valid one. */
function forecastText(
  { taf, endedAt }: Pick<WeatherAirport, 'taf' | 'endedAt'>,
  changes: readonly CategoryChange[],
  now: Instant,
  clock: Clock,
): string | null {
  if (endedAt.taf !== null) return `none since ${sinceText(endedAt.taf, now)}`;
  if (!taf || !isWithin(taf, now)) return null;
  const shown = changes.slice(0, maxChanges).map(({ at, reading }) => {
    return `${categoryText(reading)} from ${whenText(at, now, clock)}`;
  });
  const summary = shown.length > 0 ? shown.join(', ') : 'no change of category';
  const until = whenText(Date.parse(taf.to), now, clock);
  return `${summary}${changes.length > maxChanges ? ', then more changes' : ''} until ${until}`;
}

/** The airports of a place, or all of them for the whole school. */
export function airportsAt(airports: readonly WeatherAirport[], place: string | null): readonly WeatherAirport[] {
  const one = place === null ? null : airportAt(airports, place);
  return one ? [one] : airports;
}

/** The lines of the brief: one of the observation and one of the forecast for each airport, with times instead of ages. */
export function weatherLines(
  { airports, isMadeUp }: Weather,
  { now, clock, place }: { readonly now: Instant; readonly clock: Clock; readonly place: string | null },
): { readonly name: string; readonly text: string }[] {
  const made = isMadeUp ? 'made up: ' : '';
  return airportsAt(airports, place).flatMap((airport) => {
    const { station, title, isMissing, forecast } = airportWords(airport, now, clock);
    const current = currentMetar(airport, now);
    const observed = current
      ? briefText(current, airport, title)
      : isMissing && airport.metar
        ? 'No current weather'
        : title;
    return [
      { name: `Weather ${station}`, text: made + observed },
      ...(forecast === null ? [] : [{ name: `Forecast ${station}`, text: made + forecast }]),
    ];
  });
}

/** An observation in one line of the brief. */
function briefText(metar: Metar, airport: Airport, title: string): string {
  const { wind } = metar.conditions;
  const texts = conditionTexts(metar.conditions);
  const [best] = wind ? runwayWinds(wind, airport) : [];
  const across = best ? ` (${Math.round(best.gusts)} kt across ${best.name})` : '';
  return `${title} at ${reportTime(metar.observedAt)} · wind ${texts.wind}${across} · ${texts.visibility} · ${texts.ceiling}`;
}
