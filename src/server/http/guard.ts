import type { IncomingMessage } from 'node:http';
import type { AccessMode } from '#contract/access/grants.ts';
import { maxBodyBytes, originAt, routeAt, type RouteBody } from '#contract/routes.ts';
import { urlHost } from '#server/upstream/upstream.ts';
import { isLoopback } from '#server/install/settingForms.ts';
import { type AddressMatcher, isLoopbackAddress, readForwarded, remoteAddress } from './proxies.ts';
import { type Refusal, refuse } from './reply.ts';

export type GuardOptions = {
  /** The name or address on which the server listens. */
  readonly host: string;
  /** The address that people open; null if it is only this machine's. */
  readonly publicUrl: URL | null;
  readonly isTrustedProxy: AddressMatcher;
  readonly mode: AccessMode;
};

/** The refusal of a request, or null. */
export type Guard = (incoming: IncomingMessage) => Refusal | null;

/** Headers of one request. Node's own limit must be higher, because it silently drops what exceeds it, perhaps a proxy's header. */
export const maxHeaders = 100;

/** Characters of a request's path; ours are far shorter. A query may be longer. */
export const longestPath = 2_048;

/**
 * Checks a request before anything answers it. Its connection must be allowed and its proxy trusted. It must be sent to one
 * of our own names; otherwise another site could read this machine's gateway by DNS rebinding. Its method must fit its
 * address. No other site's page may have sent it (Fetch Metadata, W3C; OWASP Cross-Site Request Forgery Prevention).
 */
export function createGuard({ host, publicUrl, isTrustedProxy, mode }: GuardOptions): Guard {
  const nameOf = nameReader(host, publicUrl);
  const isTrusted = remembered(isTrustedProxy);
  const isTrustedHop = remembered(isTrustedProxy);
  const isEncrypted = publicUrl?.protocol === 'https:';
  const isPublicHere = publicUrl !== null && isLoopback(publicUrl.hostname);

  /** Checks how a request came: its connection, its proxies, its host name. */
  function wayRefusal(incoming: IncomingMessage, path: string): Refusal | null {
    const { headers, rawHeaders, socket } = incoming;
    if (rawHeaders.length > 2 * maxHeaders) return refusals.headers;
    const remote = remoteAddress(socket);
    const isHere = isLoopbackAddress(remote);
    const isOpen = mode === 'open';
    if (isOpen && !isHere) return refusals.elsewhere;
    const found = countHosts(rawHeaders);
    const isProxied = found >= forwarded;
    if (isProxied && !isTrusted(remote)) return refusals.proxy;
    // Browsers never use HTTP/1.0. Some proxies use it by default, without a header that shows them.
    if (isOpen && incoming.httpVersionMajor === 1 && incoming.httpVersionMinor === 0 && !routeAt(path)?.isForMonitors)
      return refusals.old;
    // Node uses the first of several Host headers; others may use the last.
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

  /** Whether an `Origin` is our own pages', under the name that this request was sent to. */
  function isOwnOrigin(origin: string, { host: sentTo = '' }: IncomingMessage['headers']): boolean {
    return origin === (nameOf(sentTo) === 'public' ? publicUrl?.origin : `http://${sentTo.toLowerCase()}`);
  }

  /**
   * Browsers say where a request comes from: by `Sec-Fetch-Site` on a secure connection, and by `Origin` on the most
   * important requests.
   */
  function foreignRefusal({ headers }: IncomingMessage, path: string): Refusal | null {
    const site = headers['sec-fetch-site'];
    const isOwn = site === undefined || site === 'same-origin' || site === 'none';
    const from = originAt(path);
    if (from === 'anywhere') return null;
    const isData = from === 'own';
    if (isData && headers.origin !== undefined && !isOwnOrigin(headers.origin, headers)) return refusals.foreign;
    if (isOwn) return null;
    // A link on another site may open our page.
    const isOpened = headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document';
    return isOpened && !isData ? null : refusals.foreign;
  }

  /** What a POST to this address may hold; null if it takes none. */
  function bodyKindAt(path: string): RouteBody['kind'] | null {
    const { body, by } = routeAt(path) ?? {};
    return body && (by !== 'service sign-in' || mode === 'oidc') ? body.kind : null;
  }

  function postRefusal({ headers }: IncomingMessage, kind: RouteBody['kind']): Refusal | null {
    const { origin, 'sec-fetch-site': site } = headers;
    const type = headers['content-type'] ?? '';
    // A sign-in service sends this request, without a cookie.
    if (kind === 'signed') return isType(type, urlEncoded) ? lengthRefusal(headers) : refusals.signedType;
    if (site !== undefined && site !== 'same-origin') return refusals.foreign;
    // A form on a page without a referrer has the origin `null` (Fetch, section 3.2).
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
    if (method !== 'GET' && method !== 'HEAD') {
      const kind = bodyKindAt(path);
      return method === 'POST' && kind ? postRefusal(incoming, kind) : methodRefusal(method, kind !== null);
    }
    const hasBody = (headers['content-length'] ?? '0') !== '0' || headers['transfer-encoding'] !== undefined;
    return hasBody ? refusals.body : foreignRefusal(incoming, path);
  };
}

/** `loopback`: this machine. `public`: where people open it. `own`: where it listens. */
type Name = 'loopback' | 'public' | 'own';

/** Which of our names a `Host` header is; null for all others. Clients repeat the same name. */
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

/** Connections of one proxy come in sequence. */
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

/** The bit that `countHosts` sets for a proxy's header. */
const forwarded = 0x1_0000;

/**
 * The number of Host headers, and whether a proxy left a header; one number, so that nothing is allocated. Raw headers are
 * names and values in turn.
 */
function countHosts(rawHeaders: readonly string[]): number {
  let found = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const raw = rawHeaders[index] ?? '';
    // Checks only names that begin like one of them; bit 6 makes a letter lower case.
    if (isInitial[(raw.charCodeAt(0) | 0x20) & 0xff] !== 1) continue;
    const name = raw.toLowerCase();
    if (name === 'host') found++;
    else if (name.startsWith('x-forwarded') || proxyHeaders.has(name)) found |= forwarded;
  }
  return found;
}

