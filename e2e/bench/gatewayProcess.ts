import { fileURLToPath } from 'node:url';
import { areaPaths } from '#contract/operations.ts';
import { freePort, startServer, stopServer } from './processes.ts';

export type GatewayProcess = { readonly url: string; readonly pid: number; readonly stop: () => Promise<void> };

/** As the npm scripts start it: with room for what is read, so that it is not collected many times a second under load. */
const flags = ['--initial-old-space-size=128'];
const main = fileURLToPath(new URL('../../src/server/main.ts', import.meta.url));

/** The gateway as a school runs it, in a process of its own. */
export async function startGateway(upstream: string, allowance: number): Promise<GatewayProcess> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = await startServer(process.execPath, [...flags, main], `${url}/health`, {
    API_BASE_URL: upstream,
    API_SUBSCRIPTION_KEY: 'benchmark-key',
    API_OPERATOR_ID: '1001',
    API_RATE_LIMIT: String(allowance),
    OPERATOR_TIME_ZONE: 'America/Denver',
    PORT: String(port),
  });
  return { url, pid: child.pid ?? 0, stop: () => stopServer(child) };
}

const passing = fileURLToPath(new URL('./passingGateway.ts', import.meta.url));

/** The gateway without a store. */
export async function startPassingGateway(upstream: string): Promise<GatewayProcess> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = await startServer(process.execPath, [...flags, passing, upstream, String(port)], `${url}/health`);
  return { url, pid: child.pid ?? 0, stop: () => stopServer(child) };
}

/** The list of aircraft, one of many questions about it. */
export function aircraftPath(number: number): string {
  return `/api${areaPaths.core}/operators/1001/aircraft?offset=${number}`;
}
