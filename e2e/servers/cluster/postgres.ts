import { execFileSync, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '#e2e/servers/freePort.ts';

/** Where Debian puts each version's programs. */
const debian = '/usr/lib/postgresql';

function directory(): string | null {
  const versions = existsSync(debian)
    ? readdirSync(debian)
        .map(Number)
        .toSorted((a, b) => b - a)
    : [];
  const found = versions.map((version) => `${debian}/${version}/bin`).find((bin) => existsSync(join(bin, 'initdb')));
  if (found !== undefined) return found;
  const own = spawnSync('which', ['initdb'], { encoding: 'utf8' }).stdout.trim();
  return own === '' ? null : join(own, '..');
}

const bin = directory();
/** PostgreSQL refuses to run as root. */
const isRoot = process.getuid?.() === 0;
const user = 'postgres';
const hasUser = !isRoot || spawnSync('id', [user]).status === 0;

/** Whether this machine can run a PostgreSQL for a test. Without it the gate counts the skipped tests. */
export const hasPostgres = bin !== null && hasUser;

/** A new PostgreSQL server for a test, without data. */
export type Postgres = {
  readonly url: string;
  readonly port: number;
  /** Runs SQL with the server's own client, and returns its rows as text. */
  readonly sql: (text: string) => string;
  /** Kills the server like a power cut. */
  readonly kill: () => void;
  readonly start: () => void;
  /** Pauses and resumes every process of the server, as if the machine hung. */
  readonly pause: () => void;
  readonly resume: () => void;
  readonly remove: () => void;
  readonly data: string;
};

function run(program: string, given: readonly string[]): string {
  const path = join(bin ?? '', program);
  const [command, ...rest] = isRoot ? ['runuser', '-u', user, '--', path, ...given] : [path, ...given];
  return execFileSync(command ?? path, rest, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], cwd: tmpdir() });
}

/** Whether a process is running; a zombie is not. */
function isRunning(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

/** Starts a server on a free port; `settings` are those of `postgresql.conf`. */
export function startPostgres(settings: { readonly [name: string]: string } = {}): Promise<Postgres> {
  return serverIn(
    (data) =>
      run('initdb', [
        '-D',
        data,
        '-A',
        'trust',
        '-U',
        user,
        '-E',
        'UTF8',
        '--no-sync',
        '--no-instructions',
        '--locale=C',
      ]),
    settings,
  );
}

/** Starts a standby of a server, which follows it read-only until promoted. */
export async function startStandby(primary: Postgres): Promise<Postgres & { readonly promote: () => void }> {
  const source = ['-h', '127.0.0.1', '-p', String(primary.port), '-U', user];
  const standby = await serverIn(
    (data) => run('pg_basebackup', [...source, '-D', data, '-R', '--no-sync', '-c', 'fast']),
    {},
  );
  return { ...standby, promote: () => void run('pg_ctl', ['-D', standby.data, '-w', '-s', 'promote']) };
}

async function serverIn(
  make: (data: string) => void,
  settings: { readonly [name: string]: string },
): Promise<Postgres> {
  const home = mkdtempSync(join(tmpdir(), 'flightline-pg-'));
  if (isRoot) chownSync(home, Number(execFileSync('id', ['-u', user], { encoding: 'utf8' })), -1);
  const data = join(home, 'data');
  make(data);
  const port = await freePort();
  const defaults = { fsync: 'off', full_page_writes: 'off', max_connections: '60', shared_buffers: '32MB' };
  const all = {
    ...defaults,
    port: String(port),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: home,
    ...settings,
  };
  const options = Object.entries(all)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');
  const start = () => {
    // Its former process may be a zombie, and would count as running.
    for (const lock of [join(data, 'postmaster.pid'), join(home, `.s.PGSQL.${port}.lock`)])
      rmSync(lock, { force: true });
    run('pg_ctl', ['-D', data, '-w', '-s', '-l', join(home, 'log'), '-o', options, 'start']);
  };
  start();
  const group = () => {
    const path = join(data, 'postmaster.pid');
    if (!existsSync(path)) return [];
    const head = Number.parseInt(readFileSync(path, 'utf8'), 10);
    const children = spawnSync('pgrep', ['-P', String(head)], { encoding: 'utf8' })
      .stdout.trim()
      .split('\n')
      .filter(Boolean)
      .map(Number);
    return [head, ...children];
  };
  const signal = (name: NodeJS.Signals) => {
    for (const processId of group()) {
      try {
        process.kill(processId, name);
      } catch {
        // The process has just ended.
      }
    }
  };
  return {
    url: `postgres://${user}@127.0.0.1:${port}/postgres`,
    port,
    data,
    sql: (text) => run('psql', ['-h', home, '-p', String(port), '-U', user, '-At', '-c', text]).trim(),
    kill: () => {
      const ending = group();
      signal('SIGKILL');
      while (ending.some(isRunning)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
    },
    start,
    pause: () => signal('SIGSTOP'),
    resume: () => signal('SIGCONT'),
    remove: () => {
      signal('SIGCONT');
      signal('SIGKILL');
      rmSync(home, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
