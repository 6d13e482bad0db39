import { describe, expect, test } from 'vitest';
import { daySpan } from '#domain/time/time.ts';
import { byName, type Instructor, instructorName, matchesInstructor } from './instructors.ts';
import { byFreedom, doingOf, rosterOf } from './roster.ts';
import { hour, lessonAt, zone } from './sampleDuties.ts';

const day = daySpan('2026-05-12', zone.name);
const instructor = (userId: string, statusId = 1): Instructor => ({
  userId,
  firstName: 'Ana',
  lastName: userId,
  instructorStatus: { id: statusId, name: '' },
});
/** A lesson of one of them between two hours of the day. */
const taught = (userId: string, from: number, to: number) =>
  lessonAt(day.start + from * hour, day.start + to * hour, {
    instructor: { userId },
    reservationId: `${userId} ${from}`,
  });
const look = (atHour: number, nowHour = 0) => ({ day, at: day.start + atHour * hour, now: day.start + nowHour * hour });

describe('the roster of a day', () => {
  const bookings = [taught('busy', 8, 12), taught('soon', 9, 10), taught('later', 14, 16), taught('soon', 18, 20)];
  const all = ['busy', 'soon', 'later', 'idle'].map((id) => instructor(id)).concat(instructor('gone', 0));
  const { rows, hours } = rosterOf(all, bookings, look(9.5));

  test('has a row for each, in the order given, also for those with nothing booked', () => {
    expect(rows.map((row) => row.instructor.userId)).toEqual(['busy', 'soon', 'later', 'idle', 'gone']);
    expect(rows.map((row) => row.day.booked / hour)).toEqual([4, 3, 2, 0, 0]);
    expect(hours).toEqual({ start: day.start + 8 * hour, end: day.start + 20 * hour });
  });

  test('says what each does at the instant asked for; only who is active is free', () => {
    expect(rows.map(doingOf)).toEqual(['flight', 'flight', 'free', 'free', 'out-of-service']);
  });

  test('puts who is free first, those on duty that day before those who are not, then who is free soonest', () => {
    expect(rows.toSorted(byFreedom).map((row) => row.instructor.userId)).toEqual([
      'later',
      'idle',
      'soon',
      'busy',
      'gone',
    ]);
  });

  test('looks for gaps from now on, within the hours in use', () => {
    const gaps = rosterOf(all, bookings, look(9.5, 15)).rows.map(({ gap }) => gap && (gap.start - day.start) / hour);
    expect(gaps).toEqual([15, 15, 16, 15, 15]);
    expect(rosterOf(all, bookings, look(9.5, 21)).rows.map(({ gap }) => gap)).toEqual(all.map(() => null));
  });

  test('says who is not back, and does not call them free; who has begun a later duty has come back', () => {
    const late = lessonAt(day.start + 8 * hour, day.start + 9 * hour, {
      instructor: { userId: 'idle' },
      reservationStatus: { id: 1, name: 'Checked Out' },
    });
    const doing = (...more: ReturnType<typeof lessonAt>[]) =>
      rosterOf([instructor('idle')], [late, ...more], look(9.5, 9.5)).rows[0]!;
    expect(doingOf(doing())).toBe('flight');
    expect(doing().standing).toMatchObject({ until: null, late: hour / 2 });
    const later = lessonAt(day.start + 9 * hour, day.start + 9.4 * hour, {
      instructor: { userId: 'idle' },
      reservationStatus: { id: 2, name: 'Completed' },
    });
    expect(doingOf(doing(later))).toBe('free');
    expect(doingOf(rosterOf([instructor('idle')], [late], look(14, 9.5)).rows[0]!)).toBe('free');
  });

  test('does not call free who has taught the 8 h that 24 hours allow', () => {
    const spent = [taught('busy', 0, 5), taught('busy', 6, 9)];
    expect(rosterOf([instructor('busy')], spent, look(9.5)).rows.map(doingOf)).toEqual(['no hours']);
    expect(rosterOf([instructor('busy')], [taught('busy', 0, 5)], look(9.5)).rows.map(doingOf)).toEqual(['free']);
  });

  test('has no duty that is void, and no placeholder that is free', () => {
    const cancelled = lessonAt(day.start + 9 * hour, day.start + 10 * hour, {
      instructor: { userId: 'idle' },
      reservationStatus: { id: 0, name: 'Cancelled' },
    });
    const desk: Instructor = { userId: 'desk', firstName: 'Dispatcher', lastName: '' };
    const { rows: found } = rosterOf([instructor('idle'), desk], [cancelled], look(9.5));
    expect(found.map(doingOf)).toEqual(['free', 'out-of-service']);
  });

  test('knows nothing while there are no bookings', () => {
    const unknown = rosterOf(all, null, look(9)).rows;
    expect(unknown.map(doingOf)).toEqual(all.map(() => 'unknown'));
    expect(unknown.map(({ gap }) => gap)).toEqual(all.map(() => null));
  });

  test('has an advisory for who is booked too much, from the day before on', () => {
    const flights = [taught('busy', -5, 0), taught('busy', 8, 12), taught('soon', 8, 12)];
    const booked = rosterOf(all, flights, look(9)).rows.map(({ advisory }) => advisory && advisory.booked / hour);
    expect(booked).toEqual([9, null, null, null, null]);
  });
});

test('an instructor goes by name, else by id', () => {
  expect(instructorName(instructor('Tanaka'))).toBe('Ana Tanaka');
  expect(instructorName({ userId: 'u1' })).toBe('u1');
  const names = [{ userId: 'u1' }, instructor('Watson'), instructor('Reed')].toSorted(byName);
  expect(names.map((one) => one.lastName ?? null)).toEqual(['Reed', 'Watson', null]);
});

test('a search ignores letter case and accents', () => {
  const zoë = { userId: 'u1', firstName: 'Zoë', lastName: 'Núñez' };
  expect(['zoe', 'NUN', 'ë n', ''].map((text) => matchesInstructor(zoë, text))).toEqual([true, true, true, true]);
  expect(matchesInstructor(zoë, 'zoo')).toBe(false);
});
