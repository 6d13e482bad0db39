import { describe, expect, test } from 'vitest';
import { hour, zone } from '#e2e/fixtures/samples/sampleDuties.ts';
import type { Reservation } from '#domain/reservations/reservations.ts';
import { rosterSpan } from './rosterModel.ts';
import { date, midnight, shown, taught, windowOf } from '#e2e/fixtures/samples/sampleRoster.ts';

describe('the flight instruction an instructor has left', () => {
  test('is shown when it is low, rounded down', () => {
    const left = (...hours: number[]) =>
      shown({ window: windowOf([taught('Reed', 0, hours[0] ?? 0), taught('Reed', 5, 5 + (hours[1] ?? 0))]) }).lines[0]
        ?.flightLeft;
    expect(left(1, 1)).toBeNull();
    expect(left(3, 2)).toBe('3.0 h left');
    expect(left(4, 2.55)).toBe('1.4 h left');
    expect(left(4, 5)).toBe('0.0 h left');
  });

  test('is not shown when the next reservation leaves less time than a lesson', () => {
    const left = (...reservations: Reservation[]) => shown({ window: windowOf(reservations) }).lines[0]?.flightLeft;
    // 6 h are taught and 1 h is booked for later: a lesson may last an hour, and until 1200L there are 55 minutes.
    expect(left(taught('Reed', 0, 6), taught('Reed', 12, 13))).toBeNull();
    expect(left(taught('Reed', 0, 6), taught('Reed', 13, 14))).toBe('1.0 h left');
    expect(left(taught('Reed', -12, -4))).toBe('0.0 h left');
  });

  test('ignores 8 h of yesterday that leave the 24-hour window during a lesson', () => {
    const [line] = shown({ window: windowOf([taught('Reed', -13, -5)]), question: { at: midnight + 11 * hour } }).lines;
    expect(line).toMatchObject({ doing: 'free', doingText: 'free, not booked', flightLeft: null });
  });

  test('leaves an instructor free once a lesson is completed early', () => {
    const early = taught('Reed', 10, 12, { reservationStatus: { id: 2, name: 'Completed' } });
    const [line] = shown({ window: windowOf([early, taught('Reed', 14, 15)]) }).lines;
    expect(line).toMatchObject({ doing: 'free', doingText: 'free until 1400L', gap: { text: '1105L–1400L' } });
  });

  test('keeps an instructor busy who is not back since the day before yesterday, and is unknown until that day is read', () => {
    const out = taught('Reed', -40, -38, { reservationStatus: { id: 1, name: 'Checked Out' } });
    expect(shown({ earlier: [out] }).lines[0]).toMatchObject({ doing: 'flight', doingText: 'not back +2 days' });
    expect(shown({ earlier: [out], window: windowOf([out]) }).lines[0]?.doingText).toBe('not back +2 days');
    expect(shown({ earlier: undefined }).lines[0]?.doingText).toBe('not known');
  });

  test('changes “free” to “not booked” when it is zero', () => {
    const text = (...reservations: Reservation[]) => shown({ window: windowOf(reservations) }).lines[0]?.doingText;
    expect(text(taught('Reed', 0, 8), taught('Reed', 15, 16))).toBe('not booked until 1500L');
    expect(text(taught('Reed', 0, 8))).toBe('not booked for the rest of the day');
    expect(text(taught('Reed', -9, 0))).toBe('not booked');
  });

  test('comes with an advisory and its reason, which includes hours of the day before', () => {
    const roster = shown({ window: windowOf([taught('Reed', -5, 0), taught('Reed', 6, 10)]) });
    expect(roster.lines[0]?.advisory).toEqual({
      hours: '9.0 h',
      to: '1000L',
      reason:
        '9.0 h of flight instruction booked in the 24 h to Tue 12 May 1000L; 14 CFR 61.195(a) allows 8 h. Booked, not flown.',
    });
  });
});

describe('an advisory in Zulu', () => {
  test('says on which day its 24 hours end', () => {
    const reservations = [taught('Reed', 6, 10), taught('Reed', 18, 23)];
    expect(shown({ window: windowOf(reservations), mode: 'Z' }).lines[0]?.advisory?.to).toBe('0500Z +1');
    expect(shown({ window: windowOf(reservations) }).lines[0]?.advisory?.to).toBe('2300L');
  });
});

describe('the days read for the roster', () => {
  test('are three, so that 24 hours on either side of the day are known', () => {
    const { start, end } = rosterSpan(date, zone.name);
    expect([start, end]).toEqual([midnight - 24 * hour, midnight + 48 * hour]);
  });

  test('reduce the evening only by the next morning’s flights, and show nothing else of the next day', () => {
    const window = windowOf([taught('Reed', 8, 9), taught('Reed', 31, 37)]);
    const [line] = shown({ window, question: { at: midnight + 20 * hour } }).lines;
    expect(line).toMatchObject({
      doingText: 'free for the rest of the day',
      flightLeft: '2.0 h left',
      booked: { text: '1.0 h' },
      hours: { text: '0800L–0900L' },
    });
  });
});
