import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { reservation } from '#e2e/fixtures/samples/sampleRecords.ts';
import { toReservation } from './reservations.ts';
import { checkFilters, passesFilters } from './reservationChecks.ts';

const zone = { name: 'America/Denver', zoneless: 'operator' } as const;
const at = (startTime: string, endTime = startTime) => toReservation({ ...reservation, startTime, endTime }, zone);

describe('an answer compared with its filters', () => {
  // 14:00 in Denver is 20:00Z.
  const before = { startTime: { operator: 'lt', values: ['2026-05-12T14:00:00'] } } as const;

  test('is correct if every time fits, and shows the service’s clock', () => {
    expect(checkFilters([at('2026-05-12T13:00:00Z')], before, zone.name)).toEqual({ breaches: {}, clock: 'either' });
    expect(checkFilters([at('2026-05-12T19:59:00Z')], before, zone.name)).toEqual({ breaches: {}, clock: 'operator' });
    const after = { endTime: { operator: 'gte', values: ['2026-05-12T14:00:00'] } } as const;
    expect(checkFilters([at('2026-05-12T14:00:00Z')], after, zone.name)).toEqual({ breaches: {}, clock: 'utc' });
  });

  test('counts records that fit neither clock, by the better of the two', () => {
    const reservations = ['2026-05-12T12:00:00Z', '2026-05-12T19:00:00Z', '2026-05-12T20:00:00Z'].map((text) =>
      at(text),
    );
    expect(checkFilters(reservations, before, zone.name)).toEqual({ breaches: { startTime: 1 }, clock: 'neither' });
  });

  test('finds other types and other people; ids in any letter case', () => {
    const { userId } = reservation.instructor;
    const filter = (value: string) => ({ operator: 'eq', values: [value] }) as const;
    const check = (filters: Parameters<typeof checkFilters>[1]) =>
      checkFilters([at('2026-05-12T12:00:00Z')], filters, zone.name);
    expect(check({ userId: filter(userId.toUpperCase()), displayTypeId: filter('0') }).breaches).toEqual({});
    expect(check({ userId: filter(userId.replaceAll('4', '5')), displayTypeId: filter('1') })).toEqual({
      breaches: { userId: 1, displayTypeId: 1 },
      clock: null,
    });
  });

  test('ignores times that cannot be read', () => {
    expect(checkFilters([at('soon')], before, zone.name).breaches).toEqual({});
  });

  test('never finds a breach in an answer filtered by either clock', () => {
    const hour = 3_600_000;
    const starts = fc.array(fc.integer({ min: -40, max: 40 }), { maxLength: 30 });
    const operator = fc.constantFrom('lt', 'lte', 'gt', 'gte');
    fc.assert(
      fc.property(starts, operator, fc.boolean(), (hours, name, isUtc) => {
        const limit = Date.parse(isUtc ? '2026-05-12T14:00:00Z' : '2026-05-12T20:00:00Z');
        const kept = hours
          .map((count) => limit + count * hour)
          .filter((start) => ({ lt: start < limit, lte: start <= limit, gt: start > limit, gte: start >= limit })[name])
          .map((start) => at(new Date(start).toISOString()));
        const filters = { startTime: { operator: name, values: ['2026-05-12T14:00:00'] } };
        return Object.keys(checkFilters(kept, filters, zone.name).breaches).length === 0;
      }),
    );
  });
});

test('a reservation passes filters by the configured clock, by its type and its people', () => {
  const before = { startTime: { operator: 'lt', values: ['2026-05-12T14:00:00'] } } as const;
  const { userId } = reservation.instructor;
  const filter = (value: string) => ({ operator: 'eq', values: [value] }) as const;
  // 1300 in Denver.
  const booked = at('2026-05-12T19:00:00Z');
  expect(passesFilters(booked, before, zone)).toBe(true);
  expect(passesFilters(booked, before, { ...zone, zoneless: 'utc' })).toBe(false);
  expect(passesFilters(booked, { displayTypeId: filter('0'), userId: filter(userId.toUpperCase()) }, zone)).toBe(true);
  expect(passesFilters(booked, { displayTypeId: filter('1') }, zone)).toBe(false);
  expect(passesFilters(booked, { userId: filter(userId.replaceAll('4', '5')) }, zone)).toBe(false);
  expect(passesFilters(booked, {}, zone)).toBe(true);
});
