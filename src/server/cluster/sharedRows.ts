import type { DatabaseSync, SQLInputValue, SQLOutputValue } from 'node:sqlite';
import * as z from 'zod/mini';
import { type Statements, statementsOf } from '#server/replica/storage/sqliteTables.ts';

/** A table that a working copy shares. The other columns are those of the file. */
export type SharedTable = {
  readonly name: string;
  readonly key: readonly string[];
  /** Columns that are together unique besides the key. */
  readonly unique?: readonly string[];
  /** True if any gateway may write it; otherwise only the planner does. */
  readonly isOfAll?: boolean;
  /** A deleted row never comes back: a deletion by any gateway wins over every change by another. */
  readonly staysGone?: boolean;
  /** A row without its owner goes too: `column` holds the key of a row of the table `owner`. */
  readonly belongsTo?: { readonly column: string; readonly owner: string; readonly key: string };
  /** Updates what the file derives from a row. Called after the row was written, or with null after it was deleted. */
  readonly follow?: (key: readonly SQLInputValue[], row: Row | null) => void;
};
type Row = { readonly [column: string]: SQLOutputValue };
export type Key = readonly (string | number)[];

/**
 * A row that has changed. `key` is a JSON array of its key columns. `isNew`: 1 if it was inserted, 2 if a command
 * deleted it. A command's deletion counts whoever plans.
 */
export type Noted = { readonly name: string; readonly key: string; readonly isNew: number };

export const keyShape = z.array(z.union([z.string(), z.number()]));
/** The key in a `Noted`. */
export const keyIn = (text: string): Key => keyShape.parse(JSON.parse(text));
const rowShape = z.record(z.string(), z.union([z.string(), z.number(), z.null()]));
/** Rows by the name of their table. */
export const rowsShape = z.record(z.string(), z.array(rowShape));
type ReadRows = z.output<typeof rowsShape>;
type ReadRow = ReadRows[string][number];
type FromDatabase = {
  readonly gone: readonly (readonly [string, Key])[];
  readonly rows: ReadRows;
  readonly isComplete: boolean;
};

/** A row as it was before a change, as JSON; null if there was none. */
type UndoRow = { readonly name: string; readonly key: string; readonly row: string | null };

/** Rows per statement. */
const rowsAtOnce = 4_000;

/** Shared tables in a SQLite file: triggers note which rows change, unless the change comes from the database. */
export class SharedRows {
  readonly #local: DatabaseSync;
  readonly #sql: Statements;
  readonly #tables: readonly SharedTable[];
  readonly #columns: ReadonlyMap<string, readonly string[]>;

  constructor(local: DatabaseSync, tables: readonly SharedTable[]) {
    this.#local = local;
    this.#sql = statementsOf(local);
    this.#tables = tables;
    this.#columns = new Map(
      tables.map(({ name }) => {
        const columns = this.#sql.all<{ name: string }>(`SELECT name FROM pragma_table_info('${name}')`);
        return [name, columns.map((column) => column.name)];
      }),
    );
    local.exec(`CREATE TABLE IF NOT EXISTS shared_change (
      name TEXT NOT NULL, key TEXT NOT NULL, is_new INTEGER NOT NULL, PRIMARY KEY (name, key)) STRICT, WITHOUT ROWID`);
    // On only within a transaction, so that no other process sees it.
    local.exec(`CREATE TABLE IF NOT EXISTS shared_pull (is_on INTEGER NOT NULL) STRICT;
      DELETE FROM shared_pull; INSERT INTO shared_pull VALUES (0)`);
    for (const table of tables) local.exec(triggersOf(table));
    // Of this connection alone: a command's changes are never undone here.
    local.exec(`CREATE TEMP TABLE IF NOT EXISTS undo_row (
        seq INTEGER PRIMARY KEY, name TEXT NOT NULL, key TEXT NOT NULL, row_json TEXT) STRICT;
      CREATE TEMP TABLE IF NOT EXISTS undo_state (is_on INTEGER NOT NULL) STRICT;
      DELETE FROM undo_state; INSERT INTO undo_state VALUES (0)`);
    for (const table of tables.filter(({ isOfAll }) => isOfAll))
      local.exec(undoTriggersOf(table, this.#columns.get(table.name) ?? []));
  }

  /**
   * Runs a change as a whole: if it throws, nothing has changed. Returns its result, and a function that puts the rows
   * back that it changed. Rows put back are noted for writing like any change, because the change may have reached the
   * database although nobody confirmed it. Only for tables that any gateway may write.
   */
  undoable<Result>(change: () => Result): { readonly result: Result; readonly undo: () => void } {
    const { result, before } = this.#sql.inTransaction(() => {
      this.#sql.run('UPDATE undo_state SET is_on = 1');
      const made = change();
      this.#sql.run('UPDATE undo_state SET is_on = 0');
      const rows = this.#sql.all<UndoRow>('SELECT name, key, row_json AS row FROM undo_row ORDER BY seq DESC');
      this.#sql.run('DELETE FROM undo_row');
      return { result: made, before: rows };
    });
    return { result, undo: () => this.#putBackRows(before) };
  }

