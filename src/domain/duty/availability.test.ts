import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dutyDay, joined } from './dutyDay.ts';
import type { Instructor } from './duties.ts';
import { dutyAt, hour, lessonAt, zone } from '#e2e/fixtures/samples/sampleDuties.ts';
import { daySpan, lengthWithin } from '#domain/time/time.ts';
import {
  availabilityAt,
  byAvailability,
  doingOf,
  freeFor,
  hoursInUse,
  nextGap,
  rosterOf,
  scaleOf,
} from './availability.ts';

const day = daySpan('2026-05-12', zone.name);
const atHour = (hours: number) => day.start + hours * hour;
const hours = (from: number, to: number) => ({ start: atHour(from), end: atHour(to) });
/** A duty between two hours of the day. */
const at = (from: number, to: number, kind: Parameters<typeof dutyAt>[2] = 'flight') =>
  dutyAt(atHour(from), atHour(to), kind);
const instructor = (userId: string, statusId = 1): Instructor => ({
  userId,
  firstName: 'Ana',
  lastName: userId,
  instructorStatus: { id: statusId, name: '' },
});
/** A lesson of one instructor between two hours of the day. */
const taught = (userId: string, from: number, to: number, more: object = {}) =>
  lessonAt(atHour(from), atHour(to), { instructor: { userId }, reservationId: `${userId} ${from}`, ...more });
const known = (...lessons: ReturnType<typeof lessonAt>[]) => ({ reservations: lessons, hasDaysAround: true });
const look = (wanted: number, now = 0) => ({ day, at: atHour(wanted), now: atHour(now) });

describe('at any instant a person', () => {
  const duties = [at(7, 9), at(10, 12, 'ground')];

  test("is busy from a reservation's start until just before its end", () => {
    expect(availabilityAt(duties, atHour(7), 0)).toMatchObject({ duty: { kind: 'flight' }, until: atHour(9) });
    expect(availabilityAt(duties, atHour(9), 0)).toEqual({ duty: null, until: atHour(10) });
    expect(availabilityAt(duties, atHour(12), 0)).toEqual({ duty: null, until: null });
  });

  test('teaches even if time off overlaps it', () => {
    expect(availabilityAt([at(0, 24, 'off'), at(8, 9)], atHour(8), 0).duty?.kind).toBe('flight');
    expect(availabilityAt([at(0, 24, 'off'), at(8, 9)], atHour(9), 0).duty?.kind).toBe('off');
  });

  test('is never free within a reservation, whatever the reservations are', () => {
    const reservation = fc.tuple(fc.integer({ min: 0, max: 90 }), fc.integer({ min: 1, max: 20 }));
    fc.assert(
      fc.property(fc.array(reservation, { maxLength: 8 }), fc.integer({ min: 0, max: 96 }), (starts, quarter) => {
        const ownDuties = starts.map(([start, length]) => at(start / 4, (start + length) / 4));
        const isBooked = starts.some(([start, length]) => start <= quarter && quarter < start + length);
        const { duty, until } = availabilityAt(ownDuties, atHour(quarter / 4), 0);
        expect(duty !== null).toBe(isBooked);
        expect(until === null || until > atHour(quarter / 4)).toBe(true);
      }),
    );
  });
});

describe('the next gap', () => {
  test.each([
    ['is the time between two reservations', [at(7, 9), at(10, 12)], hours(8, 20), hours(9, 10)],
    ['is the rest after the last', [at(7, 9)], hours(8, 20), hours(9, 20)],
    ['is the whole span if nothing is booked', [], hours(8, 20), hours(8, 20)],
    ['skips gaps under half an hour', [at(7, 9), at(9.25, 12)], hours(8, 20), hours(12, 20)],
    ['is null if everything is booked', [at(7, 15), at(14, 21)], hours(8, 20), null],
    ['is null when the day is over', [], hours(21, 20), null],
    ['excludes time off', [at(8, 12, 'off')], hours(8, 20), hours(12, 20)],
  ] as const)('%s', (_words, duties, span, gap) => {
    expect(nextGap(duties, span)).toEqual(gap);
  });

  test('never overlaps a reservation, and lies within the searched span', () => {
    const reservation = fc.tuple(fc.integer({ min: 0, max: 90 }), fc.integer({ min: 1, max: 20 }));
    fc.assert(
      fc.property(fc.array(reservation, { maxLength: 8 }), fc.integer({ min: 0, max: 96 }), (starts, from) => {
        const duties = starts.map(([start, length]) => at(start / 4, (start + length) / 4));
        const span = hours(from / 4, 24);
        const gap = nextGap(duties, span);
        if (!gap) return;
        expect(gap.start).toBeGreaterThanOrEqual(span.start);
        expect(gap.end).toBeLessThanOrEqual(span.end);
        expect(gap.end - gap.start).toBeGreaterThanOrEqual(hour / 2);
        expect(lengthWithin(joined(duties.map((duty) => duty.reservation)), gap)).toBe(0);
      }),
    );
  });
});

