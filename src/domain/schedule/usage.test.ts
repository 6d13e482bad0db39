import { describe, expect, test } from 'vitest';
import { hour, now, reservation } from '#e2e/fixtures/samples/sampleMaintenance.ts';
import type { TimedReservation } from '#domain/reservations/reservations.ts';
import { bookedBefore, maxFlown, reach, usageOf } from './usage.ts';

const voided = (one: TimedReservation): TimedReservation => ({
  ...one,
  status: 'Cancelled',
});

describe('booked flying', () => {
  test('excludes completed and void reservations, maintenance and classes', () => {
    const usage = usageOf(
      [
        reservation(now - 6 * hour, now - 4 * hour, { statusId: 2 }),
        reservation(now + hour, now + 2 * hour, { statusId: 2 }),
        reservation(now + 2 * hour, now + 3 * hour, { displayTypeId: 2 }),
        reservation(now + 3 * hour, now + 9 * hour, { displayTypeId: 1 }),
        voided(reservation(now + 4 * hour, now + 7 * hour)),
        reservation(now + 4 * hour, now + 6 * hour),
        voided(reservation(now + 10 * hour, now + 12 * hour, { displayTypeId: 1 })),
      ],
      now,
    );
    expect(bookedBefore(usage, now + 100 * hour)).toBe(2 * hour);
  });

  test('counts in full for flights that are out, or ended without being closed since the last closed one', () => {
    const under = reservation(now - hour, now + 0.5 * hour, { statusId: 1 });
    expect(bookedBefore(usageOf([under], now), now + 9 * hour)).toBe(1.5 * hour);
    const before = [
      reservation(now - 9 * hour, now - 8 * hour, { statusId: 1 }),
      reservation(now - 8 * hour, now - 7 * hour, { statusId: 2 }),
      reservation(now - 6 * hour, now - 4 * hour, { statusId: 1 }),
      reservation(now - 4 * hour, now - 3 * hour, { statusId: 1 }),
    ];
    expect(bookedBefore(usageOf([...before, under], now), now)).toBe(4 * hour);
  });

  test('is at most eight hours in each 24', () => {
    expect([5, 10, 24, 30, 82].map((hours) => maxFlown(hours * hour) / hour)).toEqual([5, 8, 8, 14, 32]);
    const usage = usageOf([reservation(now + hour, now + 17 * hour)], now);
    expect(bookedBefore(usage, now + 9 * hour)).toBe(4 * hour);
    expect(reach(usage, 4 * hour)?.at).toBe(now + 9 * hour);
  });

  test('includes unknown types, but unclear statuses only on request', () => {
    const usage = usageOf([reservation(now + hour, now + 2 * hour, { displayTypeId: 42 })], now);
    expect(usage.flights).toHaveLength(1);
    const unclear = [reservation(now + hour, now + 2 * hour, { statusId: 9 })];
    expect(usageOf(unclear, now).flights).toHaveLength(0);
    expect(usageOf(unclear, now, 'possible').flights).toHaveLength(1);
  });

  test('counts double-booked time once', () => {
    // 1 to 4, 2 to 3 and 3 to 6: five hours of one aircraft.
    const usage = usageOf(
      [
        [1, 4],
        [2, 3],
        [3, 6],
      ].map(([from, to]) => reservation(now + from! * hour, now + to! * hour)),
      now,
    );
    expect(bookedBefore(usage, now + 9 * hour)).toBe(5 * hour);
  });
});

describe('the booked time before an instant', () => {
  test('includes part of the reservation that the instant cuts', () => {
    const usage = usageOf([reservation(now + hour, now + 3 * hour), reservation(now + 5 * hour, now + 6 * hour)], now);
    const hours = [0, 1, 2, 4, 5.5, 9].map((after) => bookedBefore(usage, now + after * hour) / hour);
    expect(hours).toEqual([0, 0, 1, 2, 2.5, 3]);
  });

  test('reaches an amount within a reservation, at the start of the next one if one ends exactly there, or never', () => {
    const usage = usageOf([reservation(now + hour, now + 3 * hour), reservation(now + 5 * hour, now + 6 * hour)], now);
    expect([1, 2, 2.5, 3.1].map((hours) => reach(usage, hours * hour)?.at ?? null)).toEqual([
      now + 2 * hour,
      now + 5 * hour,
      now + 5.5 * hour,
      null,
    ]);
  });

  test('counts real hours in the night the clocks go forward', () => {
    // 0100 MST to 0400 MDT on 8 March are two hours.
    const night = [reservation(Date.parse('2026-03-08T01:00-07:00'), Date.parse('2026-03-08T04:00-06:00'))];
    const usage = usageOf(night, Date.parse('2026-03-07T12:00-07:00'));
    expect(bookedBefore(usage, Date.parse('2026-03-09T00:00-06:00'))).toBe(2 * hour);
  });
});

test('counts reservations never checked out only as possible, and those out only as far as they have lasted', () => {
  const noShow = [reservation(now - 5 * hour, now - 3 * hour)];
  expect([usageOf(noShow, now).flights.length, usageOf(noShow, now, 'possible').flights.length]).toEqual([0, 1]);
  const out = [reservation(now - hour, now + 2 * hour, { statusId: 1 }), reservation(now + 3 * hour, now + 4 * hour)];
  expect(bookedBefore(usageOf(out, now, 'flown'), now + 9 * hour)).toBe(hour);
});
