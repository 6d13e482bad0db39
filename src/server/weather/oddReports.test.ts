import { createServer, type Server } from 'node:http';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it, test } from 'vitest';
import { type Weather, weatherShape } from '#contract/gateway/weather.ts';
import { portOf } from '#server/app/serve.ts';
import { WeatherService } from './weatherService.ts';

const now = Date.parse('2026-05-12T17:05:00Z');
const limits = { crosswind: 10, ceiling: 3000, visibility: 5 };
const fair = 'METAR KFLY 121654Z 35004KT 10SM CLR 15/M08 A3012';
const fairHere = 'METAR KCOS 121654Z 17004KT 10SM CLR 15/M08 A3012';
const fairForecast = 'TAF KCOS 121120Z 1212/1312 17004KT P6SM SKC';

let text = '';
let server: Server;
let services: WeatherService[] = [];

beforeAll(async () => {
  server = createServer((_, outgoing) => outgoing.end(text));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(() => {
  for (const service of services) service.close();
  services = [];
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

/** A service for two stations, which reads each text in turn. */
async function weatherOf(...texts: string[]): Promise<Weather> {
  const airport = { elevation: 6187, variation: 8, runways: ['17/35'], places: [] };
  const service = new WeatherService({
    settings: { addresses: null, airports: ['KCOS', 'KFLY'].map((station) => ({ ...airport, station })), limits },
    addresses: { metar: `http://127.0.0.1:${portOf(server)}/?ids={ids}`, taf: null },
    wall: () => now,
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    onNews: () => undefined,
  });
  services.push(service);
  for (const odd of texts) {
    text = odd;
    await service.look('metar');
  }
  return service.weather();
}

const here = async (...texts: string[]) => (await weatherOf(...texts)).airports[0];
const within = 'within the solo limits';

describe('a report that takes another one back', () => {
  test('ends it, and the answer says since when there is none', async () => {
    const airport = await here(
      `${fairHere}\n${fairForecast}`,
      'METAR KCOS 121700Z NIL\nTAF AMD KCOS 121600Z 1212/1312 CNL',
    );
    expect(airport).toMatchObject({ metar: null, taf: null, rules: [], unreadable: [] });
    expect(airport?.endedAt).toEqual({ metar: '2026-05-12T17:00:00.000Z', taf: '2026-05-12T16:00:00.000Z' });
  });

  test('is ended by a newer report, and an older answer brings nothing back', async () => {
    const newer = 'METAR KCOS 121704Z 17004KT 10SM CLR 15/M08 A3012';
    const airport = await here('METAR KCOS 121700Z NIL', newer, fairHere, 'METAR KCOS 121700Z NIL');
    expect([airport?.metar?.raw, airport?.endedAt.metar]).toEqual([newer, null]);
  });
});

describe('a station whose newest observation cannot be read', () => {
  const remarks = ` RMK${' AO2'.repeat(64 * 900)}`;
  const odd = `METAR KCOS 121700Z 17004KT 10SM CLR 15/M08 A3012${remarks}`;

  test.each([
    ['alone', [odd]],
    ['after a fair one', [`${fairHere}\n${odd}`]],
    ['in a later answer', [fairHere, odd]],
    ['without a time', [`${fairHere}\nMETAR KCOS 9917Z 17004KT 10SM`]],
    ['with a fair forecast', [`${odd}\n${fairForecast}`]],
  ])('is not within the limits: %s', async (_, texts) => {
    const rule = (await here(...texts))?.rules.find(({ isObserved }) => isObserved);
    expect(rule).toMatchObject({ mark: null, words: expect.stringMatching(/not known$/) as string });
    expect(rule?.words).not.toContain(within);
  });

  test('still has what is beyond a limit by the last one', async () => {
    const bad = 'METAR KCOS 121654Z 17004KT 10SM OVC004 15/M08 A3012';
    const rule = (await here(bad, odd))?.rules.find(({ isObserved }) => isObserved);
    expect(rule).toMatchObject({ mark: 'Ceiling 400 ft' });
    expect(rule?.words).toMatch(/crosswind and visibility not known$/);
  });

  test('is within them again by a newer one, and an older odd one does not count', async () => {
    const older = odd.replace('121700Z', '121600Z');
    for (const texts of [[`${odd}\n${fairHere.replace('121654Z', '121704Z')}`], [`${older}\n${fairHere}`]])
      expect((await here(...texts))?.rules[0]?.words).toContain(within);
  });

  test('has no forecast within them if a newer one cannot be read', async () => {
    const rules = (await here(`${fairForecast}\nTAF KCOS 121700Z 1218/ 17004KT`))?.rules ?? [];
    expect(rules.map(({ words }) => words.includes(within))).toEqual([false]);
  });
});

test('a forecast is not within the limits while a part of it for a time cannot be read', async () => {
  const rules = (await here(`${fairForecast} TEMPO 1218/1220 OVC05`))?.rules ?? [];
  expect(rules.map(({ from, words }) => [from.slice(8, 13), /within|ceiling not known/.exec(words)?.[0]])).toEqual([
    ['12T12', 'within'],
    ['12T18', 'ceiling not known'],
    ['12T20', 'within'],
  ]);
});

test.each(['BKN/// OVC050', 'OVC///', 'OVC05 SCT100'])(
  'a ceiling that is known in part, %s, is not within the limits',
  async (sky) => {
    const [rule] = (await here(fairHere.replace('CLR', sky)))?.rules ?? [];
    expect(rule).toMatchObject({ mark: null, words: expect.stringMatching(/ceiling not known$/) as string });
    const [known] = (await here(fairHere.replace('CLR', 'BKN/// OVC020')))?.rules ?? [];
    expect(known?.mark).toBe('Ceiling 2,000 ft');
  },
);

/** Figures that are too great, not finite, or only half there, for each kind of group. */
const figure = fc.oneof(
  fc.constantFrom(
    '0',
    '1',
    '00',
    '99',
    '999',
    '9999',
    '99999',
    '1e999',
    'NaN',
    'Infinity',
    '-1',
    '1/0',
    '0/0',
    '//',
    '///',
    '',
  ),
  fc.integer({ min: 0, max: 10 ** 12 }).map(String),
);
const group = fc
  .tuple(
    fc.constantFrom(
      '',
      '',
      '27010',
      '270',
      'VRB',
      'M',
      'P',
      'BKN',
      'OVC',
      'VV',
      'FEW',
      'Q',
      'A',
      '05/',
      'M',
      'FM',
      '1212/',
    ),
    figure,
    fc.constantFrom('', '', 'KT', 'G99KT', 'MPS', 'SM', 'KM', 'NDV', '/M', '/', 'CB', 'V180', 'Z'),
  )
  .map((parts) => parts.join(''));
const word = fc.oneof(
  { weight: 4, arbitrary: group },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      ...'17004KT 10SM CLR 15/M08 A3012 RMK NIL CNL TEMPO BECMG PROB30 1214/1216 FM121300 CAVOK = 1218 121700Z METAR TAF'.split(
        ' ',
      ),
    ),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 12 }) },
  fc.constantFrom('\u202E', '\u200B', '\u0000', '\n', '\r\n', '\n '),
);
const head = fc.constantFrom(
  'METAR KCOS 121700Z',
  'SPECI KCOS 121700Z',
  'KCOS 121654Z AUTO',
  'METAR KCOS 991700Z',
  'METAR KCOS',
  'TAF KCOS 121700Z 1218/1318',
  'TAF KCOS 121700Z 1218/1318 17004KT P6SM SKC',
  'TAF KCOS 121700Z',
);
const hostile = fc.tuple(head, fc.array(word, { maxLength: 40 })).map(([first, words]) => [first, ...words].join(' '));

