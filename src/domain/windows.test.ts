import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, daySpan, overlaps, readInstant } from './time.ts';
import { overlapFilters } from './windows.ts';

const hour = 3_600_000;
const zones = ['America/Denver', 'Europe/London', 'Asia/Kolkata', 'Pacific/Auckland', 'UTC'];

test('a day in Denver is asked from its local midnight to its midnight as UTC writes it', () => {
  const span = { start: Date.parse('2026-05-12T06:00:00Z'), end: Date.parse('2026-05-13T06:00:00Z') };
  expect(overlapFilters(span, 'America/Denver')).toEqual({
    startTime: { operator: 'lt', values: ['2026-05-13T06:00:00'] },
    endTime: { operator: 'gt', values: ['2026-05-12T00:00:00'] },
  });
});

test('the window of whole days never misses a booking, whichever zone the service reads its filters in', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 800 }),
      fc.integer({ min: 1, max: 8 }),
      fc.integer({ min: -80, max: 260 }),
      fc.integer({ min: 1, max: 60 }),
      fc.constantFrom(...zones),
      fc.constantFrom('operator' as const, 'utc' as const),
      (offset, days, shift, length, zone, reading) => {
        const span = daySpan(addDays('2025-12-01', offset), zone, days);
        const booking = { start: span.start + shift * hour, end: span.start + (shift + length) * hour };
        fc.pre(overlaps(booking, span));
        const filters = overlapFilters(span, zone);
        const read = (name: string) => readInstant(filters[name]?.values[0], { name: zone, zoneless: reading });
        expect(booking.start).toBeLessThan(read('startTime') as number);
        expect(booking.end).toBeGreaterThan(read('endTime') as number);
      },
    ),
  );
});
