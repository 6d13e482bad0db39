import { TZDate } from '@date-fns/tz/date';
import { tzOffset } from '@date-fns/tz/tzOffset';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readInstant, zoneOffset } from './time.ts';

const zones = Intl.supportedValuesOf('timeZone');
const instants = fc.integer({ min: Date.UTC(1972, 0, 1), max: Date.UTC(2037, 0, 1) });

test('the offset is the same as the browser’s, whatever was computed before', () => {
  fc.assert(
    fc.property(fc.constantFrom(...zones), fc.array(instants, { maxLength: 20 }), (zone, some) => {
      for (const instant of some) {
        expect(zoneOffset(zone, instant)).toBe(60_000 * tzOffset(zone, new Date(instant)));
      }
    }),
  );
});

test('a clock change is exact to the millisecond', () => {
  const change = Date.UTC(2026, 2, 8, 9);
  expect(zoneOffset('America/Denver', change - 1)).toBe(-7 * 3_600_000);
  expect(zoneOffset('America/Denver', change)).toBe(-6 * 3_600_000);
});

test('a local time means the same as in date-fns, unless it is skipped or repeated', () => {
  fc.assert(
    fc.property(fc.constantFrom(...zones), instants, (zone, wall) => {
      const text = new Date(wall).toISOString().slice(0, 19);
      const [year, month, day, hour, minute, second] = text.split(/\D/).map(Number) as [number, ...number[]];
      const theirs = new TZDate(year, month! - 1, day!, hour!, minute!, second!, zone).getTime();
      const ours = readInstant(text, { name: zone, zoneless: 'operator' }) ?? 0;
      expect([0, 30 * 60_000, 3_600_000, 2 * 3_600_000, 86_400_000]).toContain(Math.abs(theirs - ours));
      const shown = ours + zoneOffset(zone, ours);
      if (shown === Math.floor(wall / 1000) * 1000) expect(ours).toBeLessThanOrEqual(theirs);
    }),
  );
});
