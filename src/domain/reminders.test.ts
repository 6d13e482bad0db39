import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseList } from '#contract/answers.ts';
import * as sample from '#contract/sampleRecords.ts';
import { statusRank } from './reminders.ts';
import { aircraft, cyclesLeft, dateLimit, hoursLeft, item, now, status } from './sampleMaintenance.ts';

describe('reading a reminder', () => {
  test('takes the record of the specification with all its axes', () => {
    const read = item(sample.reminder);
    expect(read).toMatchObject({ name: '100-hour', statusId: 2, status: 'Warning', isActive: true, isComplied: false });
    expect(read.axes.map(({ name }) => name)).toEqual(['hours', 'date', 'cycles']);
    expect(read.axes.map(({ message }) => message)).toEqual([
      '6.2 hours remaining',
      'Due 07/31/2026',
      '120 cycles remaining',
    ]);
    // 4100 − 4093.8 hours of 100; 1000 − 880 landings of 1,000.
    expect(read.axes[0]).toMatchObject({ current: 4093.8, limit: 4100, remaining: 6.2, fraction: 0.062 });
    expect(read.axes[2]).toMatchObject({ remaining: 120, fraction: 0.12 });
    // 31 Jul 23:59:59 in Denver is 1 Aug 05:59:59Z.
    expect(read.axes[1]?.remaining).toBe(Date.parse('2026-08-01T05:59:59Z') - now);
  });

  test('an empty record is still a reminder, without axes and without a claim', () => {
    const [record] = parseList('listMaintenanceReminders', { items: [{}] }).records;
    expect(item({ ...record, maintenanceReminderId: null, name: null, status: null })).toMatchObject({
      key: 'a1 Reminder without a name',
      status: 'no status',
      axes: [],
      driving: null,
      disagrees: false,
    });
  });

  test.each([null, undefined])('axes that are %s are left out', (none) => {
    const read = item({ timeOptions: hoursLeft(5), dateOptions: none, cycleOptions: none });
    expect(read.axes.map(({ name }) => name)).toEqual(['hours']);
  });

  test('a date that stands for none is no axis, unless it has something to say', () => {
    const never = dateLimit('1753-01-01T00:00:00');
    expect(item({ dateOptions: never }).axes).toEqual([]);
    expect(item({ dateOptions: { ...never, message: 'Ask the shop' } }).axes[0]).toMatchObject({
      limit: null,
      remaining: null,
      fraction: null,
    });
    expect(item({ dateOptions: dateLimit('1753-01-01T00:00:00', 3) }).axes).toHaveLength(1);
  });

  test('a limit without a reading has nothing remaining and drives nothing', () => {
    const read = item({ timeOptions: { ...hoursLeft(5), currentHours: null }, cycleOptions: cyclesLeft(900) });
    expect(read.axes[0]?.remaining).toBeNull();
    expect(read.driving?.name).toBe('cycles');
  });

  test('an unknown status id keeps the name that came with it', () => {
    expect(item({ status: { id: 9, name: 'Deferred' } })).toMatchObject({ statusId: 9, status: 'Deferred' });
    expect(item({ status: { id: 3, name: null } }).status).toBe('Expired');
  });

  test('only a false active flag switches it off', () => {
    expect([{ active: false }, { active: true }, { active: null }, {}].map((given) => item(given).isActive)).toEqual([
      false,
      true,
      true,
      true,
    ]);
  });

  test('without an id, aircraft and name are the key', () => {
    expect(item({ maintenanceReminderId: null }, aircraft({ aircraftId: 'a7' })).key).toBe('a7 100-hour');
  });
});

describe('the driving axis', () => {
  test('is the one with the smallest share of its interval left', () => {
    // 20 of 100 hours are 20 %; 80 days of a year are 22 %.
    expect(item({ timeOptions: hoursLeft(20), dateOptions: dateLimit('2026-07-31T23:59:59') }).driving?.name).toBe(
      'hours',
    );
    expect(item({ timeOptions: hoursLeft(30), dateOptions: dateLimit('2026-07-31T23:59:59') }).driving?.name).toBe(
      'date',
    );
  });

  test('is a passed one before any other', () => {
    expect(item({ timeOptions: hoursLeft(0.1), cycleOptions: cyclesLeft(-1) }).driving?.name).toBe('cycles');
  });

  const tenths = fc.integer({ min: -5000, max: 5000 });

  test('never has more left than another axis, and is passed where one is', () => {
    fc.assert(
      fc.property(tenths, tenths, fc.integer({ min: -400, max: 400 }), (hours, cycles, days) => {
        const limit = new Date(now + days * 86_400_000).toISOString();
        const read = item({
          timeOptions: hoursLeft(hours / 10),
          dateOptions: dateLimit(limit),
          cycleOptions: cyclesLeft(cycles),
        });
        for (const { fraction } of read.axes) expect(read.driving!.fraction).toBeLessThanOrEqual(fraction!);
        expect(read.driving!.remaining! < 0).toBe(read.axes.some(({ remaining }) => remaining! < 0));
      }),
    );
  });

  test('what remains of hours is free of binary noise', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 200_000 }), tenths, (current, left) => {
        const timeOptions = { ...hoursLeft(0), currentHours: current / 10, expirationHours: (current + left) / 10 };
        expect(item({ timeOptions }).axes[0]?.remaining).toBe(left / 10 + 0);
      }),
    );
  });
});

describe('overall status and worst axis', () => {
  test.each([
    [2, 2, 1, false],
    [1, 2, 1, true],
    [3, 2, 1, true],
    [1, 9, 1, true],
  ])('overall %d with axes %d and %d: disagrees is %s', (overall, hours, cycles, disagrees) => {
    const given = { timeOptions: hoursLeft(50, hours), cycleOptions: cyclesLeft(500, cycles) };
    expect(item({ ...given, status: status(overall) }).disagrees).toBe(disagrees);
  });

  test('without an overall status there is nothing to disagree', () => {
    expect(item({ status: null, timeOptions: hoursLeft(5, 3) }).disagrees).toBe(false);
  });
});

test('statuses rank Expired, Warning, unknown, OK', () => {
  expect([1, null, 2, 9, 3].toSorted((a, b) => statusRank(a) - statusRank(b))).toEqual([3, 2, null, 9, 1]);
});
