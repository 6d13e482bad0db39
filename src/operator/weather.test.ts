import { describe, expect, it } from 'vitest';
import { flightCategory } from '#domain/weather/weather.ts';
import { readReports } from '#server/weather/readReports.ts';
import { madeUpReports } from './weather.ts';

const hour = 3_600_000;
const start = Date.parse('2026-01-01T00:10:00Z');

function readAt(at: number, seed: number) {
  const text = ['metar', 'taf'].map((kind) => madeUpReports(kind, ['XPPF'], seed, at)).join('');
  const { metars, tafs, unreadable } = readReports(text, ['XPPF'], at);
  return { text, metar: metars.get('XPPF')?.report, taf: tafs.get('XPPF')?.report, lost: unreadable.size };
}

const metarAt = (at: number, seed: number) =>
  readReports(madeUpReports('metar', ['XPPF'], seed, at) ?? '', ['XPPF'], at).metars.get('XPPF')?.report;

describe('made-up weather', () => {
  it('is read without a loss at any hour of a year, is never older than an hour, and says that it is made up', () => {
    for (let at = start; at < start + 365 * 24 * hour; at += 17 * hour) {
      const { text, metar, taf, lost } = readAt(at, 1);
      expect([lost, metar?.unread]).toEqual([0, []]);
      expect(at - Date.parse(metar?.observedAt ?? '')).toBeLessThanOrEqual(hour);
      expect(Date.parse(taf?.from ?? '')).toBeLessThanOrEqual(at + 40 * 60_000);
      expect(Date.parse(taf?.to ?? '')).toBeGreaterThan(at + 17 * hour);
      expect(text.match(/RMK.*MADE UP/g)).toHaveLength(2);
    }
  });

  it('has a front once or twice a week: the wind turns to the north, the pressure rises, and the category falls', () => {
    for (const seed of [1, 2]) {
      const observed = Array.from({ length: 4 * 7 * 24 }, (_, place) => metarAt(start + place * hour, seed));
      const bad = observed.map((weather) => weather && flightCategory(weather.conditions)?.category === 'IFR');
      const fronts = bad.filter((isBad, place) => isBad && !bad[place - 1]).length;
      expect(fronts).toBeGreaterThanOrEqual(3);
      expect(fronts).toBeLessThanOrEqual(9);
      const passage = bad.findIndex((isBad, place) => isBad && place > 24);
      const [before, after] = [observed[passage - 3], observed[passage + 7]];
      expect(before?.conditions.wind?.direction).toBeLessThan(260);
      expect(after?.conditions.wind?.direction).toBeGreaterThan(290);
      expect(after?.altimeter).toBeGreaterThan((before?.altimeter ?? 99) + 0.2);
    }
  });

  it('depends on the seed and the clock alone', () => {
    expect(readAt(start, 1).text).toBe(readAt(start, 1).text);
    const [first, other] = [1, 2].map((seed) =>
      Array.from({ length: 48 }, (_, place) => readAt(start + place * 7 * hour, seed).text),
    );
    expect(first).not.toEqual(other);
  });

  it('is only METARs and TAFs', () => {
    expect(madeUpReports('sigmet', ['XPPF'], 1, start)).toBeNull();
    expect(madeUpReports('metar', [], 1, start)).toBe('');
  });
});
