import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';

/** Raised with every change of the tables that an earlier version cannot read. A file of a later version is refused. */
export const replicaTablesVersion = 1;

/**
 * Units: `..._at` are epoch milliseconds of the wall clock; `..._json` and `slim` are JSON text; the writer compares by
 * `hash`. Large texts are last in their row, or in their own table, so that reading other columns does not read their
 * pages.
 */
const tables = `
-- service (hash of the service's addresses and the operator), log_began_at, entries_began_at
CREATE TABLE about (key TEXT PRIMARY KEY, value ANY NOT NULL) STRICT, WITHOUT ROWID;
-- Small things to remember.
CREATE TABLE note (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;

-- Calls to the service, which are in a file of their own now: only files of before have rows here.
CREATE TABLE call (id INTEGER PRIMARY KEY, begun_at INTEGER NOT NULL, ended_at INTEGER) STRICT;

-- A set, or the share of one aircraft or person in it. as_of_at is when the call for it went out.
CREATE TABLE part (
  id INTEGER PRIMARY KEY, set_name TEXT NOT NULL, scope TEXT NOT NULL,
  as_of_at INTEGER NOT NULL, revision INTEGER NOT NULL, facts_json TEXT NOT NULL, UNIQUE (set_name, scope)
) STRICT;
-- position counts from 0 in the service's order.
CREATE TABLE record (
  part_id INTEGER NOT NULL REFERENCES part (id) ON DELETE CASCADE, position INTEGER NOT NULL,
  id TEXT NOT NULL, hash TEXT NOT NULL, json TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX record_by_position ON record (part_id, position);

-- A stretch of start times: from_at inclusive, to_at exclusive. They do not overlap.
CREATE TABLE cell (
  from_at INTEGER PRIMARY KEY, to_at INTEGER NOT NULL, as_of_at INTEGER NOT NULL, revision INTEGER NOT NULL,
  count INTEGER NOT NULL, facts_json TEXT NOT NULL
) STRICT;
-- start_at and end_at (exclusive) are null where the service gave no readable time; cell_at is the from_at of its cell.
CREATE TABLE reservation (
  row_id INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, start_at INTEGER, end_at INTEGER,
  position INTEGER NOT NULL, cell_at INTEGER NOT NULL, hash TEXT NOT NULL, slim TEXT NOT NULL
) STRICT;
CREATE INDEX reservation_by_start ON reservation (start_at, position);
CREATE INDEX reservation_untimed ON reservation (cell_at) WHERE start_at IS NULL OR end_at IS NULL;
-- The service's own record of a reservation.
CREATE TABLE reservation_record (
  row_id INTEGER PRIMARY KEY REFERENCES reservation (row_id) ON DELETE CASCADE, json TEXT NOT NULL
) STRICT;
-- Coarse filter of overlapping spans, in minutes since the epoch (first_minute rounded down, last_minute up), for those
-- with both times. The exact columns of reservation decide.
CREATE VIRTUAL TABLE reservation_span USING rtree_i32 (row_id, first_minute, last_minute);

-- The log of changes. Numbers are never used twice.
CREATE TABLE change (
  seq INTEGER PRIMARY KEY AUTOINCREMENT, at INTEGER NOT NULL, set_name TEXT NOT NULL, scope TEXT NOT NULL,
  id TEXT NOT NULL, kind TEXT NOT NULL, before_json TEXT, after_json TEXT
) STRICT;
CREATE INDEX change_by_at ON change (at);
CREATE INDEX change_by_set ON change (set_name, seq);
`;

/**
 * Log entries in words, apart from the changes, which are large. An earlier file without them gets the table when it is
 * opened, so the version stays. text is folded; a key is `kind moved`, `aircraft 1f…` or `person 2e…`.
 */
const logTables = `
CREATE TABLE IF NOT EXISTS entry (
  seq INTEGER PRIMARY KEY AUTOINCREMENT, at INTEGER NOT NULL, text TEXT NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS entry_by_at ON entry (at);
CREATE TABLE IF NOT EXISTS entry_json (seq INTEGER PRIMARY KEY, json TEXT NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS entry_key (key TEXT NOT NULL, seq INTEGER NOT NULL, PRIMARY KEY (key, seq)) STRICT, WITHOUT ROWID;
`;

