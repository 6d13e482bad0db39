import { randomBytes } from 'node:crypto';
import { inspect } from 'node:util';
import { expect } from 'vitest';
import type { Oidc } from '#server/access/oidc/oidc.ts';
import { SignInError } from '#server/access/oidc/signInError.ts';
import { browse, secret } from './testProvider.ts';

export const now = Date.parse('2026-05-12T17:05:00Z');

/** The usual settings for a provider. */
export const defaults = {
  clientId: 'flightline',
  clientSecret: secret,
  publicUrl: 'https://ops.example.org',
  acrValues: [],
  maxAge: null,
  roles: null,
  secret: randomBytes(32),
} as const;
/** Finishes a sign-in as the gateway does, with the address that it leads to. */
export async function finish(oidc: Oidc, url: URL, cookie: string, at: number) {
  const attempt = oidc.begun(url, cookie, at);
  if (!attempt) throw new SignInError('expired', 'attempt');
  return { ...(await oidc.finish(url, attempt, at)), to: attempt.to };
}

/** Starts a sign-in, up to the browser's return. */
export async function begin(oidc: Oidc, to = '/reservations?view=week#top') {
  const { location, cookie } = await oidc.start(to, now);
  return { cookie, back: await browse(location) };
}

export async function signIn(oidc: Oidc, to?: string) {
  const { cookie, back } = await begin(oidc, to);
  return finish(oidc, back, cookie, now);
}

/** The kind of failure of a sign-in. Checks that the error, printed in any way, reveals nothing else. */
export async function failureOf(finishing: Promise<unknown>, ...untold: readonly string[]) {
  const error = await finishing.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof SignInError)) throw new Error(`It ended with ${inspect(error)}.`);
  const everything = inspect(error, { depth: 9, showHidden: true }) + JSON.stringify(error);
  for (const text of ['Garcia', 'example.org', 'u-17', secret, ...untold]) expect(everything).not.toContain(text);
  expect(error.message).toMatch(/^[A-Z].*\.$/);
  return error.kind;
}
