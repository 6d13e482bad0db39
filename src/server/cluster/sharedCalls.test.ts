import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { maxCallsWithin, type SeenCall } from '#e2e/servers/cluster/gateways.ts';
import { hasPostgres, type Postgres, startPostgres } from '#e2e/servers/cluster/postgres.ts';
import { Database, DatabaseGone } from './database.ts';
import { migrate } from './migrations.ts';
import type { CallPermit } from '#server/upstream/permits.ts';
import { SharedCalls } from './sharedCalls.ts';

const test = it.skipIf(!hasPostgres);

let postgres: Postgres;
let number = 0;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.remove());

async function openDatabase(): Promise<Database> {
  const database = new Database({ urls: [postgres.url], schema: `calls_${++number}` });
  onTestFinished(() => database.close());
  await migrate(database);
  return database;
}

/** Roomy limits: on a busy machine calls and pauses take longer than intended. */
const roomy = {
  allowance: 12,
  windowMs: 1_500,
  callMs: 900,
  graceMs: 300,
  statementMs: 0,
  clock: () => performance.now(),
};
/** Minutes, which the tests let pass in the database: no machine is so slow that they pass by themselves. */
const limits = {
  allowance: 12,
  windowMs: 600_000,
  callMs: 200_000,
  graceMs: 200_000,
  statementMs: 0,
  clock: () => performance.now(),
};

/** So much time passes for the slots. */
const pass = (database: Database, ms: number) =>
  database.query(`UPDATE call_slot SET free_at = free_at - $1 * interval '1 millisecond'`, [ms]);

