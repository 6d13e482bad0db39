import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, daySpan, overlaps } from '#domain/time/time.ts';
import { reserved, slot } from '#e2e/fixtures/samples/sampleSchedule.ts';
import type { ReservationMark } from '#domain/timeline/barWords.ts';
import { hoursOf } from '#web/components/timetrack/trackModel.ts';
import { dayColumn, weekOf } from './weekModel.ts';

const hour = 3_600_000;
const day = daySpan('2026-05-12', 'America/Denver');
const now = Date.parse('2026-05-12T17:05:00Z');

describe('a day’s column', () => {
  test('shows a reservation at full width when nothing overlaps it', () => {
    const [placed] = dayColumn([slot('a', '06:00', '12:00')], day);
    expect(placed).toMatchObject({ lane: 0, lanes: 1, isFromBefore: false, goesOn: false, isShort: false });
  });

  test('splits the width only among overlapping reservations, not touching ones', () => {
    const reservations = [slot('a', '08:00', '10:00'), slot('b', '09:00', '11:00'), slot('c', '11:00', '12:00')];
    expect(dayColumn(reservations, day).map(({ reservation, lane, lanes }) => [reservation.key, lane, lanes])).toEqual([
      ['a', 0, 2],
      ['b', 1, 2],
      ['c', 0, 1],
    ]);
  });

  test('says at which edge an overnight reservation goes on', () => {
    const night = [slot('n', '22:00', '13T03:00')];
    expect(dayColumn(night, day)[0]).toMatchObject({ goesOn: true, isFromBefore: false });
    const next = daySpan('2026-05-13', 'America/Denver');
    expect(dayColumn(night, next)[0]).toMatchObject({ goesOn: false, isFromBefore: true });
  });

  test('has two lines of text from 84 minutes up, and one for shorter parts', () => {
    const isShort = (start: string, end: string) =>
      dayColumn([slot('a', start, end)], day).map((reservation) => reservation.isShort);
    expect([isShort('08:00', '09:24'), isShort('08:00', '09:23'), isShort('22:50', '13T06:00')].flat()).toEqual([
      false,
      true,
      true,
    ]);
  });

  const spans = fc.array(fc.tuple(fc.nat({ max: 1400 }), fc.integer({ min: 1, max: 400 })), { maxLength: 30 });

  test('never covers a reservation with another, and loses none', () => {
    fc.assert(
      fc.property(spans, (given) => {
        const reservations = given.map(([from, length], index) =>
          reserved(`${index}`, day.start + from * 60_000, day.start + (from + length) * 60_000),
        );
        const placed = dayColumn(reservations, day);
        expect(new Set(placed.map(({ reservation }) => reservation))).toEqual(new Set(reservations));
        expect(placed).toHaveLength(reservations.length);
        for (const [index, reservation] of placed.entries()) {
          for (const other of placed.slice(index + 1)) {
            if (!overlaps(reservation.reservation, other.reservation)) continue;
            const isBeside =
              reservation.lane / reservation.lanes >= (other.lane + 1) / other.lanes ||
              other.lane / other.lanes >= (reservation.lane + 1) / reservation.lanes;
            expect(isBeside).toBe(true);
          }
        }
      }),
    );
  });
});

const zone = 'America/Denver';
const clock = { zone, mode: 'L' } as const;
const daysFrom = (first: string, count = 7) => Array.from({ length: count }, (_, index) => addDays(first, index));
type Given = Partial<Parameters<typeof weekOf>[0]>;
const week = (given: Given = {}) =>
  weekOf({
    days: daysFrom('2026-05-11'),
    reservations: [],
    missing: [],
    marks: new Map(),
    clock,
    now,
    capacity: null,
    ...given,
  });

