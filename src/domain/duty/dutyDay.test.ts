import { describe, expect, test } from 'vitest';
import { daySpan } from '#domain/time/time.ts';
import { dutyDay, dutyHours } from './dutyDay.ts';
import { clock, dutyAt, hour, zone } from '#e2e/fixtures/samples/sampleDuties.ts';

const day = daySpan('2026-05-12', zone.name);
/** A duty between two hours from the day's midnight; negative hours are on the day before. */
const at = (from: number, to: number, kind: Parameters<typeof dutyAt>[2] = 'flight') =>
  dutyAt(day.start + from * hour, day.start + to * hour, kind);

describe('a day', () => {
  test('has its first and last duty, and its booked hours', () => {
    expect(dutyDay([at(7, 9), at(10, 11, 'ground'), at(16, 18)], day)).toMatchObject({
      first: day.start + 7 * hour,
      last: day.start + 18 * hour,
      booked: 5 * hour,
    });
  });

  test('counts double-booked time once, and only its own part of a duty over midnight', () => {
    expect(dutyDay([at(-2, 3), at(2, 4), at(22, 26)], day).booked).toBe(6 * hour);
  });

  test('shows time off, but does not count it as duty', () => {
    const ownDutyDay = dutyDay([at(0, 24, 'off')], day);
    expect(ownDutyDay).toMatchObject({ first: null, last: null, booked: 0 });
    expect(ownDutyDay.duties).toHaveLength(1);
  });

  test('leaves out duties that only touch it', () => {
    expect(dutyDay([at(-2, 0), at(24, 26)], day).duties).toEqual([]);
  });

  test('counts a flight of several days as a forecast does, 8 hours of each 24', () => {
    const trip = at(-20, 60);
    expect(dutyDay([trip], day)).toMatchObject({ booked: 8 * hour, last: day.start + 60 * hour });
    expect(dutyDay([at(8, 18)], day).booked).toBe(8 * hour);
    expect(dutyDay([at(8, 18, 'class')], day).booked).toBe(10 * hour);
  });

  test('is an hour shorter in spring and longer in autumn', () => {
    const booked = (date: string) => {
      const span = daySpan(date, zone.name);
      return dutyDay([dutyAt(span.start - hour, span.end + hour, 'class')], span).booked / hour;
    };
    expect([booked('2026-03-08'), booked('2026-05-12'), booked('2026-11-01')]).toEqual([23, 24, 25]);
  });
});

test('the duty hours give the day if an end is on another', () => {
  const text = (...duties: Parameters<typeof dutyDay>[0]) => dutyHours(dutyDay(duties, day), day.start, clock);
  expect(text()).toBe('no duty');
  expect(text(at(7, 9), at(16, 18.5))).toBe('0700L–1830L');
  expect(text(at(20, 26))).toBe('2000L–0200L +1');
  expect(text(at(-2, 1), at(22, 26))).toBe('yesterday 2200L–tomorrow 0200L');
});
