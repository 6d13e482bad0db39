import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as z from 'zod/mini';
import { areaPaths } from '#contract/operations.ts';
import { doorOf, signIn, tokenFrom } from '#e2e/servers/cluster/people.ts';
import { freePort } from '#e2e/servers/freePort.ts';
import { startServer, stopServer } from './processes.ts';
import { schoolZone, serviceKey } from './school.ts';

export type GatewayProcess = {
  readonly url: string;
  readonly pid: number;
  /** The port of its debugger, once that is started. */
  readonly debugPort: number;
  readonly stop: () => Promise<void>;
};

/**
 * The flags with which the npm scripts start Node. With memory for what it reads, the gateway does not collect garbage
 * many times a second under load.
 */
const flagsOf = (debugPort: number) => ['--initial-old-space-size=128', `--inspect-port=127.0.0.1:${debugPort}`];
const main = fileURLToPath(new URL('../../src/server/cli/main.ts', import.meta.url));

/** A new directory for a gateway's data, and a function to remove it. */
export function temporaryDirectory(): { readonly path: string; readonly remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), 'flightline-bench-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** More flags for Node, and other settings. */
type More = { readonly flags?: readonly string[]; readonly environment?: { readonly [name: string]: string } };

/** The gateway as a school runs it, in its own process. Without a directory it uses a temporary one. */
export async function startGateway(
  upstream: string,
  allowance: number,
  directory?: string,
  { flags = [], environment = {} }: More = {},
): Promise<GatewayProcess> {
  const own = directory === undefined ? temporaryDirectory() : null;
  const [port, debugPort] = [await freePort(), await freePort()];
  const url = `http://127.0.0.1:${port}`;
  const child = await startServer(process.execPath, [...flagsOf(debugPort), ...flags, main], `${url}/health`, {
    API_BASE_URL: upstream,
    API_SUBSCRIPTION_KEY: serviceKey,
    API_OPERATOR_ID: '1001',
    API_RATE_LIMIT: String(allowance),
    OPERATOR_TIME_ZONE: schoolZone,
    DATA_DIR: directory ?? own?.path ?? '',
    PORT: String(port),
    ...environment,
  });
  const stop = async () => {
    await stopServer(child);
    own?.remove();
  };
  return { url, pid: child.pid ?? 0, debugPort, stop };
}

const passing = fileURLToPath(new URL('./passingGateway.ts', import.meta.url));

/** The gateway without a store. */
export async function startPassingGateway(upstream: string): Promise<GatewayProcess> {
  const [port, debugPort] = [await freePort(), await freePort()];
  const url = `http://127.0.0.1:${port}`;
  const args = [...flagsOf(debugPort), passing, upstream, String(port)];
  const child = await startServer(process.execPath, args, `${url}/health`);
  return { url, pid: child.pid ?? 0, debugPort, stop: () => stopServer(child) };
}

const signedIn = fileURLToPath(new URL('./signedInGateway.ts', import.meta.url));

/** The gateway with sign-in, and the cookie of one person for each of these roles. `more` are other settings. */
export async function startSignedIn(
  upstream: string,
  roles: readonly string[],
  more: { readonly [name: string]: string } = {},
): Promise<GatewayProcess & { readonly cookies: readonly string[] }> {
  const directory = temporaryDirectory();
  const [port, debugPort] = [await freePort(), await freePort()];
  const url = `http://127.0.0.1:${port}`;
  const environment = {
    API_BASE_URL: upstream,
    API_SUBSCRIPTION_KEY: serviceKey,
    API_OPERATOR_ID: '1001',
    API_RATE_LIMIT: '1000000',
    OPERATOR_TIME_ZONE: schoolZone,
    DATA_DIR: directory.path,
    PORT: String(port),
    ACCESS: 'tokens',
    PUBLIC_URL: url,
    ...more,
  };
  const door = doorOf({ url }, environment.PUBLIC_URL);
  const child = await startServer(process.execPath, [...flagsOf(debugPort), signedIn], `${url}/health`, environment);
  const cookies: string[] = [];
  for (const role of roles) cookies.push(await signIn(door, tokenFrom(environment.DATA_DIR, 'Bench', role)));
  const stop = async () => {
    await stopServer(child);
    directory.remove();
  };
  return { url, pid: child.pid ?? 0, debugPort, stop, cookies };
}

