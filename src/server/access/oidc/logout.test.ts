import { createHmac, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { allowInsecureRequests, Configuration, discovery } from 'openid-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { portOf } from '#server/app/serve.ts';
import { logoutReader } from './logout.ts';
import { SignInError } from './signInError.ts';
import {
  madeToken,
  openTestProvider,
  otherKey,
  secret,
  type TestProvider,
  unsigned,
} from '#e2e/servers/access/testProvider.ts';

const now = Date.parse('2026-05-12T17:05:00Z');
const seconds = now / 1000;
const event = 'http://schemas.openid.net/event/backchannel-logout';

let provider: TestProvider;
let read: ReturnType<typeof logoutReader>;
beforeAll(async () => {
  provider = await openTestProvider();
  const config = await discovery(new URL(provider.issuer), 'flightline', undefined, undefined, {
    execute: [allowInsecureRequests],
  });
  read = logoutReader('flightline', () => Promise.resolve(config));
});
afterAll(() => provider.close());

type Claims = { readonly [name: string]: unknown };
const claims = (more: Claims = {}): Claims => ({
  iss: provider.issuer,
  aud: 'flightline',
  iat: seconds,
  exp: seconds + 120,
  jti: randomUUID(),
  sub: 'u-17',
  sid: 's-1',
  events: { [event]: {} },
  ...more,
});
const head = { alg: 'RS256', typ: 'logout+jwt' };
const token = (more: Claims = {}, key?: typeof otherKey) => madeToken(claims(more), head, key);

async function failure(text: string, at = now): Promise<string> {
  const error: unknown = await read(text, at).then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof SignInError)) throw new Error('It was taken.');
  return error.kind;
}

describe('a logout token', () => {
  test.each<[string, Claims, { sub: string | null; sid: string | null }]>([
    ['with both', {}, { sub: 'u-17', sid: 's-1' }],
    ['of a person', { sid: undefined }, { sub: 'u-17', sid: null }],
    ['of a session', { sub: undefined }, { sub: null, sid: 's-1' }],
    ['without an end', { exp: undefined }, { sub: 'u-17', sid: 's-1' }],
    ['for several, of whom we are one', { aud: ['other', 'flightline'] }, { sub: 'u-17', sid: 's-1' }],
    ['of a clock that is a little ahead', { iat: seconds + 20 }, { sub: 'u-17', sid: 's-1' }],
  ])('%s names what has ended', async (_, more, ended) => {
    expect(await read(token(more), now)).toEqual(ended);
  });

  test.each<[string, Claims, string]>([
    ['for another client', { aud: 'posting' }, 'mismatch'],
    ['for nobody', { aud: undefined }, 'mismatch'],
    ['of another issuer', { iss: 'https://other.example.net' }, 'mismatch'],
    ['with a nonce, as an ID token', { nonce: 'n' }, 'mismatch'],
    ['without events', { events: undefined }, 'mismatch'],
    ['of another event', { events: { 'https://other.example.net': {} } }, 'mismatch'],
    ['with an event that is no object', { events: { [event]: true } }, 'mismatch'],
    ['with events as a list', { events: [event] }, 'mismatch'],
    ['of nobody', { sub: undefined, sid: undefined }, 'mismatch'],
    ['of an odd person', { sub: 17 }, 'mismatch'],
    ['of an odd session', { sid: { s: 1 } }, 'mismatch'],
    ['of an empty session', { sid: '' }, 'mismatch'],
    ['without a number of its own', { jti: undefined }, 'mismatch'],
    ['with a list as its number', { jti: ['a'] }, 'mismatch'],
    ['without its time', { iat: undefined }, 'mismatch'],
    ['that is old', { iat: seconds - 331, exp: undefined }, 'mismatch'],
    ['of the future', { iat: seconds + 31, exp: seconds + 120 }, 'mismatch'],
    ['that has ended', { iat: seconds - 120, exp: seconds - 31 }, 'mismatch'],
  ])('%s is refused', async (_, more, kind) => {
    expect(await failure(token(more))).toBe(kind);
  });
});

describe('the signature of a logout token', () => {
  test('is refused if it is not the provider’s', async () => {
    expect(await failure(token({}, otherKey))).toBe('mismatch');
    expect(await failure(unsigned(token()))).toBe('mismatch');
    expect(await failure(token().replace(/[^.]+$/, ''))).toBe('mismatch');
    for (const text of ['', 'x', 'no.token.here', `${token()}.x`]) expect(await failure(text)).toBe('mismatch');
    // Our secret, or the provider's public key, would be enough to make these.
    const known = [secret, await (await fetch(`${provider.issuer}/jwks`)).text()];
    for (const key of known) {
      const text = madeToken(claims(), { alg: 'HS256' }).replace(/\.[^.]+$/, '');
      const signature = createHmac('sha256', key).update(text).digest('base64url');
      expect(await failure(`${text}.${signature}`)).toBe('mismatch');
    }
  });

  test('does not help a token whose type names another use', async () => {
    for (const typ of ['at+jwt', 'secevent+jwt', 'dpop+jwt'])
      expect(await failure(madeToken(claims(), { alg: 'RS256', typ }))).toBe('mismatch');
    for (const typ of ['JWT', 'application/logout+jwt', undefined])
      expect(await read(madeToken(claims(), { alg: 'RS256', typ }), now)).toMatchObject({ sid: 's-1' });
  });

  test('counts once', async () => {
    const signed = token();
    await read(signed, now);
    expect([await failure(signed), await failure(signed, now + 100_000)]).toEqual(['mismatch', 'mismatch']);
    // The same `jti` counts once, whatever the rest of the token says.
    const [first, second] = [token({ jti: 'same' }), token({ jti: 'same', sid: 's-2' })];
    await read(first, now);
    expect(await failure(second)).toBe('mismatch');
  });

  test('of an unknown key does not ask the provider each time', async () => {
    let requests = 0;
    const keys = createServer((_, outgoing) => {
      requests++;
      outgoing.setHeader('content-type', 'application/json').end('{"keys":[]}');
    });
    await new Promise<void>((resolve) => keys.listen(0, '127.0.0.1', resolve));
    const config = new Configuration(
      { issuer: provider.issuer, jwks_uri: `http://127.0.0.1:${portOf(keys)}` },
      'flightline',
    );
    const reader = logoutReader('flightline', () => Promise.resolve(config));
    for (let count = 0; count < 50; count++) await reader(token(), now).catch(() => undefined);
    keys.close();
    expect(requests).toBe(1);
  });
});
