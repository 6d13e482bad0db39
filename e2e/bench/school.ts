import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { DatabaseSync } from 'node:sqlite';
import { operatorApp } from '#operator/app.ts';
import { createOperatorServer } from '#operator/start.ts';
import { openSchool } from '#operator/school/open.ts';
import { openDatabase } from '#operator/database.ts';
import type { School } from '#operator/school/school.ts';
import { zoneClock } from '#operator/school/zone.ts';

/** The configuration of the benchmarks' gateways. */
export const schoolZone = 'America/Denver';
export const serviceKey = 'benchmark-key';

export type SchoolSize = { readonly aircraft: number; readonly perDay: number; readonly days: number };

/** A usual school: 26 aircraft and 90 reservations a day. */
export const defaultSchool: SchoolSize = { aircraft: 26, perDay: 90, days: 60 };

export type GeneratedSchool = { readonly database: DatabaseSync; readonly school: School; readonly now: () => Date };

/**
 * A school around today, as the embedded operator generates it. `isStill`: its clock is stopped, so that nothing changes by
 * itself.
 */
export function generateSchool({ aircraft, perDay, days }: SchoolSize, isStill: boolean): GeneratedSchool {
  const database = openDatabase();
  const began = new Date();
  const now = () => (isStill ? began : new Date());
  const sizes = { aircraft, reservationsPerDay: perDay, days };
  const options = { seed: 1, operatorId: 1001, zone: schoolZone, ...sizes, now: Math.floor(began.getTime() / 1000) };
  return { database, school: openSchool(database, options), now };
}

/** A call that reached the service: milliseconds of `performance.now()`, and the status of the answer. */
type CountedCall = { readonly at: number; readonly address: string; readonly status: number };

/** Changes the text of an answer before the service sends it. */
type Edit = (address: string, text: string) => string;

export type SchoolService = {
  readonly url: string;
  readonly calls: readonly CountedCall[];
  /** From now on changes answers of status 200 in this way. */
  readonly edit: (edit: Edit) => void;
  readonly stop: () => Promise<void>;
};

/** Milliseconds: the least that a service on the internet takes. */
const delayMs = 120;

/** Serves a school, which several services may share, and records the calls; beyond `allowance` calls in 60 s it answers 429. */
export async function serveSchool(
  { database, school, now }: GeneratedSchool,
  { allowance, delay = delayMs }: { readonly allowance: number; readonly delay?: number },
): Promise<SchoolService> {
  const clock = zoneClock(schoolZone);
  const app = operatorApp({ database, school, clock, keys: [serviceKey], rateLimit: allowance, now });
  const calls: CountedCall[] = [];
  let edit: Edit | null = null;
  const server = createOperatorServer(async (request) => {
    const at = performance.now();
    const { pathname, search } = new URL(request.url);
    const answer = await app.fetch(request);
    calls.push({ at, address: pathname + search, status: answer.status });
    if (delay > 0) await new Promise((resolve) => setTimeout(resolve, delay));
    if (!edit || answer.status !== 200) return answer;
    return new Response(edit(pathname + search, await answer.text()), { headers: jsonType });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    edit: (next) => (edit = next),
    stop: () => endServer(server),
  };
}

const jsonType = { 'content-type': 'application/json' };

async function endServer(server: Server): Promise<void> {
  const ended = new Promise((resolve) => server.close(resolve));
  server.closeAllConnections();
  await ended;
}
