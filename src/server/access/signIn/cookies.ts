import type { IncomingMessage } from 'node:http';
import { secondsInDay } from '#domain/units.ts';

/** Longest that a browser keeps a cookie, in seconds (RFC 6265bis, section 5.5). */
const longestCookie = 400 * secondsInDay;

/** One of our cookies: how it is read, and its lines of `Set-Cookie`. */
export type Cookie = {
  readonly name: string;
  /** Its value; null if there is none, or several, because another site may have added them (cookie tossing). */
  readonly read: (incoming: IncomingMessage) => string | null;
  /** `maxAge` in seconds. */
  readonly set: (value: string, maxAge: number) => string;
  readonly clear: string;
};

/**
 * A cookie that no script can read, and that other sites' pages send only by a link. Under https its name begins with
 * `__Host-`, so browsers accept it only from this host (RFC 6265bis, section 4.1.3.2).
 */
export function cookieNamed(plainName: string, isSecure: boolean): Cookie {
  const name = isSecure ? `__Host-${plainName}` : plainName;
  const start = `${name}=`;
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  return {
    name,
    read: ({ headers: { cookie } }) => (cookie === undefined ? null : onlyValue(cookie, start)),
    set: (value, maxAge) => `${start}${value}; Max-Age=${Math.min(Math.floor(maxAge), longestCookie)}; ${attributes}`,
    clear: `${start}; Max-Age=0; ${attributes}`,
  };
}

/** From the header in which Node joined all cookies. */
function onlyValue(header: string, start: string): string | null {
  let value: string | null = null;
  for (const part of header.split(';')) {
    const cookie = part.trim();
    if (!cookie.startsWith(start)) continue;
    if (value !== null) return null;
    value = cookie.slice(start.length);
  }
  return value;
}