/** How many slots belong to calls whose end is not recorded: they stay taken for longer than a window. */
async function unended(database: Database): Promise<number | undefined> {
  const [row] = await database.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM call_slot WHERE free_at > clock_timestamp() + $1 * interval '1 millisecond'`,
    [limits.windowMs],
  );
  return row?.count;
}

async function gateway(database: Pick<Database, 'query'>, id: string, given = limits): Promise<SharedCalls> {
  const calls = new SharedCalls({ ...given, id, database });
  await calls.open();
  return calls;
}

async function takeAll(calls: SharedCalls, callClass: 'person' | 'replica', isAlone = false) {
  const taken = [];
  for (;;) {
    const permit = await calls.take(callClass, isAlone);
    if (typeof permit === 'number') return { taken, wait: permit };
    taken.push(permit);
  }
}

test('the allowance is given to all together, and background calls leave a third of it', async () => {
  const database = await openDatabase();
  const [a, b] = [await gateway(database, 'a'), await gateway(database, 'b')];
  const background = await takeAll(a, 'replica');
  expect(background.taken).toHaveLength(8);
  const people = await takeAll(b, 'person');
  expect(people.taken).toHaveLength(4);
  expect(people.wait).toBeGreaterThan(50);
  for (const permit of background.taken) permit.release();
  await expect.poll(() => unended(database)).toBe(people.taken.length);
  await pass(database, limits.windowMs / 2);
  expect((await takeAll(b, 'person')).taken).toHaveLength(0);
  await pass(database, limits.windowMs / 2);
  expect((await takeAll(b, 'person')).taken).toHaveLength(8);
});

test('a gateway that is gone leaves its calls counted until they must have ended, and a window more', async () => {
  const database = await openDatabase();
  const [a, b] = [await gateway(database, 'a'), await gateway(database, 'b')];
  expect((await takeAll(a, 'person')).taken).toHaveLength(12);
  await pass(database, limits.windowMs + limits.callMs / 2);
  expect((await takeAll(b, 'person')).taken).toHaveLength(0);
  await pass(database, limits.graceMs + limits.callMs);
  expect((await takeAll(b, 'person')).taken).toHaveLength(12);
});

test('the planner goes on alone with its share, which others leave to it, and nobody else goes on', async () => {
  const database = await openDatabase();
  const [a, b] = [await gateway(database, 'a'), await gateway(database, 'b')];
  const [beat] = await database.query<{ shown: string }>(`SELECT beat('a', 0, 6) AS shown`);
  expect(JSON.parse(beat?.shown ?? '')).toMatchObject({ isAlive: true, hasShare: true });
  await a.noteShare(true, performance.now());
  expect((await takeAll(b, 'person')).taken).toHaveLength(9);
  const alone = await takeAll(a, 'replica', true);
  expect(alone.taken).toHaveLength(3);
  await expect(b.take('person', true)).rejects.toBeInstanceOf(DatabaseGone);
  // The planner records the calls it made alone before any other gateway may use that share.
  for (const permit of alone.taken) permit.release();
  await a.giveShareBack();
  expect((await takeAll(b, 'person')).taken).toHaveLength(0);
});

/** A gateway from its start to its death, which is in milliseconds of the test's clock. */
type Life = { readonly name: string; readonly calls: SharedCalls; readonly isPlanner: boolean; readonly dies: number };

/** Gateways that die and start again, and call as fast as they may. The planner sometimes loses the database. */
class Turmoil {
  readonly #database: Database;
  readonly #ends = performance.now() + 7_000;
  #isCut = false;
  readonly seen: SeenCall[] = [];

  /** On a busy machine it goes on until more than two allowances have been used, for at most half a minute. */
  get #isOver(): boolean {
    const late = performance.now() - this.#ends;
    return late >= 0 && (this.seen.length > 2 * roomy.allowance || late > 23_000);
  }

  constructor(database: Database) {
    this.#database = database;
  }

  readonly #planners: Pick<Database, 'query'> = {
    query: (text, values) =>
      this.#isCut ? Promise.reject(new DatabaseGone('cut off')) : this.#database.query(text, values),
  };

  async run(): Promise<void> {
    await Promise.all([this.#live('planner', true), ...['a', 'b', 'c'].map((name) => this.#live(name)), this.#cut()]);
  }

  async #live(name: string, isPlanner = false): Promise<void> {
    for (let life = 0; !this.#isOver; life++) {
      const [database, id] = isPlanner ? [this.#planners, name] : [this.#database, `${name}-${life}`];
      const calls = await gateway(database, id, roomy).catch(() => null);
      if (!calls) {
        await sleep(20);
        continue;
      }
      const dies = performance.now() + 500 + Math.random() * 1_500;
      const ownState = { name, calls, isPlanner, dies };
      await Promise.all([this.#call(ownState), this.#call(ownState), this.#call(ownState), this.#beat(ownState)]);
    }
  }

  async #call(life: Life): Promise<void> {
    const { name, dies } = life;
    while (performance.now() < dies) {
      const permit = await this.#take(life);
      if (typeof permit === 'number') {
        await sleep(Math.min(permit, 60));
        continue;
      }
      // A pause between the permit and the call, sometimes a long one.
      if (Math.random() < 0.2) await sleep(Math.random() * 3 * roomy.graceMs);
      // The gateway is killed before or during the call, so nobody records its end.
      if (performance.now() > dies) return;
      if (!permit.isValid()) {
        permit.release();
        continue;
      }
      const call: SeenCall = { path: name, began: performance.now(), ended: 0 };
      this.seen.push(call);
      await sleep(Math.random() * 60);
      // A call is given up at its time limit, also where timers are late.
      call.ended = Math.min(performance.now(), call.began + roomy.callMs);
      if (performance.now() > dies) return;
      permit.release();
    }
  }

  /** A planner without the database uses its own share. */
  #take({ calls, isPlanner }: Life): Promise<CallPermit | number> {
    return calls
      .take(Math.random() < 0.5 ? 'person' : 'replica', isPlanner && this.#isCut)
      .catch(() => (isPlanner ? calls.take('replica', true) : 30))
      .catch(() => 30);
  }

  async #beat({ name, calls, isPlanner, dies }: Life): Promise<void> {
    if (!isPlanner) return;
    while (performance.now() < dies) {
      const sentAt = performance.now();
      await this.#planners
        .query<{ shown: string }>(`SELECT beat($1, 0, 6) AS shown`, [name])
        .then(([row]) => calls.noteShare((JSON.parse(row?.shown ?? '') as { hasShare: boolean }).hasShare, sentAt))
        .catch(() => undefined);
      await sleep(50);
    }
  }

  async #cut(): Promise<void> {
    while (!this.#isOver) {
      await sleep(400 + Math.random() * 500);
      this.#isCut = !this.#isCut;
    }
  }
}

test('the allowance is never exceeded in any window, with gateways killed, paused and cut off at random', async () => {
  const turmoil = new Turmoil(await openDatabase());
  await turmoil.run();
  expect(turmoil.seen.length).toBeGreaterThan(2 * roomy.allowance);
  expect(maxCallsWithin(turmoil.seen, roomy.windowMs)).toBeLessThanOrEqual(roomy.allowance);
});
