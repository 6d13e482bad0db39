import fc from 'fast-check';
import { scheduleAt } from '#e2e/fixtures/samples/sampleReadiness.ts';
import { describe, expect, test } from 'vitest';
import { byForecast, byUrgency, dueItems, visibleItems } from './dueList.ts';
import { worstFirst, type DueItem } from './reminders.ts';
import { fleetHorizons } from './horizon.ts';
import { aircraft, dateLimit, hoursLeft, item, now, status, zone } from '#e2e/fixtures/samples/sampleMaintenance.ts';

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

  test('have the age of their own answer', () => {
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

  test('appear once per id, or once per record without an id', () => {
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

  test('by default are reminders complied with or switched off and those of inactive and deleted aircraft, but not of unknown ones', () => {
    const { items: visible, hidden } = visibleItems(items, none);
    expect(keys(visible)).toEqual(['plain', 'of 7']);
    expect(hidden).toEqual({ complied: 1, switchedOff: 1, aircraft: 2 });
  });

  test('is shown by choice', () => {
    const { items: visible, hidden } = visibleItems(items, all);
    expect(visible).toHaveLength(6);
    expect(hidden).toEqual({ complied: 0, switchedOff: 0, aircraft: 0 });
  });

  test('for two reasons is shown only if both are chosen', () => {
    const inactive = aircraft({ status: { id: 0, name: 'inactive' } });
    const both = [item({ permanentlyComplied: true }, inactive)];
    expect(visibleItems(both, { ...none, aircraft: true })).toEqual({
      items: [],
      hidden: { complied: 1, switchedOff: 0, aircraft: 0 },
    });
    expect(visibleItems(both, { ...none, aircraft: true, complied: true }).items).toHaveLength(1);
  });
});

describe('worst first', () => {
  test('is by status, then by what is left, then by tail number and name', () => {
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

  test('is by time due, not by share of the interval, and by forecast if there is one', () => {
    const annual = item({ maintenanceReminderId: 'annual', name: 'Annual', dateOptions: dateLimit('2026-05-27') });
    const oil = item({ maintenanceReminderId: 'oil', name: 'Oil Change 50 h', timeOptions: hoursLeft(3) });
    expect(keys([annual, oil].toSorted(byUrgency))).toEqual(['oil', 'annual']);
    const horizons = fleetHorizons([annual, oil], scheduleAt([], now), { now, factor: 1 });
    expect(keys([oil, annual].toSorted(byForecast(horizons, now)))).toEqual(['oil', 'annual']);
    const known = horizons.get('annual')!;
    const early = new Map(horizons).set('annual', { ...known, due: { ...known.due!, at: now + 3_600_000 } });
    expect(keys([oil, annual].toSorted(byForecast(early, now)))).toEqual(['annual', 'oil']);
  });

  test('counts the worst of overall status and axes', () => {
    const axis = item({ maintenanceReminderId: 'axis', status: status(1), timeOptions: hoursLeft(40, 3) });
    expect(keys([due('warning', 2, 1), axis].toSorted(byUrgency))).toEqual(['axis', 'warning']);
  });

  test('puts reminders permanently complied with last', () => {
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

  test('gives the same order, whatever order the reminders arrived in', () => {
    fc.assert(
      fc.property(fc.array(someItem), (items) => {
        const sorted = items.toSorted(byUrgency);
        expect(keys(items.toReversed().toSorted(byUrgency))).toEqual(keys(sorted));
        for (const [index, after] of sorted.slice(1).entries()) {
          const before = sorted[index]!;
          expect(worstFirst(before.worst, after.worst)).toBeLessThanOrEqual(0);
          if (before.statusId === after.statusId && before.driving && after.driving) {
            expect(before.driving.comesIn).toBeLessThanOrEqual(after.driving.comesIn!);
          }
        }
      }),
    );
  });
});