function lengthRefusal(headers: IncomingMessage['headers']): Refusal | null {
  return Number(headers['content-length'] ?? 0) > maxBodyBytes ? refusals.long : null;
}

/** The path of a request's target, without its query. */
export function pathOf(url = ''): string {
  const end = url.indexOf('?');
  return end === -1 ? url : url.slice(0, end);
}

/** Whether a path is this one of our own, or below it. */
export function isBelow(path: string, base: string): boolean {
  return path.startsWith(base) && (path.length === base.length || path.charCodeAt(base.length) === 0x2f);
}

const urlEncoded = 'application/x-www-form-urlencoded';

function isType(header: string, type: string): boolean {
  const end = header.indexOf(';');
  return (end === -1 ? header : header.slice(0, end)).trim().toLowerCase() === type;
}

function methodRefusal(method: string | undefined, takesPost: boolean): Refusal {
  const [allow, words] = takesPost ? ['GET, HEAD, POST', 'GET, HEAD or POST'] : ['GET, HEAD', 'GET or HEAD'];
  return { ...refuse(405, `${method} is not supported; use ${words}.`), headers: { allow } };
}

const setUp = 'set ACCESS, PUBLIC_URL and TRUSTED_PROXIES as src/manual/access.md shows';
/** The rest of such a request is not read. */
const ended = { connection: 'close' };

const refusals = {
  name: refuse(421, 'This server does not answer to that name. Open the address printed when it started.'),
  publicName: refuse(421, 'This server does not answer to that name. Open the address in its setting PUBLIC_URL.'),
  passedName: refuse(
    421,
    'The proxy in front of this server must pass on the host name (in nginx: proxy_set_header Host $host).',
  ),
  elsewhere: refuse(403, `With ACCESS=open this server answers only this machine; for others, ${setUp}.`),
  proxy: refuse(403, `This request came through a proxy that this server does not trust; ${setUp}.`),
  direct: refuse(403, `This server is reached only through its proxy: open its PUBLIC_URL, or ${setUp}.`),
  old: refuse(403, `With ACCESS=open this server accepts only HTTP/1.1; if a proxy sent this, ${setUp}.`),
  chain: refuse(
    400,
    'The proxy in front of this server does not send the client’s address: have it send one valid X-Forwarded-For or Forwarded header.',
  ),
  scheme: refuse(
    400,
    'The scheme of this request differs from PUBLIC_URL: have the proxy redirect to it, and send X-Forwarded-Proto.',
  ),
  headers: { ...refuse(431, `The request has more than ${maxHeaders} headers; send fewer.`), headers: ended },
  target: refuse(400, 'This is not a valid request target; it must begin with a slash.'),
  path: refuse(414, `The path of this address is longer than ${longestPath} characters.`),
  body: { ...refuse(400, 'A GET or HEAD request has no body; send it without one.'), headers: ended },
  long: { ...refuse(413, `The request is longer than ${maxBodyBytes} bytes; send less.`), headers: ended },
  foreign: refuse(403, 'Only the pages of this server may do this: open the dashboard itself.'),
  type: refuse(415, 'The request must be JSON (content-type: application/json).'),
  signedType: refuse(415, `The request must be a form (content-type: ${urlEncoded}).`),
  formType: refuse(415, `The request must be JSON or a form (content-type: application/json or ${urlEncoded}).`),
};
