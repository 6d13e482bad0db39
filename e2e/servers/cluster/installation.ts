import { readFileSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { once } from 'node:events';
import { onTestFinished } from 'vitest';
import { eventually } from '#e2e/servers/teststand.ts';
import {
  type GatewayOptions,
  type GatewayProcess,
  openService,
  removeGateway,
  type Service,
  startGateway,
} from './gateways.ts';
import type { Postgres } from './postgres.ts';

/** Gateways of one school as processes, with one database and one service; all are removed after the test. */
export type Installation = {
  readonly service: Service;
  readonly gateways: readonly GatewayProcess[];
  readonly start: (more?: Partial<GatewayOptions>) => Promise<GatewayProcess>;
  /** The planner according to the database. */
  readonly planner: () => GatewayProcess;
  readonly other: () => GatewayProcess;
  /** Resolves once every gateway has read everything. */
  readonly complete: () => Promise<void>;
};

export type InstallationParts = {
  /** The database's address, if it is not that of the server. */
  readonly database?: string;
  /** A service in place of the embedded operator; closed with the test. */
  readonly instead?: Pick<Service, 'url' | 'close'>;
};

export async function openInstallation(
  postgres: Postgres,
  count: number,
  settings: { readonly [name: string]: string } = {},
  { database = postgres.url, instead }: InstallationParts = {},
): Promise<Installation> {
  postgres.sql('DROP SCHEMA IF EXISTS flightline_1001 CASCADE');
  const service = await openService(instead);
  onTestFinished(() => service.close());
  const gateways: GatewayProcess[] = [];
  const start = async (more: Partial<GatewayOptions> = {}) => {
    const gateway = await startGateway({ database, service: service.url, settings, ...more });
    onTestFinished(() => removeGateway(gateway));
    gateways.push(gateway);
    return gateway;
  };
  // The first one creates the tables and becomes the planner.
  for (let n = 0; n < count; n++) await start();
  const nameOf = ({ directory }: GatewayProcess) =>
    readFileSync(join(directory, 'data', 'gateway-name'), 'utf8').trim();
  const plans = (gateway: GatewayProcess) =>
    postgres.sql('SELECT holder FROM flightline_1001.planner').startsWith(`${nameOf(gateway)}@`);
  const found = (isPlanner: boolean) => {
    const gateway = gateways.find((process) => plans(process) === isPlanner);
    if (!gateway) throw new Error('No gateway plans.');
    return gateway;
  };
  const complete = async () => {
    for (const gateway of gateways)
      await eventually(async () => {
        const { replica } = await gateway.state();
        const open = replica.sets.filter(({ parts, known }) => known < parts).map(({ set }) => set);
        if (open.length > 0) throw new Error(`Not read yet: ${open.join(', ')}`);
      });
  };
  return { service, gateways, start, planner: () => found(true), other: () => found(false), complete };
}

/**
 * How late anything may happen on this machine, in milliseconds: five times the worst delay of a timer since the call. A test and
 * its gateways run at low priority.
 */
export function watchLateness(): () => number {
  const every = 50;
  let [due, worst] = [performance.now() + every, 0];
  const timer = setInterval(() => {
    worst = Math.max(worst, performance.now() - due);
    due = performance.now() + every;
  }, every);
  onTestFinished(() => clearInterval(timer));
  return () => 5 * worst;
}

export type SlowLine = { readonly url: string; readonly delay: (milliseconds: number) => void };

/** A connection to a database that delays every message to it as a test sets. */
export async function openSlowLine(postgres: Postgres): Promise<SlowLine> {
  let wait = 0;
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const database = connect(postgres.port, '127.0.0.1');
    for (const socket of [client, database]) sockets.add(socket.on('error', () => client.destroy()));
    let sent: Promise<unknown> = Promise.resolve();
    client.on('data', (bytes) => {
      const due = performance.now() + wait;
      sent = sent
        .then(() => new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now()))))
        .then(() => database.write(bytes));
    });
    client.on('close', () => database.destroy());
    database.pipe(client);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return { url: `postgres://postgres@127.0.0.1:${port}/postgres`, delay: (milliseconds) => void (wait = milliseconds) };
}
