import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { BlockList, isIP, type Socket } from 'node:net';

/** Whether an address, as `plainAddress` writes it, belongs to a group. */
export type AddressMatcher = (address: string) => boolean;

/**
 * The sender's address on our Unix socket; only the proxy may open that file. No header can claim it, because it is not an
 * address.
 */
const socketPeer = 'unix';
const throughSocket = new WeakSet<Socket>();

/** Call it for each connection through our Unix socket. */
export function trustConnection(socket: Socket): void {
  throughSocket.add(socket);
}

/** The plain address of the other end of a connection; empty if it has ended. */
export function remoteAddress(socket: Socket): string {
  const { remoteAddress: address } = socket;
  if (address === undefined) return throughSocket.has(socket) ? socketPeer : '';
  return plainAddress(address);
}

/** The default: no trusted proxies, except one that may open our Unix socket. */
export const noProxies: AddressMatcher = (address) => address === socketPeer;

/**
 * Whether an address is one of these, or in one of these networks: `10.0.0.7`, `10.1.0.0/16`, `fd00::/8`. Throws if one is
 * neither.
 */
export function proxyMatcher(networks: readonly string[]): AddressMatcher {
  if (networks.length === 0) return noProxies;
  const known = new BlockList();
  for (const network of networks) {
    const [text = '', bits] = network.split('/', 2);
    const address = plainAddress(text);
    const version = isIP(address);
    known.addSubnet(address, bits === undefined ? (version === 4 ? 32 : 128) : Number(bits), familyOf(version));
  }
  return (address) => {
    const version = isIP(address);
    return version === 0 ? noProxies(address) : known.check(address, familyOf(version));
  };
}

function familyOf(version: number): 'ipv4' | 'ipv6' {
  return version === 4 ? 'ipv4' : 'ipv6';
}

/**
 * An IP address in one form: an IPv4 address inside an IPv6 one (RFC 4291, section 2.5.5.2) becomes plain, and a link's zone
 * is dropped.
 */
export function plainAddress(address: string): string {
  // Nearly all are IPv4 and stay unchanged.
  if (!address.includes(':')) return address;
  const lower = address.toLowerCase().split('%', 1)[0] ?? '';
  const short = lower.startsWith('::ffff:') ? lower.slice('::ffff:'.length) : '';
  return isIP(short) === 4 ? short : lower;
}

/** Whether a proxy left a header that names its client. */
export function isForwarded({ headers }: IncomingMessage): boolean {
  return headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined;
}

/** Whether a plain address is this machine's. */
export function isLoopbackAddress(address: string): boolean {
  return address.startsWith('127.') || address === '::1';
}

/** Whether an address is this machine's, including our Unix socket. */
export function isOfThisMachine(address: string): boolean {
  return address === socketPeer || isLoopbackAddress(address);
}

/** The clients named by trusted proxies, by request. */
const clients = new WeakMap<IncomingMessage, string>();

/** The sender's plain address; behind a trusted proxy the one that it names. Empty if the connection has ended. */
export function clientAddress(incoming: IncomingMessage): string {
  return clients.get(incoming) ?? remoteAddress(incoming.socket);
}

/** What a chain of proxies says: the client of the first trusted one, and the scheme; null if it does not say. */
type Hop = { readonly address: string; readonly scheme: string | null };

/**
 * Reads and remembers the sender of a request through a trusted proxy; null if the proxy names none or contradicts itself.
 * Anyone can write such headers, and each proxy adds to their end. So they are read from the right, and the first untrusted
 * address is the client. The rest is not read.
 */
export function readForwarded(incoming: IncomingMessage, isTrusted: AddressMatcher): Hop | null {
  const { headers } = incoming;
  const list = textOf(headers, 'x-forwarded-for');
  const elements = textOf(headers, 'forwarded');
  if (list === null && elements === null) return null;
  const byList = list === null ? null : firstUntrusted(listed(list), isTrusted);
  const byElements = elements === null ? null : firstUntrusted(forwardedElements(elements), isTrusted);
  // A proxy that writes one of these headers passes on the other, which anyone may have written.
  if (list !== null && elements !== null && (!byList || byList.address !== byElements?.address)) return null;
  const hop = byElements ?? byList;
  if (!hop) return null;
  clients.set(incoming, hop.address);
  return { address: hop.address, scheme: textOf(headers, 'x-forwarded-proto')?.trim().toLowerCase() ?? hop.scheme };
}

function textOf(headers: IncomingHttpHeaders, name: string): string | null {
  const value = headers[name];
  return value === undefined ? null : String(value);
}

type Element = { for?: string; proto?: string };

/** The elements of an `X-Forwarded-For`. */
function listed(text: string): Element[] {
  return text.includes(',') ? text.split(',').map((address) => ({ for: address })) : [{ for: text }];
}

function firstUntrusted(elements: readonly Element[] | null, isTrusted: AddressMatcher): Hop | null {
  let last: Hop | null = null;
  for (let index = (elements?.length ?? 0) - 1; index >= 0; index--) {
    const element = elements?.[index] ?? {};
    const address = addressIn(element.for ?? '');
    if (address === null) return null;
    last = { address, scheme: element.proto?.toLowerCase() ?? null };
    if (!isTrusted(address)) break;
  }
  return last;
}

/** An address with or without a port: `10.0.0.7`, `10.0.0.7:4711`, `2001:db8::1`, `[2001:db8::1]:4711`. */
function addressIn(text: string): string | null {
  const written = text.trim();
  if (isIP(written) === 4) return written;
  const [, inBrackets, before] = /^(?:\[([^\]]*)\]|([\d.]+))(?::\d{1,5})?$/.exec(written) ?? [];
  const address = plainAddress(inBrackets ?? before ?? written);
  return isIP(address) === 0 ? null : address;
}

const token = String.raw`[\w!#$%&'*+.^\x60|~-]+`;
const pair = new RegExp(String.raw`[ \t]*(${token})=(?:(${token})|"((?:[^"\\]|\\.)*)")[ \t]*(;|,|$)`, 'y');

/** The elements of a `Forwarded` header (RFC 7239, section 4), in order; null if it is malformed. */
function forwardedElements(text: string): Element[] | null {
  const elements: Element[] = [{}];
  pair.lastIndex = 0;
  for (;;) {
    const [, name = '', plain, quoted = '', end] = pair.exec(text) ?? [];
    if (end === undefined) return null;
    const key = name.toLowerCase();
    const element = elements.at(-1) ?? {};
    if (key === 'for' || key === 'proto') {
      // A repeated name in one element is forbidden, because readers would choose differently.
      if (element[key] !== undefined) return null;
      element[key] = plain ?? quoted.replaceAll(/\\(.)/g, '$1');
    }
    if (end === '') return elements;
    if (end === ',') elements.push({});
  }
}
