import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  freshness,
  connectionReading,
  leastTrusted,
  type Reading,
  readingState,
  worstReading,
  countBreaches,
  distinctBy,
  pageOddities,
  recordOddities,
  windowOddities,
} from './pageChecks.ts';
import { placeIn, ticks } from '#domain/timeline/layout.ts';
import { daySpan } from '#domain/time/time.ts';

const minute = 60_000;
const reading = (given: Partial<Reading>): Reading => ({
  source: 'Aircraft',
  asOf: 0,
  interval: minute,
  failure: null,
  ...given,
});
const failure = { kind: 'upstream', status: 500, entries: [], retryAfter: null } as const;

describe('freshness', () => {
  test.each([
    [0, 'fresh'],
    [3 * minute, 'fresh'],
    [3 * minute + 1, 'late'],
    [6 * minute, 'late'],
    [6 * minute + 1, 'stale'],
    // From a clock that is ahead of ours.
    [-minute, 'fresh'],
    [-minute - 1, 'stale'],
  ])('after %d ms, with a refresh every minute, data is %s', (age, state) => {
    expect(freshness(0, minute, age)).toBe(state);
  });

  test('a source without data is loading or has failed', () => {
    expect(readingState(reading({ asOf: null }), 0)).toBe('loading');
    expect(readingState(reading({ asOf: null, failure }), 0)).toBe('failed');
  });

  test('the worst of several readings is the one that needs most attention', () => {
    const fine = reading({});
    const failing = reading({ source: 'Reservations', failure });
    const none = reading({ source: 'Reminders', asOf: null, failure });
    expect(worstReading([fine, failing], 0)).toBe(failing);
    expect(worstReading([none, failing, fine], 0)).toBe(none);
    expect(worstReading([], 0)).toBeNull();
  });

  test('the connection is as good as the sources that a screen needs', () => {
    const fine = reading({});
    const failing = reading({ source: 'Operator', asOf: null, failure, isOptional: true });
    expect(connectionReading([fine, failing], 0)).toBe(fine);
    expect(connectionReading([fine, { ...failing, isOptional: false }], 0)?.source).toBe('Operator');
    expect(connectionReading([failing], 0)).toBeNull();
    expect(connectionReading([failing, { ...fine, isOptional: true }], 0)).toEqual({ ...fine, isOptional: true });
  });

  test('drawn data is as old as the oldest source that has data, whatever the others lack', () => {
    const old = reading({ source: 'Reservations', asOf: -60 * minute });
    const lacking = [reading({ asOf: null, failure }), reading({ asOf: null })];
    expect(leastTrusted([reading({}), old, ...lacking], 0)).toBe(old);
    expect(leastTrusted(lacking, 0)).toBeNull();
  });
});

describe('checking an answer', () => {
  test('counts records sent twice and records that do not match the filter', () => {
    expect(recordOddities('aircraft', 0)).toEqual([]);
    expect(recordOddities('aircraft', 2, 1)).toEqual([
      'The service sent 2 of the aircraft twice; each is shown once.',
      'The service ignored the filter: 1 of the aircraft has another status.',
    ]);
  });

  const page = (count: number, totalItems: number) => ({
    records: Array.from({ length: count }),
    setAside: [],
    totalItems,
    offset: 0,
    limit: null,
  });

  test('a page of the expected length is not odd', () => {
    expect(pageOddities(page(25, 60), { limit: 25, offset: 0 })).toEqual([]);
    expect(pageOddities(page(10, 60), { limit: 25, offset: 2 })).toEqual([]);
    expect(pageOddities(page(0, 60), { limit: 25, offset: 3 })).toEqual([]);
    expect(pageOddities(page(60, 60), {})).toEqual([]);
  });

  test('a page of another length is reported', () => {
    expect(pageOddities(page(25, 60), {})).toEqual(['The service reports 60 but sent 25 of the 60 expected.']);
  });

  test('records that do not match the filter are counted', () => {
    const filter = { operator: 'int', values: ['2', '3'] } as const;
    expect(countBreaches([1, 2, 3, 4], filter, (value) => value)).toBe(2);
    expect(countBreaches([1, 2], undefined, (value) => value)).toBe(0);
  });

  test('a window reports records without a time, and records that did not arrive', () => {
    expect(windowOddities({ untimed: [], shortfall: null })).toEqual([]);
    expect(windowOddities({ untimed: [], shortfall: null, missing: [1] })).toEqual([
      'Some reservations of these days have not loaded yet.',
    ]);
    expect(windowOddities({ untimed: [1], shortfall: { said: 260, sent: 250 } })).toEqual([
      '1 reservation without a readable time cannot be placed.',
      'The service reports 260 reservations in this window but sent 250.',
    ]);
  });

  test('repeated records are shown once and counted', () => {
    expect(distinctBy(['a', 'b', 'a'], (one) => one)).toEqual({ items: ['a', 'b'], repeated: 1 });
  });
});

describe('the axis of a day', () => {
  test('has a tick every three real hours on days of 23, 24 and 25 hours', () => {
    expect(
      ['2026-03-08', '2026-05-12', '2026-11-01'].map((day) => ticks(daySpan(day, 'America/Denver'), 3).length),
    ).toEqual([8, 8, 9]);
  });

  test('a drawn bar stays inside the window and is as long as its visible part', () => {
    const bounds = fc.tuple(fc.integer({ min: -100, max: 200 }), fc.integer({ min: 0, max: 200 }));
    fc.assert(
      fc.property(bounds, ([start, length]) => {
        const { left, width } = placeIn({ start: 0, end: 100 }, { start, end: start + length });
        const inside = Math.max(0, Math.min(100, start + length) - Math.max(0, start));
        expect(left >= 0 && left + width <= 1 + 1e-9).toBe(true);
        expect(width).toBeCloseTo(inside / 100);
      }),
    );
  });
});
