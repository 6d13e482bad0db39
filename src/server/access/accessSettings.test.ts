import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readSettings, SettingsError } from '#server/app/settings.ts';
import type { AccessSettings } from './accessSettings.ts';

type Given = { readonly [name: string]: string };

/** The message for invalid settings, line by line. */
function refusal(given: Given): string[] {
  try {
    readSettings(given);
  } catch (error) {
    if (error instanceof SettingsError) return error.message.split('\n');
    throw error;
  }
  return [];
}

const read = (given: Given): AccessSettings => readSettings(given).access;
const address = { PUBLIC_URL: 'https://ops.school.example' };
const service = { OIDC_ISSUER: 'https://login.school.example/realm', OIDC_CLIENT_ID: 'flightline' };

const signed = {
  PROXY_JWT_HEADER: 'X-Goog-IAP-JWT-Assertion',
  PROXY_JWKS_URL: 'https://www.gstatic.com/iap/verify/public_key-jwk',
  PROXY_JWT_ISSUER: 'https://cloud.google.com/iap',
  PROXY_JWT_AUDIENCE: '/projects/1/apps/flightline',
};

describe('valid settings of access', () => {
  it('allow only this machine if nothing is given', () => {
    expect(read({})).toEqual({
      mode: 'open',
      publicUrl: null,
      trustedProxies: [],
      userHeader: 'x-forwarded-user',
      signedIdentity: null,
      oidc: null,
    });
  });

  it('are tokens at an address, on any host', () => {
    const given = { ACCESS: 'tokens', PUBLIC_URL: 'https://Ops.School.example:443/', HOST: '0.0.0.0' };
    expect(read(given)).toMatchObject({ mode: 'tokens', publicUrl: 'https://ops.school.example' });
  });

  it('are a trusted proxy, with the header in which it names people', () => {
    const given = { TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8,fd00::/32', PROXY_USER_HEADER: 'Remote-User' };
    expect(read({ ACCESS: 'proxy', ...address, ...given })).toMatchObject({
      mode: 'proxy',
      trustedProxies: ['127.0.0.1', '10.0.0.0/8', 'fd00::/32'],
      userHeader: 'remote-user',
    });
  });

  it('are the school’s sign-in service, with or without a secret', () => {
    const defaults = { acrValues: [], maxAge: null, roles: null };
    const oidc = { issuer: service.OIDC_ISSUER, clientId: 'flightline', clientSecret: null, ...defaults };
    expect(read({ ACCESS: 'oidc', ...address, ...service }).oidc).toEqual(oidc);
    const secret = 'secret-of-the-client';
    expect(read({ ACCESS: 'oidc', ...address, ...service, OIDC_CLIENT_SECRET: secret }).oidc).toEqual({
      ...oidc,
      clientSecret: secret,
    });
  });
});

describe('settings of roles and sign-in strength', () => {
  it('are the requests to the service, and the roles of its groups', () => {
    const extras = { OIDC_ACR_VALUES: ' mfa  urn:x:hw', OIDC_MAX_AGE: '0' };
    const roles = {
      OIDC_ROLE_CLAIM: 'realm_access.roles',
      OIDC_ROLES: 'cn=ramp=dispatcher, /cfi = instructor ,boss=manager',
    };
    const given = { ACCESS: 'oidc', ...address, ...service, ...extras, ...roles, OIDC_USER_ID_CLAIM: 'flight_id' };
    expect(read(given).oidc).toMatchObject({
      acrValues: ['mfa', 'urn:x:hw'],
      maxAge: 0,
      roles: {
        name: 'realm_access.roles',
        roles: [
          ['cn=ramp', 'dispatcher'],
          ['/cfi', 'instructor'],
          ['boss', 'manager'],
        ],
        userIdName: 'flight_id',
      },
    });
  });

  it('are a proxy that signs its tokens, with trusted addresses or a socket', () => {
    const given = { ACCESS: 'proxy', ...address, ...signed, LISTEN_SOCKET: '/run/flightline.sock' };
    expect(read(given)).toMatchObject({
      trustedProxies: [],
      signedIdentity: {
        header: 'x-goog-iap-jwt-assertion',
        keysUrl: signed.PROXY_JWKS_URL,
        issuer: signed.PROXY_JWT_ISSUER,
        audience: signed.PROXY_JWT_AUDIENCE,
        claim: 'email',
      },
    });
    expect(readSettings({ ...given, PORT: 'none' })).toMatchObject({ port: null, socket: '/run/flightline.sock' });
    // In another mode the proxy names nobody.
    expect(read({ ...given, ACCESS: 'tokens' }).signedIdentity).toBeNull();
  });

  it.each(['http://127.0.0.1:4600', 'http://localhost:8080/', 'http://[::1]:4600'])(
    'may be %s without https',
    (given) => {
      expect(read({ ACCESS: 'tokens', PUBLIC_URL: given }).publicUrl).toBe(given.replace(/\/$/, ''));
    },
  );
});

const impossible: [Given, string][] = [
  [{ ACCESS: 'none' }, 'ACCESS'],
  [{ ...address, ACCESS: 'tokens', PUBLIC_URL: 'http://ops.school.example' }, 'PUBLIC_URL'],
  [{ ACCESS: 'tokens', PUBLIC_URL: 'https://ops.school.example/flightline' }, 'PUBLIC_URL'],
  [{ ACCESS: 'tokens', PUBLIC_URL: 'https://anna@ops.school.example' }, 'PUBLIC_URL'],
  [{ ACCESS: 'tokens', PUBLIC_URL: 'https://ops.school.example?x' }, 'PUBLIC_URL'],
  [{ ACCESS: 'tokens', PUBLIC_URL: 'ops.other.example' }, 'PUBLIC_URL'],
  [{ ACCESS: 'tokens' }, 'PUBLIC_URL'],
  [{ ACCESS: 'proxy', ...address }, 'TRUSTED_PROXIES'],
  [{ ACCESS: 'proxy', ...address, TRUSTED_PROXIES: 'proxy.school.example' }, 'TRUSTED_PROXIES'],
  [{ ACCESS: 'proxy', ...address, TRUSTED_PROXIES: '10.0.0.0/33' }, 'TRUSTED_PROXIES'],
  [{ ACCESS: 'proxy', ...address, TRUSTED_PROXIES: '0.0.0.0/0' }, 'TRUSTED_PROXIES'],
  [{ ACCESS: 'proxy', ...address, TRUSTED_PROXIES: '::/0' }, 'TRUSTED_PROXIES'],
  [{ ACCESS: 'proxy', ...address, TRUSTED_PROXIES: '::ffff:10.0.0.1' }, 'TRUSTED_PROXIES'],
  [{ ACCESS: 'proxy', ...address, TRUSTED_PROXIES: '127.0.0.1', PROXY_USER_HEADER: 'Cookie' }, 'PROXY_USER_HEADER'],
  [{ ACCESS: 'proxy', ...address, TRUSTED_PROXIES: '127.0.0.1', PROXY_USER_HEADER: 'x user' }, 'PROXY_USER_HEADER'],
  [{ ACCESS: 'oidc', ...address, OIDC_ISSUER: service.OIDC_ISSUER }, 'OIDC_CLIENT_ID'],
  [{ ACCESS: 'oidc', ...address, OIDC_CLIENT_ID: 'flightline' }, 'OIDC_ISSUER'],
  [{ ACCESS: 'oidc', ...address, ...service, OIDC_ISSUER: 'http://login.school.example' }, 'OIDC_ISSUER'],
  [{ ACCESS: 'oidc', ...address, ...service, OIDC_CLIENT_SECRET: 'has a space in it' }, 'OIDC_CLIENT_SECRET'],
  [
    {
      ACCESS: 'proxy',
      ...address,
      TRUSTED_PROXIES: '127.0.0.1',
      ...signed,
      PROXY_JWKS_URL: 'http://keys.school.example',
    },
    'PROXY_JWKS_URL',
  ],
  [
    { ACCESS: 'proxy', ...address, TRUSTED_PROXIES: '127.0.0.1', ...signed, PROXY_JWKS_URL: 'certs.school' },
    'PROXY_JWKS_URL',
  ],
  [
    { ACCESS: 'proxy', ...address, TRUSTED_PROXIES: '127.0.0.1', ...signed, PROXY_JWT_HEADER: 'authorization' },
    'PROXY_JWT_HEADER',
  ],
  [
    { ACCESS: 'proxy', ...address, TRUSTED_PROXIES: '127.0.0.1', ...signed, PROXY_JWT_AUDIENCE: 'für uns' },
    'PROXY_JWT_AUDIENCE',
  ],
  [
    { ACCESS: 'proxy', ...address, TRUSTED_PROXIES: '127.0.0.1', ...signed, PROXY_JWT_ISSUER: 'two words' },
    'PROXY_JWT_ISSUER',
  ],
  [
    { ACCESS: 'proxy', ...address, TRUSTED_PROXIES: '127.0.0.1', ...signed, PROXY_JWT_CLAIM: 'two words' },
    'PROXY_JWT_CLAIM',
  ],
  [{ ACCESS: 'proxy', ...address, TRUSTED_PROXIES: '10.0.0.0/7' }, 'TRUSTED_PROXIES'],
  [{ ACCESS: 'proxy', ...address, TRUSTED_PROXIES: 'fd00::/31' }, 'TRUSTED_PROXIES'],
  [{ ACCESS: 'proxy', ...address, LISTEN_SOCKET: 'run/here.sock' }, 'LISTEN_SOCKET'],
  [{ ACCESS: 'proxy', ...address, LISTEN_SOCKET: `/${'x'.repeat(100)}` }, 'LISTEN_SOCKET'],
  [{ LISTEN_SOCKET: '/run/flightline.sock' }, 'LISTEN_SOCKET'],
  [{ ACCESS: 'tokens', ...address, PORT: 'none' }, 'LISTEN_SOCKET'],
  [{ ACCESS: 'oidc', ...address, ...service, OIDC_ROLES: 'ramp=dispatcher' }, 'OIDC_ROLE_CLAIM'],
  [{ ACCESS: 'oidc', ...address, ...service, OIDC_ROLE_CLAIM: 'groups' }, 'OIDC_ROLES'],
  [{ ACCESS: 'oidc', ...address, ...service, OIDC_ROLE_CLAIM: 'groups', OIDC_ROLES: 'hangar' }, 'OIDC_ROLES'],
  [{ ACCESS: 'oidc', ...address, ...service, OIDC_ROLE_CLAIM: 'groups', OIDC_ROLES: 'ramp=pilot' }, 'OIDC_ROLES'],
  [{ ACCESS: 'oidc', ...address, ...service, OIDC_ROLE_CLAIM: 'groups', OIDC_ROLES: 'lobby=display' }, 'OIDC_ROLES'],
  [{ ACCESS: 'oidc', ...address, ...service, OIDC_ROLE_CLAIM: 'groups', OIDC_ROLES: ' = dispatcher' }, 'OIDC_ROLES'],
  [
    { ACCESS: 'oidc', ...address, ...service, OIDC_ROLE_CLAIM: 'groups', OIDC_ROLES: 'ramp=dispatcher,ramp=manager' },
    'OIDC_ROLES',
  ],
  [
    { ACCESS: 'oidc', ...address, ...service, OIDC_ROLE_CLAIM: 'groups', OIDC_ROLES: 'cfi=instructor' },
    'OIDC_USER_ID_CLAIM',
  ],
  [
    { ACCESS: 'oidc', ...address, ...service, OIDC_ROLE_CLAIM: 'two words', OIDC_ROLES: 'ramp=dispatcher' },
    'OIDC_ROLE_CLAIM',
  ],
  [{ ACCESS: 'oidc', ...address, ...service, OIDC_MAX_AGE: '-1' }, 'OIDC_MAX_AGE'],
  [{ ACCESS: 'oidc', ...address, ...service, OIDC_MAX_AGE: '2592001' }, 'OIDC_MAX_AGE'],
  [{ ACCESS: 'oidc', ...address, ...service, OIDC_ACR_VALUES: 'zwei-fächer' }, 'OIDC_ACR_VALUES'],
  [{ HOST: '0.0.0.0' }, 'HOST'],
  [{ HOST: '192.168.1.10', ...address }, 'HOST'],
  [{ ...address }, 'PUBLIC_URL'],
];

describe('invalid settings of access', () => {
  it.each(impossible)('fail in one sentence by name: %o', (given, name) => {
    const problems = refusal(given);
    expect(problems).toEqual([expect.stringMatching(new RegExp(`^${name} must [^\\n]+\\.$`))]);
    const ownGiven = Object.entries(given).filter(([key]) => key === name);
    for (const [, value] of ownGiven) expect(problems.join('')).not.toContain(value);
  });

  it('give advice for another host', () => {
    expect(refusal({ HOST: '0.0.0.0' })).toEqual([
      'HOST must be this machine (127.0.0.1, ::1 or localhost) with ACCESS=open; leave it out, or turn sign-in on: set ACCESS to tokens, proxy or oidc.',
    ]);
  });

  it('never have their value repeated', () => {
    const value = fc.string({ minLength: 3, maxLength: 30 }).map((text) => `#!${text}\u0000!#`);
    const names = [
      'ACCESS',
      'PUBLIC_URL',
      'TRUSTED_PROXIES',
      'PROXY_USER_HEADER',
      'OIDC_ISSUER',
      'OIDC_CLIENT_ID',
      'OIDC_CLIENT_SECRET',
      'LISTEN_SOCKET',
      'PROXY_JWT_HEADER',
      'PROXY_JWKS_URL',
      'PROXY_JWT_ISSUER',
      'PROXY_JWT_AUDIENCE',
      'PROXY_JWT_CLAIM',
      'OIDC_ROLE_CLAIM',
      'OIDC_ROLES',
      'OIDC_USER_ID_CLAIM',
      'OIDC_ACR_VALUES',
      'OIDC_MAX_AGE',
    ];
    fc.assert(
      fc.property(value, (text) => {
        const problems = refusal(Object.fromEntries(names.map((name) => [name, text])));
        expect(problems.length).toBe(names.length);
        expect(problems.join('\n')).not.toContain(text);
      }),
    );
  });
});
