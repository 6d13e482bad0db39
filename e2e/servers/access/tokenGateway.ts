import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ask as askDoor, cookieOf, type Door } from '#e2e/servers/cluster/people.ts';
import { listen, newStubSchool, stubService } from '#e2e/servers/testCopy.ts';
import { openGateway } from '#server/app/open.ts';
import { readSettings } from '#server/app/settings.ts';

export type TokenGatewayParts = {
  /** The school's service, if another gateway of the same directory has it too; closed by the caller. */
  readonly service?: { readonly url: string };
  readonly wall?: () => number;
};

/** A gateway of this process with `ACCESS=tokens` and a small school, as the settings open it. */
export async function openTokenGateway(
  directory: string,
  more: { readonly [name: string]: string } = {},
  { service: given, wall }: TokenGatewayParts = {},
) {
  const own = given ? null : await listen(stubService(newStubSchool()));
  const url = given?.url ?? own?.url ?? '';
  const access = { ACCESS: 'tokens', PUBLIC_URL: 'http://localhost:4600' };
  const api = { API_BASE_URL: url, API_SUBSCRIPTION_KEY: 'key-of-the-test', OPERATOR_TIME_ZONE: 'UTC' };
  const settings = { DATA_DIR: directory, PORT: '0', API_OPERATOR_ID: '1001', ...access, ...api, ...more };
  const log: string[] = [];
  const read = readSettings(settings);
  const gateway = await openGateway(read, null, (line) => log.push(line), wall ? { wall } : {});
  const server = createServer(gateway.listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = async () => {
    server.closeAllConnections();
    server.close();
    await gateway.close();
    await own?.close();
  };
  const door: Door = { port: (server.address() as AddressInfo).port, host: 'localhost:4600' };
  const ask = async (path: string, cookie: string, json?: unknown) => {
    const answer = await askDoor(door, path, { cookie, ...(json !== undefined && { json }) });
    return { ...answer, set: cookieOf(answer) };
  };
  /** What the copy of this service is kept under. */
  const copyOf = JSON.stringify([read.upstream?.bases, read.operatorId]);
  return { close, ask, log, copyOf };
}
