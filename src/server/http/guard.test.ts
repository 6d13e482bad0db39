import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { maxBodyBytes } from '#contract/routes.ts';
import { createGuard, longestPath } from './guard.ts';
import {
  type GivenRequest,
  behind,
  headers,
  hostHeader,
  unproxied,
  open,
  requestOf,
  status,
} from '#e2e/servers/guardStand.ts';
import { plainAddress } from './proxies.ts';

describe('the way of a request', () => {
  it.each([
    [open, '127.0.0.1', 'localhost:4600', 200],
    [open, '::ffff:127.0.0.1', '127.0.0.1', 200],
    [open, '::1', '[::1]:4600', 200],
    [open, '192.168.1.20', 'localhost:4600', 403],
    [open, '::ffff:192.168.1.20', 'localhost', 403],
    [open, '', 'localhost', 403],
    [{ ...open, host: '192.168.1.5' }, '192.168.1.20', '192.168.1.5:4600', 403],
    [unproxied, '192.168.1.20', 'ops.example:4600', 200],
    [unproxied, '192.168.1.20', 'OPS.example:4600', 200],
    [unproxied, '192.168.1.20', 'ops.example', 421],
    [unproxied, '192.168.1.20', 'localhost:4600', 421],
    [unproxied, '192.168.1.20', '0.0.0.0:4600', 421],
    [unproxied, '127.0.0.1', 'localhost:4600', 200],
    [{ ...unproxied, host: '192.168.1.5' }, '192.168.1.20', '192.168.1.5:4600', 200],
    [{ ...unproxied, publicUrl: new URL('http://localhost:4600') }, '192.168.1.20', 'localhost:4600', 421],
    // With https there is a proxy, and a request that bypasses it comes unencrypted.
    [behind, '192.168.1.20', 'ops.example', 403],
    [behind, '10.0.0.7', 'ops.example:443', 200],
    [behind, '10.0.0.7', 'ops.example:80', 421],
  ])('%# %o', (options, from, name, expected) => {
    expect(status(options, { from, headers: hostHeader(name) })).toBe(expected);
  });

  it('has exactly one host name', () => {
    expect(status(open, { headers: headers(['Host', 'localhost'], ['HOST', 'localhost']) })).toBe(421);
    expect(status(open, { headers: [] })).toBe(421);
  });

  it('is HTTP/1.1 where nobody signs in, except for monitors', () => {
    expect(status(open, { version: '1.0' })).toBe(403);
    expect(status(open, { version: '1.0', url: '/health' })).toBe(200);
    expect(status(unproxied, { version: '1.0', headers: hostHeader('ops.example:4600') })).toBe(200);
  });
});

test.each([
  [`/${'a'.repeat(longestPath - 1)}`, 200],
  [`/${'a'.repeat(longestPath)}`, 414],
  [`/fleet?${'a'.repeat(longestPath)}`, 200],
])('a path is limited in length: %.20s', (url, expected) => {
  expect(status(open, { url })).toBe(expected);
});

describe('a post of a sign-in service', () => {
  const service = { ...behind, mode: 'oidc' } as const;
  const form = ['Content-Type', 'application/x-www-form-urlencoded'] as const;
  const posted = (url: string, ...more: GivenRequest['headers']) =>
    status(service, { method: 'POST', url, from: '10.0.0.7', headers: headers(['Host', 'ops.example'], ...more) });

  it('may come from anywhere, because it is signed and no cookie counts; no other post may', () => {
    const foreign = headers(form, ['Origin', 'https://login.example.net'], ['Sec-Fetch-Site', 'cross-site']);
    expect(posted('/sign-in/logout', form)).toBe(200);
    expect(posted('/sign-in/logout', ...foreign)).toBe(200);
    for (const url of ['/sign-in', '/sign-out', '/access', '/sign-in/display', '/sign-in/callback', '/sign-in/logout/'])
      expect(posted(url, ...foreign)).not.toBe(200);
  });

  it('is accepted only with such a service', () => {
    const sent = {
      method: 'POST',
      url: '/sign-in/logout',
      from: '10.0.0.7',
      headers: headers(['Host', 'ops.example'], form),
    };
    const modes = (['tokens', 'proxy', 'oidc'] as const).map((mode) => status({ ...behind, mode }, sent));
    expect(modes).toEqual([405, 405, 200]);
  });

  it('is a form of limited length', () => {
    expect(posted('/sign-in/logout', ['Content-Type', 'application/json'])).toBe(415);
    expect(posted('/sign-in/logout')).toBe(415);
    expect(posted('/sign-in/logout', form, ['Content-Length', String(maxBodyBytes + 1)])).toBe(413);
  });
});

