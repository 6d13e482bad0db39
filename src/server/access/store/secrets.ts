import { hash, randomBytes, randomInt } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** A secret is 32 random bytes in base64url (RFC 4648, section 5): tokens and the values of cookies alike. */
const form = /^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$/;

/** 256 random bits as 43 characters that need no escape in an address or a cookie. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** Whether a text can be one of our secrets, bit for bit; the last character holds only four bits. */
export function isSecret(text: string): boolean {
  return form.test(text);
}

/**
 * A secret is stored as its SHA-256. A slow hash would not help against guessing 256 random bits (NIST SP 800-63B, section
 * 5.1.2.2, requires one below 112 bits). A look-up by the hash reveals nothing about the secret by its time.
 */
export function hashOf(secret: string): string {
  return hash('sha256', secret, 'base64url');
}

/** Letters that cannot be confused with others, or with digits, when read aloud or copied by hand. */
const letters = 'abcdefghjkmnpqrstuvwxyz';

/** Eight random letters as a name for people; not a secret. */
export function newId(): string {
  return Array.from({ length: 8 }, () => letters[randomInt(letters.length)]).join('');
}

/**
 * The prefix of programs' bearer tokens. Secret scanners find it, and it distinguishes ours from a proxy's own bearer
 * tokens.
 */
const tokenPrefix = 'flightline_';
const scheme = `Bearer ${tokenPrefix}`;

/** A program's token as it is handed out. */
export function programToken(secret: string): string {
  return tokenPrefix + secret;
}

/** The secret in a request's bearer token (RFC 6750, section 2.1); empty if it cannot be ours, null if there is none. */
export function bearerSecret({ headers: { authorization } }: IncomingMessage): string | null {
  if (authorization === undefined || !authorization.startsWith(scheme)) return null;
  const secret = authorization.slice(scheme.length);
  return isSecret(secret) ? secret : '';
}
