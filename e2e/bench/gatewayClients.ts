import { Pool } from 'undici';
import { browserAgent } from '#e2e/servers/teststand.ts';
import { passedMark, passedPath, startGateway } from './gatewayProcess.ts';
import { maxInWindow, startStrictUpstream } from './gatewayUpstream.ts';

export type Crowd = {
  readonly clients: number;
  readonly allowance: number;
  /** Requests of all clients together, and those without a 200. */
  readonly requests: number;
  readonly failed: number;
  /** Calls for the clients that reached the upstream after all had started. */
  readonly calls: number;
  /** The most calls in any 60 seconds from the start, the local copy's included, and those that the upstream refused. */
  readonly max: number;
  readonly tooMany: number;
};

const addresses = 30;
const intervalMs = 15_000;
const upstreamDelayMs = 120;

/**
 * So many clients, each requesting the same 30 addresses every 15 seconds, at its own moments. The local copy cannot answer them.
 * They start within one interval, have another to fill the store, and are then counted for so many more, all in real time.
 */
export async function runCrowd(clients: number, allowance: number, intervals: number, json: string): Promise<Crowd> {
  const upstream = await startStrictUpstream(json, passedMark, { allowance, delayMs: upstreamDelayMs });
  const gateway = await startGateway(upstream.url, allowance);
  const pool = new Pool(gateway.url, { connections: 50 });
  const outcome = { requests: 0, failed: 0 };
  const counted = performance.now() + 2 * intervalMs;
  const end = counted + intervals * intervalMs;

  const ask = async (address: number) => {
    outcome.requests++;
    const { statusCode, body } = await pool.request({
      method: 'GET',
      path: passedPath(address),
      headers: browserAgent,
    });
    if (statusCode !== 200) outcome.failed++;
    await body.dump();
  };
  const poll = async (address: number) => {
    let next = performance.now() + Math.random() * intervalMs;
    for (; next < end; next += intervalMs) {
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, next - performance.now())));
      await ask(address);
    }
  };
  const polls = Array.from({ length: clients * addresses }, (_, index) => poll(index % addresses));
  await Promise.all(polls);

  await pool.close();
  await Promise.all([gateway.stop(), upstream.stop()]);
  const isCounted = ({ at, address }: (typeof upstream.calls)[number]) =>
    at >= counted && at < end && address.includes(passedMark);
  const calls = upstream.calls.filter(isCounted).length;
  const max = maxInWindow(upstream.calls.map(({ at }) => at));
  return { clients, allowance, ...outcome, calls, max, tooMany: upstream.tooMany() };
}
