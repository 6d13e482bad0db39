import { createRemoteJWKSet, errors, type JWTPayload, jwtVerify } from 'jose';
import { LRUCache } from 'lru-cache';
import { millisecondsInHour } from '#domain/units.ts';
import { claimAt } from '#server/access/oidc/person.ts';
import type { SignedIdentitySettings } from './proxySettings.ts';

/** Signatures that need a private key: neither `none` nor one that a public key or a shared secret could make. */
export const signedAlgorithms = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];

/** Characters of remembered tokens: about a thousand people with their last few tokens. */
const maxLetters = 8 * 1024 * 1024;
const maxToken = 8_000;
/** A withdrawn key of the proxy counts no longer than this. */
const longestMs = millisecondsInHour;
const leeway = 30;

type Verdict = { readonly name: string; readonly endsAt: number };

/** The person whom a token names; a promise for a new token. */
export type SignedName = (token: string) => string | null | Promise<string | null>;

export type SignedIdentityOptions = {
  readonly settings: SignedIdentitySettings;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  /** Called with one word: why a token was refused. */
  readonly onRefused: (why: string) => void;
};

/**
 * Reads the person whom the proxy's token names (RFC 7519). Null if no key of the proxy signed it for this server, or if it
 * has ended. A token comes with every request, so it is verified once and then looked up until it ends. Simultaneous
 * requests with a new token wait for one verification.
 */
export function signedIdentityReader({ settings, clock, onRefused }: SignedIdentityOptions): SignedName {
  const { issuer, audience, claim } = settings;
  const keys = createRemoteJWKSet(new URL(settings.keysUrl));
  const known = new LRUCache<string, Verdict>({ maxSize: maxLetters, sizeCalculation: (_, token) => token.length });
  const verifying = new Map<string, Promise<string | null>>();

  const verify = async (token: string): Promise<string | null> => {
    try {
      const now = clock();
      const { payload } = await jwtVerify(token, keys, {
        issuer,
        audience,
        algorithms: signedAlgorithms,
        requiredClaims: ['exp'],
        clockTolerance: leeway,
        currentDate: new Date(now),
      });
      const name = nameIn(payload, claim);
      const endsAt = Math.min(((payload.exp ?? 0) + leeway) * 1000, now + longestMs);
      if (name === null) onRefused('no-name');
      else known.set(token, { name, endsAt });
      return name;
    } catch (error) {
      // A failed fetch of keys is a network error.
      onRefused(error instanceof errors.JOSEError ? error.code : 'keys-away');
      return null;
    } finally {
      verifying.delete(token);
    }
  };

  return (token) => {
    const verdict = known.get(token);
    if (verdict && clock() < verdict.endsAt) return verdict.name;
    if (token.length > maxToken) return null;
    const verification = verifying.get(token) ?? verify(token);
    verifying.set(token, verification);
    return verification;
  };
}

/**
 * An address is refused unless the mark beside it (`email_verified`) is true or absent: text such as "false" or a number
 * confirms nothing.
 */
function nameIn(payload: JWTPayload, claim: string): string | null {
  const name = claimAt(payload, claim);
  const mark = /(?:^|\.)email$/.test(claim) ? claimAt(payload, `${claim}_verified`) : undefined;
  return typeof name === 'string' && (mark === undefined || mark === true) ? name : null;
}
