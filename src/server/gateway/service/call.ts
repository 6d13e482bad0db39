import { type Dispatcher, errors, Pool } from 'undici';
import { timeouts } from '#contract/gateway/ages.ts';
import { type Area, areaPaths, operations } from '#contract/operations.ts';
import {
  type FailureKind,
  type Fetch,
  UpstreamFailure,
  type UpstreamSettings,
  type UpstreamAnswer,
  failures,
  type UpstreamRequest,
} from './upstream.ts';
import { isUtf8 } from 'node:buffer';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip } from 'node:zlib';
import { errorEntry, readErrorBody } from '#contract/errors.ts';
import { isJson } from './parse.ts';

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

type Headers = { readonly [name: string]: string | string[] | undefined };

/**
 * Reads what the upstream sent. Of its headers only `retry-after` survives, as a number. An error body that is not JSON
 * (markup, plain text, nothing) becomes the error array of section 7. Throws `UpstreamFailure`.
 */
async function readAnswer(
  status: number,
  headers: Headers,
  sent: NonSharedBuffer,
  most: number,
): Promise<UpstreamAnswer> {
  if (status >= 300 && status < 400) throw new UpstreamFailure('redirect');
  if (status > 599) throw new UpstreamFailure('unreadable');
  const body = await unpack(sent, headers['content-encoding'], most).catch((error: unknown) => {
    if (status >= 400) return Buffer.alloc(0);
    throw error;
  });
  return answerOf(status, inUtf8(body, headers['content-type']), secondsUntil(headers['retry-after']));
}

function answerOf(status: number, body: NonSharedBuffer, retryAfter: number | null): UpstreamAnswer {
  if (status >= 400) return { status, body: errorBody(status, body), retryAfter };
  if (isRefusal(body)) return { status: 429, body: errorBody(429, body), retryAfter };
  if (isJson(body)) return { status, body, retryAfter };
  throw new UpstreamFailure('unreadable');
}

/** No refusal is longer. */
const longestRefusal = 4_096;

/** Whether this says "too many requests", as some services do with status 200. */
function isRefusal(body: Buffer): boolean {
  if (body.length > longestRefusal || !body.includes('429')) return false;
  try {
    const value: unknown = JSON.parse(body.toString());
    const said = Array.isArray(value) ? value[0] : value;
    const { statusCode, code, message } = (said ?? {}) as { [name: string]: unknown };
    return (statusCode === 429 || code === 429) && typeof message === 'string';
  } catch {
    return false;
  }
}

const unpackers = { br: promisify(brotliDecompress), gzip: promisify(gunzip), 'x-gzip': promisify(gunzip) };

/** Undoes the content coding; what unpacks to more than `most` bytes is a bomb. */
async function unpack(
  body: NonSharedBuffer,
  coding: string | string[] | undefined,
  most: number,
): Promise<NonSharedBuffer> {
  if (coding === undefined || coding === 'identity') return body;
  const unpacker = Object.entries(unpackers).find(([name]) => name === coding)?.[1];
  if (!unpacker) throw new UpstreamFailure('unreadable');
  try {
    return await unpacker(body, { maxOutputLength: most });
  } catch (error) {
    const isBomb = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
    throw new UpstreamFailure(isBomb ? 'oversized' : 'unreadable', error);
  }
}

const byteOrderMark = Buffer.from('\uFEFF');

/** The same text in UTF-8 without a byte order mark; of what is in no encoding that it claims, the rest is kept. */
function inUtf8(body: NonSharedBuffer, contentType: string | string[] | undefined): NonSharedBuffer {
  const [, claimed = 'utf-8'] = /charset="?([\w-]+)/i.exec(String(contentType ?? '')) ?? [];
  const isPlain = /^utf-?8$/i.test(claimed) && isUtf8(body);
  if (isPlain) return body.subarray(0, 3).equals(byteOrderMark) ? body.subarray(3) : body;
  return Buffer.from(decoderOf(claimed).decode(body));
}

function decoderOf(claimed: string): TextDecoder {
  try {
    return new TextDecoder(claimed);
  } catch {
    return new TextDecoder();
  }
}

/** The error array as it came, or one made of what else was said. */
function errorBody(status: number, body: NonSharedBuffer): NonSharedBuffer {
  const entries = readErrorBody(body.toString());
  const isArray = body.toString('latin1', 0, 1) === '[' && isJson(body);
  if (isArray && entries.some(({ message }) => message)) return body;
  const said = entries.length > 0 ? entries : [{ code: null, message: null }];
  const whole = said.map(({ code, message }) =>
    errorEntry({ code: code ?? status, message: message ?? adviceOn(status) }),
  );
  return Buffer.from(JSON.stringify(whole));
}

/** What to do where the service does not say it. */
function adviceOn(status: number): string {
  if (status === 401 || status === 403) {
    return `The flight service refuses the key of this server (${status}). Check the key and the operator's number in its settings.`;
  }
  if (status === 404) return 'The flight service has nothing at this address.';
  if (status === 429) return 'The flight service is asked too often. Wait a moment.';
  return `The flight service answered ${status} without saying why. Try again in a minute.`;
}

/** `Retry-After` in whole seconds, whether it gives a span or a date (RFC 9110). */
function secondsUntil(value: string | string[] | undefined): number | null {
  if (typeof value !== 'string') return null;
  if (/^\d{1,6}$/.test(value)) return Number(value);
  const date = /^[A-Z][a-z]{2}, /.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(date) ? null : Math.max(0, Math.ceil((date - Date.now()) / 1000));
}

/** How a call went. */
export type CallResult = {
  /** Null when no answer came that could be read. */
  readonly status: number | null;
  /** The status, or the kind of failure. */
  readonly result: string;
  /** For people; null when all is well. */
  readonly words: string | null;
  /** For the log alone: it may name the upstream. */
  readonly cause?: unknown;
};

/** Tells how each call went. What should never happen in a call is a failure of it too, and not the end of the process. */
export function watched(fetch: Fetch, tell: (result: CallResult, request: UpstreamRequest) => void): Fetch {
  return async (request) => {
    try {
      const answer = await fetch(request);
      const words = answer.status < 400 ? null : `The flight service answered ${answer.status}.`;
      tell({ status: answer.status, result: String(answer.status), words }, request);
      return answer;
    } catch (error) {
      const failure = error instanceof UpstreamFailure ? error : new UpstreamFailure('fault', error);
      const { kind, cause } = failure;
      tell({ status: null, result: kind, words: failures[kind].words, cause }, request);
      throw failure;
    }
  };
}
