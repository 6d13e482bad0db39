import { expect, test } from 'vitest';
import { parseList, parseRecord } from '#contract/answers.ts';
import { readErrorBody } from '#contract/errors.ts';
import { operatorApp } from './app.ts';
import { asInTheField } from './field.ts';
import { samplePath } from './sampleClient.ts';
import { sampleGuid, sampleKey, sampleSchool } from './sampleSchool.ts';

type Json = { readonly [member: string]: unknown };

function fieldClient(more: Parameters<typeof sampleSchool>[0] = {}) {
  const school = sampleSchool(more);
  const handler = asInTheField(operatorApp(school).fetch, school.clock);
  return async (path: string, headers: Record<string, string> = { 'x-subscription-key': sampleKey }) =>
    handler(new Request(`http://operator${path}`, { headers }));
}

const ask = fieldClient();
const list = async (path: string) => (await (await ask(path)).json()) as { totalItems: number; items: readonly Json[] };

test('unknown parameters are ignored, and names and operators are taken in any letter case', async () => {
  expect((await ask(`${samplePath('listAircraft')}?sort=tail&statusId=eq:1`)).status).toBe(200);
  expect(await list(`${samplePath('listAircraft')}?STATUSID=EQ:2&Limit=5`)).toMatchObject({ totalItems: 1, limit: 5 });
});

test('a known parameter out of its range is still refused', async () => {
  expect((await ask(`${samplePath('listAircraft')}?limit=101`)).status).toBe(400);
});

test('reservations have local times without zone, with or without the UTC ones besides', async () => {
  const { items } = await list(samplePath('listReservations'));
  for (const [index, local] of [
    '2026-11-20T08:00:00',
    '2026-11-20T10:30:00',
    '2026-11-20T13:00:00',
    '2026-11-21T08:00:00',
  ].entries()) {
    const { startTime, startTimeUtc } = items[index] as Json;
    expect(startTime).toMatch(new RegExp(`^${local}(\\.0{1,7})?$`));
    if (startTimeUtc) expect(Date.parse(startTimeUtc as string)).toBe(Date.parse(`${local}-07:00`));
  }
  expect(new Set(items.map((item) => 'startTimeUtc' in item)).size).toBe(2);
});

test('reminders have an active flag, and 1753 stands for no date', async () => {
  const { items } = await list(samplePath('listMaintenanceReminders'));
  expect(items.map(({ active }) => typeof active)).toEqual(Array(4).fill('boolean'));
  const user = (await (await ask(samplePath('getUser', { userId: sampleGuid(24) }))).json()) as Json;
  expect(user['lastFlightDate']).toBe('1753-01-01T00:00:00');
});

test('the same call brings the same answer', async () => {
  const path = samplePath('listReservations');
  expect(await list(path)).toEqual(await list(path));
});

test('an empty list may have null in place of its items', async () => {
  expect(await list(`${samplePath('listReservations')}?offset=9`)).toMatchObject({ totalItems: 4, items: null });
});

test("another operator's id is a bad request that names operatorId", async () => {
  const answer = await ask('/core/v1.0/operators/1002');
  expect(answer.status).toBe(400);
  expect(await answer.text()).toContain('operatorId');
});

test('429 tells the seconds in its prose, and in the header only sometimes', async () => {
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

test('what is answered can be read by the tolerant reader, record by record', async () => {
  for (const id of ['listAircraft', 'listReservations', 'listMaintenanceReminders', 'listUsers'] as const) {
    const page = parseList(id, await list(samplePath(id)));
    expect(page.records.length + page.setAside.length).toBe(page.totalItems);
    expect(page.records.length).toBeGreaterThan(0);
  }
  const operator = parseRecord('getOperator', await (await ask(samplePath('getOperator'))).json());
  expect(operator).not.toHaveProperty('timeZone');
});
