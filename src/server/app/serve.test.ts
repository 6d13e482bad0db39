import { once } from 'node:events';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer, request, type RequestListener, type Server } from 'node:http';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import os, { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { AccessStore } from '#server/access/store/store.ts';
import { grant } from '#e2e/servers/access/testAccess.ts';
import { silentLog } from '#server/observability/log.ts';
import { serve } from './serve.ts';
import { readSettings, type Settings, SettingsError } from './settings.ts';

async function temporaryDirectory(files: { [name: string]: string } = {}): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'flightline-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  for (const [name, content] of Object.entries(files)) await writeFile(join(directory, name), content);
  return directory;
}

async function listen(answer: RequestListener): Promise<Server> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return server;
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}

function settingsFor(upstream: Server, changes: { [name: string]: string } = {}): Settings {
  const settings = readSettings({
    API_BASE_URL: `http://127.0.0.1:${portOf(upstream)}`,
    API_SUBSCRIPTION_KEY: 'key-of-this-test',
    API_OPERATOR_ID: '7',
    OPERATOR_TIME_ZONE: 'America/New_York',
    PORT: '0',
    ...changes,
  });
  return { ...settings, dataDirectory: null };
}

const index = { 'index.html': '<!doctype html><title>Flightline</title>' };

describe('the server', () => {
  it('serves the dashboard, and the configured operator behind it', async () => {
    const keys: unknown[] = [];
    const upstream = await listen((incoming, outgoing) => {
      keys.push(incoming.headers['x-subscription-key']);
      outgoing.end('{"items":[]}');
    });
    const running = await serve(settingsFor(upstream), await temporaryDirectory(index));
    onTestFinished(running.close);
    const page = await fetch(running.url);
    expect(await page.text()).toBe(index['index.html']);
    // Longer than the 60 s of usual proxies.
    expect(page.headers.get('keep-alive')).toBe('timeout=65');
    const config = await (await fetch(`${running.url}/config`)).json();
    expect(config).toMatchObject({
      operatorId: 7,
      operatorName: 'Operator 7',
      timeZone: 'America/New_York',
      embedded: false,
    });
    expect((await fetch(`${running.url}/api/core/v1.0/operators/7/aircraft`)).status).toBe(200);
    expect(new Set(keys)).toEqual(new Set(['key-of-this-test']));
  });

  it('finishes a running request when it is told to end', async () => {
    const call = Promise.withResolvers<() => void>();
    const upstream = await listen(({ url }, outgoing) => {
      if (url?.includes('/users/')) call.resolve(() => outgoing.end('{"items":[]}'));
    });
    const running = await serve(settingsFor(upstream), await temporaryDirectory(index));
    // The local copy does not hold it, so that the service is called.
    const answer = fetch(`${running.url}/api/core/v1.0/operators/7/users/00000000-0000-4000-8000-000000000001`);
    const finish = await call.promise;
    const closed = running.close();
    await expect(fetch(running.url)).rejects.toThrow();
    finish();
    expect(await (await answer).json()).toMatchObject({ items: [] });
    await closed;
  });

  it('says in one sentence that its port is taken', async () => {
    const other = await listen(() => undefined);
    const settings = settingsFor(other, { PORT: String(portOf(other)) });
    await expect(serve(settings, await temporaryDirectory(index))).rejects.toThrow(/^Port \d+ is taken, .*PORT\.$/);
  });

  it('says in one sentence that its data directory is a file, or its address another machine’s', async () => {
    const upstream = await listen((_, outgoing) => outgoing.end());
    const files = await temporaryDirectory({ ...index, file: '' });
    const file = join(files, 'file');
    const settings = settingsFor(upstream);
    await expect(serve({ ...settings, dataDirectory: file }, files)).rejects.toThrow(
      new SettingsError(
        `${file} is a file, or lies below one: set DATA_DIR to a directory, which is made if it does not exist.`,
      ),
    );
    await expect(serve({ ...settings, host: '192.0.2.1' }, files)).rejects.toThrow(
      '192.0.2.1 is not an address of this machine: set HOST to one of its own.',
    );
  });

  it('says in one sentence that the dashboard is not built', async () => {
    const settings = settingsFor(await listen(() => undefined));
    await expect(serve(settings, await temporaryDirectory())).rejects.toThrow(/^The dashboard is not built: run /);
  });
});

const proxied = { ACCESS: 'proxy', PUBLIC_URL: 'https://ops.example' };
const through = (socketPath: string, headers: { [name: string]: string } = {}, path = '/config') =>
  new Promise<{ status: number; text: string }>((resolve, reject) => {
    const sent = { host: 'ops.example', 'x-forwarded-for': '192.0.2.7', ...headers };
    request({ socketPath, path, headers: sent, agent: false }, (answer) => {
      let text = '';
      answer.on('data', (chunk) => (text += String(chunk)));
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }));
    })
      .on('error', reject)
      .end();
  });

