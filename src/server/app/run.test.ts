import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { hash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { eventually } from '#e2e/servers/teststand.ts';

const key = 'key-of-this-test';
/** Not in the local copy, so that the service is called. */
const userPath = '/api/core/v1.0/operators/7/users/00000000-0000-4000-8000-000000000001';

type Program = {
  readonly child: ChildProcess;
  readonly url: string;
  readonly said: { stdout: string; stderr: string };
};

/** A new directory with a dashboard of one line. */
async function newDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'flightline-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  await writeFile(join(directory, 'index.html'), '<!doctype html><title>Flightline</title>');
  return directory;
}

/** The program in its own process. */
function launch(upstreamPort: number, directory: string, more = ''): Omit<Program, 'url'> {
  const script = `
    const { run } = await import(${JSON.stringify(new URL('./serve.ts', import.meta.url).href)});
    const { readSettings } = await import(${JSON.stringify(new URL('./settings.ts', import.meta.url).href)});
    ${more}
    await run(() => readSettings(process.env), ${JSON.stringify(directory)});`;
  const env = {
    API_BASE_URL: `http://127.0.0.1:${upstreamPort}`,
    API_SUBSCRIPTION_KEY: key,
    API_OPERATOR_ID: '7',
    OPERATOR_TIME_ZONE: 'America/New_York',
    PORT: '0',
    DATA_DIR: join(directory, 'data'),
  };
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { env });
  onTestFinished(() => void child.kill('SIGKILL'));
  const said = { stdout: '', stderr: '' };
  child.stdout.on('data', (text) => (said.stdout += String(text)));
  child.stderr.on('data', (text) => (said.stderr += String(text)));
  return { child, said };
}

/** The same, once it serves. */
async function start(upstreamPort: number, more = '', directory?: string): Promise<Program> {
  const { child, said } = launch(upstreamPort, directory ?? (await newDirectory()), more);
  const url = await eventually(() => {
    const [, address] = /^Flightline at (\S+)$/m.exec(said.stderr) ?? [];
    expect(address).toBeDefined();
    return address as string;
  });
  return { child, url, said };
}

/** An upstream that answers when the test tells it to. */
async function openUpstream() {
  const held: ServerResponse[] = [];
  const server = createServer(({ url }, outgoing) => {
    if (url?.includes('/users/')) held.push(outgoing);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { held, port: (server.address() as AddressInfo).port };
}

describe('the program', () => {
  it('ends by a signal once running requests have been answered, with code 0 and a log of JSON', async () => {
    const { held, port } = await openUpstream();
    const { child, url, said } = await start(port);
    const answer = fetch(url + userPath);
    await eventually(() => expect(held).toHaveLength(1));
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await eventually(() => expect(said.stdout).toMatch(/Stopping/));
    held[0]?.end('{"items":[]}');
    expect(await (await answer).json()).toMatchObject({ items: [] });
    expect(await ended).toEqual([0, null]);
    const lines = said.stdout.trim().split('\n');
    expect(lines.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual(['Started.', 'Stopping.']);
  });

  it('ends with code 1 after a fault outside all requests, and its log contains no key', async () => {
    const { port } = await openUpstream();
    const fault = `process.once('SIGUSR2', () => { throw new Error('fault with ${key}'); });`;
    const { child, said } = await start(port, fault);
    // Wait for `close`, by which all output has arrived. Listen before the signal.
    const ended = once(child, 'close');
    child.kill('SIGUSR2');
    expect(await ended).toEqual([1, null]);
    expect(said.stdout).toMatch(/fault with removed/);
    expect(said.stdout + said.stderr).not.toContain(key);
  });
});

/** Every file below a directory, with its content and the time of its last change. */
function filesIn(directory: string): readonly (readonly [string, number, string])[] {
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .toSorted()
    .map((name) => join(directory, name))
    .filter((path) => statSync(path).isFile())
    .map((path) => [path, statSync(path).mtimeMs, hash('sha256', readFileSync(path))]);
}

describe('a second program on one data directory', () => {
  it('is refused in one sentence with code 1 and changes nothing, whatever its service, until the first has ended', async () => {
    const [{ port }, other] = [await openUpstream(), await openUpstream()];
    const directory = await newDirectory();
    const data = join(directory, 'data');
    const first = await start(port, '', directory);
    await eventually(() => expect(readdirSync(data)).toContain('replica.sqlite'));
    // Stopped, so that only the second could change anything. It keeps its locks.
    first.child.kill('SIGSTOP');
    const before = filesIn(data);
    for (const upstream of [port, other.port]) {
      const second = launch(upstream, directory);
      expect(await once(second.child, 'close')).toEqual([1, null]);
      expect(second.said.stderr).toMatch(
        new RegExp(
          String.raw`^Another Flightline \(process ${first.child.pid}, since \d{4}-\d\d-\d\d \d\d:\d\dZ\) uses the data directory ${data}: stop that one, or set DATA_DIR of this one to another directory\.\n$`,
        ),
      );
      expect(filesIn(data)).toEqual(before);
    }
    first.child.kill('SIGCONT');
    expect((await fetch(`${first.url}/health`)).status).toBe(200);
    const ended = once(first.child, 'close');
    first.child.kill('SIGKILL');
    await ended;
    const third = await start(port, '', directory);
    expect(third.said.stdout).not.toContain('Waiting for it to end');
    expect((await fetch(`${third.url}/health`)).status).toBe(200);
    expect(readdirSync(data).filter((name) => name.includes('other-service'))).toEqual([]);
  });

  it('starts if the first ends within three seconds, as when a service is restarted', async () => {
    const { port } = await openUpstream();
    const directory = await newDirectory();
    const first = await start(port, '', directory);
    const second = launch(port, directory);
    await eventually(() => expect(second.said.stdout).toContain('Waiting for it to end'));
    first.child.kill('SIGTERM');
    await eventually(() => expect(second.said.stderr).toMatch(/^Flightline at /));
  });
});
