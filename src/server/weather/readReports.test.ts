import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { flightCategory } from '#domain/weather/weather.ts';
import { windText } from '#domain/weather/weatherWords.ts';
import { readForecast, readObservation } from './groups.ts';
import { readTafBody } from './readForecast.ts';
import { readReports } from './readReports.ts';

const now = Date.parse('2026-11-20T18:05:00Z');
const read = (text: string, stations = ['KCOS']) => readReports(text, stations, now);
const metar = (rest: string) => read(`METAR KCOS 201754Z ${rest}`).metars.get('KCOS')?.report;

describe('a METAR', () => {
  test('is read whole', () => {
    expect(metar('AUTO 35012G22KT 310V020 10SM -SN BR SCT080 BKN120 05/M08 A3012 RMK AO2 SLP180 T00501083')).toEqual({
      raw: 'METAR KCOS 201754Z AUTO 35012G22KT 310V020 10SM -SN BR SCT080 BKN120 05/M08 A3012 RMK AO2 SLP180 T00501083',
      kind: 'METAR',
      observedAt: '2026-11-20T17:54:00.000Z',
      conditions: {
        wind: { direction: 350, speed: 12, gust: 22, varies: { from: 310, to: 20 } },
        visibility: { miles: 10, bound: 'exactly' },
        ceiling: 12_000,
        weather: ['-SN', 'BR'],
        incomplete: [],
      },
      temperature: 5,
      dewPoint: -8,
      altimeter: 30.12,
      unread: [],
    });
  });

  test.each([
    ['VRB03KT 1 1/2SM BKN006 OVC011 M02/M03 A2989', 'IFR', 600, 1.5],
    ['00000KT M1/4SM FG VV001 M05/M05 A3001', 'LIFR', 100, 0.25],
    ['18015G25KT P6SM FEW040 20/10 A2992', 'VFR', 'none', 6],
    ['24008KT CAVOK 18/09 Q1015 NOSIG', 'VFR', 'none', 6.21],
    ['AUTO 24008KT 9999 NSC 18/09 Q1015', 'VFR', 'none', 6.21],
    ['24008KT 0800 R27L/1000N FG VV003 02/02 Q1015', 'LIFR', 300, 0.5],
    ['24008KT 5000 BR BKN014 02/02 Q1015', 'MVFR', 1400, 3.11],
    ['24008KT 2000 0500NE BR BKN014 02/02 Q1015', 'LIFR', 1400, 0.31],
    ['27010KT 10SM CLR 15/M01 A2992', 'VFR', 'none', 10],
    ['27010KT 10SM BKN010 BKN008 15/M01 A2992', 'IFR', 800, 10],
    ['24005MPS 9999 OVC010 M03/M05 Q1021', 'MVFR', 1000, 6.21],
  ])('%s is %s', (rest, category, ceiling, miles) => {
    const report = metar(rest);
    expect(report && flightCategory(report.conditions)?.category).toBe(category);
    expect(report?.conditions.ceiling).toBe(ceiling);
    expect(report?.conditions.visibility?.miles).toBeCloseTo(miles, 1);
    expect(report?.unread).toEqual([]);
  });

  test('tells a sky that is not reported from a clear one', () => {
    for (const rest of [
      '27010KT 10SM 15/14 A2992',
      '27010KT 10SM ////// 15/14 A2992',
      '27010KT 10SM BKN/// 15/14 A2992',
    ])
      expect(metar(rest)?.conditions.ceiling).toBeNull();
    expect(metar('27010KT 0SM FG VV/// 15/14 A2992')?.conditions.ceiling).toBeNull();
  });

  test('with missing groups has nulls, and nothing is made of them', () => {
    const { conditions, temperature, altimeter, unread } = metar('/////KT ////SM ////// ////// A////') ?? {};
    expect(conditions).toEqual({ wind: null, visibility: null, ceiling: null, weather: [], incomplete: ['ceiling'] });
    expect([temperature, altimeter, unread]).toEqual([null, null, []]);
  });
});

describe('a METAR with odd groups', () => {
  test('names the groups that are not read, and takes no part of them for a wind', () => {
    for (const odd of ['2701000G1200KT', '27110KMH', '270KT']) {
      const report = metar(`${odd} 10SM OVC010 15/14 A2992`);
      expect(report?.conditions.wind).toBeNull();
      expect(report?.unread).toEqual([odd]);
    }
    expect(metar('27010KT 10XM FOO123 OVC010 15/14 A2992')).toMatchObject({
      unread: ['10XM', 'FOO123'],
      conditions: { visibility: null },
    });
  });

  test('leaves the trend and the remarks alone', () => {
    const { conditions, unread } = metar('27010KT 10SM CLR 15/14 A2992 TEMPO 1SM OVC005 RMK XYZ') ?? {};
    expect(conditions).toMatchObject({ ceiling: 'none', visibility: { miles: 10 } });
    expect(unread).toEqual([]);
  });

  test('converts pressure and speed', () => {
    expect(metar('24005MPS 9999 OVC010 M03/M05 Q1013')?.altimeter).toBeCloseTo(29.91, 2);
    expect(windText(metar('24005MPS 9999 OVC010 M03/M05 Q1013')?.conditions.wind ?? null)).toBe('240° 10 kt');
    expect(metar('27010KT 10SM CLR M00/M12 A2992')?.temperature).toBeCloseTo(0);
  });
});

