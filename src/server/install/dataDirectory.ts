import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import * as z from 'zod/mini';
import { millisecondsInMinute, millisecondsInSecond } from '#domain/units.ts';

/**
 * An empty database that is never written. The system releases a lock on it with the process, however that ends, so it
 * cannot be left behind like a file that says "in use". A gateway holds it for writing, which one process at a time can;
 * commands that change the files of a gateway that does not run hold it for themselves alone.
 */
const lockName = 'in-use.sqlite';
/** Says who has the lock. It may be left over, so it counts only while the lock is held. */
const holderName = 'in-use.json';

/** How long a gateway waits for another one, which may be ending: services and containers start the next one at once. */
const waitMs = 3 * millisecondsInSecond;
const againMs = 100;

export type Hold = {
  /** Where the gateway will listen, for the words to others: `127.0.0.1:4600`; null if it is not known. */
  readonly address: string | null;
  /** Called once if another process has the directory, with one sentence. */
  readonly onWait?: (words: string) => void;
  /** Called if the directory cannot be locked at all, with one sentence. */
  readonly onUnlocked?: (words: string) => void;
};

/**
 * What keeps a path from being the directory for data, in one sentence; null if nothing does. One that does not exist is
 * made later, and one that cannot be written is a state that the screens show.
 */
export function directoryProblem(directory: string): string | null {
  try {
    readdirSync(directory);
    return null;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    const isLink = isLinkAt(directory);
    if (code === 'ENOENT' && !isLink) return null;
    const why =
      code === 'ENOTDIR'
        ? 'is a file, or lies below one'
        : code === 'ENOENT' || code === 'ELOOP'
          ? 'is a link to nothing'
          : 'cannot be read by this user';
    return `${directory} ${why}: set DATA_DIR to a directory, which is made if it does not exist.`;
  }
}

function isLinkAt(path: string): boolean {
  try {
    return lstatSync(path).isSymbolicLink();
  } catch {
    return false;
  }
}

/**
 * Takes a directory for a gateway, before it reads or writes anything there, until the returned function is called.
 * Rejects with one sentence if another process has it and does not end in the next three seconds.
 */
export async function holdDirectory(directory: string, { address, ...tell }: Hold): Promise<() => void> {
  const ends = performance.now() + waitMs;
  for (let isFirst = true; ; isFirst = false) {
    const lock = lockFor(directory, tell.onUnlocked);
    if (lock === 'none') return () => undefined;
    if (lock !== null) {
      tidy(directory);
      return held(directory, lock, address);
    }
    const words = usedWords(directory);
    if (performance.now() > ends)
      throw new Error(`${words}: stop that one, or set DATA_DIR of this one to another directory.`);
    if (isFirst) tell.onWait?.(`${words}. Waiting for it to end.`);
    await wait(againMs);
  }
}

/** Takes a directory for changes to its files, until the returned function is called; null if another process has it. */
export function takeDirectory(directory: string): (() => void) | null {
  const problem = directoryProblem(directory);
  if (problem !== null) throw new Error(problem);
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const lock = locked(directory, 'EXCLUSIVE', millisecondsInSecond);
  if (lock) tidy(directory);
  return lock && held(directory, lock, null);
}

/** Removes what interrupted commands left, and makes every file private. What cannot be changed stays, and `doctor` says so. */
function tidy(directory: string): void {
  quietly(() => removeLeftovers(directory));
  for (const path of openToOthers(directory))
    quietly(() => chmodSync(path, statSync(path).isDirectory() ? 0o700 : 0o600));
}

/** The files and folders below a data directory that others can read or open. A socket is meant for others. */
export function openToOthers(directory: string): readonly string[] {
  if (process.platform === 'win32' || !existsSync(directory)) return [];
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() || entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => ((statSync(path, { throwIfNoEntry: false })?.mode ?? 0) & 0o077) !== 0);
}

/** Folders in which `backup` and `restore` work. */
const workName = /^\.(?:backup|restore)-/;
/** A folder without a lock may have been made a moment ago. */
const youngMs = millisecondsInMinute;

