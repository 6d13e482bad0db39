import { describe, expect, test } from 'vitest';
import type { WeatherAirport } from '#contract/gateway/weather.ts';
import { soloRules } from '#domain/weather/limits.ts';
import { sources } from '#e2e/fixtures/samples/sampleReadiness.ts';
import { person, slot } from '#e2e/fixtures/samples/sampleSchedule.ts';
import { airportOf, clear, metarOf } from '#e2e/fixtures/samples/sampleWeather.ts';
import { checkText, dispatchCheckOf } from './check.ts';
import { readinessIndex } from './readinessIndex.ts';
import { schoolRules } from './schoolRule.ts';

const limits = { crosswind: 8, ceiling: null, visibility: null };
const west = { direction: 268, speed: 15, gust: null, varies: null };

/** The sample school's now is 1105L of 12 May, 1705Z. */
const metar = metarOf({ wind: west });
const taf = {
  raw: 'TAF',
  issuedAt: '2026-05-12T11:20:00.000Z',
  from: '2026-05-12T12:00:00.000Z',
  to: '2026-05-13T00:00:00.000Z',
  parts: [
    {
      from: '2026-05-12T12:00:00.000Z',
      to: '2026-05-12T21:00:00.000Z',
      kind: 'prevailing' as const,
      conditions: clear,
    },
    {
      from: '2026-05-12T21:00:00.000Z',
      to: '2026-05-13T00:00:00.000Z',
      kind: 'prevailing' as const,
      conditions: { ...clear, wind: west },
    },
  ],
  unread: [],
};
const base = airportOf();
const airport = (reports: Pick<WeatherAirport, 'metar' | 'taf'> = { metar, taf }): WeatherAirport => ({
  ...base,
  ...reports,
  rules: soloRules(reports, base, limits),
});

const solo = { reservationType: { displayTypeId: 0, name: 'Student Solo' }, pilots: [person('Sam Garcia')] };
const dual = {
  reservationType: { displayTypeId: 0, name: 'Dual Flight Training' },
  pilots: [person('Sam Garcia')],
  instructor: person('Kim Lee'),
};

function lineOf(
  start: string,
  end: string,
  what: Parameters<typeof slot>[3] = solo,
  airports: readonly WeatherAirport[] | null = [airport()],
) {
  const reservation = slot('s', start, end, what);
  const rules = airports && schoolRules(airports);
  const check = dispatchCheckOf(reservation, readinessIndex({ ...sources([reservation]), rules }));
  const line = check?.lines.find(({ subject }) => subject === 'weather');
  return line ? `${line.level}: ${line.words}` : null;
}

describe('the line of the school’s rule', () => {
  test('judges a solo that starts within an hour by the observation', () => {
    const words = 'check: School’s rule, METAR KCOS 1654Z: 15 kt across runway 17/35, limit 8 kt';
    expect(lineOf('11:30', '12:30')).toBe(words);
    // A flight that should have left, and has not.
    expect(lineOf('10:30', '12:30')).toBe(words);
  });

  test('judges a later one by the forecast', () => {
    expect(lineOf('13:00', '14:00')).toBe('no findings: School’s rule, forecast KCOS of 1120Z: within the solo limits');
    expect(lineOf('15:30', '16:30')).toMatch(/^check: School’s rule, forecast KCOS of 1120Z: 15 kt across/);
  });

  test('is missing beyond the forecast, for other flights, and without rules', () => {
    expect(lineOf('13T11:30', '13T12:30')).toBeNull();
    expect(lineOf('11:30', '12:30', dual)).toBeNull();
    expect(lineOf('11:30', '12:30', solo, null)).toBeNull();
    expect(lineOf('11:30', '12:30', solo, [airport({ metar: null, taf: null })])).toBeNull();
  });

  test('takes the forecast once the observation is old', () => {
    const old = airport({ metar: metarOf({ wind: west }, '2026-05-12T15:00:00Z'), taf });
    expect(lineOf('11:30', '12:30', solo, [old])).toMatch(/^no findings: School’s rule, forecast/);
  });

  test('takes the airport of the reservation’s location, and the first one for others', () => {
    const there = { ...airport({ metar: metarOf(), taf }), station: 'KFLY', places: ['Meadow Lake'] };
    const at = (name: string) => ({ ...solo, location: { id: 'l', name } });
    expect(lineOf('11:30', '12:30', at('Meadow Lake'), [airport(), there])).toMatch(/^no findings: .* within/);
    expect(lineOf('11:30', '12:30', at('Main base'), [airport(), there])).toMatch(/^check/);
  });

  test('says “may be solo” of a student’s flight without an instructor', () => {
    const training = { ...solo, reservationType: { displayTypeId: 0, name: 'Flight Training' } };
    expect(lineOf('11:30', '12:30', training)).toBe(
      'check: May be solo. School’s rule, METAR KCOS 1654Z: 15 kt across runway 17/35, limit 8 kt',
    );
  });

  test('is a caution at most, and the check names it', () => {
    const reservation = slot('s', '11:30', '12:30', solo);
    const check = dispatchCheckOf(
      reservation,
      readinessIndex({ ...sources([reservation]), rules: schoolRules([airport()]) }),
    );
    expect(check?.lines.some(({ level }) => level === 'stop')).toBe(false);
    expect(check && checkText(check)).toContain('School’s rule');
    expect(check?.lines.find(({ subject }) => subject === 'weather')?.mark).toBe('Crosswind 15 kt');
  });
});

