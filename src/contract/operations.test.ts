import { expect, test } from 'vitest';
import { areaPaths, type Operation, type OperationId, operationIds, operations } from './operations.ts';

const all: readonly (Operation & { id: OperationId })[] = operationIds.map((id) => ({ id, ...operations[id] }));

test('each operation has its own path', () => {
  expect(new Set(all.map(({ area, path }) => areaPaths[area] + path)).size).toBe(all.length);
});

test('the paths are those of section 4', () => {
  expect(all.map(({ area, path }) => areaPaths[area] + path.replace('/operators/{operatorId}', ''))).toEqual([
    '/core/v1.0',
    '/core/v1.0/aircraft',
    '/core/v1.0/aircraft/{aircraftId}/maintenanceReminders',
    '/core/v1.0/aircraft/{aircraftId}/squawks',
    '/core/v1.0/equipment',
    '/core/v1.0/instructors',
    '/core/v1.0/users',
    '/core/v1.0/users/{userId}',
    '/core/v1.0/users/external/{externalId}',
    '/scheduling/v1.0/reservations',
    '/reports/v1.0/aircraft',
    '/reports/v1.0/creditdebitmemos',
    '/reports/v1.0/flightsegments',
    '/reports/v1.0/flights',
    '/reports/v1.0/invoices',
    '/reports/v1.0/logbookentries',
    '/reports/v1.0/maintenancereminderstatus',
    '/reports/v1.0/people',
    '/reports/v1.0/reservations',
    '/reports/v1.0/studentprogress',
    '/reports/v1.0/trainingsessions',
    '/reports/v1.0/workitems',
    '/reports/v1.0/worklogs',
    '/reports/v1.0/workorders',
    '/reports/v1.0/flightOperations',
  ]);
});

test('only the Reporting operations document error answers, and those are 401, 403, 404 and 429', () => {
  for (const { area, errors } of all) expect(errors).toEqual(area === 'reports' ? [401, 403, 404, 429] : []);
});

test('an operation is open only if the specification does not show its parameters', () => {
  expect(all.filter(({ open }) => !open).map(({ id }) => id)).toEqual([
    'listAircraft',
    'listMaintenanceReminders',
    'listInstructors',
    'getUserByExternalId',
    'listReservations',
    'reportWorkItems',
    'reportFlightOperations',
  ]);
});

test('single fetches answer one record and take no page; lists answer pages', () => {
  const records = all.filter(({ answer }) => answer === 'record');
  expect(records.map(({ id }) => id)).toEqual(['getOperator', 'getUser', 'getUserByExternalId']);
  for (const { answer, paging } of all) expect(paging === null).toBe(answer === 'record');
});

test.each([
  ['listAircraft', ['statusId']],
  ['listMaintenanceReminders', ['statusId']],
  ['listInstructors', ['instructorStatusId', 'locationId']],
  ['listReservations', ['startTime', 'endTime', 'displayTypeId', 'userId']],
  ['reportWorkItems', ['CreatedDate', 'LastUpdated']],
  ['reportFlightOperations', ['StartDate', 'EndDate', 'Chunk']],
] as const)('%s takes the parameters %j besides paging', (id, names) => {
  const { filters, plain }: Operation = operations[id];
  expect([...filters, ...plain].map(({ name }) => name)).toEqual(names);
});

test('every parameter name occurs once in an operation', () => {
  for (const { filters, plain } of all) {
    const names = ['offset', 'limit', ...[...filters, ...plain].map(({ name }) => name)];
    expect(new Set(names).size).toBe(names.length);
  }
});
