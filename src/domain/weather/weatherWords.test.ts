import { describe, expect, test } from 'vitest';
import type { Conditions, Taf, Weather } from '#contract/gateway/weather.ts';
import { airportOf, clear, metarOf, weatherNow as now } from '#e2e/fixtures/samples/sampleWeather.ts';
import { airportsAt, airportWords, categoryText, visibilityText, weatherLines, windText } from './weatherWords.ts';

const clock = { zone: 'America/Denver', mode: 'L' } as const;
const facts = (...of: Parameters<typeof metarOf>) =>
  airportWords(airportOf({ metar: metarOf(...of) }), now, clock).facts.map(({ text }) => text);

test('a wind in words', () => {
  expect(windText({ direction: 20, speed: 5, gust: null, varies: null })).toBe('020° 5 kt');
  expect(windText({ direction: 180, speed: 15, gust: 25, varies: { from: 150, to: 220 } })).toBe(
    '180° 15 kt, gusts 25, 150° to 220°',
  );
  expect(windText({ direction: 'variable', speed: 3, gust: null, varies: null })).toBe('variable 3 kt');
  expect(windText({ direction: null, speed: 8, gust: null, varies: null })).toBe('direction not known, 8 kt');
  expect(windText({ direction: 0, speed: 0, gust: null, varies: null })).toBe('calm');
  expect(windText(null)).toBe('not known');
});

test.each([
  [10, 'exactly', '10 SM'],
  [1.5, 'exactly', '1 1/2 SM'],
  [0.25, 'less', 'less than 1/4 SM'],
  [0.13, 'exactly', '1/8 SM'],
  [6, 'more', 'more than 6 SM'],
  [3.107, 'exactly', '3.1 SM'],
  [0, 'exactly', '0 SM'],
] as const)('a visibility of %s, %s', (miles, bound, words) => {
  expect(visibilityText({ miles, bound })).toBe(words);
});

describe('an airport in words', () => {
  test('says everything of a current observation', () => {
    const words = airportWords(airportOf({ metar: metarOf() }), now, clock);
    expect(words).toMatchObject({ title: 'VFR', isMissing: false, age: '11 min old', forecast: null, unread: null });
    expect(facts({ ceiling: 1200, weather: ['-RA', 'BR'] })).toEqual([
      'wind 350° 12 kt',
      'runway 35: 12 kt head, 2 kt from the left',
      'visibility 10 SM',
      'ceiling 1,200 ft',
      '-RA BR',
      'density altitude 7,400 ft',
    ]);
  });

  test('says what is not known', () => {
    expect(facts({ wind: null, visibility: null, ceiling: null })).toEqual([
      'wind not known',
      'visibility not known',
      'ceiling not known',
      'density altitude 7,400 ft',
    ]);
    expect(categoryText(null)).toBe('Category not known');
    expect(categoryText({ category: 'IFR', isOrWorse: true })).toBe('IFR or worse');
  });

  test('says that what is known only in part may be worse', () => {
    const incomplete: Conditions['incomplete'] = ['wind', 'visibility', 'ceiling'];
    expect(facts({ ceiling: 1200, incomplete }).filter((text) => !text.startsWith('runway'))).toEqual([
      'wind 350° 12 kt or more',
      'visibility 10 SM or less',
      'ceiling 1,200 ft or lower',
      'density altitude 7,400 ft',
    ]);
    expect(facts({ ceiling: null, incomplete })).toContain('ceiling not known');
  });

  test('says since when there is no report, and no forecast', () => {
    const endedAt = { metar: '2026-05-12T16:54:00.000Z', taf: '2026-05-11T23:20:00.000Z' };
    const words = airportWords(airportOf({ endedAt }), now, clock);
    expect(words).toMatchObject({ title: 'No report since 1654Z', forecast: 'none since yesterday 2320Z' });
    expect(words).toMatchObject({ isMissing: true, isChanging: true });
  });

  test('names what was not read in a forecast that has not ended', () => {
    const unread = { ...taf, unread: ['TEMPO', '9916/9918'] };
    const words = airportWords(airportOf({ metar: metarOf(), taf: unread }), now, clock);
    expect(words.unread).toBe('Not read in the forecast: TEMPO 9916/9918');
    const ended = { ...unread, to: '2026-05-12T17:00:00Z' };
    expect(airportWords(airportOf({ metar: metarOf(), taf: ended }), now, clock).unread).toBeNull();
  });

  test('has no category and no facts once the observation is older than 90 minutes', () => {
    const old = airportWords(airportOf({ metar: metarOf({}, '2026-05-12T15:34:00Z') }), now, clock);
    expect(old).toMatchObject({ reading: null, isMissing: true, facts: [], age: null });
    expect(old.title).toBe('No current weather: the last report is 1 h 31 old');
    expect(old.raw).toEqual(['METAR KCOS 121654Z']);
    expect(airportWords(airportOf(), now, clock).title).toBe('No report');
  });

  test('counts what could not be read, and keeps its text', () => {
    const metar = { ...metarOf(), unread: ['270100G120KT'] };
    const words = airportWords(airportOf({ metar, unreadable: ['TAF KCOS odd', 'TAF KCOS odder'] }), now, clock);
    expect(words.unread).toBe('Not read: 270100G120KT. 2 reports could not be read');
    expect(words.raw).toEqual(['METAR KCOS 121654Z', 'TAF KCOS odd', 'TAF KCOS odder']);
  });
});

