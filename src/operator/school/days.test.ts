import { describe, expect, test } from 'vitest';
import { generatedSchool, numberOf } from '#e2e/servers/operatorSamples.ts';
import { cancelledStatus } from './fates.ts';
import { metersOf } from './state/remindersAt.ts';
import { dayOf } from './zone.ts';

const { database, school, clock } = generatedSchool({ days: 60 });
const count = (query: string, values: { [name: string]: number } = {}): number => numberOf(database, query, values);

describe('the reservations of a school', () => {
  test('have about the requested number', () => {
    const perDay = count('SELECT count(*) FROM reservation') / (school.lastDay - school.firstDay + 1);
    expect(perDay).toBeGreaterThan(80);
    expect(perDay).toBeLessThan(98);
  });

  test('have positive lengths, and are checked in after they are checked out', () => {
    expect(count('SELECT count(*) FROM reservation WHERE end_at <= start_at OR in_at < out_at')).toBe(0);
    expect(count('SELECT count(*) FROM flight WHERE in_at <= out_at')).toBe(0);
    expect(count('SELECT count(*) FROM reservation WHERE start_at % 60 <> 0 OR end_at % 60 <> 0')).toBe(0);
  });

  test('that are never checked out are completed at their end', () => {
    expect(
      count('SELECT count(*) FROM reservation WHERE display_type <> 0 AND (out_at <> end_at OR in_at <> end_at)'),
    ).toBe(0);
  });

  test('have every display type, a quiet night and a busy morning', () => {
    expect(count('SELECT count(DISTINCT display_type) FROM reservation')).toBe(5);
    const hours = database.prepare('SELECT start_at FROM reservation WHERE display_type = 0').all();
    const local = hours.map((row) => Number(clock.local(Number(row['start_at'])).slice(11, 13)));
    const share = (from: number, to: number): number =>
      local.filter((hour) => hour >= from && hour < to).length / local.length;
    expect(share(23, 24) + share(0, 5)).toBeLessThan(0.01);
    expect(share(7, 12)).toBeGreaterThan(0.3);
  });

  test('include series, classes with students, lessons, and flights that end after midnight', () => {
    expect(count('SELECT count(DISTINCT series) FROM reservation')).toBeGreaterThan(20);
    expect(
      count('SELECT count(*) FROM attendee JOIN reservation ON id = reservation_id WHERE display_type = 2'),
    ).toBeGreaterThan(100);
    expect(count('SELECT count(*) FROM reservation WHERE lesson_id IS NOT NULL')).toBeGreaterThan(1000);
    const flights = database.prepare('SELECT start_at, end_at FROM reservation JOIN flight USING (id)').all();
    const overnight = flights.filter(
      (row) => clock.dayAt(Number(row['end_at'])) > clock.dayAt(Number(row['start_at'])),
    );
    expect(overnight.length).toBeGreaterThan(20);
  });
});

describe('a school with cancellations', () => {
  const other = generatedSchool({ days: 30, cancellations: true });
  const share = (query: string) =>
    numberOf(other.database, `SELECT count(*) FROM reservation ${query} AND display_type = 0`) /
    numberOf(other.database, 'SELECT count(*) FROM reservation WHERE display_type = 0');

  test('has some reservations that nobody flew, some no-shows and some late departures', () => {
    expect(share('WHERE in_at < out_at')).toBeCloseTo(0.11, 1);
    expect(share('WHERE in_at < out_at AND in_at > start_at')).toBeCloseTo(0.03, 1);
    expect(share('JOIN flight USING (id) WHERE flight.out_at > start_at + 15 * 60')).toBeGreaterThan(0.05);
    const flown = 'SELECT count(*) FROM reservation AS r JOIN flight USING (id) WHERE r.in_at < r.out_at';
    expect(numberOf(other.database, flown)).toBe(0);
    const taught = 'SELECT count(*) FROM reservation WHERE in_at < out_at AND lesson_id IS NOT NULL';
    expect(numberOf(other.database, taught)).toBe(0);
    expect(numberOf(other.database, 'SELECT count(*) FROM reservation WHERE in_at >= end_at AND in_at < out_at')).toBe(
      0,
    );
  });

  test('says what is cancelled from that time on, with its cause', () => {
    const row = other.database.prepare('SELECT id, out_at, in_at FROM reservation WHERE in_at < out_at').get();
    const times = { id: Number(row?.['id']), out_at: Number(row?.['out_at']), in_at: Number(row?.['in_at']) };
    expect(cancelledStatus(1, times, times.in_at - 1)).toBeNull();
    expect(cancelledStatus(1, times, times.in_at)?.name).toMatch(/^(?:Cancelled|No Show)/);
    expect(cancelledStatus(1, { ...times, in_at: times.out_at + 1 }, times.out_at + 2)).toBeNull();
  });
});

