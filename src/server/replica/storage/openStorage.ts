import { hash } from 'node:crypto';
import { accessSync, constants, existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Log } from '#server/observability/log.ts';
import { calling } from '#server/install/settingsFile.ts';
import { type FileFailure, fileFailureOf } from '#server/install/fileFailure.ts';
import { fallbackStorage, keptOrRefused } from './fallbackStorage.ts';
import { createPrivate } from '#server/install/privateFiles.ts';
import { sqliteStorage } from './sqliteStorage.ts';
import { type Beginning, isOfNewerVersion, serviceOf } from './sqliteTables.ts';
import type { ReplicaStorage } from './storage.ts';

export type StorageOptions = {
  /** The directory of the file; null keeps everything in memory. */
  readonly directory: string | null;
  /** Identifies the service's addresses and the operator. Only its hash is stored. */
  readonly service: string;
  readonly log: Log;
  /** Epoch milliseconds. */
  readonly now?: () => number;
};

export const replicaFileName = 'replica.sqlite';

/**
 * Opens the replica of this service, or begins one. A file that is damaged, or belongs to another service or program, is
 * moved aside. If no file is usable, the replica stays in memory. `trouble()` reports both. Throws an `Error` with one
 * sentence for the administrator if another gateway uses the directory, or a newer version wrote the file.
 */
export function openStorage(options: StorageOptions): { readonly storage: ReplicaStorage } {
  const { directory, service, log, now = Date.now } = options;
  const begin: Beginning = { service: hash('sha256', service), at: now() };
  if (directory === null) return { storage: sqliteStorage(new DatabaseSync(':memory:'), begin) };
  try {
    const { database, notice } = openFile(directory, begin, log);
    const storage = fallbackStorage(database, begin, (failure, error, isWhole) => {
      const copy = failure === 'damaged' ? moveDamaged(directory, now()) : null;
      const words = failureWords(failure, directory, copy);
      log.error({ err: error, isWhole }, words);
      return words;
    });
    return { storage: { ...storage, trouble: () => storage.trouble() ?? notice } };
  } catch (error) {
    const failure = fileFailureOf(error);
    if (!failure) throw error;
    if (failure === 'in use') throw inUse(directory, error);
    const isReadOnly = failure === 'unusable' && !isWritable(directory);
    const words = failureWords(isReadOnly ? 'read-only' : failure, directory, null);
    log.error({ err: error }, words);
    const memory = sqliteStorage(new DatabaseSync(':memory:'), begin);
    const trouble = () => words;
    return { storage: { ...memory, ...keptOrRefused(memory, trouble), trouble } };
  }
}

/**
 * Opens the replica for several gateways, as `openStorage` does. If the file fails later, it does not continue in
 * memory, because another gateway takes over. If no file is usable, it is in memory from the start.
 */
export function openWorkingFile({
  directory,
  service,
  log,
  now = Date.now,
}: StorageOptions & { readonly directory: string }): {
  readonly database: DatabaseSync;
  readonly storage: ReplicaStorage;
} {
  const begin: Beginning = { service: hash('sha256', service), at: now() };
  const { database, notice } = openedOrMemory(directory, begin, log);
  const storage = sqliteStorage(database, begin);
  return { database, storage: { ...storage, trouble: () => notice } };
}

function openedOrMemory(directory: string, begin: Beginning, log: Log): Opened {
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    checkRoom(directory);
    return openFile(directory, begin, log);
  } catch (error) {
    const failure = fileFailureOf(error);
    if (!failure || failure === 'in use') throw failure ? inUse(directory, error) : error;
    const words = failureWords(
      failure === 'unusable' && !isWritable(directory) ? 'read-only' : failure,
      directory,
      null,
    );
    log.error({ err: error }, words);
    return { database: new DatabaseSync(':memory:'), notice: words };
  }
}

/** The space that a start needs. */
const roomBytes = 2 * 1024 * 1024;

/** Throws if the files cannot grow: they would fail with the first records that come, and again after each restart. */
function checkRoom(directory: string): void {
  const path = join(directory, '.room-check');
  try {
    writeFileSync(path, Buffer.alloc(roomBytes), { mode: 0o600 });
  } finally {
    rmSync(path, { force: true });
  }
}

function inUse(directory: string, cause: unknown): Error {
  return new Error(
    `Another Flightline uses the data directory ${directory}: stop that one, or set DATA_DIR to another directory.`,
    { cause },
  );
}

type Opened = { readonly database: DatabaseSync; readonly notice: string | null };

