import { joinCluster } from '#server/cluster/joinCluster.ts';
import { silentLog } from '#server/observability/log.ts';
import { openStorage } from '#server/replica/storage/openStorage.ts';
import type { ReplicaStorage, StoredCell } from '#server/replica/storage/storage.ts';
import { temporaryDirectory } from '#e2e/bench/gatewayProcess.ts';
import { type Part, quantile } from '#e2e/bench/outcome.ts';
import { startDurable } from './benchCluster.ts';

const aircraft = 150;
const perDay = 450;
/** The number of reservations that differ from the previous refresh. */
const changedPerDay = 20;
const rounds = 60;
const warmUps = 10;
const day = 86_400_000;
const began = Date.parse('2026-05-12T06:00:00Z');
const facts = { said: null, sent: perDay, skipped: [], findings: {} };

/** A refresh of the school, as the planner writes it: one of many, each with different records. */
type Refresh = (storage: ReplicaStorage, turn: number) => void;

/** About as long as the service's records. */
const record = (id: string, turn: number) => {
  const json = JSON.stringify({ id, turn, text: 'x'.repeat(1_500) });
  return { id, json, hash: `${id} ${turn}` };
};

const reservation = (number: number, turn: number) => {
  const start = began + (number / perDay) * 0.9 * day;
  const { json, ...rest } = record(`reservation ${number}`, turn);
  const slim = json.slice(0, 400);
  return { ...rest, json, slim, start, end: start + day / 12, position: number, cell: began };
};

const cellOf = (turn: number): StoredCell => ({
  from: began,
  to: began + day,
  asOf: began + turn,
  revision: turn,
  count: perDay,
  facts,
});

const refreshes: { readonly [name: string]: Refresh } = {
  'a day, all of it new': (storage, turn) => {
    const put = Array.from({ length: perDay }, (_, n) => reservation(n, turn));
    storage.replaceCells({ cells: [cellOf(turn)], put, remove: [], changes: [] });
  },
  'a day unchanged': (storage, turn) => storage.touchCells([{ from: began, asOf: began + turn }]),
  [`a day with ${changedPerDay} changes of ${perDay}`]: (storage, turn) => {
    const put = Array.from({ length: changedPerDay }, (_, n) => reservation((turn * 7 + n * 22) % perDay, turn));
    const changes = put.map(({ id, json }) => ({
      at: began + turn,
      set: 'reservations' as const,
      scope: '',
      id,
      kind: 'changed' as const,
      before: json,
      after: json,
    }));
    storage.replaceCells({ cells: [cellOf(turn)], put, remove: [], changes });
  },
  [`the list of ${aircraft} aircraft, all of it new`]: (storage, turn) =>
    storage.replacePart(
      { set: 'aircraft', scope: '', asOf: began + turn, revision: turn, facts },
      Array.from({ length: aircraft }, (_, n) => record(`aircraft ${n}`, turn)),
      [],
    ),
};

type Spent = { readonly wall: number; readonly processor: number };

/**
 * The cost of writing a refresh of a school of 150 aircraft to the local file and PostgreSQL, compared with only the file:
 * processor time of this process, and the time until it is written. Measured in turn, in one run.
 */
export async function clusterRefresh(): Promise<Part> {
  const [own, others] = [temporaryDirectory(), temporaryDirectory()];
  const postgres = await startDurable();
  const defaults = { service: 'bench', log: silentLog };
  const { storage: alone } = openStorage({ directory: own.path, ...defaults });
  const joined = await joinCluster({
    ...defaults,
    urls: [postgres.url],
    directory: others.path,
    operatorId: 1001,
    port: null,
    allowance: null,
    windowMs: 60_000,
    callMs: 30_000,
    clock: () => performance.now(),
    wall: Date.now,
    auditDays: null,
    graceHours: 12,
  });
  try {
    if (!joined.cluster.isPlanner()) throw new Error('The only gateway does not plan.');
    const part: Part & { rows: string[][] } = { rows: [], figures: {}, ratios: {} };
    for (const [name, refresh] of Object.entries(refreshes)) {
      const samples: { shared: Spent; local: Spent }[] = [];
      for (let turn = 1; turn <= warmUps + rounds; turn++) {
        const shared = await spentOn(joined.storage, refresh, turn);
        const local = await spentOn(alone, refresh, turn);
        if (turn > warmUps) samples.push({ shared, local });
      }
      note(part, name, samples);
    }
    return part;
  } finally {
    await joined.cluster.close();
    joined.storage.close();
    alone.close();
    postgres.remove();
    for (const directory of [own, others]) directory.remove();
  }
}

/** Milliseconds until a refresh is written where other gateways read it. */
async function spentOn(storage: ReplicaStorage, refresh: Refresh, turn: number): Promise<Spent> {
  const [before, used] = [performance.now(), process.cpuUsage()];
  refresh(storage, turn);
  await storage.settled();
  const { user, system } = process.cpuUsage(used);
  return { wall: performance.now() - before, processor: (user + system) / 1_000 };
}

function note(
  part: Part & { rows: string[][] },
  name: string,
  samples: readonly { readonly shared: Spent; readonly local: Spent }[],
): void {
  for (const kind of ['processor', 'wall'] as const) {
    const median = (where: 'shared' | 'local') =>
      quantile(
        samples.map((sample) => sample[where][kind]),
        0.5,
      );
    const [shared, local] = [median('shared'), median('local')];
    const what = `${name}, ${kind === 'processor' ? 'processor time' : 'until written'}`;
    part.rows.push([what, `${shared.toFixed(2)} ms`, `SQLite ${local.toFixed(2)} ms`, (shared / local).toFixed(2)]);
    Object.assign(part.figures, { [`${what}, ms`]: shared, [`${what} by SQLite, ms`]: local });
    Object.assign(part.ratios, { [`${what} to SQLite`]: shared / local });
  }
}
