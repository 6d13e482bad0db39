import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { fileFailureOf } from '#server/install/fileFailure.ts';
import { fallbackStorage } from './fallbackStorage.ts';
import { count, emptyDirectory, facts, fill } from '#e2e/servers/storageSamples.ts';

const at = Date.UTC(2026, 4, 12);

describe('a file that fails during use', () => {
  const failures: [string, string, string][] = [
    ['the disk is full', 'PRAGMA max_page_count = 40', 'full'],
    ['the file becomes read-only', 'PRAGMA query_only = ON', 'read-only'],
  ];
  it.each(failures)('because %s is copied to memory, and no function throws', (_, cause, failure) => {
    const database = new DatabaseSync(join(emptyDirectory(), 'file.sqlite'));
    const events: unknown[] = [];
    const storage = fallbackStorage(database, { service: 'school', at }, (why, _error, isWhole) => {
      events.push([why, isWhole]);
      return `words for ${why}`;
    });
    fill(storage, 0, 3);
    const call = storage.beginCall(5);
    storage.remember('limit', '100');
    expect([storage.isDurable(), storage.trouble()]).toEqual([true, null]);
    database.exec(cause);
    fill(storage, 3, 200);
    expect(events).toEqual([[failure, true]]);
    expect([storage.isDurable(), storage.trouble(), count(storage)]).toEqual([false, `words for ${failure}`, 200]);
    storage.endCall(call, 9);
    expect([storage.memory('limit'), storage.recentCalls(0), storage.logBegan()]).toEqual(['100', [9], at]);
    storage.close();
  });

  it('while its tables are made is replaced by memory', () => {
    const database = new DatabaseSync(join(emptyDirectory(), 'file.sqlite'));
    database.exec('PRAGMA max_page_count = 2');
    const storage = fallbackStorage(database, { service: 'school', at }, (why) => why);
    fill(storage, 0, 3);
    expect([storage.trouble(), storage.isDurable(), count(storage)]).toEqual(['full', false, 3]);
    storage.close();
  });

  it('passes on faults of the program', () => {
    const database = new DatabaseSync(join(emptyDirectory(), 'file.sqlite'));
    const storage = fallbackStorage(database, { service: 'school', at }, (why) => why);
    const part = { set: 'aircraft', scope: '', asOf: 1, revision: Number.NaN, facts } as const;
    expect(() => storage.replacePart(part, [], [])).toThrow(/NOT NULL/);
    expect([storage.trouble(), storage.isDurable()]).toEqual([null, true]);
    storage.close();
  });
});

it('an error is judged only by the code of SQLite or of the system', () => {
  const sqlite = (errcode: number) => Object.assign(new Error('words'), { code: 'ERR_SQLITE_ERROR', errcode });
  const system = (code: string) => Object.assign(new Error('words'), { code });
  // 266 is an I/O error while reading, 267 a damaged virtual table, 1299 a missing value.
  expect([266, 267, 11, 13, 5, 1299, 21].map((code) => fileFailureOf(sqlite(code)))).toEqual([
    'unusable',
    'damaged',
    'damaged',
    'full',
    'in use',
    null,
    null,
  ]);
  expect(['ENOSPC', 'EROFS', 'ERR_INVALID_STATE'].map((code) => fileFailureOf(system(code)))).toEqual([
    'full',
    'read-only',
    null,
  ]);
  expect([fileFailureOf(new Error('words')), fileFailureOf('words')]).toEqual([null, null]);
});
