import { execFile, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type IncomingHttpHeaders, request, type RequestListener, type RequestOptions } from 'node:http';
import { request as secureRequest } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { connect } from 'node:tls';
import { parseEnv, promisify } from 'node:util';
import { millisecondsInDay, millisecondsInSecond } from '#domain/units.ts';
import { onTestFinished } from 'vitest';
import { freePort } from './freePort.ts';
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

type Line = { readonly msg: string; readonly [member: string]: unknown };

/** A gateway in its own process. */
type RunningGateway = {
  readonly pid: () => number;
  /** How often it was started again. */
  readonly restarts: () => number;
  /** The lines of its log so far. */
  readonly lines: () => Line[];
  /** Its messages for people so far. */
  readonly errors: () => string;
  readonly stop: () => Promise<void>;
};

/** The paths of the printed files, below the directory of a test. */
function placed(text: string, directory: string): string {
  return text
    .replaceAll('/var/lib/flightline', join(directory, 'data'))
    .replaceAll('/run/flightline', join(directory, 'run'))
    .replaceAll('/etc/flightline', join(directory, 'etc'));
}

/** A file that the installed command prints, such as by `--for systemd --schools`. */
export async function printedFile(command: string, ...flags: string[]): Promise<string> {
  const env = { PATH: process.env['PATH'] ?? '', SETTINGS_FILE: 'none' };
  const { stdout } = await promisify(execFile)(process.execPath, [command, 'service', ...flags], { env });
  return stdout;
}

/** The words of a line of a unit, without their quotes. */
const wordsOf = (line: string) =>
  Array.from(line.matchAll(/"([^"]*)"|(\S+)/g), ([, quoted, plain]) => quoted ?? plain ?? '');

/**
 * Starts the gateway of a school by the printed unit, as systemd would: exactly the environment that the unit names, and
 * again when it ends by itself. Ends with the test.
 */
function startUnit(unit: string, directory: string, name: string): RunningGateway {
  const unitText = placed(unit, directory).replaceAll('%i', name);
  const values = (key: string) =>
    Array.from(unitText.matchAll(new RegExp(`^${key}=(.*)$`, 'gm')), ([, value = '']) => value);
  const [file = ''] = values('EnvironmentFile');
  const [command = ''] = values('ExecStart');
  const [cwd = ''] = values('WorkingDirectory');
  const [pause] = values('RestartSec').map(Number);
  const pairs = values('Environment').flatMap((line) => wordsOf(line).map((word) => word.split(/=(.*)/s, 2)));
  const env = {
    PATH: process.env['PATH'] ?? '',
    ...Object.fromEntries(pairs),
    ...parseEnv(readFileSync(file, 'utf8')),
  };
  const [program = '', ...args] = wordsOf(command);
  const said = { stdout: '', stderr: '' };
  let [restarts, isStopped] = [0, false];
  let child = start();
  const stop = async () => {
    if (isStopped) return;
    isStopped = true;
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  };
  onTestFinished(stop);
  const lines = () =>
    said.stdout
      .split('\n')
      .slice(0, -1)
      .map((line): Line => JSON.parse(line));
  return { pid: () => child.pid ?? 0, restarts: () => restarts, lines, errors: () => said.stderr, stop };

  function start() {
    const started = spawn(program.replace(/^:/, ''), args, { cwd, env });
    started.stdout.on('data', (text) => (said.stdout += String(text)));
    started.stderr.on('data', (text) => (said.stderr += String(text)));
    started.once('exit', (code) => {
      if (isStopped || code === 0) return;
      setTimeout(
        () => {
          if (isStopped) return;
          restarts += 1;
          child = start();
        },
        (pause ?? 0) * millisecondsInSecond,
      );
    });
    return started;
  }
}

/** Whether this machine has nginx, and OpenSSL for its certificate. */
export const hasNginx = [['nginx', '-v'] as const, ['openssl', 'version'] as const].every(
  ([program, flag]) => spawnSync(program, [flag], { stdio: 'ignore' }).status === 0,
);

export type RunningNginx = { readonly port: number; readonly ca: Buffer; readonly log: () => string };

