import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { appender, inTransaction, nextId, readNumber, readRow, readRows } from './rows.ts';

function fleet() {
  const database = new DatabaseSync(':memory:');
  database.exec('CREATE TABLE plane (id INTEGER PRIMARY KEY, tail TEXT NOT NULL, hobbs INTEGER) STRICT');
  const add = appender(database, 'plane', 'id tail', 'hobbs');
  add({ id: 1, tail: 'N512SP', hobbs: 40_018 });
  add({ id: 4, tail: 'N513SP', hobbs: null });
  return database;
}

describe('rows', () => {
  it('are written by column name, and read in order as plain values', () => {
    const rows = readRows<{ tail: string; hobbs: number | null }>(fleet(), 'SELECT tail, hobbs FROM plane ORDER BY id');
    expect(rows.map(({ tail, hobbs }) => [tail, hobbs])).toEqual([
      ['N512SP', 40_018],
      ['N513SP', null],
    ]);
  });

  it('are null if a single one does not exist', () => {
    const sql = 'SELECT tail FROM plane WHERE id = :id';
    expect(readRow<{ tail: string }>(fleet(), sql, { id: 4 })?.tail).toBe('N513SP');
    expect(readRow(fleet(), sql, { id: 2 })).toBeNull();
  });

  it('have the next id after the highest, from 1 on', () => {
    const database = fleet();
    expect(nextId(database, 'plane')).toBe(5);
    database.exec('DELETE FROM plane');
    expect(nextId(database, 'plane')).toBe(1);
  });

  it('are all kept or none', () => {
    const database = fleet();
    const fail = () =>
      inTransaction(database, () => {
        database.exec('DELETE FROM plane');
        throw new Error('half done');
      });
    expect(fail).toThrow('half done');
    expect(readNumber(database, 'SELECT count(*) FROM plane')).toBe(2);
  });
});

it('a query without a number is an error that names the query', () => {
  const database = fleet();
  expect(readNumber(database, 'SELECT sum(hobbs) FROM plane')).toBe(40_018);
  expect(() => readNumber(database, 'SELECT tail FROM plane')).toThrow('SELECT tail FROM plane');
  expect(() => readNumber(database, 'SELECT id FROM plane WHERE id = 2')).toThrow('no number');
});
