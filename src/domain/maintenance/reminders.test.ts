import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseList } from '#contract/answers.ts';
import * as sample from '#e2e/fixtures/samples/sampleRecords.ts';
import type { FreeForm } from '#contract/objects.ts';
import {
  worstFirst,
  type DueItem,
  doubtText,
  isCounted,
  remainingText,
  statusKindOf,
  limitBar,
  type Reminder,
  toDueItem,
} from './reminders.ts';
import {
  aircraft,
  clock,
  cyclesLeft,
  dateLimit,
  hoursLeft,
  item,
  now,
  status,
  zone,
} from '#e2e/fixtures/samples/sampleMaintenance.ts';

describe('reading a reminder', () => {
  test("takes the specification's record with all its axes", () => {
    const read = item(sample.reminder);
    expect(read).toMatchObject({ name: '100-hour', statusId: 2, status: 'Warning', isActive: true, isComplied: false });
    expect(read.axes.map(({ name }) => name)).toEqual(['hours', 'date', 'cycles']);
    expect(read.axes.map(({ message }) => message)).toEqual([
      '6.2 hours remaining',
      'Due 07/31/2026',
      '120 cycles remaining',
    ]);
    // 4100 − 4093.8 hours of 100; 1000 − 880 landings of 1,000.
    expect(read.axes[0]).toMatchObject({ current: 4093.8, limit: 4100, remaining: 6.2 });
    expect(read.axes[2]).toMatchObject({ remaining: 120 });
    // 31 Jul 23:59:59 in Denver is 1 Aug 05:59:59Z.
    expect(read.axes[1]?.remaining).toBe(Date.parse('2026-08-01T05:59:59Z') - now);
  });

  test('accepts an empty record as a reminder without axes or status', () => {
    const [record] = parseList('listMaintenanceReminders', { items: [{}] }).records;
    expect(item({ ...record, maintenanceReminderId: null, name: null, status: null })).toMatchObject({
      key: 'a1 Reminder without a name',
      status: 'no status',
      axes: [],
      driving: null,
      disagrees: false,
    });
  });

  test.each([null, undefined])('leaves out axes that are %s', (none) => {
    const read = item({ timeOptions: hoursLeft(5), dateOptions: none, cycleOptions: none });
    expect(read.axes.map(({ name }) => name)).toEqual(['hours']);
  });

  test('ignores a placeholder date, unless it has a status or a message', () => {
    const never = dateLimit('1753-01-01T00:00:00');
    expect(item({ dateOptions: never }).axes).toEqual([]);
    expect(item({ dateOptions: { ...never, message: 'Ask the shop' } }).axes[0]).toMatchObject({
      limit: null,
      remaining: null,
    });
    expect(item({ dateOptions: dateLimit('1753-01-01T00:00:00', 3) }).axes).toHaveLength(1);
  });

  test('gives a limit without a reading no remaining value, so that it never drives', () => {
    const read = item({ timeOptions: { ...hoursLeft(5), currentHours: null }, cycleOptions: cyclesLeft(900) });
    expect(read.axes[0]?.remaining).toBeNull();
    expect(read.driving?.name).toBe('cycles');
  });

  test('keeps the name sent with an unknown status id', () => {
    expect(item({ status: { id: 9, name: 'Deferred' } })).toMatchObject({ statusId: 9, status: 'Deferred' });
    expect(item({ status: { id: 3, name: null } }).status).toBe('Expired');
  });

  test('switches a reminder off only for an active flag of false', () => {
    expect([{ active: false }, { active: true }, { active: null }, {}].map((given) => item(given).isActive)).toEqual([
      false,
      true,
      true,
      true,
    ]);
  });

  test('uses aircraft and name as the key without an id', () => {
    expect(item({ maintenanceReminderId: null }, aircraft({ aircraftId: 'a7' })).key).toBe('a7 100-hour');
  });
});

test.each([
  ['hours', 25, 'ok', 0, 0, 'More than 25 h left'],
  ['hours', 400, 'ok', 0, 0, 'More than 25 h left'],
  ['hours', 5, 'warning', 0.8, 0, 'In the last 25 h'],
  ['hours', 0, 'warning', 1, 0, 'In the last 25 h'],
  ['hours', -2.5, 'expired', 1, 0.4, 'Past the limit'],
  ['hours', -90, 'expired', 1, 1, 'Past the limit'],
  // The service's status counts more than the figures.
  ['hours', 5, 'expired', 1, 0, 'In the last 25 h'],
  ['date', 15 * 86_400_000, 'warning', 0.5, 0, 'In the last 30 days'],
  ['cycles', 41, 'warning', 0.18, 0, 'In the last 50 landings'],
] as const)(
  'the bar of %s with %s left and status %s is used to %s, beyond %s',
  (name, remaining, statusKind, used, beyond, words) => {
    const bar = limitBar({ name, remaining, statusKind });
    expect(bar).toEqual({ used: expect.closeTo(used, 9), beyond: expect.closeTo(beyond, 9), words });
  },
);

