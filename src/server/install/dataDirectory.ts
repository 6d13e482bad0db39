import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { millisecondsInSecond } from '#domain/units.ts';

/** An empty database: the lock on it belongs to a process and ends with it, on every system. */
const lockName = 'in-use.sqlite';

/**
 * Marks a directory as used by a gateway, until the returned function is called. Several gateways may do so; each locks
 * the files that it needs.
 */
export function holdDirectory(directory: string): () => unknown {
  try {
    const lock = openLock(directory, 0);
    lock.exec('BEGIN; SELECT 1 FROM sqlite_schema');
    return () => lock.isOpen && lock.close();
  } catch {
    // A directory that cannot be written needs no protection from a restore.
    return () => undefined;
  }
}

/** Takes a directory for changes to its files, until the returned function is called; null if a gateway uses it. */
export function takeDirectory(directory: string): (() => void) | null {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const lock = openLock(directory, millisecondsInSecond);
  try {
    lock.exec('BEGIN EXCLUSIVE');
    return () => lock.close();
  } catch {
    lock.close();
    return null;
  }
}

function openLock(directory: string, timeout: number): DatabaseSync {
  const path = join(directory, lockName);
  // An existing file is not opened here, because closing it would end another gateway's lock in this process.
  if (!existsSync(path)) writeFileSync(path, '', { mode: 0o600 });
  return new DatabaseSync(path, { timeout });
}

const requestName = 'copy.wanted';
const copyOf = (id: string) => `copy.${id}.sqlite`;
const failureOf = (id: string) => `copy.${id}.failed`;
const idForm = /^[0-9a-f]{16}$/;
const lookMs = 500;

/**
 * The lock, copies of earlier data, and what a running gateway and the commands leave in the directory for a short
 * time.
 */
export function isPassing(name: string): boolean {
  return name === lockName || /^(?:copy\.|replaced-|\.)/.test(name);
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
