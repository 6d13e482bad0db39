import { describe, expect, it } from 'vitest';
import type { Zone } from '#domain/time/time.ts';
import { bookingHoursVerdict } from './check.ts';

const denver: Zone = { name: 'America/Denver', zoneless: 'operator' };

/** Thirty bookings at these hours in turn, written with this suffix. */
function bookings(hours: readonly number[], suffix: string, displayTypeId = 0) {
  return Array.from({ length: 30 }, (_, index) => ({
    startTime: `2026-07-01T${String(hours[index % hours.length]).padStart(2, '0')}:30:00${suffix}`,
    reservationType: { displayTypeId },
  }));
}

const flyingDay = [7, 9, 11, 13, 15, 17];

describe('the hours of the bookings', () => {
  it('are those of a school in its own zone', () => {
    expect(bookingHoursVerdict(bookings(flyingDay, '-06:00'), denver)).toEqual({
      mark: 'ok',
      words: '0 % of 30 bookings begin between 2300L and 0500L in America/Denver.',
    });
  });

  it('raise a suspicion against a zone in which the school would fly at night', () => {
    const verdict = bookingHoursVerdict(bookings(flyingDay, '-06:00'), { ...denver, name: 'Asia/Tokyo' });
    expect(verdict.mark).toBe('differs');
    expect(verdict.words).toMatch(/^50 % of 30 .* in Asia\/Tokyo, most at 2200L: OPERATOR_TIME_ZONE looks wrong\.$/);
  });

  it('tell where the other reading of zone-less times would be by day', () => {
    const wallIsUtc = bookings([14, 17, 20, 23, 0, 1], '');
    expect(bookingHoursVerdict(wallIsUtc, denver).words).toMatch(/ With ZONELESS_TIMES=utc it would be 0 %\.$/);
  });

  it('leave aside what is not flying', () => {
    const all = [...bookings(flyingDay, '-06:00'), ...bookings([0], '-06:00', 1), ...bookings([0], '-06:00', 10)];
    expect(bookingHoursVerdict(all, denver).mark).toBe('ok');
  });

  it('say nothing with few bookings', () => {
    expect(bookingHoursVerdict(bookings([2], '-06:00').slice(0, 19), denver).mark).toBe('unsure');
  });
});
