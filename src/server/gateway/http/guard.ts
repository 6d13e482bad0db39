import type { IncomingMessage } from 'node:http';
import { exportsPath } from '#contract/access/audit.ts';
import { columnsPath } from '#contract/access/columns.ts';
import { type AccessMode, accessPath } from '#contract/access/grants.ts';
import { sessionsPath } from '#contract/access/sessions.ts';
import { firstAnswersPath } from '#contract/gateway/config.ts';
import { snoozesPath } from '#contract/gateway/snoozes.ts';
import { isLoopback, urlHost } from '#server/gateway/service/upstream.ts';
import { type AddressMatcher, isLoopbackAddress, readForwarded, remoteAddress } from './proxies.ts';
import type { Refusal } from './reply.ts';

export type GuardOptions = {
  /** The name or address that the server listens on. */
  readonly host: string;
  /** The address that people open; null where there is none but this machine's. */
  readonly publicUrl: URL | null;
  readonly isTrustedProxy: AddressMatcher;
  readonly mode: AccessMode;
};

/** The refusal of a request that nothing may answer, or null. */
export type Guard = (incoming: IncomingMessage) => Refusal | null;

/** Where a sign-in service tells of sign-outs. */
const logoutPath = '/sign-in/logout';

/** The addresses that take a POST, and whether a form of a page without scripts may send it, or anybody who has what it holds signed. */
const postPaths: { readonly [path: string]: 'json' | 'form' | 'signed' } = {
  [snoozesPath]: 'json',
  [accessPath]: 'json',
  [sessionsPath]: 'json',
  [exportsPath]: 'json',
  [columnsPath]: 'json',
  '/sign-in': 'form',
  '/sign-in/display': 'json',
  [logoutPath]: 'signed',
  '/sign-out': 'form',
};

/** What only our own pages and programs may ask. A calendar program is neither, and shows itself by its link. */
const dataPaths = [
  '/api',
  '/replica',
  firstAnswersPath,
  '/events',
  accessPath,
  exportsPath,
  '/state',
  '/config',
  '/metrics',
] as const;

/** Headers of one request. Node throws away those beyond its own limit without a word, which must be higher: a proxy's could be among them. */
export const mostHeaders = 100;

/** Letters of the path of a request; none of ours comes near it. What follows a question mark may be longer. */
export const longestPath = 2_048;

/** Bytes that a request may carry. */
export const mostBodyBytes = 16_384;

/**
 * What a request must be before anything answers it: its connection comes from where it may, it was sent to one of our own
 * names (otherwise a web page could read a gateway on this machine under a name of its own: DNS rebinding), a proxy on its
 * way is one that is trusted, its method fits its address, and no page of another site has sent it (Fetch Metadata, W3C; OWASP
 * Cross-Site Request Forgery Prevention).
 */