function numbersIn(value: unknown): number[] {
  if (typeof value === 'number') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(numbersIn) : [];
}

describe('the answer of the gateway', () => {
  it('has its own shape whatever a station sends, and one station changes nothing of another one', async () => {
    const [, other] = (await weatherOf(fair)).airports;
    const property = fc.asyncProperty(
      fc.array(hostile, { maxLength: 4 }),
      fc.constantFrom('\n', ' '),
      async (lines, between) => {
        const weather = await weatherOf(fairHere, [...lines, fair].join(between));
        const sent: unknown = JSON.parse(JSON.stringify(weather));
        expect(weatherShape.parse(sent)).toEqual(sent);
        expect(weather.airports[1]).toEqual(other);
        expect(numbersIn(weather).filter((number) => !Number.isFinite(number))).toEqual([]);
        expect(JSON.stringify(weather).length).toBeLessThan(100_000);
      },
    );
    await fc.assert(property, { numRuns: 150 });
  });

  it('never says “within the limits” of an observation that is not known whole, and shows no figure that cannot be', async () => {
    const property = fc.asyncProperty(hostile, async (line) => {
      const airport = await here(line);
      const { wind, visibility, ceiling, incomplete = [] } = airport?.metar?.conditions ?? {};
      const isKnown =
        wind && visibility && ceiling != null && incomplete.length === 0 && airport?.unreadable.length === 0;
      const isWithin = airport?.rules.some(({ isObserved, words }) => isObserved && words.includes(within));
      if (isWithin) expect(isKnown).toBe(true);
      expect(Math.max(wind?.speed ?? 0, wind?.gust ?? 0)).toBeLessThanOrEqual(200);
      expect(wind?.gust ?? 999).toBeGreaterThanOrEqual(wind?.speed ?? 0);
      expect(visibility?.miles ?? 0).toBeLessThanOrEqual(100);
    });
    await fc.assert(property, { numRuns: 300 });
  });
});
