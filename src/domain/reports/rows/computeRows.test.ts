import type { FreeForm } from '#contract/objects.ts';
import { describe, expect, test } from 'vitest';
import { columnsOf, emptyShape, widened } from '#domain/reports/columns/columns.ts';
import { createRowStore } from './rowStore.ts';
import { defaultView } from '#domain/reports/reportView.ts';
import { runToEnd } from './computation.ts';
import { type RowsRequest, computeRows } from './computeRows.ts';

const items = [
  { tail: 'N1', hours: 1.5, start: '2026-05-12T08:00:00' },
  { tail: 'N2', hours: 2, start: '2026-05-13T08:00:00' },
  { tail: 'N1', hours: 0.5, start: '2026-05-19T08:00:00' },
];
const store = createRowStore(items, { name: 'America/Denver', zoneless: 'operator' });
const columns = columnsOf(widened(emptyShape, items));

function compute(view: Partial<RowsRequest['view']>, rest: Partial<RowsRequest> = {}) {
  const request = {
    store,
    columns,
    searched: columns,
    order: 'value' as const,
    opened: new Set<string>(),
    now: 0,
    coverage: null,
  };
  return runToEnd(computeRows({ ...request, view: { ...defaultView, ...view }, ...rest }));
}

test('an empty view shows all rows in their original order', () => {
  expect(compute({})).toEqual({
    rows: Uint32Array.of(0, 1, 2),
    measures: [],
    totals: null,
    grouped: null,
    chart: null,
    leftOut: null,
  });
});

describe('revenue', () => {
  const invoice = (amount: number, status: string | null, more: FreeForm = {}) => ({
    invoiceNumber: `I-${amount}`,
    invoiceDate: '2026-05-12T08:00:00',
    amount,
    customer: 'Lee',
    status,
    ...more,
  });
  const invoices = [
    invoice(100, 'Paid'),
    invoice(200, 'VOID'),
    invoice(200, 'Void'),
    invoice(20, 'Draft'),
    invoice(1, 'Avoided fee'),
    invoice(30, null),
  ];
  const revenue = (rows: readonly FreeForm[], view: Partial<RowsRequest['view']>) => {
    const ownColumns = columnsOf(widened(emptyShape, rows));
    const shown = ownColumns.filter(({ id }) => id !== 'status');
    return compute(view, { store: createRowStore(rows, store.zone), columns: shown, searched: ownColumns });
  };
  const words = '2 void, 1 draft left out: 420.00';

  test('leaves void and draft invoices out of its chart, also while their status is hidden, and says so', () => {
    const { chart, leftOut } = revenue(invoices, { preset: 'revenue' });
    expect(chart).toMatchObject({ series: [{ values: [131] }], leftOut: words });
    expect(leftOut).toBeNull();
  });

  test('leaves them out of the sums of groups, their chart, and the totals, but counts their rows', () => {
    const { grouped, totals, chart, leftOut } = revenue(invoices, {
      group: { column: 'customer', bucket: null },
      measures: ['amount'],
      chart: { kind: 'bar', column: 'amount' },
    });
    expect(grouped?.groups).toMatchObject([{ key: 'Lee', count: 6, aggregates: [{ sum: 131, filled: 3, most: 100 }] }]);
    expect(totals).toMatchObject([{ sum: 131 }]);
    expect(chart).toMatchObject({ series: [{ values: [131] }], leftOut: words });
    expect(leftOut).toBe(words);
  });

  test('keeps the money of each status if the rows are grouped by it, and no other report changes', () => {
    const ownColumns = columnsOf(widened(emptyShape, invoices));
    const view = { group: { column: 'status', bucket: null }, measures: ['amount'] };
    const { grouped, totals } = compute(view, {
      store: createRowStore(invoices, store.zone),
      columns: ownColumns,
      searched: ownColumns,
    });
    expect(grouped?.groups.find(({ key }) => key === 'Draft')?.aggregates).toMatchObject([{ sum: 20 }]);
    expect(totals).toMatchObject([{ sum: 131 }]);
    const flights = invoices.map(({ amount, status }) => ({ amount, status }));
    expect(revenue(flights, { measures: ['amount'] })).toMatchObject({ totals: [{ sum: 551 }], leftOut: null });
  });

  test('is told by a flag too', () => {
    const flagged = [invoice(5, null, { isVoid: true }), invoice(7, null, { isVoid: false })];
    expect(revenue(flagged, { measures: ['amount'] })).toMatchObject({
      totals: [{ sum: 7 }],
      leftOut: '1 void left out: 5.00',
    });
  });
});

