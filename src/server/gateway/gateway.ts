import type { IncomingMessage, ServerResponse } from 'node:http';
import { cachePolicies } from '#contract/gateway/ages.ts';
import type { Config } from '#contract/gateway/config.ts';
import type { ReplicaState } from '#contract/gateway/replica.ts';
import { apiHandler, refusedStatus } from '#server/gateway/http/api.ts';
import type { Source } from '#server/gateway/service/cache.ts';
import { usualLimits } from '#server/gateway/service/call.ts';
import { type Dashboard, dashboardReply } from '#server/gateway/http/dashboard.ts';
import { type Leaving, usualCoolOff } from '#server/gateway/service/refresh.ts';
import { type Log, silentLog } from '#server/gateway/observability/log.ts';
import { ownRoutes } from '#server/gateway/observability/metrics.ts';
import { usualRetryWait } from '#server/gateway/allowance/queue.ts';
import { refusalReply, type Reply, send, type Refusal } from '#server/gateway/http/reply.ts';
import { usualScheduling } from '#server/gateway/allowance/scheduler.ts';
import { type CallLog, openSource, type ServiceAccess, type Tuning } from '#server/gateway/service/source.ts';
import { failures, type UpstreamSettings, isLoopback, urlHost } from '#server/gateway/service/upstream.ts';

export type GatewayOptions = Partial<Tuning> & {
  readonly config: Config;
  readonly upstream: UpstreamSettings;
  /** The name it is served under, besides those of this machine. */
  readonly host: string;
  /** Null where someone else serves the pages. */
  readonly dashboard: Dashboard | null;
  readonly log?: Log;
  readonly calls?: CallLog;
  /** Opens the local copy of the school's data; without one every request goes to the service or the cache by address. */
  readonly openCopy?: (access: ServiceAccess) => LocalCopy;
};

/** A local copy of the school's data, that answers in place of the service as far as it can. */
export type LocalCopy = {
  readonly source: (next: Source) => Source;
  /** Answers what is below `/replica` and `/events`; null where it writes its answer itself. */
  readonly handle: (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<Reply> | null;
  readonly state: () => ReplicaState;
  /** Refreshes nothing more; requests under way may end. */
  readonly drain: () => void;
  readonly close: () => void;
};

function tuningOf(options: GatewayOptions): Tuning {
  return {
    limits: usualLimits,
    scheduling: usualScheduling(options.config.rateLimit),
    policies: cachePolicies,
    coolOff: usualCoolOff,
    retryWait: usualRetryWait,
    softTimeoutMs: 1_500,
    storeBytes: 64 * 1024 * 1024,
    steady: () => performance.now(),
    wall: Date.now,
    ...options,
  };
}

export type Gateway = {
  readonly listener: (incoming: IncomingMessage, outgoing: ServerResponse) => void;
  /** Sends away whoever waits in line and is no longer ready; calls under way may still end. */
  readonly drain: () => void;
  /** Ends all calls under way. */
  readonly close: () => Promise<void>;
};

/** The paths that are the gateway's own; all others are pages and their parts. */
export const gatewayPaths = [
  '/api',
  '/config',
  '/events',
  '/health',
  '/metrics',
  '/openapi.json',
  '/replica',
  '/state',
] as const;

/**
 * Stands between the browser and one operator's API: adds the key, lets nothing but documented reading through, and keeps
 * the calls within the allowance whatever the number of browsers.
 *
 * It writes its answers itself, without a framework: nearly all of them come from the store, where a framework would cost
 * more than they do.
 */
export function createGateway(options: GatewayOptions): Gateway {
  const { config, upstream, host, dashboard, log = silentLog } = options;
  const tuning = tuningOf(options);
  const { source, access, line, tally, close: closeSource } = openSource(upstream, tuning, log, options.calls);
  const copy = options.openCopy?.(access) ?? null;
  let isDraining = false;
  const state = () => copy?.state() ?? null;
  const own = ownRoutes({ config, line, tally, replica: state, wall: tuning.wall, isReady: () => !isDraining });
  const guard = guardOf(host);
  const api = apiHandler(config.operatorId, copy?.source(source) ?? source);

  const answer = (incoming: IncomingMessage, outgoing: ServerResponse): Reply | Promise<Reply> | null => {
    const [pathname = ''] = (incoming.url ?? '').split('?', 1);
    const isApi = pathname === '/api' || pathname.startsWith('/api/');
    const refusal = guard(incoming);
    if (refusal) return refusalReply(refusal, isApi ? refusedStatus : {});
    if (isApi) return api(incoming, leavingOf(outgoing));
    if (copy && (pathname.startsWith('/replica/') || pathname === '/events')) return copy.handle(incoming, outgoing);
    const page = dashboard && dashboardReply(dashboard, pathname, incoming.headers.accept);
    return own[pathname]?.() ?? page ?? nothingHere;
  };

  const listener = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    const onFault = (error: unknown) => {
      log.error({ err: error }, 'A request went wrong.');
      if (!outgoing.headersSent) send(incoming, outgoing, fault);
    };
    try {
      const reply = answer(incoming, outgoing);
      if (reply === null) return;
      if (!(reply instanceof Promise)) return send(incoming, outgoing, reply);
      reply.then((later) => send(incoming, outgoing, later)).catch(onFault);
    } catch (error) {
      onFault(error);
    }
  };

  const drain = () => {
    isDraining = true;
    line.close();
    copy?.drain();
  };
  const close = async () => {
    copy?.drain();
    copy?.close();
    await closeSource();
  };
  return { listener, drain, close };
}

function leavingOf(outgoing: ServerResponse): Leaving {
  return (onLeave) => {
    outgoing.once('close', () => {
      if (!outgoing.writableFinished) onLeave();
    });
  };
}

const nothingHere = refusalReply({ status: 404, problems: [{ message: 'There is nothing at this address.' }] });
const fault = refusalReply({ status: failures.fault.status, problems: [{ message: failures.fault.words }] });

/** What is refused whatever it asks for, or null. */
export type Guard = (incoming: IncomingMessage) => Refusal | null;

/**
 * Lets nothing in but reading, by one of our own names: else a web page could read a gateway on this machine under a name
 * of its own (DNS rebinding).
 */
export function guardOf(host: string): Guard {
  const own = urlHost(host);
  return ({ method, url, headers, rawHeaders }) => {
    const name = hostnameOf(headers.host ?? '');
    // Of several Host headers Node takes the first and others may take the last.
    const isOurs = countOf(rawHeaders, 'host') === 1 && (isLoopback(name) || name === own);
    if (!isOurs) return refusals.name;
    if (method !== 'GET' && method !== 'HEAD') {
      const problems = [{ message: `${method} is not taken here; use GET or HEAD.` }];
      return { status: 405, problems, headers: { allow: 'GET, HEAD' } };
    }
    return url?.startsWith('/') ? null : refusals.target;
  };
}

const refusals = {
  name: refuse(421, 'This server does not answer to that name. Open it by the address it printed at its start.'),
  target: refuse(400, 'This is not an address that can be asked for.'),
};

function refuse(status: number, message: string): Refusal {
  return { status, problems: [{ message }] };
}

/** The name in a `Host` header, as a URL writes it. */
function hostnameOf(header: string): string {
  return header.replace(/:\d{0,5}$/, '').toLowerCase();
}

/** Raw headers are names and values by turns. */
function countOf(rawHeaders: readonly string[], name: string): number {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if (rawHeaders[index]?.length === name.length && rawHeaders[index]?.toLowerCase() === name) count++;
  }
  return count;
}