export function createGuard({ host, publicUrl, isTrustedProxy, mode }: GuardOptions): Guard {
  const nameOf = nameReader(host, publicUrl);
  const isTrusted = remembered(isTrustedProxy);
  const isTrustedHop = remembered(isTrustedProxy);
  const isEncrypted = publicUrl?.protocol === 'https:';
  const isPublicHere = publicUrl !== null && isLoopback(publicUrl.hostname);

  /** The way that a request has come: its connection, its proxies, its name. */
  function wayRefusal(incoming: IncomingMessage, path: string): Refusal | null {
    const { headers, rawHeaders, socket } = incoming;
    if (rawHeaders.length > 2 * mostHeaders) return refusals.headers;
    const remote = remoteAddress(socket);
    const isHere = isLoopbackAddress(remote);
    const isOpen = mode === 'open';
    if (isOpen && !isHere) return refusals.elsewhere;
    const found = countHosts(rawHeaders);
    const isProxied = found >= forwarded;
    if (isProxied && !isTrusted(remote)) return refusals.proxy;
    // Browsers never speak it, and some proxies do unless they are told otherwise, without a header that shows them.
    if (isOpen && incoming.httpVersionMajor === 1 && incoming.httpVersionMinor === 0 && path !== '/health')
      return refusals.old;
    // Of several Host headers Node uses the first and others may use the last.
    const name = found % forwarded === 1 ? nameOf(headers.host ?? '') : null;
    const isNameHere = name === 'loopback' || (name === 'public' && isPublicHere);
    if (name === null || (isNameHere && !isHere)) return publicUrl ? refusals.publicName : refusals.name;
    if (isProxied) return proxyRefusal(incoming, name);
    return isEncrypted && !isHere && !isTrusted(remote) ? refusals.direct : null;
  }

  function proxyRefusal(incoming: IncomingMessage, name: Name): Refusal | null {
    const hop = readForwarded(incoming, isTrustedHop);
    if (!hop) return refusals.chain;
    if (mode === 'open' && !isLoopbackAddress(hop.address)) return refusals.elsewhere;
    if (name === 'loopback') return refusals.passedName;
    const isOtherScheme = publicUrl !== null && hop.scheme !== null && `${hop.scheme}:` !== publicUrl.protocol;
    return isOtherScheme ? refusals.scheme : null;
  }

  /** Whether an `Origin` is that of our own pages, under the name that this request was sent to. */
  function isOwnOrigin(origin: string, { host: sentTo = '' }: IncomingMessage['headers']): boolean {
    return origin === (nameOf(sentTo) === 'public' ? publicUrl?.origin : `http://${sentTo.toLowerCase()}`);
  }

  /** A browser says where a request comes from, by `Sec-Fetch-Site` on a safe connection and by `Origin` where it matters most. */
  function foreignRefusal({ headers }: IncomingMessage, path: string): Refusal | null {
    const site = headers['sec-fetch-site'];
    const isOwn = site === undefined || site === 'same-origin' || site === 'none';
    if (path.startsWith('/calendar/')) return null;
    const isData = dataPaths.some((own) => isBelow(path, own));
    if (isData && headers.origin !== undefined && !isOwnOrigin(headers.origin, headers)) return refusals.foreign;
    if (isOwn) return null;
    // A link on another site may open a page of ours.
    const isOpened = headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document';
    return isOpened && !isData ? null : refusals.foreign;
  }

  function postRefusal({ headers }: IncomingMessage, kind: 'json' | 'form' | 'signed'): Refusal | null {
    const { origin, 'sec-fetch-site': site } = headers;
    const type = headers['content-type'] ?? '';
    // A sign-in service sends it, and no cookie says who asks.
    if (kind === 'signed') return isType(type, urlEncoded) ? lengthRefusal(headers) : refusals.signedType;
    if (site !== undefined && site !== 'same-origin') return refusals.foreign;
    // The form of a page that tells nobody where it was opened has the origin `null` (Fetch, section 3.2).
    const isNameless = kind === 'form' && origin === 'null' && site === 'same-origin';
    if (origin !== undefined && !isNameless && !isOwnOrigin(origin, headers)) return refusals.foreign;
    const isKnown = isType(type, 'application/json') || (kind === 'form' && isType(type, urlEncoded));
    if (!isKnown) return kind === 'form' ? refusals.formType : refusals.type;
    return lengthRefusal(headers);
  }

  return (incoming) => {
    const { method, url = '', headers } = incoming;
    const path = pathOf(url);
    const wrong = wayRefusal(incoming, path);
    if (wrong) return wrong;
    if (!url.startsWith('/')) return refusals.target;
    if (path.length > longestPath) return refusals.path;
    const kind = path === logoutPath && mode !== 'oidc' ? undefined : postPaths[path];
    if (method === 'POST' && kind !== undefined) return postRefusal(incoming, kind);
    if (method !== 'GET' && method !== 'HEAD') return methodRefusal(method, kind !== undefined);
    const hasBody = (headers['content-length'] ?? '0') !== '0' || headers['transfer-encoding'] !== undefined;
    return hasBody ? refusals.body : foreignRefusal(incoming, path);
  };
}

/** `loopback`: this machine. `public`: where people open it. `own`: where it listens. */
type Name = 'loopback' | 'public' | 'own';

/** Reads which of our names a `Host` header is; null for all others. Clients send the same one again and again. */
function nameReader(host: string, publicUrl: URL | null): (header: string) => Name | null {
  const configured = ['0.0.0.0', '[::]', ''].includes(urlHost(host)) ? null : urlHost(host);
  const port = publicUrl?.protocol === 'https:' ? ':443' : ':80';
  let last: { readonly header: string; readonly name: Name | null } = { header: '', name: null };
  const read = (header: string): Name | null => {
    const lower = header.toLowerCase();
    if (publicUrl && (lower === publicUrl.host || (publicUrl.port === '' && lower === publicUrl.host + port)))
      return 'public';
    const name = lower.replace(/:\d{0,5}$/, '');
    if (isLoopback(name)) return 'loopback';
    return name === configured ? 'own' : null;
  };
  return (header) => {
    if (last.header !== header) last = { header, name: read(header) };
    return last.name;
  };
}

/** Connections of the same proxy come one after another. */
function remembered(matcher: AddressMatcher): AddressMatcher {
  let last = { address: '', isMatch: false };
  return (address) => {
    if (last.address !== address) last = { address, isMatch: matcher(address) };
    return last.isMatch;
  };
}

