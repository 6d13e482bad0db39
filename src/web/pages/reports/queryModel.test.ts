import { describe, expect, test } from 'vitest';
import { newLoad } from '#domain/reports/loading/loadPlan.ts';
import { parseReportQuery, parametersOf } from '#domain/reports/loading/reportQuery.ts';
import {
  filterField,
  isClockText,
  isCountText,
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

describe('parameters', () => {
  test('are changed in their positions', () => {
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

  test('are added at the end, and removed by an empty value', () => {
    expect(withValue(pairs, 'd', '4')).toEqual([...pairs, ['d', '4']]);
    expect(withValue(pairs, 'a', '')).toEqual(pairs.slice(1));
    expect(withValue(pairs, 'd', '')).toEqual(pairs);
  });

  test('have no value where the address does not set them', () => {
    expect(valueOf(pairs, 'b')).toBe('2');
    expect(valueOf(pairs, 'd')).toBe('');
  });
});

describe('the panel', () => {
  const names = (list: readonly { readonly name: string }[]) => list.map(({ name }) => name);

  test('offers the documented parameters alone where there are any', () => {
    const fields = queryFields('reportWorkItems', []);
    expect(names(fields.documented)).toEqual(expect.arrayContaining(['CreatedDate', 'limit', 'offset']));
    expect(fields).toMatchObject({ undocumented: [], free: [], takesAny: false, isUndocumentedUsed: false });
  });

  test('offers what live services accept where nothing is documented, and any other name', () => {
    const fields = queryFields('reportFlights', []);
    expect(fields.documented).toEqual([]);
    expect(names(fields.undocumented)).toEqual([
      'flightDate',
      'flightDateRangeEndDate',
      'LastUpdated',
      'limit',
      'offset',
    ]);
    expect(fields).toMatchObject({ takesAny: true, isUndocumentedUsed: false });
  });

  test('is open where the address sets an undocumented parameter', () => {
    expect(queryFields('reportFlights', [['limit', '5']])).toMatchObject({ free: [], isUndocumentedUsed: true });
    const free: Pairs = [['nonsense', '1']];
    expect(queryFields('reportFlights', free)).toMatchObject({ free, isUndocumentedUsed: true });
  });

  test('filters by a date in the grammar of the API', () => {
    const parameter = parametersOf('reportFlights').find(({ name }) => name === 'flightDate');
    if (!parameter) throw new RangeError('flights are filtered by date');
    expect(filterField(parameter)).toMatchObject({
      name: 'flightDate',
      operators: ['gte', 'gt', 'lte', 'lt'],
      documented: false,
    });
  });
});

describe('a date-time', () => {
  const zone = 'America/Denver';

  test('is entered by the operator’s clock and sent in Zulu', () => {
    expect(zuluText('2026-05-12', '09:30', zone)).toBe('2026-05-12T15:30:00Z');
    expect(zuluText('2026-01-12', '09:30', zone)).toBe('2026-01-12T16:30:00Z');
    expect(zuluText('2026-05-12', '23:30', zone)).toBe('2026-05-13T05:30:00Z');
    expect(wallParts('2026-05-12T15:30:00Z', zone)).toEqual({ day: '2026-05-12', clock: '09:30' });
    expect(wallParts('2026-05-13T05:30:00Z', zone)).toEqual({ day: '2026-05-12', clock: '23:30' });
  });

  test('without a clock is midnight, and without a day nothing', () => {
    expect(zuluText('2026-05-12', '', zone)).toBe('2026-05-12T06:00:00Z');
    expect(zuluText('', '09:30', zone)).toBe('');
    expect(wallParts('', zone)).toEqual({ day: '', clock: '' });
    expect(wallParts('soon', zone)).toEqual({ day: '', clock: '' });
  });

  test('keeps its clock on the days of a clock change', () => {
    for (const day of ['2026-03-08', '2026-11-01']) {
      expect(wallParts(zuluText(day, '12:00', zone), zone)).toEqual({ day, clock: '12:00' });
    }
    // 01:30 occurs twice on 1 November: the first one counts.
    expect(zuluText('2026-11-01', '01:30', zone)).toBe('2026-11-01T07:30:00Z');
  });

  test.each([
    ['00:00', true],
    ['23:59', true],
    ['24:00', false],
    ['9:30', false],
    ['12:60', false],
    ['', false],
  ])('takes the clock %j: %s', (text, isGood) => {
    expect(isClockText(text)).toBe(isGood);
  });
});

test.each([
  ['', true],
  [' 25 ', true],
  ['2.5', false],
  ['-1', false],
  ['many', false],
  ['1234567890', false],
])('takes the whole number %j: %s', (text, isGood) => {
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

  test('is there where the query names a page', () => {
    expect(pageSteps(at([['limit', '25']]), plan, 'page')).toBeNull();
    expect(pageSteps(at(third), plan, 'page')).toMatchObject({ page: 2, limit: 25, totalItems: 260 });
  });

  test('counts rows where the service does', () => {
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

  test('guesses that there is a next page where the service reports no total and the page is full', () => {
    expect(pageSteps(at(third), { ...plan, totalItems: null }, 'page')?.totalItems).toBe(76);
    expect(pageSteps(at(third), { ...plan, totalItems: null, received: 10 }, 'page')?.totalItems).toBe(60);
  });

  test('keeps all other parameters', () => {
    const steps = pageSteps(at(third), plan, 'page');
    expect(steps?.pairsFor({ offset: '3' })).toEqual([third[0], ['offset', '3'], ['limit', '25']]);
    expect(steps?.pairsFor({ offset: null })).toEqual([third[0], ['offset', '0'], ['limit', '25']]);
    expect(steps?.pairsFor({ limit: '100', offset: null })).toEqual([third[0], ['offset', '0'], ['limit', '100']]);
    expect(steps?.pairsFor({ limit: null, offset: null })).toEqual([third[0], ['offset', '0'], ['limit', '500']]);
    expect(steps?.pairsFor({ limit: 'all', offset: null })).toEqual([third[0]]);
  });
});
