import { expect, test } from 'vitest';
import { maxFigureRows } from '#contract/gateway/figures.ts';
import { barTitle, printBar, readBar, rowsText, shownRows } from './rowsModel.ts';

const clock = { zone: 'America/Denver', mode: 'L' } as const;
const now = Date.parse('2026-05-12T17:05:00Z');
const context = { now, clock, zone: clock.zone, tails: new Map<string, string>() };
const row = {
  reservation: '00000000-0000-4000-8000-000000000010',
  at: '2026-05-11T15:00:00.000Z',
  until: '2026-05-11T17:00:00.000Z',
  title: null,
  aircraftId: '00000000-0000-4000-8000-000000000001',
  aircraft: 'N512SP',
  instructor: null,
  status: 'Cancelled - weather',
  hours: null,
};

test('the open bar is in the address, also with a colon in its name', () => {
  for (const bar of [
    { of: 'cancelled', name: 'weather' },
    { of: 'location', name: 'hangar: north' },
    { of: 'location', name: '' },
  ] as const)
    expect(readBar(printBar(bar))).toEqual({ bar, problem: null });
  expect(readBar('')).toEqual({ bar: null, problem: null });
  for (const wrong of ['weather', 'colour:red', ':'])
    expect(readBar(wrong)).toEqual({ bar: null, problem: `There are no rows of “${wrong}”.` });
});

test('the title names the bar as the figures do', () => {
  expect(barTitle({ of: 'cancelled', name: 'weather' }, null)).toBe('Cancelled: Weather');
  expect(barTitle({ of: 'location', name: 'centennial' }, 'Centennial')).toBe('Flown: Centennial');
  expect(barTitle({ of: 'location', name: '' }, null)).toBe('Flown: No location named');
  expect(barTitle({ of: 'week', name: '1-9' }, null)).toBe('Cancelled: Tue 0900L');
  expect(barTitle({ of: 'week', name: '7-9' }, null)).toBe('Cancelled: 7-9');
});

test('a row says when, what and with whom, and leads to its reservation on its day', () => {
  const flight = { ...row, reservation: null, until: null, instructor: 'Ann Lee', status: null };
  const rows = [row, flight, { ...flight, hours: 1.25, until: '2026-05-11T16:15:00.000Z' }];
  const shown = shownRows({ total: 3, lacks: [], rows }, { of: 'late', name: 'grounded' }, context);
  expect(shown.map(({ name, facts }) => [name, facts])).toEqual([
    ['yesterday 0900L to 1100L', 'N512SP · Cancelled - weather'],
    ['yesterday 0900L', 'N512SP · Ann Lee · not closed'],
    ['yesterday 0900L to 1015L', 'N512SP · Ann Lee · 1.3 h'],
  ]);
  expect(shown[0]?.to).toBe(`/reservations?date=2026-05-11&reservation=${row.reservation}`);
  expect(shown[1]?.to).toBeNull();
});

test('a squawk leads to its aircraft, a work order to its report, and each says whether it was closed since', () => {
  const open = { ...row, reservation: null, status: null, until: null, title: 'Left brake soft' };
  const order = { ...open, title: 'WO 12', until: '2026-05-12T15:00:00.000Z' };
  const tails = new Map([[row.aircraftId, 'N1']]);
  const linesOf = (of: 'squawks' | 'orders', rows: (typeof open | typeof order)[]) =>
    shownRows({ total: 1, lacks: [], rows }, { of, name: 'under a week' }, { ...context, tails }).map(
      ({ name, to, facts }) => [name, to, facts],
    );
  expect(linesOf('squawks', [open, { ...open, aircraftId: 'other' }])).toEqual([
    ['Left brake soft', `/fleet/${row.aircraftId}`, 'N1 · opened yesterday 0900L'],
    ['Left brake soft', null, 'N512SP · opened yesterday 0900L'],
  ]);
  expect(linesOf('orders', [order])).toEqual([
    ['WO 12', '/reports/workOrders?find=WO+12', 'N1 · opened yesterday 0900L · closed 0900L'],
  ]);
  expect(rowsText({ total: 2, rows: [], lacks: [] }, { of: 'orders', name: 'under a week' })).toBe('2 work orders');
});

test('of many rows the newest are shown, and the number says all', () => {
  expect(rowsText({ total: 1, rows: [], lacks: [] }, { of: 'late', name: 'grounded' })).toBe('1 reservation');
  expect(rowsText({ total: maxFigureRows + 700, rows: [], lacks: [] }, { of: 'location', name: '' })).toBe(
    '1,200 flights, the newest 500 shown',
  );
});
