import { describe, expect, test } from 'vitest';
import { newLoad } from '#domain/reports/loading/loadPlan.ts';
import { type Period, startParameter } from '#domain/reports/loading/periods.ts';
import { parseReportQuery, parametersOf } from '#domain/reports/loading/reportQuery.ts';
import {
  dayEnd,
  filterField,
  isCountText,
  loadExtent,
  noRowsText,
  extentText,
  otherPeriodText,
  periodMenu,
  periodQuery,
  periodText,
  withoutPeriod,
  type Pairs,
  pageSteps,
  queryFields,
  valueOf,
  wallParts,
  withName,
  withValue,
  zuluText,
} from './queryModel.ts';

const pairs: Pairs = [
  ['a', '1'],
  ['b', '2'],
  ['c', '3'],
];

describe('query parameters', () => {
  test('keep their positions when changed', () => {
    expect(withValue(pairs, 'b', '9')).toEqual([
      ['a', '1'],
      ['b', '9'],
      ['c', '3'],
    ]);
    expect(withName(pairs, 'b', 'd')).toEqual([
      ['a', '1'],
      ['d', '2'],
      ['c', '3'],
    ]);
  });

  test('are added at the end, and removed when empty', () => {
    expect(withValue(pairs, 'd', '4')).toEqual([...pairs, ['d', '4']]);
    expect(withValue(pairs, 'a', '')).toEqual(pairs.slice(1));
    expect(withValue(pairs, 'd', '')).toEqual(pairs);
  });

  test('have an empty value when the address does not set them', () => {
    expect(valueOf(pairs, 'b')).toBe('2');
    expect(valueOf(pairs, 'd')).toBe('');
  });
});

describe('the query panel', () => {
  const names = (list: readonly { readonly name: string }[]) => list.map(({ name }) => name);

  test('offers only the documented parameters when there are any', () => {
    const fields = queryFields('reportWorkItems', []);
    expect(names([...fields.dates, ...fields.documented])).toEqual(
      expect.arrayContaining(['CreatedDate', 'limit', 'offset']),
    );
    expect(fields).toMatchObject({ undocumented: [], free: [], takesAny: false, isUsed: false });
  });

  test('offers what live services accept, and any other name, when nothing is documented', () => {
    const fields = queryFields('reportFlights', []);
    expect(fields.documented).toEqual([]);
    expect(names(fields.undocumented)).toEqual([
      'flightDate',
      'flightDateRangeEndDate',
      'LastUpdated',
      'limit',
      'offset',
    ]);
    expect(fields).toMatchObject({ takesAny: true, isUsed: false });
  });

  test('is open when the address sets an undocumented parameter', () => {
    expect(queryFields('reportFlights', [['limit', '5']])).toMatchObject({ free: [], isUsed: true });
    const free: Pairs = [['nonsense', '1']];
    expect(queryFields('reportFlights', free)).toMatchObject({ free, isUsed: true });
  });

  test('filters by date in the API’s syntax', () => {
    const parameter = parametersOf('reportFlights').find(({ name }) => name === 'flightDate');
    if (!parameter) throw new RangeError('flights are filtered by date');
    expect(filterField(parameter)).toMatchObject({
      name: 'flightDate',
      operators: ['gte', 'gt', 'lte', 'lt'],
      documented: false,
    });
  });
});

describe('a date-time parameter', () => {
  const zone = 'America/Denver';

  test('is entered by the operator’s clock and sent in Zulu', () => {
    expect(zuluText('2026-05-12', '09:30', zone)).toBe('2026-05-12T15:30:00Z');
    expect(zuluText('2026-01-12', '09:30', zone)).toBe('2026-01-12T16:30:00Z');
    expect(zuluText('2026-05-12', '23:30', zone)).toBe('2026-05-13T05:30:00Z');
    expect(wallParts('2026-05-12T15:30:00Z', zone)).toEqual({ day: '2026-05-12', clock: '09:30' });
    expect(wallParts('2026-05-13T05:30:00Z', zone)).toEqual({ day: '2026-05-12', clock: '23:30' });
  });

  test('is midnight without a time, and empty without a day', () => {
    expect(zuluText('2026-05-12', '', zone)).toBe('2026-05-12T06:00:00Z');
    expect(zuluText('', '09:30', zone)).toBe('');
    expect(wallParts('', zone)).toEqual({ day: '', clock: '' });
    expect(wallParts('soon', zone)).toEqual({ day: '', clock: '' });
  });

  test('keeps its time on the days of a clock change', () => {
    for (const day of ['2026-03-08', '2026-11-01']) {
      expect(wallParts(zuluText(day, '12:00', zone), zone)).toEqual({ day, clock: '12:00' });
    }
    // 01:30 occurs twice on 1 November: the first one counts.
    expect(zuluText('2026-11-01', '01:30', zone)).toBe('2026-11-01T07:30:00Z');
  });
});

