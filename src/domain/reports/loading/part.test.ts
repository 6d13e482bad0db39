import { describe, expect, test } from 'vitest';
import { daysOf } from './periods.ts';
import { type LoadPlan, newLoad, placeOf, newestOffset } from './loadPlan.ts';
import {
  type Selection,
  selectionOf,
  periodSelection,
  isSpanIgnored,
  orderWarning,
  partOf,
  placesText,
  rowsText,
  scopeText,
} from './part.ts';
import { emptyShape } from '#domain/reports/columns/columns.ts';

const zone = { name: 'America/Denver', zoneless: 'operator' } as const;
const selection: Selection = periodSelection(daysOf('30', '2026-11-22')!, { today: '2026-11-22', zone });
const rowsOf = (count: number) => Array.from({ length: count }, (_, id) => ({ id }));
const segment = (from: number, to: number) => ({
  from,
  to,
  rows: rowsOf(to - from),
  shape: emptyShape,
  setAside: [],
});

/** The first 1,000 of 4,532 rows. */
const first: LoadPlan = {
  ...newLoad({ dated: { id: 'reportInvoices', zone } }, 0),
  status: 'idle',
  mode: 'page',
  order: 'unknown',
  head: segment(0, 1000),
  rows: rowsOf(1000),
  totalItems: 4532,
};
const falling: LoadPlan = { ...first, order: 'newest first' };
/** The last 1,000. */
const rising: LoadPlan = {
  ...first,
  order: 'newest last',
  end: 'last',
  isEndSeen: true,
  tail: segment(3532, 4532),
  size: 500,
};
const whole: LoadPlan = { ...first, status: 'complete', mode: 'whole', rows: rowsOf(40), totalItems: 40 };
const given: LoadPlan = { ...newLoad({ offset: 3 }, 0), status: 'complete', rows: rowsOf(25), totalItems: 260 };
const single: LoadPlan = { ...first, status: 'complete', mode: 'single', rows: rowsOf(100), totalItems: 900 };

test.each([
  [0, '0 rows'],
  [1, '1 row'],
  [6214, '6,214 rows'],
])('%d rows are written %j', (count, text) => {
  expect(rowsText(count)).toBe(text);
});

describe('the loaded rows', () => {
  test.each([
    ['of a list that grows at its end', rising, 'the newest 1,000 of 4,532 rows', 'rows 3,533–4,532 of 4,532'],
    ['of a list that grows at its start', falling, 'the newest 1,000 of 4,532 rows', 'rows 1–1,000 of 4,532'],
    ['of a list in no known order', first, 'the first 1,000 of 4,532 rows', 'rows 1–1,000 of 4,532'],
    [
      'of the end of a list in no known order',
      { ...rising, order: 'unknown' },
      'the last 1,000 of 4,532 rows',
      'rows 3,533–4,532 of 4,532',
    ],
    ['without a total', { ...first, totalItems: null }, 'the first 1,000 rows', null],
    ['with a wrong total', { ...first, isTotalWrong: true }, 'the first 1,000 rows', null],
    ['of a given page', given, 'the 25 of 260 rows at offset 3', null],
    ['of a service that sends only the first', single, 'the first 100 of 900 rows', null],
    ['of a complete list', whole, 'all 40 rows', null],
    ['of a single row', { ...whole, rows: rowsOf(1) }, 'the only row', null],
  ] as const)('%s', (_, plan, scope, places) => {
    expect(scopeText(plan)).toBe(scope);
    expect(placesText(plan)).toBe(places);
  });

  test('are described beside the heading, with the requested days', () => {
    expect(scopeText(rising, selection)).toBe('the newest 1,000 of 4,532 rows of the last 30 days');
  });
});

describe('a part', () => {
  test('is null if everything is loaded', () => {
    expect(partOf(whole, null)).toBeNull();
  });

  test('has a label for titles, a sentence, and a name for files', () => {
    expect(partOf(rising, null, '2 Nov')).toEqual({
      label: 'part of 4,532 rows',
      text: 'Newest 1,000 of 4,532 rows (part: rows 3,533–4,532 of 4,532), from 2 Nov.',
      fileName: 'part-newest-1000-of-4532',
      isWhole: false,
    });
    expect(partOf({ ...first, totalItems: null }, null)).toEqual({
      label: 'part of the rows',
      text: 'First 1,000 rows (part).',
      fileName: 'part-first-1000',
      isWhole: false,
    });
    expect(partOf(given, null)).toMatchObject({ fileName: 'part-25-of-260' });
  });

  test('may be all rows of some days, or some of those rows', () => {
    expect(partOf(whole, selection)).toEqual({
      label: 'last 30 days',
      text: 'Last 30 days: 24 Oct to 22 Nov.',
      fileName: '2026-10-24-to-2026-11-22',
      isWhole: true,
    });
    expect(partOf(rising, selection)).toEqual({
      label: 'part of 4,532 rows of the last 30 days',
      text: 'Newest 1,000 of 4,532 rows (part: rows 3,533–4,532 of 4,532). Last 30 days: 24 Oct to 22 Nov.',
      fileName: 'part-newest-1000-of-4532-2026-10-24-to-2026-11-22',
      isWhole: false,
    });
  });
});

