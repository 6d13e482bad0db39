import { describe, expect, test } from 'vitest';
import { person, slot } from '#e2e/fixtures/samples/sampleSchedule.ts';
import { aircraft, clock, now } from '#e2e/fixtures/samples/sampleMaintenance.ts';
import { resourcesOf } from '#domain/timeline/resources.ts';
import { daySpan } from '#domain/time/time.ts';
import { timelineSheet, type TimelineSheetSources } from './timelineModel.ts';

const reservations = [
  slot('early', '05:00', '06:30', { pilots: [person('Ana Cruz')] }),
  slot('a', '09:00', '11:00', { pilots: [person('Sam Garcia')] }),
  slot('b', '10:00', '12:00', { pilots: [person('Bo Diaz')] }),
  slot('night', '22:00', '13T01:00', { pilots: [person('Sam Garcia')] }),
];
const rowsBy = (kind: 'aircraft' | 'pilot') =>
  resourcesOf(kind, { reservations, fleet: [aircraft()], instructors: [] });
const sheet = (given: Partial<TimelineSheetSources> = {}) =>
  timelineSheet({
    first: '2026-05-12',
    count: 2,
    resources: rowsBy('aircraft'),
    upkeep: new Map(),
    answered: new Set(),
    isHere: true,
    missing: [],
    asOf: now - 60_000,
    now,
    clock,
    ...given,
  });

describe('the printed timeline', () => {
  test('has a part for each day, with rows as deep as the overlaps', () => {
    const { days, stamp } = sheet();
    expect(stamp).toBe('As of 1104L · printed Tue 12 May 1105L');
    expect(days.map(({ title, booked }) => `${title}: ${booked}`)).toEqual([
      'Tue 12 May 2026: 4 reservations in 1 row',
      'Wed 13 May 2026: 1 reservation in 1 row',
    ]);
    expect(days[0]?.rows[0]).toMatchObject({ label: 'N512SP', depth: 2 });
    expect(days[0]?.rows[0]?.bars.map(({ reservation }) => reservation.key)).toEqual(['early', 'a', 'b', 'night']);
    expect(days[0]?.rows[0]?.heading).not.toBeNull();
  });

  test('has the booked hours of each day, and the current time only on today', () => {
    const [today, tomorrow] = sheet().days;
    expect(today?.hours.map(({ label }) => label)).toEqual(
      '05 06 07 08 09 10 11 12 13 14 15 16 17 18 19 20 21 22'.split(' '),
    );
    expect([today?.now?.label, tomorrow?.now]).toEqual(['1105L', null]);
  });

  test('has only the pilots of the day, but every aircraft', () => {
    const byPilot = sheet({ resources: rowsBy('pilot') }).days;
    expect(byPilot.map(({ rows }) => rows.map(({ label }) => label))).toEqual([
      ['Cruz, Ana', 'Diaz, Bo', 'Garcia, Sam'],
      ['Garcia, Sam'],
    ]);
    const free = sheet({ first: '2026-05-20', count: 1 }).days[0];
    expect([free?.rows.map(({ label }) => label), free?.booked]).toEqual([['N512SP'], '0 reservations in 1 row']);
  });

  test('has the hours left and booked of each aircraft, or that they are not known', () => {
    const of = { worst: null, alert: null, hoursLeft: 23.1, hoursBooked: 39.9, hoursStatus: null };
    const id = aircraft().aircraftId;
    const hours = (given: Partial<TimelineSheetSources>) => sheet(given).days[0]?.rows[0]?.hours;
    expect(hours({ upkeep: new Map([[id, of]]), answered: new Set([id]) })).toBe('23.1/39.9 h');
    expect(hours({ answered: new Set([id]) })).toBeNull();
    expect(hours({})).toBe('h not known');
    expect(hours({ resources: rowsBy('pilot') })).toBeNull();
  });

  test('says what is not loaded', () => {
    const missing = [daySpan('2026-05-13', clock.zone)];
    expect(sheet({ missing }).days.map(({ booked }) => booked)).toEqual([
      '4 reservations in 1 row',
      '1 reservation in 1 row, not all loaded',
    ]);
    expect(sheet({ isHere: false }).days[0]?.booked).toBe('Reservations not loaded');
  });
});
