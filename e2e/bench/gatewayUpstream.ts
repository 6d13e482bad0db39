import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An upstream that holds its clients to an allowance, as the service does, and counts. */
export type StrictUpstream = {
  readonly url: string;
  /** When each call came, in milliseconds. */
  readonly calls: readonly number[];
  readonly tooMany: () => number;
  readonly stop: () => Promise<void>;
};

const windowMs = 60_000;

/** Answers with this JSON after a moment, and with 429 beyond so many calls in any 60 seconds. */
export async function startStrictUpstream(json: string, allowance: number, delayMs: number): Promise<StrictUpstream> {
  const calls: number[] = [];
  let refused = 0;
  const server = createServer((_, outgoing) => {
    const now = performance.now();
    calls.push(now);
    if (within(calls, now) <= allowance) setTimeout(() => outgoing.end(json), delayMs);
    else {
      refused++;
      outgoing.writeHead(429, { 'retry-after': '5' }).end('[]');
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const stop = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, calls, tooMany: () => refused, stop };
}

/** The most calls that any 60 seconds held. */
export function mostInWindow(calls: readonly number[]): number {
  return Math.max(0, ...calls.map((call, index) => within(calls.slice(0, index + 1), call)));
}

/** Calls in the 60 seconds up to this moment. */
function within(calls: readonly number[], now: number): number {
  const first = calls.findIndex((call) => call > now - windowMs);
  return first < 0 ? 0 : calls.length - first;
}
