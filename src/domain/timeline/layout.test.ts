import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { daySpan, overlaps } from '#domain/time/time.ts';
import { packLanes, placeIn, shareOf, ticks } from './layout.ts';

const at = (key: string, start: number, end: number) => ({ key, start, end });

/** Reservations on a coarse clock, so that many begin and end together; some of zero length. */
const reservations = fc
  .array(fc.tuple(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 12 })), { maxLength: 40 })
  .map((pairs) => pairs.map(([start, length], index) => at(String(index), start, start + length)));
describe('packing reservations into lanes', () => {
  test('lets one begin when another ends, and puts the longer of two with the same start above', () => {
    const { reservations: order, lanes, depth } = packLanes([at('b', 11, 12), at('short', 10, 11), at('long', 10, 14)]);
    expect(order.map((reservation) => reservation.key)).toEqual(['long', 'short', 'b']);
    expect([lanes, depth]).toEqual([[0, 1, 1], 2]);
  });

  test('never overlaps two in a lane, and uses as many lanes as the deepest overlap', () => {
    fc.assert(
      fc.property(reservations, (given) => {
        const packed = packLanes(given);
        const held = packed.reservations.map((reservation) => ({
          ...reservation,
          end: Math.max(reservation.end, reservation.start + 1),
        }));
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

  test('does not depend on the order in which the service sends the reservations', () => {
    fc.assert(
      fc.property(reservations, (given) => {
        expect(packLanes(given.toReversed())).toEqual(packLanes(given));
      }),
    );
  });

  test('returns the previous result for the same objects, and a new one otherwise', () => {
    const given = [at('a', 10, 12), at('b', 11, 13)];
    const before = packLanes(given);
    expect(packLanes([...given], before)).toBe(before);
    expect(packLanes([given[0]!, { ...given[1]! }], before)).not.toBe(before);
    expect(packLanes([given[0]!], before).depth).toBe(1);
  });
});

describe('a window of time', () => {
  const hour = 3_600_000;
  const short = daySpan('2026-03-08', 'America/Chicago');
  const long = daySpan('2026-11-01', 'America/Chicago');

  test('is divided by elapsed time: noon is 11 hours into a 23-hour day and 13 into a 25-hour day', () => {
    expect(shareOf(short, short.start + 11 * hour)).toBeCloseTo(11 / 23);
    expect(shareOf(long, long.start + 13 * hour)).toBeCloseTo(13 / 25);
  });

  test('ends at its edges', () => {
    expect([shareOf(short, short.start - 1), shareOf(short, short.end + 1)]).toEqual([0, 1]);
    expect(placeIn(short, { start: short.start - hour, end: short.end + hour })).toEqual({ left: 0, width: 1 });
    expect(placeIn(short, { start: short.end, end: short.end + hour })).toEqual({ left: 1, width: 0 });
  });

  test('has a tick at each step from its start, and none at its end', () => {
    expect(ticks(short, 1)).toHaveLength(23);
    expect(ticks(long, 3)).toHaveLength(9);
    expect(ticks({ start: 0, end: 2 * hour }, 0.5)).toEqual([0, 0.5 * hour, hour, 1.5 * hour]);
    expect(ticks({ start: 5, end: 5 }, 1)).toEqual([]);
  });
});