test('the hours in use run from the first duty to the last, extended to whole hours', () => {
  const days = [dutyDay([at(7.5, 9)], day), dutyDay([at(12, 20.25)], day), dutyDay([], day)];
  expect(hoursInUse(days, day)).toEqual(hours(7, 21));
  expect(hoursInUse([dutyDay([], day)], day)).toEqual(day);
  expect(hoursInUse([dutyDay([at(-3, 30)], day)], day)).toEqual(day);
});

test('a day is drawn from 0600 to 2200 at least', () => {
  expect(scaleOf(hours(8, 20), day)).toEqual(hours(6, 22));
  expect(scaleOf(hours(4, 23), day)).toEqual(hours(4, 23));
});

describe('the roster of a day', () => {
  const lessons = known(taught('busy', 8, 12), taught('soon', 9, 10), taught('later', 14, 16), taught('soon', 18, 20));
  const all = ['busy', 'soon', 'later', 'idle'].map((id) => instructor(id)).concat(instructor('gone', 0));
  const { rows, hours: inUse } = rosterOf(all, lessons, look(9.5));

  test('has a row for each instructor in the given order, even without reservations', () => {
    expect(rows.map((row) => row.instructor.userId)).toEqual(['busy', 'soon', 'later', 'idle', 'gone']);
    expect(rows.map((row) => (row.booked?.day.booked ?? Number.NaN) / hour)).toEqual([4, 3, 2, 0, 0]);
    expect(inUse).toEqual(hours(8, 20));
  });

  test('shows what each does at the given time, and only active instructors are free', () => {
    expect(rows.map(doingOf)).toEqual(['flight', 'flight', 'free', 'free', 'out-of-service']);
  });

  test('puts free instructors first, the longest free first, then the soonest free', () => {
    expect(rows.toSorted(byAvailability(day.start + 9.5 * hour)).map((row) => row.instructor.userId)).toEqual([
      'idle',
      'later',
      'soon',
      'busy',
      'gone',
    ]);
  });

  test('knows how long each can teach from that time on, by the next duty and the hours left', () => {
    const until = (wanted: number, ...own: ReturnType<typeof lessonAt>[]) => {
      const [row] = rosterOf([instructor('idle')], known(...own), look(wanted)).rows;
      const free = row && freeFor(row, day.start + wanted * hour);
      return free === null || free === undefined ? null : free / hour;
    };
    expect(until(9, taught('idle', 12, 14))).toBe(3);
    expect(until(9, taught('idle', 9, 10))).toBeNull();
    // 7 of the 8 h in 24 are booked before.
    expect(until(9, taught('idle', 1, 8))).toBe(1);
    expect(until(9)).toBe(8);
  });

  test('searches for gaps from now on, within the hours in use', () => {
    const gaps = rosterOf(all, lessons, look(9.5, 15)).rows.map(
      ({ booked }) => booked?.gap && (booked.gap.start - day.start) / hour,
    );
    expect(gaps).toEqual([15, 15, 16, 15, 15]);
    expect(rosterOf(all, lessons, look(9.5, 21)).rows.map(({ booked }) => booked?.gap)).toEqual(all.map(() => null));
  });

  test('shows who is not back instead of calling them free, until a later duty has started', () => {
    const late = taught('idle', 8, 9, { reservationStatus: { id: 1, name: 'Checked Out' } });
    const doing = (...more: ReturnType<typeof lessonAt>[]) =>
      rosterOf([instructor('idle')], known(late, ...more), look(9.5, 9.5)).rows.map((row) => ({
        doing: doingOf(row),
        ...row.booked?.availability,
      }));
    expect(doing()).toMatchObject([{ doing: 'flight', until: null, away: { kind: 'not back', late: hour / 2 } }]);
    expect(doing(taught('idle', 9, 9.4, { reservationStatus: { id: 2, name: 'Completed' } }))).toMatchObject([
      { doing: 'free' },
    ]);
    expect(rosterOf([instructor('idle')], known(late), look(14, 9.5)).rows.map(doingOf)).toEqual(['free']);
    const unclear = taught('idle', 8, 9, { reservationStatus: { id: 4, name: 'Dispatched' } });
    expect(rosterOf([instructor('idle')], known(unclear), look(9.5, 9.5)).rows.map(doingOf)).toEqual(['flight']);
  });

  test('has no void duties, and never calls a placeholder free', () => {
    const cancelled = taught('idle', 9, 10, { reservationStatus: { id: 0, name: 'Cancelled' } });
    const desk: Instructor = { userId: 'desk', firstName: 'Dispatcher', lastName: '' };
    const { rows: found } = rosterOf([instructor('idle'), desk], known(cancelled), look(9.5));
    expect(found.map(doingOf)).toEqual(['free', 'placeholder']);
  });

  test('is unknown without reservations: nobody is free, and nobody is without duties', () => {
    const unknown = rosterOf(all, null, look(9));
    expect(unknown.rows).toEqual(all.map((one) => ({ instructor: one, booked: null })));
    expect(unknown.rows.map(doingOf)).toEqual(all.map(() => 'unknown'));
    expect(unknown.hours).toEqual(day);
  });

  test('omits the remaining instruction until the days before and after have been read', () => {
    const spent = { reservations: [taught('busy', 0, 5), taught('busy', 6, 9)], hasDaysAround: false };
    const [row] = rosterOf([instructor('busy')], spent, look(9.5)).rows;
    expect(row?.booked?.flightLeft).toBeNull();
  });

  test('has an advisory for an instructor with too many hours, counted from the day before', () => {
    const flights = known(taught('busy', -5, 0), taught('busy', 8, 12), taught('soon', 8, 12));
    const booked = rosterOf(all, flights, look(9)).rows.map((row) => (row.booked?.advisory?.booked ?? 0) / hour);
    expect(booked).toEqual([9, 0, 0, 0, 0]);
  });
});

