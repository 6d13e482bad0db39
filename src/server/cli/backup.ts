import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { AccessStore } from '#server/access/store/store.ts';
import { accessFileName } from '#server/access/store/accessFile.ts';
import { silentLog } from '#server/observability/log.ts';
import { fileFailureOf } from '#server/install/fileFailure.ts';
import { openWorkFolder, removeLeftovers, takeDirectory, usedWords } from '#server/install/dataDirectory.ts';
import {
  checkedManifest,
  copyData,
  isData,
  isNewerDatabase,
  type Manifest,
  manifestPath,
  DataRefused,
} from './dataFiles.ts';

export type UpkeepOptions = {
  readonly dataDirectory: string;
  /** The version of this program. */
  readonly version: string;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  /** Messages for people. */
  readonly note: (line: string) => void;
  /** Gives up the rights of root; files that the command line names are opened before. */
  readonly becomeOwner: () => void;
};

/** Runs `flightline backup [FILE]`. Throws `Refusal`. */
export async function runBackup(named: string | undefined, options: UpkeepOptions): Promise<0> {
  const { dataDirectory, version, clock, note, becomeOwner } = options;
  const at = new Date(clock()).toISOString();
  const given = resolve(named ?? `flightline-backup-${stampOf(at)}.tar.gz`);
  const file = openNew(given);
  try {
    becomeOwner();
    if (!existsSync(dataDirectory)) throw new DataRefused(`There is no data yet: ${dataDirectory} does not exist.`);
    removeLeftovers(dataDirectory);
    const made = openWorkFolder(dataDirectory, 'backup');
    try {
      const { files } = await copyData(dataDirectory, made.path, { flightline: version, at });
      tar(['-czf', '-', '-C', made.path, '.'], ['ignore', file, 'pipe']);
      fsyncSync(file);
      // The path may no longer be accessible.
      const size = (fstatSync(file).size / 2 ** 20).toFixed(1);
      note(
        `${given}: ${Object.keys(files).length} files, ${size} MiB. It holds names, contact data and who may sign in.`,
      );
    } finally {
      made.remove();
    }
  } catch (error) {
    removeUnfinished(file, given);
    throw isForLackOfRoom(error, dataDirectory) ? noRoom(dataDirectory, error) : error;
  } finally {
    closeSync(file);
  }
  return 0;
}

/** Runs `flightline restore FILE`. Throws `Refusal`. */
export function runRestore(given: string, options: UpkeepOptions): 0 {
  const { dataDirectory, clock, note, becomeOwner } = options;
  const file = openExisting(resolve(given));
  try {
    becomeOwner();
    const release = takeDirectory(dataDirectory);
    if (!release) throw new DataRefused(`${usedWords(dataDirectory)}: stop that one first.`);
    const work = openWorkFolder(dataDirectory, 'restore');
    const unpacked = work.path;
    try {
      tar(['-xzf', '-', '--no-same-owner', '-C', unpacked], [file, 'ignore', 'pipe']);
      const manifest = checkedManifest(unpacked);
      refuseNewer(manifest);
      const kept = replaceData(dataDirectory, unpacked, stampOf(new Date(clock()).toISOString()));
      noteInAudit(options, manifest);
      note(`Restored the backup of ${manifest.at}, made by Flightline ${manifest.flightline}.`);
      // The directory is new, so it belongs to root.
      if (process.getuid?.() === 0)
        note(`Give the data to the user of the service: chown -R flightline: ${dataDirectory}`);
      if (kept !== null) note(`The replaced data is in ${kept}. Delete it when you no longer need it.`);
    } finally {
      work.remove();
      release();
    }
  } finally {
    closeSync(file);
  }
  return 0;
}

function openNew(path: string): number {
  try {
    return openSync(path, 'wx', 0o600);
  } catch (error) {
    const isThere = error instanceof Error && 'code' in error && error.code === 'EEXIST';
    throw new DataRefused(isThere ? `${path} exists already: give another name.` : `${path} cannot be written.`);
  }
}

