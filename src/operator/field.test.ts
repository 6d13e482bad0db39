import { describe, expect, test } from 'vitest';
import { parseList, parseRecord } from '#contract/answers.ts';
import { readErrorBody } from '#contract/errors.ts';
import { operatorApp } from './app.ts';
import { asInTheField } from './field.ts';
import {
  samplePath,
  sampleGuid,
  sampleKey,
  sampleSchool,
  generatedNow,
  generatedSchool,
} from '#e2e/servers/operatorSamples.ts';

type Json = { readonly [member: string]: unknown };
type List = { totalItems: number; limit: number | null; items: readonly Json[] };

function fieldClient(more: Parameters<typeof sampleSchool>[0] = {}, isOdd = false) {
  const school = { ...sampleSchool(), ...more };
  const handler = asInTheField(operatorApp({ ...school, isField: true }).fetch, school.clock, isOdd);
  return async (path: string, headers: Record<string, string> = { 'x-subscription-key': sampleKey }) =>
    handler(new Request(`http://operator${path}`, { headers }));
}

const ask = fieldClient();
const list = async (path: string) => (await (await ask(path)).json()) as List;
const people = '/core/v1.0/operators/1001/people';

describe('parameters', () => {
  test('unknown ones are ignored, and names and operators have any letter case', async () => {
    expect((await ask(`${samplePath('listAircraft')}?sort=tail&sort=make&statusId=eq:1`)).status).toBe(200);
    expect(await list(`${samplePath('listAircraft')}?STATUSID=EQ:2&Limit=5`)).toMatchObject({
      totalItems: 1,
      limit: 5,
    });
  });

  test.each([
    ['listAircraft', 500, 500],
    ['listInstructors', 200, 200],
    ['listUsers', 500, 500],
    ['listSquawks', 101, 101],
    ['listMaintenanceReminders', 500, 500],
    ['listReservations', 500, 250],
    ['reportFlights', 5000, 1000],
    ['reportFlights', 500, 500],
  ] as const)('%s answers a limit of %i as %i', async (id, requested, limit) => {
    expect(await list(`${samplePath(id)}?limit=${requested}`)).toMatchObject({ limit });
  });

  test('a service that cuts the limits of Core lists says so', async () => {
    const cutting = fieldClient({ cutsLimit: true });
    for (const id of ['listAircraft', 'listUsers', 'listSquawks', 'listMaintenanceReminders'] as const)
      expect(await (await cutting(`${samplePath(id)}?limit=500`)).json()).toMatchObject({ limit: 100 });
  });

  test('an invalid limit is refused', async () => {
    for (const limit of ['0', '-1', 'all']) {
      expect((await ask(`${samplePath('listAircraft')}?limit=${limit}`)).status).toBe(400);
    }
  });

  test.each([
    ['startTime=gte:2026-11-21', 1],
    ['startTime=Gte:2026-11-21', 1],
    ['startTime=gte%3A2026-11-20T10%3A30%3A00', 3],
    ['StartTime=LT:2026-11-21&endTime=gt:2026-11-20T12:00', 2],
    ['startTime=lt:2026-11-20T17:00:00.000Z', 1],
    ['startTime=gte:2026-11-20T10:30:00-07:00', 3],
    ['startTimeUtc=gte:2026-11-20T17:30:00Z', 3],
    ['startTimeUtc=Lt:2026-11-20T17:30:00Z&endTimeUtc=gt:2026-11-20T16:00:00Z', 1],
    ['startTimeUtc=gte:2026-11-21', 1],
    ['startTime=gte:2026-11-20T09:00&endTimeUtc=lte:2026-11-20T22:00:00Z', 2],
    ['tailNumber=eq:N512SP', 3],
    ['tailNumber=n512sp', 3],
    ['tailNumber=eq:N999', 0],
    [`tailNumber=eq:N512SP&userId=eq:${sampleGuid(21)}`, 2],
  ])('reservations with %s are %i', async (query, count) => {
    const { totalItems, items } = await list(`${samplePath('listReservations')}?${query}`);
    expect([totalItems, items.length]).toEqual([count, count]);
  });
});