describe("on a day's roster an instructor", () => {
  test('is not free after teaching the 8 h allowed in 24 hours', () => {
    const busy = [instructor('busy')];
    const spent = known(taught('busy', 0, 5), taught('busy', 6, 9));
    expect(rosterOf(busy, spent, look(9.5)).rows.map(doingOf)).toEqual(['no hours']);
    expect(rosterOf(busy, known(taught('busy', 0, 5)), look(9.5)).rows.map(doingOf)).toEqual(['free']);
  });

  test('is released when a lesson is completed, and not before', () => {
    const completed = { reservationStatus: { id: 2, name: 'Completed' } };
    const early = taught('idle', 9, 12, completed);
    const then = (wanted: number, ...ownReservations: ReturnType<typeof lessonAt>[]) =>
      rosterOf([instructor('idle')], known(...ownReservations), look(wanted, 10)).rows.map((row) => ({
        doing: doingOf(row),
        until: ((row.booked?.availability.until ?? 0) - day.start) / hour,
        gap: ((row.booked?.gap?.start ?? 0) - day.start) / hour,
      }));
    const later = taught('idle', 14, 16);
    expect(then(10, early, later)).toEqual([{ doing: 'free', until: 14, gap: 10 }]);
    expect(then(11, early, later)).toEqual([{ doing: 'free', until: 14, gap: 10 }]);
    // A lesson that is not completed counts as booked.
    expect(then(15, early, later)).toEqual([{ doing: 'flight', until: 16, gap: 10 }]);
    expect(then(10, taught('idle', 9, 12), later)).toEqual([{ doing: 'flight', until: 12, gap: 12 }]);
    // Completed before its booked start.
    expect(then(10, taught('idle', 10.5, 12, completed), later)).toEqual([{ doing: 'free', until: 14, gap: 10 }]);
  });

  test('who taught 8 h the day before regains hours during a lesson, as the rule counts them', () => {
    const yesterday = known(taught('busy', -16, -8));
    const left = (wanted: number) => rosterOf([instructor('busy')], yesterday, look(wanted)).rows[0];
    expect(left(8)?.booked?.flightLeft).toBe(8 * hour);
    expect(left(8) && doingOf(left(8)!)).toBe('free');
    expect(left(7)?.booked?.flightLeft).toBe(0);
    expect(left(7) && doingOf(left(7)!)).toBe('no hours');
  });

  test('may use in the evening what the next morning leaves of the 8 h', () => {
    const tomorrow = known(taught('busy', 31, 37));
    expect(rosterOf([instructor('busy')], tomorrow, look(20)).rows[0]?.booked?.flightLeft).toBe(2 * hour);
  });

  test('has the duties of their id in any letter case', () => {
    const { rows: found } = rosterOf([instructor('BUSY')], known(taught('busy', 8, 12)), look(9));
    expect(found.map(doingOf)).toEqual(['flight']);
  });
});
