import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';

/** Named values of a statement, without their colon. */
export type Values = { readonly [name: string]: SQLInputValue };

/** The rows of a statement. Their type is what its column list says; the tables are STRICT, so that it holds. */
export function readRows<Row>(database: DatabaseSync, sql: string, values: Values = {}): Row[] {
  return prepared(database, sql).all(values) as Row[];
}

/** The first row of a statement, or null. */
export function readRow<Row>(database: DatabaseSync, sql: string, values: Values = {}): Row | null {
  return (prepared(database, sql).get(values) as Row | undefined) ?? null;
}

const statements = new WeakMap<DatabaseSync, Map<string, StatementSync>>();

/** To prepare a statement costs several times what it costs to run one of these; there are few different ones. */
function prepared(database: DatabaseSync, sql: string): StatementSync {
  const known = statements.get(database) ?? new Map<string, StatementSync>();
  statements.set(database, known);
  const statement = known.get(sql) ?? database.prepare(sql);
  known.set(sql, statement);
  return statement;
}

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
