import fc from 'fast-check';
import { expect, test } from 'vitest';
import { columnKinds } from '#domain/reports/columns/columns.ts';
import { type ColumnFilter, isActive } from '#domain/reports/rows/filterSort.ts';
import { buckets } from '#domain/reports/columns/times.ts';
import { printView, readView, chartKinds, type ReportView, defaultView } from './reportView.ts';

const id = fc.oneof(
  fc.constantFrom('flightHours', 'aircraft.tailNumber', '-x', 'a,b', 'x~y', 'a:b', 'p=q', '!2c', ''),
  fc.string(),
);
const day = fc.integer({ min: 0, max: 60_000 }).map((index) => new Date(index * 86_400_000).toISOString().slice(0, 10));
const number = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value || 0);
const filter: fc.Arbitrary<ColumnFilter> = fc.oneof(
  fc.record({ form: fc.constant('text' as const), column: id, contains: fc.string() }),
  fc.record({ form: fc.constant('set' as const), column: id, values: fc.array(fc.string(), { minLength: 1 }) }),
  fc.record({ form: fc.constant('range' as const), column: id, min: fc.option(number), max: fc.option(number) }),
  fc.record({ form: fc.constant('days' as const), column: id, first: fc.option(day), last: fc.option(day) }),
);
const view: fc.Arbitrary<ReportView> = fc
  .record({
    columns: fc.array(
      fc.record({
        column: id,
        width: fc.option(fc.integer({ min: 0, max: 9999 })),
        isHidden: fc.boolean(),
        isPinned: fc.boolean(),
      }),
    ),
    kinds: fc.dictionary(id, fc.constantFrom(...columnKinds)),
    sorts: fc.array(fc.record({ column: id, isDescending: fc.boolean() })),
    isAsSent: fc.boolean(),
    filters: fc.array(filter.filter(isActive)),
    search: fc.string(),
    group: fc.option(fc.record({ column: id, bucket: fc.option(fc.constantFrom(...buckets)) })),
    measures: fc.array(id),
    isUntotalled: fc.boolean(),
    chart: fc.option(fc.record({ kind: fc.constantFrom(...chartKinds), column: fc.option(id) })),
    preset: fc.option(fc.string({ minLength: 1 })),
  })
  // The service's own order is not a sort.
  .map((given) => ({
    ...given,
    isAsSent: given.isAsSent && given.sorts.length === 0,
    isUntotalled: given.isUntotalled && given.measures.length === 0,
  }));

test('any view is read back from the address', () => {
  fc.assert(
    fc.property(view, (given) => {
      expect(readView(printView(given))).toEqual({ view: given, problems: [] });
    }),
    { numRuns: 500 },
  );
});

test('the service’s order is a choice of its own, and no sort means the default order', () => {
  expect(readView({ sort: '-' })).toEqual({ view: { ...defaultView, isAsSent: true }, problems: [] });
  expect(printView({ ...defaultView, isAsSent: true }).sort).toBe('-');
  expect(printView(defaultView).sort).toBe(null);
});

test('any address is read or reported, and none throws', () => {
  const texts = fc.record({
    columns: fc.string(),
    as: fc.string(),
    sort: fc.string(),
    where: fc.string(),
    group: fc.string(),
    chart: fc.string(),
  });
  fc.assert(
    fc.property(texts, (given) => {
      const { view: read } = readView(given);
      expect(readView(printView(read)).view).toEqual(read);
    }),
  );
});

test('an address is readable for people', () => {
  const given: ReportView = {
    ...defaultView,
    columns: [{ column: 'registrationTail', width: 120, isHidden: false, isPinned: true }],
    sorts: [
      { column: 'flightHours', isDescending: true },
      { column: 'aircraft.tail', isDescending: false },
    ],
    filters: [
      { form: 'text', column: 'note', contains: 'pattern' },
      { form: 'range', column: 'hours', min: 1.5, max: null },
      { form: 'days', column: 'start', first: '2026-05-01', last: '2026-05-31' },
      { form: 'set', column: 'status', values: ['Open', ''] },
    ],
    group: { column: 'start', bucket: 'week' },
  };
  expect(printView(given)).toMatchObject({
    columns: 'registrationTail:120*',
    sort: '-flightHours,aircraft.tail',
    where: 'note~pattern;hours:1.5..;start@2026-05-01..2026-05-31;status=Open,',
    group: 'start:week',
    find: null,
    chart: null,
  });
  expect(readView({ sort: 'a', where: 'nonsense;b~c', group: 'x:century' }).problems).toEqual([
    '“nonsense” cannot be read in where.',
    '“x:century” cannot be read in group.',
  ]);
});
