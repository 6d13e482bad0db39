import { describe, expect, it, test } from 'vitest';
import { readSettings, SettingsError } from '#server/app/settings.ts';
import { addressFor } from './weatherSettings.ts';

const service = {
  API_BASE_URL: 'https://api.example.com',
  API_SUBSCRIPTION_KEY: 'abcdefgh-0123456789',
  API_OPERATOR_ID: '77',
  OPERATOR_TIME_ZONE: 'America/New_York',
};
const METAR_URL = 'https://aviationweather.gov/api/data/metar?ids={ids}&format=raw';
const AIRPORTS = 'KCOS 6187ft 8E 17L/35R 13/31 (Main base, North ramp); KASE -12ft 7.5W';

function refusal(changes: { [name: string]: string }, base: { [name: string]: string } = service): string {
  try {
    readSettings({ ...base, ...changes });
  } catch (error) {
    if (error instanceof SettingsError) return error.message;
    throw error;
  }
  return '';
}

describe('the weather', () => {
  it('is off with a school’s own service until an address is set', () => {
    expect(readSettings(service).weather).toBeNull();
    expect(readSettings({ ...service, METAR_URL: 'none' }).weather).toBeNull();
  });

  it('is made up for the made-up school, unless it is switched off', () => {
    expect(readSettings({}).weather?.addresses).toBeNull();
    expect(readSettings({ METAR_URL: 'none' }).weather).toBeNull();
    expect(readSettings({ AIRPORTS }).weather?.airports).toHaveLength(2);
  });

  it('reads addresses, airports and limits', () => {
    const limits = { SOLO_CEILING_FT: '2500', SOLO_VISIBILITY_SM: '4.5' };
    expect(readSettings({ ...service, METAR_URL, AIRPORTS, ...limits }).weather).toEqual({
      addresses: { metar: METAR_URL, taf: null },
      airports: [
        {
          station: 'KCOS',
          elevation: 6187,
          variation: 8,
          runways: ['17L/35R', '13/31'],
          places: ['Main base', 'North ramp'],
        },
        { station: 'KASE', elevation: -12, variation: -7.5, runways: [], places: [] },
      ],
      limits: { crosswind: null, ceiling: 2500, visibility: 4.5 },
    });
    const oneAirport = { METAR_URL, AIRPORTS: 'KCOS 6187ft 8E 17/35', SOLO_CROSSWIND_KT: '8' };
    expect(readSettings({ ...service, ...oneAirport }).weather?.limits.crosswind).toBe(8);
  });
});

test('an address gets the stations, wherever it wants them', () => {
  expect(addressFor(METAR_URL, ['KCOS', 'KFLY'])).toBe(
    'https://aviationweather.gov/api/data/metar?ids=KCOS,KFLY&format=raw',
  );
  expect(refusal({ METAR_URL: 'https://weather.example.com/{ids}/metar.txt', AIRPORTS })).toBe('');
  expect(refusal({ METAR_URL: 'http://127.0.0.1:8080/?ids={ids}', AIRPORTS })).toBe('');
});

describe('settings of the weather that stop the start', () => {
  const airport = 'must be a list such as KCOS 6187ft 8E 17L/35R 13/31 (Main base); KFLY 6877ft 8E 15/33.';
  test.each([
    ['METAR_URL', 'https://weather.example.com/metar', /^METAR_URL must be an address with \{ids\} for the stations/],
    [
      'METAR_URL',
      'http://weather.example.com/?ids={ids}',
      /^METAR_URL must begin with https:\/\/, because http:\/\/ could be changed on its way\.$/,
    ],
    ['METAR_URL', 'KCOS', /^METAR_URL must be an address/],
    ['TAF_URL', 'file:///{ids}', /^TAF_URL must be an address/],
    ['AIRPORTS', 'KCOS', airport],
    ['AIRPORTS', 'KCOS 6187 8E', airport],
    ['AIRPORTS', 'KCOS 6187ft', airport],
    ['AIRPORTS', 'kcos 6187ft 8E', airport],
    ['AIRPORTS', 'KCOS 6187ft 8E 17L/35L', 'has a runway at KCOS whose ends do not belong together, as 17L/35R do.'],
    ['AIRPORTS', 'KCOS 6187ft 8E 17/36', 'has a runway at KCOS whose ends do not belong together, as 17L/35R do.'],
    ['AIRPORTS', 'KCOS 6187ft 8E 00/18', 'has a runway at KCOS whose ends do not belong together, as 17L/35R do.'],
    ['AIRPORTS', 'KCOS 6187ft 8E; KCOS 6187ft 8E', 'must name each airport once.'],
    ['AIRPORTS', 'KCOS 1ft 8E (Base); KFLY 1ft 8E (base)', 'must name each location at one airport only.'],
    ['AIRPORTS', ' ; ', 'must name 1 to 10 airports.'],
    [
      'AIRPORTS',
      Array.from({ length: 11 }, (_, place) => `K${100 + place} 1ft 8E`).join(';'),
      'must name 1 to 10 airports.',
    ],
    ['SOLO_CROSSWIND_KT', '0', 'must be a whole number from 1 to 60 knots.'],
    ['SOLO_CEILING_FT', '2,500', 'must be a whole number from 100 to 20000 feet.'],
    ['SOLO_VISIBILITY_SM', '0', 'must be statute miles, such as 5 or 1.5.'],
  ])('%s=%s', (name, value, words) => {
    const said = refusal({ METAR_URL, AIRPORTS, [name]: value });
    if (typeof words === 'string') expect(said).toBe(`${name} ${words}`);
    else expect(said).toMatch(words);
  });

  test('are also those that lack another', () => {
    const without = 'METAR_URL must be given with';
    expect(refusal({ METAR_URL })).toBe('AIRPORTS must be given with METAR_URL: the airports whose weather is read.');
    expect(refusal({ METAR_URL, AIRPORTS, SOLO_CROSSWIND_KT: '8' })).toBe(
      'AIRPORTS must give runways for each airport with SOLO_CROSSWIND_KT.',
    );
    expect(refusal({ AIRPORTS })).toBe(`${without} AIRPORTS: without it no weather is read.`);
    expect(refusal({ SOLO_CROSSWIND_KT: '8' })).toBe(`${without} SOLO_CROSSWIND_KT: without it no weather is read.`);
    expect(refusal({ METAR_URL: 'none', SOLO_CEILING_FT: '900' }, {})).toBe(
      `${without} SOLO_CEILING_FT: without it no weather is read.`,
    );
    expect(refusal({ TAF_URL: METAR_URL }, {})).toBe(`${without} TAF_URL.`);
  });

  test('never repeat an address, which may hold a key', () => {
    expect(refusal({ METAR_URL: 'ftp://user:secret@weather.example.com/{ids}', AIRPORTS })).not.toContain('secret');
  });
});
