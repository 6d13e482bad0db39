import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { addressOf } from '#contract/addresses.ts';
import { parseList } from '#contract/answers.ts';
import type { ReplicaState } from '#contract/gateway/replica.ts';
import { type OperationId, operationIds } from '#contract/operations.ts';
import { emptyDirectory } from '#e2e/servers/access/testAccess.ts';
import { openGateway } from './open.ts';
import { readSettings } from './settings.ts';

async function openEmbedded(environment: { [name: string]: string }): Promise<string> {
  const gateway = await openGateway(readSettings({ DATA_DIR: emptyDirectory(), ...environment }), null);
  const server = createServer(gateway.listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    server.close();
    server.closeAllConnections();
    await gateway.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

it('with no operator configured, the embedded one answers all operations, over HTTP and with a key', async () => {
  const url = await openEmbedded({ API_OPERATOR_ID: '42', OPERATOR_TIME_ZONE: 'America/Chicago' });
  expect(await (await fetch(`${url}/config`)).json()).toMatchObject({
    embedded: true,
    operatorId: 42,
    timeZone: 'America/Chicago',
  });

  const ask = (id: OperationId, path: { [name: string]: string } = {}) =>
    fetch(`${url}/api${addressOf(id, { operatorId: '42', ...path })}`);
  const aircraft = parseList('listAircraft', await (await ask('listAircraft')).json());
  const aircraftId = String(aircraft.records[0]?.aircraftId);
  expect(aircraft.records.length).toBeGreaterThan(20);

  const unknown = { userId: '5e3a7f0c-1f6d-4c9b-9a44-6d2f0f4f7b11', externalId: 'nobody' };
  for (const id of operationIds) {
    const answer = await ask(id, { aircraftId, ...unknown });
    expect([id, answer.status]).toEqual([id, id === 'getUser' || id === 'getUserByExternalId' ? 404 : 200]);
  }
});

type State = {
  readonly counts: { readonly calls: number };
  readonly allowance: unknown;
  readonly replica: ReplicaState;
};

it('the embedded operator has no allowance to save: the school is read in one call per part, without waiting', async () => {
  const url = await openEmbedded({});
  expect(await (await fetch(`${url}/config`)).json()).toMatchObject({ rateLimit: null });
  const state = async () => (await (await fetch(`${url}/state`)).json()) as State;
  const isComplete = ({ replica }: State) => {
    const sets = replica.sets.filter(({ parts }) => parts > 0);
    return sets.length > 8 && sets.every(({ parts, known }) => known === parts);
  };
  // Within an allowance of 60 calls a minute it takes four minutes.
  await expect.poll(async () => isComplete(await state()), { timeout: 60_000, interval: 100 }).toBe(true);
  const { counts, allowance, replica } = await state();
  expect(allowance).toMatchObject({ limit: null });
  expect(counts.calls).toBeLessThan(1.2 * replica.sets.reduce((sum, { parts }) => sum + parts, 0));
});

it('five reports opened while the embedded school is still being read are all answered', async () => {
  const url = await openEmbedded({});
  const ids = [
    'reportFlightOperations',
    'reportFlights',
    'reportInvoices',
    'reportLogbookEntries',
    'reportReservations',
  ] as const;
  const addresses = ids.flatMap((id) =>
    [0, 1, 2, 3, 4, 5, 6, 7].map((offset) => addressOf(id, { operatorId: '1001' }, { limit: 500, offset })),
  );
  const statuses = await Promise.all(addresses.map(async (address) => (await fetch(`${url}/api${address}`)).status));
  expect(statuses).toEqual(addresses.map(() => 200));
});

it('a second gateway with the embedded operator is refused too, before it reads who may sign in', async () => {
  const directory = emptyDirectory();
  await openEmbedded({ DATA_DIR: directory });
  const before = readdirSync(directory);
  const second = openGateway(readSettings({ DATA_DIR: directory, PORT: '4601' }), null);
  await expect(second).rejects.toThrow(/^Another Flightline \(process \d+, since .+, at 127\.0\.0\.1:4600\) uses/);
  expect(readdirSync(directory)).toEqual(before);
});