const debuggersShape = z.array(z.object({ webSocketDebuggerUrl: z.string() }));
const profileShape = z.object({
  result: z.object({
    profile: z.object({
      nodes: z.array(
        z.object({
          id: z.number(),
          callFrame: z.object({ functionName: z.string(), url: z.string(), lineNumber: z.number() }),
        }),
      ),
      samples: z.array(z.number()),
      timeDeltas: z.array(z.number()),
    }),
  }),
});

const heapShape = z.object({
  result: z.object({ usedSize: z.number(), embedderHeapUsedSize: z.number(), backingStorageSize: z.number() }),
});

/** Bytes that a gateway's main thread holds in its heap and buffers after garbage collection. */
export async function heldBytes({ pid, debugPort }: GatewayProcess): Promise<number> {
  process.kill(pid, 'SIGUSR1');
  const { ask, close } = await openDebugger(debugPort);
  await ask('HeapProfiler.collectGarbage');
  const { usedSize, embedderHeapUsedSize, backingStorageSize } = heapShape.parse(
    await ask('Runtime.getHeapUsage'),
  ).result;
  close();
  return usedSize + embedderHeapUsedSize + backingStorageSize;
}

/** A function with its place in the source, and its own share of the main thread's busy time. */
export type Hot = { readonly name: string; readonly share: number };

/** The functions that take most of a gateway's main thread during the work, the slowest first. */
export async function hottest(
  { pid, debugPort }: GatewayProcess,
  work: () => Promise<unknown>,
): Promise<readonly Hot[]> {
  process.kill(pid, 'SIGUSR1');
  const { ask, close } = await openDebugger(debugPort);
  await ask('Profiler.enable');
  await ask('Profiler.start');
  await work();
  const { profile } = profileShape.parse(await ask('Profiler.stop')).result;
  close();
  const names = new Map(profile.nodes.map(({ id, callFrame }) => [id, placeOf(callFrame)]));
  const times = new Map<string, number>();
  for (const [index, node] of profile.samples.entries()) {
    const name = names.get(node) ?? '';
    times.set(name, (times.get(name) ?? 0) + (profile.timeDeltas[index] ?? 0));
  }
  times.delete('(idle)');
  const whole = Array.from(times.values()).reduce((sum, time) => sum + time, 0);
  return Array.from(times, ([name, time]) => ({ name, share: time / whole })).toSorted((a, b) => b.share - a.share);
}

type Frame = { readonly functionName: string; readonly url: string; readonly lineNumber: number };

/** `send src/server/http/reply.ts:53`; functions of Node or the system have no place. */
function placeOf({ functionName, url, lineNumber }: Frame): string {
  const file = url.replace(/^.*\/(?=(src|node_modules|e2e)\/)/, '');
  return `${functionName || '(anonymous)'}${file && ` ${file}:${lineNumber + 1}`}`;
}

/** The debugger of a local process; it takes one command at a time. */
async function openDebugger(port: number) {
  const [found] = debuggersShape.parse(await untilAnswered(`http://127.0.0.1:${port}/json/list`));
  const socket = new WebSocket(found?.webSocketDebuggerUrl ?? '');
  await new Promise((resolve) => socket.addEventListener('open', resolve, { once: true }));
  const ask = (method: string) =>
    new Promise<unknown>((resolve) => {
      socket.addEventListener('message', ({ data }) => resolve(JSON.parse(String(data))), { once: true });
      socket.send(JSON.stringify({ id: 1, method }));
    });
  return { ask, close: () => socket.close() };
}

/** The JSON at an address that may take a moment to answer. */
async function untilAnswered(address: string): Promise<unknown> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await (await fetch(address)).json();
    } catch (error) {
      if (attempt === 100) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

/** The list of aircraft, which the local copy answers. */
export const aircraftPath = `/api${areaPaths.core}/operators/1001/aircraft`;

/** Part of every address of `passedPath`, and of no address that the local copy requests itself. */
export const passedMark = '2000-01-02T00:00:00';

/** One of many requests that only the service can answer: reservations of a day long past, page by page. */
export function passedPath(page: number | ''): string {
  const filters = `startTime=lt:${passedMark}&endTime=gt:2000-01-01T00:00:00`;
  return `/api${areaPaths.scheduling}/operators/1001/reservations?${filters}&offset=${page}`;
}
