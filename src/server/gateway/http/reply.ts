import type { IncomingMessage, ServerResponse } from 'node:http';
import { errorEntry, type ErrorEntry } from '#contract/errors.ts';
import { type Body, bodyOf } from './body.ts';
import { preferredCoding } from './coding.ts';

export type HeaderValues = { readonly [name: string]: string };

/** An answer before it is known in which form the client takes it. */
export type Reply = {
  readonly status: number;
  readonly body: Body;
  /** In place of the usual ones, or besides them. */
  readonly headers?: HeaderValues;
};

/** On every answer. Styles are written into the page by the component library, hence `unsafe-inline` for styles alone. */
export const securityHeaders: HeaderValues = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-src 'self'",
    "frame-ancestors 'self'",
  ].join('; '),
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'SAMEORIGIN',
};

const usualHeaders: HeaderValues = {
  ...securityHeaders,
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'private, no-cache',
  vary: 'accept-encoding',
};

/**
 * Sends a reply in the coding that the client likes best, or 304 where the client has it. Of a HEAD Node sends the headers
 * alone.
 */
export function send(incoming: IncomingMessage, outgoing: ServerResponse, { status, body, headers }: Reply): void {
  // Nobody is left to read what comes for whoever has gone.
  if (outgoing.destroyed) return;
  const coding = body.isPackable ? preferredCoding(incoming.headers['accept-encoding']) : null;
  const all: Record<string, string | number> = { ...usualHeaders, ...headers };
  if (status === 200) {
    const etag = `"${body.tag}${coding === null ? '' : `-${coding}`}"`;
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
  const form = coding === null ? body.plain : body.packed(coding);
  if (form instanceof Promise) void form.then(write, () => outgoing.destroy());
  else write(form);
}

/** The weak comparison, as RFC 9110 (section 13.1.2) has it here. */
function isKnown(header: string | undefined, etag: string): boolean {
  return header?.split(',').some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//, ''))) ?? false;
}

/** A value as JSON. */
export function jsonReply(status: number, value: unknown): Reply {
  return { status, body: bodyOf(Buffer.from(JSON.stringify(value))) };
}

/** A request that is refused, and why; each message says what to do. */
export type Refusal = {
  readonly status: number;
  readonly problems: readonly (Pick<ErrorEntry, 'message'> & Partial<ErrorEntry>)[];
  readonly headers?: HeaderValues;
};

/** The error array of section 7. */
export function refusalReply({ status, problems, headers }: Refusal, more: HeaderValues = {}): Reply {
  const entries = problems.map((problem) => errorEntry({ code: status, ...problem }));
  return { ...jsonReply(status, entries), headers: { ...headers, ...more } };
}