/**
 * The outbox of alerts. `pending` holds the alerts that a recipient will get, `message` the messages made from them and
 * their state. An earlier file gets the tables when it is opened.
 */
const alertTables = `
CREATE TABLE IF NOT EXISTS alert (
  seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, at INTEGER NOT NULL, json TEXT NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS alert_by_at ON alert (at);
CREATE TABLE IF NOT EXISTS pending (
  recipient TEXT NOT NULL, alert TEXT NOT NULL, send_at INTEGER NOT NULL, PRIMARY KEY (recipient, alert)
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS message (
  seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, recipient TEXT NOT NULL, name TEXT NOT NULL,
  channel TEXT NOT NULL, state TEXT NOT NULL, attempts INTEGER NOT NULL, at INTEGER NOT NULL, tried_at INTEGER,
  next_at INTEGER, answer TEXT, alerts_json TEXT NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS message_by_recipient ON message (recipient, at);
CREATE INDEX IF NOT EXISTS message_unsent ON message (state) WHERE state IN ('waiting', 'retrying');
`;

/**
 * Steps of meters, and reservations that were flown. They give the meter hours per booked hour. Read from the log of
 * changes; about.readings_seq is the last change read. An earlier file gets the tables when it is opened.
 */
const readingTables = `
CREATE TABLE IF NOT EXISTS meter_move (
  aircraft TEXT NOT NULL, at INTEGER NOT NULL, before REAL NOT NULL, after REAL NOT NULL, PRIMARY KEY (aircraft, at)
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS flown (
  id TEXT PRIMARY KEY, aircraft TEXT NOT NULL, activity TEXT NOT NULL, start_at INTEGER NOT NULL, end_at INTEGER NOT NULL,
  out_at INTEGER, closed_at INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS flown_by_start ON flown (start_at);
`;

/** Tables that make sense only together, the most useful first. */
const tableGroups = [
  ['about', 'note'],
  ['call'],
  ['part', 'record'],
  ['cell', 'reservation', 'reservation_record', 'reservation_span'],
  ['sqlite_sequence', 'change'],
  ['entry', 'entry_json', 'entry_key'],
  ['alert', 'pending', 'message'],
  ['meter_move', 'flown'],
] as const;

/** Files of earlier versions lack the groups that begin with these. */
const newerTables: ReadonlySet<string> = new Set(['entry', 'alert', 'meter_move']);

/** The first values of a new replica. */
export type Beginning = {
  /** Identifies the service and the operator; used only for equality. */
  readonly service: string;
  /** Now, in epoch milliseconds. */
  readonly at: number;
};

/** Named values of a statement, without their colon. */
export type Values = { readonly [name: string]: SQLInputValue };

/** Runs statements of one database, each prepared once. A row's type follows the column list; STRICT tables guarantee it. */
export type Statements = {
  readonly all: <Row>(sql: string, values?: Values) => Row[];
  /** Rows as arrays of columns, in half the time, for thousands of rows. */
  readonly tuples: <Row extends readonly unknown[]>(sql: string, values?: Values) => Row[];
  readonly first: <Row>(sql: string, values?: Values) => Row | null;
  readonly run: (sql: string, values?: Values) => void;
  /** Runs the work in one transaction: all of it, or nothing if it throws. */
  readonly inTransaction: <Result>(work: () => Result) => Result;
};

/** The only cast of rows: node:sqlite cannot know what a column list holds. */
function rowsOf<Row>(rows: readonly unknown[]): Row[] {
  return rows as Row[];
}

/** The statements of a database. They throw the errors of SQLite. */
export function statementsOf(database: DatabaseSync): Statements {
  const known = new Map<string, StatementSync>();
  const knownTuples = new Map<string, StatementSync>();
  const prepared = (sql: string) => {
    const statement = known.get(sql) ?? database.prepare(sql);
    known.set(sql, statement);
    return statement;
  };
  const tuples = <Row extends readonly unknown[]>(sql: string, values: Values = {}) => {
    const statement = knownTuples.get(sql) ?? database.prepare(sql, { returnArrays: true });
    knownTuples.set(sql, statement);
    return rowsOf<Row>(statement.all(values));
  };
  const run = (sql: string, values: Values = {}) => void prepared(sql).run(values);
  const inTransaction = <Result>(work: () => Result): Result => {
    run('BEGIN IMMEDIATE');
    try {
      const result = work();
      run('COMMIT');
      return result;
    } catch (error) {
      // SQLite rolls back by itself after some errors, such as a full disk.
      if (database.isTransaction) run('ROLLBACK');
      throw error;
    }
  };
  return {
    all: <Row>(sql: string, values: Values = {}) => rowsOf<Row>(prepared(sql).all(values)),
    first: <Row>(sql: string, values: Values = {}) => {
      const row = prepared(sql).get(values);
      return row === undefined ? null : (rowsOf<Row>([row])[0] ?? null);
    },
    tuples,
    run,
    inTransaction,
  };
}

