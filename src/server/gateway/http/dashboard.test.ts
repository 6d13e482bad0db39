import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { loadDashboard } from './dashboard.ts';
import { always, emptyList, openStand } from '#server/gateway/teststand.ts';

const script = 'export const answer = 42;\n'.repeat(100);
const built = {
  'index.html': '<!doctype html><title>Flightline</title>',
  'icon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'manifest.webmanifest': '{}',
  'assets/main-4f2a.js': script,
  'assets/b612-77aa.woff2': 'font',
  '.vite/manifest.json': '{"secret": true}',
};

async function buildDirectory(files: { [path: string]: string }): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'flightline-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(directory, path)), { recursive: true });
    await writeFile(join(directory, path), content);
  }
  return directory;
}

async function openDashboard() {
  const dashboard = await loadDashboard(await buildDirectory(built));
  expect(dashboard).not.toBeNull();
  return openStand(always(200, emptyList), { dashboard });
}

const navigation = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

describe('the built dashboard', () => {
  it('keeps hashed assets for a year, and asks again for all else', async () => {
    const stand = await openDashboard();
    const cacheOf = async (path: string) => (await stand.ask(path)).headers['cache-control'];
    expect(await cacheOf('/assets/main-4f2a.js')).toBe('public, max-age=31536000, immutable');
    expect(await cacheOf('/assets/b612-77aa.woff2')).toBe('public, max-age=31536000, immutable');
    for (const path of ['/', '/index.html', '/icon.svg', '/manifest.webmanifest'])
      expect(await cacheOf(path)).toBe('no-cache');
  });

  it('is packed, each coding with a tag of its own', async () => {
    const stand = await openDashboard();
    const packed = await stand.ask('/assets/main-4f2a.js', { 'accept-encoding': 'gzip, br' });
    const plain = await stand.ask('/assets/main-4f2a.js');
    expect(packed.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' });
    expect(packed.headers['content-type']).toBe('text/javascript; charset=utf-8');
    expect(brotliDecompressSync(packed.body).toString()).toBe(script);
    expect(plain.body.toString()).toBe(script);
    expect(packed.headers.etag).not.toBe(plain.headers.etag);
    const font = await stand.ask('/assets/b612-77aa.woff2', { 'accept-encoding': 'br' });
    expect(font.headers).toMatchObject({ 'content-type': 'font/woff2', 'content-length': '4' });
    expect(font.headers).not.toHaveProperty('content-encoding');
  });

  it('answers 304 to a browser that has it', async () => {
    const stand = await openDashboard();
    const { etag = '' } = (await stand.ask('/')).headers;
    const again = await stand.ask('/', { 'if-none-match': `"other", W/${etag}` });
    expect([again.status, again.body.length, again.headers.etag]).toEqual([304, 0, etag]);
    expect((await stand.ask('/', { 'if-none-match': '"other"' })).status).toBe(200);
  });

  it('gives its index to the address of a page, but not to a missing part of one', async () => {
    const stand = await openDashboard();
    for (const path of ['/fleet', '/fleet/5e3a7f0c-1f6d-4c9b-9a44-6d2f0f4f7b11', '/reservations?view=timeline']) {
      const reply = await stand.ask(path, navigation);
      expect([reply.status, reply.body.toString()]).toEqual([200, built['index.html']]);
      expect(reply.headers['content-type']).toBe('text/html; charset=utf-8');
    }
    for (const accept of ['*/*', undefined]) {
      const reply = await stand.ask('/fleet', accept === undefined ? {} : { accept });
      expect([reply.status, reply.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    }
    expect((await stand.ask('/fleet', { accept: 'application/json' })).status).toBe(404);
    expect((await stand.ask('/missing.png', { accept: '*/*' })).status).toBe(404);
    expect((await stand.ask('/assets/main-0000.js', navigation)).status).toBe(404);
    expect((await stand.ask('/api/nothing', navigation)).status).toBe(404);
  });

  it('serves nothing else of the disk', async () => {
    const stand = await openDashboard();
    for (const path of [
      '/.vite/manifest.json',
      '/assets/..%2f.vite/manifest.json',
      '/../package.json',
      '/%2e%2e/package.json',
    ]) {
      expect((await stand.ask(path)).status).toBe(404);
    }
  });

  it('answers HEAD as GET, without the body', async () => {
    const stand = await openDashboard();
    const head = await stand.ask('/', {}, 'HEAD');
    expect([head.status, head.body.length]).toEqual([200, 0]);
    expect(head.headers['content-length']).toBe(String(built['index.html'].length));
  });

  it('is null where nothing is built', async () => {
    expect(await loadDashboard(join(tmpdir(), 'flightline-not-there'))).toBeNull();
    expect(await loadDashboard(await buildDirectory({ 'icon.svg': '' }))).toBeNull();
  });
});