  #putBackRows(before: readonly UndoRow[]): void {
    this.#sql.inTransaction(() => {
      // A grant and its sessions come back in either order.
      this.#sql.run('PRAGMA defer_foreign_keys = ON');
      for (const { name, key, row } of before) {
        const table = this.#tables.find((shared) => shared.name === name);
        if (!table) continue;
        if (row === null) this.#deleteRow(table, keyIn(key));
        else this.#put(table, rowShape.parse(JSON.parse(row)));
      }
      // What was revoked in the meantime stays revoked.
      this.#deleteOwnerless(() => undefined);
    });
  }

  /** Whether rows wait to be written: only those that any gateway may write (`ofAll`), or any rows. */
  hasChanges(ofAll: boolean): boolean {
    return this.#sql.first(`SELECT 1 FROM shared_change WHERE ${this.#which(ofAll)} LIMIT 1`) !== null;
  }

  /** Notes every row as changed. */
  noteAll(): void {
    this.#sql.inTransaction(() => {
      for (const { name, key } of this.#tables)
        this.#sql.run(
          `INSERT INTO shared_change SELECT '${name}', json_array(${key.map(quoted).join(', ')}), 1 FROM ${quoted(name)} WHERE true
           ON CONFLICT DO UPDATE SET is_new = 1`,
        );
    });
  }

  /** Takes some of the changed rows that wait. Call `putBack` if they could not be written. */
  take(ofAll: boolean): readonly Noted[] {
    return this.#sql.all<Noted>(
      `DELETE FROM shared_change WHERE (name, key) IN
         (SELECT name, key FROM shared_change WHERE ${this.#which(ofAll)} LIMIT ${rowsAtOnce})
       RETURNING name, key, is_new AS isNew`,
    );
  }

  putBack(taken: readonly Noted[]): void {
    this.#sql.inTransaction(() => {
      for (const { name, key, isNew } of taken)
        this.#sql.run(
          `INSERT INTO shared_change VALUES (:name, :key, :isNew) ON CONFLICT DO UPDATE SET is_new = max(is_new, excluded.is_new)`,
          { name, key, isNew },
        );
    });
  }

  /** Those of these rows that are here, and that another gateway may have deleted for good. */
  thatMayBeGone(taken: readonly Noted[]): readonly Noted[] {
    const staying = new Map(this.#tables.filter(({ staysGone }) => staysGone).map((table) => [table.name, table]));
    return taken.filter(({ name, key }) => {
      const table = staying.get(name);
      return table !== undefined && this.#rowAt(table, keyIn(key)) !== null;
    });
  }

  /** The keys of rows from the database, each after the name of its table. */
  keysOf(rows: ReadRows): ReadonlySet<string> {
    const textOf = (row: ReadRow, key: readonly string[]) => JSON.stringify(key.map((column) => row[column] ?? ''));
    return new Set(
      this.#tables.flatMap(({ name, key }) => (rows[name] ?? []).map((row) => `${name} ${textOf(row, key)}`)),
    );
  }

  /** These rows as JSON, as `write_rows` in `tables0003.ts` takes them. */
  json(taken: readonly Noted[]): string {
    const byTable = Map.groupBy(taken, ({ name }) => name);
    const ordered = this.#tables.filter(({ name }) => byTable.has(name));
    return JSON.stringify(
      ordered.map((table) => {
        const tableRows = byTable.get(table.name) ?? [];
        const rows = tableRows.map((change) => ({ ...change, row: this.#rowAt(table, keyIn(change.key)) }));
        const isOld = ({ isNew }: Noted) => table.staysGone === true && isNew === 0;
        return {
          name: table.name,
          columns: this.#columns.get(table.name),
          gone: rows.flatMap(({ row, key }) => (row === null ? [JSON.parse(key) as Key] : [])),
          new_rows: rows.flatMap((row) => (row.row === null || isOld(row) ? [] : [row.row])),
          old_rows: rows.flatMap((row) => (row.row !== null && isOld(row) ? [row.row] : [])),
        };
      }),
      (_, value: unknown) => (typeof value === 'string' ? storable(value) : value),
    );
  }

  /**
   * Writes rows from the database into the file, deletions first, in one transaction with `also`. Rows changed here
   * that are not in the database yet are newer and stay, except where a deletion always wins. `onRow` gets each row
   * that was written or deleted. `isComplete`: nothing else waits in the database, so rows without an owner go.
   */
  apply({ gone, rows, isComplete }: FromDatabase, onRow: (name: string, key: Key) => void, also: () => void): void {
    this.#quietly(() => {
      const ownKeys = this.#ownKeys();
      const isOwn = (name: string, key: Key) => ownKeys.has(`${name} ${JSON.stringify(key)}`);
      for (const [name, key] of gone) {
        const table = this.#tables.find((sharedTable) => sharedTable.name === name);
        if (!table || (isOwn(name, key) && table.staysGone !== true)) continue;
        this.#delete(table, key);
        onRow(name, key);
      }
      for (const table of this.#tables) {
        for (const row of rows[table.name] ?? []) {
          const key = table.key.map((column) => row[column] ?? '');
          if (isOwn(table.name, key)) continue;
          this.#put(table, row);
          onRow(table.name, key);
        }
      }
      if (isComplete) this.#deleteOwnerless(onRow);
      also();
    });
  }

  /** Deletes every row, and forgets the changes that wait. */
  empty(): void {
    this.#quietly(() => {
      for (const table of this.#tables.toReversed()) {
        const key = table.key.map(quoted).join(', ');
        const all = table.follow ? this.#sql.tuples<SQLInputValue[]>(`SELECT ${key} FROM ${quoted(table.name)}`) : [];
        this.#sql.run(`DELETE FROM ${quoted(table.name)}`);
        for (const row of all) table.follow?.(row, null);
      }
      this.#sql.run(`DELETE FROM shared_change`);
    });
  }

  #which(ofAll: boolean): string {
    const names = this.#tables.filter(({ isOfAll }) => !ofAll || isOfAll).map(({ name }) => `'${name}'`);
    return `(name IN (${names.join(', ')})${ofAll ? ' OR is_new = 2' : ''})`;
  }

  #ownKeys(): ReadonlySet<string> {
    const waiting = this.#sql.all<Noted>(`SELECT name, key, is_new AS isNew FROM shared_change`);
    return new Set(waiting.map(({ name, key }) => `${name} ${key}`));
  }

  #rowAt({ name, key }: SharedTable, values: Key): Row | null {
    const where = key.map((column, place) => `${quoted(column)} = :k${place}`).join(' AND ');
    return this.#sql.first<Row>(`SELECT * FROM ${quoted(name)} WHERE ${where}`, namedKey(values));
  }

  #put(table: SharedTable, row: ReadRow): void {
    const { name, key, unique } = table;
    const columns = this.#columns.get(name) ?? [];
    const values = Object.fromEntries(columns.map((column) => [column, row[column] ?? null]));
    const same = key.map((column) => `${quoted(column)} = :${column}`).join(' AND ');
    if (unique) {
      const taken = unique.map((column) => `${quoted(column)} = :${column}`).join(' AND ');
      const given = Object.fromEntries([...key, ...unique].map((column) => [column, values[column] ?? null]));
      this.#sql.run(`DELETE FROM ${quoted(name)} WHERE ${taken} AND NOT (${same})`, given);
    }
    const names = columns.map(quoted);
    const updates = columns
      .filter((column) => !key.includes(column))
      .map((column) => `${quoted(column)} = excluded.${quoted(column)}`);
    this.#sql.run(
      `INSERT INTO ${quoted(name)} (${names.join(', ')}) VALUES (${columns.map((column) => `:${column}`).join(', ')})
       ON CONFLICT (${key.map(quoted).join(', ')}) DO ${updates.length > 0 ? `UPDATE SET ${updates.join(', ')}` : 'NOTHING'}`,
      values,
    );
    table.follow?.(
      key.map((column) => values[column] ?? null),
      values,
    );
  }

  #delete(table: SharedTable, values: Key): void {
    this.#deleteRow(table, values);
    // What was changed in it no longer counts.
    this.#sql.run(`DELETE FROM shared_change WHERE name = :name AND key = :key`, {
      name: table.name,
      key: JSON.stringify(values),
    });
  }

  #deleteRow({ name, key, follow }: SharedTable, values: Key): void {
    const where = key.map((column, place) => `${quoted(column)} = :k${place}`).join(' AND ');
    this.#sql.run(`DELETE FROM ${quoted(name)} WHERE ${where}`, namedKey(values));
    follow?.(values, null);
  }

  #deleteOwnerless(onRow: (name: string, key: Key) => void): void {
    for (const table of this.#tables) {
      if (!table.belongsTo) continue;
      const { column, owner, key: ownerKey } = table.belongsTo;
      const left = this.#sql.tuples<(string | number)[]>(
        `SELECT ${table.key.map(quoted).join(', ')} FROM ${quoted(table.name)}
         WHERE ${quoted(column)} NOT IN (SELECT ${quoted(ownerKey)} FROM ${quoted(owner)})`,
      );
      for (const key of left) {
        this.#delete(table, key);
        onRow(table.name, key);
      }
    }
  }

  /**
   * Runs in one transaction, whose changes are not noted for writing. Foreign keys do not count in it: of a long pull,
   * a row may come in an earlier piece than its owner.
   */
  #quietly(work: () => void): void {
    this.#local.exec('PRAGMA foreign_keys = OFF');
    try {
      this.#sql.inTransaction(() => {
        this.#sql.run(`UPDATE shared_pull SET is_on = 1`);
        work();
        this.#sql.run(`UPDATE shared_pull SET is_on = 0`);
      });
    } finally {
      this.#local.exec('PRAGMA foreign_keys = ON');
    }
  }
}

