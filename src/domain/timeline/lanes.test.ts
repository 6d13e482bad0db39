import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { overlaps, type Span } from '#domain/time/time.ts';
import { bookingsNear, packLanes } from './lanes.ts';

const at = (key: string, start: number, end: number) => ({ key, start, end });

/** Bookings on a coarse clock, so that many begin and end together; some without length. */
const bookings = fc
  .array(fc.tuple(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 12 })), { maxLength: 40 })
  .map((pairs) => pairs.map(([start, length], index) => at(String(index), start, start + length)));
const span = fc
  .tuple(fc.integer({ min: -5, max: 50 }), fc.integer({ min: 1, max: 20 }))
  .map(([start, length]): Span => ({ start, end: start + length }));

describe('packing', () => {
  test('one may begin where another ends; of two that begin together the longer is above', () => {
    const { bookings: order, lanes, depth } = packLanes([at('b', 11, 12), at('short', 10, 11), at('long', 10, 14)]);
    expect(order.map((booking) => booking.key)).toEqual(['long', 'short', 'b']);
    expect([lanes, depth]).toEqual([[0, 1, 1], 2]);
  });

  test('no two in a lane overlap, and there are as many lanes as the deepest overlap', () => {
    fc.assert(
      fc.property(bookings, (given) => {
        const packed = packLanes(given);
        const held = packed.bookings.map((booking) => ({ ...booking, end: Math.max(booking.end, booking.start + 1) }));
        held.forEach((one, index) => {
          const others = held.filter((_, other) => other < index && packed.lanes[other] === packed.lanes[index]);
          expect(others.some((other) => overlaps(one, other))).toBe(false);
        });
        const depths = held.map(
          ({ start }) => held.filter((other) => other.start <= start && start < other.end).length,
        );
        expect(packed.depth).toBe(Math.max(0, ...depths));
      }),
    );
  });

  test('does not depend on the order in which the service sends them', () => {
    fc.assert(
      fc.property(bookings, (given) => {
        expect(packLanes(given.toReversed())).toEqual(packLanes(given));
      }),
    );
  });

  test('gives back what it gave before while the bookings are the same objects, and anew when one is not', () => {
    const given = [at('a', 10, 12), at('b', 11, 13)];
    const before = packLanes(given);
    expect(packLanes([...given], before)).toBe(before);
    expect(packLanes([given[0]!, { ...given[1]! }], before)).not.toBe(before);
    expect(packLanes([given[0]!], before).depth).toBe(1);
  });
});

describe('the search for what is visible', () => {
  test('misses none that overlaps the span', () => {
    fc.assert(
      fc.property(bookings, span, (given, seen) => {
        const packed = packLanes(given);
        const { from, to } = bookingsNear(packed, seen);
        packed.bookings.forEach((booking, index) => {
          if (overlaps(booking, seen)) expect(index >= from && index < to).toBe(true);
        });
      }),
    );
  });

  test('does not go through those that lie far away', () => {
    const day = packLanes(Array.from({ length: 1000 }, (_, index) => at(String(index), index * 10, index * 10 + 9)));
    expect(bookingsNear(day, { start: 5000, end: 5020 })).toEqual({ from: 500, to: 502 });
  });
});