const part = (from: string, to: string, ceiling: number) => ({
  from: `2026-05-12T${from}:00Z`,
  to: `2026-05-12T${to}:00Z`,
  kind: 'prevailing' as const,
  conditions: { ...clear, ceiling },
});
const parts = [part('12:00', '18:00', 5000), part('18:00', '20:00', 1500), part('20:00', '23:59', 800)];
const taf: Taf = {
  raw: 'TAF KCOS',
  issuedAt: '2026-05-12T11:20:00Z',
  from: '2026-05-12T12:00:00Z',
  to: '2026-05-12T23:59:00Z',
  parts,
  unread: [],
};

test('a forecast names its changes and its end; one that has ended says nothing', () => {
  const words = airportWords(airportOf({ taf }), now, clock);
  expect(words).toMatchObject({ forecast: 'MVFR from 1200L, IFR from 1400L until 1759L', isChanging: true });
  const steady = airportWords(airportOf({ taf: { ...taf, parts: parts.slice(0, 1) } }), now, clock);
  expect(steady).toMatchObject({ forecast: 'no change of category until 1759L', isChanging: false });
  expect(airportWords(airportOf({ taf: { ...taf, to: '2026-05-12T17:00:00Z' } }), now, clock).forecast).toBeNull();
});

describe('the lines of the brief', () => {
  const weather: Weather = {
    airports: [
      airportOf({ metar: metarOf(), taf, places: ['Main base'] }),
      airportOf({ station: 'KFLY', places: ['Meadow Lake'] }),
    ],
    isMadeUp: false,
    askedAt: '2026-05-12T17:04:00Z',
    failure: null,
  };
  const lines = (place: string | null, of = weather) =>
    weatherLines(of, { now, clock, place }).map(({ name, text }) => `${name}: ${text}`);

  test('have times instead of ages, because paper does not age', () => {
    expect(lines(null)).toEqual([
      'Weather KCOS: VFR at 1654Z · wind 350° 12 kt (2 kt across 35) · 10 SM · no ceiling',
      'Forecast KCOS: MVFR from 1200L, IFR from 1400L until 1759L',
      'Weather KFLY: No report',
    ]);
  });

  test('are those of the brief’s location, and marked if they are made up', () => {
    expect(lines('Meadow Lake', { ...weather, isMadeUp: true })).toEqual(['Weather KFLY: made up: No report']);
    expect(airportsAt(weather.airports, 'Unknown')).toEqual([weather.airports[0]]);
  });

  test('say that an old observation is no weather, without its age', () => {
    const old = airportOf({ metar: metarOf({}, '2026-05-12T12:54:00Z') });
    expect(lines(null, { ...weather, airports: [old] })).toEqual(['Weather KCOS: No current weather']);
  });
});
