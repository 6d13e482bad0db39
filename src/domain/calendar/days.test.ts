import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { reservation } from '#e2e/fixtures/samples/sampleMaintenance.ts';
import { addDays, daySpan, overlaps, mondayOf } from '#domain/time/time.ts';
import { calendarDays, countKinds, countNotes, monthDays, sheetHours } from './days.ts';
import { onTheDay, slot } from '#e2e/fixtures/samples/sampleSchedule.ts';

const hour = 3_600_000;

describe('the days of a calendar', () => {
  const days = (...reservations: readonly ReturnType<typeof slot>[]) =>
    calendarDays(reservations, '2026-05-11', 3, 'America/Denver').map(({ reservations: ownReservations }) =>
      ownReservations.map((one) => `${one.fromBefore ? '‹' : ''}${one.reservation.key}${one.goesOn ? '›' : ''}`),
    );

  test('have an overnight reservation on each day it touches, with a mark', () => {
    expect(days(slot('night', '23:00', '13T01:00'), slot('day', '12:00', '13:00'))).toEqual([
      [],
      ['night›', 'day'],
      ['‹night'],
    ]);
  });

  test('have a reservation that began before them and continues after them', () => {
    expect(days(slot('week', '09T12:00', '16T12:00'))).toEqual([['‹week›'], ['‹week›'], ['‹week›']]);
  });

  test('begin at midnight: a reservation that ends then is excluded, one of zero length is included', () => {
    expect(days(slot('until', '22:00', '13T00:00'), slot('point', '13T00:00', '13T00:00'))).toEqual([
      [],
      ['until'],
      ['point'],
    ]);
  });
});

describe('the notes beside the number of all reservations', () => {
  const zone = 'America/Denver';
  const span = daySpan('2026-05-11', zone, 3);
  const night = slot('night', '23:00', '13T01:00');
  const out = { ...slot('no-show', '12:00', '13:00'), status: 'No-show' };

  test('say which count on two days, and which on none', () => {
    expect(countNotes([night, slot('day', '12:00', '13:00'), slot('until', '22:00', '13T00:00')], span, zone)).toEqual([
      '1 over midnight',
    ]);
    expect(countNotes([night, out], span, zone)).toEqual(['1 over midnight', '1 cancelled or no-show']);
    expect(countNotes([slot('day', '12:00', '13:00')], span, zone)).toEqual([]);
  });

  test('leave out a midnight at the edge of the days: the reservation counts on one of them', () => {
    const edges = [slot('before', '10T23:00', '11T01:00'), slot('after', '13T23:00', '14T01:00')];
    expect(countNotes(edges, span, zone)).toEqual([]);
    expect(countNotes([night], daySpan('2026-05-12', zone), zone)).toEqual([]);
  });

  test('explain the whole difference between all and the sum of the days', () => {
    const times = fc.array(fc.tuple(fc.integer({ min: 0, max: 71 }), fc.integer({ min: 0, max: 20 }), fc.boolean()));
    fc.assert(
      fc.property(times, (given) => {
        const all = given.map(([from, length, isVoid], at) => ({
          ...(isVoid ? out : night),
          key: String(at),
          start: span.start + from * hour,
          end: span.start + (from + length) * hour,
        }));
        const ofDays = calendarDays(all, '2026-05-11', 3, zone)
          .flatMap(({ reservations }) => Object.values(countKinds(reservations)))
          .reduce((sum, count) => sum + count, 0);
        const [over = 0, left = 0] = ['over', 'cancelled'].map((word) =>
          countNotes(all, span, zone)
            .filter((note) => note.includes(word))
            .reduce((_, note) => Number.parseInt(note, 10), 0),
        );
        expect(ofDays).toBe(all.length - left + over);
      }),
    );
  });
});

const dstDays = [
  ['America/Chicago', '2026-03-08', 23],
  ['America/Chicago', '2026-11-01', 25],
  ['Europe/London', '2026-03-29', 23],
  ['Europe/London', '2026-10-25', 25],
  ['Asia/Kolkata', '2026-03-29', 24],
] as const;