const quoted = (name: string) => `"${name}"`;

function namedKey(values: Key): { [name: string]: string | number } {
  return Object.fromEntries(values.map((value, place) => [`k${place}`, value]));
}

/**
 * Marks a command's deletions, so that they count whoever plans. Call it after the command, with what `sharedChanges`
 * returned before it.
 */
export function confirmDeletions(local: DatabaseSync, before: ReadonlySet<string>): void {
  for (const change of sharedChanges(local)) {
    const [name = '', key = ''] = change.split('\t');
    if (!before.has(change))
      local.prepare('UPDATE shared_change SET is_new = 2 WHERE name = ? AND key = ?').run(name, key);
  }
}

/** The rows that wait to be written; none in a file that is not shared. */
export function sharedChanges(local: DatabaseSync): ReadonlySet<string> {
  const isShared = local.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'shared_change'`).get() !== undefined;
  const rows = isShared ? local.prepare('SELECT name, key FROM shared_change').all() : [];
  return new Set(rows.map(({ name, key }) => `${String(name)}\t${String(key)}`));
}

/** PostgreSQL stores no NUL in text, and no half of a surrogate pair. */
function storable(text: string): string {
  return (text.includes('\0') ? text.replaceAll('\0', '\uFFFD') : text).toWellFormed();
}

/**
 * Triggers that note the keys of rows that change, unless they come from the database. They stay in the file, so that the changes of
 * a command are noted too.
 */
function triggersOf({ name, key }: SharedTable): string {
  const keyText = (row: 'NEW' | 'OLD') => `json_array(${key.map((column) => `${row}.${quoted(column)}`).join(', ')})`;
  const when = `WHEN (SELECT is_on FROM shared_pull) = 0`;
  const noteAs = (row: 'NEW' | 'OLD', isNew: 0 | 1) =>
    `INSERT INTO shared_change VALUES ('${name}', ${keyText(row)}, ${isNew}) ON CONFLICT DO ${isNew ? 'UPDATE SET is_new = 1' : 'NOTHING'};`;
  const trigger = (event: string, body: string) =>
    `DROP TRIGGER IF EXISTS share_${event}_${name};
     CREATE TRIGGER share_${event}_${name} AFTER ${event} ON ${quoted(name)} ${when} BEGIN ${body} END;`;
  return [
    trigger('insert', noteAs('NEW', 1)),
    trigger('update', `${noteAs('OLD', 0)} ${noteAs('NEW', 0)}`),
    trigger('delete', noteAs('OLD', 0)),
  ].join('\n');
}

/** Triggers that keep what a row was before a change that may be undone. */
function undoTriggersOf({ name, key }: SharedTable, columns: readonly string[]): string {
  const keyText = (row: 'NEW' | 'OLD') => `json_array(${key.map((column) => `${row}.${quoted(column)}`).join(', ')})`;
  const whole = `json_object(${columns.map((column) => `'${column}', OLD.${quoted(column)}`).join(', ')})`;
  const trigger = (event: string, row: 'NEW' | 'OLD', before: string) =>
    `DROP TRIGGER IF EXISTS temp.undo_${event}_${name};
     CREATE TEMP TRIGGER undo_${event}_${name} AFTER ${event} ON main.${quoted(name)} WHEN (SELECT is_on FROM undo_state) = 1
     BEGIN INSERT INTO undo_row (name, key, row_json) VALUES ('${name}', ${keyText(row)}, ${before}); END;`;
  return [trigger('insert', 'NEW', 'NULL'), trigger('update', 'OLD', whole), trigger('delete', 'OLD', whole)].join(
    '\n',
  );
}
