import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import * as z from 'zod/mini';
import { parsed } from '#server/http/body.ts';

const shape = z.object({ nonce: z.string(), verifier: z.string(), to: z.string(), endsAt: z.number() });

/**
 * A sign-in in progress. Only the `state` of its address opens it, so it does not hold that. `endsAt` is in epoch
 * milliseconds.
 */
export type Attempt = z.output<typeof shape>;

export type Sealer = {
  /** The attempt as a cookie's value, which reveals nothing and cannot be changed. */
  readonly seal: (attempt: Attempt, state: string) => string;
  /** The attempt sealed with this state; null for everything else. */
  readonly open: (value: string, state: string) => Attempt | null;
};

/** How long a person may take at the sign-in service. */
export const attemptSeconds = 600;

const cipher = 'aes-256-gcm';
const bytes = { salt: 16, key: 32, iv: 12, tag: 16 } as const;
/** Browsers keep cookies of 4,096 bytes, with their names and attributes. */
const longest = 4_000;

/**
 * Keeps each sign-in in progress in the browser that began it, so that nobody can fill the server's memory. Each has its own
 * key, made from the secret, a random salt and its state (RFC 5869; NIST SP 800-38D). So the secret never exceeds its limit
 * of use and needs no rotation.
 */
export function sealerOf(secret: Uint8Array): Sealer {
  const keyOf = (salt: Uint8Array, state: string) => {
    const made = Buffer.from(hkdfSync('sha256', secret, salt, `flightline sign-in ${state}`, bytes.key + bytes.iv));
    return [made.subarray(0, bytes.key), made.subarray(bytes.key)] as const;
  };
  return {
    seal: (attempt, state) => {
      const salt = randomBytes(bytes.salt);
      const sealing = createCipheriv(cipher, ...keyOf(salt, state), { authTagLength: bytes.tag });
      const sealed = [sealing.update(JSON.stringify(attempt)), sealing.final()];
      return Buffer.concat([salt, sealing.getAuthTag(), ...sealed]).toString('base64url');
    },
    open: (value, state) => {
      const all = Buffer.from(value.slice(0, longest), 'base64url');
      // Other texts can decode to the same bytes. `seal` never writes them.
      if (all.length < bytes.salt + bytes.tag || all.toString('base64url') !== value) return null;
      const salt = all.subarray(0, bytes.salt);
      const opening = createDecipheriv(cipher, ...keyOf(salt, state), { authTagLength: bytes.tag });
      opening.setAuthTag(all.subarray(bytes.salt, bytes.salt + bytes.tag));
      try {
        const text = Buffer.concat([opening.update(all.subarray(bytes.salt + bytes.tag)), opening.final()]);
        return shape.safeParse(parsed(text.toString('utf8'))).data ?? null;
      } catch {
        return null;
      }
    },
  };
}
