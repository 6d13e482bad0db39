import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { fallbackStorage } from './fallbackStorage.ts';
import { sqliteStorage } from './sqliteStorage.ts';
import type { EntryQuery, NewEntry, ReplicaStorage } from './storage.ts';
import { withTwins } from '#e2e/servers/cluster/twin.ts';
import { count, emptyDirectory, facts, fill } from '#e2e/servers/storageSamples.ts';

const begin = { service: 'school', at: 1_000_000 };
const twin = withTwins();
const all: EntryQuery = {
  from: null,
  to: null,
  kinds: [],
  aircraft: null,
  person: null,
  words: [],
  before: null,
  limit: 100,
};

function entry(at: number, name: string, more: Partial<NewEntry> = {}): NewEntry {
  const keys = { kinds: ['moved'], aircraft: ['n1'], people: ['p1'] };
  return { at, ...keys, text: `text of ${name}`, json: JSON.stringify({ name }), ...more };
}

function write(storage: ReplicaStorage, ...entries: NewEntry[]): void {
  storage.replaceCells({ cells: [], put: [], remove: [], changes: [], entries });
}

/** A log in which the aircraft, the person and the kind of each entry differ. */
function filled(): ReplicaStorage {
  const database = new DatabaseSync(':memory:');
  const storage = sqliteStorage(database, begin);
  twin(database);
  write(storage, entry(10, 'a'), entry(20, 'b', { kinds: ['booked'], people: [] }));
  storage.replacePart(
    { set: 'squawks', scope: 'n2', asOf: 1, revision: 1, facts },
    [],
    [],
    [entry(30, 'c', { kinds: ['moved', 'aircraft-swapped'], aircraft: ['n2', 'n1', 'n2'], people: ['p2'] })],
  );
  return storage;
}

const names = (storage: ReplicaStorage, query: Partial<EntryQuery> = {}) =>
  storage.entries({ ...all, ...query }).entries.map(({ json }) => (JSON.parse(json) as { name: string }).name);

describe('entries of the log', () => {
  it.each<[Partial<EntryQuery>, string[]]>([
    [{}, ['c', 'b', 'a']],
    [{ from: 20 }, ['c', 'b']],
    [{ to: 20 }, ['a']],
    [{ kinds: ['moved'] }, ['c', 'a']],
    [{ kinds: ['booked', 'aircraft-swapped'] }, ['c', 'b']],
    [{ aircraft: 'n1' }, ['c', 'b', 'a']],
    [{ aircraft: 'n2' }, ['c']],
    [{ person: 'p1' }, ['a']],
    [{ person: 'p1', aircraft: 'n2' }, []],
    [{ words: ['text', 'b'] }, ['b']],
    [{ words: ['%'] }, []],
    [{ kinds: ['moved'], aircraft: 'n1', from: 15, words: ['text'] }, ['c']],
  ])('that match %j are found newest first, and counted', (query, found) => {
    const storage = filled();
    expect(names(storage, query)).toEqual(found);
    expect(storage.entries({ ...all, ...query, limit: 1 })).toMatchObject({ total: found.length, all: 3 });
  });

  it('come page by page, by the number of the last', () => {
    const storage = filled();
    const first = storage.entries({ ...all, limit: 2 });
    const last = first.entries.at(-1)?.seq ?? 0;
    expect(names(storage, { limit: 2 })).toEqual(['c', 'b']);
    expect(names(storage, { before: last })).toEqual(['a']);
    expect(storage.entries({ ...all, before: last })).toMatchObject({ total: 3, all: 3 });
    expect(storage.lastEntry()).toBe(first.entries[0]?.seq);
  });

  it('are dropped together with the changes, and are complete since then', () => {
    const storage = filled();
    expect(storage.entriesBegan()).toBe(begin.at);
    const last = storage.lastEntry();
    storage.pruneChanges(30);
    expect([names(storage), names(storage, { aircraft: 'n1' }), storage.entries(all).all]).toEqual([['c'], ['c'], 1]);
    storage.pruneChanges(2_000_000);
    expect([names(storage), storage.entriesBegan(), storage.logBegan()]).toEqual([[], 2_000_000, 2_000_000]);
    write(storage, entry(3_000_000, 'd'));
    expect(storage.lastEntry()).toBe(last + 1);
  });

  it('are written with the records or not at all', () => {
    const storage = filled();
    const broken = entry(40, 'd', { text: null as unknown as string });
    const part = { set: 'aircraft', scope: '', asOf: 1, revision: 2, facts } as const;
    expect(() => storage.replacePart(part, [{ id: 'a', json: '{}', hash: 'h' }], [], [broken])).toThrow(/NOT NULL/);
    expect([names(storage), storage.records('aircraft', '')]).toEqual([['c', 'b', 'a'], []]);
  });
});

