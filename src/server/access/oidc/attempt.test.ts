import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Attempt, sealerOf } from './attempt.ts';

const attempt: Attempt = { nonce: 'n'.repeat(43), verifier: 'v'.repeat(43), to: '/fleet?view=week', endsAt: 1_000 };
const secret = randomBytes(32);
const sealer = sealerOf(secret);

describe('a sign-in in progress, in a cookie', () => {
  it('opens only with its state, also after a restart and on another machine with the same file', () => {
    const sealed = sealer.seal(attempt, 'state');
    expect(sealerOf(Uint8Array.from(secret)).open(sealed, 'state')).toEqual(attempt);
    for (const state of ['', 'State', 'state ', 'other']) expect(sealer.open(sealed, state)).toBeNull();
    expect(sealerOf(randomBytes(32)).open(sealed, 'state')).toBeNull();
  });

  it('reveals nothing, and differs each time', () => {
    const [first, second] = [sealer.seal(attempt, 'state'), sealer.seal(attempt, 'state')];
    expect(first).not.toBe(second);
    const bytes = [first, Buffer.from(first, 'base64url').toString('latin1')].join(' ');
    for (const text of [attempt.nonce, attempt.verifier, attempt.to, 'nonce']) expect(bytes).not.toContain(text);
  });

  it('is refused with any bit changed, shorter, longer, or in another spelling', () => {
    const sealed = sealer.seal(attempt, 'state');
    const bytes = Buffer.from(sealed, 'base64url');
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const other = Buffer.from(bytes);
      other[bit >> 3] = (other[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(sealer.open(other.toString('base64url'), 'state')).toBeNull();
    }
    for (let end = 0; end < sealed.length; end++) expect(sealer.open(sealed.slice(0, end), 'state')).toBeNull();
    for (const other of [`${sealed}A`, `${sealed}=`, ` ${sealed}`, `${sealed} `, sealed + sealed, `"${sealed}"`])
      expect(sealer.open(other, 'state')).toBeNull();
  });

  it('never opens from any other text', () => {
    const text = fc.oneof(fc.string(), fc.base64String({ maxLength: 300 }), fc.string({ unit: 'binary' }));
    fc.assert(fc.property(text, text, (value, state) => sealer.open(value, state) === null));
  });
});
