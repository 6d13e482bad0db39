import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { type AddressMatcher, plainAddress } from '#server/gateway/http/proxies.ts';

/** A name of at most 200 characters that can be shown: no control characters, no line breaks. */
const namePattern = /^[^\p{C}\p{Zl}\p{Zp}]{1,200}$/u;
const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Reads whom a reverse proxy names in a header (a small-letter name): null where the connection does not come from a trusted address, where
 * the header is not there exactly once (a proxy that does not remove the client's own would pass on two), or is no name.
 */
export function proxyUserReader(header: string, isTrusted: AddressMatcher) {
  const known = new WeakMap<Socket, boolean>();
  return ({ socket, rawHeaders }: IncomingMessage): string | null => {
    let isProxy = known.get(socket);
    if (isProxy === undefined) {
      isProxy = isTrusted(plainAddress(socket.remoteAddress ?? ''));
      known.set(socket, isProxy);
    }
    return isProxy ? nameIn(rawHeaders, header) : null;
  };
}

/** Raw headers are names and values in turn, each byte a character. */
function nameIn(rawHeaders: readonly string[], header: string): string | null {
  let value: string | null = null;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    if (name.length !== header.length || name.toLowerCase() !== header) continue;
    if (value !== null) return null;
    value = rawHeaders[index + 1] ?? '';
  }
  const text = value === null ? null : decoded(value)?.trim();
  return text && namePattern.test(text) ? text : null;
}

function decoded(value: string): string | null {
  // Nearly all names are ASCII.
  if (/^[\x20-\x7e]*$/.test(value)) return value;
  try {
    return utf8.decode(Buffer.from(value, 'latin1'));
  } catch {
    return null;
  }
}