/** A file of the version before the log: three reservations and a change, but no tables of entries. */
function oldFile(): string {
  const path = join(emptyDirectory(), 'old.sqlite');
  const storage = sqliteStorage(new DatabaseSync(path), begin);
  fill(storage, 0, 3);
  const change = {
    at: 5,
    set: 'reservations',
    scope: '',
    id: 'r0',
    kind: 'gone',
    before: '{}',
    after: null,
  } as const;
  storage.replaceCells({ cells: [], put: [], remove: [], changes: [change] });
  storage.close();
  const database = new DatabaseSync(path);
  database.exec(`DROP TABLE entry; DROP TABLE entry_json; DROP TABLE entry_key;
    DELETE FROM about WHERE key = 'entries_began_at'; DELETE FROM sqlite_sequence WHERE name = 'entry'`);
  database.close();
  return path;
}

describe('a file', () => {
  it('of the version before keeps everything, and its entries begin now', () => {
    const path = oldFile();
    const later = { ...begin, at: 9_000_000 };
    const first = sqliteStorage(new DatabaseSync(path), later);
    expect([count(first), first.changes({ limit: 9 }).length, first.logBegan()]).toEqual([3, 1, begin.at]);
    expect([first.entries(all), first.entriesBegan()]).toEqual([{ entries: [], total: 0, all: 0 }, later.at]);
    write(first, entry(9_000_001, 'a'));
    const number = first.lastEntry();
    expect(number).toBeGreaterThan(later.at);
    first.close();
    const second = sqliteStorage(new DatabaseSync(path), { ...begin, at: 10_000_000 });
    expect([names(second), second.entriesBegan(), second.lastEntry()]).toEqual([['a'], later.at, number]);
    second.close();
  });

  it('of that version that cannot be written is whole in memory, where entries begin', () => {
    const database = new DatabaseSync(oldFile());
    database.exec('PRAGMA query_only = ON');
    const events: unknown[] = [];
    const storage = fallbackStorage(database, { ...begin, at: 9_000_000 }, (why, _, isWhole) => {
      events.push([why, isWhole]);
      return why;
    });
    expect([events, count(storage), storage.entriesBegan()]).toEqual([[['read-only', true]], 3, 9_000_000]);
    write(storage, entry(9_000_001, 'a'));
    expect(names(storage)).toEqual(['a']);
    storage.close();
  });

  it('that fails takes its entries along to memory', () => {
    const database = new DatabaseSync(join(emptyDirectory(), 'file.sqlite'));
    const storage = fallbackStorage(database, begin, (why) => why);
    write(storage, entry(10, 'a'), entry(20, 'b', { aircraft: ['n2'] }));
    const number = storage.lastEntry();
    database.exec('PRAGMA query_only = ON');
    write(storage, entry(30, 'c'));
    expect([storage.isDurable(), names(storage), names(storage, { aircraft: 'n2' })]).toEqual([
      false,
      ['c', 'b', 'a'],
      ['b'],
    ]);
    expect([storage.lastEntry(), storage.entriesBegan()]).toEqual([number + 1, begin.at]);
    storage.close();
  });
});
