import { describe, expect, test } from 'vitest';
import { type GeneratedSchool, generatedNow, generatedSchool, numberOf } from '#e2e/servers/operatorSamples.ts';
import { type ReminderReading, remindersOf } from './remindersAt.ts';

const day = 86_400;

function readingsOf({ database, clock }: GeneratedSchool, now: number, where = 'status = 1'): ReminderReading[] {
  const aircraft = database.prepare(`SELECT id FROM aircraft WHERE ${where}`).all();
  return aircraft.flatMap((row) => remindersOf(database, clock, Number(row['id']), now));
}

describe('the reminders of a school', () => {
  test('number six to ten per aircraft', () => {
    const { database, clock } = generatedSchool({ days: 1, aircraft: 48 });
    for (const { id } of database.prepare('SELECT id FROM aircraft').all()) {
      const { length } = remindersOf(database, clock, Number(id), generatedNow);
      expect(length).toBeGreaterThanOrEqual(6);
      expect(length).toBeLessThanOrEqual(10);
    }
  });

  test('are about 1 in 12 Warning and 1 in 40 Expired in the active fleet, across seeds and days', () => {
    const readings = [1, 2, 3].flatMap((seed) => {
      const school = generatedSchool({ seed, days: 45 });
      return [-40, -20, 0, 20, 40].flatMap((days) => readingsOf(school, generatedNow + days * day));
    });
    const share = (status: number): number =>
      readings.filter((reading) => reading.status === status).length / readings.length;
    expect(share(2)).toBeGreaterThan(1 / 18);
    expect(share(2)).toBeLessThan(1 / 9);
    expect(share(3)).toBeGreaterThan(1 / 80);
    expect(share(3)).toBeLessThan(1 / 25);
  });

  test('have the worst status of their axes, and an axis is Expired at its limit', () => {
    for (const reading of readingsOf(generatedSchool({ days: 30 }), generatedNow, 'TRUE')) {
      const axes = [reading.date, reading.hours, reading.cycles].filter((axis) => axis !== null);
      expect(reading.status).toBe(Math.max(1, ...axes.map((axis) => axis.status)));
      expect(reading.permanentlyComplied).toBe(axes.length === 0);
      for (const axis of axes) expect(axis.status === 3).toBe(axis.current >= axis.expiration);
    }
  });
});

describe('the limits of reminders', () => {
  test('come closer with each flight and start over after maintenance', () => {
    const school = generatedSchool({ days: 30 });
    const last = school.database
      .prepare(`SELECT reminder_id, aircraft_id, at, due_tach_tenths FROM compliance JOIN reminder ON reminder.id = reminder_id
        WHERE name = 'Oil and Filter Change' AND at > ? ORDER BY at DESC LIMIT 1`)
      .get(generatedNow);
    const [id, aircraft, at] = [Number(last?.['reminder_id']), Number(last?.['aircraft_id']), Number(last?.['at'])];
    const hoursLeft = (now: number): number => {
      const reading = remindersOf(school.database, school.clock, aircraft, now).find((reminder) => reminder.id === id);
      return (reading?.hours?.expiration ?? 0) - (reading?.hours?.current ?? 0);
    };
    expect(hoursLeft(at - 6 * day)).toBeGreaterThan(hoursLeft(at - 1));
    expect(hoursLeft(at)).toBeCloseTo(50, 5);
  });

  test('start over in maintenance blocks with a work order, items and logs', () => {
    const { database } = generatedSchool({ days: 45 });
    const orders = numberOf(database, 'SELECT count(*) FROM work_order');
    expect(orders).toBeGreaterThan(40);
    const idle = 'SELECT count(*) FROM work_order WHERE id NOT IN (SELECT work_order_id FROM work_item)';
    expect(numberOf(database, idle)).toBe(0);
    expect(
      numberOf(database, 'SELECT count(*) FROM work_item WHERE id NOT IN (SELECT work_item_id FROM work_log)'),
    ).toBe(0);
    const unmatched = `SELECT count(*) FROM work_item WHERE reminder_id IS NOT NULL AND NOT EXISTS (
      SELECT 1 FROM compliance WHERE compliance.reminder_id = work_item.reminder_id AND at = done_at)`;
    expect(numberOf(database, unmatched)).toBe(0);
    const outside = `SELECT count(*) FROM work_order JOIN reservation ON reservation.id = reservation_id
      WHERE display_type <> 1 OR opened_at <> start_at OR closed_at < end_at`;
    expect(numberOf(database, outside)).toBe(0);
  });

  test('have messages with US dates', () => {
    const readings = readingsOf(generatedSchool({ days: 20 }), generatedNow, 'TRUE');
    const annual = readings.find(
      (reading) => reading.name === 'Annual Inspection' && reading.date && reading.date.expiration > generatedNow,
    );
    expect(annual?.date?.message).toMatch(/^Expires (in \d+ days?|today).* \d\d\/\d\d\/\d{4}$/);
    const expired = readings
      .flatMap(({ date, hours, cycles }) => [date, hours, cycles])
      .filter((axis) => axis?.status === 3);
    expect(expired.length).toBeGreaterThan(0);
    for (const axis of expired) expect(axis?.message).toMatch(/^Expired /);
  });

  test('fall on the last second of an operator’s day when they are dates', () => {
    const { database, clock } = generatedSchool({ days: 20 });
    for (const { due_at: due } of database.prepare('SELECT due_at FROM compliance WHERE due_at IS NOT NULL').all()) {
      expect(clock.local(Number(due))).toMatch(/T23:59:59$/);
    }
  });
});

test('a school has open, grounding and resolved squawks at any time', () => {
  const { database } = generatedSchool({ days: 30 });
  const open = 'created_at <= :now AND coalesce(resolved_at, :now + 1) > :now';
  for (const days of [-15, 0, 15]) {
    const now = { now: generatedNow + days * day };
    expect(numberOf(database, `SELECT count(*) FROM squawk WHERE ${open}`, now)).toBeGreaterThan(2);
    expect(numberOf(database, `SELECT count(*) FROM squawk WHERE grounds AND ${open}`, now)).toBeGreaterThan(0);
    expect(numberOf(database, 'SELECT count(*) FROM squawk WHERE resolved_at <= :now', now)).toBeGreaterThan(2);
  }
});
