import { existsSync, mkdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type FileFailure, fileFailureOf } from '#server/install/fileFailure.ts';
import { readDatabase } from '#server/install/readDatabase.ts';
import { calling } from '#server/install/settingsFile.ts';
import { copyDatabase, createPrivate } from '#server/install/privateFiles.ts';

/** Raised with every change of the tables that other versions cannot read. */
export const accessTablesVersion = 2;

/**
 * Units: `..._at` are epoch milliseconds of the wall clock; `hash` is SHA-256 of a secret, which itself is not stored.
 * A session belongs to a grant and ends with it. `sub` and `sid` are the sign-in service's ids of the person and the
 * session. `own_secret` holds this server's keys, which encrypt a sign-in in progress. `told_line` holds audit lines of
 * another program until the gateway writes them. `audit_head` is the last entry of the audit, `audit_base` the last one
 * that was deleted for its age.
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
CREATE TABLE IF NOT EXISTS audit_base (one INTEGER PRIMARY KEY CHECK (one = 1), seq INTEGER NOT NULL, hash TEXT NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS own_secret (name TEXT PRIMARY KEY, value BLOB NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS opened_column (
  report TEXT NOT NULL, member TEXT NOT NULL, role TEXT NOT NULL, PRIMARY KEY (report, member, role)
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS reminder_class (name TEXT PRIMARY KEY, class TEXT NOT NULL) STRICT, WITHOUT ROWID;
`;

/** Audit lines left by programs of version 1 are written unchanged. */
const fromVersion1 = `
INSERT INTO told_line (at, line_json) SELECT at, json_object('event', event, 'kind', kind, 'grant', grant_id, 'role', role, 'by', 'command line')
  FROM told ORDER BY seq;
DROP TABLE told;
`;

/** Columns that earlier files lack. */
const addedColumns = [
  ['handed_out', 'reason', 'TEXT'],
  ['handed_out', 'reads_json', 'TEXT'],
  ['handed_out', 'from_service', 'INTEGER NOT NULL DEFAULT 0'],
  ['session', 'device', 'TEXT'],
  ['session', 'network', 'TEXT'],
  ['session', 'sub', 'TEXT'],
  ['session', 'sid', 'TEXT'],
] as const;

/** What the parts of the store use of the file. */
export type AccessDatabase = Pick<DatabaseSync, 'prepare'>;

export const accessFileName = 'access.sqlite';

/** How long one process waits for another's write. The command line and the gateway use the file at the same time. */
const busyMs = 2_000;

/**
 * Opens or creates the file of grants and sessions; null is a database in memory. Only its owner can read the file. Throws
 * an `Error` with one sentence for the administrator if the file is damaged, of another version, or not writable.
 */
export function openAccessFile(directory: string | null): DatabaseSync {
  if (directory === null) return withTables(new DatabaseSync(':memory:'));
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    // Absolute, because SQLite reads a relative path that begins with "file:" as an address.
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
    const version = versionOf(database);
    // The earlier version cannot read the file afterwards.
    if (version > 0 && version < accessTablesVersion)
      copyDatabase(database, join(dirname(path), `access.version-${version}.sqlite`));
    return withTables(database);
  } catch (error) {
    database.close();
    throw error;
  }
}

/** The failures of a disk after which people go on in memory. */
const ofDisk: ReadonlySet<FileFailure | null> = new Set(['full', 'read-only', 'unusable']);

/** An open access file; `trouble` says why it is a copy in memory, in words, and is null for the file itself. */
export type OpenedAccess = { readonly database: DatabaseSync; readonly trouble: string | null };

/**
 * Opens the file like `openAccessFile`. If the disk is full or cannot be written, it opens what is there as a copy in
 * memory, so that everybody who has access keeps it. Throws as `openAccessFile` does if there is no file, too.
 */
export function openAccessOrCopy(directory: string | null): OpenedAccess {
  try {
    return { database: openAccessFile(directory), trouble: null };
  } catch (error) {
    const failure = fileFailureOf(error instanceof Error ? error.cause : null);
    const path = directory === null ? null : resolve(directory, accessFileName);
    if (path === null || failure === null || !ofDisk.has(failure) || !existsSync(path)) throw error;
    try {
      return { database: withTables(readDatabase(path)), trouble: accessInMemory(failure) };
    } catch (cause) {
      throw new Error(wordsOf(cause, directory ?? ''), { cause });
    }
  }
}

/** What it means that the disk does not take who may sign in. */
export function accessInMemory(failure: FileFailure | null): string {
  const why =
    failure === 'full'
      ? 'The disk of the server is full'
      : failure === 'read-only'
        ? 'The data directory of the server cannot be written'
        : 'The disk of the server does not work';
  const what = failure === 'full' ? 'Free some space' : 'Make it writable';
  return `${why}. Who has access keeps it, and sign-ins work, but are kept in memory: after a restart people sign in again. Nothing new can be handed out. ${what}, then restart Flightline.`;
}

/** Whether an error says that the disk does not take what was written. */
export function isOfDisk(error: unknown): boolean {
  return ofDisk.has(fileFailureOf(error)) && fileFailureOf(error) !== null;
}

function withTables(database: DatabaseSync): DatabaseSync {
  database.exec('PRAGMA foreign_keys = ON; BEGIN IMMEDIATE');
  const version = versionOf(database);
  if (version !== 0 && version !== 1 && version !== accessTablesVersion) throw new OtherVersion();
  database.exec(tables);
  for (const [table, column, type] of addedColumns) {
    const isThere = database.prepare('SELECT 1 FROM pragma_table_info(?) WHERE name = ?').get(table, column);
    if (!isThere) database.exec(`ALTER TABLE ${table} ADD COLUMN ${column} ${type}`);
  }
  if (version === 1) database.exec(fromVersion1);
  database.exec(`PRAGMA user_version = ${accessTablesVersion}; COMMIT`);
  const [sound] = database.prepare('PRAGMA quick_check(1)').all();
  if (sound?.['quick_check'] !== 'ok') throw new Damaged();
  return database;
}

function versionOf(database: DatabaseSync): number {
  return Number(database.prepare('PRAGMA user_version').get()?.['user_version']);
}

class OtherVersion extends Error {}
class Damaged extends Error {}

/** Result codes of SQLite: BUSY; CORRUPT and NOTADB. */
const busyCode = 5;
const damagedCodes = new Set([11, 26]);

function wordsOf(error: unknown, directory: string): string {
  const path = join(directory, accessFileName);
  const code = error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : null;
  if (error instanceof Damaged || (code !== null && damagedCodes.has(code)))
    return `The file ${path}, which holds who may sign in, is damaged: restore a copy, or move it away and hand out access again.`;
  if (code === busyCode)
    return `The file ${path}, which holds who may sign in, is being written by another program: try again, or stop that program.`;
  if (error instanceof OtherVersion)
    return `The file ${path} was written by a newer version of Flightline: start that version, restore a backup ("${calling('restore', 'FILE')}"), or move the file away and hand out access again.`;
  return `The file ${path}, which holds who may sign in, cannot be written: make the directory writable for this user, or set DATA_DIR to another one.`;
}
