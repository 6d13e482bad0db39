import { type Dispatcher, errors, Pool } from 'undici';
import { timeouts } from '#contract/gateway/ages.ts';
import { areaPaths, operations } from '#contract/operations.ts';
import type { Metrics } from '#server/observability/counters.ts';
import { readAnswer } from './parse.ts';
import {
  errorCode,
  type FailureKind,
  failures,
  type Fetch,
  isUntrusted,
  type UpstreamAnswer,
  UpstreamFailure,
  type UpstreamRequest,
  type UpstreamSettings,
} from './upstream.ts';

/** What one call may cost. */
export type CallLimits = {
  /** The time from the call to the last byte of its answer. */
  readonly timeoutMs: number;
  /** Bytes of a body, as received and again when unpacked. Checking that many takes 30 ms. */
  readonly bodyBytes: number;
};

export const defaultCallLimits: CallLimits = { timeoutMs: timeouts.call, bodyBytes: 16 * 1024 * 1024 };

export type Caller = { readonly fetch: Fetch; readonly close: () => Promise<void> };

/** Calls the operator's API, with the key and without any client's headers. Redirects are not followed. */
export function upstreamCaller({ bases, key }: UpstreamSettings, limits: CallLimits, connections: number): Caller {
  const options = {
    connections,
    maxResponseSize: limits.bodyBytes,
    // One deadline below covers the whole call; undici's own timers are coarse and cover only parts.
    connect: { timeout: limits.timeoutMs },
    headersTimeout: 0,
    bodyTimeout: 0,
  };
  const pools = new Map<string, Pool>();
  const poolOf = (origin: string) => {
    const pool = pools.get(origin) ?? new Pool(origin, options);
    pools.set(origin, pool);
    return pool;
  };
  const routeTo = (base: string) => {
    const { origin, pathname } = new URL(base);
    return { pool: poolOf(origin), path: pathname.replace(/\/$/, '') };
  };
  const routes = { core: routeTo(bases.core), scheduling: routeTo(bases.scheduling), reports: routeTo(bases.reports) };
  const headers = {
    accept: 'application/json',
    'accept-encoding': 'br, gzip',
    'user-agent': 'flightline',
    'x-subscription-key': key,
  };

  const fetch: Fetch = async ({ id, address }) => {
    const { area } = operations[id];
    const { pool, path } = routes[area];
    // The base address of an area replaces its documented path.
    const call = { method: 'GET' as const, path: path + address.slice(areaPaths[area].length), headers };
    const { status, received, body } = await exchange(pool, call, limits.timeoutMs);
    return { ...(await readAnswer(status, received, body, limits.bodyBytes)), head: headOf(received) };
  };
  return { fetch, close: async () => void (await Promise.all(Array.from(pools.values(), (pool) => pool.destroy()))) };
}

/** Headers about call limits, and the service's clock. */
const wantedHeaders = /rate-?limit|^(?:retry-after|date)$/;

function headOf(received: ReceivedHead['received']): NonNullable<UpstreamAnswer['head']> {
  return Object.entries(received).flatMap(([name, value]) =>
    typeof value === 'string' && wantedHeaders.test(name) ? [[name, value] as const] : [],
  );
}

type ReceivedHead = {
  readonly status: number;
  readonly received: { readonly [name: string]: string | string[] | undefined };
};
type Received = ReceivedHead & { readonly body: NonSharedBuffer };

/** Sends a call and collects its answer. Rejects with `UpstreamFailure`. */
function exchange(pool: Pool, call: Dispatcher.DispatchOptions, timeoutMs: number): Promise<Received> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let head: ReceivedHead | null = null;
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
        // The call's time ran out while it waited for a connection.
        if (isLate) started.abort(new UpstreamFailure('timeout'));
      },
      onResponseStart(_, status, received) {
        if (status >= 200) head = { status, received };
      },
      onResponseData: (_, chunk) => void chunks.push(chunk),
      onResponseEnd() {
        clearTimeout(timer);
        if (!head) return reject(new UpstreamFailure('cut'));
        resolve({ ...head, body: joined(chunks) });
      },
      onResponseError(_, error) {
        clearTimeout(timer);
        reject(new UpstreamFailure(kindOf(error, head !== null), error));
      },
    });
  });
}