describe('a page of another site', () => {
  const from = (site: string, mode: string, dest: string) =>
    headers(['Host', 'localhost:4600'], ['Sec-Fetch-Site', site], ['Sec-Fetch-Mode', mode], ['Sec-Fetch-Dest', dest]);
  const data = [
    '/api/x',
    '/api',
    '/replica/log',
    '/events',
    '/access',
    '/state',
    '/config?x',
    '/metrics',
    '/first?page=/',
  ];
  const pages = ['/', '/fleet', '/sign-in?code=1', '/apis', '/openapi.json'];

  it.each([...data, ...pages])('may open %s only if it is a page', (url) => {
    const expected = pages.includes(url) ? 200 : 403;
    for (const site of ['cross-site', 'same-site', 'same-origin, cross-site']) {
      expect(status(open, { url, headers: from(site, 'navigate', 'document') })).toBe(expected);
      for (const [mode, dest] of [
        ['navigate', 'iframe'],
        ['no-cors', 'image'],
        ['cors', 'empty'],
        ['no-cors', 'script'],
      ] as const)
        expect(status(open, { url, headers: from(site, mode, dest) })).toBe(403);
    }
    for (const site of ['same-origin', 'none'])
      expect(status(open, { url, headers: from(site, 'cors', 'empty') })).toBe(200);
  });

  it('must not ask for data with its origin', () => {
    const sent = (origin: string) => headers(['Host', 'localhost:4600'], ['Origin', origin]);
    expect(status(open, { headers: sent('http://localhost:4600') })).toBe(200);
    for (const origin of ['http://localhost:3000', 'https://localhost:4600', 'null', 'https://evil.example'])
      expect(status(open, { headers: sent(origin) })).toBe(403);
  });

  it('may show a calendar, which its link opens', () => {
    expect(status(open, { url: '/calendar/x.ics', headers: from('cross-site', 'cors', 'empty') })).toBe(200);
  });
});

describe('a post', () => {
  const json = ['Content-Type', 'application/json; charset=utf-8'] as const;
  const form = ['Content-Type', 'application/x-www-form-urlencoded'] as const;
  const own = ['Host', 'localhost:4600'] as const;
  const post = (url: string, ...sent: GivenRequest['headers']) =>
    status(open, { method: 'POST', url, headers: [own, ...sent] });

  it.each([
    ['/replica/snoozes', 200, 415],
    ['/replica/late', 200, 415],
    ['/replica/late/numbers', 200, 415],
    ['/access', 200, 415],
    ['/sign-in', 200, 200],
    ['/sign-in/display', 200, 415],
    ['/sign-out', 200, 200],
    ['/sign-out/', 405, 405],
    ['/config', 405, 405],
    ['/api/core/v1.0/operators/1001/aircraft', 405, 405],
  ])('to %s: JSON %i, a form %i', (url, asJson, asForm) => {
    expect([post(url, json), post(url, form)]).toEqual([asJson, asForm]);
    expect(post(url)).toBe(asJson === 405 ? 405 : 415);
  });

  it('comes from our own pages', () => {
    expect(post('/access', json, ['Origin', 'http://localhost:4600'], ['Sec-Fetch-Site', 'same-origin'])).toBe(200);
    expect(post('/access', json, ['Origin', 'http://localhost:4601'])).toBe(403);
    expect(post('/access', json, ['Sec-Fetch-Site', 'none'])).toBe(403);
    expect(post('/sign-in', form, ['Origin', 'null'], ['Sec-Fetch-Site', 'same-origin'])).toBe(200);
    expect(post('/sign-in', form, ['Origin', 'null'])).toBe(403);
    expect(post('/access', json, ['Origin', 'null'], ['Sec-Fetch-Site', 'same-origin'])).toBe(403);
    const proxied = headers(['Host', 'ops.example'], ['X-Forwarded-For', '203.0.113.9'], json);
    const through = (origin: string) => ({
      method: 'POST',
      url: '/access',
      from: '10.0.0.7',
      headers: [...proxied, ['Origin', origin] as const],
    });
    expect([status(behind, through('https://ops.example')), status(behind, through('http://ops.example'))]).toEqual([
      200, 403,
    ]);
  });

  it('has a limited length, and a GET has no body', () => {
    expect(post('/access', json, ['Content-Length', String(maxBodyBytes)])).toBe(200);
    expect(post('/access', json, ['Content-Length', String(maxBodyBytes + 1)])).toBe(413);
    expect(status(open, { headers: [own, ['Content-Length', '1']] })).toBe(400);
    expect(status(open, { headers: [own, ['Transfer-Encoding', 'chunked']] })).toBe(400);
    expect(status(open, { headers: [own, ['Content-Length', '0']] })).toBe(200);
  });
});

