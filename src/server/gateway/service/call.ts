import { type Dispatcher, errors, Pool } from 'undici';
import { timeouts } from '#contract/gateway/ages.ts';
import { type Area, areaPaths, operations } from '#contract/operations.ts';
import { readAnswer } from './answer.ts';
import { type FailureKind, type Fetch, UpstreamFailure, type UpstreamSettings } from './upstream.ts';

/** What one call may cost. */
export type CallLimits = {
  /** From the call to the last byte of its answer. */
  readonly timeoutMs: number;
  /** Of a body, as it comes and again when unpacked. Checking that many takes 30 ms. */
  readonly bodyBytes: number;
};

export const usualLimits: CallLimits = { timeoutMs: timeouts.call, bodyBytes: 16 * 1024 * 1024 };

export type Caller = { readonly fetch: Fetch; readonly close: () => Promise<void> };

/** Calls the operator's API itself, with the key and no header of any client. Redirects are not followed. */
export function upstreamCaller({ bases, key }: UpstreamSettings, limits: CallLimits, connections: number): Caller {
  const options = {
    connections,
    maxResponseSize: limits.bodyBytes,
    // One deadline for all of a call is kept below; undici's own timers are coarse and know only parts.
    connect: { timeout: limits.timeoutMs },
    headersTimeout: 0,
    bodyTimeout: 0,
  };
  const pools = new Map<string, Pool>();
  for (const { origin } of Object.values(bases).map((base) => new URL(base))) {
    if (!pools.has(origin)) pools.set(origin, new Pool(origin, options));
  }
  const headers = {
    accept: 'application/json',
    'accept-encoding': 'br, gzip',
    'user-agent': 'flightline',
    'x-subscription-key': key,
  };
  const ways = Object.fromEntries(Object.entries(bases).map(([area, base]) => [area, wayTo(pools, base)])) as {
    [Name in Area]: Way;
  };

  const fetch: Fetch = async ({ id, address }) => {
    const { area } = operations[id];
    const { pool, path } = ways[area];
    // An area's base stands for the area's usual path.
    const call = { method: 'GET' as const, path: path + address.slice(areaPaths[area].length), headers };
    const { status, received, body } = await exchange(pool, call, limits.timeoutMs);
    return readAnswer(status, received, body, limits.bodyBytes);
  };
  return { fetch, close: async () => void (await Promise.all(Array.from(pools.values(), (pool) => pool.destroy()))) };
}

type Way = { readonly pool: Pool; readonly path: string };

function wayTo(pools: ReadonlyMap<string, Pool>, base: string): Way {
  const { origin, pathname } = new URL(base);
  return { pool: pools.get(origin) as Pool, path: pathname.replace(/\/$/, '') };
}

type Received = {
  readonly status: number;
  readonly received: { readonly [name: string]: string | string[] | undefined };
  readonly body: NonSharedBuffer;
};

/** Sends a call and collects what comes back. Rejects with `UpstreamFailure`. */
function exchange(pool: Pool, call: Dispatcher.DispatchOptions, timeoutMs: number): Promise<Received> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let head: Omit<Received, 'body'> | null = null;
    let controller: Dispatcher.DispatchController | null = null;
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      const failure = new UpstreamFailure('timeout');
      reject(failure);
      controller?.abort(failure);
    }, timeoutMs);
    pool.dispatch(call, {
      onRequestStart(started) {
        controller = started;
        // It waited for a connection, and nobody waits for it any more.
        if (isLate) started.abort(new UpstreamFailure('timeout'));
      },
      onResponseStart(_, status, received) {
        if (status >= 200) head = { status, received };
      },
      onResponseData: (_, chunk) => void chunks.push(chunk),
      onResponseEnd() {
        clearTimeout(timer);
        // A copy even of one chunk, which would else keep all of the larger memory alive that it was read into.
        resolve({ ...(head as Omit<Received, 'body'>), body: Buffer.concat(chunks) });
      },
      onResponseError(_, error) {
        clearTimeout(timer);
        reject(new UpstreamFailure(kindOf(error, head !== null), error));
      },
    });
  });
}

const resets = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);

function kindOf(error: Error, hasAnswered: boolean): FailureKind {
  if (error instanceof errors.ResponseExceededMaxSizeError) return 'oversized';
  if (hasAnswered) return 'cut';
  return resets.has((error as NodeJS.ErrnoException).code ?? '') ? 'reset' : 'unreachable';
}
