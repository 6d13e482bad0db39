import { everyone } from '#contract/access/grants.ts';
import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { connect } from 'node:net';
import { onTestFinished, vi } from 'vitest';
import type { Config } from '#contract/gateway/config.ts';
import { areaPaths } from '#contract/operations.ts';
import type { Access } from '#server/http/rights/access.ts';
import { createGateway, type Gateway, type GatewayOptions } from '#server/http/gateway.ts';
import { refusalReply } from '#server/http/reply.ts';
import type { Writable } from 'node:stream';
import { brotliCompressSync, gzipSync } from 'node:zlib';

export const testKey = 'k3y/with+odd"signs-0123456789';
export const aircraftPath = '/api/core/v1.0/operators/1001/aircraft';

export const testConfig: Config = {
  operatorId: 1001,
  operatorName: 'Pikes Peak Flying School',
  timeZone: 'America/Denver',
  zonelessTimes: 'operator',
  shiftStarts: ['06:00', '14:00', '22:00'],
  copyDays: { back: 14, ahead: 42 },
  thresholds: {},
  who: everyone,
  reportOffset: 'page',
  rateLimit: 100_000,
  embedded: false,
  position: null,
};

export type Reply = { readonly status: number; readonly headers: IncomingHttpHeaders; readonly body: Buffer };

export type Stand = {
  readonly port: number;
  /** The host of the upstream, which no browser may learn. */
  readonly upstreamHost: string;
  /** Calls that reached the upstream. */
  readonly calls: readonly IncomingMessage[];
  readonly ask: (path: string, headers?: { [name: string]: string }, method?: string) => Promise<Reply>;
  /** Sends raw bytes, and collects the answer until the connection ends. */
  readonly send: (bytes: string) => Promise<string>;
  /** Changes the upstream's answer from now on. */
  readonly answerWith: (answer: RequestListener) => void;
  /** Stops the upstream and all its connections; `restart` starts it again at the same address. */
  readonly stop: () => Promise<void>;
  readonly restart: () => Promise<void>;
  /** Advances the gateway's clocks, which are otherwise stopped. */
  readonly advance: (seconds: number) => void;
  readonly gateway: Gateway;
};

/** Access with only a function that identifies the caller; the rest does nothing. */
export function accessOf(callerOf: Access['callerOf']): Access {
  return {
    callerOf,
    early: {},
    answerUnknownCaller: () => refusalReply({ status: 401, problems: [{ message: 'Sign in first.' }] }),
    own: {},
    onRevoked: () => undefined,
    close: () => undefined,
  };
}

/** Waits until an expectation holds, as long as a slow machine needs. */
export const eventually = <Value>(expectation: () => Value | Promise<Value>) => vi.waitFor(expectation, 120_000);

/** Policies under which every request calls the upstream. */
export const noCaching = () => ({ fresh: 0, atOnce: 0, kept: -1 });

/** A real upstream with a given answer and a gateway in front of it, both on sockets; both end with the test. */
export async function openStand(first: RequestListener, options: Partial<GatewayOptions> = {}): Promise<Stand> {
  const calls: IncomingMessage[] = [];
  let answer = first;
  let skipped = 0;
  const upstreamServer = createServer((incoming, outgoing) => {
    calls.push(incoming);
    answer(incoming, outgoing);
  });
  const upstreamPort = await listen(upstreamServer);
  const upstreamHost = `127.0.0.1:${upstreamPort}`;
  const base = `http://${upstreamHost}/flight`;
  const bases = {
    core: base + areaPaths.core,
    scheduling: base + areaPaths.scheduling,
    reports: `http://${upstreamHost}/elsewhere`,
  };
  const upstream = { bases, key: testKey };
  const gateway = createGateway({
    config: testConfig,
    upstream,
    host: '127.0.0.1',
    dashboard: null,
    retryWait: { minMs: 0, maxMs: 1 },
    monotonic: () => skipped,
    wall: () => Date.UTC(2026, 10, 20) + skipped,
    shares: { workBurstMs: 3_600_000 },
    ...options,
  });
  const port = await listen(createServer(gateway.listener));
  onTestFinished(() => gateway.close());
  return {
    port,
    upstreamHost,
    calls,
    ask: (path, headers, method) => ask(port, path, headers, method),
    send: (bytes) => send(port, bytes),
    answerWith: (next) => void (answer = next),
    stop: async () => {
      const closed = once(upstreamServer, 'close');
      upstreamServer.close();
      upstreamServer.closeAllConnections();
      await closed;
    },
    restart: async () => {
      upstreamServer.listen(upstreamPort, '127.0.0.1');
      await once(upstreamServer, 'listening');
    },
    advance: (seconds) => void (skipped += seconds * 1000),
    gateway,
  };
}

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server does not listen on a port.');
  return address.port;
}

/** The start of every browser's user agent; anything else is a program. */
export const browserAgent = { 'user-agent': 'Mozilla/5.0 (test)' } as const;

/** A plain browser request, with the path and headers unchanged. */
function ask(port: number, path: string, headers: { [name: string]: string } = {}, method = 'GET'): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const call = request(
      { port, host: '127.0.0.1', path, method, headers: { ...browserAgent, ...headers }, agent: false },
      (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.on('error', reject);
        incoming.on('end', () => {
          resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, body: Buffer.concat(chunks) });
        });
      },
    );
    call.on('error', reject);
    call.end();
  });
}

