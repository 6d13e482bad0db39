import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest';
import { hasPostgres, type Postgres, startPostgres } from '#e2e/servers/cluster/postgres.ts';
import { sqliteStorage } from '#server/replica/storage/sqliteStorage.ts';
import { Database, DatabaseGone } from './database.ts';
import { migrate, migrations, takeBack } from './migrations.ts';
import type { Migration } from './tables0001.ts';
import { copyTables } from './sharedTables.ts';
import { TermOver, WorkingCopy } from './workingCopy.ts';

const test = it.skipIf(!hasPostgres);

let postgres: Postgres;
let turn = 0;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.remove());
beforeEach(() => void turn++);

function open(schema = `school_${turn}`): Database {
  const database = new Database({ urls: [postgres.url], schema });
  onTestFinished(() => database.close());
  return database;
}

/** A gateway's working copy, in memory. */
function copyOf(database: Database) {
  const local = new DatabaseSync(':memory:');
  const storage = sqliteStorage(local, { service: 's', at: 1_000_000 });
  return { storage, copy: new WorkingCopy({ part: 'copy', local, tables: copyTables(local), database }) };
}

const facts = { said: null, sent: 0, skipped: [], findings: {} };
const record = (id: string, json = `{"id":"${id}"}`) => ({ id, json, hash: `hash of ${json}` });

test('makes the tables once, however many gateways begin', async () => {
  const all = Array.from({ length: 5 }, () => open());
  await Promise.all(all.map((database) => migrate(database)));
  expect(await all[0]!.query('SELECT number, name FROM migration')).toEqual(
    migrations.map((step) => ({ number: step.number, name: step.name })),
  );
});

test('takes a step back, and makes it again; refuses tables of a newer version', async () => {
  const database = open();
  await migrate(database);
  const newer: Migration = {
    number: migrations.length + 1,
    name: 'more',
    forward: 'CREATE TABLE more (n integer);',
    back: 'DROP TABLE more;',
  };
  await migrate(database, [...migrations, newer]);
  await expect(migrate(database)).rejects.toThrow('of a newer version');
  expect(await takeBack(database, [...migrations, newer])).toBe(newer);
  await migrate(database);
  for (const step of migrations.toReversed()) expect(await takeBack(database)).toBe(step);
  const left = await database.query(
    `SELECT table_name FROM information_schema.tables WHERE table_schema = current_schema()`,
  );
  expect(left).toEqual([{ table_name: 'migration' }]);
  await migrate(database);
  expect(await database.query('SELECT part FROM head ORDER BY part')).toHaveLength(2);
});

test('brings what one gateway wrote to another, and deletions', async () => {
  const database = open();
  await migrate(database);
  await database.query('UPDATE planner SET term = 7');
  const [a, b] = [copyOf(database), copyOf(database)];
  a.storage.replacePart(
    { set: 'aircraft', scope: '', asOf: 5, revision: 3, facts },
    [record('x'), record('y\0\ud800')],
    [],
  );
  await a.copy.begin(7);
  a.storage.remember('size', '25');
  await a.copy.push(7);
  const news = await b.copy.pull();
  expect([...news.tables]).toEqual(expect.arrayContaining(['part', 'record', 'note', 'about']));
  expect(news.notes).toEqual(['size']);
  expect(b.storage.records('aircraft', '').map(({ id }) => id)).toEqual(['x', 'y\uFFFD\uFFFD']);
  expect(b.storage.memory('size')).toBe('25');

  a.storage.replacePart({ set: 'aircraft', scope: '', asOf: 6, revision: 4, facts }, [record('z')], []);
  a.storage.forget('size');
  await a.copy.push(7);
  expect((await b.copy.pull()).notes).toEqual(['size']);
  expect(b.storage.records('aircraft', '')).toEqual([record('z')]);
  expect(b.storage.parts()).toEqual(a.storage.parts());
  expect(b.storage.memory('size')).toBeNull();
  expect(b.copy.revision).toBe(a.copy.revision);
  expect((await b.copy.pull()).tables.size).toBe(0);
});

test('refuses what an earlier term writes, all of it, and can take it back', async () => {
  const database = open();
  await migrate(database);
  await database.query('UPDATE planner SET term = 1');
  const [a, b] = [copyOf(database), copyOf(database)];
  a.storage.replacePart({ set: 'aircraft', scope: '', asOf: 5, revision: 1, facts }, [record('x')], []);
  await a.copy.begin(1);
  await b.copy.pull();
  await database.query('UPDATE planner SET term = 2');
  a.storage.replacePart(
    { set: 'aircraft', scope: '', asOf: 9, revision: 2, facts },
    [record('old'), record('older')],
    [],
  );
  await expect(a.copy.push(1)).rejects.toBeInstanceOf(TermOver);
  b.storage.replacePart({ set: 'aircraft', scope: '', asOf: 8, revision: 2, facts }, [record('new')], []);
  await b.copy.push(2);
  await a.copy.takeBack();
  await a.copy.pull();
  expect(a.storage.records('aircraft', '')).toEqual([record('new')]);
  expect(a.storage.parts()).toEqual(b.storage.parts());
  expect(a.copy.hasChanges()).toBe(false);
});

test('keeps what changes while the database is gone, and writes it then', async () => {
  const database = open();
  await migrate(database);
  const [a, b] = [copyOf(database), copyOf(database)];
  await a.copy.begin(null);
  await b.copy.pull();
  postgres.kill();
  a.storage.remember('kept', 'yes');
  await expect(a.copy.push(null)).rejects.toBeInstanceOf(DatabaseGone);
  await expect(b.copy.pull()).rejects.toBeInstanceOf(DatabaseGone);
  a.storage.remember('kept', 'still');
  postgres.start();
  await a.copy.push(null);
  await b.copy.pull();
  expect(b.storage.memory('kept')).toBe('still');
});
