import { compareWith } from './comparison.ts';
import { runCrowd } from './gatewayClients.ts';
import {
  aircraftPath,
  type GatewayProcess,
  hottest,
  passedMark,
  passedPath,
  startGateway,
  startPassingGateway,
  startSignedIn,
} from './gatewayProcess.ts';
import { type Nginx, startProxy, startStatic } from './nginx.ts';
import { type Outcome, type Part, quantile } from './outcome.ts';
import { residentMegabytes } from './processes.ts';
import { filled } from '#e2e/fixtures/filled.ts';
import { type Load, load } from './wrk.ts';

const turns = { rounds: 5, warmUps: 2, seconds: 3 };
const crowds = [1, 20, 200];
/** One allowance that 30 addresses every 15 seconds would exceed, and one that they would not. */
const allowances = [60, 240];

/**
 * The gateway compared with nginx, with the same upstream in the same run: processor time of a request that the local copy
 * answers, and of one that is passed on; memory over 500,000 requests; and how many calls 1, 20 and 200 clients cause with
 * requests that only the service can answer.
 *
 * @param args how many intervals of 15 seconds the clients are counted, in real time; default 10. With `--profile` it shows
 *   instead which functions of the gateway take its time
 */
export async function gatewayBench(args: readonly string[]): Promise<Outcome> {
  const intervals = args.find((arg) => arg !== '--profile') ?? '10';
  const upstream = await startStatic(fleet, passedMark);
  try {
    if (args.includes('--profile')) return await profile(upstream);
    const parts = [await compare(upstream), await remember(upstream), await crowd(Number(intervals))];
    return {
      table: [['measure', 'ours', 'beside', 'ratio'], ...parts.flatMap(({ rows }) => rows)],
      figures: Object.assign({}, ...parts.map(({ figures }) => figures)) as Outcome['figures'],
      ratios: Object.assign({}, ...parts.map(({ ratios }) => ratios)) as Outcome['ratios'],
    };
  } finally {
    await upstream.stop();
  }
}

/** A fleet of the usual size: 38 aircraft, about 10 kB. */
const fleet = JSON.stringify({
  totalItems: 38,
  offset: 0,
  limit: null,
  items: Array.from({ length: 38 }, (_, index) => ({
    aircraftId: crypto.randomUUID(),
    tailNumber: `N${500 + index}SP`,
    make: { makeId: crypto.randomUUID(), name: 'Cessna' },
    model: { modelId: crypto.randomUUID(), name: 'C172S' },
    isSimulator: false,
    status: { id: 1, name: 'active' },
  })),
});

/** A different request each time. */
const ever = (path: string) => `return "${path}" .. count`;
const anyDay = passedPath('');

/** The requests to a gateway, and those to nginx for comparison. */
type Case = {
  readonly name: string;
  readonly connections: number;
  readonly gateway: GatewayProcess;
  readonly path: string;
  readonly nginxPath: string;
  readonly headers?: Load['headers'];
  readonly bound?: number;
};

/**
 * A request that the local copy answers, one that is passed on without being stored, and one that is passed on and stored.
 * Requests passed on use six connections, as many as the gateway has calls in flight.
 */
async function startCases(
  upstream: Nginx,
): Promise<{ readonly cases: readonly Case[]; readonly stop: () => Promise<void> }> {
  const gateway = await startGateway(upstream.url, 1_000_000);
  const passing = await startPassingGateway(upstream.url);
  const guarded = await startSignedIn(upstream.url, ['manager', 'dispatcher']);
  await Promise.all([filled(gateway.url), filled(guarded.url, guarded.cookies[0])]);
  const passed = { connections: 6, path: ever(anyDay) };
  const one = { connections: 32, path: `return "${aircraftPath}"`, nginxPath: 'return "/cached"' };
  const cases = [
    { name: 'cached', gateway, ...one },
    ...['manager', 'dispatcher'].map((role, index) => ({
      name: `cached, signed in as ${role}`,
      gateway: guarded,
      ...one,
      headers: { cookie: guarded.cookies[index] ?? '' },
      bound: 2.5,
    })),
    { name: 'proxied', gateway: passing, ...passed, nginxPath: ever('/passed?offset=') },
    { name: 'stored', gateway, ...passed, nginxPath: ever('/cached?offset=') },
  ];
  return { cases, stop: async () => void (await Promise.all([gateway.stop(), passing.stop(), guarded.stop()])) };
}

