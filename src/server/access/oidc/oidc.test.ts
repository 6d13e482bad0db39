import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openOidc, type Oidc, type OidcOptions } from './oidc.ts';
import {
  altered,
  ana,
  browse,
  clients,
  madeToken,
  openTestProvider,
  otherKey,
  resigned,
  type TestProvider,
  unsigned,
} from '#e2e/servers/access/testProvider.ts';
import { begin, failureOf, finish, now, signIn, defaults } from '#e2e/servers/access/testSignIn.ts';

const [minute, hour] = [60_000, 3_600_000];

let provider: TestProvider;
beforeAll(async () => {
  provider = await openTestProvider();
});
afterAll(() => provider.close());

const open = (given: Partial<OidcOptions> = {}): Oidc => openOidc({ issuer: provider.issuer, ...defaults, ...given });

describe('a sign-in at a real provider', () => {
  test('names the person, and the page they wanted', async () => {
    expect(await signIn(open())).toEqual({
      identity: 'ana.garcia@example.org',
      name: 'Ana Garcia',
      to: '/reservations?view=week#top',
      serviceRole: null,
      at: { sub: 'u-17', sid: null },
    });
  });

  test('requests what OpenID Connect and PKCE require, and repeats nothing in the address', async () => {
    const oidc = open();
    const [first, second] = [await oidc.start('/', now), await oidc.start('/', now)];
    const parameters = new URL(first.location).searchParams;
    expect(Object.fromEntries(parameters)).toMatchObject({
      client_id: 'flightline',
      response_type: 'code',
      redirect_uri: 'https://ops.example.org/sign-in/callback',
      code_challenge_method: 'S256',
      scope: 'openid email profile',
    });
    for (const name of ['state', 'nonce', 'code_challenge']) {
      expect(parameters.get(name)).toMatch(/^[\w-]{43}$/);
      expect(new URL(second.location).searchParams.get(name)).not.toBe(parameters.get(name));
    }
    expect(first.location).not.toContain(first.cookie);
    expect(second.cookie).not.toBe(first.cookie);
    expect(first.cookie).toMatch(/^[\w-]{100,1000}$/);
    expect(parameters.has('acr_values') || parameters.has('max_age')).toBe(false);
  });

  test('works without a secret', async () => {
    expect(await signIn(open({ clientId: 'public', clientSecret: null }))).toMatchObject({ name: 'Ana Garcia' });
  });

  test('posts the secret if the provider accepts no other way', async () => {
    const posting = await openTestProvider({ clients: [clients.posting], clientAuthMethods: ['client_secret_post'] });
    expect(await signIn(open({ issuer: posting.issuer, clientId: 'posting' }))).toMatchObject({ name: 'Ana Garcia' });
    await posting.close();
  });

  test('also takes the e-mail address from the ID token', async () => {
    const direct = await openTestProvider({ conformIdTokenClaims: false });
    expect(await signIn(open({ issuer: direct.issuer }))).toMatchObject({ identity: 'ana.garcia@example.org' });
    await direct.close();
  });

  test('ignores our own address in the request, which a proxy may have changed', async () => {
    const oidc = open();
    const { cookie, back } = await begin(oidc);
    const inside = new URL(back.pathname + back.search, 'http://127.0.0.1:4600');
    expect(await finish(oidc, inside, cookie, now)).toMatchObject({ name: 'Ana Garcia' });
  });

  test('leads to the first page if the address is too long to keep', async () => {
    const longest = `/${'x'.repeat(1_499)}`;
    expect(await signIn(open(), longest)).toMatchObject({ to: longest });
    // Browsers keep at most 4,096 bytes of a cookie, with its name and attributes.
    expect((await open().start(longest, now)).cookie.length).toBeLessThan(3_000);
    expect(await signIn(open(), `${longest}x`)).toMatchObject({ to: '/' });
  });

  test('is kept apart from others in progress', async () => {
    const oidc = open();
    const [first, second] = [await begin(oidc, '/fleet'), await begin(oidc, '/people')];
    expect(await finish(oidc, second.back, second.cookie, now)).toMatchObject({ to: '/people' });
    expect(await finish(oidc, first.back, first.cookie, now)).toMatchObject({ to: '/fleet' });
  });
});

