import { createHash, randomBytes } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { millisecondsInMinute } from '#domain/units.ts';
import * as z from 'zod/mini';
import { accessFileName, accessTablesVersion } from '#server/access/store/accessFile.ts';
import { parsed } from '#server/http/body.ts';
import { askForCopy, isPassing } from '#server/install/dataDirectory.ts';
import { createPrivate } from '#server/install/privateFiles.ts';
import { replicaFileName } from '#server/replica/storage/openStorage.ts';
import { replicaTablesVersion } from '#server/replica/storage/sqliteTables.ts';

/** A reason not to continue, in one sentence for the administrator. */
export class DataRefused extends Error {}

/** What a backup holds, in its file `manifest.json`. */
const manifestShape = z.object({
  flightline: z.string(),
  at: z.iso.datetime(),
  /** SHA-256 (base64url) of every file, by its path. */
  files: z.record(z.string(), z.string()),
  /** `user_version` of every database. */
  databases: z.record(z.string(), z.number()),
});
export type Manifest = z.output<typeof manifestShape>;

const manifestName = 'manifest.json';

/** SQLite's companion files, whose content a database copy includes, and the calls of the last two minutes. */
const companion = /\.sqlite-(?:wal|shm|journal|calls)$/;
/** Files that the gateway could not use. */
const setAside = /^replica\.(?:damaged|other-service|other-version)\./;

/** Whether an entry of the data directory is data that a backup holds and a restore replaces. */
export function isData(name: string): boolean {
  return !isPassing(name) && !companion.test(name) && !setAside.test(name);
}

/** The paths of the data's files, below the directory; anything but a file or a directory, such as a socket, is left out. */
function dataPaths(directory: string, folder = ''): string[] {
  return readdirSync(join(directory, folder), { withFileTypes: true })
    .filter(({ name }) => folder !== '' || isData(name))
    .flatMap((entry) => {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) return dataPaths(directory, path);
      return entry.isFile() ? [path] : [];
    })
    .toSorted();
}

function isDatabase(path: string): boolean {
  return path.endsWith('.sqlite');
}

const known: { readonly [name: string]: number } = {
  [accessFileName]: accessTablesVersion,
  [replicaFileName]: replicaTablesVersion,
};

/** Whether a newer program wrote a database of this name and version. */
export function isNewerDatabase(path: string, version: number): boolean {
  return version > (known[basename(path)] ?? version);
}

/** A large copy on a slow disk takes a while. */
const patienceMs = 10 * millisecondsInMinute;

/**
 * Copies the data of a directory into an empty, private one, with a manifest; also while a gateway uses it. Databases
 * come first, so that the audit's files are never behind what the access file knows of them. Throws `Refusal`.
 */
export async function copyData(directory: string, target: string, about: Pick<Manifest, 'flightline' | 'at'>) {
  const paths = dataPaths(directory).toSorted((a, b) => Number(isDatabase(b)) - Number(isDatabase(a)));
  const databases: { [path: string]: number } = {};
  for (const path of paths) {
    mkdirSync(dirname(join(target, path)), { recursive: true, mode: 0o700 });
    if (isDatabase(path)) databases[path] = await copyOne(directory, path, target);
    else copyFileSync(join(directory, path), join(target, path));
    chmodSync(join(target, path), 0o600);
  }
  const manifest: Manifest = { ...about, databases, files: hashesIn(target) };
  writeFileSync(join(target, manifestName), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 });
  return manifest;
}

/** Copies a database by SQLite's own means, or by the gateway that has it locked; returns its version. */
async function copyOne(directory: string, path: string, target: string): Promise<number> {
  const copy = join(target, path);
  createPrivate(copy);
  const database = new DatabaseSync(join(directory, path), { timeout: 500 });
  try {
    // SQLite's backup does not report why it fails, so this does.
    database.exec('BEGIN; SELECT 1 FROM sqlite_schema; COMMIT');
    await backup(database, copy);
  } catch (error) {
    if (!isBusy(error))
      throw new DataRefused(`${join(directory, path)} cannot be copied: ${String(error)}`, { cause: error });
    const made = await askForCopy(directory, randomBytes(8).toString('hex'), patienceMs);
    renameSync(made, copy);
  } finally {
    database.close();
  }
  const copied = new DatabaseSync(copy);
  try {
    const [sound] = copied.prepare('PRAGMA quick_check(1)').all();
    if (sound?.['quick_check'] !== 'ok')
      throw new DataRefused(`${join(directory, path)} is damaged, so no backup was made.`);
    // One file, without companions, wherever it is opened.
    copied.exec('PRAGMA journal_mode = DELETE');
    return Number(copied.prepare('PRAGMA user_version').get()?.['user_version']);
  } finally {
    copied.close();
  }
}

function isBusy(error: unknown): boolean {
  const code = error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : null;
  return code === 5 || code === 6;
}

function hashesIn(directory: string): { [path: string]: string } {
  const paths = everyPath(directory).filter((path) => path !== manifestName);
  return Object.fromEntries(paths.map((path) => [path, hashOfFile(join(directory, path))]));
}

/** Bytes of a file that are in memory at once. */
const partBytes = 2 ** 20;

/** The hash of a file of any size, read in parts: Node reads at most 2 GiB at once. */
function hashOfFile(path: string): string {
  const whole = createHash('sha256');
  const part = Buffer.allocUnsafe(partBytes);
  const file = openSync(path, 'r');
  try {
    for (let read = readSync(file, part); read > 0; read = readSync(file, part)) whole.update(part.subarray(0, read));
  } finally {
    closeSync(file);
  }
  return whole.digest('base64url');
}

/** Every path below a directory, and only files and directories there. Throws `Refusal`. */
function everyPath(directory: string): string[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true }).flatMap((entry) => {
    const path = join(entry.parentPath, entry.name)
      .slice(directory.length + 1)
      .replaceAll('\\', '/');
    if (entry.isDirectory()) return [];
    if (!entry.isFile()) throw new DataRefused(`The backup holds something that is no file: ${path}.`);
    return [path];
  });
}

/** The manifest of a directory that holds exactly the files that it names, unchanged. Throws `Refusal`. */
export function checkedManifest(directory: string): Manifest {
  const path = join(directory, manifestName);
  const read = manifestShape.safeParse(existsSync(path) ? parsed(readFileSync(path, 'utf8')) : null);
  if (!read.success) throw new DataRefused('This is no backup of Flightline.');
  const found = hashesIn(directory);
  const names = new Set([...Object.keys(found), ...Object.keys(read.data.files)]);
  const changed = [...names].find((name) => found[name] !== read.data.files[name]);
  if (changed !== undefined) throw new DataRefused(`The backup is damaged: ${changed} is not as it was written.`);
  const odd = Object.keys(found).find((name) => !isData(name.split('/')[0] ?? ''));
  if (odd !== undefined) throw new DataRefused(`The backup holds a file that is no data: ${odd}.`);
  return read.data;
}

/** The path of the manifest. The manifest itself is not data. */
export function manifestPath(directory: string): string {
  return join(directory, manifestName);
}
