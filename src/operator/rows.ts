import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite';

/** Named values of a statement, without their colon. */
export type Values = { readonly [name: string]: SQLInputValue };

/** The rows of a statement. Their type follows its column list; STRICT tables guarantee it. */
export function readRows<Row>(database: DatabaseSync, sql: string, values: Values = {}): Row[] {
  const rows: unknown[] = prepared(database, sql).all(values);
  // The only cast of operator rows: node:sqlite cannot know what a column list holds.
  return rows as Row[];
}

/** The first row of a statement that answers one row, or null. */
export function readRow<Row>(database: DatabaseSync, sql: string, values: Values = {}): Row | null {
  return readRows<Row>(database, sql, values)[0] ?? null;
}

/** The number in the only column of a statement's only row. Throws if there is none. */
export function readNumber(database: DatabaseSync, sql: string, values: Values = {}): number {
  const [number] = Object.values(readRow<{ [column: string]: SQLOutputValue }>(database, sql, values) ?? {});
  if (typeof number !== 'number') throw new Error(`The query answers no number: ${sql}`);
  return number;
}

const statements = new WeakMap<DatabaseSync, Map<string, StatementSync>>();

/** Preparing a statement costs several times as much as running it, and there are few different ones. */
function prepared(database: DatabaseSync, sql: string): StatementSync {
  const known = statements.get(database) ?? new Map<string, StatementSync>();
  statements.set(database, known);
  const statement = known.get(sql) ?? database.prepare(sql);
  known.set(sql, statement);
  return statement;
}

type Word<Text extends string> = Text extends `${infer First} ${infer Rest}` ? First | Word<Rest> : Text;

/**
 * A prepared insert into a table. It takes a row with exactly these columns; a text may name several, separated by
 * blanks.
 */
export function appender<const Columns extends readonly string[]>(
  database: DatabaseSync,
  table: string,
  ...columns: Columns
): (row: { readonly [Column in Word<Columns[number]>]: SQLInputValue }) => void {
  // The type splits the texts as the code does.
  const names = columns.flatMap((text) => text.split(' ')) as Word<Columns[number]>[];
  const marks = names.map(() => '?').join(', ');
  const statement = database.prepare(`INSERT INTO ${table} (${names.join(', ')}) VALUES (${marks})`);
  // By position, because binding by name is slower and there are millions of rows.
  return (row) => void statement.run(...names.map((name) => row[name]));
}

/** The id that the next row of a table gets. */
export function nextId(database: DatabaseSync, table: string): number {
  return readNumber(database, `SELECT coalesce(max(id), 0) + 1 FROM ${table}`);
}

/** Runs `work` in one transaction: all of it, or nothing if it throws. */
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
