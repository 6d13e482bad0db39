import type { DatabaseSync, SQLInputValue } from 'node:sqlite';

type Word<Text extends string> = Text extends `${infer First} ${infer Rest}` ? First | Word<Rest> : Text;

/** A prepared insert into a table: takes a row with exactly these columns, which are named in texts of words. */
export function appender<const Columns extends readonly string[]>(
  database: DatabaseSync,
  table: string,
  ...columns: Columns
): (row: { readonly [Column in Word<Columns[number]>]: SQLInputValue }) => void {
  const names = columns.flatMap((text) => text.split(' ')) as Word<Columns[number]>[];
  const marks = names.map(() => '?').join(', ');
  const statement = database.prepare(`INSERT INTO ${table} (${names.join(', ')}) VALUES (${marks})`);
  return (row) => {
    statement.run(...names.map((name) => row[name]));
  };
}

/** The id that the next row of a table gets. */
export function nextId(database: DatabaseSync, table: string): number {
  return Number(database.prepare(`SELECT coalesce(max(id), 0) + 1 AS id FROM ${table}`).get()?.['id']);
}

/** Does all of `work` or nothing of it. */
export function inTransaction(database: DatabaseSync, work: () => void): void {
  database.exec('BEGIN');
  try {
    work();
    database.exec('COMMIT');
  } catch (error) {
    database.exec('ROLLBACK');
    throw error;
  }
}
