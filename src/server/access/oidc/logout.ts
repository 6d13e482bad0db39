import { createRemoteJWKSet, type JWTPayload, jwtVerify, type RemoteJWKSet } from 'jose';
import { LRUCache } from 'lru-cache';
import type { Configuration } from 'openid-client';
import { isRecord } from '#contract/objects.ts';
import { signedAlgorithms } from '#server/access/proxy/signedIdentity.ts';
import type { AtService } from '#server/access/store/sessions.ts';
import { signInError } from './failures.ts';
import { isOfType } from './idToken.ts';
import { SignInError } from './signInError.ts';

const eventName = 'http://schemas.openid.net/event/backchannel-logout';
/** Seconds. A token is sent as soon as it is made, and clocks differ a little. */
const oldest = 300;
const leeway = 30;
/**
 * Milliseconds from one reading of the keys to the next. Short, because a service sends a logout once: one that it signs with
 * a new key must not be refused.
 */
const keysPauseMs = 3_000;
const maxSeen = 10_000;

/**
 * Reads the logout tokens of a provider (OpenID Connect Back-Channel Logout 1.0, section 2.6): which of its sessions has
 * ended, or all of a person. Each token counts once while we run. Only tokens signed by the provider are remembered, so nobody else can
 * fill that memory. The keys are read again for an unknown one,
 * at most every 3 seconds. Rejects with `SignInError`.
 */
export function logoutReader(clientId: string, provider: (now: number) => Promise<Configuration>) {
  const seen = new LRUCache<string, true>({ max: maxSeen });
  let keys: { readonly url: string; readonly set: RemoteJWKSet } | null = null;

  const keysOf = (config: Configuration): RemoteJWKSet => {
    const { jwks_uri: url } = config.serverMetadata();
    if (url === undefined) throw new SignInError('settings', 'no-keys');
    if (keys?.url !== url) keys = { url, set: createRemoteJWKSet(new URL(url), { cooldownDuration: keysPauseMs }) };
    return keys.set;
  };

  return async (token: string, now: number): Promise<AtService> => {
    const config = await provider(now);
    const { payload, protectedHeader } = await jwtVerify(token, keysOf(config), {
      issuer: config.serverMetadata().issuer,
      audience: clientId,
      algorithms: signedAlgorithms,
      requiredClaims: ['iat', 'jti'],
      maxTokenAge: oldest,
      clockTolerance: leeway,
      currentDate: new Date(now),
    }).catch((error: unknown) => {
      throw signInError(error, 'mismatch');
    });
    const jti = idIn(payload.jti);
    if (!isOfType(protectedHeader.typ, 'logout+jwt') || jti === null)
      throw new SignInError('mismatch', 'no-logout-token');
    const ended = endedBy(payload);
    if (seen.has(jti)) throw new SignInError('mismatch', 'again');
    seen.set(jti, true);
    return ended;
  };
}

function endedBy({ events, nonce, sub: person, sid: session }: JWTPayload): AtService {
  const isLogout = isRecord(events) && isRecord(events[eventName]);
  // With a nonce it would be an ID token.
  if (!isLogout || nonce !== undefined) throw new SignInError('mismatch', 'no-logout-token');
  const [sub, sid] = [idIn(person), idIn(session)];
  if (sub === null && sid === null) throw new SignInError('mismatch', 'nobody');
  return { sub, sid };
}

function idIn(id: unknown): string | null {
  if (id === undefined) return null;
  if (typeof id !== 'string' || id === '') throw new SignInError('mismatch', 'nobody');
  return id;
}
