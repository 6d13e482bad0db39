import { describe, expect, test, vi } from 'vitest';
import { errorEntryShape } from '#contract/shapes.ts';
import { operations } from '#contract/operations.ts';
import { sampleClient, samplePath, sampleGuid, sampleKey, sampleSchool } from '#e2e/servers/operatorSamples.ts';

const { call, fault } = sampleClient();
const aircraft = samplePath('listAircraft');
const unknown = '11111111-1111-4111-8111-111111111111';

describe('the key', () => {
  test.each([
    ['missing', { 'x-subscription-key': '' }],
    ['unknown', { 'x-subscription-key': 'another' }],
    ['longer than a known one', { 'x-subscription-key': 'sample-key2' }],
    ['given twice', { 'x-subscription-key': 'sample-key, sample-key' }],
  ])('%s is refused with 401', async (_name, headers) => {
    expect(await fault(aircraft, { headers })).toEqual([401, 'x-subscription-key']);
  });

  test('each of several keys is accepted', async () => {
    const operator = sampleClient(sampleSchool({ keys: ['first', 'second'] }));
    for (const [key, status] of [
      ['first', 200],
      ['second', 200],
      ['third', 401],
    ] as const) {
      expect((await operator.call(aircraft, { headers: { 'x-subscription-key': key } })).status).toBe(status);
    }
  });

  test('is not needed for the description', async () => {
    const headers = { 'x-subscription-key': '' };
    expect(await call('/openapi.json', { headers })).toMatchObject({
      status: 200,
      body: { openapi: expect.stringMatching(/^3\.1/) },
    });
  });

  test('an unknown one is never sent back', async () => {
    const { body } = await call(aircraft, { headers: { 'x-subscription-key': 'secret-of-mine' } });
    expect(JSON.stringify(body)).not.toContain('secret-of-mine');
  });
});

describe('paths and ids', () => {
  test.each([
    ['/core/v1.0/operators/1001/planes', [404, null]],
    ['/core/v1.0/operators/1001/aircraft/', [404, null]],
    ['/core/v2.0/operators/1001', [404, null]],
    ['/elsewhere', [404, null]],
    ['/core/v1.0/operators/1002', [403, 'operatorId']],
    ['/scheduling/v1.0/operators/1002/reservations', [403, 'operatorId']],
    ['/reports/v1.0/operators/1002/flights', [403, 'operatorId']],
    ['/core/v1.0/operators/01001', [400, 'operatorId']],
    ['/core/v1.0/operators/x/aircraft', [400, 'operatorId']],
    ['/core/v1.0/operators/1001/aircraft/N512SP/squawks', [400, 'aircraftId']],
    ['/core/v1.0/operators/1001/users/%ff', [400, 'userId']],
    ['/core/v1.0/operators/1001/users/external/%00', [400, 'externalId']],
    [`/core/v1.0/operators/1001/aircraft/${unknown}/squawks`, [404, 'aircraftId']],
    [`/core/v1.0/operators/1001/aircraft/${unknown}/maintenanceReminders`, [404, 'aircraftId']],
    [`/core/v1.0/operators/1001/users/${unknown}`, [404, 'userId']],
    ['/core/v1.0/operators/1001/users/external/E-99', [404, 'externalId']],
  ])('%s is refused with %j', async (path, expected) => {
    expect(await fault(path)).toEqual(expected);
  });
});

describe('methods', () => {
  test.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])('%s is refused with 405', async (method) => {
    const { status, headers, body } = await call(aircraft, { method });
    expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    expect(body).toMatchObject([{ code: 405 }]);
  });

  test('HEAD is a GET without its body', async () => {
    const { status, headers, body } = await call(aircraft, { method: 'HEAD' });
    expect([status, headers.get('content-type'), body]).toEqual([200, 'application/json', null]);
  });
});