describe('the person who signed in', () => {
  const as = async (account: TestProvider['account']) => {
    provider.account = account;
    return signIn(open()).finally(() => (provider.account = ana));
  };

  test('is the provider’s own id if the e-mail address is not confirmed', async () => {
    expect(await as({ ...ana, email_verified: false })).toMatchObject({ identity: 'u-17', name: 'Ana Garcia' });
    for (const mark of ['true', 'false', 1, null])
      expect(await as({ ...ana, email_verified: mark })).toMatchObject({ identity: 'u-17' });
    expect(await as({ sub: 'u-17', name: 'Ana Garcia' })).toMatchObject({ identity: 'u-17' });
  });

  test('never has the e-mail address of another person', async () => {
    // Some providers let people choose their id, which may look like another person's address.
    for (const sub of ['boss@example.org', 'boss ', 'böss']) {
      const other = { sub, email: 'boss@example.org', email_verified: false };
      expect(await failureOf(as(other), sub)).toBe('unconfirmed');
    }
    // The Kelvin sign, which is k in lower case.
    const kelvin = { ...ana, email: '\u212Aim@example.org' };
    expect(await as(kelvin)).toMatchObject({ identity: 'u-17' });
  });

  test.each([
    [{ name: ' ', given_name: 'Ana', family_name: 'Garcia' }, 'Ana Garcia'],
    [{ name: null }, 'ana.garcia@example.org'],
    [{ name: 'Ana\r\nSet-Cookie: x\u202E' }, 'Ana Set-Cookie: x'],
    [{ name: '✈'.repeat(300) }, '✈'.repeat(100)],
  ])('has a name that can be shown (%#)', async (claims, name) => {
    expect(await as({ ...ana, ...claims })).toMatchObject({ name });
  });
});

describe('a return is refused', () => {
  test('with another state, which does not end the sign-in in progress', async () => {
    const oidc = open();
    const { cookie, back } = await begin(oidc);
    for (const state of ['forged', '', null]) {
      expect(await failureOf(finish(oidc, altered(back, 'state', state), cookie, now))).toBe('expired');
    }
    expect(await finish(oidc, back, cookie, now)).toMatchObject({ name: 'Ana Garcia' });
  });

  test('without a cookie, and with one of another browser: a link from another person signs nobody in', async () => {
    const oidc = open();
    const [attacker, victim] = [await begin(oidc), await begin(oidc)];
    for (const cookie of ['', victim.cookie, attacker.cookie.slice(1)]) {
      expect(await failureOf(finish(oidc, attacker.back, cookie, now), cookie || 'cookie')).toBe('expired');
    }
  });

  test('when it comes again: the provider accepts a code once', async () => {
    const oidc = open();
    const { cookie, back } = await begin(oidc);
    await finish(oidc, back, cookie, now);
    expect(await failureOf(finish(oidc, back, cookie, now), back.searchParams.get('code') ?? '')).toBe('mismatch');
  });

  test('ten minutes after its beginning', async () => {
    const oidc = open();
    const { cookie, back } = await begin(oidc);
    expect(await failureOf(finish(oidc, back, cookie, now + 10 * minute))).toBe('expired');
    const other = await begin(oidc);
    expect(await finish(oidc, other.back, other.cookie, now + 10 * minute - 1)).toMatchObject({ name: 'Ana Garcia' });
  });
});

describe('an answer of the provider is refused', () => {
  test('with a nonce that is not ours', async () => {
    const oidc = open();
    const { location, cookie } = await oidc.start('/', now);
    const back = await browse(altered(location, 'nonce', 'another').href);
    expect(await failureOf(finish(oidc, back, cookie, now))).toBe('mismatch');
  });

  test('with a challenge that is not ours', async () => {
    const oidc = open();
    const { location, cookie } = await oidc.start('/', now);
    const back = await browse(altered(location, 'code_challenge', 'x'.repeat(43)).href);
    expect(await failureOf(finish(oidc, back, cookie, now))).toBe('mismatch');
  });

  test('with the code of another client, of another sign-in, or an invented one', async () => {
    const foreign = await begin(open({ clientId: 'posting' }));
    const oidc = open();
    const other = await begin(oidc);
    for (const code of [foreign.back.searchParams.get('code'), other.back.searchParams.get('code'), 'made-up']) {
      const { cookie, back } = await begin(oidc);
      expect(await failureOf(finish(oidc, altered(back, 'code', code), cookie, now), code ?? '')).toBe('mismatch');
    }
  });

  test('from another issuer, and from an unnamed one', async () => {
    const oidc = open();
    for (const issuer of ['https://other.example.net', null]) {
      const { cookie, back } = await begin(oidc);
      expect(await failureOf(finish(oidc, altered(back, 'iss', issuer), cookie, now))).toBe('mismatch');
    }
  });

  test('with two codes', async () => {
    const oidc = open();
    const { cookie, back } = await begin(oidc);
    back.searchParams.append('code', 'second');
    expect(await failureOf(finish(oidc, back, cookie, now))).toBe('mismatch');
  });

  test('when the provider refuses', async () => {
    const oidc = open();
    const { location, cookie } = await oidc.start('/', now);
    const back = await browse(altered(location, 'prompt', 'none').href);
    expect(back.searchParams.get('error')).toBe('login_required');
    expect(await failureOf(finish(oidc, back, cookie, now))).toBe('refused');
    for (const error of ['constructor', '<b>x</b>']) {
      const other = await oidc.start('/', now);
      const answer = altered(back, 'state', new URL(other.location).searchParams.get('state'));
      expect(await failureOf(finish(oidc, altered(answer, 'error', error), other.cookie, now), '<b>')).toBe('refused');
    }
  });

  test('when the provider rejects our secret', async () => {
    const oidc = open({ clientSecret: 'not the secret' });
    const { cookie, back } = await begin(oidc);
    expect(await failureOf(finish(oidc, back, cookie, now), 'not the secret')).toBe('settings');
  });
});

