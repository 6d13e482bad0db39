import type { IncomingMessage, ServerResponse } from 'node:http';
import { cachePolicies } from '#contract/cachePolicy.ts';
import type { Config } from '#contract/config.ts';
import { apiHandler, type Handler, refusedStatus } from './api.ts';
import { usualLimits } from './call.ts';
import { type Dashboard, dashboardReply } from './dashboard.ts';
import type { Leaving } from './flights.ts';
import { guardOf } from './guards.ts';
import { type Log, silentLog } from './log.ts';
import { ownRoutes } from './own.ts';
import { usualRetryWait } from './paced.ts';
import { refusalReply, send } from './reply.ts';
import { usualScheduling } from './scheduler.ts';
import { openSource, type Tuning } from './source.ts';
import { usualCoolOff } from './troubles.ts';
import { failures, type UpstreamSettings } from './upstream.ts';

export type GatewayOptions = Partial<Tuning> & {
  readonly config: Config;
  readonly upstream: UpstreamSettings;
  /** The name it is served under, besides those of this machine. */
  readonly host: string;
  /** Null where someone else serves the pages. */
  readonly dashboard: Dashboard | null;
  readonly log?: Log;
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
export const gatewayPaths = ['/api', '/config', '/health', '/metrics', '/openapi.json', '/state'] as const;

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
  const { source, line, tally, close } = openSource(upstream, tuning, log);
  let isDraining = false;
  const own = ownRoutes({ config, line, tally, wall: tuning.wall, isReady: () => !isDraining });
  const guard = guardOf(host);
  const api = apiHandler(config.operatorId, source);

  const answer: Handler = (incoming, leaving) => {
    const [pathname = ''] = (incoming.url ?? '').split('?', 1);
    const isApi = pathname === '/api' || pathname.startsWith('/api/');
    const refusal = guard(incoming);
    if (refusal) return refusalReply(refusal, isApi ? refusedStatus : {});
    if (isApi) return api(incoming, leaving);
    const page = dashboard && dashboardReply(dashboard, pathname, incoming.headers.accept);
    return own[pathname]?.() ?? page ?? nothingHere;
  };

  const listener = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    const onFault = (error: unknown) => {
      log.error({ err: error }, 'A request went wrong.');
      if (!outgoing.headersSent) send(incoming, outgoing, fault);
    };
    try {
      const reply = answer(incoming, leavingOf(outgoing));
      if (!(reply instanceof Promise)) return send(incoming, outgoing, reply);
      reply.then((later) => send(incoming, outgoing, later)).catch(onFault);
    } catch (error) {
      onFault(error);
    }
  };

  const drain = () => {
    isDraining = true;
    line.close();
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
