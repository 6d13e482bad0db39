import { chmodSync, closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Raised with every change of the tables that another version could not read. */
const tablesVersion = 1;

/**
 * Units: `..._at` are epoch milliseconds of the wall clock; `hash` is SHA-256 of a secret, which itself is nowhere. A session is
 * of what was handed out, and gone with it. `told` holds what another program has done, until the gateway has written it to its log.
 */
const tables = `
CREATE TABLE IF NOT EXISTS handed_out (
  id TEXT PRIMARY KEY, kind TEXT NOT NULL, name TEXT NOT NULL, role TEXT NOT NULL, user_id TEXT, shows_names INTEGER NOT NULL,
  subject_json TEXT, hash TEXT UNIQUE, created_at INTEGER NOT NULL, expires_at INTEGER, used_at INTEGER
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS session (
  hash TEXT PRIMARY KEY, id TEXT NOT NULL UNIQUE, grant_id TEXT NOT NULL REFERENCES handed_out (id) ON DELETE CASCADE,
  name TEXT NOT NULL, begun_at INTEGER NOT NULL, extended_at INTEGER NOT NULL, cookie_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS session_by_grant ON session (grant_id);
CREATE TABLE IF NOT EXISTS told (
  seq INTEGER PRIMARY KEY AUTOINCREMENT, at INTEGER NOT NULL, event TEXT NOT NULL, grant_id TEXT NOT NULL, kind TEXT NOT NULL,
  role TEXT NOT NULL
) STRICT;
`;

export const accessFileName = 'access.sqlite';

/** How long one process waits for another that is writing: the command line and the gateway use the file at the same time. */
const busyMs = 2_000;

/**
 * Opens what has been handed out and the sessions, or begins them; null is a database in memory. Only its owner can read the file.
 * Throws an `Error` with one sentence for the administrator where the file is damaged, of another version, or cannot be written.
 */
export function openAccessFile(directory: string | null): DatabaseSync {
  if (directory === null) return withTables(new DatabaseSync(':memory:'));
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    // Absolute, because SQLite takes a relative path that begins with "file:" for an address.
    const path = resolve(directory, accessFileName);
    createPrivate(path);
    return opened(path);
  } catch (error) {
    throw new Error(wordsOf(error, directory), { cause: error });
  }
}

function opened(path: string): DatabaseSync {
  const database = new DatabaseSync(path, { timeout: busyMs });
  try {
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA journal_size_limit = 1048576');
    return withTables(database);
  } catch (error) {
    database.close();
    throw error;
  }
}

function withTables(database: DatabaseSync): DatabaseSync {
  database.exec('PRAGMA foreign_keys = ON; BEGIN IMMEDIATE');
  const version = database.prepare('PRAGMA user_version').get()?.['user_version'];
  if (version !== 0 && version !== tablesVersion) throw new OtherVersion();
  database.exec(tables);
  for (const [table, column, type] of laterColumns) addColumn(database, table, column, type);
  database.exec(`PRAGMA user_version = ${tablesVersion}; COMMIT`);
  const [sound] = database.prepare('PRAGMA quick_check(1)').all();
  if (sound?.['quick_check'] !== 'ok') throw new Damaged();
  return database;
}

/** Columns that earlier versions did not have, and can do without. */
const laterColumns = [['handed_out', 'reason', 'TEXT']] as const;

function addColumn(database: DatabaseSync, table: string, column: string, type: string): void {
  const known = database.prepare('SELECT name FROM pragma_table_info(?)').all(table);
  if (!known.some(({ name }) => name === column)) database.exec(`ALTER TABLE ${table} ADD COLUMN ${column} ${type}`);
}

class OtherVersion extends Error {}
class Damaged extends Error {}

/** SQLite gives the companions of a file its mode. */
function createPrivate(path: string): void {
  if (!existsSync(path)) closeSync(openSync(path, 'a', 0o600));
  for (const companion of ['', '-wal', '-shm']) {
    if (existsSync(path + companion)) chmodSync(path + companion, 0o600);
  }
}

/** Result codes of SQLite: BUSY; CORRUPT and NOTADB. */
const busyCode = 5;
const damagedCodes = new Set([11, 26]);

function wordsOf(error: unknown, directory: string): string {
  const path = join(directory, accessFileName);
  const code = error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : null;
  if (error instanceof Damaged || (code !== null && damagedCodes.has(code)))
    return `The file ${path}, which holds who may sign in, is damaged: put a copy of it back, or move it away and hand out access again.`;
  if (code === busyCode)
    return `The file ${path}, which holds who may sign in, is being written by another program: try again, or end that program.`;
  if (error instanceof OtherVersion)
    return `The file ${path} was written by a newer version of Flightline: start that version, or move the file away and hand out access again.`;
  return `The file ${path}, which holds who may sign in, cannot be written: make the directory writable for this user, or set DATA_DIR to another one.`;
}
