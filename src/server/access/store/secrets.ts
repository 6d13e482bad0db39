import { hash, randomBytes, randomInt } from 'node:crypto';

/** A secret is 32 random bytes in base64url (RFC 4648, section 5): tokens and the values of cookies alike. */
const form = /^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$/;

/** 256 random bits as 43 characters that need no escape in an address or a cookie. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** Whether a text can be a secret of ours, bit for bit: the last character holds four bits only. */
export function isSecret(text: string): boolean {
  return form.test(text);
}

/**
 * What is stored of a secret: its SHA-256. Guessing 256 random bits gains nothing from a slow hash (NIST SP 800-63B, section 5.1.2.2,
 * asks for one below 112 bits), and a look-up by the hash tells nothing about the secret by the time it takes.
 */
export function hashOf(secret: string): string {
  return hash('sha256', secret, 'base64url');
}

/** Letters that nobody takes for another one, or for a figure, when they are read aloud or copied by hand. */
const letters = 'abcdefghjkmnpqrstuvwxyz';

/** Eight random letters, by which people name something; no secret. */
export function newId(): string {
  return Array.from({ length: 8 }, () => letters[randomInt(letters.length)]).join('');
}