function send(port: number, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    let received = '';
    socket.setEncoding('latin1');
    socket.on('data', (text: string) => (received += text));
    socket.on('error', reject);
    socket.on('close', () => resolve(received));
  });
}

/** An upstream that answers everything like this. */
export function always(
  status: number,
  body: string | Buffer,
  headers: { [name: string]: string } = {},
): RequestListener {
  return (_, outgoing) => {
    outgoing.writeHead(status, { 'content-type': 'application/json', ...headers });
    outgoing.end(body);
  };
}

export const emptyList = JSON.stringify({ totalItems: 0, offset: 0, limit: null, items: [] });

/** A way in which an upstream fails, and the gateway's answer. */
export type BadAnswer = {
  readonly answer: RequestListener;
  /** The status for a client without a stored answer. */
  readonly status: number;
  readonly words: RegExp;
  /** The detail in `Cache-Status` if the stored answer is sent. */
  readonly detail: string;
};

export const failureLimits = { timeoutMs: 1_000, bodyBytes: 20_000 };

const page = { 'content-type': 'text/html' };
const limited = 'Rate limit is exceeded. Try again in 7 seconds.';
const limitedObject = JSON.stringify({ statusCode: 429, message: limited });
const limitedArray = JSON.stringify([{ code: 429, message: limited, category: 0 }]);

/** Every failure that live services have shown or may show, by name. */
export const upstreamFailures: { readonly [name: string]: BadAnswer } = {
  'a reset before the answer': reset(
    (incoming) => void incoming.socket.resetAndDestroy(),
    /closed the connection before/,
    'reset',
  ),
  'a reset in the middle': reset(cutWithin, /in the middle/, 'cut'),
  hang: late(() => undefined),
  'slow headers': late((incoming) => {
    incoming.socket.write('HTTP/1.1 200 OK\r\n');
    dribble(incoming.socket, 'x');
  }),
  'a slow body': late((_, outgoing) => {
    outgoing.writeHead(200);
    dribble(outgoing, ' ');
  }),
  'error 500': passed(500, '[{"code": 1, "message": "No.", "category": 0}]'),
  'error 502 in markup': passed(502, '<html><h1>Bad Gateway</h1></html>', page),
  'error 503': passed(503, ''),
  'an error of another form': passed(500, '{"errors": [{"code": 7, "message": "No.", "category": 0}]}'),
  'an empty error array': passed(500, '[]'),
  '429 with Retry-After': passed(429, limitedArray, { 'retry-after': '7' }),
  '429 with the time in words': passed(429, limitedObject),
  '429 in plain text': passed(429, limited, { 'content-type': 'text/plain' }),
  '429 without a word': passed(429, ''),
  '429 as an object with status 200': { ...passed(200, limitedObject), status: 429, detail: 'upstream-429' },
  '429 as an array with status 200': { ...passed(200, limitedArray), status: 429, detail: 'upstream-429' },
  'an error array with status 200': {
    ...passed(200, '[{"code": 503, "message": "No.", "category": 0}]'),
    status: 503,
    detail: 'upstream-503',
  },
  garbage: unreadable('\u0000\u0001 no JSON at all'),
  'truncated JSON': unreadable(emptyList.slice(0, -5)),
  'an empty body': unreadable(''),
  'no content': unreadable('', {}, 204),
  'a page of markup': unreadable('<html>Sign in</html>', page),
  'an unknown coding': unreadable(emptyList, { 'content-encoding': 'zstd' }),
  'a coding that it is not in': unreadable(emptyList, { 'content-encoding': 'gzip' }),
  'text in UTF-16': unreadable(Buffer.from(emptyList, 'utf16le')),
  'a redirect': {
    answer: always(302, '', { location: '/elsewhere' }),
    status: 502,
    words: /another address/,
    detail: 'redirect',
  },
  'a huge body': oversized(JSON.stringify(['x'.repeat(50_000)])),
  'a bomb in gzip': oversized(gzipSync(`[${' '.repeat(5_000_000)}]`), 'gzip'),
  'a bomb in brotli': oversized(brotliCompressSync(`[${' '.repeat(5_000_000)}]`), 'br'),
};

function reset(answer: RequestListener, words: RegExp, detail: string): BadAnswer {
  return { answer, status: 502, words, detail };
}

function late(answer: RequestListener): BadAnswer {
  return { answer, status: 504, words: /took too long.*Try again/, detail: 'timeout' };
}

function passed(status: number, body: string, headers = {}): BadAnswer {
  return { answer: always(status, body, headers), status, words: /\w/, detail: `upstream-${status}` };
}

function unreadable(body: string | Buffer, headers = {}, status = 200): BadAnswer {
  return {
    answer: always(status, body, headers),
    status: 502,
    words: /not valid JSON.*Try again/,
    detail: 'unreadable',
  };
}

function oversized(body: string | Buffer, coding?: string): BadAnswer {
  const headers = coding === undefined ? {} : { 'content-encoding': coding };
  return { answer: always(200, body, headers), status: 502, words: /too large.*Request less/, detail: 'oversized' };
}

function cutWithin(incoming: IncomingMessage, outgoing: ServerResponse): void {
  outgoing.writeHead(200, { 'content-length': '1000' });
  outgoing.write('{"items": [', () => incoming.socket.destroy());
}

function dribble(target: Writable, text: string): void {
  const timer = setInterval(() => target.write(text), 20);
  target.on('close', () => clearInterval(timer));
  target.on('error', () => undefined);
}
