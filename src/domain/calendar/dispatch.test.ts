import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { now } from '#e2e/fixtures/samples/sampleMaintenance.ts';
import { ageText, dispatchBoard, dispatchColumns, dispatchColumnOf } from './dispatch.ts';
import { reserved, slot } from '#e2e/fixtures/samples/sampleSchedule.ts';

/** It is 1105. */
describe('the lane of a reservation', () => {
  test.each([
    ['is ahead', '11:30', '12:30', 0, 0, 'upcoming', 'starts in 25 min'],
    ['starts now', '11:05', '12:30', 0, 0, 'now', 'due out now'],
    ['is not out yet', '11:00', '12:30', 0, 0, 'now', 'not out yet +0:05'],
    ['was not checked out', '10:53', '12:30', 0, 0, 'now', 'never checked out'],
    ['is under way', '10:00', '11:45', 0, 1, 'now', 'ends in 40 min'],
    ['was checked out early', '11:30', '12:30', 0, 1, 'now', 'ends in 1 h 25'],
    ['is under way with an unknown status', '10:00', '11:45', 0, 77, 'now', 'may be out, ends in 40 min'],
    ['ends now', '10:00', '11:05', 0, 1, 'open', 'due back now'],
    ['is not back', '10:00', '10:42', 0, 1, 'open', 'not back +0:23'],
    ['is not back from yesterday', '11T08:00', '11T09:00', 0, 1, 'open', 'not back +26:05'],
    ['was never checked out', '11T08:00', '11T09:00', 0, 0, 'open', 'never checked out'],
    ['is of an unknown type', '09:00', '10:00', 77, 0, 'open', 'never checked out'],
    ['is over with an unknown status', '09:00', '10:00', 0, 77, 'open', 'may be out, past its end +1:05'],
    ['is closed out', '09:00', '10:00', 0, 2, 'completed', 'ended 1 h 05 ago'],
    ['is closed out early', '10:00', '12:00', 0, 2, 'completed', 'completed early'],
    ['was a class', '09:00', '10:00', 2, 0, 'completed', 'ended 1 h 05 ago'],
    ['was maintenance that nobody checks in', '09:00', '10:00', 1, 0, 'completed', 'ended 1 h 05 ago'],
    ['is maintenance that is still checked out', '09:00', '10:00', 1, 1, 'open', 'in the shop, +1:05'],
    ['is maintenance under way', '09:00', '12:00', 1, 0, 'now', 'ends in 55 min'],
    ['has zero length and starts now', '11:05', '11:05', 0, 0, 'open', 'never checked out'],
  ])('that %s', (_, start, end, type, status, column, age) => {
    const reservation = slot('r', start, end, { type, status });
    expect([dispatchColumnOf(reservation, now), ageText(reservation, now)]).toEqual([column, age]);
  });
});

test('a void reservation is called void, and has no lane', () => {
  const cancelled = slot('c', '10:00', '12:00', { reservationStatus: { id: 0, name: 'Cancelled' } });
  expect([dispatchColumnOf(cancelled, now), ageText(cancelled, now)]).toEqual(['void', 'void']);
  expect(dispatchBoard([cancelled], now)).toEqual({
    upcoming: [],
    now: [],
    open: [],
    completed: [],
    void: [cancelled],
  });
});

test('each lane starts with what matters first', () => {
  const board = dispatchBoard(
    [
      slot('later', '13:00', '14:00'),
      slot('next', '12:00', '15:00'),
      slot('back late', '10:00', '13:00', { status: 1 }),
      slot('back soon', '10:30', '11:30', { status: 1 }),
      slot('open short', '09:30', '10:30', { status: 1 }),
      slot('open long', '08:00', '09:00', { status: 1 }),
      slot('done first', '07:00', '08:00', { status: 2 }),
      slot('done last', '08:00', '09:00', { status: 2 }),
    ],
    now,
  );
  expect(dispatchColumns.map((column) => board[column].map(({ key }) => key))).toEqual([
    ['next', 'later'],
    ['back soon', 'back late'],
    ['open long', 'open short'],
    ['done last', 'done first'],
  ]);
});

test('every reservation is in exactly one lane, whatever its status and type', () => {
  const some = fc.record({
    start: fc.integer({ min: -90, max: 90 }),
    length: fc.integer({ min: 0, max: 60 }),
    type: fc.constantFrom(0, 1, 2, 3, 10, 77),
    status: fc.constantFrom(0, 1, 2, 77),
  });
  fc.assert(
    fc.property(fc.array(some), (given) => {
      const reservations = given.map(({ start, length, type, status }, index) => {
        const at = now + start * 60_000;
        return reserved(`r${index}`, at, at + length * 60_000, { type, status });
      });
      const board = dispatchBoard(reservations, now);
      const all = dispatchColumns.flatMap((column) => board[column]);
      expect(all).toHaveLength(reservations.length);
      expect(new Set(all)).toEqual(new Set(reservations));
    }),
  );
});