describe('filters', () => {
  test('aircraft are found by their tail', async () => {
    const { items } = await list(`${samplePath('listAircraft')}?tailNumber=eq:n513sp`);
    expect(items.map(({ tailNumber }) => tailNumber)).toEqual(['N513SP']);
  });

  test.each([
    ['flightDate=gte:2026-11-20', 2],
    ['flightDate=gt:2026-11-20', 0],
    ['flightDate=gte:2026-11-21', 0],
    ['flightDate=lt:2026-11-20', 0],
    ['flightDate=Gte:2026-11-01&flightDateRangeEndDate=lte:2026-11-20', 2],
    ['flightDate=gte:2026-11-01&flightDateRangeEndDate=lt:2026-11-20', 0],
    ['LastUpdated=gte:2026-11-20T09:56:00', 1],
    ['LastUpdated=lt:2026-11-20', 0],
  ])('flights with %s are %i', async (query, count) => {
    const { totalItems, items } = await list(`${samplePath('reportFlights')}?${query}`);
    expect([totalItems, items.length]).toEqual([count, count]);
  });

  test('the progress of students is filtered by its last update', async () => {
    const path = samplePath('reportStudentProgress');
    expect(await list(`${path}?lastupdated=gte:2026-11-20T09:55:00`)).toMatchObject({ totalItems: 1 });
    expect(await list(`${path}?LastUpdated=gt:2026-11-20T09:55:00`)).toMatchObject({ totalItems: 0, items: [] });
  });
});

describe('records', () => {
  test('statuses have the names of live services', async () => {
    const aircraft = await list(samplePath('listAircraft'));
    expect(aircraft.items.map(({ status }) => status)).toEqual([
      { id: 1, name: 'Active' },
      { id: 2, name: 'Deleted' },
      { id: 0, name: 'Inactive' },
    ]);
    const { items } = await list(samplePath('listReservations'));
    expect(items[1]).toMatchObject({ reservationStatus: { id: 1, name: 'Checked Out' } });
  });

  test('reservations have local times without zone, with or without UTC times beside them, and a number', async () => {
    const { items } = await list(samplePath('listReservations'));
    for (const [index, local] of [
      '2026-11-20T08:00:00',
      '2026-11-20T10:30:00',
      '2026-11-20T13:00:00',
      '2026-11-21T08:00:00',
    ].entries()) {
      const { startTime, startTimeUtc, reservationNumber } = items[index] as Json;
      expect(startTime).toMatch(new RegExp(`^${local}(\\.00)?$`));
      expect(reservationNumber).toBe(index + 1);
      if (startTimeUtc) expect(Date.parse(startTimeUtc as string)).toBe(Date.parse(`${local}-07:00`));
    }
    expect(new Set(items.map((item) => 'startTimeUtc' in item)).size).toBe(2);
  });

  test('instructors have an email', async () => {
    const { items } = await list(samplePath('listInstructors'));
    expect(items).toMatchObject([{ email: 'ana@example.org', instructorStatus: { name: 'Active' } }, {}]);
  });

  test('people are listed with their roles, at most 500 at a time, whatever the request', async () => {
    const { totalItems, limit, items } = await list(`${people}?limit=900&isActive=eq:true`);
    expect([totalItems, limit]).toEqual([4, 500]);
    expect(items[0]).toEqual({
      userGuidId: sampleGuid(21),
      firstName: 'Ana',
      lastName: 'Ruiz',
      email: 'ana@example.org',
      phone: '555-0101',
      roles: [{ name: 'Instructors' }],
    });
    expect(items.map(({ roles }) => (roles as { name: string }[])[0]?.name).slice(1)).toEqual([
      'Instructors',
      'Students',
      'Administrator',
    ]);
    expect((await ask(people.replace('1001', '1002'))).status).toBe(400);
  });
});

