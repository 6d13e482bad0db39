import { expect, test } from 'vitest';
import type { FreeForm } from '#contract/objects.ts';
import { defaultView } from '#domain/reports/reportView.ts';
import { inDefaultOrder, newestColumn } from './newestFirst.ts';
import { sampleStore } from '#e2e/fixtures/samples/sampleRows.ts';

const { columns } = sampleStore([{ lastUpdated: '2026-05-12', checkedOutOn: '2026-05-12T08:00:00', landings: 3 }]);
const at = columns.find(({ id }) => id === 'checkedOutOn') ?? null;

test('the newest rows are decided by when events happened rather than when they were entered', () => {
  expect(newestColumn('reportFlights', columns)?.id).toBe('checkedOutOn');
  expect(newestColumn('reportFlights', columns.slice(0, 1))?.id).toBe('lastUpdated');
});

test('data sets of things rather than events have no newest row, and columns of other types do not decide', () => {
  expect(newestColumn('reportAircraft', columns)).toBe(null);
  const { columns: text } = sampleStore([{ checkedOutOn: 'soon' }]);
  expect(newestColumn('reportFlights', text)).toBe(null);
});

test('a time column with another name decides if it is the only one and not about the future', () => {
  const of = (item: FreeForm) => newestColumn('reportFlights', sampleStore([item]).columns)?.id ?? null;
  expect(of({ posted: '2026-05-12', amount: 3 })).toBe('posted');
  expect(of({ posted: '2026-05-12', settled: '2026-05-13' })).toBe(null);
  expect(of({ expirationDate: '2026-05-12' })).toBe(null);
  expect(of({ expirationDate: '2026-05-12', posted: '2026-05-12' })).toBe('posted');
});

test('the newest rows come first if no order is chosen', () => {
  expect(inDefaultOrder(defaultView, at).sorts).toEqual([{ column: 'checkedOutOn', isDescending: true }]);
  expect(inDefaultOrder(defaultView, null)).toBe(defaultView);
  for (const chosen of [
    { ...defaultView, isAsSent: true },
    { ...defaultView, sorts: [{ column: 'landings', isDescending: false }] },
    { ...defaultView, group: { column: 'landings', bucket: null } },
  ])
    expect(inDefaultOrder(chosen, at)).toBe(chosen);
});
