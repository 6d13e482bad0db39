import { expect, test } from 'vitest';
import type { ReportColumns, WithheldColumn } from '#contract/access/columns.ts';
import { columnsCount, openLabel, reportLines, rolesText } from './columnsModel.ts';

const column = (member: string, more: Partial<WithheldColumn> = {}): WithheldColumn => ({
  member,
  samples: ['1'],
  withheldFrom: ['dispatcher', 'maintenance'],
  openTo: [],
  ...more,
});
const orders: ReportColumns = {
  report: 'reportWorkOrders',
  rows: 12,
  columns: [
    column('totalDue'),
    column('tip', { openTo: ['maintenance'] }),
    column('fee', { openTo: ['dispatcher', 'maintenance'] }),
  ],
};
const flights: ReportColumns = { report: 'reportFlights', rows: 0, columns: [] };

test('columns count as withheld when a role cannot see them, and as open when one can', () => {
  expect(columnsCount([orders, flights])).toBe('2 columns withheld, 2 open');
  expect(columnsCount([{ ...orders, columns: [column('a')] }])).toBe('1 column withheld');
});

test('reports are in the order of their own page, and one not yet opened says what to do', () => {
  expect(reportLines([orders, flights]).map(({ name, summary, hint }) => [name, summary, hint])).toEqual([
    ['Flights', 'not loaded yet', 'This report has not loaded yet. Open it once, and its columns appear here.'],
    ['Work orders', '2 columns withheld, 2 open', null],
  ]);
});

test('a column says who sees it, and its button what it does', () => {
  expect(rolesText(column('a'))).toBe('Managers only');
  expect(rolesText(column('a', { openTo: ['dispatcher', 'maintenance'] }))).toBe('Open to dispatchers and maintenance');
  expect(openLabel('dispatcher', [])).toBe('Open for dispatchers');
  expect(openLabel('maintenance', ['maintenance'])).toBe('Close for maintenance');
});
