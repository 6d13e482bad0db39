import { DatabaseSync } from 'node:sqlite';
import { type FileFailure, fileFailureOf } from '#server/install/fileFailure.ts';
import { type CallFile, openCallFile } from './callFile.ts';
import { callsBeside, sqliteStorage } from './sqliteStorage.ts';
import { type Beginning, copyTables, createTables } from './sqliteTables.ts';
import type { ReplicaStorage } from './storage.ts';

/**
 * The replica in a file that is already open and locked, with its calls beside it. When a file fails, readable data is
 * copied to memory and the work continues there; `failed` has the words for people. A damaged file is closed first, so that
 * it can be moved; any other stays open and locked. No function throws because of the file.
 */
export function fallbackStorage(
  file: DatabaseSync,
  begin: Beginning,
  failed: (failure: FileFailure, error: unknown, isWhole: boolean) => string,
): ReplicaStorage {
  let trouble: string | null = null;
  let current: ReplicaStorage | null = null;
  let calls: CallFile | null = null;

  const moveToMemory = (failure: FileFailure, error: unknown): ReplicaStorage => {
    const memory = new DatabaseSync(':memory:');
    createTables(memory, begin);
    const isWhole = copyTables(file, memory);
    if (failure === 'damaged') closeQuietly(file);
    trouble = failed(failure, error, isWhole);
    // Calls are still written if their own file is sound.
    calls ??= openCallFile(null, begin.at);
    return sqliteStorage(memory, begin, calls);
  };
  const run = <Result>(work: (storage: ReplicaStorage) => Result): Result => {
    try {
      calls ??= callsBeside(file, begin);
      current ??= sqliteStorage(file, begin, calls);
      return work(current);
    } catch (error) {
      const failure = fileFailureOf(error);
      if (!failure) throw error;
      // The data is already in memory, so this is the call file's failure, which happens once.
      if (trouble === null || current === null) current = moveToMemory(failure, error);
      return work(current);
    }
  };
  // Also creates the tables of a new file, now rather than at the first query.
  const names = run((storage) => Object.keys(storage));
  const guarded = names.map((name) => [name, (...given: unknown[]) => run((to) => Reflect.get(to, name)(...given))]);
  return {
    // Every function of the storage has its own name and arguments.
    ...(Object.fromEntries(guarded) as ReplicaStorage),
    trouble: () => trouble,
    close: () => {
      quietly(() => current?.close());
      closeQuietly(file);
    },
  };
}

function closeQuietly(database: DatabaseSync): void {
  quietly(() => {
    if (database.isOpen) database.close();
  });
}

function quietly(work: () => void): void {
  try {
    work();
  } catch {
    // Everything readable has been saved.
  }
}