/** Whether a newer version of Flightline wrote a database. */
export function isOfNewerVersion(database: DatabaseSync): boolean {
  const row = statementsOf(database).first<{ user_version: number }>('PRAGMA user_version');
  return (row?.user_version ?? 0) > replicaTablesVersion;
}

/** Which replica a database holds: `empty` for none, `null` for tables of another version or program. */
export function serviceOf(database: DatabaseSync): { readonly service: string } | 'empty' | null {
  const { all, first } = statementsOf(database);
  if (all('SELECT 1 FROM sqlite_schema LIMIT 1').length === 0) return 'empty';
  const version = first<{ user_version: number }>('PRAGMA user_version');
  if (version?.user_version !== replicaTablesVersion) return null;
  return first<{ service: string }>(`SELECT value AS service FROM about WHERE key = 'service'`);
}

/**
 * Creates the tables in an empty database. Sequence numbers begin with the present time. So a reader's number from an
 * earlier database is below all of these, and the reader misses nothing.
 */
export function createTables(database: DatabaseSync, { service, at }: Beginning): void {
  const { run, inTransaction: transact } = statementsOf(database);
  transact(() => {
    database.exec(`${tables}; PRAGMA user_version = ${replicaTablesVersion}`);
    run(`INSERT INTO about (key, value) VALUES ('service', :service), ('log_began_at', :at)`, { service, at });
    run(`INSERT INTO sqlite_sequence (name, seq) VALUES ('change', :at)`, { at });
  });
  addNewerTables(database, { at });
}

/** Adds the tables of the alerts, the readings and the log entries to an earlier file; from then on entries are complete. */
export function addNewerTables(database: DatabaseSync, { at }: Pick<Beginning, 'at'>): void {
  database.exec(alertTables);
  database.exec(readingTables);
  const { first, run, inTransaction: transact } = statementsOf(database);
  if (first(`SELECT 1 FROM about WHERE key = 'entries_began_at'`) && hasTable(database, 'entry_key')) return;
  transact(() => {
    database.exec(logTables);
    run(`INSERT INTO about (key, value) VALUES ('entries_began_at', :at) ON CONFLICT (key) DO NOTHING`, { at });
    // As with changes, numbers of an earlier database are lower.
    run(
      `INSERT INTO sqlite_sequence (name, seq) SELECT 'entry', :at WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = 'entry')`,
      { at },
    );
  });
}

function hasTable(database: DatabaseSync, name: string): boolean {
  return (
    statementsOf(database).first(`SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = :name`, { name }) !== null
  );
}

/**
 * Copies a replica into another database that has the tables, as far as it can be read: tables that belong together are
 * copied whole or not at all, those of the log if present. Returns true if nothing is missing.
 */
export function copyTables(from: DatabaseSync, to: DatabaseSync): boolean {
  const { inTransaction } = statementsOf(to);
  const copied = tableGroups.map((group) => {
    if (newerTables.has(group[0]) && !hasTable(from, group[0])) return true;
    try {
      inTransaction(() => group.forEach((table) => copyTable(from, to, table)));
      return true;
    } catch {
      return false;
    }
  });
  return !copied.includes(false);
}

function copyTable(from: DatabaseSync, to: DatabaseSync, table: string): void {
  const reading = from.prepare(`SELECT * FROM ${table}`, { returnArrays: true });
  const marks = reading.columns().map(() => '?');
  const writing = to.prepare(`INSERT INTO ${table} VALUES (${marks.join(', ')})`);
  to.exec(`DELETE FROM ${table}`);
  for (const row of reading.iterate()) writing.run(...Object.values(row));
}