/**
 * Makes a folder below the data directory in which a command works, until the returned function removes it. If the
 * process ends before, the system releases its lock, and the next start or command removes it.
 */
export function openWorkFolder(directory: string, name: 'backup' | 'restore'): { path: string; remove: () => void } {
  const folder = mkdtempSync(join(directory, `.${name}-`));
  const lock = locked(folder, 'EXCLUSIVE', 0);
  const path = join(folder, 'data');
  mkdirSync(path, { mode: 0o700 });
  const remove = () => {
    lock?.close();
    rmSync(folder, { recursive: true, force: true });
  };
  return { path, remove };
}

/** What interrupted writing left: folders of commands that no process works in any more, and unfinished files. */
export function leftovers(directory: string): readonly string[] {
  return [...abandonedFolders(directory), ...unfinishedFiles(directory), ...unfinishedFiles(join(directory, 'briefs'))];
}

/** Files that `savePrivate` began; one that is being written now is young. */
function unfinishedFiles(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  const paths = readdirSync(folder).flatMap((name) => (/^\..+\.tmp$/.test(name) ? [join(folder, name)] : []));
  return paths.filter((path) => {
    const file = statSync(path, { throwIfNoEntry: false });
    return file?.isFile() === true && Date.now() - file.mtimeMs > youngMs;
  });
}

/** Folders with copies of the data. */
function abandonedFolders(directory: string): readonly string[] {
  const folders = readdirSync(directory, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && workName.test(entry.name))
    .map(({ name }) => join(directory, name));
  return folders.filter((folder) => {
    // A folder of an earlier version has no lock.
    if (!existsSync(join(folder, lockName))) return Date.now() - statSync(folder).mtimeMs > youngMs;
    const lock = locked(folder, 'EXCLUSIVE', 0);
    lock?.close();
    return lock !== null;
  });
}

/** Removes what interrupted writing left. */
export function removeLeftovers(directory: string): void {
  for (const path of leftovers(directory)) rmSync(path, { recursive: true, force: true });
}

/** Which process has a directory, in words without an end; call it if the directory could not be taken. */
export function usedWords(directory: string): string {
  const holder = holderOf(directory);
  if (!holder) return `Another Flightline uses the data directory ${directory}, or its file system cannot lock files`;
  const { pid, machine, since, address } = holder;
  const on = machine === hostname() ? '' : ` on ${machine}`;
  const at = address === null ? '' : `, at ${address}`;
  const from = since.slice(0, 'yyyy-mm-ddThh:mm'.length).replace('T', ' ');
  return `Another Flightline (process ${pid}${on}, since ${from}Z${at}) uses the data directory ${directory}`;
}

/** The lock; null if another process has it, `none` if the directory cannot have one. */
function lockFor(directory: string, onUnlocked: Hold['onUnlocked']): DatabaseSync | 'none' | null {
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    accessSync(directory, constants.W_OK);
  } catch {
    // Nothing can be written there, so two gateways cannot harm each other.
    return 'none';
  }
  try {
    return locked(directory, 'IMMEDIATE', 0);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    onUnlocked?.(
      `The data directory ${directory} cannot be locked (${why}): see to it that no other Flightline uses it.`,
    );
    return 'none';
  }
}

/** SQLite's number for a lock that another connection has. */
const busy = 5;

/** The lock; null if another process has it. Throws if it cannot be had at all. */
function locked(directory: string, how: 'IMMEDIATE' | 'EXCLUSIVE', timeout: number): DatabaseSync | null {
  const path = resolve(directory, lockName);
  // An existing file is not opened here, because closing it would end another gateway's lock in this process.
  if (!existsSync(path)) writeFileSync(path, '', { mode: 0o600 });
  const lock = new DatabaseSync(path, { timeout });
  try {
    // Without a journal, which would be a second file.
    lock.exec(`PRAGMA journal_mode = MEMORY; BEGIN ${how}`);
    return lock;
  } catch (error) {
    lock.close();
    if (error instanceof Error && 'errcode' in error && Number(error.errcode) % 256 === busy) return null;
    throw error;
  }
}

