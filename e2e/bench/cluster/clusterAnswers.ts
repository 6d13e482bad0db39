import { compareWith } from '#e2e/bench/comparison.ts';
import { startSignedIn } from '#e2e/bench/gatewayProcess.ts';
import type { Nginx } from '#e2e/bench/nginx.ts';
import { type Part, quantile } from '#e2e/bench/outcome.ts';
import { processorSeconds } from '#e2e/bench/processes.ts';
import { filled } from '#e2e/fixtures/filled.ts';
import { apiPath, today, windowPath } from '#e2e/bench/replicaPages.ts';
import { generateSchool, serveSchool, defaultSchool } from '#e2e/bench/school.ts';
import { load } from '#e2e/bench/wrk.ts';
import { startFront } from '#e2e/servers/cluster/nginx.ts';
import { freePort } from '#e2e/servers/freePort.ts';
import { type BenchCluster, startCluster } from './benchCluster.ts';

const connections = 32;
const turns = { rounds: 5, warmUps: 1, seconds: 2 };
const besideOneBound = 1.3;
const counts = [1, 2, 3];

/**
 * The cost of an answer of the local copy: from one, two and three gateways behind nginx, and from a gateway with PostgreSQL
 * compared with one that has only SQLite. People are signed in. All are measured in one run, in turn.
 */
export async function clusterAnswers(): Promise<Part> {
  const school = generateSchool(defaultSchool, true);
  const service = await serveSchool(school, { allowance: 0, delay: 0 });
  const cluster = await startCluster(service.url, Math.max(...counts), 1);
  const alone = await startSignedIn(service.url, ['dispatcher']);
  await filled(alone.url, alone.cookies[0]);
  try {
    const [first] = cluster.gateways;
    if (!first) throw new Error('There is no gateway.');
    const of = (path: string) => ({
      connections,
      bound: besideOneBound,
      ours: {
        pid: first.pid,
        url: first.url,
        path: `return "${path}"`,
        headers: { Host: cluster.host, cookie: cluster.cookies[0] ?? '' },
      },
      peer: { pid: alone.pid, url: alone.url, path: `return "${path}"`, headers: { cookie: alone.cookies[0] ?? '' } },
    });
    const cases = [
      { name: 'list of aircraft with PostgreSQL', ...of(apiPath('listAircraft')) },
      { name: 'day of reservations with PostgreSQL', ...of(windowPath(today())) },
    ];
    const parts = [await byCount(cluster), await compareWith('SQLite', cases, turns)];
    return {
      rows: parts.flatMap(({ rows }) => rows),
      figures: Object.assign({}, ...parts.map(({ figures }) => figures)) as Part['figures'],
      ratios: Object.assign({}, ...parts.map(({ ratios }) => ratios)) as Part['ratios'],
    };
  } finally {
    await cluster.stop();
    await alone.stop();
    await service.stop();
    school.database.close();
  }
}

type Sample = {
  readonly perSecond: number;
  /** Processor microseconds for each answer, of all gateways together and of nginx. */
  readonly gateways: number;
  readonly nginx: number;
};

/** Answers per second, and the processor time of each, by the number of gateways behind nginx. */
async function byCount(cluster: BenchCluster): Promise<Part> {
  const fronts: Nginx[] = [];
  for (const count of counts) fronts.push(await startFront(await freePort(), cluster.gateways.slice(0, count)));
  const samples = counts.map((): Sample[] => []);
  for (let round = -turns.warmUps; round < turns.rounds; round++)
    for (const [index, front] of fronts.entries()) {
      const sample = await measure(front, cluster);
      if (round >= 0) samples[index]?.push(sample);
    }
  await Promise.all(fronts.map((front) => front.stop()));
  const part: Part & { rows: string[][] } = { rows: [], figures: {}, ratios: {} };
  const median = (index: number, of: keyof Sample) => quantile(samples[index]?.map((sample) => sample[of]) ?? [], 0.5);
  for (const [index, count] of counts.entries()) {
    const name = `${count} ${count === 1 ? 'gateway' : 'gateways'} behind nginx`;
    const [perSecond, gateways, nginx] = [
      median(index, 'perSecond'),
      median(index, 'gateways'),
      median(index, 'nginx'),
    ];
    const ratio = gateways / median(0, 'gateways');
    part.rows.push([
      `${name}, processor time of an answer`,
      `${gateways.toFixed(0)} us`,
      `nginx ${nginx.toFixed(0)} us; ${perSecond.toFixed(0)} answers a second`,
      ratio.toFixed(2),
    ]);
    Object.assign(part.figures, {
      [`${name}, answers a second`]: perSecond,
      [`${name}, us`]: gateways,
      [`${name}, nginx, us`]: nginx,
    });
    if (index > 0) Object.assign(part.ratios, { [`answer of ${count} gateways to one`]: ratio });
  }
  return part;
}

/** One load on the nginx in front of the gateways: requests for the list of aircraft. */
async function measure(front: Nginx, { gateways, cookies, host }: BenchCluster): Promise<Sample> {
  const spentBy = (pids: readonly number[]) => pids.reduce((sum, pid) => sum + processorSeconds(pid), 0);
  const pids = gateways.map(({ pid }) => pid);
  const before = [spentBy(pids), spentBy([front.worker])] as const;
  const { requests, failed } = await load({
    url: front.url,
    connections,
    seconds: turns.seconds,
    path: `return "${apiPath('listAircraft')}"`,
    headers: { Host: host, cookie: cookies[0] ?? '' },
  });
  if (failed > 0) throw new Error(`${failed} of ${requests} requests failed.`);
  return {
    perSecond: requests / turns.seconds,
    gateways: ((spentBy(pids) - before[0]) / requests) * 1e6,
    nginx: ((spentBy([front.worker]) - before[1]) / requests) * 1e6,
  };
}
