import { chmodSync, closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Raised with every change of the tables that another version could not read. */
const tablesVersion = 2;

/**
 * Units: `..._at` are epoch milliseconds of the wall clock; `hash` is SHA-256 of a secret, which itself is nowhere. A session is
 * of what was handed out, and gone with it; `sub` and `sid` are by what the sign-in service names its person and itself. `own_secret`
 * holds keys of this server, which encrypt what a browser keeps for it for minutes. `told_line` holds audit lines of another program,
 * until the gateway has written them. `audit_head` is the last entry of the audit.
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
CREATE TABLE IF NOT EXISTS told_line (seq INTEGER PRIMARY KEY AUTOINCREMENT, at INTEGER NOT NULL, line_json TEXT NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS audit_head (one INTEGER PRIMARY KEY CHECK (one = 1), seq INTEGER NOT NULL, hash TEXT NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS own_secret (name TEXT PRIMARY KEY, value BLOB NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS opened_column (
  report TEXT NOT NULL, member TEXT NOT NULL, role TEXT NOT NULL, PRIMARY KEY (report, member, role)
) STRICT, WITHOUT ROWID;
`;

/** What the last programs of version 1 have told and nobody has written yet is written as it was. */
const fromVersion1 = `
INSERT INTO told_line (at, line_json) SELECT at, json_object('event', event, 'kind', kind, 'grant', grant_id, 'role', role, 'by', 'command line')
  FROM told ORDER BY seq;
DROP TABLE told;
`;

/** What files of before did not have. */
const addedColumns = [
  ['handed_out', 'reason', 'TEXT'],
  ['handed_out', 'reads_json', 'TEXT'],
  ['handed_out', 'from_service', 'INTEGER NOT NULL DEFAULT 0'],
  ['session', 'device', 'TEXT'],
  ['session', 'network', 'TEXT'],
  ['session', 'sub', 'TEXT'],
  ['session', 'sid', 'TEXT'],
] as const;

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
  if (version !== 0 && version !== 1 && version !== tablesVersion) throw new OtherVersion();
  database.exec(tables);
  for (const [table, column, type] of addedColumns) {
    const isThere = database.prepare('SELECT 1 FROM pragma_table_info(?) WHERE name = ?').get(table, column);
    if (!isThere) database.exec(`ALTER TABLE ${table} ADD COLUMN ${column} ${type}`);
  }
  if (version === 1) database.exec(fromVersion1);
  database.exec(`PRAGMA user_version = ${tablesVersion}; COMMIT`);
  const [sound] = database.prepare('PRAGMA quick_check(1)').all();
  if (sound?.['quick_check'] !== 'ok') throw new Damaged();
  return database;
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
