import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { request as secureRequest, type RequestOptions } from 'node:https';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { freePort } from '#e2e/stands/freePort.ts';
import { emptyDirectory } from '#e2e/stands/access/testAccess.ts';
import {
  askSchools,
  buildInstallation,
  get,
  openStandSchool,
  type RunningSchools,
  type StandSchool,
  startSchools,
  writeSchools,
} from '#e2e/stands/schoolsStand.ts';
import { eventually } from '#e2e/stands/teststand.ts';
import { nginxProblem, usualNginx } from './nginx.ts';
import { restartPauseMs, withSchool } from './schoolProcess.ts';

let installation: Awaited<ReturnType<typeof buildInstallation>>;
beforeAll(async () => void (installation = await buildInstallation()));
afterAll(() => installation.remove());

/** Schools with these names, not yet in a file. */
async function open(names: readonly string[]): Promise<{ directory: string; schools: StandSchool[] }> {
  const directory = emptyDirectory();
  const plan = { zone: 'Europe/Berlin', mode: 'tokens' } as const;
  const schools = names.map((name, index) =>
    openStandSchool(directory, index + 1, { ...plan, name, isOnSocket: index === 1 }),
  );
  return { directory, schools: await Promise.all(schools) };
}

function start(directory: string, entries: readonly object[]): RunningSchools {
  return startSchools(installation.command, writeSchools(directory, entries), join(directory, 'data'));
}

const processes = async ({ status }: RunningSchools) =>
  Object.fromEntries(Object.entries(await status()).map(([name, { pid }]) => [name, pid]));

const isAlive = (pid: number) => existsSync(`/proc/${pid}/environ`) && readFileSync(`/proc/${pid}/environ`).length > 0;

/** Sends SIGHUP and waits until the log mentions it. */
async function reload(running: RunningSchools, words: string): Promise<void> {
  const before = running.errors().length;
  running.child.kill('SIGHUP');
  await eventually(() => expect(running.errors().slice(before)).toContain(words));
}

describe('the file, read again', () => {
  it('starts new schools, stops removed ones, restarts changed ones, and leaves the others', async () => {
    const { directory, schools } = await open(['alpha', 'beta', 'gamma', 'delta']);
    const [alpha, beta, gamma, delta] = schools.map(({ entry }) => entry);
    const running = start(
      directory,
      [alpha, beta, gamma].map((entry) => ({ ...entry })),
    );
    await running.run('alpha', 'beta', 'gamma');
    const before = await processes(running);
    const settings = { ...Object(gamma)['settings'], OPERATOR_NAME: 'Another name' };
    writeSchools(directory, [{ ...alpha }, { ...gamma, settings }, { ...delta }]);
    await reload(running, '3 schools.');
    await running.run('alpha', 'gamma', 'delta');
    const after = await processes(running);
    expect(after['alpha']).toBe(before['alpha']);
    expect(after['gamma']).not.toBe(before['gamma']);
    await eventually(() => expect(isAlive(before['beta'] ?? 0)).toBe(false));
    // The data of a removed school stays.
    expect(existsSync(join(directory, 'data/schools/beta'))).toBe(true);
    expect(await schools[3]?.ask('manager', '/health')).toMatchObject({ status: 200 });
  });

  it('changes nothing if it is bad as a whole, and nothing for a school whose entry is', async () => {
    const { directory, schools } = await open(['alpha', 'beta']);
    const entries = schools.map(({ entry }) => entry);
    const running = start(directory, [...entries, { name: 'broken', host: 'no host' }]);
    await running.run('alpha', 'beta');
    expect(running.errors()).toContain('broken: host must be a host name');
    const before = await processes(running);
    const file = writeSchools(directory, entries);
    chmodSync(file, 0o644);
    await reload(running, `${file} can be read by others than its owner: chmod 600 ${file} Nothing was changed.`);
    chmodSync(file, 0o600);
    writeFileSync(file, '{ "schools": [');
    await reload(running, 'is not JSON: an object with "schools" is expected. Nothing was changed.');
    writeSchools(directory, [{ ...entries[0], key: 'short' }, { ...entries[1] }]);
    await reload(running, 'alpha: API_SUBSCRIPTION_KEY must be');
    expect(await processes(running)).toEqual(before);
    expect(running.errors() + JSON.stringify(running.lines())).not.toContain('"short"');
  });
});

