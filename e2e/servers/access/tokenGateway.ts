import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ask as askDoor, cookieOf, type Door } from '#e2e/servers/cluster/people.ts';
import { listen, newStubSchool, stubService } from '#e2e/servers/testCopy.ts';
import { openGateway } from '#server/app/open.ts';
import { readSettings } from '#server/app/settings.ts';

/** A gateway of this process with `ACCESS=tokens` and a small school, as the settings open it. */
export async function openTokenGateway(directory: string, more: { readonly [name: string]: string } = {}) {
  const service = await listen(stubService(newStubSchool()));
  const access = { ACCESS: 'tokens', PUBLIC_URL: 'http://localhost:4600' };
  const api = { API_BASE_URL: service.url, API_SUBSCRIPTION_KEY: 'key-of-the-test', OPERATOR_TIME_ZONE: 'UTC' };
  const settings = { DATA_DIR: directory, PORT: '0', API_OPERATOR_ID: '1001', ...access, ...api, ...more };
  const log: string[] = [];
  const gateway = await openGateway(readSettings(settings), null, (line) => log.push(line));
  const server = createServer(gateway.listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = async () => {
    server.closeAllConnections();
    server.close();
    await gateway.close();
    await service.close();
  };
  const door: Door = { port: (server.address() as AddressInfo).port, host: 'localhost:4600' };
  const ask = async (path: string, cookie: string, json?: unknown) => {
    const answer = await askDoor(door, path, { cookie, ...(json !== undefined && { json }) });
    return { ...answer, set: cookieOf(answer) };
  };
  return { close, ask, log };
}