describe('parameters', () => {
  const reservations = samplePath('listReservations');
  test.each([
    ['a limit of 0', `${aircraft}?limit=0`, 'limit'],
    ['a limit of 101', `${aircraft}?limit=101`, 'limit'],
    ['a limit of 251', `${reservations}?limit=251`, 'limit'],
    ['a report limit of 1001', `${samplePath('reportFlights')}?limit=1001`, 'limit'],
    ['a limit in words', `${aircraft}?limit=null`, 'limit'],
    ['a negative offset', `${aircraft}?offset=-1`, 'offset'],
    ['an empty offset', `${aircraft}?offset=`, 'offset'],
    ['a fraction', `${aircraft}?offset=1.5`, 'offset'],
    ['a parameter given twice', `${aircraft}?limit=5&limit=5`, 'limit'],
    ['an operator the field does not have', `${aircraft}?statusId=int:1,2`, 'statusId'],
    ['a status that does not exist', `${aircraft}?statusId=eq:3`, 'statusId'],
    ['a status without operator', `${aircraft}?statusId=1`, 'statusId'],
    ['a malformed guid', `${reservations}?userId=eq:7`, 'userId'],
    ['a day that does not exist', `${reservations}?startTime=lt:2026-02-30T00:00:00`, 'startTime'],
    ['a date with a zone', `${reservations}?startTime=lt:2026-02-20T00:00:00Z`, 'startTime'],
    ['a truth value that is none', `${samplePath('listSquawks')}?resolved=eq:maybe`, 'resolved'],
    ['a chunk of no known form', `${samplePath('reportFlightOperations')}?Chunk=2026-13`, 'Chunk'],
    [
      'a date without the zone it needs',
      `${samplePath('reportFlightOperations')}?StartDate=2026-05-12T14:00:00`,
      'StartDate',
    ],
  ])('%s is refused by name', async (_name, path, field) => {
    expect(await fault(path)).toEqual([400, field]);
  });

  test.each([
    ['listUsers', 'name=x&name=y'],
    ['listUsers', 'limit=500'],
    ['listSquawks', '$filter=x&limit=200'],
    ['listEquipment', 'limit=101'],
    ['getOperator', 'limit=5'],
    ['getUser', 'expand=all'],
    ['reportFlights', 'flightDate=gte:2030-01-01&Chunk=all'],
  ] as const)('of %s, which are not shown: %s is accepted, and unknown ones are ignored', async (id, query) => {
    const [without, given] = [await call<{ items?: unknown }>(samplePath(id)), await call(samplePath(id, {}, query))];
    expect(given.status).toBe(200);
    expect((given.body as { items?: unknown }).items).toEqual(without.body.items);
  });

  test('every wrong parameter is named', async () => {
    expect(await fault(`${aircraft}?limit=0&sort=x&statusId=eq:9`)).toEqual([400, 'limit', 'statusId']);
  });

  test('the bounds themselves are accepted, and a list without limit says so', async () => {
    expect(await call(`${aircraft}?limit=100&offset=0`)).toMatchObject({
      status: 200,
      body: { limit: 100, offset: 0 },
    });
    expect(await call(`${reservations}?limit=250`)).toMatchObject({ status: 200, body: { limit: 250 } });
    expect(await call(aircraft)).toMatchObject({ body: { limit: null, totalItems: 3 } });
    expect(await call(`${aircraft}?offset=1`)).toMatchObject({
      body: { limit: null, offset: 1, totalItems: 3, items: [] },
    });
    expect(await call(`${aircraft}?limit=2&offset=999999999`)).toMatchObject({
      status: 200,
      body: { totalItems: 3, items: [] },
    });
  });
});

describe('where the specification is silent', () => {
  const reservations = samplePath('listReservations');
  test.each([
    [`${aircraft}?sort=tail`, aircraft],
    [`${samplePath('getUserByExternalId')}?limit=1`, samplePath('getUserByExternalId')],
    [`${aircraft}?STATUSID=EQ:1&Limit=5`, `${aircraft}?statusId=eq:1&limit=5`],
    [`${reservations}?starttime=Gte:2026-11-21`, `${reservations}?startTime=gte:2026-11-21T00:00:00`],
    [
      `${samplePath('reportFlightOperations')}?StartDate=2026-11-20&EndDate=2026-11-20`,
      `${samplePath('reportFlightOperations')}?StartDate=2026-11-20T07:00:00Z&EndDate=2026-11-21T06:59:59Z`,
    ],
    [
      `${samplePath('reportWorkItems')}?lastUpdated=lt:2026-11-20`,
      `${samplePath('reportWorkItems')}?LastUpdated=lt:2026-11-20T00:00:00`,
    ],
  ])('%s is understood', async (kind, plain) => {
    const [given, written] = [await call(kind), await call(plain)];
    expect(given.status).toBe(200);
    expect(given.body).toEqual(written.body);
  });
});

test('reasons for a refusal are checked in order', async () => {
  const nobody = { 'x-subscription-key': 'nobody' };
  const other = '/core/v1.0/operators/1002/aircraft?limit=0';
  expect(await fault(other, { method: 'POST', headers: nobody })).toEqual([405, null]);
  expect(await fault(other, { headers: nobody })).toEqual([401, 'x-subscription-key']);
  expect(await fault(other)).toEqual([403, 'operatorId']);
  expect(await fault(`/core/v1.0/operators/1001/aircraft/${unknown}/squawks?limit=0`)).toEqual([400, 'limit']);
});

test('every error is the array of the specification, as JSON', async () => {
  const paths = [
    '/elsewhere',
    '/core/v1.0/operators/1002',
    `${aircraft}?limit=0`,
    samplePath('getUser', { userId: sampleGuid(77) }),
  ];
  for (const path of paths) {
    const { status, headers, body } = await call<readonly unknown[]>(path);
    expect(headers.get('content-type')).toBe('application/json');
    expect(body.map((entry) => errorEntryShape.parse(entry))).toMatchObject([
      { code: status, message: expect.any(String) },
    ]);
  }
});

test('our own failure is reported in one sentence', async () => {
  const school = sampleSchool();
  school.database.close();
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const { status, body } = await sampleClient(school).call<readonly object[]>(aircraft);
  expect([status, body.length]).toEqual([500, 1]);
  expect(JSON.stringify(body)).not.toMatch(/database|\.ts/);
  expect(JSON.stringify(log.mock.calls)).not.toContain(sampleKey);
  log.mockRestore();
});

test('all operations answer', async () => {
  for (const id of Object.keys(operations) as (keyof typeof operations)[]) {
    expect([id, (await call(samplePath(id))).status]).toEqual([id, 200]);
  }
});