async function openThrough(changes: { [name: string]: string } = {}) {
  const upstream = await listen((_, outgoing) => outgoing.end('{"items":[]}'));
  const directory = await temporaryDirectory(index);
  const socket = join(directory, 'flightline.sock');
  const settings = {
    ...settingsFor(upstream, { ...proxied, LISTEN_SOCKET: socket, ...changes }),
    dataDirectory: directory,
  };
  const store = new AccessStore({ directory, clock: Date.now, log: silentLog, audit: () => undefined });
  store.create(grant({ kind: 'person', name: 'anna@school.example', days: null }), 'test');
  store.close();
  const start = (dataDirectory: string | null = directory) => serve({ ...settings, dataDirectory }, directory);
  const running = await start();
  onTestFinished(running.close);
  return { socket, running, start };
}

describe('a Unix socket for the proxy', () => {
  it('trusts the process that may open it, and no other connection', async () => {
    const { socket, running } = await openThrough();
    const named = { 'x-forwarded-user': 'anna@school.example' };
    const answer = await through(socket, named);
    expect([answer.status, answer.text]).toEqual([200, expect.stringContaining('anna@school.example')]);
    expect((await through(socket)).status).toBe(401);
    const { port } = new URL(running.url);
    // Nothing on the network is trusted here.
    const direct = { port, headers: { host: 'ops.example', 'x-forwarded-for': '192.0.2.7', ...named } };
    const [refused] = await once(request(direct).end(), 'response');
    expect(refused.resume().statusCode).toBe(403);
    // Only its owner and its group may open it.
    expect(statSync(socket).mode & 0o777).toBe(0o660);
  });

  it('is the only way in with PORT=none, also for monitors', async () => {
    const { socket, running } = await openThrough({ PORT: 'none' });
    expect(running.url).toBe(`unix:${socket}`);
    const health = () =>
      new Promise((resolve, reject) => {
        const options = { socketPath: socket, path: '/health', headers: { host: 'ops.example' }, agent: false };
        request(options, (answer) => resolve(answer.resume().statusCode))
          .on('error', reject)
          .end();
      });
    expect(await health()).toBe(200);
    expect((await through(socket, {}, '/health')).status).toBe(401);
  });
});

describe('the file of that socket', () => {
  it('is replaced if left behind, refused if in use, and gone with the server', async () => {
    const { socket, running, start } = await openThrough();
    await expect(start(await temporaryDirectory())).rejects.toThrow(/^Another program listens on /);
    expect((await through(socket)).status).toBe(401);
    await running.close();
    expect(existsSync(socket)).toBe(false);
    // As a killed process leaves it.
    const listening = `require('net').createServer().listen(process.argv[1], () => process.kill(process.pid, 'SIGKILL'))`;
    spawnSync(process.execPath, ['-e', listening, socket]);
    expect(statSync(socket).isSocket()).toBe(true);
    const again = await start();
    onTestFinished(again.close);
    expect((await through(socket)).status).toBe(401);
  });

  it('never replaces another file', async () => {
    const directory = await temporaryDirectory({ 'notes.txt': 'kept' });
    const path = join(directory, 'notes.txt');
    const upstream = await listen((_, outgoing) => outgoing.end());
    const starting = serve(settingsFor(upstream, { ...proxied, LISTEN_SOCKET: path }), await temporaryDirectory(index));
    await expect(starting).rejects.toThrow(/ is not a socket: set LISTEN_SOCKET to another path\.$/);
    expect(readFileSync(path, 'utf8')).toBe('kept');
  });

  it('stops the start in one sentence if it cannot be made', async () => {
    const socket = join(await temporaryDirectory(), 'nowhere', 'flightline.sock');
    const upstream = await listen((_, outgoing) => outgoing.end());
    const settings = settingsFor(upstream, { ...proxied, LISTEN_SOCKET: socket });
    await expect(serve(settings, await temporaryDirectory(index))).rejects.toThrow(
      /^\/\S+ cannot be made: make its directory/,
    );
  });
});

it('a trusted network that contains one of this machine’s own stops the start in one sentence, unless the proxy signs', async () => {
  const ownSettings = {
    eth0: [{ address: '192.168.1.5', netmask: '', family: 'IPv4', mac: '', internal: false, cidr: '192.168.1.5/24' }],
  } as const;
  vi.spyOn(os, 'networkInterfaces').mockReturnValue({ eth0: [...ownSettings.eth0] });
  onTestFinished(() => void vi.restoreAllMocks());
  const upstream = await listen((_, outgoing) => outgoing.end('{"items":[]}'));
  const directory = await temporaryDirectory(index);
  const start = (changes: { [name: string]: string }) =>
    serve(
      settingsFor(upstream, { PUBLIC_URL: 'https://ops.example', TRUSTED_PROXIES: '192.168.0.0/16', ...changes }),
      directory,
    );
  const error: unknown = await start({ ACCESS: 'proxy' }).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(SettingsError);
  expect(String(error)).toMatch(/TRUSTED_PROXIES must not contain a network that this machine is in/);
  const signed = {
    PROXY_JWT_HEADER: 'x-identity',
    PROXY_JWKS_URL: 'https://proxy.example/certs',
    PROXY_JWT_ISSUER: 'proxy',
    PROXY_JWT_AUDIENCE: 'flightline',
  };
  for (const changes of [
    { ACCESS: 'tokens' },
    { ACCESS: 'proxy', ...signed },
    { ACCESS: 'proxy', TRUSTED_PROXIES: '192.168.1.9' },
  ]) {
    const running = await start(changes);
    await running.close();
  }
});
