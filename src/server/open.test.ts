import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { addressOf } from '#contract/addresses.ts';
import { parseList } from '#contract/answers.ts';
import { type OperationId, operationIds } from '#contract/operations.ts';
import { openGateway } from './open.ts';
import { readSettings } from './settings.ts';

async function openEmbedded(environment: { [name: string]: string }): Promise<string> {
  const gateway = await openGateway(readSettings(environment), null);
  const server = createServer(gateway.listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    server.close();
    server.closeAllConnections();
    await gateway.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

it('with no operator configured, the embedded one answers all 25 operations, over HTTP and with a key', async () => {
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
