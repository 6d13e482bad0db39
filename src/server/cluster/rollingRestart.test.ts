import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, createServer, type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { GatewayProcess } from '#e2e/stands/cluster/gateways.ts';
import { openInstallation } from '#e2e/stands/cluster/installation.ts';
import { hasPostgres, type Postgres, startPostgres } from '#e2e/stands/cluster/postgres.ts';
import { eventually } from '#e2e/stands/teststand.ts';

const hasNginx = spawnSync('nginx', ['-v']).status === 0;
const screens = 200;
const people = 4;

/** The configuration in the README, with these ports in place of its addresses and without TLS. */
function configuration(port: number, upstreams: readonly number[], home: string): string {
  const readme = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8');
  const [, block = ''] = /```nginx\n([\s\S]*?)```/.exec(readme) ?? [];
  let next = 0;
  const http = block
    .replaceAll(/ops\d\.school\.example:4600/g, () => `127.0.0.1:${upstreams[next++]}`)
    .replace('listen 443 ssl;', `listen 127.0.0.1:${port};`)
    .replaceAll(/^.*ssl_certificate.*$/gm, '')
    .replace('server_name ops.school.example;', 'server_name localhost;')
    .replace('Host $host;', 'Host $http_host;');
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${home}/${name};`,
  );
  return `daemon off; pid ${home}/pid; error_log ${home}/error.log; worker_processes 1;
    events { worker_connections 2048; }
    http { access_log off; ${paths.join(' ')} ${http} }`;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}

async function startNginx(port: number, gateways: readonly GatewayProcess[]): Promise<ChildProcess> {
  const home = mkdtempSync(join(tmpdir(), 'flightline-nginx-'));
  writeFileSync(
    join(home, 'nginx.conf'),
    configuration(
      port,
      gateways.map(({ url }) => Number(new URL(url).port)),
      home,
    ),
  );
  const child = spawn('nginx', ['-e', `${home}/error.log`, '-p', home, '-c', join(home, 'nginx.conf')], {
    stdio: 'ignore',
  });
  onTestFinished(async () => {
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
    rmSync(home, { recursive: true, force: true });
  });
  return child;
}

/** A screen: it holds a stream of events, opens it again two seconds after its end, and asks for data every few seconds. */
class Screen {
  readonly #agent: Agent;
  readonly #port: number;
  readonly #cookie: string;
  #isOver = false;
  /** Answers that a screen would show as an error. */
  readonly errors: string[] = [];
  /** By how much, in seconds, data was ever older than data shown before. */
  steppedBack = 0;
  answers = 0;
  streams = 0;
  #shown = 0;

  constructor(port: number, cookie: string, agent: Agent) {
    this.#port = port;
    this.#cookie = cookie;
    this.#agent = agent;
  }

  start(): Promise<void> {
    return Promise.all([this.#listen(), this.#poll()]).then(() => undefined);
  }

  end(): void {
    this.#isOver = true;
  }

  async #get(path: string): Promise<IncomingMessage> {
    const headers = { cookie: this.#cookie, host: `localhost:${this.#port}`, 'user-agent': 'Mozilla/5.0 (test)' };
    const asked = request({
      port: this.#port,
      host: '127.0.0.1',
      path,
      headers,
      agent: path === '/events' ? false : this.#agent,
    });
    asked.end();
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    return answer;
  }

  async #listen(): Promise<void> {
    while (!this.#isOver) {
      const answer = await this.#get('/events').catch(() => null);
      if (answer && answer.statusCode !== 200) this.errors.push(`/events ${answer.statusCode}`);
      if (answer?.statusCode === 200) this.streams++;
      answer?.resume();
      while (answer && !answer.destroyed && !answer.complete && !this.#isOver) await sleep(100);
      answer?.destroy();
      await sleep(2_000);
    }
  }

  async #poll(): Promise<void> {
    await sleep(Math.random() * 4_000);
    while (!this.#isOver) {
      try {
        const answer = await this.#get('/replica/reminders');
        answer.resume();
        await once(answer, 'end');
        this.answers++;
        if (answer.statusCode !== 200) this.errors.push(`/replica/reminders ${answer.statusCode}`);
        const shown = Date.now() / 1000 - Number(answer.headers['age']);
        this.steppedBack = Math.max(this.steppedBack, this.#shown - shown);
        this.#shown = Math.max(this.#shown, shown);
      } catch (error) {
        this.errors.push(String(error));
      }
      await sleep(4_000);
    }
  }
}

