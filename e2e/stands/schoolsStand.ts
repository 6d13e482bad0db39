import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type IncomingHttpHeaders, request, type RequestListener, type RequestOptions } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { millisecondsInDay } from '#domain/units.ts';
import { expect, onTestFinished } from 'vitest';
import { freePort } from '#e2e/stands/freePort.ts';
import { CanarySchool } from './access/canarySchool.ts';
import { type Handed, handOutAll, type Person } from './access/proofPeople.ts';
import { listen } from './testCopy.ts';
import { eventually } from './teststand.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The installed server, with a one-line dashboard; `remove` it at the end. */
export async function buildInstallation() {
  const directory = mkdtempSync(join(tmpdir(), 'flightline-'));
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  await promisify(execFile)(process.execPath, [vite, 'build', '--ssr', '--outDir', join(directory, 'program')], {
    cwd: root,
    env: { PATH: process.env['PATH'] },
  });
  copyFileSync(join(root, 'package.json'), join(directory, 'package.json'));
  mkdirSync(join(directory, 'dist'));
  writeFileSync(join(directory, 'dist/index.html'), '<!doctype html><title>Flightline</title>');
  return {
    command: join(directory, 'program/flightline.js'),
    remove: () => rmSync(directory, { recursive: true, force: true }),
  };
}

type Line = { readonly school?: string; readonly msg: string; readonly [member: string]: unknown };

/** `flightline schools` in its own process. */
export type RunningSchools = {
  readonly child: ChildProcess;
  /** The lines of its log so far. */
  readonly lines: () => Line[];
  /** Its messages for people so far. */
  readonly errors: () => string;
  /** Runs another `flightline schools` with these flags. */
  readonly ask: (...flags: string[]) => Promise<Ended>;
  /** The schools by name, as `--status` reports them: state, process, and number of restarts. */
  readonly status: () => Promise<{ [name: string]: { state: string; pid: number; restarts: number } }>;
  /** Waits until these schools, and no others, run. */
  readonly run: (...names: string[]) => Promise<void>;
};

export type Ended = { readonly code: unknown; readonly out: string; readonly err: string };

/** The command gets nothing of our environment except `PATH`; `MARKER` must not reach the schools. */
const environmentOf = (file: string, dataDirectory: string) => ({
  OPERATORS_FILE: file,
  DATA_DIR: dataDirectory,
  PATH: process.env['PATH'] ?? '',
  MARKER: 'outside',
});

/** Runs `flightline schools` with these flags to its end. */
export function askSchools(command: string, file: string, dataDirectory: string, flags: string[]): Promise<Ended> {
  const env = environmentOf(file, dataDirectory);
  return new Promise((resolve) => {
    execFile(process.execPath, [command, 'schools', ...flags], { env }, (error, out, err) =>
      resolve({ code: error?.code ?? 0, out, err }),
    );
  });
}

/** Starts the command with a file and a data directory; it ends with the test. */
export function startSchools(command: string, file: string, dataDirectory: string): RunningSchools {
  const child = spawn(process.execPath, [command, 'schools'], { env: environmentOf(file, dataDirectory) });
  onTestFinished(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  });
  const said = { stdout: '', stderr: '' };
  child.stdout.on('data', (text) => (said.stdout += String(text)));
  child.stderr.on('data', (text) => (said.stderr += String(text)));
  const ask = (...flags: string[]) => askSchools(command, file, dataDirectory, flags);
  const status = async () => {
    const { out } = await ask('--status');
    const rows = out.trim().split('\n').slice(1);
    return Object.fromEntries(
      rows.map((row) => {
        const [name = '', state = '', pid, restarts] = row.split(/ +/);
        return [name, { state, pid: Number(pid), restarts: Number(restarts) }];
      }),
    );
  };
  const run = (...names: string[]) =>
    eventually(async () => {
      const states = Object.entries(await status()).map(([name, { state }]) => `${name} ${state}`);
      expect(new Set(states)).toEqual(new Set(names.map((name) => `${name} running`)));
    });
  const lines = () =>
    said.stdout
      .split('\n')
      .slice(0, -1)
      .map((line): Line => JSON.parse(line));
  return { child, lines, errors: () => said.stderr, ask, status, run };
}

