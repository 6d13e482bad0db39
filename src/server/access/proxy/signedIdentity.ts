import { createRemoteJWKSet, errors, type JWTPayload, jwtVerify } from 'jose';
import { LRUCache } from 'lru-cache';
import { millisecondsInHour } from 'date-fns/constants';
import { claimAt } from '#server/access/oidc/person.ts';
import type { SignedIdentitySettings } from './proxySettings.ts';

/** Signatures that need a private key: neither `none` nor what anybody could make who knows a public key or a secret of ours. */
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

/** Letters of tokens that are remembered: some thousand people, each with the last few tokens. */
const mostLetters = 8 * 1024 * 1024;
const mostToken = 8_000;
/** A key that the proxy has withdrawn counts no longer than that. */
const longestMs = millisecondsInHour;
const leeway = 30;

type Verdict = { readonly name: string; readonly endsAt: number };

/** Whom a token names; a promise where it has not been seen before. */
export type SignedName = (token: string) => string | null | Promise<string | null>;

export type SignedIdentityOptions = {
  readonly settings: SignedIdentitySettings;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  /** Told in one word why a token was not taken. */
  readonly onRefused: (why: string) => void;
};

/**
 * Reads whom a token of the proxy names (RFC 7519), null where it is not signed by one of its keys for this server, or has ended. A
 * token comes with every request of a person: it is verified once, and then looked up until it ends. Where several requests
 * bring a new one at the same time, they wait for the same answer.
 */
export function signedIdentityReader({ settings, clock, onRefused }: SignedIdentityOptions): SignedName {
  const { issuer, audience, claim } = settings;
  const keys = createRemoteJWKSet(new URL(settings.keysUrl));
  const known = new LRUCache<string, Verdict>({ maxSize: mostLetters, sizeCalculation: (_, token) => token.length });
  const asked = new Map<string, Promise<string | null>>();

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
      // Keys that cannot be fetched come as an error of the network.
      onRefused(error instanceof errors.JOSEError ? error.code : 'keys-away');
      return null;
    } finally {
      asked.delete(token);
    }
  };

  return (token) => {
    const verdict = known.get(token);
    if (verdict && clock() < verdict.endsAt) return verdict.name;
    if (token.length > mostToken) return null;
    const asking = asked.get(token) ?? verify(token);
    asked.set(token, asking);
    return asking;
  };
}

/** An address that the proxy itself says nobody has confirmed is not taken. */
function nameIn(payload: JWTPayload, claim: string): string | null {
  const name = claimAt(payload, claim);
  const isRefuted = claim === 'email' && payload['email_verified'] === false;
  return typeof name === 'string' && !isRefuted ? name : null;
}
