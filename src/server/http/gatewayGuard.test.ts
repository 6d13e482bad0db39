import { describe, expect, it } from 'vitest';
import { aircraftPath, always, emptyList, openStand } from '#e2e/servers/teststand.ts';

describe('every answer', () => {
  it.each([
    [aircraftPath, 200],
    [`${aircraftPath}?limit=0`, 400],
    ['/api/nothing', 404],
    ['/config', 200],
    ['/health', 200],
    ['/openapi.json', 200],
    ['/nothing', 404],
    ['/back\\slash', 404],
    ['*', 400],
  ])('%s (%i) carries the security headers', async (path, status) => {
    const stand = await openStand(always(200, emptyList));
    const reply = await stand.ask(path);
    expect(reply.status).toBe(status);
    expect(reply.headers['content-security-policy']).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; " +
        "font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; " +
        "form-action 'none'; frame-src 'self'; frame-ancestors 'self'; " +
        "require-trusted-types-for 'script'; trusted-types flightline",
    );
    expect(reply.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-resource-policy': 'same-origin',
      'x-frame-options': 'SAMEORIGIN',
    });
    expect(reply.headers).not.toHaveProperty('access-control-allow-origin');
    expect(reply.headers).not.toHaveProperty('x-powered-by');
  });
});

describe('the check of names', () => {
  it.each(['localhost', 'LOCALHOST:80', '127.0.0.1', '127.0.0.1:4600', '127.1.2.3', '[::1]', '[::1]:4600'])(
    'accepts %s',
    async (host) => {
      const stand = await openStand(always(200, emptyList));
      expect((await stand.ask('/config', { host })).status).toBe(200);
    },
  );

  it.each([
    'evil.example',
    '127.0.0.1.evil.example',
    'localhost.evil.example',
    '10.0.0.1',
    '0.0.0.0',
    '[::2]',
    'localhost.',
  ])('refuses %s for data, pages and everything else', async (host) => {
    const stand = await openStand(always(200, emptyList));
    for (const path of [aircraftPath, '/config', '/']) expect((await stand.ask(path, { host })).status).toBe(421);
    expect(stand.calls).toHaveLength(0);
  });

  it('accepts the name that the server listens on', async () => {
    const stand = await openStand(always(200, emptyList), { host: 'Flightline.example' });
    expect((await stand.ask('/config', { host: 'flightline.example:4600' })).status).toBe(200);
  });
});

describe('a sign of a proxy in front of a server for this machine only', () => {
  it.each([
    'GET /config HTTP/1.1\r\nhost: localhost\r\nx-forwarded-for: 127.0.0.1\r\nconnection: close\r\n\r\n',
    'GET / HTTP/1.1\r\nhost: localhost\r\nVIA: 1.1 proxy\r\nconnection: close\r\n\r\n',
    `GET ${aircraftPath} HTTP/1.1\r\nhost: localhost\r\nx-forwarded-proto: http\r\nx-forwarded-proto: https\r\nconnection: close\r\n\r\n`,
    `GET ${aircraftPath} HTTP/1.0\r\nhost: localhost\r\n\r\n`,
    `GET ${aircraftPath} HTTP/1.1\r\nhost: localhost\r\nsec-fetch-site: cross-site\r\nconnection: close\r\n\r\n`,
  ])('is refused with advice: %j', async (bytes) => {
    const stand = await openStand(always(200, emptyList));
    const received = await stand.send(bytes);
    expect(received).toMatch(/^HTTP\/1\.1 403 /);
    expect(received).toMatch(/access\.md|open the dashboard/);
    expect(stand.calls).toHaveLength(0);
  });

  it('does not concern monitors', async () => {
    const stand = await openStand(always(200, emptyList));
    expect(await stand.send('GET /health HTTP/1.0\r\nhost: localhost\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('is accepted from a trusted proxy that serves this machine', async () => {
    const isTrustedProxy = (address: string) => address === '127.0.0.1';
    const guard = { isTrustedProxy, publicUrl: new URL('http://ops.example') };
    const stand = await openStand(always(200, emptyList), { guard });
    const ask = (client: string) => stand.ask('/config', { host: 'ops.example', 'x-forwarded-for': client });
    expect([(await ask('::1')).status, (await ask('192.168.1.20')).status]).toEqual([200, 403]);
  });
});
