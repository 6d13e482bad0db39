import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import type { Conditions, Taf } from '#contract/gateway/weather.ts';
import { clear, weatherNow as now } from '#e2e/fixtures/samples/sampleWeather.ts';
import { airportAt, isCurrent } from './reports.ts';
import {
  categoryChanges,
  densityAltitude,
  flightCategories,
  flightCategory,
  runwayWinds,
  windComponents,
  worstCrosswind,
} from './weather.ts';

const said = (ceiling: Conditions['ceiling'], miles: number | null, bound: 'exactly' | 'less' | 'more' = 'exactly') => {
  const reading = flightCategory({ ...clear, ceiling, visibility: miles === null ? null : { miles, bound } });
  return reading && `${reading.category}${reading.isOrWorse ? ' or worse' : ''}`;
};

describe('the flight category', () => {
  test.each([
    ['none', 10, 'VFR'],
    [3100, 6, 'VFR'],
    [3000, 10, 'MVFR'],
    [1000, 10, 'MVFR'],
    ['none', 5, 'MVFR'],
    ['none', 3, 'MVFR'],
    [900, 10, 'IFR'],
    [500, 10, 'IFR'],
    ['none', 2.5, 'IFR'],
    ['none', 1, 'IFR'],
    [400, 10, 'LIFR'],
    ['none', 0.75, 'LIFR'],
    [700, 0.5, 'LIFR'],
  ] as const)('of a ceiling of %s and %s miles is %s', (ceiling, miles, category) => {
    expect(said(ceiling, miles)).toBe(category);
  });

  test('takes “more than” and “less than” by their side of the border', () => {
    expect(said('none', 5, 'more')).toBe('VFR');
    expect(said('none', 6, 'more')).toBe('VFR');
    expect(said('none', 3, 'less')).toBe('IFR');
    expect(said('none', 0.25, 'less')).toBe('LIFR');
  });

  test('without one of the two is “or worse”, and not known if the other is VFR', () => {
    expect(said(null, 4)).toBe('MVFR or worse');
    expect(said(600, null)).toBe('IFR or worse');
    expect(said(200, null)).toBe('LIFR');
    expect(said(null, 10)).toBeNull();
    expect(said(null, null)).toBeNull();
  });

  test('of what is known only in part is “or worse”, and not known if that is VFR', () => {
    const partly = (ceiling: Conditions['ceiling'], miles: number) => {
      const visibility = { miles, bound: 'exactly' } as const;
      return flightCategory({ ...clear, ceiling, visibility, incomplete: ['ceiling'] });
    };
    expect(partly(3000, 10)).toEqual({ category: 'MVFR', isOrWorse: true });
    expect(partly(400, 10)).toEqual({ category: 'LIFR', isOrWorse: false });
    expect(partly(null, 2)).toEqual({ category: 'IFR', isOrWorse: true });
    expect(partly(5000, 10)).toBeNull();
  });

  it('never gets better with a lower ceiling or less visibility', () => {
    const rank = (ceiling: number, miles: number) =>
      flightCategories.findIndex(
        (category) =>
          category === flightCategory({ ...clear, ceiling, visibility: { miles, bound: 'exactly' } })?.category,
      );
    const heights = fc.integer({ min: 0, max: 20_000 });
    const distances = fc.double({ min: 0, max: 20, noNaN: true });
    fc.assert(
      fc.property(heights, distances, heights, distances, (ceiling, miles, lower, less) => {
        expect(rank(Math.min(ceiling, lower), Math.min(miles, less))).toBeLessThanOrEqual(rank(ceiling, miles));
      }),
    );
  });
});

describe('an observation', () => {
  test('is weather for 90 minutes, and a quarter of an hour early if clocks differ', () => {
    const at = (minutes: number) => ({ observedAt: new Date(now - minutes * 60_000).toISOString() });
    expect([0, 90, -15].map((minutes) => isCurrent(at(minutes), now))).toEqual([true, true, true]);
    expect([91, -16, 1440].map((minutes) => isCurrent(at(minutes), now))).toEqual([false, false, false]);
  });
});