describe('the rows of the reservations', () => {
  test('give instructors a day that a person can work, and one in six a long one', () => {
    const days = database
      .prepare(
        `SELECT instructor_id, sum(end_at - start_at) / 3600.0 AS hours FROM reservation
         WHERE instructor_id IS NOT NULL AND display_type <> 10 GROUP BY instructor_id, (start_at - 6 * 3600) / 86400`,
      )
      .all();
    const longer = days.filter((row) => Number(row['hours']) > 9);
    expect(longer.length).toBeGreaterThan(0);
    expect(longer.length / days.length).toBeLessThan(0.2);
    expect(days.filter((row) => Number(row['hours']) > 13).length / days.length).toBeLessThan(0.01);
  });

  test('double-book aircraft and instructors, but seldom', () => {
    const overlaps = (column: string): number =>
      count(`SELECT count(*) FROM reservation AS a JOIN reservation AS b ON a.${column} = b.${column} AND a.id < b.id
        WHERE a.start_at < b.end_at AND b.start_at < a.end_at`);
    for (const column of ['aircraft_id', 'instructor_id']) {
      expect(overlaps(column), column).toBeGreaterThan(0);
      expect(overlaps(column), column).toBeLessThan(60);
    }
    expect(overlaps('pilot_id')).toBe(0);
  });

  test('fly no inactive and no deleted aircraft, and no deleted instructor', () => {
    expect(count('SELECT count(*) FROM reservation JOIN aircraft ON aircraft.id = aircraft_id WHERE status <> 1')).toBe(
      0,
    );
    const idle =
      'SELECT count(*) FROM reservation JOIN person ON person.id = instructor_id WHERE instructor_status <> 1';
    expect(count(idle)).toBe(0);
  });

  test('have a span that covers them to the minute', () => {
    const wrong = `SELECT count(*) FROM reservation LEFT JOIN reservation_span USING (id)
      WHERE first_minute IS NOT start_at / 60 OR last_minute IS NOT (end_at + 59) / 60`;
    expect(count(wrong)).toBe(0);
  });

  test('begin on whole half hours of the wall clock on both sides of a change of clocks', () => {
    const day = dayOf('2026-11-01');
    const query = 'SELECT start_at FROM reservation WHERE display_type = 2 OR series < 100';
    const starts = database
      .prepare(query)
      .all()
      .map((row) => Number(row['start_at']));
    expect(starts.some((start) => start < clock.midnight(day))).toBe(true);
    expect(starts.some((start) => start > clock.midnight(day + 1))).toBe(true);
    for (const start of starts) expect(clock.local(start)).toMatch(/T(07:00|08:00|09:00|16:30|18:00):00$/);
  });
});

describe('the meters of an aircraft', () => {
  test('continue from flight to flight without gap or step back', () => {
    const gaps = `SELECT count(*) FROM (
        SELECT *, lag(hobbs_in_tenths) OVER flown AS hobbs, lag(tach_in_tenths) OVER flown AS tach,
          lag(landings_in) OVER flown AS landings, lag(in_at) OVER flown AS back
        FROM flight WINDOW flown AS (PARTITION BY aircraft_id ORDER BY in_at))
      WHERE hobbs <> hobbs_out_tenths OR tach <> tach_out_tenths OR landings <> landings_out OR back >= out_at
        OR hobbs_in_tenths <= hobbs_out_tenths OR tach_in_tenths <= tach_out_tenths OR landings_in < landings_out`;
    expect(count(gaps)).toBe(0);
  });

  test('never show more hours than the flight lasted', () => {
    expect(count('SELECT count(*) FROM flight WHERE (hobbs_in_tenths - hobbs_out_tenths) * 360 > in_at - out_at')).toBe(
      0,
    );
  });

  test('move at the check-in of a flight and not before', () => {
    const flight = database
      .prepare('SELECT * FROM flight WHERE aircraft_id = 1 ORDER BY in_at LIMIT 1 OFFSET 40')
      .get();
    const [back, before, after] = ['in_at', 'hobbs_out_tenths', 'hobbs_in_tenths'].map((name) =>
      Number(flight?.[name]),
    );
    expect(metersOf(database, 1, Number(back) - 1).hobbsTenths).toBe(before);
    expect(metersOf(database, 1, Number(back)).hobbsTenths).toBe(after);
  });

  test('are unknown for an aircraft that does not exist', () => {
    expect(() => metersOf(database, 9999, 0)).toThrow('no aircraft 9999');
  });
});
