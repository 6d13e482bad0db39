import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { areaPaths } from '#contract/operations.ts';
import { freePort, startServer, stopServer } from './processes.ts';
import { schoolZone, serviceKey } from './school.ts';

export type GatewayProcess = { readonly url: string; readonly pid: number; readonly stop: () => Promise<void> };

/** As the npm scripts start it: with room for what is read, so that it is not collected many times a second under load. */
const flags = ['--initial-old-space-size=128'];
const main = fileURLToPath(new URL('../../src/server/main.ts', import.meta.url));

/** A directory of its own for what a gateway stores, and its end. */
export function temporaryDirectory(): { readonly path: string; readonly remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), 'flightline-bench-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/**
 * The gateway as a school runs it, in a process of its own. Without a directory it stores its data in one that goes when it
 * ends.
 */
export async function startGateway(upstream: string, allowance: number, directory?: string): Promise<GatewayProcess> {
  const own = directory === undefined ? temporaryDirectory() : null;
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = await startServer(process.execPath, [...flags, main], `${url}/health`, {
    API_BASE_URL: upstream,
    API_SUBSCRIPTION_KEY: serviceKey,
    API_OPERATOR_ID: '1001',
    API_RATE_LIMIT: String(allowance),
    OPERATOR_TIME_ZONE: schoolZone,
    DATA_DIR: directory ?? own?.path ?? '',
    PORT: String(port),
  });
  const stop = async () => {
    await stopServer(child);
    own?.remove();
  };
  return { url, pid: child.pid ?? 0, stop };
}

const passing = fileURLToPath(new URL('./passingGateway.ts', import.meta.url));

/** The gateway without a store. */
export async function startPassingGateway(upstream: string): Promise<GatewayProcess> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = await startServer(process.execPath, [...flags, passing, upstream, String(port)], `${url}/health`);
  return { url, pid: child.pid ?? 0, stop: () => stopServer(child) };
}

/** The list of aircraft, which the local copy answers. */
export const aircraftPath = `/api${areaPaths.core}/operators/1001/aircraft`;

/** In every address of `passedPath`, and in nothing that the local copy asks for itself. */
export const passedMark = '2000-01-02T00:00:00';

/** One of many questions that only the service can answer: reservations of a day that is long over, page by page. */
export function passedPath(page: number | ''): string {
  const filters = `startTime=lt:${passedMark}&endTime=gt:2000-01-01T00:00:00`;
  return `/api${areaPaths.scheduling}/operators/1001/reservations?${filters}&offset=${page}`;
}
