import { chmodSync, closeSync, existsSync, mkdirSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';

/**
 * Creates a database file that only its owner can read; SQLite gives its companions the same mode. An existing file is
 * never opened here, because closing it would end another gateway's lock in the same process.
 */
export function createPrivate(path: string): void {
  if (!existsSync(path)) closeSync(openSync(path, 'a', 0o600));
  for (const companion of ['', '-wal', '-shm']) {
    if (existsSync(path + companion)) chmodSync(path + companion, 0o600);
  }
}

/** Copies an open database into a file that only its owner can read, and replaces an earlier one. */
export function copyDatabase(database: DatabaseSync, path: string): void {
  rmSync(path, { force: true });
  createPrivate(path);
  database.prepare('VACUUM INTO ?').run(path);
}

/** Writes a file that only its owner can read. If the machine stops while it writes, the earlier file stays. */
export function savePrivate(directory: string, name: string, text: string): void {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const temporary = join(directory, `.${name}.tmp`);
  rmSync(temporary, { force: true });
  try {
    writeFileSync(temporary, text, { mode: 0o600, flag: 'wx', flush: true });
    renameSync(temporary, join(directory, name));
  } finally {
    rmSync(temporary, { force: true });
  }
}