/** The most extra memory that a body may keep alive: the headers read with it. */
const spareBytes = 1_024;

/** The chunks as one. A single chunk is copied only if it would keep a much larger buffer alive. */
function joined(chunks: readonly Buffer[]): NonSharedBuffer {
  const [first] = chunks;
  if (!first || chunks.length > 1) return Buffer.concat(chunks);
  const { buffer, byteOffset, length } = first;
  const isSmall = buffer instanceof ArrayBuffer && buffer.byteLength - length <= spareBytes;
  return isSmall ? Buffer.from(buffer, byteOffset, length) : Buffer.concat(chunks);
}

const resets = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);

/** Whether something answered that does not speak HTTP, or not as we take it. */
function isNoHttp(error: Error): boolean {
  return (
    error instanceof errors.HTTPParserError ||
    error instanceof errors.HeadersOverflowError ||
    error instanceof errors.ResponseContentLengthMismatchError ||
    errorCode(error) === 'ERR_ASSERTION'
  );
}

function kindOf(error: Error, hasAnswered: boolean): FailureKind {
  if (error instanceof errors.ResponseExceededMaxSizeError) return 'oversized';
  if (hasAnswered) return 'cut';
  if (isUntrusted(errorCode(error))) return 'untrusted';
  if (isNoHttp(error)) return 'unreadable';
  return resets.has(errorCode(error)) ? 'reset' : 'unreachable';
}

/** A record of calls that survives the process, so that the next one knows the used allowance. Times of day. */
export type CallLog = {
  readonly begin: (at: number) => number;
  readonly end: (call: number, at: number) => void;
  /** When calls ended, for those that ended after `since` or may have. */
  readonly recent: (since: number) => readonly number[];
};

/** A call that failed or was answered with an error. */
export type CallFailure = {
  /** The status, or the kind of failure. */
  readonly result: string;
  /** The message for people. */
  readonly message: string;
  /** Only for the log: it may name the upstream. */
  readonly cause?: unknown;
};

export type Recording = {
  readonly metrics: Metrics;
  readonly calls: CallLog;
  /** The time of day. */
  readonly wall: () => number;
  readonly onFailure: (failure: CallFailure, request: UpstreamRequest) => void;
};

/** Counts calls and reports failures. An unexpected error in a call fails the call, not the process. */
export function recorded(fetch: Fetch, { metrics, calls, wall, onFailure }: Recording): Fetch {
  return async (request) => {
    const call = calls.begin(wall());
    try {
      const answer = await fetch(request);
      const { status } = answer;
      const message = status < 400 ? null : `The flight service answered ${status}.`;
      count(metrics, { result: String(status), status, message }, wall());
      if (message !== null) onFailure({ result: String(status), message }, request);
      return answer;
    } catch (error) {
      const failure = error instanceof UpstreamFailure ? error : new UpstreamFailure('fault', error);
      const { kind, cause } = failure;
      const message = failures[kind].words;
      count(metrics, { result: kind, status: null, message }, wall());
      onFailure({ result: kind, message, cause }, request);
      throw failure;
    } finally {
      calls.end(call, wall());
    }
  };
}

type CallResult = { readonly result: string; readonly status: number | null; readonly message: string | null };

function count(metrics: Metrics, { result, status, message }: CallResult, now: number): void {
  const at = new Date(now);
  metrics.calls.set(result, (metrics.calls.get(result) ?? 0) + 1);
  metrics.lastCall = { at, status, failure: status === null ? result : null };
  if (message === null) {
    metrics.lastAnswerAt = at;
    return;
  }
  metrics.failures++;
  metrics.lastFailure = { at, status, words: message };
}
