import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Writable } from 'node:stream';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { always, emptyList } from '#server/gateway/teststand.ts';

/** A way in which an upstream goes wrong, and what is said of it. */
export type Fault = {
  readonly answer: RequestListener;
  /** What a client without a stored answer gets. */
  readonly status: number;
  readonly words: RegExp;
  /** What `Cache-Status` says of it where the stored answer is given out. */
  readonly detail: string;
};

export const faultLimits = { timeoutMs: 300, bodyBytes: 20_000 };

const page = { 'content-type': 'text/html' };
const limited = 'Rate limit is exceeded. Try again in 7 seconds.';
const limitedObject = JSON.stringify({ statusCode: 429, message: limited });
const limitedArray = JSON.stringify([{ code: 429, message: limited, category: 0 }]);

/** Every fault that a live service has shown or may show, by name. */
export const faults: { readonly [name: string]: Fault } = {
  'a reset before the answer': reset((incoming) => void incoming.socket.resetAndDestroy(), /broke off before/, 'reset'),
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

function reset(answer: RequestListener, words: RegExp, detail: string): Fault {
  return { answer, status: 502, words, detail };
}

function late(answer: RequestListener): Fault {
  return { answer, status: 504, words: /took too long.*Try again/, detail: 'timeout' };
}

function passed(status: number, body: string, headers = {}): Fault {
  return { answer: always(status, body, headers), status, words: /\w/, detail: `upstream-${status}` };
}

function unreadable(body: string | Buffer, headers = {}, status = 200): Fault {
  return {
    answer: always(status, body, headers),
    status: 502,
    words: /not readable JSON.*Try again/,
    detail: 'unreadable',
  };
}

function oversized(body: string | Buffer, coding?: string): Fault {
  const headers = coding === undefined ? {} : { 'content-encoding': coding };
  return { answer: always(200, body, headers), status: 502, words: /larger answer.*Ask for less/, detail: 'oversized' };
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