// FM121830 26028G40KT 1SM TSRA OVC006.
const storm = {
  wind: { direction: 260, speed: 28, gust: 40, varies: null },
  visibility: { miles: 1, bound: 'exactly' as const },
  ceiling: 600,
  weather: ['TSRA'],
  incomplete: [],
};
const stormy = (from: string, to = '2026-05-13T00:00:00.000Z'): WeatherAirport => {
  const reports = {
    metar: metarOf(),
    taf: {
      ...taf,
      to,
      parts: [
        { from: taf.from, to: from, kind: 'prevailing' as const, conditions: clear },
        { from, to, kind: 'prevailing' as const, conditions: storm },
      ],
    },
  };
  return { ...base, ...reports, rules: soloRules(reports, base, { crosswind: 10, ceiling: 3000, visibility: 5 }) };
};

describe('the whole of a flight', () => {
  test('judges the landing: weather that comes during the flight is not within the limits', () => {
    const words = lineOf('11:45', '14:45', solo, [stormy('2026-05-12T18:30:00.000Z')]);
    expect(words).toBe(
      'check: School’s rule, forecast KCOS of 1120Z: 40 kt across runway 17/35, limit 10 kt; ceiling 600 ft, limit 3,000 ft; visibility 1 SM, limit 5 SM, from 1830Z',
    );
    // Within the reach of the observation, the forecast of a change still counts.
    expect(lineOf('11:10', '12:00', solo, [stormy('2026-05-12T17:30:00.000Z')])).toMatch(/^check: .*, from 1730Z$/);
    // The storm is over before the flight, or comes after it.
    expect(lineOf('11:45', '12:15', solo, [stormy('2026-05-12T18:30:00.000Z')])).toMatch(/^no findings: .*within/);
  });

  test('judges what is left of a flight that is out, and the landing of one that is not back', () => {
    const out = { ...solo, status: 1 };
    expect(lineOf('10:00', '13:00', out, [stormy('2026-05-12T18:30:00.000Z')])).toMatch(/^check: .*, from 1830Z$/);
    expect(lineOf('10:00', '12:00', out, [stormy('2026-05-12T18:30:00.000Z')])).toMatch(/^no findings/);
    expect(lineOf('09:00', '11:00', out, [airport()])).toMatch(/^check: School’s rule, METAR KCOS 1654Z: 15 kt/);
    const unclear = { ...solo, reservationStatus: { id: 4, name: 'Dispatched' } };
    expect(lineOf('09:00', '11:00', unclear, [airport()])).toMatch(/^check: School’s rule, METAR/);
  });

  test('says what no report covers, which is then not within the limits', () => {
    const short = stormy('2026-05-12T19:00:00.000Z', '2026-05-12T19:00:00.000Z');
    expect(lineOf('12:30', '14:00', solo, [short])).toBe('not known: School’s rule: no forecast after 1900Z');
    expect(lineOf('14:00', '15:00', solo, [short])).toBe('not known: School’s rule: no forecast for this flight');
    const observed = airport({ metar: metarOf(), taf: null });
    expect(lineOf('11:30', '12:30', solo, [observed])).toBe('not known: School’s rule: no forecast after 1805Z');
  });
});