test('nothing is drawn of what is not known', () => {
  expect(limitBar({ name: 'hours', remaining: null, statusKind: 'expired' })).toBeNull();
});

describe('the driving axis', () => {
  test('is the one that comes due first at usual use', () => {
    const annual = (date: string) => ({ dateOptions: dateLimit(date) });
    // 3 hours are a day of flying.
    expect(item({ timeOptions: hoursLeft(3), ...annual('2026-05-27') }).driving?.name).toBe('hours');
    expect(item({ timeOptions: hoursLeft(50), ...annual('2026-05-27') }).driving?.name).toBe('date');
  });

  test('is a passed one before any other', () => {
    expect(item({ timeOptions: hoursLeft(0.1), cycleOptions: cyclesLeft(-1) }).driving?.name).toBe('cycles');
  });

  const tenths = fc.integer({ min: -5000, max: 5000 });

  test('never comes due after another axis, and is a passed one if any has passed', () => {
    fc.assert(
      fc.property(tenths, tenths, fc.integer({ min: -400, max: 400 }), (hours, cycles, days) => {
        const limit = new Date(now + days * 86_400_000).toISOString();
        const read = item({
          name: 'Airframe',
          timeOptions: hoursLeft(hours / 10),
          dateOptions: dateLimit(limit),
          cycleOptions: cyclesLeft(cycles),
        });
        for (const { comesIn } of read.axes) expect(read.driving!.comesIn).toBeLessThanOrEqual(comesIn!);
        expect(read.driving!.remaining! < 0).toBe(read.axes.some(({ remaining }) => remaining! < 0));
      }),
    );
  });

  test('has remaining hours without binary noise', () => {
    fc.assert(
      // With a meter at 0 and a limit at 0 the service says that there is no such axis.
      fc.property(fc.integer({ min: 1, max: 200_000 }), tenths, (current, left) => {
        const timeOptions = { ...hoursLeft(0), currentHours: current / 10, expirationHours: (current + left) / 10 };
        expect(item({ name: 'Airframe', timeOptions }).axes[0]?.remaining).toBe(left / 10 + 0);
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

  test('without an overall status nothing can disagree', () => {
    expect(item({ status: null, timeOptions: hoursLeft(5, 3) }).disagrees).toBe(false);
  });
});

describe('the kind of a status', () => {
  test.each([
    [3, 'Expired', 'expired'],
    [2, null, 'warning'],
    [1, 'OK', 'ok'],
    [null, 'expired', 'expired'],
    [9, 'OVERDUE', 'expired'],
    [9, 'Past due', 'expired'],
    [9, 'Due', 'expired'],
    [9, 'Due soon', 'warning'],
    [9, 'Not due', 'unknown'],
    [9, 'Deferred', 'unknown'],
    [1, 'Deferred', 'ok'],
    [1, 'Overdue', 'expired'],
    [3, 'OK', 'expired'],
    [null, null, 'unknown'],
  ])('id %s with name %s is %s', (id, name, statusKind) => {
    expect(statusKindOf({ id, name })).toBe(statusKind);
  });

  test('the worst comes first: expired, warning, unknown, OK', () => {
    const all = ['ok', 'unknown', 'warning', 'expired'] as const;
    expect(all.toSorted(worstFirst)).toEqual(['expired', 'warning', 'unknown', 'ok']);
  });

  test('the worst of overall and axes counts', () => {
    expect(item({ status: status(1), timeOptions: hoursLeft(5, 3) })).toMatchObject({
      statusKind: 'ok',
      worst: 'expired',
      disagrees: true,
    });
    expect(item({ status: status(3), timeOptions: hoursLeft(5, 1) }).worst).toBe('expired');
  });
});

describe('a record with unexpected fields', () => {
  const [odd] = parseList('listMaintenanceReminders', {
    items: [
      {
        ...sample.reminder,
        status: 'Expired',
        permanentlyComplied: 'False',
        timeOptions: { ...sample.reminder.timeOptions, currentHours: '4093.8', typeStatus: 'Warning' },
        cycleOptions: 'n/a',
      },
    ],
  }).records;

  test('is read field by field, and lists the unread ones', () => {
    const read = item({ ...odd });
    expect(read).toMatchObject({ statusId: 3, status: 'Expired', statusKind: 'expired', unread: ['cycleOptions'] });
    expect(read.axes[0]).toMatchObject({ remaining: 6.2, statusKind: 'warning' });
    expect(isCounted(read)).toBe(true);
  });

  test('has no axis for 0 of 0 that is OK', () => {
    const none = { typeStatus: status(1), message: '', currentHours: 0, expirationHours: 0 };
    expect(item({ timeOptions: none }).axes).toEqual([]);
    expect(item({ timeOptions: { ...none, message: 'Ask the shop' } }).axes).toHaveLength(1);
    expect(item({ timeOptions: { ...none, typeStatus: status(3) } }).axes).toHaveLength(1);
    expect(item({ cycleOptions: { typeStatus: status(1), currentCycles: 0, expirationCycles: 0 } }).axes).toEqual([]);
  });

  test.each(['2026-05-31', '2026-05-31T00:00:00', '2026-05-31T23:59:59', '2026-05-31T00:00:00Z'])(
    'a limit of %s is valid through its day at the operator',
    (limit) => {
      expect(item({ dateOptions: dateLimit(limit) }).axes[0]?.limit).toBe(Date.parse('2026-05-31T23:59:59-06:00'));
    },
  );

  test.each(['1753-01-01T00:00:00', '0001-01-01T00:00:00', '9999-12-31T00:00:00', '12/31/9999', ' ', 'None', 'n/a'])(
    '%s is not a limit',
    (limit) => {
      expect(item({ dateOptions: dateLimit(limit) })).toMatchObject({ axes: [], worst: 'ok' });
    },
  );
});

describe('an axis of which it is not known what is left', () => {
  const read = (given: FreeForm) => {
    const items = [{ name: 'Airframe', status: status(1), ...given }];
    const [record] = parseList('listMaintenanceReminders', { items }).records;
    return item({ ...record });
  };
  const hours = (given: FreeForm) => read({ timeOptions: { ...hoursLeft(50), ...given } });
  const notKnown = (due: DueItem, axis: string, doubt: string) => {
    expect(due.axes.find(({ name }) => name === axis)).toMatchObject({
      remaining: null,
      comesIn: null,
    });
    expect(doubtText(due)).toBe(doubt);
    // The service's own status stays.
    expect([due.statusKind, due.worst]).toEqual(['ok', 'unknown']);
    expect(remainingText(due.axes[0]!, clock)).toBe('not known');
  };

  test.each(['05/10/2026', '10.05.2026', '2026-13-40', 'Expires 2027', '2026'])(
    'a date limit of %s',
    (expirationDate) => {
      const due = read({ dateOptions: { ...dateLimit('2026-05-10'), expirationDate } });
      notKnown(due, 'date', `${expirationDate} could not be read`);
    },
  );

  test('a limit without a reading', () => {
    notKnown(hours({ currentHours: null }), 'hours', 'no reading');
    notKnown(read({ cycleOptions: { ...cyclesLeft(5), currentCycles: null } }), 'cycles', 'no reading');
  });

  test('a reading, a limit, or a whole axis that could not be read', () => {
    notKnown(hours({ expirationHours: 'soon' }), 'hours', 'timeOptions.expirationHours could not be read');
    notKnown(hours({ currentHours: {} }), 'hours', 'timeOptions.currentHours could not be read');
    notKnown(read({ timeOptions: 'n/a' }), 'hours', 'timeOptions could not be read');
    notKnown(read({ dateOptions: [] }), 'date', 'dateOptions could not be read');
  });

  test('a reading that went backward, on the meter that it shows', () => {
    const record = { maintenanceReminderId: 'r1', name: 'Airframe', status: status(1), timeOptions: hoursLeft(50) };
    const due = (to: number, timeOptions: Reminder['timeOptions'] = hoursLeft(50)) =>
      toDueItem(aircraft(), { ...record, timeOptions }, zone, now, now, { from: 5300, to });
    notKnown(due(4000), 'hours', 'the reading went back from 5,300.0 to 4,000.0 h');
    // In a forecast, before the hours that it assumes.
    expect(due(3990, { ...hoursLeft(50), assumed: 10 }).axes[0]?.doubt).toMatch(/^the reading went back/);
    // Another meter of the aircraft.
    expect(due(62.3).axes[0]?.doubt).toBeNull();
  });

  test('more hours than the interval that the name states', () => {
    const due = (name: string, left: number) => item({ name, timeOptions: hoursLeft(left) });
    notKnown(
      due('100-hour', 5237.7),
      'hours',
      '5,237.7 h left of a 100-hour interval: the meter or the limit is wrong',
    );
    notKnown(due('Oil Change 50 h', 90), 'hours', '90.0 h left of a 50-hour interval: the meter or the limit is wrong');
    expect(due('100-hour', 108).axes[0]?.remaining).toBe(108);
    expect(due('Oil change 50/100 h', 90).axes[0]?.remaining).toBe(90);
    expect(due('Engine overhaul 2,000 h', 1800).axes[0]?.remaining).toBe(1800);
    expect(due('Oil change', 4000).axes[0]?.doubt).toBeNull();
  });

  test('more days than the interval that the name states', () => {
    const due = (name: string, limit: string) => item({ name, dateOptions: dateLimit(limit) });
    notKnown(due('Annual', '2036-05-31'), 'date', '3,672 days left of an interval of 365 days: the limit is wrong');
    expect(due('Annual', '2027-05-31').axes[0]?.doubt).toBeNull();
    expect(due('Transponder 24 months', '2028-05-31').axes[0]?.doubt).toBeNull();
    expect(due('Semi-annual check', '2036-05-31').axes[0]?.doubt).toBeNull();
  });

  test('is no axis if the record gives none', () => {
    expect(hours({ expirationHours: null }).axes).toEqual([]);
    expect(read({ dateOptions: { ...dateLimit('2026-05-10'), expirationDate: null } }).axes).toEqual([]);
  });
});
