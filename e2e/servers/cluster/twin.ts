import { DatabaseSync } from 'node:sqlite';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { Database } from '#server/cluster/database.ts';
import { migrate } from '#server/cluster/migrations.ts';
import { copyTables } from '#server/cluster/sharedTables.ts';
import { WorkingCopy } from '#server/cluster/workingCopy.ts';
import { sqliteStorage } from '#server/replica/storage/sqliteStorage.ts';
import { hasPostgres, type Postgres, startPostgres } from './postgres.ts';

/**
 * Also runs a file's storage tests for several gateways: after each test, a second gateway with a PostgreSQL must have the same
 * rows as every storage that the test opened. Call the returned function with each open file, before anything is written.
 */
export function withTwins(): (local: DatabaseSync) => void {
  let postgres: Postgres | null = null;
  let number = 0;
  let opened: (() => Promise<void>)[] = [];
  beforeAll(async () => {
    if (hasPostgres) postgres = await startPostgres();
  });
  afterAll(() => postgres?.remove());
  afterEach(async () => {
    const checks = opened;
    opened = [];
    for (const check of checks) await check();
  });
  return (local) => {
    if (!postgres) return;
    const database = new Database({ urls: [postgres.url], schema: `twin_${number++}` });
    const ownWorkingCopy = new WorkingCopy({ part: 'copy', local, tables: copyTables(local), database });
    opened.push(async () => {
      try {
        if (!local.isOpen) return;
        await migrate(database);
        await database.query('UPDATE planner SET term = 1');
        await ownWorkingCopy.begin(1);
        const other = new DatabaseSync(':memory:');
        sqliteStorage(other, { service: 'other', at: 1 });
        await new WorkingCopy({ part: 'copy', local: other, tables: copyTables(other), database }).pull();
        expect(sharedRowsOf(other)).toEqual(sharedRowsOf(local));
      } finally {
        await database.close();
      }
    });
  };
}

/** The rows that gateways share, and those that the file derives from them. */
export function sharedRowsOf(local: DatabaseSync): { readonly [table: string]: readonly string[] } {
  const names = [...copyTables(local).map(({ name }) => name), 'reservation_span'];
  return Object.fromEntries(
    names.map((name) => [
      name,
      local
        .prepare(`SELECT * FROM ${name}`)
        .all()
        .map((row) => JSON.stringify(row))
        .toSorted(),
    ]),
  );
}
