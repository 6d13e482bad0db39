import { decodeProtectedHeader } from 'jose';
import { millisecondsInSecond, secondsInHour, secondsInMinute } from '#domain/units.ts';
import type { Claims } from './person.ts';
import { SignInError } from './signInError.ts';

/** Seconds. Clocks differ; some services date their tokens back by a few minutes. */
const most = { ahead: 5 * secondsInMinute, old: secondsInHour } as const;

/** Whether a token's type, if it has one, allows this use. A token for another use says so, such as `at+jwt` (RFC 8725, 3.11). */
export function isOfType(type: unknown, use: string): boolean {
  if (type === undefined) return true;
  const name = typeof type === 'string' ? type.toLowerCase().replace(/^application\//, '') : '';
  return name === 'jwt' || name === use;
}

/**
 * Checks what the library does not check of an ID token whose signature it has verified (Core 1.0, sections 2 and 3.1.3.7): that it
 * is an ID token, was made for us (`azp`), now (`iat`, by this machine's clock `now` in epoch milliseconds, as the library
 * does), and about a person (`sub`). Throws `SignInError`.
 */
export function checkIdToken(token: string, claims: Claims, clientId: string, now: number): void {
  const { azp, iat, sub, events } = claims;
  const isOurs = azp === undefined || azp === clientId;
  if (!isOfType(decodeProtectedHeader(token).typ, 'id_token+jwt') || events !== undefined || !isOurs)
    throw new SignInError('mismatch', 'no-id-token');
  if (sub === '') throw new SignInError('mismatch', 'nobody');
  const age = now / millisecondsInSecond - Number(iat);
  // Also if it is no number.
  if (!(age >= -most.ahead && age <= most.old)) throw new SignInError('clock', 'iat');
}
