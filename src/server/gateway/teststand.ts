import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
  type RequestListener,
  type Server,
} from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { onTestFinished } from 'vitest';
import type { Config } from '#contract/gateway/config.ts';
import { areaPaths, operationIds } from '#contract/operations.ts';
import { createGateway, type Gateway, type GatewayOptions } from './gateway.ts';
import type { Tuning } from './service/source.ts';

export const testKey = 'k3y/with+odd"signs-0123456789';
export const aircraftPath = '/api/core/v1.0/operators/1001/aircraft';

const config: Config = {
  operatorId: 1001,
  operatorName: 'Pikes Peak Flying School',
  timeZone: 'America/Denver',
  zonelessTimes: 'operator',
  reportOffset: 'page',
  rateLimit: 100_000,
  embedded: false,
  position: null,
};

export type Reply = { readonly status: number; readonly headers: IncomingHttpHeaders; readonly body: Buffer };

export type Stand = {
  readonly port: number;
  /** Where the upstream is: what no browser may learn. */
  readonly upstreamHost: string;
  /** Calls that reached the upstream. */
  readonly calls: readonly IncomingMessage[];
  readonly ask: (path: string, headers?: { [name: string]: string }, method?: string) => Promise<Reply>;
  /** Sends bytes as they are and collects what comes until the connection ends. */
  readonly send: (bytes: string) => Promise<string>;
  /** Lets the upstream answer otherwise from now on. */
  readonly become: (answer: RequestListener) => void;
  /** Ends the upstream and all its connections; `rise` starts it again at the same address. */
  readonly fall: () => Promise<void>;
  readonly rise: () => Promise<void>;
  /** Moves the gateway's clocks on, which stand still otherwise. */
  readonly pass: (seconds: number) => void;
  readonly gateway: Gateway;
};

/** What asks the upstream each time. */
export const nothingKept = Object.fromEntries(
  operationIds.map((id) => [id, { fresh: 0, atOnce: 0, kept: -1 }]),
) as Tuning['policies'];

/** A real upstream that answers as told and a gateway before it, both on sockets, gone when the test is finished. */
export async function openStand(first: RequestListener, options: Partial<GatewayOptions> = {}): Promise<Stand> {
  const calls: IncomingMessage[] = [];
  let answer = first;
  let skipped = 0;
  const upstreamServer = createServer((incoming, outgoing) => {
    calls.push(incoming);
    answer(incoming, outgoing);
  });
  const upstreamPort = await listen(upstreamServer);
  const upstreamHost = `127.0.0.1:${upstreamPort}`;
  const base = `http://${upstreamHost}/flight`;
  const bases = {
    core: base + areaPaths.core,
    scheduling: base + areaPaths.scheduling,
    reports: `http://${upstreamHost}/elsewhere`,
  };
  const upstream = { bases, key: testKey };
  const gateway = createGateway({
    config,
    upstream,
    host: '127.0.0.1',
    dashboard: null,
    retryWait: { leastMs: 0, mostMs: 1 },
    steady: () => skipped,
    wall: () => Date.UTC(2026, 10, 20) + skipped,
    ...options,
  });
  const port = await listen(createServer(gateway.listener));
  onTestFinished(() => gateway.close());
  return {
    port,
    upstreamHost,
    calls,
    ask: (path, headers, method) => ask(port, path, headers, method),
    send: (bytes) => send(port, bytes),
    become: (next) => void (answer = next),
    fall: async () => {
      const closed = once(upstreamServer, 'close');
      upstreamServer.close();
      upstreamServer.closeAllConnections();
      await closed;
    },
    rise: async () => {
      upstreamServer.listen(upstreamPort, '127.0.0.1');
      await once(upstreamServer, 'listening');
    },
    pass: (seconds) => void (skipped += seconds * 1000),
    gateway,
  };
}

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return (server.address() as AddressInfo).port;
}

/** A plain request, whose path and headers go out as they are given. */
function ask(port: number, path: string, headers: { [name: string]: string } = {}, method = 'GET'): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const call = request({ port, host: '127.0.0.1', path, method, headers, agent: false }, (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('error', reject);
      incoming.on('end', () => {
        resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, body: Buffer.concat(chunks) });
      });
    });
    call.on('error', reject);
    call.end();
  });
}

function send(port: number, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    let received = '';
    socket.setEncoding('latin1');
    socket.on('data', (text: string) => (received += text));
    socket.on('error', reject);
    socket.on('close', () => resolve(received));
  });
}

/** An upstream that answers everything with this. */
export function always(
  status: number,
  body: string | Buffer,
  headers: { [name: string]: string } = {},
): RequestListener {
  return (_, outgoing) => {
    outgoing.writeHead(status, { 'content-type': 'application/json', ...headers });
    outgoing.end(body);
  };
}

export const emptyList = JSON.stringify({ totalItems: 0, offset: 0, limit: null, items: [] });