describe('the command', () => {
  it('judges a file without starting anything, and refuses a bad one with code 2', async () => {
    const { directory, schools } = await open(['alpha', 'beta']);
    const entries = schools.map(({ entry }) => entry);
    const ask = (...flags: string[]) => askSchools(installation.command, file, join(directory, 'data'), flags);
    const file = writeSchools(directory, entries);
    expect(await ask('--check')).toEqual({
      code: 0,
      out: `${file}: 2 schools without a fault, 0 faults.\n`,
      err: '',
    });
    writeSchools(directory, [{ ...entries[0], host: 'x' }, { ...entries[1] }]);
    expect(await ask('--check')).toEqual({
      code: 2,
      out: `${file}: 1 school without a fault, 1 fault.\n`,
      err: expect.stringMatching(/^alpha: host must be [^\n]+\.\n$/),
    });
    expect((await ask('--chek')).code).toBe(2);
    chmodSync(file, 0o640);
    const refused = startSchools(installation.command, file, join(directory, 'none'));
    const [code] = await once(refused.child, 'exit');
    expect([code, refused.errors()]).toEqual([
      2,
      expect.stringMatching(/can be read by others than its owner[^\n]+\n$/),
    ]);
    expect((await refused.ask('--status')).err).toContain('does not run with DATA_DIR=');
  });

  it('runs another command for one school, with the settings of that school', async () => {
    const { directory, schools } = await open(['alpha', 'beta']);
    const [alpha] = schools;
    const running = start(
      directory,
      schools.map(({ entry }) => ({ ...entry })),
    );
    await running.run('alpha', 'beta');
    const listed = await running.ask('--in', 'alpha', 'access', 'list');
    expect(listed.out + listed.err).toContain(alpha?.handed.ids.get('dispatcher'));
    const made = await running.ask('--in', 'beta', 'access', 'token', '--name', 'Anna', '--role', 'manager');
    expect([made.code, made.out]).toEqual([0, expect.stringMatching(/^[\w-]{43}\n$/)]);
    expect((await running.ask('--in', 'gamma', 'access', 'list')).err).toBe('gamma is no valid school of the file.\n');
  });
});

describe('the process of a school', () => {
  it('ends with the command: by a signal, and also if that is killed', async () => {
    const { directory, schools } = await open(['alpha', 'beta']);
    const entries = schools.map(({ entry }) => ({ ...entry }));
    const first = start(directory, entries);
    await first.run('alpha', 'beta');
    const killed = Object.values(await processes(first));
    // Two supervisors would compete for the same ports.
    const second = start(directory, entries);
    expect(await once(second.child, 'exit')).toEqual([1, null]);
    expect(second.errors()).toContain('Another program listens on');
    first.child.kill('SIGKILL');
    await eventually(() => expect(killed.filter(isAlive)).toEqual([]));
    const third = start(directory, entries);
    await third.run('alpha', 'beta');
    const stopped = Object.values(await processes(third));
    third.child.kill('SIGTERM');
    expect(await once(third.child, 'exit')).toEqual([0, null]);
    expect(stopped.filter(isAlive)).toEqual([]);
    const ends = third.lines().filter(({ msg }) => msg === 'Stopping.');
    expect(new Set(ends.map(({ school }) => school))).toEqual(new Set(['alpha', 'beta']));
  });

  it('that cannot start is tried again and again, with growing pauses, while the others run', async () => {
    const { directory, schools } = await open(['alpha', 'beta']);
    const [alpha, beta] = schools;
    // Another program uses its port.
    const taken = Number(new URL(alpha?.service.url ?? '').port);
    const running = start(directory, [{ ...alpha?.entry, port: taken }, { ...beta?.entry }]);
    const pauses = () =>
      running.lines().flatMap(({ school, pauseMs }) => (school === 'alpha' && pauseMs ? [pauseMs] : []));
    await eventually(() => expect(pauses().slice(0, 3)).toEqual([1_000, 2_000, 4_000]));
    expect(running.lines()).toContainEqual(
      expect.objectContaining({ school: 'alpha', msg: expect.stringContaining(`Port ${taken} is taken`) }),
    );
    expect((await running.status())['beta']).toMatchObject({ state: 'running', restarts: 0 });
    expect((await running.ask('--status')).code).toBe(1);
  });
});

it('the pause before a start grows from a second to a minute', () => {
  expect([1, 2, 3, 6, 7, 8, 5_000].map(restartPauseMs)).toEqual([1_000, 2_000, 4_000, 32_000, 60_000, 60_000, 60_000]);
});

it('a line of the log gets its school, and stays JSON whatever it is', () => {
  expect(JSON.parse(withSchool('alpha', '{"level":30,"msg":"a"}'))).toEqual({ school: 'alpha', level: 30, msg: 'a' });
  for (const line of ['{"level":30', 'words "of" node', '{}'])
    expect(JSON.parse(withSchool('alpha', line))).toEqual({ school: 'alpha', msg: line });
});