describe('any request', () => {
  const some = <Value>(...values: readonly Value[]) => fc.constantFrom(...values);
  /** A header is left out three times out of four, so that enough requests are accepted. */
  const perhaps = (...values: readonly string[]) =>
    fc.tuple(fc.nat(3), some(...values)).map(([draw, value]) => (draw === 0 ? value : undefined));
  const requests = fc.record({
    method: some('GET', 'HEAD', 'POST', 'GET', 'POST', 'PUT', 'OPTIONS', 'get', ''),
    url: some('/', '/config', '/api/x', '//api/x', '/%61pi', '/events?x', '/access', '/sign-in', '/health', '*', 'x'),
    from: some('127.0.0.1', '::1', '::ffff:127.0.0.1', '10.0.0.7', '192.168.1.20', ''),
    version: some('1.0' as const, '1.1' as const),
    headers: fc
      .tuple(
        some('localhost', '127.0.0.1:4600', 'ops.example', 'OPS.EXAMPLE:443', 'ops.example:4600', 'localhost.', ''),
        perhaps('localhost', 'evil.example'),
        perhaps('10.0.0.1', '203.0.113.9', '127.0.0.1', 'x', ''),
        perhaps('via', 'X-Real-IP', 'x-forwarded-host'),
        perhaps('same-origin', 'none', 'same-site', 'cross-site', 'x'),
        perhaps('http://localhost', 'https://ops.example', 'https://evil.example', 'null'),
        some('application/json', 'application/x-www-form-urlencoded', 'text/plain', undefined),
      )
      .map(([host, other, chain, mark, site, origin, type]) =>
        Object.entries({
          Host: host,
          HOST: other,
          'X-Forwarded-For': chain,
          [mark ?? 'accept']: '*/*',
          'sec-fetch-site': site,
          origin,
          'content-type': type,
        }).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const])),
      ),
  });

  it.each([open, behind, unproxied])('that is accepted under %o came in a permitted way', (options) => {
    let accepted = 0;
    fc.assert(
      fc.property(requests, (request) => {
        const incoming = requestOf(request);
        const refusal = createGuard(options)(incoming);
        if (refusal) {
          expect(refusal.status).toBeGreaterThanOrEqual(400);
          expect(refusal.problems[0]?.message).toMatch(/\w{3}.*[;:.] ?.*\.$/s);
          return;
        }
        accepted++;
        const { headers: sent, rawHeaders } = incoming;
        const remote = plainAddress(request.from);
        const isHere = ['127.0.0.1', '::1'].includes(remote);
        expect(rawHeaders.filter((text) => text.toLowerCase() === 'host')).toHaveLength(1);
        const hosts = ['localhost', '127.0.0.1:4600', 'ops.example', 'ops.example:443', 'ops.example:4600'];
        expect(hosts).toContain(sent.host?.toLowerCase());
        if (['localhost', '127.0.0.1:4600'].includes(sent.host ?? '')) expect(isHere).toBe(true);
        const isProxied = rawHeaders.some((name, index) => index % 2 === 0 && /^(via|x-(real|forwarded))/i.test(name));
        if (isProxied)
          expect([options.isTrustedProxy(remote), sent['x-forwarded-for']]).toEqual([
            true,
            expect.stringMatching(/\d$/),
          ]);
        if (options.mode === 'open')
          expect([isHere, request.version === '1.1' || request.url === '/health']).toEqual([true, true]);
        expect(['GET', 'HEAD', 'POST']).toContain(request.method);
        expect(['same-origin', 'none', undefined]).toContain(sent['sec-fetch-site']);
        if (request.method === 'POST') expect(['/access', '/sign-in']).toContain(request.url);
        if (request.method === 'POST')
          expect([undefined, 'http://localhost', 'https://ops.example', 'null']).toContain(sent.origin);
      }),
      { numRuns: 30_000 },
    );
    expect(accepted).toBeGreaterThan(100);
  });
});