test('totals cover the filtered rows, in the order of the measures', () => {
  const { rows, totals } = compute({
    search: 'n1',
    measures: ['gone', 'hours'],
    sorts: [{ column: 'hours', isDescending: false }],
  });
  expect([...rows]).toEqual([2, 0]);
  expect(totals?.map(({ sum }) => sum)).toEqual([2]);
});

test('columns that are not searched do not filter', () => {
  const searched = columns.filter(({ id }) => id !== 'tail');
  const { rows } = compute({ filters: [{ form: 'text', column: 'tail', contains: 'N2' }] }, { searched });
  expect(rows).toHaveLength(3);
});

test('groups are sorted by value, size or sum, and open ones have their rows', () => {
  const keys = (order: RowsRequest['order']) =>
    compute({ group: { column: 'tail', bucket: null }, measures: ['hours'] }, { order }).grouped?.groups.map(
      ({ key }) => key,
    );
  expect(keys('value')).toEqual(['N1', 'N2']);
  expect(keys('count')).toEqual(['N1', 'N2']);
  expect(compute({ group: { column: 'tail', bucket: null } }, { opened: new Set(['N1']) }).grouped?.opened).toEqual(
    new Map([['N1', Uint32Array.of(0, 2)]]),
  );
});

test('a chart of groups has its own measure, even one not in the totals, in calendar order', () => {
  const group = { column: 'start', bucket: 'week' } as const;
  const { chart } = compute({ group, chart: { kind: 'line', column: 'hours' } }, { order: 'count' });
  expect(chart).toMatchObject({ over: 'Week of start', categories: ['2026-05-11', '2026-05-18'] });
  expect(chart?.series[0]?.values).toEqual([3.5, 0.5]);
  expect(compute({ chart: { kind: 'line', column: 'hours' } }).chart).toBeNull();
});

test('a histogram needs a numeric column', () => {
  expect(compute({ chart: { kind: 'histogram', column: 'hours' } }).chart?.kind).toBe('histogram');
  expect(compute({ chart: { kind: 'histogram', column: 'tail' } }).chart).toBeNull();
});

test('mixed kinds, placeholder dates and fields named like object properties are handled', () => {
  const odd: readonly FreeForm[] = [
    { value: 1, when: '1753-01-01T00:00:00', hasOwnProperty: 1, constructor: 'c', toString: 't' },
    { value: 'two', when: '2026-05-12T08:00:00', constructor: null, toString: null },
    { value: { three: 3 }, when: null },
    { value: [4, 5], when: '2026-05-12T14:00:00Z' },
  ];
  const ownColumns = columnsOf(widened(emptyShape, odd));
  const request = {
    store: createRowStore(odd, { name: 'America/Denver', zoneless: 'operator' }),
    columns: ownColumns,
    searched: ownColumns,
  };
  const sorts = [{ column: 'value', isDescending: false }];
  const { rows, grouped } = compute({ sorts, group: { column: 'when', bucket: 'day' } }, request);
  // Blanks come last: here the object, whose member is a column of its own.
  expect([...rows]).toEqual([0, 3, 1, 2]);
  expect(grouped?.groups.map(({ key, count }) => [key, count])).toEqual([
    ['2026-05-12', 2],
    ['', 2],
  ]);
  expect([...compute({ search: '1753' }, request).rows]).toEqual([]);
});
