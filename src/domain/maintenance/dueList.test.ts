import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { byForecast, byUrgency, countStatuses, dueItems, groupItems, searchItems, visibleItems } from './dueList.ts';
import { bySeverity, type DueItem } from './reminders.ts';
import { fleetHorizons } from './horizon.ts';
import { aircraft, dateLimit, hoursLeft, item, now, status, zone } from './sampleMaintenance.ts';

const none = { complied: false, switchedOff: false, aircraft: false };
const all = { complied: true, switchedOff: true, aircraft: true };
const keys = (items: readonly DueItem[]) => items.map(({ key }) => key);

/** A reminder by id, status and hours left. */
const due = (id: string, statusId: number, left: number | null, tail = 'N1', name = '100-hour') =>
  item(
    {
      maintenanceReminderId: id,
      name,
      status: status(statusId),
      timeOptions: left === null ? null : hoursLeft(left),
    },
    aircraft({ aircraftId: tail, tailNumber: tail }),
  );

describe('the items of all answers', () => {
  const answer = (id: string, records: Parameters<typeof dueItems>[0][number]['records'], asOf = now) => ({
    aircraft: aircraft({ aircraftId: id }),
    records,
    asOf,
  });

  test('carry the age of their own answer', () => {
    const items = dueItems(
      [answer('a1', [{ name: 'Annual' }]), answer('a2', [{ name: 'Annual' }], now - 60_000)],
      zone,
      now,
    );
    expect(items.map(({ key, asOf }) => [key, now - asOf])).toEqual([
      ['a1 Annual', 0],
      ['a2 Annual', 60_000],
    ]);
  });

  test('are one per id, and one per record where there is no id', () => {
    const twice = { maintenanceReminderId: 'r1', name: 'Annual' };
    const items = dueItems(
      [answer('a1', [twice, twice, { name: 'VOR' }, { name: 'VOR' }, { name: 'VOR' }])],
      zone,
      now,
    );
    expect(items).toHaveLength(4);
    expect(new Set(keys(items)).size).toBe(4);
  });
});

describe('what is left out', () => {
  const items = [
    item({ maintenanceReminderId: 'plain' }),
    item({ maintenanceReminderId: 'complied', permanentlyComplied: true, status: status(3) }),
    item({ maintenanceReminderId: 'off', active: false }),
    ...[0, 2, 7].map((id) => item({ maintenanceReminderId: `of ${id}` }, aircraft({ status: { id, name: '' } }))),
  ];

  test('by default are complied and switched-off ones and inactive and deleted aircraft; what is unknown stays', () => {
    const { items: visible, hidden } = visibleItems(items, none);
    expect(keys(visible)).toEqual(['plain', 'of 7']);
    expect(hidden).toEqual({ complied: 1, switchedOff: 1, aircraft: 2 });
  });

  test('is shown by choice, and the complied ones are not counted even then', () => {
    const { items: visible, hidden } = visibleItems(items, all);
    expect(visible).toHaveLength(6);
    expect(hidden).toEqual({ complied: 0, switchedOff: 0, aircraft: 0 });
    expect(countStatuses(visible)).toEqual({ expired: 0, warning: 0, ok: 4, other: 0 });
  });
});

test('counters follow the API’s own overall status', () => {
  const items = [3, 2, 2, 1, 9].map((statusId, index) => due(String(index), statusId, -5));
  expect(countStatuses([...items, item({ status: null })])).toEqual({ expired: 1, warning: 2, ok: 1, other: 2 });
});

