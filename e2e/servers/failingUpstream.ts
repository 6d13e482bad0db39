import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Failures on the way to the service: it is down, slow, out of allowance, or sends an invalid answer. */
type Trouble = 'none' | 'gone' | 'slow' | 'limited' | 'garbage';

export type FailingUpstream = {
  readonly url: string;
  /** All calls received, whatever their result. */
  readonly calls: () => number;
  readonly become: (trouble: Trouble) => void;
  /** From now on changes answers before passing them on. */
  readonly rewrite: (change: (body: string) => string) => void;
  readonly close: () => Promise<void>;
};

/** Longer than the gateway waits if it has an older answer. */
const slowMs = 4_000;

/** A proxy between a gateway and its operator that fails on demand. */
export async function startFailingUpstream(operator: string): Promise<FailingUpstream> {
  let trouble: Trouble = 'none';
  let calls = 0;
  let change = (body: string) => body;
  const server = createServer((incoming, outgoing) => {
    calls += 1;
    const key = String(incoming.headers['x-subscription-key']);
    // The caller may be gone, and the operator too.
    const pass = () =>
      void forward(`${operator}${incoming.url}`, key, outgoing, change).catch(() => outgoing.destroy());
    answers[trouble](outgoing, pass);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls: () => calls,
    become: (next) => (trouble = next),
    rewrite: (next) => (change = next),
    close: () => end(server),
  };
}

const answers: { readonly [Name in Trouble]: (outgoing: ServerResponse, pass: () => void) => void } = {
  none: (_, pass) => pass(),
  gone: (outgoing) => outgoing.destroy(),
  slow: (_, pass) => setTimeout(pass, slowMs),
  limited: (outgoing) =>
    outgoing
      .writeHead(429, { 'content-type': 'application/json', 'retry-after': '20' })
      .end('{"statusCode":429,"message":"Rate limit is exceeded. Try again in 20 seconds."}'),
  garbage: (outgoing) => outgoing.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Welcome to the hotel</h1>'),
};

async function forward(
  address: string,
  key: string,
  outgoing: ServerResponse,
  change: (body: string) => string,
): Promise<void> {
  const answer = await fetch(address, { headers: { 'x-subscription-key': key } });
  const body = change(await answer.text());
  outgoing.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' }).end(body);
}

/** Closes a server and every connection to it. */
export async function end(server: Server): Promise<void> {
  const ended = new Promise((resolve) => server.close(resolve));
  server.closeAllConnections();
  await ended;
}
