import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { operationIds } from '#contract/operations.ts';
import type { QueryPair } from '#contract/query.ts';
import {
  dataSetOf,
  documentedParameters,
  reportIds,
  reportNames,
  reportOf,
  curlLine,
  parametersOf,
  printPairs,
  readPairs,
  parseReportQuery,
  takesAnyName,
} from './reportQuery.ts';

describe('the data sets', () => {
  test('are the fifteen in the contract, each in one group and with a name', () => {
    expect(reportIds.toSorted()).toEqual(operationIds.filter((id) => id.startsWith('report')).toSorted());
    expect(new Set(reportIds).size).toBe(15);
    expect(Object.keys(reportNames)).toHaveLength(15);
  });

  test("are found by the API's names", () => {
    for (const id of reportIds) expect(reportOf(dataSetOf(id))).toBe(id);
    expect(reportOf('FLIGHTOPERATIONS')).toBe('reportFlightOperations');
    expect(reportOf('nothing')).toBeNull();
  });

  test('list their documented parameters', () => {
    expect(documentedParameters('reportWorkItems')).toBe(
      'Documented parameters: CreatedDate, LastUpdated, offset and limit.',
    );
    expect(documentedParameters('reportFlightOperations')).toBe('Documented parameters: StartDate, EndDate and Chunk.');
    expect(documentedParameters('reportFlights')).toBeNull();
  });
});

describe('a query', () => {
  test('offers documented parameters, and for open data sets those that live services accept', () => {
    const names = (documented: boolean, id: Parameters<typeof parametersOf>[0]) =>
      parametersOf(id)
        .filter((parameter) => parameter.isDocumented === documented)
        .map(({ name }) => name);
    expect(names(true, 'reportWorkItems')).toEqual(['CreatedDate', 'LastUpdated', 'limit', 'offset']);
    expect(names(true, 'reportFlightOperations')).toEqual(['StartDate', 'EndDate', 'Chunk']);
    expect(names(true, 'reportInvoices')).toEqual([]);
    expect(names(false, 'reportInvoices')).toEqual([
      'flightDate',
      'flightDateRangeEndDate',
      'LastUpdated',
      'limit',
      'offset',
    ]);
    expect(reportIds.filter((id) => !takesAnyName(id))).toEqual(['reportFlightOperations', 'reportWorkItems']);
  });

  test('may have any name in an open data set, within bounds and once', () => {
    expect(
      parseReportQuery('reportFlights', [
        ['flightDate', 'gte:2026-05-01'],
        ['my.name', 'x'],
        ['', ''],
        ['y', ''],
      ]),
    ).toEqual({
      query: { filters: {}, plain: { flightDate: 'gte:2026-05-01', 'my.name': 'x' } },
      problems: [],
    });
    const odd: QueryPair[] = [
      ['a', '1'],
      ['a', '2'],
      ['__proto__', 'x'],
      ['1x', 'y'],
      ['b', 'x'.repeat(501)],
      ['c', '\ud800'],
    ];
    expect(parseReportQuery('reportFlights', odd).problems.map(({ field }) => field)).toEqual([
      'a',
      '__proto__',
      '1x',
      'b',
      'c',
    ]);
    expect(parseReportQuery('reportWorkItems', [['x', '1']]).problems).toHaveLength(1);
  });
});

describe('a query as text', () => {
  test("survives a page's address unchanged", () => {
    const pair = fc.tuple(fc.string({ minLength: 1 }), fc.string());
    fc.assert(
      fc.property(fc.array(pair), (pairs) => {
        expect(readPairs(printPairs(pairs))).toEqual(pairs);
      }),
    );
    expect(
      printPairs([
        ['flightDate', 'gte:2026-05-01'],
        ['a', 'b&c=d'],
      ]),
    ).toBe('flightDate=gte:2026-05-01&a=b%26c%3Dd');
  });

  test('as a shell command is a single address, whatever its content', () => {
    const value = fc.string({
      unit: fc.constantFrom("'", '"', '$', '`', '\\', '!', ' ', '\n', '*', 'a', '&', ';'),
      minLength: 1,
    });
    fc.assert(
      fc.property(value, (text) => {
        const line = curlLine('http://127.0.0.1:4600', 'reportFlights', 1001, { plain: { note: text } });
        const [, quoted = ''] = /^curl '(.*)'$/s.exec(line) ?? [];
        // Within single quotes a shell takes everything literally; a quote itself is written outside of them.
        const parts = quoted.split(String.raw`'\''`);
        expect(parts.join('')).not.toContain("'");
        const shown = parts.join("'");
        const { origin, pathname, searchParams } = new URL(shown);
        expect(origin + pathname).toBe('http://127.0.0.1:4600/api/reports/v1.0/operators/1001/flights');
        expect([...searchParams]).toEqual([['note', text]]);
      }),
    );
  });
});
