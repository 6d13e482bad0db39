import { describe, expect, test } from 'vitest';
import { type OperationId, operations } from './operations.ts';
import { asPublicClientsKnow, inDocumentedForm, operatorOfPeople, peoplePath, withLimitCut } from './publicForms.ts';
import { parseQuery, printQuery } from './query.ts';

/** The query in the form passed on, or the fields refused. */
function passedOn(id: OperationId, search: string): string | string[] {
  const known = asPublicClientsKnow(id, operations[id]);
  const pairs = inDocumentedForm(known, Array.from(new URLSearchParams(search)));
  const { query, problems } = parseQuery(known, withLimitCut(known.paging, pairs));
  return problems.length > 0 ? problems.map(({ field }) => field) : printQuery(known, query);
}

describe('queries of public clients are rewritten to the specified form', () => {
  test.each([
    ['listAircraft', 'limit=500', 'limit=500'],
    ['listAircraft', 'STATUSID=EQ:1&Limit=20', 'statusId=eq:1&limit=20'],
    ['listReservations', 'limit=500', 'limit=250'],
    ['listReservations', 'startTime=Gte:2026-11-20', 'startTime=gte:2026-11-20T00:00:00'],
    ['listReservations', 'endTime=gte%3A2026-11-20T08%3A00%3A00', 'endTime=gte:2026-11-20T08:00:00'],
    ['listUsers', 'limit=500', 'limit=500'],
    ['listSquawks', 'resolved=eq:false&limit=200', 'resolved=eq:false&limit=200'],
    ['reportWorkItems', 'lastupdated=GTE:2026-11-20', 'LastUpdated=gte:2026-11-20T00:00:00'],
    ['reportFlights', 'flightDate=Gte:2026-11-20', 'flightDate=Gte:2026-11-20'],
  ] as const)('%s: %s', (id, search, expected) => {
    expect(passedOn(id, search)).toBe(expected);
  });
});

test('parameters that only the service understands are passed on unchanged', () => {
  const search = 'startTimeUtc=Gte:2026-11-20T08:00:00Z&tailNumber=N512SP';
  expect(passedOn('listReservations', search)).toBe(search);
  expect(passedOn('listAircraft', 'tailNumber=eq:N512SP')).toBe('tailNumber=eq:N512SP');
});

test.each([
  ['listAircraft', 'limit=0', 'limit'],
  ['listAircraft', 'limit=many', 'limit'],
  ['listAircraft', 'statusId=GT:1', 'statusId'],
  ['listAircraft', 'startTimeUtc=gte:2026-11-20T08:00:00Z', 'startTimeUtc'],
  ['listReservations', 'startTime=gte:2026-02-30', 'startTime'],
  ['listReservations', 'startTime=2026-11-20', 'startTime'],
  ['listReservations', 'StartTime=gte:2026-11-20&startTime=gte:2026-11-20', 'startTime'],
  ['listReservations', 'sort=up', 'sort'],
] as const)('%s with %s is still refused', (id, search, field) => {
  expect(passedOn(id, search)).toEqual([field]);
});

test('the people list is recognised by its address alone', () => {
  expect(operatorOfPeople(peoplePath('1001'))).toBe('1001');
  for (const path of [
    '/core/v1.0/operators/01/people',
    '/core/v1.0/operators/1/people/',
    '/reports/v1.0/operators/1/people',
  ]) {
    expect(operatorOfPeople(path)).toBeNull();
  }
});
