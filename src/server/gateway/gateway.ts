import type { IncomingMessage, ServerResponse } from 'node:http';
import { cachePolicies } from '#contract/gateway/ages.ts';
import type { Config } from '#contract/gateway/config.ts';
import type { ReplicaState } from '#contract/gateway/replica.ts';
import { apiHandler, refusedStatus } from './http/api.ts';
import type { Source } from './service/cache.ts';
import { usualLimits } from './service/call.ts';
import { type Dashboard, dashboardReply } from './http/dashboard.ts';
import type { Leaving } from './service/flights.ts';
import { guardOf } from './http/guards.ts';
import { type Log, silentLog } from './observability/log.ts';
import { ownRoutes } from './http/own.ts';
import { usualRetryWait } from './allowance/paced.ts';
import { refusalReply, type Reply, send } from './http/reply.ts';
import { usualScheduling } from './allowance/scheduler.ts';
import { type CallLog, openSource, type ServiceAccess, type Tuning } from './service/source.ts';
import { usualCoolOff } from './service/troubles.ts';
import { failures, type UpstreamSettings } from './service/upstream.ts';

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