describe('a sign-in in progress', () => {
  test('exists only in the browser: other sign-ins and restarts make no difference', async () => {
    const first = await begin(open());
    const oidc = open();
    for (let count = 0; count < 2_000; count++) await oidc.start('/', now);
    expect(await finish(open(), first.back, first.cookie, now)).toMatchObject({ name: 'Ana Garcia' });
  });

  test('that is made up or changed makes no call to the provider', async () => {
    const ownProvider = await openTestProvider();
    const oidc = open({ issuer: ownProvider.issuer });
    const { cookie, back } = await begin(oidc);
    await ownProvider.down();
    const other = openOidc({ issuer: ownProvider.issuer, ...defaults, secret: randomBytes(32) });
    const foreign = await failureOf(finish(other, back, cookie, now));
    const made = await failureOf(finish(oidc, back, randomBytes(200).toString('base64url'), now));
    expect([foreign, made]).toEqual(['expired', 'expired']);
    // A call would have shown that the provider is away.
    expect(await failureOf(finish(oidc, back, cookie, now))).toBe('away');
    await ownProvider.close();
  });
});

describe('an ID token', () => {
  const soon = (seconds: number) => Math.floor(Date.now() / 1000) + seconds;
  const ofType = (token: string, typ: string) => {
    const [head = '', payload = ''] = token.split('.').map((part) => Buffer.from(part, 'base64url').toString());
    return madeToken(JSON.parse(payload), { ...JSON.parse(head), typ });
  };
  const withToken = async (change: (token: string) => string) => {
    const oidc = open();
    const { cookie, back } = await begin(oidc);
    provider.tamper = (answer) => (answer.id_token = change(answer.id_token));
    return finish(oidc, back, cookie, now).finally(() => (provider.tamper = null));
  };

  test.each([
    ['where another key has signed it', (token: string) => resigned(token, {}, otherKey), 'mismatch'],
    ['where nobody has signed it', unsigned, 'mismatch'],
    ['where it is for another client', (token: string) => resigned(token, { aud: 'posting' }), 'mismatch'],
    [
      'where it is of another issuer',
      (token: string) => resigned(token, { iss: 'https://other.example.net' }),
      'mismatch',
    ],
    ['without a nonce', (token: string) => resigned(token, { nonce: undefined }), 'mismatch'],
    ['where it is no token', () => 'no.token.here', 'mismatch'],
    ['after its time', (token: string) => resigned(token, { exp: 1_000_000_000 }), 'clock'],
    ['before its time', (token: string) => resigned(token, { nbf: 9_000_000_000 }), 'clock'],
    ['where it was made an hour ahead', (token: string) => resigned(token, { iat: soon(3_600) }), 'clock'],
    ['where it was made two hours ago', (token: string) => resigned(token, { iat: soon(-7_200) }), 'clock'],
    ['where it was given to another client', (token: string) => resigned(token, { azp: 'posting' }), 'mismatch'],
    ['where it is about nobody', (token: string) => resigned(token, { sub: '' }), 'mismatch'],
    ['where it is a logout token', (token: string) => resigned(token, { events: {} }), 'mismatch'],
    ['where its type is of an access token', (token: string) => ofType(token, 'at+jwt'), 'mismatch'],
    ['where its type is of a logout token', (token: string) => ofType(token, 'application/logout+JWT'), 'mismatch'],
  ])('is refused %s', async (_words, change, kind) => {
    expect(await failureOf(withToken(change))).toBe(kind);
  });

  test('is accepted if the provider’s own key signed it', async () => {
    const email = { email: 'kim@example.org', email_verified: true };
    expect(await withToken((token) => resigned(token, email))).toMatchObject({ identity: 'kim@example.org' });
    const dated = { ...email, azp: 'flightline', iat: soon(-240) };
    for (const typ of ['JWT', 'application/jwt'])
      expect(await withToken((token) => ofType(resigned(token, dated), typ))).toMatchObject({
        identity: 'kim@example.org',
      });
  });

  test('does not confirm an address that only the userinfo names, nor the userinfo one of the token', async () => {
    const { email, email_verified: _, ...unmarked } = ana;
    provider.account = { ...unmarked, email };
    const marked = withToken((token) => resigned(token, { email_verified: true }));
    expect(await marked.finally(() => (provider.account = ana))).toMatchObject({ identity: 'u-17' });
    provider.account = { ...unmarked, email_verified: true };
    // The role is missing, so the userinfo is read too.
    const roles = { name: 'groups', roles: [['ramp', 'dispatcher']], userIdName: null } as const;
    const oidc = open({ roles });
    const { cookie, back } = await begin(oidc);
    provider.tamper = (answer) => (answer.id_token = resigned(answer.id_token, { email: 'kim@example.org' }));
    const other = finish(oidc, back, cookie, now).finally(() =>
      Object.assign(provider, { tamper: null, account: ana }),
    );
    expect(await other).toMatchObject({ identity: 'u-17' });
  });

  test('of a key that the provider has just begun to use fails once; the next sign-in reads its keys again', async () => {
    const oidc = open();
    await signIn(oidc);
    const before = provider.requests('/jwks');
    const { cookie, back } = await begin(oidc);
    const newKid = (token: string) => {
      const [head = '', payload = ''] = token.split('.').map((part) => Buffer.from(part, 'base64url').toString());
      return madeToken(JSON.parse(payload), { ...JSON.parse(head), kid: 'new' });
    };
    provider.tamper = (answer) => (answer.id_token = newKid(answer.id_token));
    const failed = finish(oidc, back, cookie, now).finally(() => (provider.tamper = null));
    expect(await failureOf(failed)).toBe('mismatch');
    expect(provider.requests('/jwks')).toBe(before);
    await signIn(oidc);
    expect(provider.requests('/jwks')).toBe(before + 1);
  });
});