test.each([
  ['', true],
  [' 25 ', true],
  ['2.5', false],
  ['-1', false],
  ['many', false],
  ['1234567890', false],
])('the whole number %j is accepted: %s', (text, isGood) => {
  expect(isCountText(text)).toBe(isGood);
});

describe('paging through the service’s own pages', () => {
  const at = (given: Pairs) => ({ query: parseReportQuery('reportWorkItems', given).query, pairs: given });
  const plan = { ...newLoad({ limit: 25, offset: 2 }, 0), received: 25, totalItems: 260 };
  const third: Pairs = [
    ['CreatedDate', 'gte:2026-05-12T00:00:00'],
    ['offset', '2'],
    ['limit', '25'],
  ];

  test('is offered when the query names a page', () => {
    expect(pageSteps(at([['limit', '25']]), plan, 'page')).toBeNull();
    expect(pageSteps(at(third), plan, 'page')).toMatchObject({ page: 2, limit: 25, totalItems: 260 });
  });

  test('counts rows when the service does', () => {
    const rows: Pairs = [
      ['offset', '50'],
      ['limit', '25'],
    ];
    const steps = pageSteps(at(rows), plan, 'record');
    expect(steps).toMatchObject({ page: 2, limit: 25 });
    expect(steps?.pairsFor({ offset: '3' })).toEqual([
      ['offset', '75'],
      ['limit', '25'],
    ]);
  });

  test('assumes a next page after a full page without a total', () => {
    expect(pageSteps(at(third), { ...plan, totalItems: null }, 'page')?.totalItems).toBe(76);
    expect(pageSteps(at(third), { ...plan, totalItems: null, received: 10 }, 'page')?.totalItems).toBe(60);
  });

  test('keeps all other parameters when a page is changed', () => {
    const steps = pageSteps(at(third), plan, 'page');
    expect(steps?.pairsFor({ offset: '3' })).toEqual([third[0], ['offset', '3'], ['limit', '25']]);
    expect(steps?.pairsFor({ offset: null })).toEqual([third[0], ['offset', '0'], ['limit', '25']]);
    expect(steps?.pairsFor({ limit: '100', offset: null })).toEqual([third[0], ['offset', '0'], ['limit', '100']]);
    expect(steps?.pairsFor({ limit: null, offset: null })).toEqual([third[0], ['offset', '0'], ['limit', '500']]);
    expect(steps?.pairsFor({ limit: 'all', offset: null })).toEqual([third[0]]);
  });
});

