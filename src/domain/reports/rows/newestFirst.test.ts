import { expect, test } from 'vitest';
import type { FreeForm } from '#contract/objects.ts';
import { defaultView } from '#domain/reports/reportView.ts';
import { inUsualOrder, newestColumn } from './newestFirst.ts';
import { sampleStore } from './sampleRows.ts';

const { columns } = sampleStore([{ lastUpdated: '2026-05-12', checkedOutOn: '2026-05-12T08:00:00', landings: 3 }]);
const at = columns.find(({ id }) => id === 'checkedOutOn') ?? null;

test('rows are newest by when they happened, before when they were written', () => {
  expect(newestColumn('reportFlights', columns)?.id).toBe('checkedOutOn');
  expect(newestColumn('reportFlights', columns.slice(0, 1))?.id).toBe('lastUpdated');
});

test('what exists has no newest, and a column of other values tells none', () => {
  expect(newestColumn('reportAircraft', columns)).toBe(null);
  const { columns: text } = sampleStore([{ checkedOutOn: 'soon' }]);
  expect(newestColumn('reportFlights', text)).toBe(null);
});

test('a time of another name tells where it is the only one, unless it looks ahead', () => {
  const of = (item: FreeForm) => newestColumn('reportFlights', sampleStore([item]).columns)?.id ?? null;
  expect(of({ posted: '2026-05-12', amount: 3 })).toBe('posted');
  expect(of({ posted: '2026-05-12', settled: '2026-05-13' })).toBe(null);
  expect(of({ expirationDate: '2026-05-12' })).toBe(null);
  expect(of({ expirationDate: '2026-05-12', posted: '2026-05-12' })).toBe('posted');
});

test('the newest come first where no order is chosen', () => {
  expect(inUsualOrder(defaultView, at).sorts).toEqual([{ column: 'checkedOutOn', isDescending: true }]);
  expect(inUsualOrder(defaultView, null)).toBe(defaultView);
  for (const chosen of [
    { ...defaultView, isAsSent: true },
    { ...defaultView, sorts: [{ column: 'landings', isDescending: false }] },
    { ...defaultView, group: { column: 'landings', bucket: null } },
  ])
    expect(inUsualOrder(chosen, at)).toBe(chosen);
});
