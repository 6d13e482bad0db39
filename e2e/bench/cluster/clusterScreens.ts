import { setTimeout as sleep } from 'node:timers/promises';
import { Agent } from 'undici';
import * as z from 'zod/mini';
import type { RefreshEvent } from '#contract/gateway/replica.ts';
import { refreshHeader } from '#contract/gateway/callClass.ts';
import { daySpan } from '#domain/time/time.ts';
import { type GatewayProcess, heldBytes } from '#e2e/bench/gatewayProcess.ts';
import { type Part, quantile } from '#e2e/bench/outcome.ts';
import { rename, seen } from '#e2e/bench/replicaChange.ts';
import { today, windowPath } from '#e2e/bench/replicaPages.ts';
import { generateSchool, schoolZone, type SchoolService, serveSchool, defaultSchool } from '#e2e/bench/school.ts';
import { listen } from '#e2e/bench/screens.ts';
import { type BenchCluster, startCluster } from './benchCluster.ts';

const screens = 1_000;
/** A person may have 100 streams per gateway. */
const people = 12;
const changes = 5;
const boundMs = 1_000;
const patienceMs = 30_000;

const windowShape = z.object({
  items: z.array(z.looseObject({ reservationId: z.string(), startTime: z.optional(z.string()) })),
});

/**
 * A thousand screens on three gateways behind nginx, each with an open event stream: the gateways' memory for each, and how long
 * after the planner sees a change all of them learn of it.
 */
export async function clusterScreens(): Promise<Part> {
  const school = generateSchool(defaultSchool, true);
  const service = await serveSchool(school, { allowance: 0, delay: 0 });
  const cluster = await startCluster(service.url, 3, people);
  const leaving = new AbortController();
  const agent = new Agent({ bodyTimeout: 0, headersTimeout: 60_000 });
  try {
    const before = await bytesOf(cluster.gateways);
    /** When each screen, by its number, learned of the current change; clock time in milliseconds. */
    const heardAt = new Map<number, number>();
    const count = { open: 0, lost: 0 };
    for (let screen = 0; screen < screens; screen++) {
      const headers = { cookie: cluster.cookies[screen % people] ?? '' };
      const way = { agent, url: cluster.front.url, signal: leaving.signal, headers };
      const hear = ({ set, changed }: RefreshEvent) => {
        if (set === 'reservations' && changed && !heardAt.has(screen)) heardAt.set(screen, Date.now());
      };
      listen(way, hear, () => count.open++).catch(() => (leaving.signal.aborted ? 0 : count.lost++));
    }
    for (const end = performance.now() + patienceMs; count.open < screens && performance.now() < end;) await sleep(50);
    if (count.open < screens) throw new Error(`Only ${count.open} of ${screens} streams are open.`);
    const after = await bytesOf(cluster.gateways);
    const delays = await measure(cluster, service, heardAt);
    if (count.lost > 0) throw new Error(`${count.lost} streams ended.`);
    return report((after - before) / 1_000 / screens, delays);
  } finally {
    leaving.abort();
    await agent.destroy();
    await cluster.stop();
    await service.stop();
    school.database.close();
  }
}

/** Bytes that the gateways hold together; the lowest of a few readings, because refreshes continue meanwhile. */
async function bytesOf(gateways: readonly GatewayProcess[]): Promise<number> {
  let sum = 0;
  for (const gateway of gateways) {
    const readings: number[] = [];
    while (readings.length < 3) readings.push(await heldBytes(gateway));
    sum += Math.min(...readings);
  }
  return sum;
}

/** How long after the planner saw each change the last screen learned of it, in milliseconds. */
async function measure(
  { front, cookies: [cookie = ''] }: BenchCluster,
  service: SchoolService,
  heardAt: Map<number, number>,
): Promise<readonly number[]> {
  const address = front.url + windowPath(today());
  const { items } = windowShape.parse(await (await fetch(address, { headers: { cookie } })).json());
  const { start } = daySpan(today(), schoolZone);
  const ids = items.flatMap(({ reservationId, startTime = '' }) =>
    Date.parse(startTime) > start ? reservationId : [],
  );
  const delays: number[] = [];
  for (let change = 0; change < changes; change++) {
    const mark = `bench change ${change}`;
    heardAt.clear();
    rename(service, ids[change * 7] ?? '', mark);
    // A request for the newest data, so that the planner looks at once.
    await (await fetch(address, { headers: { cookie, [refreshHeader]: 'now' } })).arrayBuffer();
    for (const end = performance.now() + patienceMs; heardAt.size < screens && performance.now() < end;)
      await sleep(20);
    if (heardAt.size < screens) throw new Error(`Only ${heardAt.size} of ${screens} screens were told.`);
    const seenAt = await seen(front.url, mark, cookie);
    delays.push(...Array.from(heardAt.values(), (at) => at - seenAt));
    console.error(`  change ${change + 1}: all ${heardAt.size} screens`);
  }
  return delays;
}

function report(kilobytes: number, delays: readonly number[]): Part {
  const [median, worst] = [quantile(delays, 0.5), Math.max(...delays)];
  return {
    rows: [
      [`memory of one of ${screens} screens at three gateways`, `${kilobytes.toFixed(0)} kB`, '', ''],
      [
        `a change told to the last of ${screens} screens`,
        `${worst.toFixed(0)} ms`,
        `median ${median.toFixed(0)} ms, at most ${boundMs} ms`,
        (worst / boundMs).toFixed(2),
      ],
    ],
    figures: {
      'memory of a screen, kB': kilobytes,
      [`a change told to ${screens} screens, median, ms`]: median,
      [`a change told to ${screens} screens, worst, ms`]: worst,
    },
    ratios: { 'a change told to the last screen, to its bound': worst / boundMs },
  };
}
