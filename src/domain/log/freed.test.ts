import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { LogEntry, LogKind, LogPlan } from '#contract/gateway/log.ts';
import { hour, now } from '#e2e/fixtures/samples/sampleMaintenance.ts';
import { freedBy } from './freed.ts';

type Planned = { readonly from: number; readonly to: number; readonly aircraft?: string | null };

/** Hours from now. */
const planOf = ({ from, to, aircraft = 'a1' }: Planned): LogPlan => ({
  start: new Date(now + from * hour).toISOString(),
  end: new Date(now + to * hour).toISOString(),
  aircraftId: aircraft,
  tail: 'N512SP',
  instructor: null,
  pilots: [],
  status: 'Reserved',
});

const entry = (kinds: LogKind[], before: Planned | null, after: Planned | null): Pick<LogEntry, 'kinds' | 'facts'> => ({
  kinds,
  facts: {
    of: 'reservation',
    key: 'r',
    what: 'Dual',
    before: before && planOf(before),
    after: after && planOf(after),
  },
});

const hoursOf = (kinds: LogKind[], before: Planned | null, after: Planned | null = null) =>
  freedBy(entry(kinds, before, after), now).map(({ start, end }) => [(start - now) / hour, (end - now) / hour]);

describe('what an entry frees', () => {
  test('a cancelled or deleted reservation frees all of it that is still ahead', () => {
    expect(hoursOf(['gone'], { from: 2, to: 4 })).toEqual([[2, 4]]);
    expect(hoursOf(['gone'], { from: 2, to: 4 }, { from: 2, to: 4 })).toEqual([[2, 4]]);
    expect(hoursOf(['gone'], { from: -1, to: 2 })).toEqual([[0, 2]]);
    expect(hoursOf(['gone'], { from: -1, to: 0.9 })).toEqual([]);
    expect(hoursOf(['gone'], { from: -3, to: -1 })).toEqual([]);
  });

  test('a moved or shortened one frees what it no longer needs', () => {
    expect(hoursOf(['moved'], { from: 2, to: 4 }, { from: 20, to: 22 })).toEqual([[2, 4]]);
    expect(hoursOf(['moved'], { from: 2, to: 6 }, { from: 3, to: 4 })).toEqual([
      [2, 3],
      [4, 6],
    ]);
    expect(hoursOf(['moved'], { from: 2, to: 4 }, { from: 2, to: 3.5 })).toEqual([]);
    expect(hoursOf(['moved'], { from: 2, to: 4 }, { from: 1, to: 6 })).toEqual([]);
  });

  test('one that went to another aircraft frees its first', () => {
    expect(hoursOf(['aircraft-swapped'], { from: 2, to: 4 }, { from: 2, to: 4, aircraft: 'a2' })).toEqual([[2, 4]]);
    expect(hoursOf(['moved'], { from: 2, to: 4 }, { from: 3, to: 5, aircraft: 'A1' })).toEqual([[2, 3]]);
  });

  test('nothing else frees an aircraft', () => {
    expect(hoursOf(['status'], { from: 2, to: 4 }, { from: 2, to: 4 })).toEqual([]);
    expect(hoursOf(['booked'], null, { from: 2, to: 4 })).toEqual([]);
    expect(hoursOf(['gone'], { from: 2, to: 4, aircraft: null })).toEqual([]);
  });

  test('freed times lie within the former time, ahead, outside the new one, and last an hour at least', () => {
    const planned = fc
      .record({ from: fc.integer({ min: -12, max: 48 }), length: fc.integer({ min: 0, max: 40 }) })
      .map(({ from, length }) => ({ from: from / 4, to: (from + length) / 4 }));
    fc.assert(
      fc.property(planned, planned, (before, after) => {
        for (const [start = NaN, end = NaN] of hoursOf(['moved'], before, after)) {
          expect(start).toBeGreaterThanOrEqual(Math.max(0, before.from));
          expect(end).toBeLessThanOrEqual(before.to);
          expect(end - start).toBeGreaterThanOrEqual(1);
          expect(end <= after.from || start >= after.to || after.from === after.to).toBe(true);
        }
      }),
    );
  });
});
