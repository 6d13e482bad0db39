import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { type AddressMatcher, isForwarded, remoteAddress } from '#server/http/proxies.ts';
import { type Audit, auditedNetwork } from '#server/observability/audit.ts';
import type { SignedName } from './signedIdentity.ts';

/**
 * A name of at most 200 printable ASCII characters. Other letters look like these or fold into them (the Kelvin sign becomes
 * k), so that two people could have one name.
 */
const namePattern = /^[\x20-\x7e]{1,200}$/;

type ProxyUserOptions = {
  /** In lower case. */
  readonly header: string;
  readonly isTrusted: AddressMatcher;
  /** Set if the header holds a token; null if it holds the name. */
  readonly signedName: SignedName | null;
};

/** The person whom the proxy names; a promise if a signature must be verified first. */
export type ProxyUser = (incoming: IncomingMessage) => string | null | Promise<string | null>;

/**
 * Reads the person whom a reverse proxy names in a header, plain or in a signed token. Null if the connection is not from a
 * trusted address, or if the header names nobody. Null also if the header does not occur exactly once: a proxy that keeps
 * the client's own would pass on two.
 */
export function proxyUserReader({ header, isTrusted, signedName }: ProxyUserOptions): ProxyUser {
  const known = new WeakMap<Socket, boolean>();
  /** Requests whose token was verified, so that a wrong token is not verified again for the refusal. */
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

const maxNetworks = 1_000;

/**
 * A request from a trusted address with neither a name nor a forwarding header comes from a client, not the proxy, and could
 * name itself. The audit notes it once for each network, so that the setting gets corrected.
 */
export function directNotes(isTrusted: AddressMatcher, audit: Audit): (incoming: IncomingMessage) => void {
  const known = new Set<string>();
  return (incoming) => {
    const address = remoteAddress(incoming.socket);
    if (isForwarded(incoming) || !isTrusted(address)) return;
    const network = auditedNetwork(address);
    if (known.has(network) || known.size >= maxNetworks) return;
    known.add(network);
    audit({ event: 'refused', why: 'not through the proxy', network });
  };
}

function nameOf(text: string | null): string | null {
  const name = text?.trim() ?? '';
  return namePattern.test(name) ? name : null;
}

/** Raw headers alternate names and values. */
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