export type Got = { readonly status: number; readonly headers: IncomingHttpHeaders; readonly text: string };

/** A server's answer, optionally `by` https; an endless stream is soon cut. */
export function get(where: RequestOptions, by: typeof request = request): Promise<Got> {
  return new Promise((resolve, reject) => {
    const call = by({ host: '127.0.0.1', agent: false, ...where }, (incoming) => {
      let text = '';
      const give = () => resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, text });
      const cut = setTimeout(() => {
        if (!incoming.headers['content-type']?.startsWith('text/event-stream')) return;
        give();
        incoming.destroy();
      }, 200);
      incoming.setEncoding('utf8');
      incoming.on('data', (part: string) => (text += part));
      incoming.on('error', reject);
      incoming.on('end', () => {
        clearTimeout(cut);
        give();
      });
    });
    call.on('error', reject);
    call.end();
  });
}

/** A school with a canary in every member of its data, which no other school has, and every grant made. */
export type StandSchool = {
  readonly name: string;
  readonly host: string;
  readonly key: string;
  readonly canaries: CanarySchool;
  readonly service: { readonly url: string };
  readonly handed: Handed;
  readonly directory: string;
  readonly entry: { readonly [member: string]: unknown };
  /** The port of its gateway, for `get`. */
  readonly at: { readonly port: number } | { readonly socketPath: string };
  readonly answerWith: (answer: RequestListener) => void;
  /** Sends its gateway a person's request, as the proxy would. */
  readonly ask: (person: Person, path: string, also?: { readonly [header: string]: string }) => Promise<Got>;
};

export type SchoolPlan = {
  readonly name: string;
  readonly zone: string;
  readonly mode: 'tokens' | 'proxy';
  readonly isOnSocket?: boolean;
};

/** A school of the plan, below this directory; `number` is from 1 to 4. */
export async function openStandSchool(directory: string, number: number, plan: SchoolPlan): Promise<StandSchool> {
  const { name, zone, mode, isOnSocket = false } = plan;
  // People are requested only if they still have reservations ahead.
  const tomorrow = new Date(Date.now() + millisecondsInDay).toISOString().slice(0, 10);
  const canaries = new CanarySchool(number * 20_000, tomorrow);
  let answer = canaries.answer;
  const service = await listen((incoming, outgoing) => answer(incoming, outgoing));
  onTestFinished(service.close);
  const [host, key] = [`${name}.ops.example`, `key-of-${name}-that-nobody-else-has`];
  const data = join(directory, 'data/schools', name);
  mkdirSync(data, { recursive: true, mode: 0o700 });
  const handed = handOutAll(data, mode, Date.now());
  const at = isOnSocket ? { socketPath: join(directory, `${name}.sock`) } : { port: await freePort() };
  const { url } = service;
  const entry = {
    name,
    host,
    key,
    ...('port' in at ? at : { socket: at.socketPath }),
    settings: {
      API_BASE_URL: `${url}/flight`,
      API_REPORTS_URL: `${url}/elsewhere`,
      API_OPERATOR_ID: 1000 + number,
      API_RATE_LIMIT: 100_000,
      OPERATOR_TIME_ZONE: zone,
      ACCESS: mode,
      ...('port' in at && { TRUSTED_PROXIES: '127.0.0.1' }),
    },
  };
  const forwarded = { 'x-forwarded-for': '192.0.2.7', 'x-forwarded-proto': 'https' };
  return {
    name,
    host,
    key,
    canaries,
    service,
    handed,
    directory: data,
    entry,
    at,
    answerWith: (next) => void (answer = next),
    ask: (person, path, also = {}) =>
      get({ ...at, path, headers: { ...forwarded, ...handed.headersOf(person), ...also, host } }),
  };
}

/** Writes the file of these schools, private, and returns its path. */
export function writeSchools(directory: string, schools: readonly object[], more: object = {}): string {
  const file = join(directory, 'operators.json');
  writeFileSync(file, JSON.stringify({ ...more, schools }), { mode: 0o600 });
  return file;
}
