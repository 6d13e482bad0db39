import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import Provider, { type Configuration, type InteractionResults } from 'oidc-provider';
import { portOf } from '#server/app/serve.ts';

const redirectUri = 'https://ops.example.org/sign-in/callback';
export const secret = 'a+secret/of:these%tests=alone';

const ownKey = newKey();
/** A key that is not the provider's. */
export const otherKey = newKey();

function newKey(): KeyObject {
  return generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
}

const client = { redirect_uris: [redirectUri], grant_types: ['authorization_code'] };
/** The provider's clients: the usual one, one that posts its secret, one without a secret. */
export const clients = {
  default: { ...client, client_id: 'flightline', client_secret: secret },
  posting: { ...client, client_id: 'posting', client_secret: secret, token_endpoint_auth_method: 'client_secret_post' },
  public: { ...client, client_id: 'public', token_endpoint_auth_method: 'none' },
} as const;

/** The provider's claims about a person; `sub` is the account. */
export type Account = { readonly sub: string; readonly [claim: string]: unknown };

/** A real OpenID Connect provider on a free local port, where everyone signs in as `account` without a prompt. */
export type TestProvider = {
  readonly issuer: string;
  account: Account;
  /** Changes the answers of the token endpoint. */
  tamper: ((answer: { id_token: string }) => void) | null;
  /** If true, it no longer answers. */
  isSilent: boolean;
  /** The number of requests to an address. */
  readonly requests: (path: string) => number;
  readonly down: () => Promise<void>;
  readonly up: () => Promise<void>;
  readonly close: () => Promise<void>;
};

export const ana: Account = {
  sub: 'u-17',
  email: 'Ana.Garcia@Example.org',
  email_verified: true,
  name: 'Ana Garcia',
};

export async function openTestProvider(more: Configuration = {}): Promise<TestProvider> {
  let handle: (incoming: IncomingMessage, outgoing: ServerResponse) => void = () => undefined;
  const counts = new Map<string, number>();
  const server = createServer((incoming, outgoing) => {
    const [path = ''] = (incoming.url ?? '').split('?', 1);
    counts.set(path, (counts.get(path) ?? 0) + 1);
    if (!test.isSilent) handle(incoming, outgoing);
  });
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  await listen(0);
  const port = portOf(server);
  const test: TestProvider = {
    issuer: `http://127.0.0.1:${port}`,
    account: ana,
    tamper: null,
    isSilent: false,
    requests: (path) => counts.get(path) ?? 0,
    down: close,
    up: () => listen(port),
    close,
  };
  const provider = providerFor(test, more);
  const answer = provider.callback();
  handle = (incoming, outgoing) => {
    if (incoming.url?.startsWith('/interaction/')) void interact(provider, test.account, incoming, outgoing);
    else void answer(incoming, outgoing);
  };
  return test;
}

function providerFor(test: TestProvider, more: Configuration): Provider {
  const provider = new Provider(test.issuer, {
    clients: Object.values(clients),
    jwks: { keys: [{ ...ownKey.export({ format: 'jwk' }), kty: 'RSA', use: 'sig', alg: 'RS256' }] },
    ttl: { AccessToken: 60, Grant: 60, IdToken: 60, Interaction: 60, Session: 60 },
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name', 'given_name', 'family_name', 'groups', 'flight_id'],
    },
    findAccount: (_context, sub) => ({ accountId: sub, claims: () => ({ ...test.account, sub }) }),
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    cookies: { keys: ['a key of these tests alone'] },
    ...more,
  });
  provider.use(async (context, next) => {
    await next();
    const { path, body } = context;
    if (path === '/token' && isAnswer(body)) test.tamper?.(body);
  });
  return provider;
}

function isAnswer(body: unknown): body is { id_token: string } {
  return typeof body === 'object' && body !== null && 'id_token' in body;
}

/** Signs in and agrees to everything. */
async function interact(provider: Provider, { sub }: Account, incoming: IncomingMessage, outgoing: ServerResponse) {
  const { prompt, params, session } = await provider.interactionDetails(incoming, outgoing);
  const finish = (result: InteractionResults) =>
    provider.interactionFinished(incoming, outgoing, result, { mergeWithLastSubmission: true });
  if (prompt.name === 'login') return finish({ login: { accountId: sub } });
  const grant = new provider.Grant({ accountId: session?.accountId ?? sub, clientId: String(params['client_id']) });
  grant.addOIDCScope('openid email profile');
  return finish({ consent: { grantId: await grant.save() } });
}

/** A browser's cookies from the provider. */
export type ProviderCookies = Map<string, string>;

async function ask(at: URL, cookies: ProviderCookies, init: RequestInit = {}): Promise<Response> {
  const cookie = Array.from(cookies, ([name, value]) => `${name}=${value}`).join('; ');
  const answer = await fetch(at, { ...init, redirect: 'manual', headers: { cookie, connection: 'close' } });
  for (const line of answer.headers.getSetCookie()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (value === '') cookies.delete(name);
    else cookies.set(name, value);
  }
  return answer;
}

/** Signs a browser out at the provider, which notifies every service where it was signed in. */
export async function signOutAt(issuer: string, cookies: ProviderCookies): Promise<void> {
  const page = await (await ask(new URL('/session/end', issuer), cookies)).text();
  const [, xsrf = ''] = /name="xsrf" value="([^"]+)"/.exec(page) ?? [];
  const body = new URLSearchParams({ xsrf, logout: 'yes' });
  await (await ask(new URL('/session/end/confirm', issuer), cookies, { method: 'POST', body })).text();
}

/** Follows a sign-in as a browser does, and returns the address at which the provider sends it back to us. */
export async function browse(location: string, cookies: ProviderCookies = new Map()): Promise<URL> {
  let at = new URL(location);
  for (let steps = 0; steps < 10; steps++) {
    const answer = await ask(at, cookies);
    const to = answer.headers.get('location');
    if (to === null) throw new Error(`The provider answered ${answer.status} instead of sending the browser on.`);
    at = new URL(to, at);
    if (at.href.startsWith(redirectUri)) return at;
  }
  throw new Error('The provider sends the browser around in a circle.');
}

/** The address with one parameter changed or removed. */
export function altered(url: URL | string, name: string, value: string | null): URL {
  const other = new URL(url);
  if (value === null) other.searchParams.delete(name);
  else other.searchParams.set(name, value);
  return other;
}

/** A token signed with the provider's key, or with another. */
export function madeToken(claims: { readonly [name: string]: unknown }, head: object, key = ownKey): string {
  const text = [head, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  return `${text}.${sign('sha256', Buffer.from(text), key).toString('base64url')}`;
}

/** An ID token with some claims changed, and signed again; `undefined` removes a claim. */
export function resigned(token: string, claims: { readonly [name: string]: unknown }, key = ownKey): string {
  const [head = '', payload = ''] = token.split('.');
  const before: object = JSON.parse(Buffer.from(payload, 'base64url').toString());
  const text = `${head}.${Buffer.from(JSON.stringify({ ...before, ...claims })).toString('base64url')}`;
  return `${text}.${sign('sha256', Buffer.from(text), key).toString('base64url')}`;
}

/** An ID token that declares itself unsigned. */
export function unsigned(token: string): string {
  const none = Buffer.from('{"alg":"none"}').toString('base64url');
  return token.replace(/^[^.]+/, none).replace(/[^.]+$/, '');
}