describe('the days of a week', () => {
  test('count their reservations, with an overnight one on both days', () => {
    const reservations = [
      slot('a', '08:00', '10:00'),
      slot('b', '22:00', '13T02:00'),
      slot('c', '13T08:00', '13T09:00'),
      slot('d', '14T00:00', '14T01:00'),
    ];
    expect(week({ reservations }).map(({ title, count }) => `${title}: ${count}`)).toEqual([
      'Mon 11 May: 0 booked',
      'Tue 12 May: 2 booked',
      'Wed 13 May: 2 booked',
      'Thu 14 May: 1 booked',
      'Fri 15 May: 0 booked',
      'Sat 16 May: 0 booked',
      'Sun 17 May: 0 booked',
    ]);
  });

  test('have no count when part of the day is unread', () => {
    const start = daySpan('2026-05-13', zone).end - hour;
    const missing = [{ start, end: start + 2 * hour }];
    expect(week({ missing }).map(({ count }) => count)).toEqual([
      '0 booked',
      '0 booked',
      'not all loaded yet',
      'not all loaded yet',
      '0 booked',
      '0 booked',
      '0 booked',
    ]);
  });

  test('count their conflicts, possible ones separately', () => {
    const reservations = [slot('a', '08:00', '10:00'), slot('b', '09:00', '11:00'), slot('c', '13T09:00', '13T11:00')];
    const marks = new Map<string, ReservationMark>([
      ['a', { conflict: 'possible' }],
      ['b', { conflict: 'definite' }],
      ['c', { conflict: 'possible' }],
    ]);
    expect(
      week({ reservations, marks })
        .slice(0, 3)
        .map(({ conflicts }) => conflicts),
    ).toEqual([
      { definite: 0, possible: 0 },
      { definite: 1, possible: 1 },
      { definite: 0, possible: 1 },
    ]);
  });

  test('show booked hours against capacity, without void reservations', () => {
    const reservations = [
      slot('a', '08:00', '10:00'),
      slot('b', '22:00', '13T02:00'),
      slot('c', '13T08:00', '13T09:00', { reservationStatus: { id: 3, name: 'Cancelled' } }),
    ];
    const days = week({ reservations, capacity: { aircraft: 1, hours: 16 } });
    expect(days.slice(0, 3).map(({ load, count }) => [load?.words ?? null, load?.share ?? null, count])).toEqual([
      [null, null, '0 booked'],
      ['4 of 16 h', '25 %', '2 booked'],
      ['2 of 16 h', '13 %', '1 booked'],
    ]);
    expect(week({ reservations })[1]?.load).toEqual({ words: '4 h', booked: '4 h', share: null, filled: 0 });
  });
});

describe('the hours of a week', () => {
  test('show the current time only on today, by the operator’s day even in Zulu', () => {
    const late = Date.parse('2026-05-13T04:30:00Z');
    const times = (given: Given) => week(given).map(({ nowText }) => nowText);
    expect(times({})).toEqual([null, '1105L', null, null, null, null, null]);
    expect(times({ now: late })).toEqual([null, '2230L', null, null, null, null, null]);
    expect(times({ now: late, clock: { zone, mode: 'Z' } })[1]).toBe('0430Z');
    expect(times({ days: daysFrom('2026-06-01') }).filter(Boolean)).toEqual([]);
  });

  test('are shown once, on the left, when all days have the same', () => {
    const labels = week().map(({ labels: ownHourMarks }) => ownHourMarks.length);
    expect(labels).toEqual([24, 0, 0, 0, 0, 0, 0]);
  });

  test.each([
    ['2026-03-02', '23 h: clocks go forward', ['00MST', '01MST', '03MDT', '04MDT']],
    ['2026-10-26', '25 h: clocks go back', ['00MDT', '01MDT', '01MST', '02MST']],
  ])('have their own labels when the week from %s ends with “%s”', (first, words, labels) => {
    const days = week({ days: daysFrom(first, 8) });
    expect(days.map(({ clockChange }) => clockChange)).toEqual([null, null, null, null, null, null, words, null]);
    const sunday = days[6];
    expect(sunday?.labels.slice(0, 4).map(({ label, zone: name }) => `${label}${name}`)).toEqual(labels);
    expect(sunday && hoursOf(sunday.span)).toBe(Number(words.slice(0, 2)));
    // Monday is an ordinary day again. Its hours have labels, because they differ from Sunday's.
    expect(days[7]?.labels).toHaveLength(24);
    expect(days[7]?.labels[0]?.zone).toBeNull();
  });

  test('are labelled again in Zulu on and after a clock change', () => {
    const days = week({ days: daysFrom('2026-10-31', 3), clock: { zone, mode: 'Z' } });
    expect(days.map(({ labels }) => labels[0]?.label)).toEqual(['06', '06', '07']);
  });
});
