import type { Conditions, Metar, WeatherAirport } from '#contract/gateway/weather.ts';

/** Tuesday 12 May 2026, 1705Z: 1105L in Denver. */
export const weatherNow = Date.parse('2026-05-12T17:05:00Z');

export const clear: Conditions = {
  wind: { direction: 350, speed: 12, gust: null, varies: null },
  visibility: { miles: 10, bound: 'exactly' },
  ceiling: 'none',
  weather: [],
  incomplete: [],
};

export function metarOf(conditions: Partial<Conditions> = {}, observedAt = '2026-05-12T16:54:00.000Z'): Metar {
  return {
    raw: 'METAR KCOS 121654Z',
    kind: 'METAR',
    observedAt,
    conditions: { ...clear, ...conditions },
    temperature: 15,
    dewPoint: 2,
    altimeter: 30.12,
    unread: [],
  };
}

/** An airport with one north-south runway, at 6,187 ft, eight degrees east. */
export function airportOf(more: Partial<WeatherAirport> = {}): WeatherAirport {
  return {
    station: 'KCOS',
    elevation: 6187,
    variation: 8,
    runways: ['17/35'],
    places: [],
    metar: null,
    taf: null,
    endedAt: { metar: null, taf: null },
    unreadable: [],
    rules: [],
    ...more,
  };
}
