import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import { parseFilter } from '#contract/filters.ts';
import { openApiDocument } from './openapi.ts';
import { routeAt, type RouteRow, routePaths, routes } from '#contract/routes.ts';
import { areaPaths, operationIds, operations, type Operation } from '#contract/operations.ts';

type Parameter = {
  name: string;
  in: string;
  required?: boolean;
  schema: { [keyword: string]: unknown };
  examples?: { usual: { value: string } };
};
type Described = {
  operationId: string;
  tags: string[];
  parameters: Parameter[];
  responses: { [status: string]: { content?: { [type: string]: { schema: { [keyword: string]: unknown } } } } };
  'x-flightline'?: boolean;
};
type OpenApi = {
  paths: { [path: string]: { get: Described; post?: Described } };
  components: { schemas: { [name: string]: unknown }; securitySchemes: { [name: string]: unknown } };
};

const document = openApiDocument() as OpenApi;
const isOwn = (path: string) => routeAt(path) !== null;
const paths = Object.keys(document.paths);
const described = paths.filter((path) => !isOwn(path)).flatMap((path) => document.paths[path]?.get ?? []);
const own = paths.filter(isOwn).flatMap((path) => document.paths[path]?.get ?? []);

function parameterOf(operationId: string, name: string): Parameter | undefined {
  return described.find((entry) => entry.operationId === operationId)?.parameters.find((entry) => entry.name === name);
}

describe('the OpenAPI document', () => {
  it('is valid OpenAPI 3.1 by an independent validator', async () => {
    const validator = new Validator();
    const { valid, errors } = await validator.validate(structuredClone(document));
    expect(errors).toBeUndefined();
    expect(valid).toBe(true);
    expect(validator.version).toBe('3.1');
  });

  it('has all operations at their paths', () => {
    const expected = operationIds.map((id) => areaPaths[operations[id].area] + operations[id].path);
    expect(paths.filter((path) => !isOwn(path))).toEqual(expected);
    expect(described.map((entry) => entry.operationId)).toEqual(operationIds);
  });

  it('lists every named shape as a component, and nothing else', () => {
    const lists = ['AircraftList', 'FreeFormList', 'InstructorList', 'MaintenanceReminderList', 'ReservationList'];
    const parts = [
      'AircraftOption',
      'Checkout',
      'Make',
      'Model',
      'Pilot',
      'ReservationAircraft',
      'Status',
      'TrainingSession',
      'Withheld',
    ];
    const records = ['Aircraft', 'ErrorEntry', 'FreeForm', 'Instructor', 'MaintenanceReminder', 'Reservation', 'User'];
    expect(new Set(Object.keys(document.components.schemas))).toEqual(new Set([...lists, ...parts, ...records]));
  });

  it('refers only to components that exist', () => {
    const text = JSON.stringify(document);
    for (const [, kind = '', name = ''] of text.matchAll(/"#\/components\/(\w+)\/(\w+)"/g)) {
      expect(document.components).toHaveProperty([kind, name]);
    }
  });
});

describe('a described operation', () => {
  it('has every path and query parameter in the table', () => {
    for (const id of operationIds) {
      const operation: Operation = operations[id];
      const names = [
        ...Array.from(operation.path.matchAll(/\{(\w+)\}/g), ([, name]) => name),
        ...(operation.paging ? ['offset', 'limit'] : []),
        ...[...operation.filters, ...operation.plain].map((field) => field.name),
      ];
      const entry = described.find((candidate) => candidate.operationId === id);
      expect(entry?.parameters.map((parameter) => parameter.name)).toEqual(names);
      expect(
        entry?.parameters.filter((parameter) => parameter.in === 'path').every((parameter) => parameter.required),
      ).toBe(true);
    }
  });

  it('gives limit the bounds and the default of section 8', () => {
    expect(parameterOf('listAircraft', 'limit')?.schema).toMatchObject({ minimum: 1, maximum: 100 });
    expect(parameterOf('listAircraft', 'limit')?.schema).not.toHaveProperty('default');
    expect(parameterOf('listReservations', 'limit')?.schema).toMatchObject({ minimum: 1, maximum: 250, default: 50 });
    expect(parameterOf('reportWorkItems', 'limit')?.schema).not.toHaveProperty('maximum');
  });

  it('gives each filter a pattern that its own examples match and the grammar reads', () => {
    for (const id of operationIds) {
      for (const field of operations[id].filters) {
        const { schema, examples } = parameterOf(id, field.name) ?? {};
        const example = examples?.usual.value ?? '';
        expect(example).toMatch(new RegExp(schema?.['pattern'] as string));
        expect(parseFilter(field, example)).not.toBeNull();
      }
    }
    const status = new RegExp(parameterOf('listMaintenanceReminders', 'statusId')?.schema['pattern'] as string);
    expect('int:2,3').toMatch(status);
    expect('eq:2,3').not.toMatch(status);
    expect('eq:4').not.toMatch(status);
  });

  it('names date-times, the key header and the documented errors', () => {
    expect(parameterOf('reportFlightOperations', 'StartDate')?.schema).toEqual({ type: 'string', format: 'date-time' });
    expect(document.components.securitySchemes).toEqual({
      subscriptionKey: { type: 'apiKey', in: 'header', name: 'x-subscription-key' },
    });
    const answersOf = (id: string) =>
      Object.keys(described.find((candidate) => candidate.operationId === id)?.responses ?? {});
    expect(answersOf('reportInvoices')).toEqual(['200', '401', '403', '404', '429', 'default']);
    expect(answersOf('listAircraft')).toEqual(['200', 'default']);
  });

  it('marks everything that the specification does not show', () => {
    const undocumented = described.filter((entry) => (entry as { 'x-documented'?: boolean })['x-documented'] === false);
    expect(undocumented).toHaveLength(operationIds.filter((id) => operations[id].payload === 'path only').length);
    expect(parameterOf('listEquipment', 'limit')).toMatchObject({ 'x-documented': false });
    expect(parameterOf('listAircraft', 'limit')).not.toHaveProperty('x-documented');
  });
});

describe('the gateway’s own endpoints', () => {
  it('are all described, apart from the operations', () => {
    const named = routePaths.filter((path) => 'isPublic' in routes[path]);
    expect(paths.filter(isOwn).toSorted()).toEqual(named.toSorted());
    for (const path of named) {
      const row: RouteRow = routes[path];
      const { get, post } = document.paths[path] ?? {};
      expect([path, get !== undefined, post !== undefined]).toEqual([path, row.get !== false, row.body !== undefined]);
    }
    expect(new Set(own.map(({ operationId }) => operationId)).size).toBe(own.length);
  });

  it('are marked as outside the specification, and are not below /api', () => {
    for (const entry of own) expect(entry).toMatchObject({ 'x-flightline': true, tags: ['flightline'], security: [] });
    for (const path of paths.filter(isOwn)) expect(document.paths[path]).toMatchObject({ servers: [{ url: '/' }] });
    expect(described.some((entry) => 'x-flightline' in entry)).toBe(false);
  });

  it('have the shapes that the browser reads', () => {
    const shapeOf = (id: string, type = 'application/json') =>
      own.find((candidate) => candidate.operationId === id)?.responses['200']?.content?.[type]?.schema;
    expect(shapeOf('replicaDays')).toMatchObject({ type: 'object', required: ['days', 'resumesAt'] });
    expect(shapeOf('replicaReservations')).toHaveProperty(['properties', 'missing']);
    expect(shapeOf('events', 'text/event-stream')).toHaveProperty(['properties', 'revision']);
  });
});