describe('the warning about missing newer rows', () => {
  test('appears for an unknown order, a missing total, and a service that sends only some rows', () => {
    expect(orderWarning(first)).toMatch(/^The order of the service’s list is not known: newer rows may not be loaded/);
    expect(orderWarning({ ...first, totalItems: null })).toMatch(/^The service does not say how many rows there are:/);
    expect(orderWarning({ ...first, isTotalWrong: true })).toMatch(
      /^The service does not say how many rows there are:/,
    );
    expect(orderWarning(single)).toBe('The service sends only these 100 rows; newer rows cannot be loaded.');
  });

  test('appears if rows at the other end have later dates', () => {
    expect(orderWarning({ ...rising, later: 1 })).toBe(
      '1 row at the other end of the service’s list has a later date. Load all rows to see it.',
    );
    expect(orderWarning({ ...rising, later: 2 })).toMatch(/^2 rows .* have later dates\. Load all rows to see them\.$/);
  });

  test('is absent if the newest rows are loaded, rows have no date, or loading continues', () => {
    for (const plan of [
      rising,
      falling,
      whole,
      given,
      { ...first, dated: null },
      { ...first, status: 'loading' } as const,
    ])
      expect(orderWarning(plan)).toBeNull();
  });
});

test('rows from the end of a list keep their positions while earlier ones load', () => {
  expect(placeOf(rising)).toEqual({ before: 3532, isFromEnd: true });
  expect(placeOf({ ...rising, status: 'complete' })).toEqual({ before: 0, isFromEnd: true });
  expect(placeOf(falling)).toEqual({ before: 0, isFromEnd: false });
});

test("single pages begin with the newest rows' page", () => {
  expect(newestOffset(rising)).toBe(9);
  expect(newestOffset({ ...rising, mode: 'record' })).toBe(4032);
  expect(newestOffset(falling)).toBe(0);
  expect(newestOffset(first)).toBe(0);
});

const at = { today: '2026-11-22', zone };

test('the last 30 days end today, also across a clock change', () => {
  expect(periodSelection(daysOf('30', at.today)!, at)).toEqual({
    label: 'last 30 days',
    suffix: ' of the last 30 days',
    days: '24 Oct to 22 Nov',
    fileName: '2026-10-24-to-2026-11-22',
    isSpan: true,
    from: Date.parse('2026-10-24T06:00:00Z'),
    to: Date.parse('2026-11-23T07:00:00Z'),
  });
  expect(periodSelection(daysOf('90', '2026-02-10')!, { ...at, today: '2026-02-10' }).days).toBe(
    '13 Nov 2025 to 10 Feb',
  );
});

describe('the rows that an address requests', () => {
  const flights = (...pairs: [string, string][]) => selectionOf('reportFlightOperations', pairs, at);

  test('are all if it has only paging parameters', () => {
    expect(flights()).toBeNull();
    expect(flights(['limit', '50'], ['offset', '2'], ['StartDate', ''])).toBeNull();
  });

  test('are those between two dates, where an end at midnight means the day before', () => {
    expect(flights(['StartDate', '2026-11-01T06:00:00Z'], ['EndDate', '2026-11-04T07:00:00Z'])).toEqual({
      label: 'from 1 Nov to 3 Nov',
      suffix: ' from 1 Nov to 3 Nov',
      days: null,
      fileName: '2026-11-01-to-2026-11-03',
      isSpan: true,
      from: Date.parse('2026-11-01T06:00:00Z'),
      to: Date.parse('2026-11-04T07:00:00Z'),
    });
    expect(flights(['StartDate', '2026-11-12T16:30:00Z'])).toMatchObject({
      label: 'from 12 Nov 0930L',
      fileName: 'from-2026-11-12',
      to: null,
    });
    // The last second of a day stands for all of it: the end date is inclusive.
    expect(flights(['StartDate', '2026-11-01T06:00:00Z'], ['EndDate', '2026-11-04T06:59:59Z'])).toMatchObject({
      label: 'from 1 Nov to 3 Nov',
      to: Date.parse('2026-11-04T07:00:00Z'),
    });
    expect(flights(['EndDate', '2025-11-04T07:00:00Z'])).toMatchObject({
      label: 'to 3 Nov 2025',
      fileName: 'to-2025-11-03',
    });
  });

  test("are those since a date in the form of work items, in the operator's time zone", () => {
    const items = (value: string) => selectionOf('reportWorkItems', [['CreatedDate', value]], at);
    expect(items('gte:2026-11-01T00:00:00')).toMatchObject({ label: 'from 1 Nov', isSpan: true, to: null });
    expect(items('lt:2026-11-01T00:00:00')).toMatchObject({ label: 'to 31 Oct', isSpan: true, from: null });
  });

  test('have an unknown span with any other parameter, because the service may ignore the dates', () => {
    expect(flights(['Chunk', '2026-11'])).toMatchObject({
      label: 'with Chunk=2026-11',
      isSpan: false,
      fileName: 'selected',
    });
    const undocumented = selectionOf('reportFlights', [['StartDate', '2026-11-01T06:00:00Z']], at);
    expect(undocumented).toMatchObject({ label: 'with StartDate=2026-11-01T06:00:00Z', isSpan: false });
    expect(selectionOf('reportWorkItems', [['LastUpdated', 'gte:2026-11-01T00:00:00']], at)?.isSpan).toBe(false);
  });
});

test('a service that sends rows of other days, beyond a few at the edge, has ignored the span', () => {
  const period = periodSelection(daysOf('30', at.today)!, at);
  const within = Array.from({ length: 50 }, (_, hour) => Date.parse('2026-11-01T12:00:00Z') + hour * 3_600_000);
  const before = Date.parse('2026-10-23T20:00:00Z');
  const longBefore = Date.parse('2026-03-01T12:00:00Z');
  expect(isSpanIgnored(period, within)).toBe(false);
  expect(isSpanIgnored(period, [...within, ...Array.from({ length: 20 }, () => before)])).toBe(false);
  expect(isSpanIgnored(period, [...within, longBefore])).toBe(false);
  expect(isSpanIgnored(period, [...within, ...Array.from({ length: 20 }, () => longBefore)])).toBe(true);
  expect(isSpanIgnored({ ...period, isSpan: false }, [longBefore])).toBe(false);
});
