import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { createGuard, type GuardOptions } from '#server/http/guard.ts';
import { noProxies, proxyMatcher } from '#server/http/proxies.ts';

export type GivenRequest = {
  readonly method: string;
  readonly url: string;
  readonly from: string;
  readonly version: '1.0' | '1.1';
  readonly headers: readonly (readonly [name: string, value: string])[];
};

const plain: GivenRequest = {
  method: 'GET',
  url: '/config',
  from: '127.0.0.1',
  version: '1.1',
  headers: [['Host', 'localhost:4600']],
};

/** A request as Node passes it on, from any address. */
export function requestOf(changes: Partial<GivenRequest>): IncomingMessage {
  const { method, url, from, version, headers } = { ...plain, ...changes };
  const socket = new Socket();
  Object.defineProperty(socket, 'remoteAddress', { value: from });
  const incoming = new IncomingMessage(socket);
  const [major = 1, minor = 1] = version.split('.').map(Number);
  Object.assign(incoming, {
    method,
    url,
    httpVersionMajor: major,
    httpVersionMinor: minor,
    rawHeaders: headers.flat(),
  });
  for (const [name, value] of headers) {
    const key = name.toLowerCase();
    const before = incoming.headers[key];
    if (key === 'host') incoming.headers.host ??= value;
    else
      incoming.headers[key] =
        before === undefined ? value : `${String(before)}${key === 'cookie' ? ';' : ','} ${value}`;
  }
  return incoming;
}

/** Only for this machine; behind a proxy with https; on a network without a proxy. */
export const open: GuardOptions = { host: '127.0.0.1', publicUrl: null, isTrustedProxy: noProxies, mode: 'open' };
export const behind: GuardOptions = {
  host: '127.0.0.1',
  publicUrl: new URL('https://ops.example'),
  isTrustedProxy: proxyMatcher(['10.0.0.0/8', '127.0.0.1']),
  mode: 'tokens',
};
export const unproxied: GuardOptions = {
  ...behind,
  host: '0.0.0.0',
  publicUrl: new URL('http://ops.example:4600'),
  isTrustedProxy: noProxies,
};

/** The status of the refusal, or 200. */
export function status(options: GuardOptions, changes: Partial<GivenRequest>): number {
  return createGuard(options)(requestOf(changes))?.status ?? 200;
}

export const headers = (...pairs: GivenRequest['headers']) => pairs;
export const hostHeader = (name: string): GivenRequest['headers'] => [['Host', name]];
