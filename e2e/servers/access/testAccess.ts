import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Role } from '#contract/access/roles.ts';
import { createLog, silentLog } from '#server/observability/log.ts';
import { proxyMatcher } from '#server/http/proxies.ts';
import { always, emptyList, openStand, type Stand } from '#e2e/servers/teststand.ts';
import { type AccessOptions, openAccess } from '#server/access/access.ts';
import type { AccessSettings } from '#server/access/accessSettings.ts';
import type { AuditLine } from '#contract/access/audit.ts';
import type { NewGrant } from '#server/access/store/grants.ts';
import { AccessStore } from '#server/access/store/store.ts';
import { secretForms } from '#server/upstream/upstream.ts';

/** The start time of access tests. */
export const testNow = Date.parse('2026-05-12T17:05:00Z');
export const minute = 60_000;
export const hour = 60 * minute;
export const day = 24 * hour;

export const tokensMode: AccessSettings = {
  mode: 'tokens',
  publicUrl: 'https://ops.example',
  trustedProxies: [],
  userHeader: 'x-forwarded-user',
  signedIdentity: null,
  oidc: null,
};

/** A directory that is removed with the test. */
export function emptyDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'access-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

/** The usual grant in tests. */
export function grant(more: Partial<NewGrant> = {}): NewGrant {
  const defaults = { kind: 'token', name: 'Anna', role: 'dispatcher', userId: null } as const;
  return { ...defaults, showsNames: true, subject: null, reads: null, days: 365, ...more };
}

type Sent = { readonly [name: string]: string };

export type AccessStand = {
  readonly directory: string;
  readonly url: string;
  readonly stand: Stand;
  /** Never follows a redirect. */
  readonly ask: (path: string, init?: RequestInit) => Promise<Response>;
  /** Sends the form of the sign-in page. */
  readonly enter: (token: string, more?: { [name: string]: string }, headers?: Sent) => Promise<Response>;
  /** Sends JSON. */
  readonly post: (path: string, value: unknown, headers?: Sent) => Promise<Response>;
  /** Makes a grant as another process does, and returns its secret. */
  readonly handOut: (more?: Partial<NewGrant>) => { readonly id: string; readonly secret: string };
  readonly revoke: (id: string) => void;
  /** Signs a person in, and returns the cookie as a browser sends it. */
  readonly cookieOf: (role?: Role, more?: Partial<NewGrant>) => Promise<string>;
  readonly advance: (ms: number) => void;
  readonly logged: () => string;
  readonly audited: () => AuditLine[];
};

/** A gateway with access, on sockets, with its own file and a clock that the test moves. */
export async function openAccessStand(
  settings: Partial<AccessSettings> = {},
  options: Partial<AccessOptions> = {},
): Promise<AccessStand> {
  let now = testNow;
  let logged = '';
  const full = { ...tokensMode, ...settings };
  const { mode, publicUrl, trustedProxies } = full;
  const directory = options.directory ?? emptyDirectory();
  const isTrustedProxy = proxyMatcher(trustedProxies);
  const clock = () => now;
  const upstream = {
    bases: { core: 'http://u', scheduling: 'http://u', reports: 'http://u' },
    key: 'key-of-this-test',
  };
  const log = createLog(secretForms(upstream), (line) => (logged += line));
  const defaults = { settings: full, directory, clock, log, isTrustedProxy, schoolName: () => 'Pikes & Peak <School>' };
  const access = openAccess({ ...defaults, ...options });
  const guard = { mode, publicUrl: URL.parse(publicUrl ?? ''), isTrustedProxy };
  const stand = await openStand(always(200, emptyList), { access, guard });
  const url = `http://127.0.0.1:${stand.port}`;
  const ask = (path: string, init: RequestInit = {}) => fetch(url + path, { redirect: 'manual', ...init });
  const enter = (token: string, more = {}, headers: Sent = {}) =>
    ask('/sign-in', { method: 'POST', body: new URLSearchParams({ token, ...more }), headers });
  const post = (path: string, value: unknown, headers: Sent = {}) =>
    ask(path, {
      method: 'POST',
      body: JSON.stringify(value),
      headers: { 'content-type': 'application/json', ...headers },
    });
  const other = new AccessStore({ directory, clock, log: silentLog, audit: () => undefined });
  onTestFinished(() => other.close());
  const handOut = (more: Partial<NewGrant> = {}) => {
    const { grant: stored, secret } = other.create(grant(more), 'test');
    return { id: stored.id, secret: secret ?? '' };
  };
  return {
    directory,
    url,
    stand,
    ask,
    enter,
    post,
    handOut,
    revoke: (id) => void other.revoke(id, 'test'),
    cookieOf: async (role = 'dispatcher', more = {}) => cookieIn(await enter(handOut({ role, ...more }).secret)),
    advance: (ms) => void (now += ms),
    logged: () => logged,
    audited: () => linesOf(logged),
  };
}

/** The part of a sign-in answer that a browser sends back: the name and value of the first cookie. */
export function cookieIn(answer: Response): string {
  return answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
}

function linesOf(logged: string): AuditLine[] {
  const lines = logged.split('\n').filter((line) => line !== '');
  // Each line was written by the audit.
  return lines.flatMap((line) => (JSON.parse(line) as { audit?: AuditLine }).audit ?? []);
}
