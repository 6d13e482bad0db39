import { afterAll, beforeAll, expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { type Operation, type OperationId, operationIds, operations } from '#contract/operations.ts';
import { listShape } from '#contract/shapes.ts';
import { readFlags } from '#operator/flags.ts';
import { samplePath } from '#e2e/servers/operatorSamples.ts';
import { type RunningOperator, startOperator } from '#operator/start.ts';

type Page = { totalItems: number; items: readonly { [member: string]: unknown }[] };

let operator: RunningOperator;
beforeAll(async () => {
  const text = '--port 0 --now 2026-11-20T18:05:00Z --aircraft 12 --reservations-per-day 30 --days 20 --rate-limit 0';
  const reading = readFlags(text.split(' '));
  if ('settings' in reading) operator = await startOperator(reading.settings);
});
afterAll(() => operator.close());

async function ask(id: OperationId, query = '', path = {}): Promise<unknown> {
  const answer = await fetch(operator.url + samplePath(id, path, query), {
    headers: { 'x-subscription-key': 'demo-key' },
  });
  expect([id, answer.status]).toEqual([id, 200]);
  return answer.json();
}
const list = async (id: OperationId, query = '', path = {}) => (await ask(id, query, path)) as Page;

/** Strictly by the contract. */
function check(id: OperationId, body: unknown): void {
  const { answer, item }: Operation = operations[id];
  const shape: z.ZodMiniType = answer === 'list' ? listShape(item) : item;
  expect(shape.safeParse(body).error?.issues ?? []).toEqual([]);
}

const aircraftOperations = ['listMaintenanceReminders', 'listSquawks'] as const;
const userOperations = ['getUser', 'getUserByExternalId'] as const;
const listOperations = operationIds.filter(
  (id) => operations[id].answer === 'list' && !aircraftOperations.some((other) => other === id),
);

test.each(listOperations)('%s matches the contract, and is not empty', async (id) => {
  const body = await list(id, id === 'listReservations' ? 'limit=250' : '');
  check(id, body);
  expect(body.totalItems).toBeGreaterThan(0);
  expect(body.items.length).toBe(id === 'listReservations' ? 250 : body.totalItems);
});

test.each(aircraftOperations)('%s matches the contract, for each aircraft', async (id) => {
  let total = 0;
  for (const { aircraftId } of (await list('listAircraft')).items) {
    const body = await list(id, '', { aircraftId });
    check(id, body);
    total += body.totalItems;
  }
  expect(total).toBeGreaterThan(0);
});

test.each(userOperations)('%s matches the contract, for each user', async (id) => {
  for (const { userId, externalId } of (await list('listUsers', 'limit=40')).items) {
    const body = await ask(id, '', { userId, externalId: encodeURIComponent(String(externalId)) });
    check(id, body);
    expect(body).toMatchObject({ userId, externalId });
  }
});

test('the operator is the one in the path', async () => {
  expect(await ask('getOperator')).toMatchObject({ operatorId: 1001, timeZone: 'America/Denver' });
});

test('the pages of the reservations are all of them once, in order', async () => {
  const { totalItems } = await list('listReservations', 'limit=1');
  const pages = await Promise.all(
    Array.from({ length: Math.ceil(totalItems / 250) }, (_, page) =>
      list('listReservations', `limit=250&offset=${page}`),
    ),
  );
  const items = pages.flatMap((page) => page.items);
  expect(new Set(items.map(({ reservationId }) => reservationId)).size).toBe(totalItems);
  const starts = items.map(({ startTime }) => String(startTime));
  expect(starts).toEqual(starts.toSorted());
});

test('records that pass a filter match it', async () => {
  const all = (await list('listReservations', 'limit=250')).items;
  const instructor = all.map((item) => item['instructor'] as { userId: string } | null).find(Boolean);
  const { items } = await list('listReservations', `limit=250&userId=eq:${instructor?.userId}`);
  expect(items.length).toBeGreaterThan(0);
  for (const item of items) expect(JSON.stringify([item['pilots'], item['instructor']])).toContain(instructor?.userId);
});
