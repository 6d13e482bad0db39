import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An upstream that enforces an allowance, as the service does, and counts calls. */
export type StrictUpstream = {
  readonly url: string;
  /** When each call arrived, in milliseconds, and its address. */
  readonly calls: readonly { readonly at: number; readonly address: string }[];
  readonly tooMany: () => number;
  readonly stop: () => Promise<void>;
};

const windowMs = 60_000;

/** An empty list (section 2.1). */
const emptyList = JSON.stringify({ totalItems: 0, offset: 0, limit: null, items: [] });

/**
 * Answers after a delay: with this JSON if the address contains the mark, otherwise with an empty list, and with 429 beyond so
 * many calls in any 60 seconds.
 */
export async function startStrictUpstream(
  json: string,
  mark: string,
  { allowance, delayMs }: { readonly allowance: number; readonly delayMs: number },
): Promise<StrictUpstream> {
  const calls: { at: number; address: string }[] = [];
  const times: number[] = [];
  let refused = 0;
  const server = createServer((incoming, outgoing) => {
    const now = performance.now();
    const address = incoming.url ?? '';
    times.push(now);
    calls.push({ at: now, address });
    const body = address.includes(mark) ? json : emptyList;
    if (within(times, now) <= allowance) setTimeout(() => outgoing.end(body), delayMs);
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

/** The most calls in any 60 seconds. */
export function maxInWindow(calls: readonly number[]): number {
  return Math.max(0, ...calls.map((call, index) => within(calls.slice(0, index + 1), call)));
}

/** Calls in the 60 seconds up to this moment. */
function within(calls: readonly number[], now: number): number {
  const first = calls.findIndex((call) => call > now - windowMs);
  return first < 0 ? 0 : calls.length - first;
}
