import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { focusManager } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { Config } from '#contract/config.ts';
import { paused, progressOf, resumed, retried } from '#domain/sweepPlan.ts';
import { listQuery } from '#web/queries/operations.ts';
import { createQueryClient } from '#web/queries/policy.ts';
import { sweepOf } from '#web/queries/sweepPicture.ts';

const school: Config = {
  operatorId: 1001,
  operatorName: 'School',
  timeZone: 'America/Denver',
  zonelessTimes: 'operator',
  reportOffset: 'page',
  rateLimit: 60,
  embedded: true,
  position: null,
};
/** The id of the n-th aircraft. */
const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const fleet = (count: number) => Array.from({ length: count }, (_, index) => id(index + 1));
const noRisk = () => 0;

/** `what` is "3 maintenanceReminders" of the third aircraft. */
type Asked = { readonly what: string; readonly by: string | undefined; readonly together: number };

/** What the gateway says of the n-th question; 200 with an empty list unless a test wants another. */
let reply: (what: string, count: number) => { status: number; headers?: Record<string, string> };
let asked: Asked[];
let server: Server;
const leaves: (() => void)[] = [];

beforeEach(async () => {
  asked = [];
  reply = () => ({ status: 200 });
  let together = 0;
  server = createServer((request, response) => {
    const what = (request.url ?? '').replace(/^.*-0*(\d+)\/(.*)$/, '$1 $2');
    asked.push({ what, by: request.headers['x-flightline-class']?.toString(), together: ++together });
    const { status, headers } = reply(what, asked.length);
    setTimeout(() => {
      together--;
      response.writeHead(status, headers).end('{"items":[]}');
    }, 5);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const real = fetch;
  vi.stubGlobal('fetch', (address: string, init: RequestInit) => real(new URL(address, base), init));
});

afterEach(() => {
  vi.unstubAllGlobals();
  for (const leave of leaves.splice(0)) leave();
  server.closeAllConnections();
  server.close();
});

function start(
  client = createQueryClient(),
  operation: 'listMaintenanceReminders' | 'listSquawks' = 'listMaintenanceReminders',
) {
  const sweep = sweepOf(client, school, operation);
  return {
    ...sweep,
    join: (ids: string[], riskOf = noRisk) => leaves.push(sweep.runner.join(ids, riskOf)),
    state: (aircraftId: string) => sweep.picture().states.get(aircraftId),
    done: (ids: string[]) => vi.waitFor(() => expect(progressOf(sweep.picture().plan, ids).done).toBe(ids.length)),
  };
}

test('each aircraft is asked once, by no more than two requests of all sweeps together, each named a sweep’s', async () => {
  const client = createQueryClient();
  const [reminders, squawks] = [start(client), start(client, 'listSquawks')];
  reminders.join(fleet(12));
  squawks.join(fleet(12));
  await Promise.all([reminders.done(fleet(12)), squawks.done(fleet(12))]);
  expect(asked.map(({ what }) => what).toSorted()).toEqual(
    fleet(12)
      .flatMap((_, index) => [`${index + 1} maintenanceReminders`, `${index + 1} squawks`])
      .toSorted(),
  );
  expect(Math.max(...asked.map(({ together }) => together))).toBe(2);
  expect(new Set(asked.map(({ by }) => by))).toEqual(new Set(['sweep']));
  expect(asked.slice(0, 12).every(({ what }) => what.endsWith('maintenanceReminders'))).toBe(true);
});

test('a sweep that two screens look at is one', async () => {
  const client = createQueryClient();
  start(client).join(fleet(6));
  start(client).join(fleet(8));
  await start(client).done(fleet(8));
  expect(asked).toHaveLength(8);
});

test('one that fails is known by its failure, the others go on, and it is asked again alone', async () => {
  reply = (what) => ({ status: what.startsWith('2 ') ? 500 : 200 });
  const sweep = start();
  sweep.join(fleet(5));
  await sweep.done([1, 3, 4, 5].map(id));
  expect(asked).toHaveLength(5);
  expect(sweep.picture().plan.turns.get(id(2))?.stand).toBe('failed');
  expect(sweep.state(id(2))?.failure?.kind).toBe('upstream');
  reply = () => ({ status: 200 });
  sweep.runner.change((plan) => retried(plan, id(2)));
  await sweep.done(fleet(5));
  expect(asked.slice(5).map(({ what }) => what)).toEqual(['2 maintenanceReminders']);
});

test('a 429 holds up all sweeps as long as it says, and then nobody is forgotten', async () => {
  reply = (_, count) => (count === 3 ? { status: 429, headers: { 'retry-after': '1' } } : { status: 200 });
  const client = createQueryClient();
  const [reminders, squawks] = [start(client), start(client, 'listSquawks')];
  reminders.join(fleet(6));
  squawks.join(fleet(6));
  await vi.waitFor(() => expect(squawks.picture().interruption?.kind).toBe('limited'));
  const before = asked.length;
  expect(before).toBeLessThanOrEqual(4);
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(asked).toHaveLength(before);
  expect(reminders.picture().plan.pausedUntil).toBeGreaterThan(Date.now());
  await vi.waitFor(() => expect(asked).toHaveLength(13), { timeout: 2000 });
  await Promise.all([reminders.done(fleet(6)), squawks.done(fleet(6))]);
  expect(reminders.picture().interruption).toBeNull();
});

test('a pause lets what is under way come in, and asks nobody until it ends', async () => {
  const sweep = start();
  sweep.join(fleet(6));
  sweep.runner.change(paused);
  await sweep.done(fleet(2));
  expect(asked).toHaveLength(2);
  sweep.runner.change(resumed);
  await sweep.done(fleet(6));
});

test('those with something at risk in their stored answer are asked first, those with a young one not at all', async () => {
  const client = createQueryClient();
  const hour = 3_600_000;
  const store = (number: number, age: number) =>
    client.setQueryData(['api', 'listMaintenanceReminders', { aircraftId: id(number) }, {}], {
      value: { records: [], setAside: [], totalItems: number, offset: 0, limit: null },
      asOf: Date.now() - age,
    });
  store(3, hour);
  store(5, hour);
  store(1, 60_000);
  const sweep = start(client);
  leaves.push(sweep.runner.join(fleet(5), (answer) => answer.value.totalItems));
  await sweep.done(fleet(5));
  expect(asked.map(({ what }) => what[0])).toEqual(['5', '3', '2', '4']);
});

test('the page of one aircraft finds the sweep’s answer, and its own answer spares the sweep a call', async () => {
  const client = createQueryClient();
  const sweep = start(client);
  const own = listQuery(school, 'listMaintenanceReminders', { filters: {} }, { aircraftId: id(2) });
  await client.fetchQuery(own);
  sweep.join(fleet(2));
  await sweep.done(fleet(2));
  expect(asked.map(({ what, by }) => [what[0], by])).toEqual([
    ['2', 'person'],
    ['1', 'sweep'],
  ]);
  expect(sweep.state(id(2))?.answer).toBe(client.getQueryData(own.queryKey));
});

test('nobody is asked when nobody looks', async () => {
  const sweep = start();
  const leave = sweep.runner.join(fleet(6), noRisk);
  leave();
  await sweep.done(fleet(2));
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(asked).toHaveLength(2);
});

test('a hidden tab asks nobody, and goes on when it is seen', async () => {
  onTestFinished(() => focusManager.setFocused(undefined));
  focusManager.setFocused(false);
  const sweep = start();
  sweep.join(fleet(3));
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(asked).toHaveLength(0);
  focusManager.setFocused(true);
  await sweep.done(fleet(3));
});