describe('an answer', () => {
  test('may have several stations, a special report after an hourly one, a correction, and forecasts between', () => {
    const { metars, tafs, count, unreadable } = read(
      [
        'METAR KCOS 201754Z 27010KT 10SM CLR 05/M08 A3012',
        'SPECI KCOS 201802Z 27010KT 1SM BR OVC005 05/M08 A3012=',
        'TAF KCOS 201720Z 2018/2118 34010KT P6SM SCT080',
        '  FM210000 18008KT 5SM BR BKN015',
        'TEMPO 2102/2104 1SM OVC005',
        '',
        'KFLY 201755Z AUTO 30005KT 10SM CLR 04/M06 A3014',
        'KFLY 201755Z COR 30006KT 10SM CLR 04/M06 A3014',
        'METAR KDEN 201753Z 27010KT 10SM CLR 05/M08 A3012',
      ].join('\r\n'),
      ['KCOS', 'KFLY'],
    );
    expect(metars.get('KCOS')?.report).toMatchObject({ kind: 'SPECI', observedAt: '2026-11-20T18:02:00.000Z' });
    expect(metars.get('KFLY')?.report?.conditions.wind?.speed).toBe(6);
    expect(tafs.get('KCOS')?.report?.parts.map(({ kind }) => kind)).toEqual(['prevailing', 'prevailing', 'temporary']);
    expect([metars.size, tafs.size, unreadable.size, count]).toEqual([2, 1, 0, 6]);
  });

  test('may be of the last hour of a year', () => {
    const { metars } = readReports(
      'METAR KCOS 312354Z 27010KT 10SM CLR 05/M08 A3012',
      ['KCOS'],
      Date.parse('2027-01-01T00:05:00Z'),
    );
    expect(metars.get('KCOS')?.report?.observedAt).toBe('2026-12-31T23:54:00.000Z');
  });
});

describe('an answer that is not only reports', () => {
  test('keeps the text of what cannot be read', () => {
    const odd = [
      'METAR KCOS 991754Z 27010KT',
      'METAR KCOS',
      'TAF KCOS 201720Z 2018',
      'METAR KCOS 101754Z 27010KT 10SM CLR 05/M08 A3012',
    ];
    const { metars, tafs, unreadable } = read(odd.join('\n'));
    expect([metars.size, tafs.size]).toEqual([0, 0]);
    expect(unreadable.get('KCOS')?.map(({ raw }) => raw)).toEqual(odd);
    expect(read('METAR KCOS 201754Z NIL\nTAF KCOS 201720Z NIL').unreadable.size).toBe(0);
  });

  test.each(['<html><body>KCOS is closed</body></html>', '{"error":"KCOS"}', 'Not found', ''])(
    '%s has no reports',
    (text) => {
      expect(read(text).count).toBe(0);
      expect(read(text).metars.size).toBe(0);
    },
  );

  it('of any text is read without an error, and every report named is kept somewhere', () => {
    const group = fc.constantFrom(
      '27010KT',
      'VRB03KT',
      '10SM',
      '1/2SM',
      '9999',
      'CAVOK',
      'BKN010',
      'VV001',
      '05/M08',
      'A2992',
      '//',
      'TEMPO',
      'RMK',
      'FM210000',
      'PROB30',
      'NSC',
      '$',
    );
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.array(group).map((groups) => `METAR KCOS 201754Z ${groups.join(' ')}`),
    );
    fc.assert(
      fc.property(fc.array(text, { maxLength: 5 }), (lines) => {
        const { metars, unreadable } = read(lines.join('\n'));
        const isNamed = lines.some((line) => line.startsWith('METAR KCOS'));
        if (isNamed) expect(metars.has('KCOS') || unreadable.has('KCOS')).toBe(true);
      }),
      { numRuns: 40 },
    );
  });
});

describe('reports on one line', () => {
  test('are two, with and without their kind or the end mark', () => {
    const [first, other] = ['201754Z 27010KT 10SM CLR 05/M08 A3012 RMK AO2', '201755Z 30005KT 1SM OVC004 04/M06 A3014'];
    for (const line of [
      `METAR KCOS ${first} METAR KFLY ${other}`,
      `KCOS ${first} KFLY ${other}`,
      `KCOS ${first}= SPECI COR KFLY ${other}=`,
      `KCOS ${first} =\n KFLY ${other} =`,
    ]) {
      const { metars, count } = read(line, ['KCOS', 'KFLY']);
      const said = ['KCOS', 'KFLY'].map((station) => metars.get(station)?.report);
      expect(said.map((report) => report?.conditions.ceiling)).toEqual(['none', 400]);
      expect(said[0]?.raw).not.toContain('KFLY');
      expect(count).toBe(2);
    }
  });

  test('are not made of the next report that a remark announces', () => {
    const { metars, count } = read('KCOS 201754Z 27010KT 10SM CLR 05/M08 A3012 RMK LAST OBS NEXT 210600Z');
    expect([metars.get('KCOS')?.report?.raw.endsWith('210600Z'), count]).toEqual([true, 1]);
  });
});

