import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Conditions, Taf } from '#contract/gateway/weather.ts';
import { clear, metarOf, weatherNow as now } from '#e2e/fixtures/samples/sampleWeather.ts';
import { millisecondsInHour } from '#domain/units.ts';
import { bandText, categoryBand, partText, soonChange } from './forecastBand.ts';
import { flightCategories } from './weather.ts';

const clock = { zone: 'America/Denver', mode: 'L' } as const;
const at = (time: string) => `2026-05-12T${time}:00.000Z`;
const window = { start: Date.parse(at('12:00')), end: Date.parse(at('23:00')) };

/** A part of a forecast by its hours in Zulu. */
function part(
  from: string,
  to: string,
  conditions: Partial<Conditions>,
  kind: Taf['parts'][number]['kind'] = 'prevailing',
) {
  const given = kind === 'prevailing' ? clear : { ...clear, wind: null, visibility: null, ceiling: null };
  return { from: at(from), to: at(to), kind, conditions: { ...given, ...conditions } };
}

function tafOf(...parts: Taf['parts']): Taf {
  return { raw: 'TAF KCOS', issuedAt: at('11:20'), from: at('12:00'), to: at('22:00'), parts, unread: [] };
}

const words = (...[reports, ...rest]: Parameters<typeof categoryBand>) =>
  bandText(categoryBand(reports, ...rest), now, clock);

describe('the band of the forecast', () => {
  const front = tafOf(part('12:00', '17:55', { ceiling: 5000 }), part('17:55', '22:00', { ceiling: 800 }));

  test('begins now, changes with the forecast, and says where no report covers it', () => {
    expect(words({ metar: null, taf: front }, window, now)).toBe(
      'VFR until 1155L, IFR until 1600L, no forecast until 1700L',
    );
    expect(words({ metar: null, taf: null }, window, now)).toBe('no forecast until 1700L');
    expect(categoryBand({ metar: null, taf: front }, { start: 0, end: now }, now)).toEqual([]);
  });

  test('takes the observation for the next hour in place of the present forecast, never in place of a change', () => {
    const fog = metarOf({ ceiling: 300 });
    const steady = tafOf(part('12:00', '22:00', {}));
    expect(words({ metar: fog, taf: steady }, window, now)).toBe(
      'LIFR until 1205L, VFR until 1600L, no forecast until 1700L',
    );
    // The forecast ceiling of 800 ft from 1155L counts within that hour.
    expect(words({ metar: metarOf(), taf: front }, window, now)).toMatch(/^VFR until 1155L, IFR until 1600L/);
    // An observation that is no longer current counts for nothing.
    expect(words({ metar: metarOf({ ceiling: 300 }, at('15:00')), taf: front }, window, now)).toMatch(
      /^VFR until 1155L/,
    );
    // Without a forecast the observation reaches an hour.
    expect(words({ metar: fog, taf: null }, window, now)).toBe('LIFR until 1205L, no forecast until 1700L');
  });

  test('shows what may be worse for a time; what such a part leaves out stays as it is', () => {
    const usual = part('12:00', '22:00', { ceiling: 2000 });
    const storm = part('19:00', '20:00', { visibility: { miles: 2, bound: 'exactly' } }, 'temporary');
    const better = part('20:00', '21:00', { ceiling: 'none' }, 'temporary');
    const odd = part('21:00', '22:00', { incomplete: ['ceiling'] }, 'probable');
    expect(words({ metar: null, taf: tafOf(usual, storm, better, odd) }, window, now)).toBe(
      'MVFR until 1300L, MVFR, for a time IFR until 1400L, MVFR until 1500L, ' +
        'MVFR, perhaps not known until 1600L, no forecast until 1700L',
    );
  });

  test('is the worst of what holds while one part becomes the next, and open where one of them is', () => {
    const one = part('12:00', '20:00', { ceiling: 5000 });
    const next = part('18:00', '22:00', { ceiling: 700 });
    expect(words({ metar: null, taf: tafOf(one, next) }, window, now)).toMatch(/^VFR until 1200L, IFR until 1600L/);
    const open = part('12:00', '22:00', { ceiling: null });
    expect(words({ metar: null, taf: tafOf(open) }, window, now)).toMatch(/^not known until 1600L/);
    expect(words({ metar: null, taf: tafOf(open, next) }, window, now)).toMatch(/^not known until 1200L, IFR or worse/);
  });

  const conditions = fc.record({
    wind: fc.constant(null),
    weather: fc.constant<string[]>([]),
    ceiling: fc.constantFrom(null, 'none' as const, 300, 700, 2000, 5000),
    visibility: fc.constantFrom(null, ...[0.5, 2, 4, 10].map((miles) => ({ miles, bound: 'exactly' as const }))),
    incomplete: fc.subarray(['visibility', 'ceiling'] as const).map((members) => [...members]),
  });
  const parts = fc.array(
    fc
      .record({
        from: fc.integer({ min: -6, max: 20 }),
        hours: fc.integer({ min: 1, max: 12 }),
        kind: fc.constantFrom('prevailing', 'temporary', 'probable'),
        conditions,
      })
      .map(({ from, hours, ...rest }) => ({
        ...rest,
        from: new Date(now + from * millisecondsInHour).toISOString(),
        to: new Date(now + (from + hours) * millisecondsInHour).toISOString(),
      })),
    { maxLength: 6 },
  );

  test('covers its window without a gap or an overlap, and never looks better than a part that holds', () => {
    const rank = (category: string) => flightCategories.findIndex((one) => one === category);
    fc.assert(
      fc.property(parts, fc.boolean(), (given, hasMetar) => {
        const day = { start: now - 5 * millisecondsInHour, end: now + 18 * millisecondsInHour };
        const metar = hasMetar ? metarOf({ ceiling: 700 }) : null;
        const band = categoryBand({ metar, taf: tafOf(...given) }, day, now);
        expect([band[0]?.start, band.at(-1)?.end]).toEqual([now, day.end]);
        band.slice(1).forEach((next, place) => {
          expect(next.start).toBe(band[place]?.end);
          expect(partText(next)).not.toBe(partText(band[place] ?? next));
        });
        for (const { from, to, kind, conditions: told } of given) {
          if (kind !== 'prevailing' || told.ceiling !== 300 || Date.parse(from) <= now) continue;
          for (const piece of band.filter(({ start, end }) => start >= Date.parse(from) && end <= Date.parse(to)))
            expect(rank(piece.reading?.category ?? 'VFR')).toBe(0);
        }
      }),
    );
  });
});

describe('a change that comes soon', () => {
  const soonText = (...of: Parameters<typeof soonChange>) => {
    const found = soonChange(...of);
    return found && `${found.reading?.category} ${new Date(found.at).toISOString().slice(11, 16)}`;
  };
  const from = (time: string) => tafOf(part('12:00', time, {}), part(time, '22:00', { ceiling: 800 }));

  test('is the next one within two hours', () => {
    expect(soonText({ metar: metarOf(), taf: from('17:55') }, now)).toBe('IFR 17:55');
    expect(soonText({ metar: null, taf: from('19:05') }, now)).toBe('IFR 19:05');
    expect(soonText({ metar: metarOf(), taf: from('19:10') }, now)).toBeNull();
    expect(soonText({ metar: metarOf(), taf: null }, now)).toBeNull();
  });

  test('is none if it is observed already', () => {
    expect(soonText({ metar: metarOf({ ceiling: 800 }), taf: from('17:55') }, now)).toBeNull();
    expect(soonText({ metar: metarOf({ ceiling: 300 }), taf: from('17:55') }, now)).toBe('IFR 17:55');
  });
});