/** Whether this machine has a program: it answers the flag for its version. */
function has(program: string, flag: string): boolean {
  try {
    execFileSync(program, [flag], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

describe('nginx', () => {
  it('gets nothing that could become a directive', () => {
    expect(nginxProblem(usualNginx)).toBeNull();
    expect(nginxProblem({ ...usualNginx, listen: '127.0.0.1:8443' })).toBeNull();
    for (const listen of ['443; include /x', 'ops.example:443', ''])
      expect(nginxProblem({ ...usualNginx, listen })).toContain('--listen');
    for (const certificate of ['pem', '/a;b', '/a b', '/${host}'])
      expect(nginxProblem({ ...usualNginx, certificate })).toContain('--certificate');
  });

  it.skipIf(!has('nginx', '-v') || !has('openssl', 'version'))(
    'serves each school by its host with the printed configuration (left out without nginx and openssl)',
    async () => {
      const { directory, schools } = await open(['alpha', 'beta']);
      const running = start(
        directory,
        schools.map(({ entry }) => ({ ...entry })),
      );
      await running.run('alpha', 'beta');
      const port = await startNginx(directory, schools, running);
      for (const school of schools) {
        const other = schools.find((one) => one !== school);
        const config = await askSecurely(directory, port, school, '/config');
        expect(config).toMatchObject({
          status: 200,
          text: expect.stringContaining(`"operatorId":${Object(school.entry['settings']).API_OPERATOR_ID}`),
        });
        expect((await askSecurely(directory, port, school, '/config', other)).status).toBe(401);
        const health = await askSecurely(directory, port, school, '/health');
        expect(health.status).toBe(200);
        // The event arrives at once, not when a buffer is full.
        const events = await askSecurely(directory, port, school, '/events');
        expect([events.status, events.text.length > 0]).toEqual([200, true]);
      }
      await expect(handshake(port, 'unknown.ops.example')).rejects.toThrow();
      await expect(handshake(port, 'alpha.ops.example')).resolves.toBeUndefined();
    },
  );
});

/** An nginx with a certificate for all hosts and the printed configuration; returns its port. */
async function startNginx(
  directory: string,
  schools: readonly StandSchool[],
  { ask }: RunningSchools,
): Promise<number> {
  const [certificate, key] = [join(directory, 'all.pem'), join(directory, 'all.key')];
  const names = schools.map(({ host }) => `DNS:${host}`).join(',');
  const made = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'];
  execFileSync(
    'openssl',
    [...made, '-subj', '/CN=schools', '-addext', `subjectAltName=${names}`, '-keyout', key, '-out', certificate],
    { stdio: 'ignore' },
  );
  const port = await freePort();
  const listen = `127.0.0.1:${port}`;
  const printed = await ask('--nginx', '--listen', listen, '--certificate', certificate, '--certificate-key', key);
  expect([printed.code, printed.err]).toEqual([0, '']);
  mkdirSync(join(directory, 'nginx'));
  writeFileSync(join(directory, 'nginx/schools.conf'), printed.out);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${name};`);
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  writeFileSync(
    join(directory, 'nginx/nginx.conf'),
    `daemon off; ${user} pid nginx.pid; error_log error.log;
events { worker_connections 256; }
http { access_log off; ${temporary.join(' ')} include schools.conf; }`,
  );
  const prefix = join(directory, 'nginx/');
  const child = spawn('nginx', ['-p', prefix, '-c', 'nginx.conf', '-e', 'error.log']);
  onTestFinished(async () => {
    const ended = once(child, 'exit');
    if (child.kill('SIGTERM')) await ended;
  });
  await eventually(() => handshake(port, schools[0]?.host ?? ''));
  return port;
}

/** Resolves if nginx accepts a TLS connection for a name; otherwise rejects. */
function handshake(port: number, servername: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', servername, rejectUnauthorized: false }, () => {
      socket.destroy();
      resolve();
    });
    socket.on('error', reject);
  });
}

/** A school's answer through nginx to its own manager, or to the manager of another school. */
function askSecurely(
  directory: string,
  port: number,
  { host, handed }: StandSchool,
  path: string,
  other?: StandSchool,
) {
  const headers = { ...(other?.handed ?? handed).headersOf('manager'), host };
  const ca = readFileSync(join(directory, 'all.pem'));
  return get({ port, path, headers, servername: host, ca } as RequestOptions, secureRequest);
}
