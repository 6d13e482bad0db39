import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished } from 'vitest';
import { hasPostgres, type Postgres, startPostgres, startStandby } from '#e2e/servers/cluster/postgres.ts';
import { eventually } from '#e2e/servers/teststand.ts';
import { sqliteStorage } from '#server/replica/storage/sqliteStorage.ts';
import { Database, DatabaseGone } from './database.ts';
import { migrate } from './migrations.ts';
import { copyTables } from './sharedTables.ts';
import { WorkingCopy } from './workingCopy.ts';

const test = it.skipIf(!hasPostgres);
const schema = 'school';

/** A gateway's working copy, in memory, with the servers that it knows. */
function copyOn(urls: readonly string[]) {
  const database = new Database({ urls, schema });
  onTestFinished(() => database.close());
  const local = new DatabaseSync(':memory:');
  const storage = sqliteStorage(local, { service: 's', at: 1_000_000 });
  return { database, storage, copy: new WorkingCopy({ part: 'copy', local, tables: copyTables(local), database }) };
}

/** Stops the stream from the primary, so that the standby never gets what is written from now on. */
async function cutOff(standby: Postgres, primary: Postgres): Promise<void> {
  standby.sql(`ALTER SYSTEM SET primary_conninfo = ''`);
  standby.sql('SELECT pg_reload_conf()');
  await eventually(() => expect(primary.sql('SELECT count(*) FROM pg_stat_replication')).toBe('0'));
}

test('after a failover that lost writes, a gateway has what the others wrote since, under numbers that it knew', async () => {
  const primary = await startPostgres();
  onTestFinished(() => primary.remove());
  const standby = await startStandby(primary);
  onTestFinished(() => standby.remove());
  const [before, after] = [copyOn([primary.url, standby.url]), copyOn([standby.url])];
  await migrate(before.database);
  await before.database.query('UPDATE planner SET term = 1');
  before.storage.remember('kept', 'by both');
  await before.copy.begin(1);
  const revisionIn = (of: Postgres) => of.sql(`SELECT revision FROM ${schema}.head WHERE part = 'copy'`);
  await eventually(() => expect(revisionIn(standby)).toBe(revisionIn(primary)));
  await cutOff(standby, primary);
  for (const name of ['first', 'second']) {
    before.storage.remember(name, 'lost');
    await before.copy.push(1);
  }
  before.storage.remember('waiting', 'not written yet');
  primary.kill();
  standby.promote();
  await after.copy.pull();
  for (const name of ['third', 'fourth', 'fifth']) {
    after.storage.remember(name, 'of the other gateway');
    await after.copy.push(1);
  }
  expect(after.copy.revision).toBeGreaterThan(before.copy.revision);
  await expect(before.copy.pull()).rejects.toThrow();
  await before.copy.pull();
  expect(['third', 'fourth', 'fifth'].map((name) => before.storage.memory(name))).toEqual(
    Array(3).fill('of the other gateway'),
  );
  // What the database lost is no longer here either, and every gateway has the same.
  expect(['kept', 'first', 'second'].map((name) => before.storage.memory(name))).toEqual(['by both', null, null]);
  await after.copy.pull();
  expect(after.storage.memory('waiting')).toBe('not written yet');
  expect(before.copy.revision).toBe(after.copy.revision);
});

test('a session whose server has become read-only leaves no connection behind', async () => {
  const server = await startPostgres();
  onTestFinished(() => server.remove());
  const { database } = copyOn([server.url]);
  const connections = () =>
    Number(server.sql(`SELECT count(*) FROM pg_stat_activity WHERE application_name = 'flightline'`));
  await migrate(database);
  let ended = 0;
  for (let turn = 0; turn < 5; turn++) {
    const session = await database.session(
      () => undefined,
      () => void ended++,
    );
    await session.query('SET default_transaction_read_only = on');
    await expect(session.query('UPDATE planner SET term = 1')).rejects.toThrow(DatabaseGone);
  }
  expect(ended).toBe(5);
  await eventually(() => expect(connections()).toBe(0));
});
