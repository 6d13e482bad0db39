import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { emptyDirectory, testNow } from '#e2e/servers/access/testAccess.ts';
import { hasPostgres, type Postgres, startPostgres } from '#e2e/servers/cluster/postgres.ts';
import { eventually } from '#e2e/servers/teststand.ts';
import { NotKept } from '#server/http/keeping.ts';
import { silentLog } from '#server/observability/log.ts';
import { sqliteStorage } from '#server/replica/storage/sqliteStorage.ts';
import { createAllowance } from '#server/upstream/allowance.ts';
import { DatabaseGone } from './database.ts';
import { joinCluster } from './joinCluster.ts';
import { keepingOf } from './keepingOf.ts';
import { copyTables } from './sharedTables.ts';
import { WorkingCopy } from './workingCopy.ts';

const test = it.skipIf(!hasPostgres);

let postgres: Postgres | null = null;
beforeAll(async () => {
  if (hasPostgres) postgres = await startPostgres();
});
afterAll(() => postgres?.remove());

/** A keeping whose database answers an exchange when the test says so, and the notes that it keeps. */
function openKeeping() {
  const local = new DatabaseSync(':memory:');
  onTestFinished(() => local.close());
  const storage = sqliteStorage(local, { service: 's', at: testNow });
  const database = { query: () => Promise.reject(new Error('It is not asked here.')) };
  const copy = new WorkingCopy({ part: 'copy', local, tables: copyTables(local), database });
  const exchanges: PromiseWithResolvers<void>[] = [];
  const time = { now: 0 };
  const cluster = {
    reached: () => Promise.resolve(),
    settled: () => {
      const exchange = Promise.withResolvers<void>();
      exchanges.push(exchange);
      return exchange.promise;
    },
    trouble: () => null,
    touch: () => undefined,
    figures: () => ({ gateways: 2 }) as ReturnType<Parameters<typeof keepingOf>[0]['figures']>,
  };
  const keeping = keepingOf(
    cluster,
    copy,
    () => undefined,
    () => time.now,
  );
  const note = (name: string) => keeping.keep(() => storage.remember('last', name));
  return { note, last: () => storage.memory('last'), exchanges, time };
}

const passed = () => new Promise(setImmediate);
const names = (count: number) => Array.from({ length: count }, (_, number) => `note ${number}`);

it('a crowd of changes waits for a slow database together, not one after another', async () => {
  const { note, last, exchanges } = openKeeping();
  const first = note('first');
  await passed();
  const crowd = Promise.all(names(400).map(note));
  await passed();
  exchanges[0]?.resolve();
  await first;
  await passed();
  expect(exchanges).toHaveLength(2);
  exchanges[1]?.resolve();
  await crowd;
  expect(last()).toBe('note 399');
});

it('changes that a failed exchange should have confirmed are all refused, and the row is as before all of them', async () => {
  const { note, last, exchanges } = openKeeping();
  const first = note('first');
  await passed();
  const crowd = names(20).map(note);
  await passed();
  exchanges[0]?.resolve();
  await first;
  await passed();
  exchanges[1]?.reject(new DatabaseGone('gone'));
  const outcomes = await Promise.allSettled(crowd);
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toEqual([]);
  expect(last()).toBe('first');
});

it('a change that could not begin for too long is refused, and does not happen later', async () => {
  const { note, last, exchanges, time } = openKeeping();
  const first = note('first');
  await passed();
  const second = note('second');
  await passed();
  time.now = 11_000;
  exchanges[0]?.resolve();
  await first;
  await expect(second).rejects.toThrow(NotKept);
  await expect(second).rejects.toThrow(/database is slow/);
  expect([last(), exchanges.length]).toEqual(['first', 1]);
  const third = note('third');
  await passed();
  exchanges[1]?.resolve();
  await third;
  expect(last()).toBe('third');
});

test('thousands of notices and requests become a few statements, and none of them is missed', async () => {
  const directory = emptyDirectory();
  const { cluster, storage } = await joinCluster({
    directory,
    operatorId: 1001,
    urls: [postgres?.url ?? ''],
    service: 's',
    port: null,
    auditDays: null,
    graceHours: 12,
    allowance: null,
    windowMs: 60_000,
    callMs: 30_000,
    clock: () => performance.now(),
    wall: Date.now,
    log: silentLog,
  });
  onTestFinished(async () => {
    await cluster.close();
    storage.close();
  });
  await eventually(() => expect(cluster.isPlanner()).toBe(true));
  const heard = new Set<string>();
  let calls = 0;
  cluster.listen({
    onRequests: (requests) => requests.forEach(({ scope = '' }) => heard.add(scope)),
    onCall: () => void calls++,
  });
  const statements = () => [...cluster.database.statements.values()].reduce((sum, { count }) => sum + count, 0);
  const before = statements();
  const flood = (payload: string) =>
    postgres?.sql(
      `DO $$ BEGIN FOR i IN 1..5000 LOOP PERFORM pg_notify('flightline_1001', ${payload}); END LOOP; END $$`,
    );
  flood(`'wish ' || i`);
  flood(`'copy ' || 900000000 + i`);
  flood(`'call x' || i`);
  flood(`repeat('x', 7000) || i`);
  for (let person = 0; person < 2_000; person++)
    cluster.request([{ set: 'user', scope: `user ${person % 200}`, isFresh: true }]);
  await eventually(() => expect([heard.size, calls]).toEqual([200, 5_000]));
  await cluster.settled();
  expect(statements() - before).toBeLessThan(200);
  expect(cluster.trouble()).toBeNull();
});

it('calls that others report take no more memory than the allowance has, and the next call is as late as with all of them', () => {
  const bounds = [{ classes: ['person', 'program', 'load', 'replica'], share: 1, spareConnections: 0 }] as const;
  const allowance = createAllowance({ allowance: 40, windowMs: 60_000, bounds });
  for (let now = 0; now < 5_000; now++) allowance.restore([now], now);
  expect(allowance.used(5_000)).toBe(40);
  const none = { person: 0, program: 0, load: 0, replica: 0 };
  // The 40 latest ended from 4,960 to 4,999.
  expect(allowance.soonest('person', none, 60_000, 5_000)).toBe(64_960);
  allowance.restore([100, 4_999, 30], 5_000);
  expect(allowance.soonest('person', none, 60_000, 5_000)).toBe(64_961);
});