/** An open, locked file, either empty or a sound replica of this service, and what was moved aside for it. */
function openFile(directory: string, begin: Beginning, log: Log): Opened {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  // Absolute, because SQLite reads a relative path that begins with "file:" as an address.
  const path = resolve(directory, replicaFileName);
  const first = inspect(path, begin.service);
  if (typeof first !== 'string') return { database: first, notice: null };
  const copy = moveAside(directory, first, begin.at);
  const notice = `${asideWords[first]} It was moved to ${copy}, and a new file was begun.`;
  log.warn({ directory, copy }, notice);
  const second = inspect(path, begin.service);
  if (typeof second === 'string') throw new Error(`A new file in ${directory} cannot be read back.`);
  return { database: second, notice };
}

const asideWords = {
  damaged: 'The stored data was damaged.',
  'other-service': 'The stored data belongs to another service address or operator.',
  'other-version': 'The stored data was written by another program.',
} as const;
type Aside = keyof typeof asideWords;

/** Opens and locks a file, or closes it and returns why it must be moved aside. Throws if it cannot be used at all. */
function inspect(path: string, service: string): DatabaseSync | Aside {
  createPrivate(path);
  // A gateway that is being replaced may need a moment to end.
  const database = new DatabaseSync(path, { timeout: 500 });
  try {
    // Exclusive from the first access. The lock belongs to the process and ends with it.
    database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; BEGIN IMMEDIATE; COMMIT');
    database.exec('PRAGMA synchronous = NORMAL; PRAGMA temp_store = MEMORY; PRAGMA cache_size = -16384');
    database.exec('PRAGMA journal_size_limit = 16777216');
    if (isOfNewerVersion(database)) throw new Error(newerWords(path));
    const held = serviceOf(database);
    const aside =
      held === null ? 'other-version' : held !== 'empty' && held.service !== service ? 'other-service' : null;
    const isDamaged = aside === null && held !== 'empty' && !isSound(database);
    if (!aside && !isDamaged) return database;
    database.close();
    return aside ?? 'damaged';
  } catch (error) {
    if (database.isOpen) database.close();
    if (fileFailureOf(error) === 'damaged') return 'damaged';
    throw error;
  }
}

/** Why a file of a newer version is not opened, and not moved aside: its log of changes could not be recovered. */
function newerWords(path: string): string {
  return `The file ${path} was written by a newer version of Flightline: start that version, restore a backup of this version's time ("${calling('restore', 'FILE')}"), or set DATA_DIR to another directory.`;
}

/** Checks the small tables. The large ones would take seconds; damage there is found on reading. */
function isSound(database: DatabaseSync): boolean {
  return ['about', 'note', 'call', 'part', 'cell'].every((table) => {
    const [row] = database.prepare(`PRAGMA quick_check(${table})`).all();
    return row?.['quick_check'] === 'ok';
  });
}

const asidePattern = /^replica\.(damaged|other-service|other-version)\.[^.]+\.sqlite(-wal|-shm)?$/;

/** Renames the file and its companions, replacing any earlier copy. Returns the copy's name. */
function moveAside(directory: string, why: Aside, at: number): string {
  const when = new Date(at).toISOString().replace(/\.\d+/, '').replaceAll(':', '');
  const name = `replica.${why}.${when}.sqlite`;
  for (const earlier of readdirSync(directory)) {
    if (asidePattern.test(earlier)) rmSync(join(directory, earlier), { force: true });
  }
  // The database itself is moved last, because a log left without it would be applied to the next one.
  for (const companion of ['-wal', '-shm', '']) {
    const path = join(directory, replicaFileName + companion);
    if (existsSync(path)) renameSync(path, join(directory, name + companion));
  }
  return name;
}

/** Moves aside a file found damaged in use; null if it cannot be moved. */
function moveDamaged(directory: string, at: number): string | null {
  try {
    return moveAside(directory, 'damaged', at);
  } catch {
    return null;
  }
}

function isWritable(directory: string): boolean {
  try {
    accessSync(directory, constants.W_OK);
    const path = join(directory, replicaFileName);
    if (existsSync(path)) accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

const inMemory = 'what Flightline loads, and the list of new alerts, is kept in memory and lost at a restart.';

function failureWords(failure: FileFailure, directory: string, copy: string | null): string {
  const words: { readonly [Name in FileFailure]: string } = {
    full: `The disk is full: ${inMemory} Free some space and restart Flightline.`,
    'read-only': `The data directory ${directory} cannot be written: ${inMemory} Make it writable, or set DATA_DIR to another directory, and restart Flightline.`,
    damaged: `The stored data is damaged${copy ? ` and was moved to ${copy}` : ''}: ${inMemory} Restart Flightline to begin a new file.`,
    unusable: `The stored data in ${directory} cannot be read or written: ${inMemory} Check the disk and restart Flightline.`,
    'in use': `Another program uses the file ${replicaFileName} in ${directory}: ${inMemory} Stop that program and restart Flightline.`,
  };
  return words[failure];
}