describe('the period of a report', () => {
  const at = { today: '2026-05-12', zone: { name: 'America/Denver', zoneless: 'operator' } } as const;
  const of = (
    id: 'reportFlightOperations' | 'reportWorkItems' | 'reportFlights' | 'reportAircraft',
    given: Pairs,
    period: Period = '30',
  ) => periodQuery(id, given, period, at);

  test('is requested only from reports that take dates, in the form each one takes', () => {
    // Today is one of the 30 days. Midnight of 13 April in Denver, in daylight time, is 06:00 in Zulu.
    expect(of('reportFlightOperations', []).added).toEqual([['StartDate', '2026-04-13T06:00:00Z']]);
    expect(of('reportWorkItems', []).added).toEqual([['CreatedDate', 'gte:2026-04-13T00:00:00']]);
    expect(of('reportAircraft', [])).toEqual({ period: null, added: [], selection: null, days: null });
    expect(startParameter('reportFlights')).toBe(null);
  });

  test('that has ended is requested to its last second, which the service includes', () => {
    expect(of('reportFlightOperations', [], 'last-month')).toMatchObject({
      added: [
        ['StartDate', '2026-04-01T06:00:00Z'],
        ['EndDate', '2026-05-01T05:59:59Z'],
      ],
      selection: { label: 'last month', suffix: ' of last month', days: '1 Apr to 30 Apr', isSpan: true },
    });
    expect(of('reportFlightOperations', [], 'month')).toMatchObject({
      added: [['StartDate', '2026-05-01T06:00:00Z']],
      selection: { label: 'this month', days: '1 May to 12 May' },
    });
  });

  test('gives way to dates and pages in the address, but not to other parameters', () => {
    const ended = of('reportFlightOperations', [['EndDate', '2026-01-01T07:00:00Z']]);
    expect(ended).toMatchObject({ period: null, added: [], selection: { label: 'to 31 Dec 2025' } });
    expect(of('reportWorkItems', [['offset', '0']])).toEqual({ period: null, added: [], selection: null, days: null });
    expect(of('reportWorkItems', [['limit', '25']]).period).toBe('30');
    expect(periodQuery('reportWorkItems', [], 'all', at)).toEqual({
      period: 'all',
      added: [],
      selection: null,
      days: null,
    });
  });

  test('without rows names only what is a reason: filters, else the period, else the service', () => {
    const none = (id: Parameters<typeof periodQuery>[0], own: Pairs, period: Period = '30') =>
      noRowsText(id, own, periodQuery(id, own, period, at));
    expect(none('reportWorkItems', [])).toBe('No rows in this period.');
    expect(none('reportWorkItems', [], 'all')).toBe('The service has no rows for this report.');
    expect(none('reportWorkItems', [['limit', '25']], 'all')).toBe('The service has no rows for this report.');
    expect(none('reportWorkItems', [['CreatedDate', 'gte:2026-05-01T00:00:00']])).toBe('No rows in this period.');
    expect(none('reportFlights', [])).toBe('No rows in this period.');
    expect(none('reportFlights', [['whatever', '7']], 'all')).toBe('No rows match these filters.');
  });

  test('narrows the rows here where the service takes no dates, unless the address names a page', () => {
    expect(of('reportFlights', [], 'last-month')).toEqual({
      period: 'last-month',
      added: [],
      selection: null,
      days: { label: 'last month', first: '2026-04-01', last: '2026-04-30' },
    });
    expect(of('reportFlights', [['offset', '0']], 'last-month')).toMatchObject({ period: null, days: null });
    expect(periodMenu('reportFlights').shown.map(({ label }) => label)).toEqual([
      'Newest',
      'This month',
      'Last month',
      '30 days',
      '90 days',
    ]);
  });

  test('describes the rows, together with any other parameter', () => {
    expect(of('reportWorkItems', []).selection?.label).toBe('last 30 days');
    expect(of('reportFlightOperations', [['Chunk', '2026-05']]).selection).toMatchObject({
      label: 'with StartDate=2026-04-13T06:00:00Z and Chunk=2026-05',
      isSpan: false,
    });
  });

  test('stays out of the address until one of its dates is changed', () => {
    const { added } = of('reportWorkItems', []);
    expect(withoutPeriod([...added, ['limit', '25']], added)).toEqual({ pairs: [['limit', '25']], isEnded: false });
    expect(withoutPeriod([], added)).toEqual({ pairs: [], isEnded: true });
    const changed: Pairs = [['CreatedDate', 'gte:2026-01-01T00:00:00']];
    expect(withoutPeriod(changed, added)).toEqual({ pairs: changed, isEnded: true });
  });

  test('is loaded whole when it is not too large, and otherwise up to its newest rows', () => {
    expect(loadExtent(null, true)).toEqual({ target: 0, wholeUpTo: 5000, problem: null });
    expect(loadExtent(null, false)).toMatchObject({ target: 0, wholeUpTo: 0 });
  });

  test.each([
    ['all', Infinity],
    ['2000', 2000],
  ])('with rows=%s loads that many, and is written back the same', (text, target) => {
    expect(loadExtent(text, false)).toMatchObject({ target, problem: null });
    expect(extentText(target)).toBe(text);
  });

  test.each(['0', '-5', '1.5', 'many', ''])('with rows=%s gives a problem', (text) => {
    expect(loadExtent(text, false)).toMatchObject({
      target: 0,
      problem: `“${text}” is not a number of rows, or all; showing the newest.`,
    });
  });

  test('has a text, and those asked for most are in sight', () => {
    expect(periodText('7')).toBe('in the last 7 days');
    expect(periodText('all')).toBe(null);
    const { shown, others } = periodMenu('reportFlightOperations');
    expect(shown.map(({ label }) => label)).toEqual(['This month', 'Last month', '30 days', '90 days']);
    expect(others.map(({ label }) => label)).toEqual(['7 days', 'All dates']);
    expect(periodMenu('reportAircraft')).toEqual({ shown: [], others: [] });
  });

  test('out of sight has a name of its own, and so have dates in the address', () => {
    const { selection } = of('reportFlightOperations', [
      ['StartDate', '2026-04-01T06:00:00Z'],
      ['EndDate', '2026-04-16T05:59:59Z'],
    ]);
    expect(otherPeriodText(null, selection)).toBe('1 Apr to 15 Apr');
    expect(otherPeriodText(null, null)).toBe('One page');
    expect(otherPeriodText('all', null)).toBe('All dates');
  });

  test('of one’s own ends with the last second of its last day', () => {
    expect(zuluText('2026-04-30', dayEnd, 'America/Denver')).toBe('2026-05-01T05:59:59Z');
    expect(wallParts('2026-05-01T05:59:59Z', 'America/Denver')).toEqual({ day: '2026-04-30', clock: '23:59' });
  });
});
