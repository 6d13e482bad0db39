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
