import { DatabaseSync } from 'node:sqlite';
import { type FileFailure, fileFailureOf } from '#server/install/fileFailure.ts';
import { NotKept, orNotKept } from '#server/http/keeping.ts';
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
  // Every function of the storage has its own name and arguments.
  const storage = Object.fromEntries(guarded) as ReplicaStorage;
  return {
    ...storage,
    ...keptOrRefused(storage, () => trouble),
    trouble: () => trouble,
    close: () => {
      quietly(() => current?.close());
      closeQuietly(file);
    },
  };
}

type Notes = Pick<ReplicaStorage, 'memory' | 'remember' | 'forget'>;

/**
 * `keep`, and the functions that its change writes with. While the storage is in memory, what people do would be gone with
 * the next start: it is refused, and undone if the file fails in the middle of it.
 */
export function keptOrRefused(storage: Notes, trouble: () => string | null): Pick<ReplicaStorage, 'keep'> & Notes {
  let before: Map<string, string | null> | null = null;
  const note = (key: string) => {
    if (before && !before.has(key)) before.set(key, storage.memory(key));
  };
  const refuseIn = (words: string | null) => {
    if (words !== null) throw new NotKept(`This cannot be saved. ${words}`);
  };
  const undo = (values: ReadonlyMap<string, string | null>) => {
    for (const [key, value] of values) {
      if (value === null) storage.forget(key);
      else storage.remember(key, value);
    }
  };
  return {
    memory: (key) => storage.memory(key),
    remember: (key, value) => {
      note(key);
      storage.remember(key, value);
    },
    forget: (key) => {
      note(key);
      storage.forget(key);
    },
    keep: async (change) => {
      refuseIn(trouble());
      const values = new Map<string, string | null>();
      before = values;
      try {
        const result = orNotKept(change);
        if (trouble() !== null) undo(values);
        refuseIn(trouble());
        return result;
      } finally {
        before = null;
      }
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
