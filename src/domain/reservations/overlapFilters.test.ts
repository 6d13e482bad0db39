import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, daySpan, overlaps, readInstant } from '#domain/time/time.ts';
import { overlapFilters } from './reservationSpans.ts';

const hour = 3_600_000;
const zones = ['America/Denver', 'Europe/London', 'Asia/Kolkata', 'Pacific/Auckland', 'UTC'];

test('a day in Denver is requested from its local midnight to midnight written in UTC', () => {
  const span = { start: Date.parse('2026-05-12T06:00:00Z'), end: Date.parse('2026-05-13T06:00:00Z') };
  expect(overlapFilters(span, 'America/Denver')).toEqual({
    startTime: { operator: 'lt', values: ['2026-05-13T06:00:00'] },
    endTime: { operator: 'gt', values: ['2026-05-12T00:00:00'] },
  });
});

test('the window of whole days never misses a reservation, in whichever zone the service reads its filters', () => {
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
        const reservation = { start: span.start + shift * hour, end: span.start + (shift + length) * hour };
        fc.pre(overlaps(reservation, span));
        const filters = overlapFilters(span, zone);
        const read = (name: string) => readInstant(filters[name]?.values[0], { name: zone, zoneless: reading });
        expect(reservation.start).toBeLessThan(read('startTime') as number);
        expect(reservation.end).toBeGreaterThan(read('endTime') as number);
      },
    ),
  );
});

const changeDays = [
  ['America/Chicago', '2026-03-08', 'gt:2026-03-08T00:00:00', 'lt:2026-03-09T05:00:00'],
  ['America/Chicago', '2026-05-12', 'gt:2026-05-12T00:00:00', 'lt:2026-05-13T05:00:00'],
  ['America/Chicago', '2026-11-01', 'gt:2026-11-01T00:00:00', 'lt:2026-11-02T06:00:00'],
  ['Europe/London', '2026-03-29', 'gt:2026-03-29T00:00:00', 'lt:2026-03-30T00:00:00'],
  ['Europe/London', '2026-05-12', 'gt:2026-05-11T23:00:00', 'lt:2026-05-13T00:00:00'],
  ['Europe/London', '2026-10-25', 'gt:2026-10-24T23:00:00', 'lt:2026-10-26T00:00:00'],
  ['Asia/Kolkata', '2026-03-29', 'gt:2026-03-28T18:30:00', 'lt:2026-03-30T00:00:00'],
  ['Asia/Kolkata', '2026-11-01', 'gt:2026-10-31T18:30:00', 'lt:2026-11-02T00:00:00'],
] as const;

describe.each(changeDays)('in %s, %s', (zone, day, endTime, startTime) => {
  const span = daySpan(day, zone);
  const filters = overlapFilters(span, zone);

  test('covers both readings', () => {
    const written = (name: string) => `${filters[name]!.operator}:${filters[name]!.values[0]}`;
    expect([written('endTime'), written('startTime')]).toEqual([endTime, startTime]);
  });

  test.each(['operator', 'utc'] as const)(
    'misses no reservation if the service reads filters as %s time',
    (zoneless) => {
      const read = (name: string) => readInstant(filters[name]!.values[0], { name: zone, zoneless })!;
      const length = span.end - span.start;
      fc.assert(
        fc.property(
          fc.integer({ min: -length, max: length }),
          fc.integer({ min: 1, max: 2 * length }),
          (shift, lasts) => {
            const reservation = { start: span.start + shift, end: span.start + shift + lasts };
            fc.pre(overlaps(reservation, span));
            expect(reservation.start < read('startTime') && reservation.end > read('endTime')).toBe(true);
          },
        ),
      );
    },
  );
});
