import { type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { errorEntry } from '#contract/errors.ts';
import { numberText } from '#domain/words.ts';
import { securityHeaders } from './reply.ts';

/** Milliseconds for a client to read the answer; what it still sends until then is dropped. */
const patienceMs = 2_000;

/**
 * Answers requests that Node cannot read, which it would answer with an empty body: an address or headers that are too
 * long, a late request, anything that is not HTTP. Browsers get a page, and programs of `/api` its errors.
 */
export function answerUnread(server: Server, maxBytes: number): void {
  const answers = new WeakMap<Socket, ServerResponse>();
  const ended = new WeakSet<Socket>();
  server.on('request', (incoming, outgoing) => void answers.set(incoming.socket, outgoing));
  server.on('clientError', (error: NodeJS.ErrnoException & { readonly rawPacket?: Buffer }, socket) => {
    const ownSocket = socket as Socket;
    const running = answers.get(ownSocket);
    const isBegun = running !== undefined && running.headersSent && !running.writableFinished;
    if (ended.has(ownSocket)) return;
    if (error.code === 'ECONNRESET' || !ownSocket.writable || isBegun) {
      ownSocket.destroy(error);
      return;
    }
    ended.add(ownSocket);
    const head = error.rawPacket?.subarray(0, maxBytes).toString('latin1') ?? '';
    ownSocket.end(answerText(refusalFor(error.code, head, maxBytes), head));
    // A connection that is closed with bytes unread is reset, and the client then loses the answer.
    ownSocket.resume();
    setTimeout(() => ownSocket.destroy(), patienceMs).unref();
  });
}

type Refused = { readonly status: number; readonly words: string };

function refusalFor(code: string | undefined, head: string, maxBytes: number): Refused {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return { status: 408, words: 'The request took too long. Send it again.' };
  if (code !== 'HPE_HEADER_OVERFLOW') return { status: 400, words: 'The server could not read this request.' };
  const max = `${numberText(maxBytes)} characters`;
  const [first = ''] = head.split('\n', 1);
  const isAddress = /^[A-Z]+ \//.test(first) && first.length > maxBytes / 2;
  return isAddress
    ? { status: 414, words: `This address is too long: the server reads at most ${max}. Use a shorter one.` }
    : { status: 431, words: `The address and headers of this request are longer than ${max}. Send less.` };
}

function answerText({ status, words }: Refused, head: string): string {
  const isApi = /^[A-Z]+ \/(?:api|replica)\b/.test(head);
  const body = isApi ? JSON.stringify([errorEntry({ code: status, message: words })]) : page(words);
  const headers = {
    ...securityHeaders,
    'content-type': isApi ? 'application/json; charset=utf-8' : 'text/html; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`, ...lines, '', body].join('\r\n');
}

/** Plain, because no style sheet may load with it. The words hold nothing of the request. */
function page(words: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>Flightline</title></head>
<body><h1>Flightline</h1><p>${words}</p><p><a href="/">Open the first page</a></p></body></html>
`;
}