describe('worst first', () => {
  test('is by status, then by what is left, then by tail and name', () => {
    const items = [
      due('ok', 1, 1),
      due('unknown', 9, 1),
      due('warning 8', 2, 8),
      due('warning without', 2, null),
      due('warning 3 of N10', 2, 3, 'N10'),
      due('warning 3 of N9', 2, 3, 'N9'),
      due('expired', 3, 90),
    ];
    expect(keys(items.toSorted(byUrgency))).toEqual([
      'expired',
      'warning 3 of N9',
      'warning 3 of N10',
      'warning 8',
      'warning without',
      'unknown',
      'ok',
    ]);
  });

  test('is by when it comes due, not by shares of an interval, and by its forecast where there is one', () => {
    const annual = item({ maintenanceReminderId: 'annual', name: 'Annual', dateOptions: dateLimit('2026-05-27') });
    const oil = item({ maintenanceReminderId: 'oil', name: 'Oil Change 50 h', timeOptions: hoursLeft(3) });
    expect(keys([annual, oil].toSorted(byUrgency))).toEqual(['oil', 'annual']);
    const horizons = fleetHorizons([annual, oil], [], { now, factor: 1, rateDays: 14 });
    expect(keys([oil, annual].toSorted(byForecast(horizons, now)))).toEqual(['oil', 'annual']);
    const early = new Map(horizons).set('annual', { ...horizons.get('annual')!, dueAt: now + 3_600_000 });
    expect(keys([oil, annual].toSorted(byForecast(early, now)))).toEqual(['annual', 'oil']);
  });

  test('counts the worst of overall status and axes', () => {
    const axis = item({ maintenanceReminderId: 'axis', status: status(1), timeOptions: hoursLeft(40, 3) });
    expect(keys([due('warning', 2, 1), axis].toSorted(byUrgency))).toEqual(['axis', 'warning']);
  });

  test('puts permanently complied ones last', () => {
    const complied = item({ maintenanceReminderId: 'complied', status: status(3), permanentlyComplied: true });
    expect(keys([complied, due('ok', 1, 5)].toSorted(byUrgency))).toEqual(['ok', 'complied']);
  });

  const someItem = fc
    .record({
      id: fc.uuid(),
      statusId: fc.constantFrom(1, 2, 3, 9),
      left: fc.option(fc.integer({ min: -50, max: 50 })),
    })
    .map(({ id, statusId, left }) => due(id, statusId, left));

  test('is one order, whatever order they came in', () => {
    fc.assert(
      fc.property(fc.array(someItem), (items) => {
        const sorted = items.toSorted(byUrgency);
        expect(keys(items.toReversed().toSorted(byUrgency))).toEqual(keys(sorted));
        for (const [index, after] of sorted.slice(1).entries()) {
          const before = sorted[index]!;
          expect(bySeverity(before.worst, after.worst)).toBeLessThanOrEqual(0);
          if (before.statusId === after.statusId && before.driving && after.driving) {
            expect(before.driving.comesIn).toBeLessThanOrEqual(after.driving.comesIn!);
          }
        }
      }),
    );
  });
});

describe('groups', () => {
  const items = [
    due('1', 3, -1, 'N2', '100-Hour'),
    due('2', 2, 5, 'N1', 'Annual'),
    due('3', 1, 50, 'N2', 'Annual'),
    due('4', 1, 60, 'N1', '100 hour'),
  ];

  test('of aircraft stand in order of their worst', () => {
    expect(groupItems(items, 'aircraft').map(({ title, items: own }) => [title, keys(own)])).toEqual([
      ['N2', ['1', '3']],
      ['N1', ['2', '4']],
    ]);
  });

  test('of reminders bring one kind together however it is written', () => {
    expect(groupItems(items, 'reminder').map(({ title, items: own }) => [title, keys(own)])).toEqual([
      ['100-Hour', ['1', '4']],
      ['Annual', ['2', '3']],
    ]);
  });

  test('of names without a letter stay apart', () => {
    expect(groupItems([due('1', 1, 1, 'N1', '***'), due('2', 1, 1, 'N1', '+++')], 'reminder')).toHaveLength(2);
  });
});

describe('search', () => {
  const items = [due('1', 1, 1, 'N512SP', '100-Hour Inspection'), due('2', 1, 1, 'N513SP', 'Oil and Filter Change')];

  test.each([
    ['512', ['1']],
    ['n-513', ['2']],
    ['100 hour', ['1']],
    ['oil change', ['2']],
    ['513 oil', ['2']],
    ['512 oil', []],
    [' ', ['1', '2']],
    ['–', ['1', '2']],
  ])('“%s” finds %j', (text, found) => {
    expect(keys(searchItems(items, text))).toEqual(found);
  });
});