describe('a provider that is away', () => {
  test('at our start is asked again by the next sign-in', async () => {
    const ownProvider = await openTestProvider();
    await ownProvider.down();
    const oidc = open({ issuer: ownProvider.issuer });
    expect(await failureOf(oidc.start('/', now), ownProvider.issuer)).toBe('away');
    await ownProvider.up();
    expect(await signIn(oidc)).toMatchObject({ name: 'Ana Garcia' });
    await ownProvider.close();
  });

  test('when the browser returns costs only that sign-in', async () => {
    const ownProvider = await openTestProvider();
    const oidc = open({ issuer: ownProvider.issuer });
    const { cookie, back } = await begin(oidc);
    await ownProvider.down();
    expect(await failureOf(finish(oidc, back, cookie, now))).toBe('away');
    await ownProvider.up();
    expect(await signIn(oidc)).toMatchObject({ name: 'Ana Garcia' });
    await ownProvider.close();
  });

  test('is known for an hour, and after it if it gives no news', async () => {
    const ownProvider = await openTestProvider();
    const oidc = open({ issuer: ownProvider.issuer });
    await oidc.start('/', now);
    await ownProvider.down();
    for (const later of [now, now + hour - 1, now + hour, now + 9 * hour]) {
      expect((await oidc.start('/', later)).location).toContain(ownProvider.issuer);
    }
  });

  test('is not waited for endlessly', async () => {
    const ownProvider = await openTestProvider();
    ownProvider.isSilent = true;
    const oidc = open({ issuer: ownProvider.issuer, timeout: 0.2 });
    const both = await Promise.all([failureOf(oidc.start('/', now)), failureOf(oidc.start('/', now))]);
    expect(both).toEqual(['away', 'away']);
    await ownProvider.close();
  });
});

describe('an issuer', () => {
  test('must be https, unless it is on this machine', () => {
    for (const issuer of ['http://id.example.org', 'ftp://id.example.org', 'id.example.org', '']) {
      expect(() => open({ issuer })).toThrow('The address of the sign-in service must begin with https://.');
    }
    expect(() => open({ issuer: 'https://id.example.org' })).not.toThrow();
  });

  test('must be the one that it claims to be', async () => {
    const other = open({ issuer: provider.issuer.replace('127.0.0.1', 'localhost') });
    expect(await failureOf(other.start('/', now))).toBe('settings');
  });
});
