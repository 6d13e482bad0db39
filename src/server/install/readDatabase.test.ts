import { copyFileSync, mkdirSync, truncateSync, statSync, writeFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { emptyDirectory } from '#e2e/servers/access/testAccess.ts';
import { readDatabase } from './readDatabase.ts';

const select = 'SELECT * FROM t ORDER BY x';

/** A file and its log as a kill at this moment leaves them, in their own directory. */
function leftBehind(directory: string, name: string): string {
  const path = join(directory, name, 'a.sqlite');
  mkdirSync(join(directory, name));
  for (const companion of ['', '-wal']) copyFileSync(join(directory, `a.sqlite${companion}`), path + companion);
  return path;
}

it('reads what SQLite reads after a kill, at any moment, with a torn log, and after the log began again', () => {
  const step = fc.oneof(
    fc.record({ sql: fc.constant('INSERT INTO t (text) VALUES (:text)'), text: fc.string({ maxLength: 3_000 }) }),
    fc.record({ sql: fc.constant('DELETE FROM t WHERE x % 3 = length(:text) % 3'), text: fc.string() }),
    fc.record({ sql: fc.constant('PRAGMA wal_checkpoint(RESTART)'), text: fc.constant(null) }),
    fc.record({ sql: fc.constant('VACUUM'), text: fc.constant(null) }),
  );
  let logs = 0;
  fc.assert(
    fc.property(fc.array(step, { maxLength: 25 }), fc.nat(), (steps, cut) => {
      const directory = emptyDirectory();
      const database = new DatabaseSync(join(directory, 'a.sqlite'));
      database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; PRAGMA wal_autocheckpoint = 8');
      database.exec('CREATE TABLE t (x INTEGER PRIMARY KEY, text TEXT)');
      for (const { sql, text } of steps) {
        if (text === null) database.exec(sql);
        else database.prepare(sql).run({ text });
      }
      for (const [name, bytes] of [
        ['whole', 0],
        ['torn', cut],
      ] as const) {
        const path = leftBehind(directory, name);
        const size = statSync(`${path}-wal`).size;
        if (size > 0) truncateSync(`${path}-wal`, size - (bytes % size));
        logs += size > 0 ? 1 : 0;
        const log = readFileSync(`${path}-wal`);
        const memory = readDatabase(path);
        // Nothing was written.
        expect(readFileSync(`${path}-wal`).equals(log)).toBe(true);
        const opened = new DatabaseSync(path);
        const rowsIn = (from: DatabaseSync) => {
          try {
            return from.prepare(select).all();
          } catch (error) {
            return String(error);
          }
        };
        expect(rowsIn(memory)).toEqual(rowsIn(opened));
        opened.close();
        memory.close();
      }
      database.close();
    }),
    { numRuns: 60 },
  );
  expect(logs).toBeGreaterThan(60);
});

it('reads nothing from an empty file, and passes on what is damaged', () => {
  const path = join(emptyDirectory(), 'a.sqlite');
  writeFileSync(path, '');
  expect(readDatabase(path).prepare('SELECT count(*) AS count FROM sqlite_schema').get()).toEqual({ count: 0 });
  writeFileSync(path, 'x'.repeat(8_192));
  expect(() => readDatabase(path).prepare('SELECT 1 FROM sqlite_schema').get()).toThrow(/not a database/);
});
