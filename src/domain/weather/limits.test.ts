import { describe, expect, test } from 'vitest';
import type { Conditions, Taf } from '#contract/gateway/weather.ts';
import { airportOf, clear, metarOf } from '#e2e/fixtures/samples/sampleWeather.ts';
import { type SoloLimits, soloRules } from './limits.ts';

const none: SoloLimits = { crosswind: null, ceiling: null, visibility: null };
const airport = airportOf();

function observed(conditions: Partial<Conditions>, limits: Partial<SoloLimits>) {
  const [rule] = soloRules({ metar: metarOf(conditions), taf: null }, airport, { ...none, ...limits });
  return rule && `${rule.mark} | ${rule.words}`;
}

const west = { direction: 268, speed: 12, gust: 18, varies: null };

describe('the rule of a school for an observation', () => {
  test('is missing if the school has set no limit', () => {
    expect(soloRules({ metar: metarOf(), taf: null }, airport, none)).toEqual([]);
  });

  test('names what is beyond the limits, by the best runway and in gusts', () => {
    expect(observed({ wind: west }, { crosswind: 8 })).toBe(
      'Crosswind 18 kt | School’s rule, METAR KCOS 1654Z: 18 kt across runway 17/35, limit 8 kt',
    );
    expect(observed({ ceiling: 900 }, { ceiling: 2000 })).toBe(
      'Ceiling 900 ft | School’s rule, METAR KCOS 1654Z: ceiling 900 ft, limit 2,000 ft',
    );
    expect(observed({ visibility: { miles: 3, bound: 'exactly' } }, { visibility: 5 })).toBe(
      'Visibility 3 SM | School’s rule, METAR KCOS 1654Z: visibility 3 SM, limit 5 SM',
    );
    expect(observed({ wind: west, ceiling: 900 }, { crosswind: 8, ceiling: 2000 })).toMatch(
      /^Crosswind 18 kt \| .* 18 kt across runway 17\/35, limit 8 kt; ceiling 900 ft, limit 2,000 ft$/,
    );
  });

  test('says that all is within them; exactly at a limit is within', () => {
    const words = 'null | School’s rule, METAR KCOS 1654Z: within the solo limits';
    expect(observed({}, { crosswind: 8, ceiling: 2000, visibility: 5 })).toBe(words);
    expect(
      observed({ ceiling: 2000, visibility: { miles: 5, bound: 'exactly' } }, { ceiling: 2000, visibility: 5 }),
    ).toBe(words);
    expect(observed({ visibility: { miles: 5, bound: 'less' } }, { visibility: 5 })).toMatch(/^Visibility/);
  });

  test('never says “within” of what is not known', () => {
    expect(observed({ wind: null, ceiling: null }, { crosswind: 8, ceiling: 2000 })).toBe(
      'null | School’s rule, METAR KCOS 1654Z: crosswind and ceiling not known',
    );
    expect(observed({ wind: null, ceiling: 500 }, { crosswind: 8, ceiling: 2000 })).toMatch(
      /limit 2,000 ft; crosswind not known$/,
    );
  });
});

describe('the rules for a forecast', () => {
  const part = (from: string, to: string, kind: Taf['parts'][number]['kind'], conditions: Partial<Conditions>) => ({
    from: `2026-05-12T${from}:00.000Z`,
    to: `2026-05-12T${to}:00.000Z`,
    kind,
    conditions: { ...clear, ...conditions },
  });
  const nothing = { wind: null, visibility: null, ceiling: null };
  const taf: Taf = {
    raw: 'TAF',
    issuedAt: '2026-05-12T11:20:00.000Z',
    from: '2026-05-12T12:00:00.000Z',
    to: '2026-05-12T23:00:00.000Z',
    parts: [
      part('12:00', '18:00', 'prevailing', {}),
      part('14:00', '15:00', 'temporary', { ...nothing, ceiling: 700 }),
      part('15:00', '16:00', 'probable', { ...nothing, visibility: { miles: 1, bound: 'exactly' } }),
      part('18:00', '23:00', 'prevailing', { ceiling: 1500 }),
    ],
    unread: [],
  };

  test('cover it without a gap, each by the worst of its parts', () => {
    const rules = soloRules({ metar: null, taf }, airport, { ...none, ceiling: 2000, visibility: 3 });
    expect(rules.map(({ from, to, mark }) => [from.slice(11, 13), to.slice(11, 13), mark])).toEqual([
      ['12', '14', null],
      ['14', '15', 'Ceiling 700 ft'],
      ['15', '16', 'Visibility 1 SM'],
      ['16', '18', null],
      ['18', '23', 'Ceiling 1,500 ft'],
    ]);
    expect(rules[1]?.words).toBe('School’s rule, forecast KCOS of 1120Z, for a time: ceiling 700 ft, limit 2,000 ft');
    expect(rules[2]?.words).toContain(', perhaps: visibility 1 SM');
  });
});
