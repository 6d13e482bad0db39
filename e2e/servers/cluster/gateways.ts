import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { GatewayState } from '#contract/gateway/gatewayState.ts';
import type { ReplicaState } from '#contract/gateway/replica.ts';
import { readFlags } from '#operator/flags.ts';
import { startOperator } from '#operator/start.ts';

const schoolKey = 'demo-key';
const operatorId = 1001;

/** A call that reached the service: when it arrived and when its answer left, in milliseconds of the test's clock. */
export type SeenCall = { readonly path: string; readonly began: number; ended: number };

export type Service = {
  readonly url: string;
  readonly calls: readonly SeenCall[];
  /** From now on it answers only 503, or normally again. */
  readonly fail: (isFailing: boolean) => void;
  readonly close: () => Promise<void>;
};

/** The embedded operator, with a small school. */
function openOperator(): ReturnType<typeof startOperator> {
  const reading = readFlags([
    '--port=0',
    `--key=${schoolKey}`,
    `--operator-id=${operatorId}`,
    '--rate-limit=0',
    '--aircraft=6',
    '--reservations-per-day=12',
    '--days=8',
  ]);
  if (!('settings' in reading)) throw new Error('The operator does not take these flags.');
  return startOperator(reading.settings);
}

/** The embedded operator, or another service in its place, behind a proxy that counts calls. */
export async function openService(instead?: Pick<Service, 'url' | 'close'>): Promise<Service> {
  const behind = instead ?? (await openOperator());
  const calls: SeenCall[] = [];
  let isFailing = false;
  const server = createServer((incoming, outgoing) => {
    const call: SeenCall = { path: incoming.url ?? '', began: performance.now(), ended: Number.POSITIVE_INFINITY };
    calls.push(call);
    outgoing.once('close', () => (call.ended = performance.now()));
    if (isFailing) {
      outgoing.writeHead(503, { 'content-type': 'application/json' }).end('[]');
      return;
    }
    request(behind.url + call.path, { headers: incoming.headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    })
      .on('error', () => outgoing.destroy())
      .end();
  });
  const url = await listening(server);
  const close = async () => {
    server.closeAllConnections();
    server.close();
    await behind.close();
  };
  return { url, calls, fail: (failing) => void (isFailing = failing), close };
}

/**
 * The most calls that a service can have counted in any window of this many milliseconds. It may count a call at any time from
 * its start to its end.
 */
export function maxCallsWithin(calls: readonly SeenCall[], milliseconds: number): number {
  const moments = calls.flatMap(({ began, ended }) => [began, ended]);
  return Math.max(
    0,
    ...moments.map(
      (start) => calls.filter(({ began, ended }) => ended >= start && began < start + milliseconds).length,
    ),
  );
}

export type GatewayProcess = {
  readonly url: string;
  readonly child: ChildProcess;
  readonly said: () => string;
  readonly ask: (path: string, init?: RequestInit) => Promise<{ status: number; headers: Headers; body: unknown }>;
  readonly state: () => Promise<GatewayState & { readonly replica: ReplicaState }>;
  readonly pause: () => void;
  readonly resume: () => void;
  readonly kill: () => Promise<void>;
  /** Stops it as a service manager does. */
  readonly stop: () => Promise<void>;
  readonly directory: string;
};

export type GatewayOptions = {
  readonly database: string;
  readonly service: string;
  /** The directory is kept after the end, for a restart. */
  readonly directory?: string;
  readonly settings?: { readonly [name: string]: string };
};

const serve = new URL('../../../src/server/app/serve.ts', import.meta.url).href;
const settingsFile = new URL('../../../src/server/app/settings.ts', import.meta.url).href;

/** Starts a gateway in its own process, with a one-line dashboard. */
export async function startGateway({
  database,
  service,
  directory,
  settings,
}: GatewayOptions): Promise<GatewayProcess> {
  const home = directory ?? (await mkdtemp(join(tmpdir(), 'flightline-')));
  await writeFile(join(home, 'index.html'), '<!doctype html><title>Flightline</title>');
  const script = `
    const { run } = await import(${JSON.stringify(serve)});
    const { readSettings } = await import(${JSON.stringify(settingsFile)});
    await run(() => readSettings(process.env), ${JSON.stringify(home)});`;
  const env = {
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
    API_BASE_URL: service,
    API_SUBSCRIPTION_KEY: schoolKey,
    API_OPERATOR_ID: String(operatorId),
    API_RATE_LIMIT: '60',
    OPERATOR_TIME_ZONE: 'America/Denver',
    REPLICA_DAYS_BACK: '2',
    REPLICA_DAYS_AHEAD: '5',
    WEATHER: 'off',
    PORT: '0',
    DATA_DIR: join(home, 'data'),
    DATABASE_URL: database,
    ...settings,
  };
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    env,
    cwd: fileURLToPath(new URL('../../..', import.meta.url)),
  });
  let said = '';
  child.stdout.on('data', (text) => (said += String(text)));
  child.stderr.on('data', (text) => (said += String(text)));
  const url = await new Promise<string>((resolve, reject) => {
    const look = () => {
      const [, address] = /^Flightline at (\S+)$/m.exec(said) ?? [];
      if (address !== undefined) resolve(address);
    };
    child.stderr.on('data', look);
    child.once('exit', () => reject(new Error(`The gateway ended: ${said}`)));
  });
  const ask = async (path: string, init: RequestInit = {}) => {
    const answer = await fetch(url + path, { redirect: 'manual', ...init });
    const text = await answer.text();
    const isJson = answer.headers.get('content-type')?.includes('json');
    return { status: answer.status, headers: answer.headers, body: isJson ? (JSON.parse(text) as unknown) : text };
  };
  const ended = async (signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exit = once(child, 'exit');
    child.kill(signal);
    await exit;
  };
  return {
    url,
    child,
    said: () => said,
    ask,
    // A test states the type that it expects, and then checks the value.
    state: async () => (await ask('/state')).body as GatewayState & { readonly replica: ReplicaState },
    pause: () => void child.kill('SIGSTOP'),
    resume: () => void child.kill('SIGCONT'),
    kill: () => ended('SIGKILL'),
    stop: () => ended('SIGTERM'),
    directory: home,
  };
}

export async function removeGateway({ kill, directory }: GatewayProcess): Promise<void> {
  await kill();
  await rm(directory, { recursive: true, force: true, maxRetries: 5 });
}

async function listening(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
