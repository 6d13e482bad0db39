import { setTimeout as sleep } from 'node:timers/promises';
import { startSignedIn } from '#e2e/bench/gatewayProcess.ts';
import { type Part, quantile } from '#e2e/bench/outcome.ts';
import { processorSeconds } from '#e2e/bench/processes.ts';
import { filled } from '#e2e/fixtures/filled.ts';
import { today, windowPath } from '#e2e/bench/replicaPages.ts';
import { generateSchool, serveSchool } from '#e2e/bench/school.ts';
import { ask, type Door, doorOf } from '#e2e/servers/cluster/people.ts';
import { startCluster } from './benchCluster.ts';

const size = { aircraft: 150, perDay: 450, days: 5 };
/** One of this many reservations differs from the previous refresh. */
const changedOneIn = 22;
const turns = { rounds: 5, warmUps: 1, refreshes: 10 };
const bound = 2;

/**
 * A gateway's refresh of the day, from the call to the last write: its processor time with PostgreSQL compared with SQLite. The
 * school has 150 aircraft, and some reservations change each time. Measured in turn, in one run.
 */
export async function clusterWhole(): Promise<Part> {
  const school = generateSchool(size, true);
  const service = await serveSchool(school, { allowance: 0, delay: 0 });
  let turn = 0;
  service.edit((address, text) => (address.includes('/reservations') ? withChanges(text, turn) : text));
  const cluster = await startCluster(service.url, 1, 1);
  const alone = await startSignedIn(service.url, ['dispatcher']);
  await filled(alone.url, alone.cookies[0]);
  const spentOn = async (pid: number, door: Door, cookie = '') => {
    const before = processorSeconds(pid);
    for (let refresh = 0; refresh < turns.refreshes; refresh++) {
      turn++;
      const { status } = await ask(door, windowPath(today()), { cookie, isFresh: true });
      if (status !== 200) throw new Error(`A refresh was answered ${status}.`);
    }
    // Writes still on their way to the database count too.
    await sleep(200);
    return ((processorSeconds(pid) - before) / turns.refreshes) * 1_000;
  };
  try {
    const [first] = cluster.gateways;
    if (!first) throw new Error('There is no gateway.');
    const samples: { shared: number; local: number }[] = [];
    for (let round = -turns.warmUps; round < turns.rounds; round++) {
      const shared = await spentOn(first.pid, doorOf(first, `http://${cluster.host}`), cluster.cookies[0]);
      const local = await spentOn(alone.pid, doorOf(alone, alone.url), alone.cookies[0]);
      if (round >= 0) samples.push({ shared, local });
    }
    const median = (of: (sample: (typeof samples)[number]) => number) => quantile(samples.map(of), 0.5);
    const [shared, local] = [median((one) => one.shared), median((one) => one.local)];
    const ratio = median((one) => one.shared / one.local);
    const name = 'a whole refresh of a day, processor time';
    return {
      rows: [
        [
          name,
          `${shared.toFixed(1)} ms`,
          `SQLite ${local.toFixed(1)} ms, at most ${bound.toFixed(1)}`,
          ratio.toFixed(2),
        ],
      ],
      figures: { [`${name}, ms`]: shared, [`${name} by SQLite, ms`]: local },
      ratios: { [`${name} to SQLite`]: ratio },
    };
  } finally {
    await cluster.stop();
    await alone.stop();
    await service.stop();
    school.database.close();
  }
}

/** A page of reservations, some of which get a new name each time. */
function withChanges(text: string, turn: number): string {
  const page = JSON.parse(text) as { readonly items: readonly object[] };
  const items = page.items.map((item, index) =>
    (index + turn) % changedOneIn === 0 ? { ...item, displayName: `Turn ${turn}` } : item,
  );
  return JSON.stringify({ ...page, items });
}