/** Headers of proxies besides those that begin with `x-forwarded`. */
const proxyHeaders = new Set([
  'cf-connecting-ip',
  'cf-connecting-ipv6',
  'client-ip',
  'fastly-client-ip',
  'forwarded',
  'true-client-ip',
  'via',
  'x-client-ip',
  'x-cluster-client-ip',
  'x-original-forwarded-for',
  'x-original-host',
  'x-proxyuser-ip',
  'x-real-ip',
]);
/** 1 for the first letters of these, of `x-forwarded` and of `host`. */
const isInitial = new Uint8Array(256);
for (const name of [...proxyHeaders, 'x-forwarded', 'host']) isInitial[name.charCodeAt(0)] = 1;

/** What `countHosts` adds where a proxy has left a header. */
const forwarded = 0x1_0000;

/** How many Host headers there are, and whether a proxy has left a header; one number, so that nothing is allocated. Raw headers are names and values in turn. */
function countHosts(rawHeaders: readonly string[]): number {
  let found = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const raw = rawHeaders[index] ?? '';
    // Only names that begin like one of them are looked at; bit 6 makes a letter small.
    if (isInitial[(raw.charCodeAt(0) | 0x20) & 0xff] !== 1) continue;
    const name = raw.toLowerCase();
    if (name === 'host') found++;
    else if (name.startsWith('x-forwarded') || proxyHeaders.has(name)) found |= forwarded;
  }
  return found;
}

function lengthRefusal(headers: IncomingMessage['headers']): Refusal | null {
  return Number(headers['content-length'] ?? 0) > mostBodyBytes ? refusals.long : null;
}

function pathOf(url: string): string {
  const end = url.indexOf('?');
  return end === -1 ? url : url.slice(0, end);
}

function isBelow(path: string, own: string): boolean {
  return path.startsWith(own) && (path.length === own.length || path.charCodeAt(own.length) === 0x2f);
}

const urlEncoded = 'application/x-www-form-urlencoded';

function isType(header: string, type: string): boolean {
  const end = header.indexOf(';');
  return (end === -1 ? header : header.slice(0, end)).trim().toLowerCase() === type;
}

function methodRefusal(method: string | undefined, takesPost: boolean): Refusal {
  const [allow, words] = takesPost ? ['GET, HEAD, POST', 'GET, HEAD or POST'] : ['GET, HEAD', 'GET or HEAD'];
  return { status: 405, problems: [{ message: `${method} is not supported; use ${words}.` }], headers: { allow } };
}

const setUp = 'set ACCESS, PUBLIC_URL and TRUSTED_PROXIES as README.md shows';
/** What is still to come of such a request is not read. */
const ended = { connection: 'close' };

const refusals = {
  name: refuse(421, 'This server does not answer to that name. Open the address that it printed at its start.'),
  publicName: refuse(421, 'This server does not answer to that name. Open the address in its setting PUBLIC_URL.'),
  passedName: refuse(
    421,
    'The proxy in front of this server must pass on the name that people open (in nginx: proxy_set_header Host $host).',
  ),
  elsewhere: refuse(403, `With ACCESS=open this server answers this machine alone; for others, ${setUp}.`),
  proxy: refuse(403, `This request came through a proxy that this server does not trust; ${setUp}.`),
  direct: refuse(403, `This server is reached through its proxy alone: open its PUBLIC_URL, or ${setUp}.`),
  old: refuse(403, `With ACCESS=open this server speaks HTTP/1.1 alone; where a proxy has sent this, ${setUp}.`),
  chain: refuse(
    400,
    'The proxy in front of this server does not say who asks: have it send one valid X-Forwarded-For or Forwarded header.',
  ),
  scheme: refuse(
    400,
    'This request came by another scheme than that of PUBLIC_URL: have the proxy redirect it there, and send X-Forwarded-Proto.',
  ),
  headers: refuse(431, `The request has more than ${mostHeaders} headers; send fewer.`, ended),
  target: refuse(400, 'This is not a valid request target; it must begin with a slash.'),
  path: refuse(414, `The path of this address is longer than ${longestPath} letters.`),
  body: refuse(400, 'A GET or HEAD request has no body; send it without one.', ended),
  long: refuse(413, `The request is longer than ${mostBodyBytes} bytes; send less.`, ended),
  foreign: refuse(403, 'Only the pages of this server may do this: open the dashboard itself.'),
  type: refuse(415, 'The request must be JSON (content-type: application/json).'),
  signedType: refuse(415, `The request must be a form (content-type: ${urlEncoded}).`),
  formType: refuse(415, `The request must be JSON or a form (content-type: application/json or ${urlEncoded}).`),
};

function refuse(status: number, message: string, headers?: { readonly [name: string]: string }): Refusal {
  return { status, problems: [{ message }], ...(headers && { headers }) };
}
