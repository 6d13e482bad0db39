import type { IncomingMessage, ServerResponse } from 'node:http';
import { cachePolicies } from '#contract/gateway/ages.ts';
import type { Config } from '#contract/gateway/config.ts';
import type { ReplicaState } from '#contract/gateway/replica.ts';
import { snoozesPath } from '#contract/gateway/snoozes.ts';
import { defaultRetryWait } from '#server/gateway/allowance/queue.ts';
import { defaultScheduling } from '#server/gateway/allowance/scheduler.ts';
import { apiHandler, refusedStatus } from '#server/gateway/http/api.ts';
import { type Dashboard, dashboardReplies } from '#server/gateway/http/dashboard.ts';
import { type Refusal, refusalReply, type Reply, send } from '#server/gateway/http/reply.ts';
import { type Access, type Caller, local } from '#server/access/caller.ts';
import { type Log, silentLog } from '#server/gateway/observability/log.ts';
import { gatewayEndpoints } from '#server/gateway/observability/metrics.ts';
import type { Source } from '#server/gateway/service/cache.ts';
import { type CallLog, defaultCallLimits } from '#server/gateway/service/call.ts';
import { defaultBackoff, type OnDisconnect } from '#server/gateway/service/refresh.ts';
import { openSource, type ServiceAccess, type Tuning } from '#server/gateway/service/source.ts';
import { failures, isLoopback, type UpstreamSettings, urlHost } from '#server/gateway/service/upstream.ts';

export type GatewayOptions = Partial<Tuning> & {
  readonly config: Config;
  readonly upstream: UpstreamSettings;
  /** The host name of the server, besides those of this machine. */
  readonly host: string;
  /** Null where another server has the pages. */
  readonly dashboard: Dashboard | null;
  /** Without it everyone who can reach the gateway sees everything. */
  readonly access?: Access;
  readonly log?: Log;
  readonly calls?: CallLog;
  /** Opens the local copy of the school's data; without one all requests go to the cache or the service. */
  readonly openCopy?: (access: ServiceAccess) => LocalCopy;
};

/** A local copy of the school's data, which answers in place of the service where it can. */
export type LocalCopy = {
  readonly source: (next: Source) => Source;
  /** Answers what is below `/replica` and `/events`; null where it writes its answer itself. */
  readonly handle: (incoming: IncomingMessage, outgoing: ServerResponse, caller: Caller) => Promise<Reply> | null;
  readonly state: () => ReplicaState;
  /** Stops refreshing; running requests may finish. */
  readonly drain: () => void;
  readonly close: () => void;
};

function tuningOf(options: GatewayOptions): Tuning {
  return {
    limits: defaultCallLimits,
    scheduling: defaultScheduling(options.config.rateLimit),
    policies: cachePolicies,
    backoff: defaultBackoff,
    retryWait: defaultRetryWait,
    softTimeoutMs: 1_500,
    storeBytes: 64 * 1024 * 1024,
    steady: () => performance.now(),
    wall: Date.now,
    ...options,
  };
}

export type Gateway = {
  readonly listener: (incoming: IncomingMessage, outgoing: ServerResponse) => void;
  /** Rejects all queued calls and is no longer ready; running calls may finish. */
  readonly drain: () => void;
  /** Ends all running calls. */
  readonly close: () => Promise<void>;
};

/** The gateway's own paths; all others belong to the dashboard. */
export const gatewayPaths = [
  '/access',
  '/api',
  '/calendar',
  '/config',
  '/display',
  '/events',
  '/health',
  '/metrics',
  '/openapi.json',
  '/replica',
  '/sign-in',
  '/sign-out',
  '/state',
] as const;

/**
 * The proxy between browsers and one operator's API: adds the key, passes documented GET requests only, and keeps the calls
 * within the allowance whatever the number of browsers.
 *
 * It uses no framework: nearly all answers come from the store, where a framework would cost more than they do.
 */
