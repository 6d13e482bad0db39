import { describe, expect, test } from 'vitest';
import type { Conditions, Wind } from '#contract/gateway/weather.ts';
import { airportOf, clear, metarOf, weatherNow as now } from '#e2e/fixtures/samples/sampleWeather.ts';
import { airportPicture, weatherFigures } from './figures.ts';

const airport = airportOf({ runways: ['17L/35R', '17R/35L', '13/31'] });
const figures = (conditions: Partial<Conditions>, of = airport) => weatherFigures(metarOf(conditions), of);
const steady: Wind = { direction: 310, speed: 12, gust: 18, varies: null };

describe('the wind', () => {
  const wind = (given: Partial<Wind>, more: Partial<Conditions> = {}) =>
    figures({ wind: { ...steady, ...given }, ...more }).wind;

  test('points where it blows to', () => {
    expect(wind({})).toEqual({ kind: 'steady', to: 130, from: '310°', speed: '12 G18 kt' });
    expect(wind({ direction: 20, gust: null })).toEqual({ kind: 'steady', to: 200, from: '020°', speed: '12 kt' });
    expect(wind({ direction: 360 }).to).toBe(180);
    expect(wind({}, { incomplete: ['wind'] }).speed).toBe('12 G18 kt or more');
  });

  test('has marks of its own if it is calm, variable or not known', () => {
    expect(wind({ direction: 0, speed: 0, gust: null })).toMatchObject({ kind: 'calm', to: null, speed: 'calm' });
    expect(wind({ direction: 'variable', speed: 3, gust: null })).toMatchObject({ kind: 'variable', speed: '3 kt' });
    expect(wind({ direction: null, speed: 8, gust: null })).toMatchObject({ kind: 'unknown', speed: '8 kt' });
    expect(figures({ wind: null }).wind).toMatchObject({ kind: 'unknown', speed: 'not known' });
  });
});

describe('the crosswind', () => {
  const crosswind = (given: Partial<Wind>, of = airport) => figures({ wind: { ...steady, ...given } }, of).crosswind;

  test('is that of the runway with the smallest one, gusts included', () => {
    expect(crosswind({})).toEqual({ runway: '31', from: 'left', speed: '2 G3 kt' });
    expect(crosswind({ direction: 318 })).toEqual({ runway: '31', from: null, speed: '0 kt' });
    expect(crosswind({ direction: 340, gust: null })).toEqual({ runway: '35', from: 'left', speed: '4 kt' });
  });

  test('takes the worst direction of a wind that varies, as the limits do', () => {
    // From 340° runway 35 is best, but from 280° it has far more across it than 31.
    expect(crosswind({ direction: 340, gust: null, varies: { from: 280, to: 350 } })).toMatchObject({
      runway: '31',
      speed: '4 to 7 kt',
    });
  });

  test('is at most the wind if its direction is not known, and nothing without a wind or a runway', () => {
    expect(crosswind({ direction: 'variable', speed: 3, gust: 8 })).toMatchObject({
      runway: null,
      speed: 'up to 8 kt',
    });
    expect(crosswind({ direction: null, speed: 5, gust: null })?.speed).toBe('up to 5 kt');
    expect(crosswind({ speed: 0, gust: null })).toBeNull();
    expect(crosswind({}, airportOf({ runways: [] }))).toBeNull();
    expect(figures({ wind: null }).crosswind).toBeNull();
  });
});

test('ceiling, visibility and weather, with what may be worse', () => {
  expect(figures({ ceiling: 1200, weather: ['-RA', 'BR'] })).toMatchObject({
    ceiling: '1,200 ft',
    visibility: '10 SM',
    weather: '-RA BR',
  });
  expect(figures({ ceiling: 1200, incomplete: ['ceiling', 'visibility'] })).toMatchObject({
    ceiling: '1,200 ft or lower',
    visibility: '10 SM or less',
  });
  expect(figures({ ceiling: null, visibility: null, incomplete: ['ceiling'] })).toMatchObject({
    ceiling: 'not known',
    visibility: 'not known',
  });
  expect(figures({ ceiling: 'none' }).ceiling).toBe('no ceiling');
});

test('a change that comes soon may be worse than the present unless it is known to be better', () => {
  const clock = { zone: 'America/Denver', mode: 'L' } as const;
  const part = (from: string, to: string, ceiling: number | null) => ({
    from: `2026-05-12T${from}:00Z`,
    to: `2026-05-12T${to}:00Z`,
    kind: 'prevailing' as const,
    conditions: { ...clear, ceiling },
  });
  const soon = (ceiling: number | null, present: number | 'none') => {
    const parts = [part('12:00', '17:55', 2000), part('17:55', '23:00', ceiling)];
    const span = { issuedAt: '2026-05-12T11:20:00Z', from: '2026-05-12T12:00:00Z', to: '2026-05-12T23:00:00Z' };
    const taf = { raw: 'TAF KCOS', ...span, parts, unread: [] };
    return airportPicture(airportOf({ metar: metarOf({ ceiling: present }), taf }), now, clock).soon;
  };
  expect(soon(800, 'none')).toMatchObject({ category: 'IFR', at: '1155L', mayBeWorse: true });
  expect(soon(5000, 300)).toMatchObject({ category: 'VFR', at: '1155L', mayBeWorse: false });
  expect(soon(null, 300)).toMatchObject({ category: 'Category not known', mayBeWorse: true });
});

test('an observation is late once the next hourly one should have come', () => {
  const clock = { zone: 'America/Denver', mode: 'L' } as const;
  const isLate = (at: string) => airportPicture(airportOf({ metar: metarOf({}, at) }), now, clock).isLate;
  expect([isLate('2026-05-12T16:00:00Z'), isLate('2026-05-12T15:50:00Z')]).toEqual([false, true]);
  // After 90 minutes it is no longer current, which is said instead.
  expect(isLate('2026-05-12T15:30:00Z')).toBe(false);
});
