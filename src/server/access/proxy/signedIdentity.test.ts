import { createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { createServer, request } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { hour, minute, openAccessStand, testNow } from '#e2e/servers/access/testAccess.ts';
import { portOf } from '#server/app/serve.ts';
import { signedIdentityReader } from './signedIdentity.ts';

const key = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const otherKey = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const publicKey = { ...key.publicKey.export({ format: 'jwk' }), kid: 'k1', alg: 'ES256', use: 'sig' };
const seconds = testNow / 1000;

type Claims = { readonly [name: string]: unknown };
const defaults: Claims = {
  iss: 'https://proxy.example',
  aud: ['flightline'],
  iat: seconds,
  exp: seconds + 600,
  email: 'anna@school.example',
};

function token(
  claims: Claims = {},
  { by = key.privateKey, head = {} }: { by?: KeyObject; head?: Claims } = {},
): string {
  const parts = [
    { alg: 'ES256', kid: 'k1', ...head },
    { ...defaults, ...claims },
  ];
  const text = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  const signature = sign('sha256', Buffer.from(text), { key: by, dsaEncoding: 'ieee-p1363' });
  return `${text}.${signature.toString('base64url')}`;
}

/** Where the proxy's keys are. */
async function openKeys() {
  const keys = { requests: 0, isAway: false };
  const server = createServer((_, outgoing) => {
    keys.requests++;
    outgoing.statusCode = keys.isAway ? 503 : 200;
    outgoing.setHeader('content-type', 'application/json').end(JSON.stringify({ keys: [publicKey] }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { keys, url: `http://127.0.0.1:${portOf(server)}/certs` };
}

const header = 'cf-access-jwt-assertion';

async function open(claim = 'email') {
  const { keys, url } = await openKeys();
  const signedIdentity = { header, keysUrl: url, issuer: 'https://proxy.example', audience: 'flightline', claim };
  const settings = { mode: 'proxy', trustedProxies: ['127.0.0.9'], signedIdentity } as const;
  const access = await openAccessStand(settings, {
    readSigned: (given) => signedIdentityReader({ settings: signedIdentity, ...given }),
  });
  access.handOut({ kind: 'person', name: 'anna@school.example', role: 'manager' });
  const ask = (headers: readonly string[], { from = '127.0.0.9', path = '/config' } = {}) =>
    new Promise<{ status: number; text: string }>((resolve, reject) => {
      const all = ['Host', 'ops.example', 'X-Forwarded-For', '192.0.2.7', ...headers];
      const options = { headers: all, localAddress: from, agent: false };
      request(access.url + path, options, (answer) => {
        let text = '';
        answer.on('data', (chunk) => (text += String(chunk)));
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }));
      })
        .on('error', reject)
        .end();
    });
  const statusOf = async (text: string) => (await ask([header, text])).status;
  return { access, ask, statusOf, keys };
}

describe('a token signed by the proxy', () => {
  it('names the person, and is verified once', async () => {
    const { ask, keys } = await open();
    const signed = token();
    const answers = await Promise.all(Array.from({ length: 8 }, () => ask([header, signed])));
    for (const { status, text } of answers) {
      expect(status).toBe(200);
      expect(JSON.parse(text)).toMatchObject({ who: { mode: 'proxy', role: 'manager', name: 'anna@school.example' } });
    }
    expect(keys.requests).toBe(1);
    // A known token needs no keys any more.
    keys.isAway = true;
    expect((await ask([header, signed])).status).toBe(200);
  });

  it('names people by the claim in the settings', async () => {
    const { statusOf } = await open('identity.mail');
    expect(await statusOf(token({ identity: { mail: 'Anna@School.example' } }))).toBe(200);
    expect(await statusOf(token({ identity: 'anna@school.example' }))).toBe(401);
    const nested = await open('identity.email');
    const marked = (mark: unknown) => token({ identity: { email: 'anna@school.example', email_verified: mark } });
    expect(await nested.statusOf(marked(undefined))).toBe(200);
    expect(await nested.statusOf(marked('false'))).toBe(401);
  });

  it.each<[string, () => string]>([
    ['by another key', () => token({}, { by: otherKey.privateKey })],
    ['by a key that is not known', () => token({}, { head: { kid: 'k2' } })],
    ['by nobody', () => token({}, { head: { alg: 'none' } }).replace(/[^.]+$/, '')],
    [
      'with the public key as a secret',
      () => {
        const text = token({}, { head: { alg: 'HS256' } }).replace(/\.[^.]+$/, '');
        return `${text}.${createHmac('sha256', JSON.stringify(publicKey)).update(text).digest('base64url')}`;
      },
    ],
    [
      'with a key that it brings along',
      () => token({}, { by: otherKey.privateKey, head: { jwk: otherKey.publicKey.export({ format: 'jwk' }) } }),
    ],
    ['for another server', () => token({ aud: ['payroll'] })],
    ['for nobody', () => token({ aud: undefined })],
    ['of another issuer', () => token({ iss: 'https://proxy.example.net' })],
    ['that has ended', () => token({ exp: seconds - 31 })],
    ['without an end', () => token({ exp: undefined })],
    ['of the future', () => token({ nbf: seconds + 31 })],
    ['with an address that nobody has confirmed', () => token({ email_verified: false })],
    ...['false', 'true', '', 0, 1, null, []].map((mark): [string, () => string] => [
      `with an address that ${JSON.stringify(mark)} confirms`,
      () => token({ email_verified: mark }),
    ]),
    ['without a name', () => token({ email: undefined })],
    ['with several names', () => token({ email: ['anna@school.example'] })],
    // The Kelvin sign, which is k in lower case.
    ['with other letters', () => token({ email: 'anna@\u212Aschool.example' })],
    ['with the name alone', () => 'anna@school.example'],
    ['that is too long', () => token({ more: 'x'.repeat(6_500) })],
  ])('%s is nobody’s', async (_, made) => {
    const { ask, access } = await open();
    const text = made();
    expect((await ask([header, text])).status).toBe(401);
    expect((await ask([header, text, 'Accept', 'text/html'], { path: '/fleet' })).text).toContain(
      'does not send your name',
    );
    expect(access.logged()).not.toContain(text.split('.')[1] ?? '');
    expect(access.logged()).not.toContain('anna@');
  });
});

describe('a repeated token', () => {
  it('with any letter changed is nobody’s', async () => {
    const { statusOf } = await open();
    const signed = token();
    expect(await statusOf(signed)).toBe(200);
    for (let at = 0; at < signed.length - 1; at += 3) {
      const other = signed.slice(0, at) + (signed[at] === 'A' ? 'B' : 'A') + signed.slice(at + 1);
      if (signed[at] !== '.') expect(await statusOf(other)).toBe(401);
    }
  });

  it('counts until it ends, and is verified again after an hour', async () => {
    const { statusOf, access, keys } = await open();
    const [short, long] = [token(), token({ exp: seconds + 24 * 3_600 })];
    expect([await statusOf(short), await statusOf(long)]).toEqual([200, 200]);
    access.advance(10 * minute + 29_000);
    expect(await statusOf(short)).toBe(200);
    access.advance(1_000);
    expect([await statusOf(short), await statusOf(long)]).toEqual([401, 200]);
    expect(keys.requests).toBe(1);
    access.advance(hour);
    expect(await statusOf(long)).toBe(200);
  });

  it('counts only from the proxy and only once, and overrides every other header', async () => {
    const { ask } = await open();
    const signed = token();
    expect((await ask([header, signed], { from: '127.0.0.8' })).status).toBe(403);
    expect((await ask([header, signed, header, signed])).status).toBe(401);
    expect((await ask(['x-forwarded-user', 'anna@school.example'])).status).toBe(401);
    expect(
      (await ask([header, token({}, { by: otherKey.privateKey }), 'x-forwarded-user', 'anna@school.example'])).status,
    ).toBe(401);
    const nobody = await ask([header, token({ email: 'ben@school.example' })]);
    expect([nobody.status, nobody.text]).toEqual([403, expect.stringContaining('ben@school.example')]);
  });

  it('cannot be verified while the keys are away, which the audit notes, and can be afterwards', async () => {
    const { statusOf, keys, access } = await open();
    keys.isAway = true;
    expect(await statusOf(token())).toBe(401);
    expect(access.audited()).toEqual([expect.objectContaining({ event: 'refused', why: 'signed identity' })]);
    keys.isAway = false;
    expect(await statusOf(token())).toBe(200);
  });

  it('is verified at most once per request, and made-up ones do not fetch keys again and again', async () => {
    const { statusOf, keys, access } = await open();
    for (let count = 0; count < 20; count++) await statusOf(token({}, { head: { kid: `made-up-${count}` } }));
    expect(keys.requests).toBe(1);
    expect(access.audited().filter(({ why }) => why === 'signed identity')).toHaveLength(20);
  });
});

it('a proxy that signs nothing is refused at the start, rather than trusted', async () => {
  const { url } = await openKeys();
  const signedIdentity = { header, keysUrl: url, issuer: 'i', audience: 'a', claim: 'email' };
  await expect(openAccessStand({ mode: 'proxy', trustedProxies: ['127.0.0.9'], signedIdentity })).rejects.toThrow();
});