describe('the wind on a runway', () => {
  const airport = {
    station: 'KCOS',
    elevation: 6187,
    variation: 8,
    runways: ['17L/35R', '17R/35L', '13/31'],
    places: [],
  };

  test('is true, and the runway magnetic: eight degrees east lie between', () => {
    const { head, cross, from } = windComponents(358, 20, '35', airport);
    expect([head, cross]).toEqual([expect.closeTo(20), expect.closeTo(0)]);
    expect(windComponents(88, 20, '35', airport)).toMatchObject({ from: 'right', cross: expect.closeTo(20) as number });
    expect(windComponents(268, 20, '35', airport).from).toBe('left');
    expect(from).toMatch(/left|right/);
  });

  it('keeps its whole strength in its two components, and turns round with the runway', () => {
    const degrees = fc.integer({ min: 1, max: 360 });
    fc.assert(
      fc.property(
        degrees,
        fc.integer({ min: 0, max: 80 }),
        fc.integer({ min: 1, max: 18 }),
        (direction, speed, end) => {
          const [one, other] = [`${end}`, `${end + 18}`].map((name) => windComponents(direction, speed, name, airport));
          expect(Math.hypot(one?.head ?? 0, one?.cross ?? 0)).toBeCloseTo(speed);
          expect(one?.head).toBeCloseTo(-(other?.head ?? 0));
          expect(one?.cross).toBeCloseTo(other?.cross ?? 0);
        },
      ),
    );
  });

  test('names parallel runways once, by the end into the wind, the least crosswind first', () => {
    const winds = runwayWinds({ direction: 340, speed: 15, gust: 25, varies: null }, airport);
    expect(winds.map(({ name }) => name)).toEqual(['35', '31']);
    expect(winds[0]?.gusts).toBeCloseTo((winds[0]?.cross ?? 0) * (25 / 15));
    expect(runwayWinds({ direction: 'variable', speed: 5, gust: null, varies: null }, airport)).toEqual([]);
    expect(runwayWinds({ direction: 0, speed: 0, gust: null, varies: null }, airport)).toEqual([]);
  });

  it('at its worst is never less than from any direction it varies between, nor more than in gusts', () => {
    const degrees = fc.integer({ min: 1, max: 360 });
    fc.assert(
      fc.property(degrees, fc.integer({ min: 0, max: 180 }), fc.integer({ min: 0, max: 60 }), (from, width, gust) => {
        const wind = { direction: from, speed: 10, gust, varies: { from, to: ((from + width - 1) % 360) + 1 } };
        const worst = worstCrosswind(wind, '13', airport);
        expect(worst).toBeLessThanOrEqual(Math.max(10, gust) + 1e-9);
        for (const step of [0, width / 2, width])
          expect(worst).toBeGreaterThanOrEqual(
            windComponents(from + Math.floor(step), Math.max(10, gust), '13', airport).cross - 1e-9,
          );
      }),
    );
    for (const direction of ['variable', null] as const)
      expect(worstCrosswind({ direction, speed: 6, gust: 14, varies: null }, '13', airport)).toBe(14);
  });
});

describe('the density altitude', () => {
  it('is the elevation in the standard atmosphere, at any elevation', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1000, max: 14_000 }), (elevation) => {
        const temperature = 15 - 0.0019812 * elevation;
        expect(densityAltitude({ elevation }, { temperature, altimeter: 29.92126 })).toBeCloseTo(elevation, 1);
      }),
    );
  });

  test('is about 120 ft higher for each degree, and 1,000 ft for an inch less', () => {
    const at = (temperature: number, altimeter: number) =>
      densityAltitude({ elevation: 6187 }, { temperature, altimeter }) ?? 0;
    expect(at(30, 29.92) - at(29, 29.92)).toBeGreaterThan(105);
    expect(at(30, 29.92) - at(29, 29.92)).toBeLessThan(130);
    expect(at(20, 28.92) - at(20, 29.92)).toBeGreaterThan(1000);
    expect(at(20, 28.92) - at(20, 29.92)).toBeLessThan(1300);
  });

  test('is not known without a temperature or a pressure', () => {
    expect(densityAltitude({ elevation: 0 }, { temperature: null, altimeter: 29.92 })).toBeNull();
    expect(densityAltitude({ elevation: 0 }, { temperature: 15, altimeter: null })).toBeNull();
  });
});

describe('a forecast', () => {
  const part = (from: string, to: string, ceiling: number, kind: Taf['parts'][number]['kind'] = 'prevailing') => ({
    from: `2026-05-12T${from}:00Z`,
    to: `2026-05-12T${to}:00Z`,
    kind,
    conditions: { ...clear, ceiling },
  });
  const taf = (parts: Taf['parts']): Taf => ({
    raw: 'TAF',
    issuedAt: '2026-05-12T11:20:00Z',
    from: '2026-05-12T12:00:00Z',
    to: '2026-05-12T23:00:00Z',
    parts,
    unread: [],
  });
  const textsOf = (parts: Taf['parts']) =>
    categoryChanges(taf(parts), now).map(
      ({ at, reading }) => `${reading?.category} ${new Date(at).toISOString().slice(11, 16)}`,
    );

  test('changes where its prevailing category does, not where it only blows otherwise', () => {
    expect(textsOf([part('12:00', '18:00', 5000), part('18:00', '20:00', 4000), part('20:00', '23:00', 900)])).toEqual([
      'IFR 20:00',
    ]);
  });

  test('has the worse of two parts while one becomes the other', () => {
    expect(textsOf([part('12:00', '20:00', 900), part('18:00', '23:00', 5000)])).toEqual(['VFR 20:00']);
    expect(textsOf([part('12:00', '20:00', 5000), part('18:00', '23:00', 900)])).toEqual(['IFR 18:00']);
  });

  test('leaves temporary parts out', () => {
    expect(textsOf([part('12:00', '23:00', 5000), part('18:00', '20:00', 400, 'temporary')])).toEqual([]);
  });
});

test('the airport of a location is the one that names it, otherwise the first', () => {
  const airports = [{ places: ['Main base'] }, { places: ['Meadow Lake'] }];
  expect(airportAt(airports, 'meadow lake')).toBe(airports[1]);
  expect(airportAt(airports, 'Elsewhere')).toBe(airports[0]);
  expect(airportAt(airports, null)).toBe(airports[0]);
  expect(airportAt([], 'Main base')).toBeNull();
});
