import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { onTheDay, person, reserved, slot } from '#e2e/fixtures/samples/sampleSchedule.ts';
import { findConflicts } from '#domain/conflicts/conflicts.ts';
import { aircraft, clock, now } from '#e2e/fixtures/samples/sampleMaintenance.ts';
import { daySpan } from '#domain/time/time.ts';
import { daySheet, type SheetSources } from './model.ts';

const fleet = [aircraft(), aircraft({ aircraftId: 'a2', tailNumber: 'N734CP' })];
const second = { aircraft: { aircraftId: 'a2', tailNumber: 'N734CP' } };

/** Printed on Tuesday 12 May at 1105L. */
const sheet = (given: Partial<SheetSources> = {}) =>
  daySheet({
    day: '2026-05-12',
    reservations: [],
    missing: [],
    fleet,
    conflicts: [],
    asOf: now - 60_000,
    now,
    clock,
    ...given,
  });

describe('the head of the day sheet', () => {
  test('names the day, the number of reservations, the conflicts and the age of the data', () => {
    const reservations = [
      slot('a', '08:00', '10:00'),
      slot('b', '09:00', '11:30', second),
      slot('c', '12:00', '13:00'),
    ];
    expect(sheet({ reservations })).toMatchObject({
      title: 'Tue 12 May 2026',
      booked: '3 reservations of 2 aircraft',
      conflicts: 'Conflicts: 0 definite, 0 possible',
      stamp: 'As of 1104L · printed Tue 12 May 1105L',
    });
  });

  test('shows the moment and the print time', () => {
    const moment = 'Forecast, Wed 13 May 1200L (1800Z), in 24 h 55';
    const { stamp } = sheet({ now: onTheDay('13T12:00'), printedAt: now, moment });
    expect(stamp).toBe(`${moment} · As of 1104L · printed Tue 12 May 1105L`);
  });

  test('shows the print time also on the sheet of another day', () => {
    const { title, stamp } = sheet({ day: '2026-05-15' });
    expect(title).toBe('Fri 15 May 2026');
    expect(stamp).toBe('As of 1104L · printed Tue 12 May 1105L');
  });

  test('uses Zulu, with the Zulu day, when Zulu is displayed', () => {
    const evening = Date.parse('2026-05-13T01:30:00Z');
    expect(sheet({ clock: { ...clock, mode: 'Z' }, now: evening, asOf: evening }).stamp).toBe(
      'As of 0130Z · printed Wed 13 May 0130Z',
    );
  });

  test('never counts missing data as zero', () => {
    expect(sheet({ reservations: null, conflicts: null, asOf: null })).toMatchObject({
      booked: 'Reservations not loaded',
      conflicts: 'Conflicts: not all checked',
      stamp: 'No data yet · printed Tue 12 May 1105L',
    });
    const reservations = [slot('a', '08:00', '10:00')];
    const afternoon = { start: onTheDay('12:00'), end: onTheDay('13T00:00') };
    const tomorrow = daySpan('2026-05-13', clock.zone);
    expect(sheet({ reservations, missing: [afternoon] }).booked).toBe('1 reservation of 2 aircraft, not all loaded');
    expect(sheet({ reservations, missing: [tomorrow] }).booked).toBe('1 reservation of 2 aircraft');
  });

  test('counts only its own day’s conflicts', () => {
    const reservations = [
      slot('a', '12:00', '14:00'),
      slot('b', '13:00', '15:00'),
      slot('c', '13T12:00', '13T14:00'),
      slot('d', '13T13:00', '13T15:00'),
    ];
    const conflicts = findConflicts({ reservations, fleet, due: [], horizons: new Map(), grounding: new Map(), now });
    expect(conflicts).toHaveLength(2);
    expect(sheet({ reservations, conflicts }).conflicts).toBe('Conflicts: 1 definite, 0 possible');
    expect(sheet({ reservations, conflicts, day: '2026-05-14' }).conflicts).toBe('Conflicts: 0 definite, 0 possible');
  });
});

