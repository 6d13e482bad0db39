import type { HttpBindings } from '@hono/node-server';
import { createMiddleware } from 'hono/factory';
import { isLoopback, urlHost } from './loopback.ts';
import { refuse } from './respond.ts';

/** On every answer. Styles are written into the page by the component library, hence `unsafe-inline` for styles alone. */
export const securityHeaders: { readonly [name: string]: string } = {
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
    "frame-ancestors 'none'",
  ].join('; '),
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

export function secured() {
  return createMiddleware(async (c, next) => {
    await next();
    for (const [name, value] of Object.entries(securityHeaders)) c.res.headers.set(name, value);
  });
}

/** Answers only to our own names: else a web page could read a gateway on this machine under a name of its own (DNS rebinding). */
export function ownHost(host: string) {
  return createMiddleware<{ Bindings: HttpBindings }>(async (c, next) => {
    const { hostname } = new URL(c.req.url);
    // Of several Host headers Node takes the first and others may take the last.
    const isNamedOnce = c.env.incoming.headersDistinct['host']?.length === 1;
    if (isNamedOnce && (isLoopback(hostname) || hostname === urlHost(host))) return next();
    return refuse(c, 421, [
      { message: 'This server does not answer to that name. Open it by the address it printed at its start.' },
    ]);
  });
}

/** No operation of the specification changes anything, so nothing but reading is taken (section 4). */
export function readOnly() {
  return createMiddleware(async (c, next) => {
    if (c.req.method === 'GET' || c.req.method === 'HEAD') return next();
    return refuse(c, 405, [{ message: `${c.req.method} is not taken here; use GET or HEAD.` }], { allow: 'GET, HEAD' });
  });
}
