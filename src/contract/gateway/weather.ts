import * as z from 'zod/mini';
import type { RoutePath } from '#contract/routes.ts';

/** The weather of the school's airports from METARs and TAFs. Answers only if the settings name a source. */
export const weatherPath = '/replica/weather' satisfies RoutePath;

const windShape = z.object({
  /** Degrees true that it blows from; null for one that is not known. */
  direction: z.nullable(z.union([z.number(), z.literal('variable')])),
  /** Knots. */
  speed: z.number(),
  gust: z.nullable(z.number()),
  /** The directions between which it varies, clockwise, in degrees true. */
  varies: z.nullable(z.object({ from: z.number(), to: z.number() })),
});

/** What a report or a part of a forecast says. Null for what is missing or in a form that is not read. */
const conditionsShape = z.object({
  wind: z.nullable(windShape),
  /** Statute miles; `less` and `more` than that. */
  visibility: z.nullable(z.object({ miles: z.number(), bound: z.enum(['exactly', 'less', 'more']) })),
  /** The lowest broken or overcast layer, or the vertical visibility, in feet above the ground; `none` for no such layer. */
  ceiling: z.nullable(z.union([z.number(), z.literal('none')])),
  /** Codes such as `-RA`. */
  weather: z.array(z.string()),
  /**
   * What is known only in part, or mentioned in a group that was not read: the wind may be stronger, or the visibility or
   * ceiling lower, as where another layer has no height.
   */
  incomplete: z.array(z.enum(['wind', 'visibility', 'ceiling'])),
});
export type Conditions = z.output<typeof conditionsShape>;
export type Wind = NonNullable<Conditions['wind']>;

const metarShape = z.object({
  /** As it was received. */
  raw: z.string(),
  kind: z.enum(['METAR', 'SPECI']),
  observedAt: z.string(),
  conditions: conditionsShape,
  /** Degrees Celsius. */
  temperature: z.nullable(z.number()),
  dewPoint: z.nullable(z.number()),
  /** Inches of mercury. */
  altimeter: z.nullable(z.number()),
  /** Groups that were not read. */
  unread: z.array(z.string()),
});
export type Metar = z.output<typeof metarShape>;

const tafShape = z.object({
  raw: z.string(),
  issuedAt: z.string(),
  from: z.string(),
  to: z.string(),
  /** In order of start. `prevailing` parts may overlap while one becomes the next. */
  parts: z.array(
    z.object({
      from: z.string(),
      to: z.string(),
      kind: z.enum(['prevailing', 'temporary', 'probable']),
      conditions: conditionsShape,
    }),
  ),
  /** Groups that were not read, and changes without a time. Those may be at any time, so they are a `probable` part too. */
  unread: z.array(z.string()),
});
export type Taf = z.output<typeof tafShape>;

/** A school's own limits compared with a report, for the parts of solo flights that are in a span. */
const ruleShape = z.object({
  /** An observation holds for what is near now as long as it is current; a forecast for what is in its span. */
  isObserved: z.boolean(),
  from: z.string(),
  to: z.string(),
  words: z.string(),
  /** What is beyond a limit, in two words; null for nothing. */
  mark: z.nullable(z.string()),
  /** How far beyond its limit the worst figure is, as a share of the limit; 0 within all limits. */
  excess: z._default(z.number(), 0),
  /** True if the report does not give all that the limits are about. */
  isPartlyUnknown: z._default(z.boolean(), false),
});
export type WeatherRule = z.output<typeof ruleShape>;

const airportShape = z.object({
  station: z.string(),
  /** Feet. */
  elevation: z.number(),
  /** Degrees that magnetic north is east of true north. */
  variation: z.number(),
  /** Each runway by its two ends: `17L/35R`. */
  runways: z.array(z.string()),
  /** The school's locations there, by name. */
  places: z.array(z.string()),
  metar: z.nullable(metarShape),
  taf: z.nullable(tafShape),
  /** When a report of each kind was cancelled, or said that there is none; null if not. Its reports before that have ended. */
  endedAt: z.object({ metar: z.nullable(z.string()), taf: z.nullable(z.string()) }),
  /** Reports that name the airport and could not be read: their beginnings, as they were received. Ten at most. */
  unreadable: z.array(z.string()),
  rules: z.array(ruleShape),
});
export type WeatherAirport = z.output<typeof airportShape>;
export type Airport = Pick<WeatherAirport, 'station' | 'elevation' | 'variation' | 'runways' | 'places'>;

export const weatherShape = z.object({
  /** The first one counts for flights at a location that no airport names. */
  airports: z.array(airportShape),
  /** True if a generator wrote the reports. */
  isMadeUp: z.boolean(),
  /** When the weather service last answered; null until then. */
  askedAt: z.nullable(z.string()),
  /** Why it does not answer now, as a sentence; null if it does. */
  failure: z.nullable(z.string()),
});
export type Weather = z.output<typeof weatherShape>;
