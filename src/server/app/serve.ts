import { createServer, type Server } from 'node:http';
import os from 'node:os';
import { clientsTrusted } from '#server/access/proxy/proxySettings.ts';
import { loadDashboard } from '#server/http/dashboard.ts';
import { trustConnection } from '#server/http/proxies.ts';
import { directoryProblem } from '#server/install/dataDirectory.ts';
import type { Log } from '#server/observability/log.ts';
import { urlHost } from '#server/upstream/upstream.ts';
import type { Tuning } from '#server/upstream/source.ts';
import { connectionsFor, limitConnections, serverOptions, defaultLimits } from '#server/http/limits.ts';
import { listenOnSocket } from '#server/http/listenOnSocket.ts';
import { openGateway } from './open.ts';
import { type Settings, SettingsError } from './settings.ts';

export type Running = {
  /** `http://127.0.0.1:4600`, with the actual port; `unix:/run/flightline.sock` where there is none. */
  readonly url: string;
  readonly log: Log;
  /** Accepts no more requests, finishes the running ones, then ends. */
  readonly close: () => Promise<void>;
};

/** How long running requests may take after a stop. */
const drainMs = 10_000;

/**
 * Serves a built dashboard and the gateway behind it. Rejects with one sentence for the administrator. Log lines go to
 * `writeLog`, or nowhere.
 */
export async function serve(
  settings: Settings,
  dashboardDirectory: string,
  writeLog?: (line: string) => void,
  tuning?: Partial<Tuning>,
  limits = defaultLimits,
): Promise<Running> {
  const dashboard = await loadDashboard(dashboardDirectory);
  if (!dashboard)
    throw new Error('The dashboard is not built: run "npm run build" first, or "npm start", which does both.');
  checkProxies(settings);
  const problem = settings.dataDirectory === null ? null : directoryProblem(settings.dataDirectory);
  if (problem !== null) throw new SettingsError(problem);
  const gateway = await openGateway(settings, dashboard, writeLog, tuning);
  const { host, port, socket } = settings;
  const servers: { readonly server: Server; readonly endLimits: () => void }[] = [];
  const count = [socket, port].filter((one) => one !== null).length;
  const own = { ...limits, connections: connectionsFor(count, limits.connections) };
  const newServer = () => {
    const server = createServer(serverOptions(own), gateway.listener);
    servers.push({ server, endLimits: limitConnections(server, own) });
    return server;
  };
  const close = async () => {
    gateway.drain();
    await Promise.all(servers.map(({ server }) => drained(server)));
    for (const { endLimits } of servers) endLimits();
    await gateway.close();
  };
  try {
    if (socket !== null) await listenOnSocket(newServer().on('connection', trustConnection), socket);
    const actual = port === null ? null : await listen(newServer().on('connection', gateway.connected), host, port);
    const url = actual === null ? `unix:${socket}` : `http://${urlHost(host)}:${actual}`;
    return { url, log: gateway.log, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Throws if clients, and not only the proxy, could name a person in the header. */
function checkProxies({ access: { mode, trustedProxies, signedIdentity } }: Settings): void {
  const problem = mode === 'proxy' && !signedIdentity ? clientsTrusted(trustedProxies, os.networkInterfaces()) : null;
  if (problem !== null) throw new SettingsError(problem);
}

/** The port that a server listens on. Throws if there is none. */
export function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server does not listen on a port.');
  return address.port;
}

function listen(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const words = unheardWords(error.code ?? '', host, port);
      reject(words === null ? error : new Error(words, { cause: error }));
    });
    server.listen(port, host, () => resolve(portOf(server)));
  });
}

/** Why the server cannot listen, in one sentence; null for a reason that no setting mends. */
function unheardWords(code: string, host: string, port: number): string | null {
  if (code === 'EADDRINUSE') return `Port ${port} is taken, perhaps by another Flightline: stop that one, or set PORT.`;
  if (code === 'EACCES') return `Port ${port} is not allowed to this user: set PORT to another, such as 4600.`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return `${host} is not an address of this machine: set HOST to one of its own.`;
  return null;
}

function drained(server: Server): Promise<void> {
  return new Promise((resolve) => {
    // A connection becomes idle after its last answer and would then stay open for a while.
    const sweep = setInterval(() => server.closeIdleConnections(), 50);
    const cut = setTimeout(() => server.closeAllConnections(), drainMs);
    server.close(() => {
      clearInterval(sweep);
      clearTimeout(cut);
      resolve();
    });
  });
}

/**
 * Runs the server until a signal ends it. The log goes to standard output as lines of JSON; messages for people go to
 * standard error. The exit code is 0 after a signal, 2 for invalid settings, 1 for everything else.
 */
export async function run(readSettings: () => Settings, dashboardDirectory: string): Promise<void> {
  try {
    const running = await serve(readSettings(), dashboardDirectory, (line) => process.stdout.write(line));
    console.error(`Flightline at ${running.url}`);
    running.log.info({ url: running.url }, 'Started.');
    const stop = async (reason: string) => {
      running.log.info({ reason }, 'Stopping.');
      await running.close();
    };
    // Only once: a second signal ends the process at once.
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop(signal));
    // The state is now unknown. Running requests may finish, and the supervisor restarts the process.
    process.once('uncaughtException', (error) => {
      running.log.error({ err: error }, 'Unexpected error outside all requests.');
      process.exitCode = 1;
      void stop('fault');
    });
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = error instanceof SettingsError ? 2 : 1;
  }
}