/** Whether a copy failed because the disk of the data is full; SQLite reports that in several ways. */
function isForLackOfRoom(error: unknown, directory: string): boolean {
  const causes = error instanceof Error ? [error, error.cause] : [];
  const failures = causes.flatMap((cause) => fileFailureOf(cause) ?? []);
  if (failures.length === 0 || failures.includes('full')) return failures.length > 0;
  const { bavail, bsize } = statfsSync(directory);
  return bavail * bsize < leastRoom;
}

/** Bytes that SQLite needs to open a database at all: its shared memory. */
const leastRoom = 2 ** 16;

function noRoom(directory: string, cause: unknown): DataRefused {
  return new DataRefused(
    `No backup was made, because the disk of ${directory} is full: a backup needs room there for a copy of the data. Free some space, then try again.`,
    { cause },
  );
}

/** Empties a file, and removes it if that is still allowed without root's rights. */
function removeUnfinished(file: number, path: string): void {
  ftruncateSync(file);
  try {
    rmSync(path, { force: true });
  } catch {
    // An empty file stays. Nobody can mistake it for a backup.
  }
}

function openExisting(path: string): number {
  try {
    return openSync(path, 'r');
  } catch {
    throw new DataRefused(`${path} cannot be read.`);
  }
}

/** Runs the system's own tar, which people can also use to look into a backup. Throws `Refusal`. */
function tar(args: readonly string[], stdio: (number | 'ignore' | 'pipe')[]): void {
  const { status, error, stderr } = spawnSync('tar', args, { stdio, encoding: 'utf8' });
  if (error) throw new DataRefused(`The program tar cannot be started: ${error.message}`);
  if (status !== 0) throw new DataRefused(`tar failed: ${stderr.trim().split('\n').at(-1)}`);
}

/** `2026-11-25T180502Z` */
function stampOf(at: string): string {
  return at.replace(/\.\d+/, '').replaceAll(':', '');
}

function refuseNewer({ databases, flightline }: Manifest): void {
  const newer = Object.entries(databases).find(([path, version]) => isNewerDatabase(path, version));
  if (newer)
    throw new DataRefused(
      `A newer Flightline (${flightline}) made this backup, and this one cannot read its ${newer[0]}.`,
    );
}

/**
 * Moves the present data aside, and the new data into its place. If that fails, everything is as before. Returns where
 * the old data is.
 */
function replaceData(directory: string, unpacked: string, stamp: string): string | null {
  const kept = join(directory, `replaced-${stamp}`);
  const companions = ['-wal', '-shm', '-journal'];
  const present = readdirSync(directory).filter(
    (name) => isData(name) || companions.some((end) => name.endsWith(`.sqlite${end}`)),
  );
  rmSync(manifestPath(unpacked));
  const moves = [
    ...present.map((name) => [join(directory, name), join(kept, name)] as const),
    ...readdirSync(unpacked).map((name) => [join(unpacked, name), join(directory, name)] as const),
  ];
  for (const path of readdirSync(unpacked, { recursive: true, encoding: 'utf8' }).map((name) => join(unpacked, name)))
    chmodSync(path, statSync(path).isDirectory() ? 0o700 : 0o600);
  if (present.length > 0) mkdirSync(kept, { mode: 0o700 });
  const done: (readonly [string, string])[] = [];
  try {
    for (const [from, to] of moves) {
      renameSync(from, to);
      done.push([from, to]);
    }
  } catch (error) {
    for (const [from, to] of done.toReversed()) renameSync(to, from);
    throw error;
  }
  return present.length > 0 ? kept : null;
}

/** Leaves a line for the gateway, which writes it to the audit at its next start. */
function noteInAudit({ dataDirectory, clock }: UpkeepOptions, { at, databases }: Manifest): void {
  if (databases[accessFileName] === undefined) return;
  const store = new AccessStore({ directory: dataDirectory, clock, log: silentLog, audit: () => undefined });
  store.note({ event: 'restored', by: 'command line', detail: `backup of ${at}` });
  store.close();
}