describe('the grid of the day sheet', () => {
  test('has a row for each aircraft and a bar for each reservation', () => {
    const { rows, hours, hourCount } = sheet({ reservations: [slot('a', '10:00', '13:00', second)] });
    expect(rows.map(({ label, depth, bars }) => [label, depth, bars.length])).toEqual([
      ['N512SP', 1, 0],
      ['N734CP', 1, 1],
    ]);
    expect(hourCount).toBe(12);
    expect(hours.map(({ label }) => label).join(' ')).toBe('07 08 09 10 11 12 13 14 15 16 17 18');
    expect(rows[1]?.bars[0]).toMatchObject({ left: 0.25, width: 0.25, lane: 0 });
  });

  test('makes each row as deep as its overlaps, and the page as tall as all rows', () => {
    const reservations = [slot('a', '08:00', '10:00'), slot('b', '09:00', '11:00'), slot('c', '10:30', '12:00')];
    const { rows, lines } = sheet({ reservations });
    expect(rows[0]?.depth).toBe(2);
    expect(rows[0]?.bars.map(({ lane }) => lane)).toEqual([0, 1, 0]);
    expect(lines).toBe(3);
  });

  test('marks the current time when it is within the displayed hours', () => {
    expect(sheet().now?.label).toBe('1105L');
    expect(sheet().now?.left).toBeCloseTo((4 + 5 / 60) / 12);
    expect(sheet({ day: '2026-05-13' }).now).toBeNull();
    expect(sheet({ now: onTheDay('20:00') }).now).toBeNull();
  });

  test('shows the real hours on a clock-change day, with one missing or repeated', () => {
    const labels = (day: string) => {
      const span = daySpan(day, clock.zone);
      const reservations = [reserved('early', span.start + 3_600_000 / 2, span.start + 8 * 3_600_000)];
      return sheet({ day, reservations })
        .hours.slice(0, 5)
        .map(({ label }) => label);
    };
    expect(labels('2026-03-08')).toEqual(['00', '01', '03', '04', '05']);
    expect(labels('2026-11-01')).toEqual(['00', '01', '01', '02', '03']);
  });

  test('cuts off an overnight reservation at the edges', () => {
    const shop = slot('shop', '11T08:00', '14T17:00', { type: 1 });
    expect(sheet({ reservations: [shop] }).rows[0]?.bars[0]).toMatchObject({ left: 0, width: 1 });
  });
});

describe('the lists of the day sheet', () => {
  test('have reservations that ended in the night and those without aircraft, in words', () => {
    const reservations = [
      slot('night', '11T23:00', '01:00', { pilots: [person('Sam Garcia')] }),
      slot('class', '18:00', '20:00', { type: 2, aircraft: null, displayName: 'Ground School' }),
      slot('off', '08:00', '12:00', { type: 10, aircraft: null, instructor: person('Kim Lee') }),
    ];
    const { lists, booked } = sheet({ reservations });
    expect(lists.map(({ title, entries }) => [title, entries.map(({ text }) => text)])).toEqual([
      ['Ended in the night', ['N512SP 2300–0100L +1 Standard: Garcia']],
      ['Without aircraft', ['0800–1200L Time off: Lee', '1800–2000L Class: Ground School']],
    ]);
    expect(booked).toBe('1 reservation of 2 aircraft');
  });

  test('include one that ended exactly when the grid starts', () => {
    const { lists, rows } = sheet({ reservations: [slot('night', '11T23:00', '07:00')] });
    expect(lists.map(({ entries }) => entries.map(({ key }) => key))).toEqual([['night']]);
    expect(rows[0]?.bars).toEqual([]);
  });

  test('are left out when empty', () => {
    expect(sheet({ reservations: [slot('a', '08:00', '10:00')] }).lists).toEqual([]);
  });
});

test('every reservation of the day is drawn or listed exactly once', () => {
  const minutes = fc.integer({ min: -600, max: 1439 });
  const some = fc.record({
    start: minutes,
    length: fc.integer({ min: 1, max: 1500 }),
    on: fc.constantFrom('a1', 'a2', 'stranger', null),
  });
  const day = daySpan('2026-05-12', clock.zone);
  fc.assert(
    fc.property(fc.array(some, { maxLength: 15 }), (given) => {
      const reservations = given
        .map(({ start, length, on }, index) => {
          const at = day.start + start * 60_000;
          const of = on === null ? null : { aircraftId: on, tailNumber: on };
          return reserved(`r${index}`, at, at + length * 60_000, { aircraft: of });
        })
        .toSorted((a, b) => a.start - b.start);
      const { rows, lists } = sheet({ reservations });
      const bars = rows.flatMap((row) => row.bars);
      const drawn = bars.map(({ reservation }) => reservation.key);
      const listed = lists.flatMap(({ entries }) => entries.map(({ key }) => key));
      const wanted = reservations.filter(({ start, end }) => start < day.end && end > day.start).map(({ key }) => key);
      expect([...drawn, ...listed].toSorted()).toEqual(wanted.toSorted());
      expect(bars.every(({ left, width }) => left >= 0 && left + width <= 1.000_001)).toBe(true);
    }),
  );
});
