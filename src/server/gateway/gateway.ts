import type { IncomingMessage, ServerResponse } from 'node:http';
import { getRequestListener, RequestError } from '@hono/node-server';
import { Hono } from 'hono';
import type { Config } from '#contract/config.ts';
import { errorEntry } from '#contract/errors.ts';
import { openApiDocument } from '#contract/openapi.ts';
import { apiRoute, cacheStatusTold } from './api.ts';
import { type CallLimits, upstreamCaller, usualLimits } from './call.ts';
import { type Dashboard, dashboardRoute } from './dashboard.ts';
import { ownHost, readOnly, secured, securityHeaders } from './guards.ts';
import { type LastCall, recorded } from './record.ts';
import { refuse, sendJson, sendValue } from './respond.ts';
import { scrubbed } from './scrub.ts';
import type { UpstreamSettings } from './upstream.ts';

export type GatewayOptions = {
  readonly config: Config;
  readonly upstream: UpstreamSettings;
  /** The name it is served under, besides those of this machine. */
  readonly host: string;
  /** Null where someone else serves the pages. */
  readonly dashboard: Dashboard | null;
  readonly limits?: CallLimits;
};

export type Gateway = {
  readonly listener: (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void>;
  /** Ends all calls under way. */
  readonly close: () => Promise<void>;
};

/** The paths that are the gateway's own; all others are pages and their parts. */
export const gatewayPaths = ['/api', '/config', '/health', '/openapi.json'] as const;

/** Stands between the browser and one operator's API: adds the key, lets nothing but documented reading through. */
export function createGateway({ config, upstream, host, dashboard, limits = usualLimits }: GatewayOptions): Gateway {
  let lastCall: LastCall | null = null;
  const caller = upstreamCaller(upstream, limits);
  const fetch = recorded(scrubbed(caller.fetch, upstream), (call) => (lastCall = call));
  const description = Buffer.from(JSON.stringify(openApiDocument()));

  const app = new Hono();
  app.use(secured());
  app.use('/api/*', cacheStatusTold());
  app.use(ownHost(host), readOnly());
  app.get('/api/*', apiRoute(config.operatorId, fetch));
  app.get('/config', (c) => sendValue(c, config));
  app.get('/health', (c) => sendValue(c, { live: true, upstream: { lastCall } }));
  app.get('/openapi.json', (c) => sendJson(c, 200, description));
  if (dashboard) app.get('*', dashboardRoute(dashboard));
  app.notFound((c) => refuse(c, 404, [{ message: 'There is nothing at this address.' }]));
  app.onError((_, c) => refuse(c, 500, [{ message: faultWords }]));
  return { listener: getRequestListener(app.fetch, { errorHandler: answerFault }), close: caller.close };
}

const faultWords = 'Something went wrong in this server. Try again; if it stays so, restart it.';

/** Answers what never became a request, such as an address that cannot be one, and what failed outside all routes. */
function answerFault(error: unknown): Response {
  const isTheirs = error instanceof RequestError;
  const status = isTheirs ? 400 : 500;
  const message = isTheirs ? 'This is not an address that can be asked for.' : faultWords;
  return Response.json([errorEntry({ code: status, message })], { status, headers: securityHeaders });
}