describe.each(dstDays)('in %s, %s', (zone, day, hours) => {
  const week = (reservations: Parameters<typeof calendarDays>[0] = []) =>
    calendarDays(reservations, mondayOf(day), 7, zone);

  test(`has ${hours} hours, without a gap to its neighbours`, () => {
    const spans = week().map(({ span }) => span);
    const index = week().findIndex((calendarDay) => calendarDay.day === day);
    expect((spans[index]!.end - spans[index]!.start) / hour).toBe(hours);
    expect(spans.slice(1).map(({ start }) => start)).toEqual(spans.slice(0, -1).map(({ end }) => end));
  });

  test('every reservation of the week is in exactly the days it overlaps', () => {
    const { start } = daySpan(mondayOf(day), zone, 7);
    const some = fc.array(fc.tuple(fc.integer({ min: -400, max: 700 }), fc.integer({ min: 1, max: 300 })));
    fc.assert(
      fc.property(some, (given) => {
        const reservations = given.map(([from, quarters]) =>
          reservation(start + (from * hour) / 4, start + ((from + quarters) * hour) / 4),
        );
        for (const { span, reservations: ownReservations } of week(reservations)) {
          expect(ownReservations.map((one) => one.reservation)).toEqual(
            reservations.filter((one) => overlaps(one, span)),
          );
        }
      }),
    );
  });
});

test('every day of a week has the same Monday, which is on or before it', () => {
  const week = Array.from({ length: 7 }, (_, index) => addDays('2026-05-11', index));
  expect(week.map(mondayOf)).toEqual(week.map(() => '2026-05-11'));
  expect(mondayOf('2026-03-01')).toBe('2026-02-23');
});

describe('the grid of a month', () => {
  test.each([
    ['2026-05', '2026-04-27', 35],
    ['2026-02', '2026-01-26', 35],
    ['2021-02', '2021-02-01', 28],
    ['2026-08', '2026-07-27', 42],
    ['2026-12', '2026-11-30', 35],
  ])('for %s begins on %s and has %i days', (month, first, count) => {
    expect(monthDays(month)).toEqual({ first, count });
  });
});

const printedDay = daySpan('2026-05-12', 'America/Denver');

describe('the hours of a printed day', () => {
  test('are 0700 to 1900 on an empty day', () => {
    expect(sheetHours([], printedDay)).toEqual({ start: onTheDay('07:00'), end: onTheDay('19:00') });
  });

  test('begin and end with the whole hours of the reservations within the day', () => {
    const reservations = [slot('early', '05:30', '07:00'), slot('late', '19:00', '21:15')];
    expect(sheetHours(reservations, printedDay)).toEqual({ start: onTheDay('05:00'), end: onTheDay('22:00') });
  });

  test('include only the starting hour of a late reservation that crosses midnight', () => {
    const reservations = [slot('late', '22:30', '13T01:00')];
    expect(sheetHours(reservations, printedDay)).toEqual({ start: onTheDay('07:00'), end: onTheDay('23:00') });
  });

  test('include every start on the day, and every end after them', () => {
    const hours = fc.integer({ min: -600, max: 1439 });
    fc.assert(
      fc.property(fc.array(fc.record({ start: hours, length: fc.integer({ min: 1, max: 2880 }) })), (given) => {
        const reservations = given.map(({ start, length }, index) => ({
          ...slot(`reservation ${index}`, '08:00', '09:00'),
          start: printedDay.start + start * 60_000,
          end: printedDay.start + (start + length) * 60_000,
        }));
        const shown = sheetHours(reservations, printedDay);
        const lost = reservations.filter((one) => one.end > shown.start && !overlaps(one, shown));
        expect(lost).toEqual([]);
        expect(reservations.filter(({ start, end }) => start >= printedDay.start && end <= shown.start)).toEqual([]);
      }),
    );
  });

  test('do not grow for a reservation that crosses midnight', () => {
    const reservations = [slot('shop', '08:00', '14T17:00'), slot('night', '11T22:00', '02:00')];
    expect(sheetHours(reservations, printedDay)).toEqual({ start: onTheDay('07:00'), end: onTheDay('19:00') });
  });
});
