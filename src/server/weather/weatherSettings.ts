import * as z from 'zod/mini';
import type { Airport } from '#contract/gateway/weather.ts';
import type { SoloLimits } from '#domain/weather/limits.ts';
import { address, readAs, whole } from '#server/install/settingForms.ts';

export type WeatherSettings = {
  /** Addresses with `{ids}` for the stations; null for the embedded operator's made-up weather. */
  readonly addresses: { readonly metar: string; readonly taf: string | null } | null;
  readonly airports: readonly Airport[];
  readonly limits: SoloLimits;
};

/** The embedded operator's airport. No real identifier begins with X. */
const madeUpAirport: Airport = {
  station: 'XPPF',
  elevation: 6187,
  variation: 8,
  runways: ['17L/35R', '17R/35L', '13/31'],
  places: [],
};

/** Where the stations go in an address. */
const stationsMark = /\{ids\}/g;

/** The address to call for some stations. */
export function addressFor(template: string, stations: readonly string[]): string {
  return template.replace(stationsMark, stations.join(','));
}

const addressExample = 'https://aviationweather.gov/api/data/metar?ids={ids}&format=raw';
const template = address(
  ({ href }) => /(\{|%7B)ids(\}|%7D)/.test(href),
  `must be an address with {ids} for the stations, such as ${addressExample}.`,
  'could be changed on its way',
);

const airportForm =
  /^([A-Z][A-Z0-9]{3})\s+(-?\d{1,5})ft\s+(\d{1,2}(?:\.\d)?)([EW])((?:\s+\d\d[LCR]?\/\d\d[LCR]?)*)(?:\s*\(([^()]+)\))?$/;
const airportExample = 'KCOS 6187ft 8E 17L/35R 13/31 (Main base); KFLY 6877ft 8E 15/33';
const maxAirports = 10;

/** `none` switches off the embedded operator's weather. */
const templateOrNone = z.string().check((payload) => {
  const read = template.safeParse(payload.value);
  if (payload.value === 'none' || read.success) return;
  for (const { message } of read.error.issues) payload.issues.push({ code: 'custom', message, input: payload.value });
});

/** One airport as written in the setting, or a sentence about what is wrong with it. */
function readAirport(written: string): Airport | string {
  const [, station = '', feet, degrees, side, runways = '', places = ''] = airportForm.exec(written) ?? [];
  if (station === '') return `must be a list such as ${airportExample}.`;
  const ends = runways.split(/\s+/).filter(Boolean);
  if (!ends.every(isRunway)) return `has a runway at ${station} whose ends do not belong together, as 17L/35R do.`;
  return {
    station,
    elevation: Number(feet),
    variation: side === 'E' ? Number(degrees) : -Number(degrees),
    runways: ends,
    places: places.split(',').flatMap((place) => place.trim() || []),
  };
}

const otherSide: { readonly [side: string]: string } = { L: 'R', R: 'L', C: 'C', '': '' };

function isRunway(written: string): boolean {
  const [first = '', other = ''] = written.split('/');
  const [number, opposite] = [Number.parseInt(first, 10), Number.parseInt(other, 10)];
  const isPair = number >= 1 && number <= 36 && opposite >= 1 && Math.abs(number - opposite) === 18;
  return isPair && otherSide[first.slice(2)] === other.slice(2);
}

function airportsIn(written: string): readonly Airport[] | string {
  const parts = written.split(';').flatMap((part) => part.trim() || []);
  const read = parts.map(readAirport);
  const problem = read.find((airport) => typeof airport === 'string');
  if (problem !== undefined) return problem;
  const airports = read.filter((airport) => typeof airport !== 'string');
  if (airports.length === 0 || airports.length > maxAirports) return `must name 1 to ${maxAirports} airports.`;
  if (new Set(airports.map(({ station }) => station)).size < airports.length) return 'must name each airport once.';
  const places = airports.flatMap((airport) => airport.places.map((place) => place.toLowerCase()));
  return new Set(places).size < places.length ? 'must name each location at one airport only.' : airports;
}

const airportList = z.pipe(
  z.string().check((payload) => {
    const read = airportsIn(payload.value);
    if (typeof read === 'string')
      payload.issues.push({ code: 'custom', message: read, input: payload.value, continue: false });
  }),
  z.transform((written: string): readonly Airport[] => {
    const read = airportsIn(written);
    return typeof read === 'string' ? [] : read;
  }),
);

const isMiles = (written: string) => /^\d{1,2}(\.\d{1,2})?$/.test(written) && Number(written) > 0;

/** The shape of each setting as text; `.env.example` explains them. No message repeats a value. */
export const weatherShape = {
  METAR_URL: z.optional(templateOrNone),
  TAF_URL: z.optional(template),
  AIRPORTS: z.optional(airportList),
  SOLO_CROSSWIND_KT: z.optional(whole(1, 60, ' knots')),
  SOLO_CEILING_FT: z.optional(whole(100, 20_000, ' feet')),
  SOLO_VISIBILITY_SM: z.optional(readAs(isMiles, 'must be statute miles, such as 5 or 1.5.', Number)),
};

const environment = z.object(weatherShape);
type Given = z.output<typeof environment>;

const limitNames = ['SOLO_CROSSWIND_KT', 'SOLO_CEILING_FT', 'SOLO_VISIBILITY_SM'] as const;

/** Problems between settings that are each valid, one sentence each. */
export function weatherDisagreements(given: Given, isEmbedded: boolean): string[] {
  const { METAR_URL: metar, AIRPORTS: airports } = given;
  const needing = [...(['TAF_URL', 'AIRPORTS'] as const), ...limitNames].filter((name) => given[name] !== undefined);
  if (metar === 'none' || (metar === undefined && !isEmbedded))
    return needing.map((name) => `METAR_URL must be given with ${name}: without it no weather is read.`);
  if (metar === undefined) return given.TAF_URL === undefined ? [] : ['METAR_URL must be given with TAF_URL.'];
  if (airports === undefined) return ['AIRPORTS must be given with METAR_URL: the airports whose weather is read.'];
  const isBlind = given.SOLO_CROSSWIND_KT !== undefined && airports.some(({ runways }) => runways.length === 0);
  return isBlind ? ['AIRPORTS must give runways for each airport with SOLO_CROSSWIND_KT.'] : [];
}

/** The settings of the weather from a valid environment; null if it is off. */
export function weatherSettingsOf(given: Given, isEmbedded: boolean): WeatherSettings | null {
  const { METAR_URL: metar, TAF_URL: taf, AIRPORTS: airports } = given;
  if (metar === 'none' || (metar === undefined && !isEmbedded)) return null;
  return {
    addresses: metar === undefined ? null : { metar, taf: taf ?? null },
    airports: airports ?? [madeUpAirport],
    limits: {
      crosswind: given.SOLO_CROSSWIND_KT ?? null,
      ceiling: given.SOLO_CEILING_FT ?? null,
      visibility: given.SOLO_VISIBILITY_SM ?? null,
    },
  };
}

/** Values that must never appear in the log: an address may hold a key. */
export function weatherSecrets(settings: WeatherSettings | null): (string | null)[] {
  return [settings?.addresses?.metar ?? null, settings?.addresses?.taf ?? null];
}
