import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { daySpan, wallText } from '#domain/time/time.ts';
import { daysFrom, zonesAndDays } from '#e2e/fixtures/samples/sampleSchedule.ts';
import { darknessIn } from './twilight.ts';

const chicago = { latitude: 41.9, longitude: -87.6 };
const tromso = { latitude: 69.6, longitude: 18.9 };
const oulu = { latitude: 65, longitude: 25.5 };
const kindsOn = (day: string, position: typeof chicago) =>
  darknessIn(daySpan(day, 'Europe/Oslo'), 'Europe/Oslo', position).map((part) => part.kind);

describe('the darkness of a day', () => {
  test('is night, twilight, day, twilight, night', () => {
    const zone = 'America/Chicago';
    const parts = darknessIn(daySpan('2026-05-12', zone), zone, chicago);
    expect(parts.map((part) => part.kind)).toEqual(['night', 'twilight', 'twilight', 'night']);
    const times = parts.flatMap(({ span }) => [span.start, span.end]).map((at) => wallText(at, zone).slice(11, 16));
    expect(times).toEqual(['00:00', '05:01', '05:01', '05:33', '20:00', '20:32', '20:32', '00:00']);
  });

  test('is unknown without a position', () => {
    expect(darknessIn(daySpan('2026-05-12', 'UTC'), 'UTC', null)).toEqual([]);
  });

  test('is absent in a polar summer, only twilight in a white night, and without day in a polar night', () => {
    expect(kindsOn('2026-06-21', tromso)).toEqual([]);
    expect(kindsOn('2026-06-21', oulu)).toEqual(['twilight', 'twilight']);
    expect(kindsOn('2026-12-21', tromso)).toEqual(['night', 'twilight', 'night']);
    expect(kindsOn('2026-12-21', { latitude: 84, longitude: 0 })).toEqual(['night']);
  });
});

test('its parts lie within the span, in order, without overlap, at any place in any zone', () => {
  const places = fc.record({
    latitude: fc.double({ min: -89, max: 89, noNaN: true }),
    longitude: fc.double({ min: -180, max: 180, noNaN: true }),
  });
  fc.assert(
    fc.property(places, fc.constantFrom(...zonesAndDays), (place, { zone, day }) => {
      const span = { start: daySpan(day, zone).start, end: daysFrom(day, 3, zone).at(-1)!.end };
      const edges = darknessIn(span, zone, place).flatMap((part) => [part.span.start, part.span.end]);
      expect(edges).toEqual(edges.toSorted((a, b) => a - b));
      for (const edge of edges) expect(edge >= span.start && edge <= span.end).toBe(true);
    }),
  );
});
