import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { type AddressMatcher, isForwarded, remoteAddress } from '#server/gateway/http/proxies.ts';
import { type Audit, auditedNetwork } from '#server/access/audit.ts';
import type { SignedName } from './signedIdentity.ts';

/**
 * A name of at most 200 characters that can be shown, in ASCII alone: other letters look like these or become them (the Kelvin sign a k),
 * so that one person could be named like another.
 */
const namePattern = /^[\x20-\x7e]{1,200}$/;

type ProxyUserOptions = {
  /** In small letters. */
  readonly header: string;
  readonly isTrusted: AddressMatcher;
  /** Where the header holds a token; null where it holds the name. */
  readonly signedName: SignedName | null;
};

/** Whom the proxy names; a promise where a signature has to be verified first. */
export type ProxyUser = (incoming: IncomingMessage) => string | null | Promise<string | null>;

/**
 * Reads whom a reverse proxy names in a header, by itself or in a token with a signature: null where the connection does not come from a
 * trusted address, where the header is not there exactly once (a proxy that does not remove the client's own would pass on two), or names nobody.
 */
export function proxyUserReader({ header, isTrusted, signedName }: ProxyUserOptions): ProxyUser {
  const known = new WeakMap<Socket, boolean>();
  /** Of requests whose token had to be verified, so that one that is wrong is not verified again for the answer that says so. */
  const verified = new WeakMap<IncomingMessage, string | null>();
  return (incoming) => {
    const { socket, rawHeaders } = incoming;
    let isProxy = known.get(socket);
    if (isProxy === undefined) {
      isProxy = isTrusted(remoteAddress(socket));
      known.set(socket, isProxy);
    }
    const value = isProxy ? valueIn(rawHeaders, header) : null;
    if (value === null || !signedName) return nameOf(value);
    const before = verified.get(incoming);
    if (before !== undefined) return before;
    const name = signedName(value);
    if (!(name instanceof Promise)) return nameOf(name);
    return name.then((text) => {
      verified.set(incoming, nameOf(text));
      return nameOf(text);
    });
  };
}

const mostNetworks = 1_000;

/**
 * Who comes from an address that is trusted as a proxy, with neither a name nor the word on whose behalf, is no proxy but a client, which could
 * name itself. The audit tells it once for each network, so that somebody corrects the setting.
 */
export function directNotes(isTrusted: AddressMatcher, audit: Audit): (incoming: IncomingMessage) => void {
  const known = new Set<string>();
  return (incoming) => {
    const address = remoteAddress(incoming.socket);
    if (isForwarded(incoming) || !isTrusted(address)) return;
    const network = auditedNetwork(address);
    if (known.has(network) || known.size >= mostNetworks) return;
    known.add(network);
    audit({ event: 'refused', why: 'not through the proxy', network });
  };
}

function nameOf(text: string | null): string | null {
  const name = text?.trim() ?? '';
  return namePattern.test(name) ? name : null;
}

/** Raw headers are names and values in turn. */
function valueIn(rawHeaders: readonly string[], header: string): string | null {
  let value: string | null = null;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    if (name.length !== header.length || name.toLowerCase() !== header) continue;
    if (value !== null) return null;
    value = rawHeaders[index + 1] ?? '';
  }
  return value;
}
