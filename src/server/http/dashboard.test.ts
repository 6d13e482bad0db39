import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { firstLoadId, firstLoadShape } from '#contract/gateway/config.ts';
import { loadDashboard } from './dashboard.ts';
import { pagePaths } from '#contract/pages.ts';
import { sourcesOf } from './firstLoad.ts';
import { aircraftPath, always, emptyList, openStand, type Stand, testConfig } from '#e2e/servers/teststand.ts';

const script = 'export const answer = 42;\n'.repeat(100);
const built = {
  'index.html': '<!doctype html><head><title>Flightline</title></head>',
  'icon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'manifest.webmanifest': '{}',
  'assets/main-4f2a.js': script,
  'assets/b612-77aa.woff2': 'font',
  '.vite/manifest.json': JSON.stringify({
    'index.html': { file: 'assets/main-4f2a.js', isEntry: true, imports: ['_first.js'] },
    '_first.js': { file: 'assets/first-1a1a.js' },
    'src/web/app/shell/Shell.tsx': { file: 'assets/shell-2b2b.js', imports: ['index.html', '_parts.js'] },
    'src/web/pages/fleet/FleetPage.tsx': { file: 'assets/fleet-3c3c.js', imports: ['_first.js', '_parts.js'] },
    '_parts.js': { file: 'assets/parts-5d5d.js', imports: ['_first.js'] },
  }),
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
  it('keeps hashed files for a year, and asks again for all others', async () => {
    const stand = await openDashboard();
    const cacheOf = async (path: string) => (await stand.ask(path)).headers['cache-control'];
    expect(await cacheOf('/assets/main-4f2a.js')).toBe('public, max-age=31536000, immutable');
    expect(await cacheOf('/assets/b612-77aa.woff2')).toBe('public, max-age=31536000, immutable');
    for (const path of ['/icon.svg', '/manifest.webmanifest']) expect(await cacheOf(path)).toBe('no-cache');
    for (const path of ['/', '/index.html']) expect(await cacheOf(path)).toBe('no-store');
  });

  it('is compressed, each coding with its own tag', async () => {
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
    const { etag = '' } = (await stand.ask('/icon.svg')).headers;
    const again = await stand.ask('/icon.svg', { 'if-none-match': `"other", W/${etag}` });
    expect([again.status, again.body.length, again.headers.etag]).toEqual([304, 0, etag]);
    expect((await stand.ask('/icon.svg', { 'if-none-match': '"other"' })).status).toBe(200);
  });

  it('answers a page’s address with its index, but not a missing file', async () => {
    const stand = await openDashboard();
    for (const path of ['/fleet', '/fleet/5e3a7f0c-1f6d-4c9b-9a44-6d2f0f4f7b11', '/reservations?view=timeline']) {
      const reply = await stand.ask(path, navigation);
      expect([reply.status, reply.body.toString()]).toEqual([
        200,
        expect.stringContaining('<title>Flightline</title>'),
      ]);
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

  it('serves nothing else from the disk', async () => {
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

  it('answers HEAD like GET, without the body', async () => {
    const stand = await openDashboard();
    const head = await stand.ask('/', {}, 'HEAD');
    expect([head.status, head.body.length]).toEqual([200, 0]);
    expect(head.headers['content-length']).toBe(String((await stand.ask('/')).body.length));
  });

  it('is null if nothing is built', async () => {
    expect(await loadDashboard(join(tmpdir(), 'flightline-not-there'))).toBeNull();
    expect(await loadDashboard(await buildDirectory({ 'icon.svg': '' }))).toBeNull();
  });
});

const textOf = async (stand: Stand, path: string) => (await stand.ask(path, navigation)).body.toString();
const firstLoadOf = (html: string) => {
  const [, json = ''] =
    new RegExp(`<script id="${firstLoadId}" type="application/json">(.*?)</script>`).exec(html) ?? [];
  return firstLoadShape.parse(JSON.parse(json));
};

describe('a page’s first load', () => {
  it('has the configuration and the addresses that its screen reads first, for the day in the operator’s zone', async () => {
    const stand = await openDashboard();
    const { config, addresses } = firstLoadOf(await textOf(stand, '/fleet'));
    expect(config).toEqual(JSON.parse((await stand.ask('/config')).body.toString()));
    expect(addresses).toContain('/api/core/v1.0/operators/1001/aircraft');
    const [from, to] = ['2026-11-19T07:00:00.000Z', '2026-11-21T07:00:00.000Z'];
    expect(addresses).toContain(`/replica/reservations?from=${from}&to=${to}`);
    expect(addresses).toContain(`/replica/history?before=${from}`);
    expect(firstLoadOf(await textOf(stand, '/equipment')).addresses).toEqual([
      '/api/core/v1.0/operators/1001',
      '/api/core/v1.0/operators/1001/aircraft',
      '/replica/reminders',
    ]);
    stand.advance(7 * 3600);
    expect(firstLoadOf(await textOf(stand, '/fleet')).addresses).toContain(
      `/replica/history?before=2026-11-20T07:00:00.000Z`,
    );
  });

  it('is answered together: each address with its headers and body, without late ones', async () => {
    const stand = await openDashboard();
    const textsOf = async (page: string) => {
      const reply = await stand.ask(`/first?page=${page}`);
      expect([reply.status, reply.headers['content-type']]).toEqual([200, 'application/json-seq']);
      return reply.body.toString().split('\u001E').slice(1);
    };
    await stand.ask(aircraftPath);
    const single = await stand.ask(aircraftPath);
    const { age, etag, 'cache-status': cacheStatus } = single.headers;
    stand.answerWith(() => undefined);
    const [head = '', body, ...rest] = await textsOf('/equipment');
    expect(JSON.parse(head)).toEqual([aircraftPath, { age, etag, 'cache-status': cacheStatus }]);
    expect(body?.trim()).toBe(single.body.toString());
    expect(rest).toEqual([]);
    expect(await textsOf('/nowhere')).toEqual([]);
  });
});

describe('the scripts that a page names', () => {
  it('are links to its screen’s scripts, without those that the index names', async () => {
    const stand = await openDashboard();
    const links = async (path: string) =>
      [...(await textOf(stand, path)).matchAll(/modulepreload" crossorigin href="([^"]+)"/g)].map(([, file]) => file);
    const fleet = ['/assets/shell-2b2b.js', '/assets/fleet-3c3c.js', '/assets/parts-5d5d.js'];
    expect(await links('/fleet')).toEqual(fleet);
    expect(await links('/')).toEqual(['/assets/shell-2b2b.js', '/assets/parts-5d5d.js']);
    expect(await links('/people')).toEqual(['/assets/shell-2b2b.js', '/assets/parts-5d5d.js']);
    expect(await links('/nowhere')).toEqual([]);
  });

  it('cannot be closed by a name, and the policy allows only its one script besides our files', async () => {
    const dashboard = await loadDashboard(await buildDirectory(built));
    const name = '</script><script>alert(1)</script>$&';
    const stand = await openStand(always(200, emptyList), { dashboard, config: { ...testConfig, operatorName: name } });
    const page = await stand.ask('/fleet', navigation);
    const html = page.body.toString();
    expect(html.match(/<\/script>/g)).toHaveLength(2);
    expect(firstLoadOf(html).config.operatorName).toBe(name);
    const [, own = ''] = /<script>(.*?)<\/script>/s.exec(html) ?? [];
    const policy = page.headers['content-security-policy'];
    expect(policy).toContain(`script-src 'self' 'sha256-${hash('sha256', own, 'base64')}';`);
    expect((await stand.ask('/config')).headers['content-security-policy']).toContain("script-src 'self';");
  });

  it('are not in the index itself, which the browser keeps for longer', async () => {
    const stand = await openDashboard();
    expect(await textOf(stand, '/index.html')).not.toContain(firstLoadId);
  });

  it('have their own nonce for styles, as does the page that the browser keeps', async () => {
    const stand = await openDashboard();
    const nonces = [];
    for (const path of ['/fleet', '/fleet', '/index.html']) {
      const { body, headers } = await stand.ask(path, navigation);
      const [, nonce] = /<meta property="csp-nonce" nonce="([^"]{20,})">/.exec(body.toString()) ?? [];
      expect(headers['content-security-policy']).toContain(`style-src 'self' 'nonce-${nonce}';`);
      expect(headers['content-security-policy']).not.toContain('unsafe');
      nonces.push(nonce);
    }
    expect(new Set(nonces).size).toBe(3);
    expect((await stand.ask('/config')).headers['content-security-policy']).toContain("style-src 'self';");
  });

  it('belong to the screens that the router shows at these addresses', () => {
    const routes = readFileSync(new URL('../../web/app/routes.tsx', import.meta.url), 'utf8');
    const routed = [...routes.matchAll(/'(\/[^']*)': screen\(\s*\(\) =>\s*import\('#web\/pages\/([^']+)'/g)];
    const named = pagePaths.map((path) => [path, sourcesOf(path).screens.at(-1)]);
    expect(routed.map(([, path, file]) => [path, `src/web/pages/${file}`])).toEqual(named);
  });
});
