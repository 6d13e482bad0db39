import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { openDatabase } from '#operator/database.ts';
import { extendSchool, openSchool } from './open.ts';
import { locationsIn } from '#domain/reservations/locations.ts';
import { generatedNow, generatedSchool, numberOf, sampleClient, sampleSchool } from '#e2e/servers/operatorSamples.ts';

const tables =
  `person aircraft checkout reservation reservation_span participation attendee flight invoice memo enrollment
  reminder compliance squawk work_order work_item work_log school`.split(/\s+/);

function contentOf(database: DatabaseSync): string {
  return tables
    .map((table) => JSON.stringify(database.prepare(`SELECT * FROM ${table} ORDER BY 1, 2`).all()))
    .join('\n');
}

describe('a school of several locations', () => {
  test.each([
    [0, 3, null],
    [1, 1, 'Colorado Springs'],
    [2, 2, 'Meadow Lake'],
    [3, 3, 'Pueblo'],
  ])('of %i requested locations has %i, and its reservations name only those', async (locations, count, last) => {
    const { database, school, clock } = generatedSchool({ days: 2, locations });
    expect(numberOf(database, 'SELECT count(*) FROM location')).toBe(count);
    expect(numberOf(database, 'SELECT count(DISTINCT location_id) FROM aircraft')).toBe(count);
    expect(numberOf(database, 'SELECT count(DISTINCT location_id) FROM person')).toBe(count);
    const { list } = sampleClient({ ...sampleSchool(), database, school, clock });
    const { items } = await list('listReservations', 'limit=250');
    const places = locationsIn(items).map(({ name }) => name);
    expect(places).toHaveLength(locations);
    expect(places.at(-1) ?? null).toBe(last);
    const instructors = await Promise.all(
      locationsIn(items).map(async ({ id }) => (await list('listInstructors', `locationId=eq:${id}`)).items.length),
    );
    const all = (await list('listInstructors')).items.length;
    expect(instructors.reduce((sum, own) => sum + own, 0)).toBe(locations === 0 ? 0 : all);
  });

  test('is the same school whether its three locations are named or not', () => {
    const compared = ['person', 'aircraft', 'reservation', 'flight', 'reminder'];
    const rowsOf = (locations: number) => {
      const { database } = generatedSchool({ days: 5, locations });
      return compared.map((table) => JSON.stringify(database.prepare(`SELECT * FROM ${table} ORDER BY 1`).all()));
    };
    expect(rowsOf(3)).toEqual(rowsOf(0));
  });
});

describe('a generated school', () => {
  test('is the same again for the same seed and day', () => {
    expect(contentOf(generatedSchool().database)).toBe(contentOf(generatedSchool().database));
  });

  test('is another for another seed', () => {
    expect(contentOf(generatedSchool({ seed: 2 }).database)).not.toBe(contentOf(generatedSchool().database));
  });

  test('extended day by day is the same as generated at once', () => {
    const start = generatedNow - 25 * 86_400;
    const grown = generatedSchool({ days: 15, now: start });
    for (let day = 0; day <= 25; day++) extendSchool(grown.database, start + day * 86_400);
    const atOnce = generatedSchool({ days: 15, now: start });
    extendSchool(atOnce.database, generatedNow);
    expect(contentOf(grown.database)).toBe(contentOf(atOnce.database));
  });

  test('extended by a new connection to its file is the same too', () => {
    const directory = mkdtempSync(join(tmpdir(), 'school-'));
    const path = join(directory, 'school.sqlite');
    const options = {
      seed: 1,
      operatorId: 1001,
      zone: 'America/Denver',
      aircraft: 24,
      reservationsPerDay: 90,
      days: 15,
    };
    const first = openDatabase(path);
    openSchool(first, { ...options, now: generatedNow });
    first.close();
    const again = openDatabase(path);
    // Another seed: it must not matter, because the file holds a school.
    openSchool(again, { ...options, seed: 9, now: generatedNow + 4 * 86_400 });
    const { database } = generatedSchool({ days: 15 });
    extendSchool(database, generatedNow + 4 * 86_400);
    expect(contentOf(again)).toBe(contentOf(database));
    again.close();
    rmSync(directory, { recursive: true });
  });

  test('keeps the requested number of days ahead when the clock moves on', () => {
    const { database, clock } = generatedSchool({ days: 5 });
    const later = generatedNow + 3 * 86_400;
    extendSchool(database, later);
    const latest = numberOf(database, 'SELECT max(start_at) FROM reservation WHERE display_type = 0');
    expect(clock.dayAt(latest)).toBe(clock.dayAt(later) + 5);
  });

  test('has no dangling references', () => {
    expect(generatedSchool().database.prepare('PRAGMA foreign_key_check').all()).toEqual([]);
  });

  test('has the default number of people, aircraft and simulators', () => {
    const { database } = generatedSchool({ days: 1 });
    expect(numberOf(database, 'SELECT count(*) FROM person')).toBe(220);
    expect(numberOf(database, 'SELECT count(*) FROM person WHERE instructor_status IS NOT NULL')).toBe(18);
    expect(numberOf(database, 'SELECT count(DISTINCT external_id) FROM person')).toBe(220);
    expect(numberOf(database, 'SELECT count(*) FROM aircraft')).toBe(26);
    expect(numberOf(database, 'SELECT count(DISTINCT tail) FROM aircraft')).toBe(26);
    const statuses = database
      .prepare('SELECT status, count(*) AS n FROM aircraft GROUP BY status ORDER BY status')
      .all();
    expect(statuses.map((row) => row['n'])).toEqual([2, 23, 1]);
  });

  test('grows in people with its fleet, and keeps tails unique', () => {
    const { database } = generatedSchool({ days: 1, aircraft: 240, reservationsPerDay: 10 });
    expect(numberOf(database, 'SELECT count(*) FROM person')).toBe(2200);
    expect(numberOf(database, 'SELECT count(*) - count(DISTINCT tail) FROM aircraft')).toBe(0);
  });

  test.each([1, 2, 5])('works with %i aircraft', (aircraft) => {
    const { database } = generatedSchool({ days: 10, aircraft, reservationsPerDay: 6 });
    expect(numberOf(database, 'SELECT count(*) FROM flight')).toBeGreaterThan(0);
  });
});

test('an empty operator has nothing but itself, and stays so', () => {
  const { database, school } = generatedSchool({ empty: true });
  extendSchool(database, generatedNow + 90 * 86_400);
  expect(school).toMatchObject({ operatorId: 1001, zone: 'America/Denver', empty: true });
  for (const table of tables.filter((name) => name !== 'school')) {
    expect(numberOf(database, `SELECT count(*) FROM ${table}`), table).toBe(0);
  }
});

test('a database without a school cannot be extended', () => {
  expect(() => extendSchool(openDatabase(), generatedNow)).toThrow('holds no school');
});
