import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger, createServer as createViteServer } from 'vite';
import { expect, it, onTestFinished } from 'vitest';
import { flightline } from './develop.ts';
import { readSettings } from '#server/app/settings.ts';

/** Vite's server over a page of one line, with the gateway inside and an upstream that always gives the same answer. */
async function openVite() {
  const upstream = createServer((_, outgoing) => outgoing.end('{"items":[]}')).listen(0, '127.0.0.1');
  await once(upstream, 'listening');
  const root = await mkdtemp(join(tmpdir(), 'flightline-'));
  await writeFile(join(root, 'index.html'), '<!doctype html><title>Page of Vite</title>');
  const settings = readSettings({
    API_BASE_URL: `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`,
    API_SUBSCRIPTION_KEY: 'key-of-this-test',
    API_OPERATOR_ID: '7',
    OPERATOR_TIME_ZONE: 'America/New_York',
    DATA_DIR: join(root, 'data'),
  });
  const errors: string[] = [];
  const vite = await createViteServer({
    root,
    configFile: false,
    customLogger: { ...createLogger('silent'), error: (line: string) => void errors.push(line) },
    plugins: [flightline(() => settings)],
    optimizeDeps: { noDiscovery: true },
    server: { host: '127.0.0.1', port: 0, hmr: false, watch: null },
  });
  await vite.listen();
  onTestFinished(async () => {
    await vite.close();
    upstream.close();
    upstream.closeAllConnections();
    await rm(root, { recursive: true });
  });
  return { vite, errors, url: () => vite.resolvedUrls?.local[0]?.replace(/\/$/, '') ?? '' };
}

const navigation = { headers: { accept: 'text/html' } };

it('in the development server the gateway answers its own paths, and Vite all others', async () => {
  const { url: address } = await openVite();
  const url = address();
  const aircraft = await fetch(`${url}/api/core/v1.0/operators/7/aircraft`);
  expect([aircraft.status, await aircraft.json()]).toMatchObject([200, { items: [] }]);
  expect(aircraft.headers.get('content-security-policy')).toMatch(/default-src 'none'/);

  const missing = await fetch(`${url}/api/nothing`, navigation);
  expect([missing.status, missing.headers.get('content-type')]).toEqual([404, 'application/json; charset=utf-8']);
  for (const path of ['/config', '/health', '/metrics', '/openapi.json', '/replica/people', '/state'])
    expect((await fetch(url + path)).status).toBe(200);

  for (const path of ['/', '/fleet', '/configuration']) {
    const page = await fetch(url + path, navigation);
    expect(await page.text()).toMatch(/Page of Vite/);
    expect(page.headers.has('content-security-policy')).toBe(false);
  }
});

it('when Vite restarts, the new gateway takes the data directory of the old one', async () => {
  const { vite, errors, url } = await openVite();
  expect((await fetch(`${url()}/health`)).status).toBe(200);
  await vite.restart();
  expect(errors).toEqual([]);
  expect((await fetch(`${url()}/health`)).status).toBe(200);
});
