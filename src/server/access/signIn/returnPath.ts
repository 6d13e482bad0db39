/** A host that nobody can have (RFC 6761): what leads away from it leads away from us. */
const base = 'http://own.invalid';
const longest = 2_000;

/** Addresses that sign-in itself uses: to lead back to them would go round in a circle. */
const ownPaths = /^\/(sign-in|sign-out|display)(\/|$)/i;

/**
 * Where a browser goes after the sign-in: the path that was asked for, as an address of our own in ASCII, or `/` where it is none. Everything
 * that a browser could take for another host is refused (OWASP Unvalidated Redirects and Forwards): two slashes, a backslash, control
 * characters, which it skips, and dots that leave two slashes behind.
 */
export function returnPath(asked: string | null): string {
  if (asked === null || asked.length > longest || !/^\/(?!\/)[^\\\p{C}\p{Z}]*$/u.test(asked)) return '/';
  const url = URL.parse(asked, base);
  if (!url || url.origin !== base || url.pathname.startsWith('//') || ownPaths.test(url.pathname)) return '/';
  return url.pathname + url.search;
}
