import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type OperationId, operationIds, operations } from './operations.ts';
import { parseQuery, printQuery, type QueryPair } from './query.ts';
import { queryOf } from '#e2e/fixtures/samples/queryArbitraries.ts';

const read = (id: OperationId, search: string) => parseQuery(operations[id], [...new URLSearchParams(search)]);
const problems = (id: OperationId, search: string) => read(id, search).problems;

test.each(operationIds)('every printed query for %s parses back', (id) => {
  const operation = operations[id];
  fc.assert(
    fc.property(queryOf(operation), (query) => {
      const text = printQuery(operation, query);
      expect(text).toMatch(/^[\x21-\x7e]*$/);
      expect(read(id, text)).toEqual({ query, problems: [] });
    }),
  );
});

test.each(operationIds)('any query for %s is read or refused by name, and never throws', (id) => {
  const names = ['offset', 'limit', '__proto__', 'constructor', ...operations[id].filters.map(({ name }) => name)];
  const pairs = fc.array(fc.tuple(fc.oneof(fc.constantFrom(...names), fc.string()), fc.string()));
  fc.assert(
    fc.property(pairs, (given) => {
      const reading = parseQuery(operations[id], given);
      for (const { field, message } of reading.problems) {
        expect(given.map(([name]) => name)).toContain(field);
        expect(message).toMatch(/\.$/);
      }
      expect(Object.getPrototypeOf(reading.query.plain)).toBe(Object.prototype);
    }),
  );
});

test('prints as the specification does; the first page and an empty query print as empty text', () => {
  const filters = { statusId: { operator: 'int', values: ['2', '3'] } } as const;
  expect(printQuery(operations.listMaintenanceReminders, { filters, offset: 2, limit: 25 })).toBe(
    'statusId=int:2,3&offset=2&limit=25',
  );
  expect(printQuery(operations.listAircraft, { offset: 0 })).toBe('');
  expect(printQuery(operations.reportFlightOperations, { plain: { StartDate: '2026-05-12T00:00:00+01:00' } })).toBe(
    'StartDate=2026-05-12T00:00:00%2B01:00',
  );
});

test('an operation without paging neither prints nor accepts a page', () => {
  expect(printQuery(operations.getUserByExternalId, { offset: 3, limit: 5 })).toBe('');
  expect(problems('getUserByExternalId', 'limit=5')).toEqual([
    { field: 'limit', message: '"limit" is not a parameter here; known fields: none.' },
  ]);
});

test.each([
  ['listAircraft', 100],
  ['listMaintenanceReminders', 100],
  ['listInstructors', 100],
  ['listReservations', 250],
] as const)('%s accepts a limit from 1 through %i', (id, max) => {
  expect(read(id, `limit=${max}`)).toEqual({ query: { limit: max, filters: {}, plain: {} }, problems: [] });
  expect(problems(id, 'limit=1')).toEqual([]);
  for (const limit of [0, max + 1, -1]) {
    expect(problems(id, `limit=${limit}`)).toEqual([
      { field: 'limit', message: `limit is a whole number, 1 through ${max}; "${limit}" is not.` },
    ]);
  }
});

test('a report has no maximum limit', () => {
  expect(problems('reportWorkItems', 'limit=5000&offset=3')).toEqual([]);
  expect(problems('reportWorkItems', 'limit=0')[0]?.message).toContain('1 or more');
});

test.each(['', ' 1', '1.5', '1e2', '007', '+1', 'one', '9999999999'])('%j is not a whole number', (text) => {
  const pairs: QueryPair[] = [['offset', text]];
  expect(parseQuery(operations.listAircraft, pairs).problems).toHaveLength(1);
});

test('a refusal names the field, its operators and its values', () => {
  expect(problems('listAircraft', 'statusId=gt:1')).toEqual([
    {
      field: 'statusId',
      message:
        '"gt:1" is not a filter of statusId; operators of statusId: eq; values: 0 (inactive), 1 (active), 2 (deleted).',
    },
  ]);
});

test('an unknown name is refused with a list of the known names', () => {
  const [problem] = problems('listReservations', 'starttime=lt:2026-05-12T14:00:00');
  expect(problem?.field).toBe('starttime');
  for (const name of ['offset', 'limit', 'startTime', 'endTime', 'displayTypeId', 'userId']) {
    expect(problem?.message).toContain(name);
  }
});

test('each name may occur once', () => {
  expect(problems('listReservations', 'limit=1&limit=1')).toEqual([
    { field: 'limit', message: 'limit is given twice; give it once.' },
  ]);
});

test('an operation with undocumented parameters passes further names on unchanged', () => {
  expect(read('listSquawks', 'resolved=eq:false').query.plain).toEqual({ resolved: 'eq:false' });
  expect(problems('listSquawks', 'limit=500')).toEqual([]);
  for (const name of ['__proto__', 'a b', '1a', `x${'y'.repeat(64)}`]) {
    expect(parseQuery(operations.listSquawks, [[name, '1']]).problems).toHaveLength(1);
  }
  expect(problems('reportFlights', `note=${'x'.repeat(501)}`)).toHaveLength(1);
});

const openReports = operationIds.filter((id) => id.startsWith('report') && operations[id].open);

test.each(openReports)(
  "%s takes live services' parameters, each name once, refuses malformed ones, and escapes values when printing",
  (id) => {
    const query = 'LastUpdated=gte:2026-05-01T00:00:00&flightDate=gte:2026-05-01&my.name=a%26b%3Dc%0D%0A&limit=500';
    const { query: taken, problems: wrong } = read(id, query);
    expect(wrong).toEqual([]);
    expect(taken.plain?.['my.name']).toBe('a&b=c\r\n');
    expect(printQuery(operations[id], taken)).toBe(query);
    const odd = ['flightDate=1&flightDate=2', '1x=1', 'a%20b=1', '__proto__=1', `note=${'x'.repeat(501)}`, 'limit=0'];
    for (const search of odd) expect(problems(id, search)).toHaveLength(1);
  },
);

test.each([
  ['2026-05-12T14:00:00Z', 0],
  ['2026-05-12T14:00:00.5-06:00', 0],
  ['2026-05-12T14:00:00', 1],
  ['2026-05-12', 1],
  ['2026-13-12T14:00:00Z', 1],
  ['2026-02-30T14:00:00Z', 1],
  ['2026-05-12T14:00:00+99:00', 1],
])('%s as StartDate: %i problems', (text, count) => {
  expect(parseQuery(operations.reportFlightOperations, [['StartDate', text]]).problems).toHaveLength(count);
});
