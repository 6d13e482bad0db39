import { createHash, timingSafeEqual } from 'node:crypto';

/** Finds an offered key among the known ones: its place in the list, or null. The time taken tells nothing of any key. */
export function keyring(keys: readonly string[]): (offered: string) => number | null {
  const known = keys.map(digest);
  return (offered) => {
    const hash = digest(offered);
    const matches = known.map((key) => timingSafeEqual(key, hash));
    const place = matches.indexOf(true);
    return place < 0 ? null : place;
  };
}

/** Digests are of one length, which the comparison in constant time needs. */
function digest(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}
