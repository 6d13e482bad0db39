import type { IncomingMessage } from 'node:http';
import { isSecret } from './store/secrets.ts';

/** The prefix of programs' bearer tokens. Secret scanners find it, and it tells ours from a proxy's own bearer tokens. */
const start = 'flightline_';
const scheme = `Bearer ${start}`;

/** A program's token as it is handed out. */
export function programToken(secret: string): string {
  return start + secret;
}

/** The secret in a request's bearer token (RFC 6750, section 2.1); empty if it cannot be ours, null if there is none. */
export function bearerSecret({ headers: { authorization } }: IncomingMessage): string | null {
  if (authorization === undefined || !authorization.startsWith(scheme)) return null;
  const secret = authorization.slice(scheme.length);
  return isSecret(secret) ? secret : '';
}
