import { type Dispatcher, errors, Pool } from 'undici';
import { type Area, areaPaths, operations } from '#contract/operations.ts';
import { readAnswer } from './answer.ts';
import { type Fetch, UpstreamFailure, type UpstreamSettings } from './upstream.ts';

/** What one call may cost. */
export type CallLimits = {
  /** From the call to the last byte of its answer. */
  readonly timeoutMs: number;
  /** Of a body, as it comes and again when unpacked. */
  readonly bodyBytes: number;
};

export const usualLimits: CallLimits = { timeoutMs: 15_000, bodyBytes: 32 * 1024 * 1024 };

/** Calls at a time to one origin: more would not be answered sooner. */
const connections = 6;

export type Caller = { readonly fetch: Fetch; readonly close: () => Promise<void> };

/** Calls the operator's API itself, with the key and no header of any client. Redirects are not followed. */
export function upstreamCaller({ bases, key }: UpstreamSettings, limits: CallLimits): Caller {
  const pools = new Map<string, Pool>();
  for (const base of Object.values(bases)) {
    const { origin } = new URL(base);
    if (!pools.has(origin)) pools.set(origin, new Pool(origin, { connections, maxResponseSize: limits.bodyBytes }));
  }
  const headers = {
    accept: 'application/json',
    'accept-encoding': 'br, gzip',
    'user-agent': 'flightline',
    'x-subscription-key': key,
  };

  const fetch: Fetch = async ({ id, address }, signal) => {
    const { origin, path } = locate(bases, operations[id].area, address);
    const deadline = AbortSignal.timeout(limits.timeoutMs);
    try {
      const pool = pools.get(origin) as Pool;
      return await exchange(
        pool,
        { method: 'GET', path, headers, signal: AbortSignal.any([signal, deadline]) },
        limits,
      );
    } catch (error) {
      signal.throwIfAborted();
      throw failureOf(error, deadline);
    }
  };
  return { fetch, close: async () => void (await Promise.all(Array.from(pools.values(), (pool) => pool.destroy()))) };
}

/** Where an address below the API's root lies: an area's base stands for the area's usual path. */
function locate(bases: UpstreamSettings['bases'], area: Area, address: string): { origin: string; path: string } {
  const { origin, pathname } = new URL(bases[area]);
  return { origin, path: pathname.replace(/\/$/, '') + address.slice(areaPaths[area].length) };
}

async function exchange(pool: Pool, call: Dispatcher.RequestOptions, limits: CallLimits) {
  const { statusCode, headers, body } = await pool.request(call);
  return readAnswer(statusCode, headers, Buffer.from(await body.arrayBuffer()), limits.bodyBytes);
}

function failureOf(error: unknown, deadline: AbortSignal): UpstreamFailure {
  if (error instanceof UpstreamFailure) return error;
  if (deadline.aborted) return new UpstreamFailure('timeout', error);
  const isOversized = error instanceof errors.ResponseExceededMaxSizeError;
  return new UpstreamFailure(isOversized ? 'oversized' : 'unreachable', error);
}
