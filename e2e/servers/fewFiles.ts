import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connectionsFor, defaultLimits, limitConnections, serverOptions } from '#server/http/limits.ts';

/**
 * For tests that run it in a process with few open files: a server that reads a file for each answer, except for `/stream`,
 * which never ends. Prints its port.
 */
export async function serveFew(): Promise<void> {
  const limits = { ...defaultLimits, connections: connectionsFor(1, defaultLimits.connections) };
  const server = createServer(serverOptions(limits), ({ url }, outgoing) => {
    if (url === '/stream') outgoing.write('begun');
    else outgoing.end(readFileSync(new URL(import.meta.url)));
  });
  limitConnections(server, limits);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  console.log((server.address() as AddressInfo).port);
}
