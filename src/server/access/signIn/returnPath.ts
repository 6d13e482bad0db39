/** A reserved host (RFC 6761). An address that resolves to another host is not on our server. */
const base = 'http://own.invalid';
const longest = 2_000;

/** Addresses of the sign-in itself; returning to them would loop. */
const ownPaths = /^\/(sign-in|sign-out|display)(\/|$)/i;

/**
 * Where a browser goes after the sign-in: the requested path as our own address in ASCII, otherwise `/`. It refuses
 * everything that a browser could read as another host (OWASP Unvalidated Redirects and Forwards): two slashes, a backslash,
 * control characters, which browsers skip, and dots that leave two slashes.
 */
export function returnPath(path: string | null): string {
  if (path === null || path.length > longest || !/^\/(?!\/)[^\\\p{C}\p{Z}]*$/u.test(path)) return '/';
  const url = URL.parse(path, base);
  if (!url || url.origin !== base || url.pathname.startsWith('//') || ownPaths.test(url.pathname)) return '/';
  return url.pathname + url.search;
}