describe('rows of reports, and upkeep', () => {
  test('rows of the aircraft report name the existing meters', async () => {
    const { items } = await list(samplePath('reportAircraft'));
    expect(items[0]).toMatchObject({
      airframeHasHobbs: true,
      engine1HasTach: true,
      airframeAirTime: expect.any(Number),
      airframeFlightTime: expect.any(Number),
      airframeTtisBasedOn: expect.any(String),
    });
  });

  test('a flight that is out has no check-in, written as 1753', async () => {
    const { items } = await list(samplePath('reportFlights'));
    expect(items).toMatchObject([
      { checkedOutOn: '2026-11-20T08:05:00', checkedInOn: '2026-11-20T09:55:00', flightHours: 1.8 },
      { checkedOutOn: '2026-11-20T10:35:00', checkedInOn: '1753-01-01T00:00:00', flightHours: null },
    ]);
  });

  test('open squawks come as a bare array, all of them as a list', async () => {
    const path = samplePath('listSquawks');
    expect(await list(`${path}?resolved=Eq:false`)).toMatchObject([{ description: 'Brake soft', resolved: false }]);
    expect(await list(`${path}?resolved=eq:true`)).toMatchObject({ totalItems: 1 });
    expect(await list(path)).toMatchObject({ totalItems: 2 });
  });

  test('reminders have an active flag, and 1753 means no date', async () => {
    const { items } = await list(samplePath('listMaintenanceReminders'));
    expect(items.map(({ active }) => typeof active)).toEqual(Array(4).fill('boolean'));
    const user = (await (await ask(samplePath('getUser', { userId: sampleGuid(24) }))).json()) as Json;
    expect(user['lastFlightDate']).toBe('1753-01-01T00:00:00');
  });
});

/** A generated school, all records of a list. */
async function manyOf(path: string, isOdd: boolean): Promise<Json[]> {
  const school = generatedSchool({ days: 20 });
  const many = fieldClient({ ...school, now: () => new Date(generatedNow * 1000) }, isOdd);
  const items: Json[] = [];
  for (let offset = 0; ; offset++) {
    const address = `${path}${path.includes('?') ? '&' : '?'}limit=250&offset=${offset}`;
    const page = (await (await many(address.replace('1001', String(school.school.operatorId)))).json()) as List;
    items.push(...(page.items ?? []));
    if (items.length >= page.totalItems || (page.items ?? []).length === 0) return items;
  }
}

const named = (name: string) => (item: Json) => (item['activityType'] as { name?: string } | null)?.name === name;

test('usual records have every member that programs read', async () => {
  const items = await manyOf(samplePath('listReservations'), false);
  expect(items.length).toBeGreaterThan(500);
  for (const member of ['reservationId', 'startTime', 'endTime', 'activityType', 'pilots'])
    expect([member, items.filter((item) => item[member] === null || item[member] === undefined)]).toEqual([member, []]);
  expect(items.some(named('New Customer'))).toBe(true);
  expect(items.some(named('Flight Training - Dual'))).toBe(true);
  expect(items.some(named('Introductory Flight'))).toBe(false);
});

test('odd records are what breaks programs, and most are usual', async () => {
  const items = await manyOf(samplePath('listReservations'), true);
  for (const member of ['reservationId', 'startTime', 'activityType', 'pilots']) {
    const gaps = items.filter((item) => item[member] === null).length;
    expect([member, gaps > 0, gaps / items.length < 0.1]).toEqual([member, true, true]);
  }
  expect(items.some(({ pilots }) => pilots === 'not available')).toBe(true);
});

test('an aircraft is available or not: never grounded, in maintenance or checked out', async () => {
  const rows = await manyOf(samplePath('reportAircraft'), false);
  const [free, other] = [rows.filter(isAvailable).length, rows.filter((row) => !isAvailable(row))];
  expect([free > 0, other.length > 0]).toEqual([true, true]);
  expect(new Set(other.map((row) => row['aircraftAvailability']))).toEqual(new Set(['Unavailable']));
  expect(rows.filter((row) => row['status'] !== 'Active' && isAvailable(row))).toEqual([]);
});

