import { describe, expect, test } from 'vitest';
import type { Conditions, Taf } from '#contract/gateway/weather.ts';
import { airportOf, clear, metarOf } from '#e2e/fixtures/samples/sampleWeather.ts';
import { judgeableMetar, judgeableTaf } from './judgeable.ts';

const judging = { airport: airportOf(), limits: { crosswind: 10, ceiling: 2000, visibility: 3 } };
const incomplete: Conditions['incomplete'] = ['wind', 'visibility', 'ceiling'];

describe('an observation before the limits', () => {
  const judged = (conditions: Partial<Conditions>) => judgeableMetar(metarOf(conditions), judging).conditions;

  test('stays as it is if it is known whole', () => {
    expect(judged({ ceiling: 5000 })).toEqual({ ...clear, ceiling: 5000 });
  });

  test('has, of what is known only in part, what is beyond the limit by itself', () => {
    expect(judged({ incomplete })).toMatchObject({ wind: null, visibility: null, ceiling: null });
    expect(judged({ incomplete: ['ceiling'] })).toMatchObject({ wind: clear.wind, ceiling: null });
    const wind = { direction: 270, speed: 30, gust: null, varies: null };
    const bad = { wind, visibility: { miles: 2, bound: 'exactly' as const }, ceiling: 600, incomplete };
    expect(judged(bad)).toMatchObject({ wind, visibility: { miles: 2 }, ceiling: 600 });
  });
});

describe('a forecast before the limits', () => {
  const part = (from: string, to: string, kind: Taf['parts'][number]['kind'], conditions: Partial<Conditions>) => ({
    from: `2026-05-12T${from}:00.000Z`,
    to: `2026-05-12T${to}:00.000Z`,
    kind,
    conditions: { ...clear, ...conditions },
  });
  const none = { wind: null, visibility: null, ceiling: null };
  const judged = (...parts: Taf['parts']) => {
    const taf = { raw: 'TAF', issuedAt: '', from: '', to: '', parts, unread: [] };
    return judgeableTaf(taf, judging).parts.map(({ from, to, kind, conditions: { wind, ceiling } }) => {
      return `${from.slice(11, 13)} ${to.slice(11, 13)} ${kind} ${wind?.speed ?? '?'} ${ceiling ?? '?'}`;
    });
  };

  test('is not known where a temporary part mentions what is not known, and only then', () => {
    const parts = [part('12:00', '16:00', 'prevailing', {}), part('16:00', '20:00', 'prevailing', { ceiling: 5000 })];
    const doubt = part('15:00', '17:00', 'temporary', { ...none, incomplete: ['ceiling'] });
    expect(judged(...parts, doubt)).toEqual([
      '15 16 prevailing 12 ?',
      '16 17 prevailing 12 ?',
      '12 16 prevailing 12 none',
      '16 20 prevailing 12 5000',
      '15 17 temporary ? ?',
    ]);
  });

  test('keeps what a temporary part says beyond a limit, and what it leaves out', () => {
    const parts = [
      part('12:00', '16:00', 'prevailing', {}),
      part('13:00', '14:00', 'probable', { ...none, ceiling: 400 }),
    ];
    expect(judged(...parts)).toEqual(['12 16 prevailing 12 none', '13 14 probable ? 400']);
  });
});