const holderShape = z.object({
  pid: z.number(),
  machine: z.string(),
  /** ISO instant. */
  since: z.string(),
  address: z.nullable(z.string()),
});

/** Says who has the lock; the returned function gives it back. */
function held(directory: string, lock: DatabaseSync, address: string | null): () => void {
  const path = join(directory, holderName);
  const since = new Date().toISOString();
  const holder: z.output<typeof holderShape> = { pid: process.pid, machine: hostname(), since, address };
  // The lock counts, also on a full disk.
  quietly(() => writeFileSync(path, JSON.stringify(holder), { mode: 0o600 }));
  return () => {
    if (!lock.isOpen) return;
    quietly(() => rmSync(path, { force: true }));
    lock.close();
  };
}

function holderOf(directory: string): z.output<typeof holderShape> | null {
  try {
    return holderShape.parse(JSON.parse(readFileSync(join(directory, holderName), 'utf8')));
  } catch {
    return null;
  }
}

function quietly(work: () => void): void {
  try {
    work();
  } catch {
    // What the caller does works without it.
  }
}

const requestName = 'copy.wanted';
const copyOf = (id: string) => `copy.${id}.sqlite`;
const failureOf = (id: string) => `copy.${id}.failed`;
const idForm = /^[0-9a-f]{16}$/;
const lookMs = 500;

/**
 * The lock and who has it, copies of earlier data, and what a running gateway and the commands leave in the directory for a short
 * time.
 */
export function isPassing(name: string): boolean {
  return name === lockName || name === holderName || /^(?:copy\.|replaced-|\.)/.test(name);
}

/** Removes the remains of a process that ended while it made a copy. */
function removeCopies(directory: string): void {
  if (!existsSync(directory)) return;
  for (const name of readdirSync(directory))
    if (/^copy\.[0-9a-f]{16}\./.test(name)) rmSync(join(directory, name), { force: true });
}

/**
 * Makes the backup copies that another process requests, until the returned function is called. Only this process can
 * read the file that it has locked.
 */
export function answerCopies(directory: string, copyTo: (path: string) => Promise<unknown>): () => void {
  const request = join(directory, requestName);
  removeCopies(directory);
  let isBusy = false;
  const look = async () => {
    if (isBusy || !existsSync(request)) return;
    isBusy = true;
    try {
      const id = readFileSync(request, 'utf8').trim();
      rmSync(request, { force: true });
      if (!idForm.test(id)) return;
      const part = join(directory, `copy.${id}.part`);
      try {
        writeFileSync(part, '', { mode: 0o600 });
        await copyTo(part);
        renameSync(part, join(directory, copyOf(id)));
      } catch (error) {
        rmSync(part, { force: true });
        writeFileSync(join(directory, failureOf(id)), String(error), { mode: 0o600 });
      }
    } finally {
      isBusy = false;
    }
  };
  // The directory may be gone, or its disk full. Then the other process waits in vain, and reports it.
  const timer = setInterval(() => void look().catch(() => undefined), lookMs).unref();
  return () => clearInterval(timer);
}

/** Requests a copy from the gateway that uses the directory, and returns the copy's path. Rejects with one sentence. */
export async function askForCopy(directory: string, id: string, patienceMs: number): Promise<string> {
  const [copy, failure, request] = [
    join(directory, copyOf(id)),
    join(directory, failureOf(id)),
    join(directory, requestName),
  ];
  writeFileSync(request, id, { mode: 0o600 });
  const ends = performance.now() + patienceMs;
  while (performance.now() < ends) {
    await wait(lookMs / 5);
    if (existsSync(failure)) {
      const words = readFileSync(failure, 'utf8');
      rmSync(failure);
      throw new Error(`The running Flightline could not copy its data: ${words}`);
    }
    if (existsSync(copy)) return copy;
  }
  rmSync(request, { force: true });
  throw new Error(`The running Flightline did not answer: stop it, and run this again.`);
}