const isAvailable = (row: Json) => row['aircraftAvailability'] === 'Available';

test('some flights of an odd service wait for an aircraft of a scheduling group, and none that has left', async () => {
  const items = await manyOf(samplePath('listReservations'), true);
  const option = ({ aircraftOption }: Json) => aircraftOption as Json | null;
  const waiting = items.filter((item) => option(item)?.['schedulingGroup'] != null);
  expect(waiting.length).toBeGreaterThan(0);
  for (const item of waiting)
    expect(item).toMatchObject({ aircraft: null, aircraftOption: { aircraft: null }, reservationStatus: { id: 0 } });
});

test('an empty list is an empty array; of an odd service it is null now and then', async () => {
  const odd = fieldClient({}, true);
  const forms = new Set<string>();
  for (let offset = 1; offset < 60; offset++) {
    const path = `${samplePath('listReservations')}?offset=${offset}`;
    expect((await list(path)).items).toEqual([]);
    forms.add(JSON.stringify(((await (await odd(path)).json()) as List).items));
  }
  expect(forms).toEqual(new Set(['[]', 'null']));
});

test('the same call has the same answer', async () => {
  const path = samplePath('listReservations');
  expect(await list(path)).toEqual(await list(path));
});

test("another operator's id is a bad request that names operatorId", async () => {
  const answer = await ask('/core/v1.0/operators/1002');
  expect(answer.status).toBe(400);
  expect(await answer.text()).toContain('operatorId');
});

test('429 has the seconds in its message, and only sometimes in the header', async () => {
  let milliseconds = 0;
  const limited = fieldClient({ rateLimit: 1, stopwatch: () => milliseconds });
  await limited(samplePath('getOperator'));
  const headers: (string | null)[] = [];
  for (const seconds of [60, 59, 58]) {
    const answer = await limited(samplePath('getOperator'));
    expect(await answer.json()).toEqual({
      statusCode: 429,
      message: `Rate limit is exceeded. Try again in ${seconds} seconds.`,
    });
    headers.push(answer.headers.get('retry-after'));
    milliseconds += 1000;
  }
  expect(headers).toEqual([null, '59', '58']);
});

test.each([
  ['/elsewhere', { 'x-subscription-key': sampleKey }],
  ['/elsewhere', { 'x-subscription-key': 'nobody' }],
  [`${samplePath('listAircraft')}?limit=0`, { 'x-subscription-key': sampleKey }],
])('the error of %s with %j can be read', async (path, headers) => {
  const answer = await ask(path, headers);
  expect(readErrorBody(await answer.text())).toMatchObject([{ message: expect.any(String) }]);
});

test('every answer can be read by the tolerant reader, record by record', async () => {
  for (const id of ['listAircraft', 'listReservations', 'listMaintenanceReminders', 'listUsers'] as const) {
    const page = parseList(id, await list(samplePath(id)));
    expect(page.records.length + page.setAside.length).toBe(page.totalItems);
    expect(page.records.length).toBeGreaterThan(0);
  }
  const operator = parseRecord('getOperator', await (await ask(samplePath('getOperator'))).json());
  expect(operator).not.toHaveProperty('timeZone');
});

test('as specified, there is no list of people, and nothing beyond the specification', async () => {
  const specified = operatorApp(sampleSchool());
  const call = async (path: string) => specified.request(path, { headers: { 'x-subscription-key': sampleKey } });
  expect((await call(people)).status).toBe(404);
  const unfiltered = await (await call(`${samplePath('listReservations')}?tailNumber=eq:nobody`)).json();
  expect(unfiltered).toMatchObject({ totalItems: 4 });
  const { items } = (await (await call(samplePath('reportFlights'))).json()) as List;
  expect(items).toHaveLength(1);
});
