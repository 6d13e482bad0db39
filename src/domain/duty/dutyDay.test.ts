import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { daySpan } from '#domain/time/time.ts';
import { dutyDay, hoursInUse, joined, lengthWithin, nextGap, standingAt } from './dutyDay.ts';
import { dutyAt, hour, zone } from './sampleDuties.ts';

const day = daySpan('2026-05-12', zone.name);
/** A duty between two hours of the day. */
const at = (from: number, to: number, kind: Parameters<typeof dutyAt>[2] = 'flight') =>
  dutyAt(day.start + from * hour, day.start + to * hour, kind);
const hours = (from: number, to: number) => ({ start: day.start + from * hour, end: day.start + to * hour });

describe('a day', () => {
  test('has its first and last duty, and its booked hours', () => {
    expect(dutyDay([at(7, 9), at(10, 11, 'ground'), at(16, 18)], day)).toMatchObject({
      first: day.start + 7 * hour,
      last: day.start + 18 * hour,
      booked: 5 * hour,
    });
  });

  test('counts time that is booked twice once, and of what reaches over midnight its own part', () => {
    expect(dutyDay([at(-2, 3), at(2, 4), at(22, 26)], day).booked).toBe(6 * hour);
  });

  test('does not count time off as duty, but shows it', () => {
    const own = dutyDay([at(0, 24, 'off')], day);
    expect(own).toMatchObject({ first: null, last: null, booked: 0 });
    expect(own.duties).toHaveLength(1);
  });

  test('leaves out what only touches it', () => {
    expect(dutyDay([at(-2, 0), at(24, 26)], day).duties).toEqual([]);
  });

  test('is an hour shorter in spring and longer in autumn', () => {
    const booked = (date: string) => {
      const span = daySpan(date, zone.name);
      return dutyDay([dutyAt(span.start - hour, span.end + hour)], span).booked / hour;
    };
    expect([booked('2026-03-08'), booked('2026-05-12'), booked('2026-11-01')]).toEqual([23, 24, 25]);
  });
});

describe('who stands how at an instant', () => {
  const duties = [at(7, 9), at(10, 12, 'ground')];
  test('is busy from the start of a booking until before its end', () => {
    expect(standingAt(duties, day.start + 7 * hour)).toMatchObject({
      duty: { kind: 'flight' },
      until: day.start + 9 * hour,
    });
    expect(standingAt(duties, day.start + 9 * hour)).toEqual({ duty: null, until: day.start + 10 * hour });
    expect(standingAt(duties, day.start + 12 * hour)).toEqual({ duty: null, until: null });
  });

  test('teaches, where time off lies over it', () => {
    expect(standingAt([at(0, 24, 'off'), at(8, 9)], day.start + 8 * hour).duty?.kind).toBe('flight');
  });
});

describe('the next gap', () => {
  test.each([
    ['is what lies between two bookings', [at(7, 9), at(10, 12)], hours(8, 20), hours(9, 10)],
    ['is the rest after the last', [at(7, 9)], hours(8, 20), hours(9, 20)],
    ['is all of it, where nothing is booked', [], hours(8, 20), hours(8, 20)],
    ['is no gap under half an hour', [at(7, 9), at(9.25, 12)], hours(8, 20), hours(12, 20)],
    ['is none, where all is taken', [at(7, 15), at(14, 21)], hours(8, 20), null],
    ['is none, when the day is over', [], hours(21, 20), null],
    ['does not lie in time off', [at(8, 12, 'off')], hours(8, 20), hours(12, 20)],
  ] as const)('%s', (_words, duties, span, gap) => {
    expect(nextGap(duties, span)).toEqual(gap);
  });

  test('never overlaps a booking, and lies within what is searched', () => {
    const booking = fc.tuple(fc.integer({ min: 0, max: 90 }), fc.integer({ min: 1, max: 20 }));
    fc.assert(
      fc.property(fc.array(booking, { maxLength: 8 }), fc.integer({ min: 0, max: 96 }), (starts, from) => {
        const duties = starts.map(([start, length]) => at(start / 4, (start + length) / 4));
        const span = hours(from / 4, 24);
        const gap = nextGap(duties, span);
        if (!gap) return;
        expect(gap.start).toBeGreaterThanOrEqual(span.start);
        expect(gap.end).toBeLessThanOrEqual(span.end);
        expect(gap.end - gap.start).toBeGreaterThanOrEqual(hour / 2);
        expect(lengthWithin(joined(duties.map((duty) => duty.booking)), gap)).toBe(0);
      }),
    );
  });
});

test('the hours in use reach from the first duty of anybody to the last, out to whole hours', () => {
  const days = [dutyDay([at(7.5, 9)], day), dutyDay([at(12, 20.25)], day), dutyDay([], day)];
  expect(hoursInUse(days, day)).toEqual(hours(7, 21));
  expect(hoursInUse([dutyDay([], day)], day)).toEqual(day);
  expect(hoursInUse([dutyDay([at(-3, 30)], day)], day)).toEqual(day);
});