/** Processor time of one request of each case. */
async function compare(upstream: Nginx): Promise<Part> {
  const proxy = await startProxy(upstream.url);
  const { cases, stop } = await startCases(upstream);
  const compared = cases.map(({ name, connections, gateway: { pid, url }, path, nginxPath, headers, bound }) => ({
    name,
    connections,
    ...(bound !== undefined && { bound }),
    ours: { pid, url, path, ...(headers && { headers }) },
    peer: { pid: proxy.worker, url: proxy.url, path: nginxPath },
  }));
  const part = await compareWith('nginx', compared, turns);
  await Promise.all([proxy.stop(), stop()]);
  return part;
}

/** How many functions of each case are listed. */
const maxHot = 25;

/** Where the time of each case goes, once the code is compiled. */
async function profile(upstream: Nginx): Promise<Outcome> {
  const { cases, stop } = await startCases(upstream);
  const table = [['case', 'share', 'function']];
  for (const { name, connections, gateway, path, headers = {} } of cases) {
    const ask = () => load({ url: gateway.url, connections, seconds: turns.seconds, path, headers });
    await ask();
    const hot = await hottest(gateway, ask);
    table.push(...hot.slice(0, maxHot).map((one) => [name, `${(100 * one.share).toFixed(1)} %`, one.name]));
  }
  await stop();
  return { table, figures: {}, ratios: {} };
}

/**
 * Memory after 50,000 requests, and after 500,000. Every second request is for something new, so that the cache is full long
 * before.
 */
async function remember(upstream: Nginx): Promise<Part> {
  const gateway = await startGateway(upstream.url, 1_000_000);
  const path = `if count % 2 == 0 then ${ever(anyDay)} else return "${aircraftPath}" end`;
  let requests = 0;
  const until = async (count: number) => {
    const readings: number[] = [];
    while (requests < count || readings.length < 3) {
      const done = await load({ url: gateway.url, connections: 6, seconds: 2, path });
      if (done.failed > 0) throw new Error(`${done.failed} requests failed.`);
      requests += done.requests;
      if (requests >= count) readings.push(residentMegabytes(gateway.pid));
    }
    // The amount of uncollected garbage varies.
    return quantile(readings, 0.5);
  };
  const first = await until(50_000);
  const last = await until(500_000);
  await gateway.stop();
  const ratio = last / first;
  return {
    rows: [
      [
        'memory after 500,000 requests',
        `${last.toFixed(0)} MB`,
        `after 50,000 ${first.toFixed(0)} MB`,
        ratio.toFixed(2),
      ],
    ],
    figures: { 'memory after 50,000, MB': first, 'memory after 500,000, MB': last },
    ratios: { 'memory after 500,000 to 50,000': ratio },
  };
}

/**
 * How many calls of 1, 20 and 200 clients reach the upstream. Each crowd has its own gateway and upstream, at the same time. The
 * local copy's own calls count only for the allowance.
 */
async function crowd(intervals: number): Promise<Part> {
  const part: Part & { rows: string[][] } = { rows: [], figures: {}, ratios: {} };
  const pairs = allowances.flatMap((allowance) => crowds.map((clients) => ({ allowance, clients })));
  const all = await Promise.all(pairs.map(({ clients, allowance }) => runCrowd(clients, allowance, intervals, fleet)));
  for (const { clients, allowance, requests, failed, calls, max, tooMany } of all) {
    // In a short run the single client may have made no call.
    const one = all.find((other) => other.allowance === allowance)?.calls;
    const ratio = calls / (one || 1);
    const name = `${clients} clients, allowance ${allowance}`;
    part.rows.push([
      `upstream calls, ${name}`,
      `${calls} for ${requests}`,
      `at most ${max} in 60 s, ${tooMany} refused, ${failed} unanswered`,
      ratio.toFixed(3),
    ]);
    Object.assign(part.figures, {
      [`calls, ${name}`]: calls,
      [`most in 60 s, ${name}`]: max,
      [`429, ${name}`]: tooMany,
    });
    Object.assign(part.ratios, { [`calls to one client, ${name}`]: ratio });
  }
  return part;
}
