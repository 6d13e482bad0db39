import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { serve } from './serve.ts';
import { readSettings, type Settings } from './settings.ts';

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
    // Longer than the 60 s of the usual proxies.
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

  it('lets a request under way finish when it is told to end', async () => {
    const asked = Promise.withResolvers<() => void>();
    const upstream = await listen(({ url }, outgoing) => {
      if (url?.includes('/users/')) asked.resolve(() => outgoing.end('{"items":[]}'));
    });
    const running = await serve(settingsFor(upstream), await temporaryDirectory(index));
    // The local copy does not hold it, so that the service is asked.
    const answer = fetch(`${running.url}/api/core/v1.0/operators/7/users/00000000-0000-4000-8000-000000000001`);
    const finish = await asked.promise;
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

  it('says in one sentence that the dashboard is not built', async () => {
    const settings = settingsFor(await listen(() => undefined));
    await expect(serve(settings, await temporaryDirectory())).rejects.toThrow(/^The dashboard is not built: run /);
  });
});
