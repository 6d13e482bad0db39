import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { LRUCache } from 'lru-cache';
import { errorEntry, type ErrorEntry } from '#contract/errors.ts';
import { requestIdHeader } from '#contract/gateway/callClass.ts';
import { firstAnswersPath } from '#contract/gateway/config.ts';
import { type Body, bodyOf, type Coding } from '#server/upstream/body.ts';

export type HeaderValues = { readonly [name: string]: string };

/** An answer before its content coding is chosen. */
export type Reply = {
  readonly status: number;
  readonly body: Body;
  /** Headers besides the default ones, or instead of them. */
  readonly headers?: HeaderValues;
  /** Lines of `Set-Cookie` (RFC 6265, section 4.1). */
  readonly cookies?: readonly string[];
};

/**
 * Sent with every answer. Styles come only from files, except on pages (`pageHeaders`). Scripts set the `style` of a React
 * element, which needs no permission.
 */
export const securityHeaders = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-src 'self'",
    "frame-ancestors 'self'",
    // No text becomes markup or a script. The one policy allows the service worker's address
    // (`web/data/endurance/server.ts`).
    "require-trusted-types-for 'script'",
    'trusted-types flightline',
  ].join('; '),
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'SAMEORIGIN',
} satisfies HeaderValues;

/** The type of server-sent events. */
export const streamHeaders: HeaderValues = {
  ...securityHeaders,
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  // Reverse proxies such as nginx would otherwise buffer events.
  'x-accel-buffering': 'no',
};

/** Browsers that used https never use http again (RFC 6797). A year, as browsers' preload lists require. */
const strictTransport: HeaderValues = { 'strict-transport-security': 'max-age=31536000' };

/**
 * The paths of records, which hold names and contact data, so no cache may store them. Clients keep the ETag and the
 * answer themselves.
 */
const recordPaths = ['/api', '/replica', firstAnswersPath] as const;

/** The headers of every answer, depending on the address that people open. */
export function alwaysSent(publicUrl: URL | null): (url: string) => HeaderValues {
  const transport = publicUrl?.protocol === 'https:' ? strictTransport : {};
  const ofRecords = { ...transport, 'cache-control': 'no-store' };
  return (url) => (recordPaths.some((path) => url.startsWith(path)) ? ofRecords : transport);
}

const defaultHeaders: HeaderValues = {
  ...securityHeaders,
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'private, no-cache',
  vary: 'accept-encoding',
};

/**
 * Sends a reply in the client's preferred coding, or 304 if the client has it. For a HEAD Node sends only the headers.
 * `always` is in every answer; `requestId` is the id of the request, if the answer names it.
 */
export function send(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { status, body, headers, cookies }: Reply,
  always: HeaderValues = {},
  requestId: string | null = null,
): void {
  // The client has disconnected.
  if (outgoing.destroyed) return;
  const accepted = incoming.headers['accept-encoding'];
  const coding = codingOf(body, accepted);
  const all: OutgoingHttpHeaders = { ...defaultHeaders, ...headers, ...always };
  if (requestId !== null) all[requestIdHeader] = requestId;
  if (cookies) all['set-cookie'] = [...cookies];
  if (status === 200) {
    const etag = etagOf(body, accepted);
    all['etag'] = etag;
    if (isKnown(incoming.headers['if-none-match'], etag)) {
      delete all['content-type'];
      return void outgoing.writeHead(304, all).end();
    }
  }
  const write = (form: Buffer) => {
    if (coding !== null) all['content-encoding'] = coding;
    all['content-length'] = form.length;
    outgoing.writeHead(status, all).end(form);
  };
  const form = coding === null ? body.plain : body.compressed(coding);
  if (form instanceof Promise) void form.then(write, () => outgoing.destroy());
  else write(form);
}

function codingOf({ isCompressible }: Body, accepted: string | undefined): Coding | null {
  return isCompressible ? preferredCoding(accepted) : null;
}

/** The entity tag of the form of a body for these accepted codings. */
export function etagOf(body: Body, accepted: string | undefined): string {
  const coding = codingOf(body, accepted);
  return `"${body.tag}${coding === null ? '' : `-${coding}`}"`;
}

/** Whether the client has this form already, by the weak comparison of RFC 9110 (section 13.1.2). */
function isKnown(header: string | undefined, etag: string): boolean {
  return header?.split(',').some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//, ''))) ?? false;
}

/** A value as JSON. */
export function jsonReply(status: number, value: unknown, headers: HeaderValues = {}): Reply {
  return { status, body: bodyOf(Buffer.from(JSON.stringify(value))), headers };
}

/** A refused request; each message says why and what to do. */
export type Refusal = {
  readonly status: number;
  readonly problems: readonly (Pick<ErrorEntry, 'message'> & Partial<ErrorEntry>)[];
  readonly headers?: HeaderValues;
};

/** A refusal for one reason; `dataField` is the wrong parameter or member. */
export function refuse(status: number, message: string, dataField?: string): Refusal {
  return { status, problems: [{ message, ...(dataField !== undefined && { dataField }) }] };
}

/** The error array of section 7. */
export function refusalReply({ status, problems, headers }: Refusal, more: HeaderValues = {}): Reply {
  const entries = problems.map((problem) => errorEntry({ code: status, ...problem }));
  return jsonReply(status, entries, { ...headers, ...more });
}

/** The content codings that we write, best first. */
const codings: readonly Coding[] = ['br', 'gzip'];

/** Browsers send few different values. */
const maxKnown = 100;
const known = new LRUCache<string, { readonly coding: Coding | null }>({ max: maxKnown });

/** The coding that an `Accept-Encoding` prefers of those that we write (RFC 9110, section 12.5.3), or null for none. */
export function preferredCoding(header = ''): Coding | null {
  const before = known.get(header);
  if (before) return before.coding;
  const coding = readPreferred(header);
  known.set(header, { coding });
  return coding;
}

function readPreferred(header: string): Coding | null {
  const weights = new Map(header.toLowerCase().split(',').map(readCoding));
  const weightOf = (coding: string) => weights.get(coding) ?? weights.get('*') ?? 0;
  const [best] = codings.toSorted((a, b) => weightOf(b) - weightOf(a));
  return best !== undefined && weightOf(best) > 0 ? best : null;
}

function readCoding(part: string): [name: string, weight: number] {
  const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim());
  const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1';
  return [name, Number(weight) || 0];
}

/** The answer at an address that does not exist. */
export const nothingHere = refusalReply(refuse(404, 'There is nothing at this address.'));

const entities: { readonly [letter: string]: string } = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A text escaped for HTML, XML and quoted attributes. Characters that XML forbids become question marks. */
export function escaped(text: string): string {
  return text
    .replaceAll(/[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu, '?')
    .replaceAll(/[&<>"']/g, (letter) => entities[letter] ?? '');
}
