import type { IncomingMessage } from 'node:http';
import { isSecret } from './store/secrets.ts';

/**
 * How the bearer tokens of programs begin: scanners for lost secrets find them by it, and a proxy may pass on bearer tokens of
 * its own.
 */
const start = 'flightline_';
const scheme = `Bearer ${start}`;

/** A program's token as it is handed out. */
export function programToken(secret: string): string {
  return start + secret;
}

/** The secret in a request's bearer token (RFC 6750, section 2.1); empty for one that cannot be ours, null where there is none. */
export function bearerSecret({ headers: { authorization } }: IncomingMessage): string | null {
  if (authorization === undefined || !authorization.startsWith(scheme)) return null;
  const secret = authorization.slice(scheme.length);
  return isSecret(secret) ? secret : '';
}