export function createGateway(options: GatewayOptions): Gateway {
  const { config, upstream, host, dashboard, access: people, log = silentLog } = options;
  const tuning = tuningOf(options);
  const { source, access, queue, metrics, close: closeSource } = openSource(upstream, tuning, log, options.calls);
  const copy = options.openCopy?.(access) ?? null;
  let isDraining = false;
  const state = () => copy?.state() ?? null;
  const endpoints = gatewayEndpoints({
    config,
    queue,
    metrics,
    replica: state,
    wall: tuning.wall,
    isReady: () => !isDraining,
  });
  const guard = guardOf(host);
  const pages = dashboard && dashboardReplies(dashboard, config, tuning.wall);
  const api = apiHandler(config.operatorId, copy?.source(source) ?? source);

  const answer = (incoming: IncomingMessage, outgoing: ServerResponse): Reply | Promise<Reply> | null => {
    const [pathname = ''] = (incoming.url ?? '').split('?', 1);
    const isApi = pathname === '/api' || pathname.startsWith('/api/');
    const refusal = guard(incoming);
    if (refusal) return refusalReply(refusal, isApi ? refusedStatus : {});
    const unasked = people?.handle(incoming, pathname) ?? pages?.file(pathname);
    if (unasked) return unasked;
    const caller = people ? people.callerOf(incoming) : local;
    if (!caller) return people?.stranger(incoming, pathname) ?? notFound;
    if (isApi) return api(incoming, caller, disconnectOf(outgoing));
    if (copy && (pathname.startsWith('/replica/') || pathname === '/events'))
      return copy.handle(incoming, outgoing, caller);
    const managed = people?.manage(incoming, pathname, caller) ?? endpoints.get(pathname)?.(caller);
    return managed ?? pages?.page(pathname, incoming.headers.accept, caller) ?? notFound;
  };

  const listener = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    const onError = (error: unknown) => {
      log.error({ err: error }, 'A request failed.');
      if (!outgoing.headersSent) send(incoming, outgoing, internalError);
    };
    try {
      const reply = answer(incoming, outgoing);
      if (reply === null) return;
      if (!(reply instanceof Promise)) return send(incoming, outgoing, reply);
      reply.then((later) => send(incoming, outgoing, later)).catch(onError);
    } catch (error) {
      onError(error);
    }
  };

  const drain = () => {
    isDraining = true;
    queue.close();
    copy?.drain();
  };
  const close = async () => {
    copy?.drain();
    copy?.close();
    await closeSource();
  };
  return { listener, drain, close };
}

function disconnectOf(outgoing: ServerResponse): OnDisconnect {
  return (callback) => {
    outgoing.once('close', () => {
      if (!outgoing.writableFinished) callback();
    });
  };
}

const notFound = refusalReply({ status: 404, problems: [{ message: 'There is nothing at this address.' }] });
const internalError = refusalReply({ status: failures.fault.status, problems: [{ message: failures.fault.words }] });

/** The refusal of a request that no route may answer, or null. */
type Guard = (incoming: IncomingMessage) => Refusal | null;

/**
 * Accepts GET and HEAD alone, besides the one address that people write to, and only under one of our own host names:
 * otherwise a web page could read a gateway on this machine under a name of its own (DNS rebinding).
 */
function guardOf(host: string): Guard {
  const configured = urlHost(host);
  return ({ method, url, headers, rawHeaders }) => {
    const name = hostnameOf(headers.host ?? '');
    // Of several Host headers Node uses the first and others may use the last.
    const isOurs = countOf(rawHeaders, 'host') === 1 && (isLoopback(name) || name === configured);
    if (!isOurs) return refusals.name;
    const isWritten = url === snoozesPath;
    if (method !== 'GET' && method !== 'HEAD' && !(isWritten && method === 'POST')) {
      const [allow, words] = isWritten ? ['GET, HEAD, POST', 'GET, HEAD or POST'] : ['GET, HEAD', 'GET or HEAD'];
      return { status: 405, problems: [{ message: `${method} is not supported; use ${words}.` }], headers: { allow } };
    }
    return url?.startsWith('/') ? null : refusals.target;
  };
}

const refusals = {
  name: refuse(421, 'This server does not answer to that name. Open the address that it printed at its start.'),
  target: refuse(400, 'This is not a valid request target.'),
};

function refuse(status: number, message: string): Refusal {
  return { status, problems: [{ message }] };
}

/** The name in a `Host` header, as a URL writes it. */
function hostnameOf(header: string): string {
  return header.replace(/:\d{0,5}$/, '').toLowerCase();
}

/** Raw headers are names and values in turn. */
function countOf(rawHeaders: readonly string[], name: string): number {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if (rawHeaders[index]?.length === name.length && rawHeaders[index]?.toLowerCase() === name) count++;
  }
  return count;
}
