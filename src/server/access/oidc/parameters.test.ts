import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Oidc, openOidc, type OidcOptions } from './oidc.ts';
import { ana, openTestProvider, resigned, type TestProvider } from '#e2e/servers/access/testProvider.ts';
import { begin, failureOf, finish, now, signIn, defaults } from '#e2e/servers/access/testSignIn.ts';

/** What a provider is asked for besides the identity. */
let provider: TestProvider;
beforeAll(async () => {
  provider = await openTestProvider();
});
afterAll(() => provider.close());

const open = (given: Partial<OidcOptions> = {}): Oidc => openOidc({ issuer: provider.issuer, ...defaults, ...given });

describe('a role', () => {
  const roles = { name: 'groups', roles: [['ramp', 'dispatcher']], userIdName: null } as const;

  test('is requested from the provider, in the ID token or from userinfo', async () => {
    provider.account = { ...ana, groups: ['pilots', 'ramp'] };
    expect(await signIn(open())).toMatchObject({ serviceRole: null });
    expect(await signIn(open({ roles }))).toMatchObject({ serviceRole: { role: 'dispatcher', userId: null } });
    provider.account = { ...ana, groups: ['pilots'] };
    expect(await signIn(open({ roles }))).toMatchObject({ identity: 'ana.garcia@example.org', serviceRole: null });
    const direct = await openTestProvider({ conformIdTokenClaims: false });
    direct.account = { ...ana, groups: 'ramp' };
    expect(await signIn(open({ issuer: direct.issuer, roles }))).toMatchObject({ serviceRole: { role: 'dispatcher' } });
    await direct.close();
    provider.account = ana;
  });
});

describe('the way of signing in', () => {
  const withClaims = async (given: Partial<OidcOptions>, claims: { readonly [name: string]: unknown }) => {
    const oidc = open(given);
    const { cookie, back } = await begin(oidc);
    provider.tamper = (answer) => (answer.id_token = resigned(answer.id_token, claims));
    return finish(oidc, back, cookie, now).finally(() => (provider.tamper = null));
  };

  test('is requested', async () => {
    const { location } = await open({ acrValues: ['mfa', 'urn:x:hw'], maxAge: 0 }).start('/', now);
    const parameters = new URL(location).searchParams;
    expect([parameters.get('acr_values'), parameters.get('max_age')]).toEqual(['mfa urn:x:hw', '0']);
  });

  test('must be one of the requested, or the sign-in is refused', async () => {
    const acrValues = ['mfa', 'urn:x:hw'];
    expect(await withClaims({ acrValues }, { acr: 'urn:x:hw' })).toMatchObject({ name: 'Ana Garcia' });
    for (const acr of ['0', 'MFA', 'mfa urn:x:hw', '', null, ['mfa'], undefined])
      expect(await failureOf(withClaims({ acrValues }, { acr }))).toBe('factor');
    // The claims beside the signed token do not count.
    provider.account = { ...ana, acr: 'mfa' };
    expect(await failureOf(signIn(open({ acrValues })))).toBe('factor');
    provider.account = ana;
  });

  test('must not be older than requested, with some seconds of leeway, or the sign-in is refused', async () => {
    const at = Math.floor(Date.now() / 1000);
    expect(await signIn(open({ maxAge: 3_600 }))).toMatchObject({ name: 'Ana Garcia' });
    expect(await withClaims({ maxAge: 60 }, { auth_time: at - 80 })).toMatchObject({ name: 'Ana Garcia' });
    for (const time of [at - 120, 0, undefined])
      expect(await failureOf(withClaims({ maxAge: 60 }, { auth_time: time }))).toBe('stale');
    expect(await withClaims({}, { auth_time: 0 })).toMatchObject({ name: 'Ana Garcia' });
  });
});
