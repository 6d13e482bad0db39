import type { IncomingMessage } from 'node:http';
import { secondsInDay } from 'date-fns/constants';

/** Longest that a browser keeps a cookie, in seconds (RFC 6265bis, section 5.5). */
const longestCookie = 400 * secondsInDay;

/** One cookie of ours: how it is read, and the lines of `Set-Cookie` for it. */
export type Cookie = {
  readonly name: string;
  /** Its value; null where there is none, or several: the others were put there by somebody else (cookie tossing). */
  readonly read: (incoming: IncomingMessage) => string | null;
  /** `maxAge` in seconds. */
  readonly set: (value: string, maxAge: number) => string;
  readonly clear: string;
};

/**
 * A cookie that no script reads and no other site sends along with more than a link. Under https its name begins with `__Host-`,
 * so that browsers take it from this very host alone (RFC 6265bis, section 4.1.3.2).
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

/** Of a header in which Node has joined all cookies. */
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