describe('an observation that says there is none', () => {
  test('ends the one before it, and not a newer one', () => {
    const [before, none] = ['METAR KCOS 201654Z 27010KT 10SM CLR 05/M08 A3012', 'METAR KCOS 201754Z NIL='];
    const after = 'METAR KCOS 201800Z 27010KT 10SM CLR 05/M08 A3012';
    expect(read(`${before}\n${none}`).metars.get('KCOS')).toEqual({ at: now - 11 * 60_000, report: null });
    expect(read(`${none}\n${before}`).metars.get('KCOS')?.report).toBeNull();
    expect(read(`${after}\n${none}`).metars.get('KCOS')?.report?.raw).toBe(after);
  });

  test('gives way to any report if it is from the future, as every report does', () => {
    const rest = '27010KT 10SM CLR 05/M08 A3012';
    const [ahead, present] = [`METAR KCOS 211754Z ${rest}`, `METAR KCOS 201754Z ${rest}`];
    expect(read(`${ahead}\n${present}`).metars.get('KCOS')?.report?.raw).toBe(present);
    expect(read(`${present}\n${ahead}`).metars.get('KCOS')?.report?.raw).toBe(present);
  });
});

describe('a report that is far too long', () => {
  const rest = '27010KT 10SM CLR 05/M08 A3012 RMK ';

  test('is not read, and only its beginning is kept', () => {
    const { metars, unreadable } = read(`METAR KCOS 201754Z ${rest}${'AO2 '.repeat(64 * 1024)}`);
    expect(metars.size).toBe(0);
    const raw = expect.stringMatching(/^METAR KCOS 201754Z [^]{281}$/) as string;
    expect(unreadable.get('KCOS')).toEqual([{ raw, isForecast: false, at: now - 11 * 60_000 }]);
  });

  test('costs the other station of its line nothing', () => {
    const line = `METAR KCOS 201754Z ${rest}${'AO2 '.repeat(9_000)} METAR KFLY 201754Z ${rest}`;
    expect([...read(line, ['KCOS', 'KFLY']).metars.keys()]).toEqual(['KFLY']);
  });

  test.each(
    (
      '27010KT|/////KT|1/2SM|2 1/2 SM|//// SM|9999|0800N|BKN010|//////|+TSRAGR|TSTSTSTSTSTSTSTS|05/M08|Q1013|A2992|' +
      'R27L/1000N|310V020|NIL|RMK|TEMPO|FM210000|BECMG|2020/2022|=|PROB30 TEMPO 2020/2022|METAR|METAR KCOS|KCOS 201754Z|' +
      'METAR KCOS 201754Z|TAF KCOS 201754Z|201754Z|A|/|0|\n|\n |KCOS\n'
    ).split('|'),
  )('takes time that grows with the text alone, also of %j', (group) => {
    const timeOf = (letters: number) => {
      const began = process.threadCpuUsage();
      for (const between of [' ', '']) {
        const text = `${group}${between}`.repeat(Math.ceil(letters / (group.length + between.length)));
        for (const head of ['METAR KCOS 201754Z ', 'TAF KCOS 201720Z 2018/2118 ']) read(`${head}${text}`);
        const words = text.split(' ');
        readObservation(words);
        readForecast(words);
        readTafBody(['2018/2118', ...words], now);
      }
      const { user, system } = process.threadCpuUsage(began);
      return (user + system) / 1_000;
    };
    timeOf(10_000);
    // Proportional growth gives four, quadratic growth sixteen; a disturbance would not happen three times.
    expect([1, 2, 3].some(() => timeOf(100_000) < 9 * Math.max(20, timeOf(25_000)))).toBe(true);
  });
});

test('of far too many reports of one station only the first are read', () => {
  const many = (line: string) => read(Array.from({ length: 3_000 }, () => line).join('\n'));
  expect(many('METAR KCOS odd').unreadable.get('KCOS')).toHaveLength(10);
  const last = 'METAR KCOS 201802Z 27010KT 10SM CLR 05/M08 A3012';
  const { metars, count } = read(`${'METAR KCOS 201754Z 27010KT 10SM CLR 05/M08 A3012\n'.repeat(3_000)}${last}`);
  expect([metars.get('KCOS')?.report?.observedAt, count]).toEqual(['2026-11-20T17:54:00.000Z', 3_001]);
});
