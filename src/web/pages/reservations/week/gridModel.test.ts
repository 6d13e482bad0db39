import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ReadinessIndex } from '#domain/readiness/readinessIndex.ts';
import type { TimedReservation } from '#domain/reservations/reservations.ts';
import { aircraftRows } from '#domain/timeline/resources.ts';
import { addDays, daySpan } from '#domain/time/time.ts';
import type { ReservationMark } from '#domain/timeline/barWords.ts';
import { aircraft } from '#e2e/fixtures/samples/sampleMaintenance.ts';
import { reserved, slot } from '#e2e/fixtures/samples/sampleSchedule.ts';
import { loadStep, weekGrid } from './gridModel.ts';
import { weekOf } from './weekModel.ts';

const clock = { zone: 'America/Denver', mode: 'L' } as const;
const now = Date.parse('2026-05-12T17:05:00Z');
const days = Array.from({ length: 7 }, (_, index) => addDays('2026-05-11', index));
const nobody: ReadinessIndex['aircraft'] = new Map();

type Given = { missing?: { start: number; end: number }[]; marks?: Map<string, ReservationMark> };

function grid(reservations: readonly TimedReservation[], { missing = [], marks = new Map() }: Given = {}) {
  const week = weekOf({ days, reservations, missing, marks, clock, now, capacity: null });
  return weekGrid({ rows: aircraftRows(reservations, [aircraft()]), week, marks, aircraft: nobody });
}

describe('the week of all aircraft', () => {
  test('has a cell for each day, with the count and the hours of the day that are booked', () => {
    const [row] = grid([slot('a', '08:00', '12:00'), slot('b', '22:00', '13T02:00')]);
    expect(row?.label).toBe('N512SP');
    expect(row?.cells.map(({ count, load }) => [count, load])).toEqual([
      [0, 0],
      [2, 6 / 16],
      [1, 2 / 16],
      [0, 0],
      [0, 0],
      [0, 0],
      [0, 0],
    ]);
    expect(row?.cells[1]?.words).toBe('N512SP, Tue 12 May: 2 booked, 6.0 of 16 h');
  });

  test('counts a shop visit apart, and no void reservation', () => {
    const cell = grid([
      slot('shop', '08:00', '12:00', { type: 1 }),
      slot('void', '13:00', '14:00', { reservationStatus: { id: 3, name: 'Cancelled' } }),
    ])[0]?.cells[1];
    expect(cell).toMatchObject({ count: 0, isInShop: true, load: 0 });
    expect(cell?.words).toBe('N512SP, Tue 12 May: 0 booked, in the shop');
  });

  test('marks conflicts, and says so', () => {
    const marks = new Map<string, ReservationMark>([
      ['a', { conflict: 'definite' }],
      ['b', { conflict: 'possible' }],
    ]);
    const cell = grid([slot('a', '08:00', '10:00'), slot('b', '11:00', '12:00')], { marks })[0]?.cells[1];
    expect(cell?.conflicts).toEqual({ definite: 1, possible: 1 });
    expect(cell?.words).toMatch(/, 1 in conflict, 1 possible conflict$/);
  });

  test('shows an unread day as not known, never as free', () => {
    const missing = [daySpan('2026-05-13', clock.zone)];
    const cells = grid([slot('a', '13T08:00', '13T10:00')], { missing })[0]?.cells;
    expect(cells?.map(({ isKnown }) => isKnown)).toEqual([true, true, false, true, true, true, true]);
    expect(cells?.[2]?.words).toMatch(/: 1 booked so far/);
    expect(grid([], { missing })[0]?.cells[2]?.words).toMatch(/: not known yet$/);
  });

  test('has a row for what has no aircraft, without hours', () => {
    const rows = grid([slot('ground', '08:00', '10:00', { aircraft: null })]);
    expect(rows.map(({ label, cells }) => [label, cells[1]?.count, cells[1]?.load])).toEqual([
      ['N512SP', 0, 0],
      ['No aircraft', 1, null],
    ]);
  });

  test('loses no reservation and never fills more than a day, for any bookings', () => {
    const starts = fc.array(fc.tuple(fc.nat({ max: 6 * 1440 }), fc.integer({ min: 1, max: 2000 })), { maxLength: 20 });
    const monday = daySpan('2026-05-11', clock.zone).start;
    fc.assert(
      fc.property(starts, (given) => {
        const booked = given.map(([from, length], index) =>
          reserved(`${index}`, monday + from * 60_000, monday + (from + length) * 60_000),
        );
        const cells = grid(booked.toSorted((a, b) => a.start - b.start)).flatMap((row) => row.cells);
        expect(cells.reduce((sum, { count }) => sum + count, 0)).toBeGreaterThanOrEqual(booked.length);
        for (const { load } of cells) expect(load === null || (load >= 0 && load <= 1)).toBe(true);
      }),
    );
  });
});

test('the shade of a cell has a step for each quarter of the day', () => {
  expect([null, 0, 0.01, 0.25, 0.26, 0.5, 0.75, 0.76, 1].map(loadStep)).toEqual([0, 0, 1, 1, 2, 2, 3, 4, 4]);
});