/** An nginx with the printed file, in front of the schools of a directory. It ends with the test. */
export async function startNginx(command: string, directory: string): Promise<RunningNginx> {
  const [certificate, key, home] = ['all.pem', 'all.key', 'nginx'].map((name) => join(directory, name)) as [
    string,
    string,
    string,
  ];
  const made = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'];
  const names = ['-subj', '/CN=schools', '-addext', `subjectAltName=DNS:*.${domain}`];
  execFileSync('openssl', [...made, ...names, '-keyout', key, '-out', certificate], { stdio: 'ignore' });
  const port = await freePort();
  const printed = placed(await printedFile(command, '--for', 'nginx'), directory)
    .replaceAll('listen 443', `listen 127.0.0.1:${port}`)
    .replace('/etc/ssl/flightline.pem', certificate)
    .replace('/etc/ssl/private/flightline.key', key);
  mkdirSync(home);
  writeFileSync(join(home, 'schools.conf'), printed);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${name};`);
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  writeFileSync(
    join(home, 'nginx.conf'),
    `daemon off; ${user} pid nginx.pid; error_log error.log info;
events { worker_connections 2048; }
http { access_log off; ${temporary.join(' ')} include schools.conf; }`,
  );
  const child = spawn('nginx', ['-p', `${home}/`, '-c', 'nginx.conf', '-e', 'error.log'], { stdio: 'ignore' });
  onTestFinished(async () => {
    const ended = once(child, 'exit');
    if (child.kill('SIGTERM')) await ended;
  });
  const ca = readFileSync(certificate);
  await eventually(() => handshake(port, `any.${domain}`));
  return { port, ca, log: () => readFileSync(join(home, 'error.log'), 'utf8') };
}

/** Resolves if a TLS connection is accepted for a name; otherwise rejects. */
export function handshake(port: number, servername: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', servername, rejectUnauthorized: false }, () => {
      socket.destroy();
      resolve();
    });
    socket.on('error', reject);
  });
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

/** The domain of the printed file of nginx. */
export const domain = 'ops.example.org';

/** A school with a canary in every member of its data, which no other school has, and every grant made. */
export type StandSchool = RunningGateway & {
  readonly name: string;
  readonly host: string;
  readonly key: string;
  readonly operatorId: number;
  readonly canaries: CanarySchool;
  readonly service: { readonly url: string };
  readonly handed: Handed;
  readonly directory: string;
  /** Where its gateway listens, for `get`. */
  readonly at: { readonly socketPath: string };
  readonly answerWith: (answer: RequestListener) => void;
  /** Sends its gateway a person's request: as the school's proxy would, or through `nginx`. */
  readonly ask: (
    person: Person,
    path: string,
    also?: { readonly [header: string]: string },
    nginx?: RunningNginx | null,
  ) => Promise<Got>;
};

export type SchoolPlan = { readonly name: string; readonly zone: string; readonly mode: 'tokens' | 'proxy' };

/** A running school of the plan, below this directory; `number` is from 1 to 4. */
export async function startSchool(
  unit: string,
  directory: string,
  number: number,
  { name, zone, mode }: SchoolPlan,
): Promise<StandSchool> {
  // People are requested only if they still have reservations ahead.
  const tomorrow = new Date(Date.now() + millisecondsInDay).toISOString().slice(0, 10);
  const canaries = new CanarySchool(number * 20_000, tomorrow);
  let answer = canaries.answer;
  const service = await listen((incoming, outgoing) => answer(incoming, outgoing));
  onTestFinished(service.close);
  const [host, key] = [`${name}.${domain}`, `key-of-${name}-that-nobody-else-has`];
  const data = join(directory, 'data', name);
  for (const folder of [data, join(directory, 'run'), join(directory, 'etc')])
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  const handed = handOutAll(data, mode, Date.now());
  const operatorId = 1000 + number;
  const settings = {
    API_BASE_URL: `${service.url}/flight`,
    API_REPORTS_URL: `${service.url}/elsewhere`,
    API_SUBSCRIPTION_KEY: key,
    API_OPERATOR_ID: operatorId,
    API_RATE_LIMIT: 100_000,
    OPERATOR_TIME_ZONE: zone,
    ACCESS: mode,
    PUBLIC_URL: `https://${host}`,
  };
  const lines = Object.entries(settings).map(([setting, value]) => `${setting}=${value}\n`);
  writeFileSync(join(directory, 'etc', `${name}.env`), lines.join(''), { mode: 0o600 });
  const at = { socketPath: join(directory, 'run', `${name}.sock`) };
  const forwarded = { 'x-forwarded-for': '192.0.2.7', 'x-forwarded-proto': 'https' };
  return {
    ...startUnit(unit, directory, name),
    name,
    host,
    key,
    operatorId,
    canaries,
    service,
    handed,
    directory: data,
    at,
    answerWith: (next) => void (answer = next),
    ask: (person, path, also = {}, nginx = null) =>
      nginx
        ? get(
            {
              port: nginx.port,
              path,
              headers: { ...handed.headersOf(person), ...also, host },
              ...securely(nginx, host),
            },
            secureRequest,
          )
        : get({ ...at, path, headers: { ...forwarded, ...handed.headersOf(person), ...also, host } }),
  };
}

/** The options of a TLS connection to nginx for a host. */
const securely = ({ ca }: RunningNginx, host: string) => ({ ca, servername: host }) as RequestOptions;
