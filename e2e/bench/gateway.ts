import { runCrowd } from './gatewayClients.ts';
import { aircraftPath, startGateway, startPassingGateway } from './gatewayProcess.ts';
import { type Nginx, startProxy, startStatic } from './nginx.ts';
import { type Outcome, type Part, quantile } from './outcome.ts';
import { residentMegabytes } from './processes.ts';
import { load, microsecondsEach } from './wrk.ts';

/** Rounds of each comparison, ours and nginx by turns; those before them only warm up. */
const rounds = 5;
const warmUps = 2;
const roundSeconds = 3;
const crowds = [1, 20, 200];
/** One that 30 addresses every 15 seconds would exceed, and one that they would not. */
const allowances = [60, 240];

/**
 * The gateway beside nginx, which has the same upstream in the same run: processor time of a request from the store and
 * of one that is passed on; memory over 500,000 requests; and how many calls 1, 20 and 200 clients cause.
 *
 * @param args for how many intervals of 15 seconds the clients are counted, in real time; 10 when not given
 */
export async function gatewayBench([intervals = '10']: readonly string[]): Promise<Outcome> {
  const upstream = await startStatic(fleet);
  try {
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

const anyAircraft = aircraftPath(0).slice(0, -1);
/** Thirty addresses over and over, or another one each time. */
const thirty = (path: string) => `return "${path}" .. (count % 30)`;
const ever = (path: string) => `return "${path}" .. count`;

/**
 * Processor time of one request in microseconds, ours and nginx: from the store, passed on with nothing stored, and passed
 * on and stored. Six connections where requests are passed on: as many calls the gateway has out.
 */
async function compare(upstream: Nginx): Promise<Part> {
  const proxy = await startProxy(upstream.url);
  const gateway = await startGateway(upstream.url, 1_000_000);
  const passing = await startPassingGateway(upstream.url);
  const cases = [
    { name: 'cached', server: gateway, connections: 32, ours: thirty(anyAircraft), theirs: thirty('/cached?offset=') },
    { name: 'proxied', server: passing, connections: 6, ours: ever(anyAircraft), theirs: ever('/passed?offset=') },
    { name: 'stored', server: gateway, connections: 6, ours: ever(anyAircraft), theirs: ever('/cached?offset=') },
  ];
  const part: Part & { rows: string[][] } = { rows: [], figures: {}, ratios: {} };
  for (const { name, server, connections, ours, theirs } of cases) {
    const given = { connections, seconds: roundSeconds };
    const samples: [number, number][] = [];
    for (let round = -warmUps; round < rounds; round++) {
      const own = await microsecondsEach(server.pid, { ...given, url: server.url, path: ours });
      const peer = await microsecondsEach(proxy.worker, { ...given, url: proxy.url, path: theirs });
      if (round >= 0) samples.push([own, peer]);
    }
    const [own, peer, ratio] = [
      quantile(
        samples.map(([sample]) => sample),
        0.5,
      ),
      quantile(
        samples.map(([, sample]) => sample),
        0.5,
      ),
      quantile(
        samples.map(([mine, other]) => mine / other),
        0.5,
      ),
    ] as const;
    part.rows.push([
      `processor time, ${name}`,
      `${own.toFixed(1)} us`,
      `nginx ${peer.toFixed(1)} us`,
      ratio.toFixed(2),
    ]);
    Object.assign(part.figures, { [`${name}, us`]: own, [`${name} by nginx, us`]: peer });
    Object.assign(part.ratios, { [`${name} to nginx`]: ratio });
  }
  await Promise.all([proxy.stop(), gateway.stop(), passing.stop()]);
  return part;
}

/** Memory after 50,000 requests, and after 500,000; every second for something new, so that the store is full long before. */
async function remember(upstream: Nginx): Promise<Part> {
  const gateway = await startGateway(upstream.url, 1_000_000);
  const path = `if count % 2 == 0 then ${ever(anyAircraft)} else ${thirty(anyAircraft)} end`;
  let requests = 0;
  const until = async (count: number) => {
    const readings: number[] = [];
    while (requests < count || readings.length < 3) {
      const done = await load({ url: gateway.url, connections: 6, seconds: 2, path });
      if (done.failed > 0) throw new Error(`${done.failed} requests failed.`);
      requests += done.requests;
      if (requests >= count) readings.push(residentMegabytes(gateway.pid));
    }
    // What is not collected yet differs from moment to moment.
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

/** What the upstream gets to see of 1, 20 and 200 clients, each crowd with a gateway and an upstream of its own at the same time. */
async function crowd(intervals: number): Promise<Part> {
  const part: Part & { rows: string[][] } = { rows: [], figures: {}, ratios: {} };
  const pairs = allowances.flatMap((allowance) => crowds.map((clients) => ({ allowance, clients })));
  const all = await Promise.all(pairs.map(({ clients, allowance }) => runCrowd(clients, allowance, intervals, fleet)));
  for (const { clients, allowance, requests, failed, calls, most, tooMany } of all) {
    const one = all.find((other) => other.allowance === allowance)?.calls ?? 1;
    const name = `${clients} clients, allowance ${allowance}`;
    part.rows.push([
      `upstream calls, ${name}`,
      `${calls} for ${requests}`,
      `at most ${most} in 60 s, ${tooMany} refused, ${failed} unanswered`,
      (calls / one).toFixed(3),
    ]);
    Object.assign(part.figures, {
      [`calls, ${name}`]: calls,
      [`most in 60 s, ${name}`]: most,
      [`429, ${name}`]: tooMany,
    });
    Object.assign(part.ratios, { [`calls to one client, ${name}`]: calls / one });
  }
  return part;
}