describe.skipIf(!hasPostgres || !hasNginx)('three gateways behind nginx', { timeout: 180_000 }, () => {
  let postgres: Postgres;
  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterAll(() => postgres.remove());

  it(`restarted one after another: none of ${screens} screens shows an error or older data, and all stay signed in`, async () => {
    const port = await freePort();
    const settings = {
      ACCESS: 'tokens',
      PUBLIC_URL: `http://localhost:${port}`,
      TRUSTED_PROXIES: '127.0.0.1',
      API_RATE_LIMIT: '1000',
    };
    const school = await openInstallation(postgres, 3, settings);
    await startNginx(port, school.gateways);
    const tokens = Array.from({ length: people }, (_, n) => tokenFrom(school.gateways[0]!, `Person ${n}`));
    await eventually(() =>
      expect(postgres.sql('SELECT count(*) FROM flightline_1001.handed_out')).toBe(String(people)),
    );
    const cookies = await Promise.all(tokens.map((token) => signIn(port, token)));
    const agent = new Agent({ keepAlive: true, maxSockets: 40 });
    onTestFinished(() => agent.destroy());
    const all = Array.from({ length: screens }, (_, n) => new Screen(port, cookies[n % people] ?? '', agent));
    const shown = all.map((screen) => screen.start());
    await sleep(8_000);
    for (const gateway of [...school.gateways]) {
      const { port: own } = new URL(gateway.url);
      await gateway.stop();
      await school.start({ directory: gateway.directory, settings: { ...settings, PORT: own } });
      await sleep(4_000);
    }
    await sleep(3_000);
    for (const screen of all) screen.end();
    await Promise.all(shown);
    expect(all.flatMap(({ errors }) => errors)).toEqual([]);
    // What one gateway has read, the others have a moment later.
    expect(Math.max(...all.map(({ steppedBack }) => steppedBack))).toBeLessThan(3);
    for (const { answers, streams } of all) expect([answers >= 3, streams >= 1]).toEqual([true, true]);
    expect(all.reduce((sum, { streams }) => sum + streams, 0)).toBeGreaterThan(screens * 1.5);
  });

  /** A token made by the command line on a gateway's machine. */
  function tokenFrom({ directory }: GatewayProcess, name: string): string {
    const command = new URL('../commands/main.ts', import.meta.url).pathname;
    const env = {
      ...process.env,
      DATA_DIR: join(directory, 'data'),
      ACCESS: 'tokens',
      PUBLIC_URL: 'http://localhost:4600',
    };
    const made = spawnSync(
      process.execPath,
      [command, 'token', '--name', name, '--role', 'dispatcher', '--days', '2'],
      { encoding: 'utf8', env },
    );
    const [token] = /[A-Za-z0-9_-]{43}/.exec(made.stdout) ?? [];
    if (token === undefined) throw new Error(made.stdout + made.stderr);
    return token;
  }

  async function signIn(port: number, token: string): Promise<string> {
    return eventually(async () => {
      const origin = `http://localhost:${port}`;
      const headers = {
        'content-type': 'application/x-www-form-urlencoded',
        origin,
        host: `localhost:${port}`,
        'sec-fetch-site': 'same-origin',
      };
      const asked = request({ host: '127.0.0.1', port, path: '/sign-in', method: 'POST', headers });
      asked.end(`token=${token}`);
      const [answer] = (await once(asked, 'response')) as [IncomingMessage];
      answer.resume();
      const [cookie] = answer.headers['set-cookie'] ?? [];
      if (cookie === undefined) throw new Error(`Signed in with ${answer.statusCode}.`);
      return cookie.split(';', 1)[0] ?? '';
    });
  }
});
