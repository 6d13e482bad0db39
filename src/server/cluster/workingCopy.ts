import type { DatabaseSync, SQLInputValue, SQLOutputValue } from 'node:sqlite';
import * as z from 'zod/mini';
import { type Statements, statementsOf } from '#server/replica/storage/sqliteTables.ts';
import type { Database } from './database.ts';

/** A table that a working copy shares. The other columns are those of the file. */
export type SharedTable = {
  readonly name: string;
  readonly key: readonly string[];
  /** Columns that are together unique besides the key. */
  readonly unique?: readonly string[];
  /** Any gateway writes it; the others only the planner. */
  readonly isOfAll?: boolean;
  /** A row that another gateway deleted stays deleted, even if this one has changed it. */
  readonly staysGone?: boolean;
  /** Keeps what the file derives from a row; called after it was put, or with null after its key is gone. */
  readonly follow?: (key: readonly SQLInputValue[], row: Row | null) => void;
};
type Row = { readonly [column: string]: SQLOutputValue };
type Key = readonly (string | number)[];

/** What came from the other gateways: the names of tables, and the keys of notes. */
export type News = { readonly tables: ReadonlySet<string>; readonly notes: readonly string[] };

export type WorkingCopyOptions = {
  readonly part: 'copy' | 'access';
  readonly local: DatabaseSync;
  /** Tables to which others refer come first. */
  readonly tables: readonly SharedTable[];
  readonly database: Pick<Database, 'query'>;
};

/** The planner's term has passed: another gateway plans, and nothing was written. */
export class TermOver extends Error {
  override readonly name = 'TermOver';
}

/** Rows of one statement. A new gateway reads some hundred megabytes so, a piece at a time. */
const rowsAtOnce = 4_000;
const revisionsAtOnce = 200;

/**
 * A gateway's SQLite file as its working copy of tables in PostgreSQL. Everything is read from the file, in memory and at once, also
 * while the database is gone. Triggers note which rows change; `push` writes these to the database, all together or not at all,
 * and `pull` brings what others wrote.
 */
export class WorkingCopy {
  readonly #options: WorkingCopyOptions;
  readonly #sql: Statements;
  readonly #tables: ReadonlyMap<string, SharedTable>;
  readonly #columns: ReadonlyMap<string, readonly string[]>;
  /** The revision up to which the file has everything. */
  #revision: number;
  #identity: string | null;
  /** On their way to the database. */
  #underWay: readonly Noted[] = [];

  constructor(options: WorkingCopyOptions) {
    const { local, tables } = options;
    this.#options = options;
    this.#sql = statementsOf(local);
    this.#tables = new Map(tables.map((table) => [table.name, table]));
    this.#columns = new Map(
      tables.map(({ name }) => {
        const columns = this.#sql.all<{ name: string }>(`SELECT name FROM pragma_table_info('${name}')`);
        return [name, columns.map((column) => column.name)];
      }),
    );
    local.exec(
      `CREATE TABLE IF NOT EXISTS shared_state (part TEXT PRIMARY KEY, identity TEXT, revision INTEGER NOT NULL) STRICT`,
    );
    local.exec(`CREATE TABLE IF NOT EXISTS shared_change (
      name TEXT NOT NULL, key TEXT NOT NULL, is_new INTEGER NOT NULL, PRIMARY KEY (name, key)) STRICT, WITHOUT ROWID`);
    // Only ever on within a transaction, so that no other process sees it.
    local.exec(`CREATE TABLE IF NOT EXISTS shared_pull (is_on INTEGER NOT NULL) STRICT;
      DELETE FROM shared_pull; INSERT INTO shared_pull VALUES (0)`);
    for (const table of tables) local.exec(triggersOf(table));
    const known = this.#sql.first<{ identity: string | null; revision: number }>(
      `SELECT identity, revision FROM shared_state WHERE part = :part`,
      { part: options.part },
    );
    this.#revision = known?.revision ?? 0;
    this.#identity = known?.identity ?? null;
  }

  get revision(): number {
    return this.#revision;
  }

  /** Whether the file has ever followed a database. */
  get isShared(): boolean {
    return this.#identity !== null;
  }

  /** Whether rows wait to be written: those that any gateway writes, or all. */
  hasChanges(ofAll = false): boolean {
    const names = this.#options.tables.filter(({ isOfAll }) => !ofAll || isOfAll).map(({ name }) => name);
    const found = `SELECT 1 FROM shared_change WHERE name IN (${names.map((name) => `'${name}'`).join(', ')}) LIMIT 1`;
    return this.#sql.first(found) !== null;
  }

  /** Fills a database that holds nothing yet with what the file has; does nothing if it holds something. Rejects like `push`. */
  async begin(term: number | null): Promise<void> {
    const read = await this.#read();
    if (read.isBegun) return;
    this.#identity = read.identity;
    this.#sql.inTransaction(() => {
      for (const { name, key } of this.#options.tables)
        this.#sql.run(
          `INSERT INTO shared_change SELECT '${name}', json_array(${key.map(quoted).join(', ')}), 1 FROM ${quoted(name)} WHERE true
           ON CONFLICT DO UPDATE SET is_new = 1`,
        );
    });
    await this.push(term);
  }

  /**
   * Writes the changed rows; with a term those of all tables, without one those that any gateway writes. Rejects with `TermOver`
   * or `DatabaseGone`; the rows then wait.
   */
  async push(term: number | null): Promise<void> {
    while (this.hasChanges(term === null)) {
      const taken = this.#take(term === null);
      const given = this.#written(taken);
      this.#underWay = taken;
      try {
        const [row] = await this.#options.database.query<{ revision: number | null }>(
          `SELECT write_rows($1, $2, $3) AS revision`,
          [this.#options.part, term, given],
        );
        const revision = row?.revision ?? null;
        if (revision === null) throw new TermOver('Another gateway plans now.');
        if (revision === this.#revision + 1) this.#note(revision);
      } catch (error) {
        this.#putBack(taken);
        throw error;
      } finally {
        this.#underWay = [];
      }
    }
  }

  /** Reads what others wrote. Rejects with `DatabaseGone`. */
  async pull(): Promise<News> {
    const news = { tables: new Set<string>(), notes: new Set<string>() };
    for (;;) {
      const read = await this.#read();
      if (!read.isBegun) return { tables: news.tables, notes: [] };
      // Another database, or one that was restored: what it holds counts.
      const isOther = read.identity !== this.#identity || read.revision < this.#revision;
      if (isOther || (read.whole && this.#revision > 0)) {
        this.#empty();
        for (const { name } of this.#options.tables) news.tables.add(name);
        this.#revision = 0;
        this.#identity = read.identity;
        continue;
      }
      this.#apply(read, news);
      if (read.upTo >= read.revision) return { tables: news.tables, notes: [...news.notes] };
    }
  }

  /** Takes back what was changed here and never written: the rows become those of the database. */
  async takeBack(): Promise<News> {
    const taken = this.#take(false);
    const names = Map.groupBy(taken, ({ name }) => name);
    const given = Array.from(
      names,
      ([name, own]) => `{"name":"${name}","keys":[${own.map(({ key }) => key).join(',')}]}`,
    );
    try {
      const [row] = await this.#options.database.query<{ rows: string }>(`SELECT rows_at($1, $2) AS rows`, [
        this.#options.part,
        `[${given.join(',')}]`,
      ]);
      const rows = rowsShape.parse(JSON.parse(row?.rows ?? '{}'));
      const gone = taken.map(({ name, key }): Read['gone'][number] => [name, keyShape.parse(JSON.parse(key))]);
      this.#apply({ revision: this.#revision, upTo: this.#revision, gone, rows }, null);
    } catch (error) {
      this.#putBack(taken);
      throw error;
    }
    return { tables: new Set(names.keys()), notes: [] };
  }

  async #read() {
    const { database, part } = this.#options;
    const [row] = await database.query<{ found: string }>(`SELECT read_rows($1, $2, $3) AS found`, [
      part,
      this.#revision,
      revisionsAtOnce,
    ]);
    return readShape.parse(JSON.parse(row?.found ?? ''));
  }

  #note(revision: number): void {
    this.#revision = revision;
    this.#sql.run(
      `INSERT INTO shared_state VALUES (:part, :identity, :revision)
       ON CONFLICT DO UPDATE SET identity = excluded.identity, revision = excluded.revision`,
      { part: this.#options.part, identity: this.#identity, revision },
    );
  }

  #take(ofAll: boolean): Noted[] {
    const names = this.#options.tables.filter(({ isOfAll }) => !ofAll || isOfAll).map(({ name }) => `'${name}'`);
    return this.#sql.inTransaction(() => {
      const taken = this.#sql.all<Noted>(
        `SELECT name, key, is_new AS isNew FROM shared_change WHERE name IN (${names.join(', ')}) LIMIT ${rowsAtOnce}`,
      );
      for (const { name, key } of taken)
        this.#sql.run(`DELETE FROM shared_change WHERE name = :name AND key = :key`, { name, key });
      return taken;
    });
  }

  #putBack(taken: readonly Noted[]): void {
    this.#sql.inTransaction(() => {
      for (const { name, key, isNew } of taken)
        this.#sql.run(
          `INSERT INTO shared_change VALUES (:name, :key, :isNew) ON CONFLICT DO UPDATE SET is_new = max(is_new, excluded.is_new)`,
          { name, key, isNew },
        );
    });
  }

  /** The rows as `write_rows` takes them. */
  #written(taken: readonly Noted[]): string {
    const byTable = Map.groupBy(taken, ({ name }) => name);
    const ordered = this.#options.tables.filter(({ name }) => byTable.has(name));
    return JSON.stringify(
      ordered.map((table) => {
        const own = byTable.get(table.name) ?? [];
        const rows = own.map((one) => ({ ...one, row: this.#rowAt(table, keyShape.parse(JSON.parse(one.key))) }));
        const isOld = ({ isNew }: Noted) => table.staysGone === true && isNew === 0;
        return {
          name: table.name,
          columns: this.#columns.get(table.name),
          gone: rows.flatMap(({ row, key }) => (row === null ? [JSON.parse(key) as Key] : [])),
          new_rows: rows.flatMap((one) => (one.row === null || isOld(one) ? [] : [one.row])),
          old_rows: rows.flatMap((one) => (one.row !== null && isOld(one) ? [one.row] : [])),
        };
      }),
      (_, value: unknown) => (typeof value === 'string' ? storable(value) : value),
    );
  }

  #rowAt({ name, key }: SharedTable, values: Key): Row | null {
    const where = key.map((column, place) => `${quoted(column)} = :k${place}`).join(' AND ');
    return this.#sql.first<Row>(`SELECT * FROM ${quoted(name)} WHERE ${where}`, namedKey(values));
  }

  /** Puts rows into the file, deletions first, and notes the revision, in one transaction. */
  #apply({ gone, rows, upTo }: Pick<Read, 'revision' | 'upTo' | 'gone' | 'rows'>, news: Gathered | null): void {
    this.#quietly(() => {
      // What was changed here and is not in the database yet is newer.
      const own = this.#ownKeys();
      for (const [name, key] of gone) {
        const table = this.#tables.get(name);
        if (!table || own.has(keyIn(name, key))) continue;
        this.#delete(table, key);
        news?.tables.add(name);
        if (name === 'note') news?.notes.add(String(key[0]));
      }
      for (const table of this.#options.tables) {
        for (const row of rows[table.name] ?? []) {
          if (
            own.has(
              keyIn(
                table.name,
                table.key.map((column) => row[column] ?? ''),
              ),
            )
          )
            continue;
          this.#put(table, row);
          news?.tables.add(table.name);
          if (table.name === 'note') news?.notes.add(String(row['key']));
        }
      }
      this.#note(upTo);
    });
  }

  #ownKeys(): ReadonlySet<string> {
    const waiting = this.#sql.all<Noted>(`SELECT name, key, is_new AS isNew FROM shared_change`);
    return new Set([...waiting, ...this.#underWay].map(({ name, key }) => `${name} ${key}`));
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

  #delete({ name, key, follow }: SharedTable, values: Key): void {
    const where = key.map((column, place) => `${quoted(column)} = :k${place}`).join(' AND ');
    this.#sql.run(`DELETE FROM ${quoted(name)} WHERE ${where}`, namedKey(values));
    follow?.(values, null);
  }

  #empty(): void {
    this.#quietly(() => {
      for (const table of this.#options.tables.toReversed()) {
        const key = table.key.map(quoted).join(', ');
        const all = table.follow ? this.#sql.tuples<SQLInputValue[]>(`SELECT ${key} FROM ${quoted(table.name)}`) : [];
        this.#sql.run(`DELETE FROM ${quoted(table.name)}`);
        for (const one of all) table.follow?.(one, null);
      }
      this.#sql.run(`DELETE FROM shared_change`);
    });
  }

  /** In one transaction whose changes are not noted for writing. */
  #quietly(work: () => void): void {
    this.#sql.inTransaction(() => {
      this.#sql.run(`PRAGMA defer_foreign_keys = ON`);
      this.#sql.run(`UPDATE shared_pull SET is_on = 1`);
      work();
      this.#sql.run(`UPDATE shared_pull SET is_on = 0`);
    });
  }
}

type Noted = { readonly name: string; readonly key: string; readonly isNew: number };
type Gathered = { readonly tables: Set<string>; readonly notes: Set<string> };

const valueShape = z.union([z.string(), z.number(), z.null()]);
const keyShape = z.array(z.union([z.string(), z.number()]));
const rowsShape = z.record(z.string(), z.array(z.record(z.string(), valueShape)));
type ReadRow = { readonly [column: string]: z.output<typeof valueShape> };
const readShape = z.object({
  identity: z.string(),
  revision: z.number(),
  upTo: z.number(),
  whole: z.boolean(),
  isBegun: z.boolean(),
  gone: z.array(z.tuple([z.string(), keyShape])),
  rows: rowsShape,
});
type Read = z.output<typeof readShape>;

/** As SQLite writes it too. */
const keyIn = (name: string, key: Key) => `${name} ${JSON.stringify(key)}`;

const quoted = (name: string) => `"${name}"`;

function namedKey(values: Key): { [name: string]: string | number } {
  return Object.fromEntries(values.map((value, place) => [`k${place}`, value]));
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
  const keyIn = (row: 'NEW' | 'OLD') => `json_array(${key.map((column) => `${row}.${quoted(column)}`).join(', ')})`;
  const when = `WHEN (SELECT is_on FROM shared_pull) = 0`;
  const noteAs = (row: 'NEW' | 'OLD', isNew: 0 | 1) =>
    `INSERT INTO shared_change VALUES ('${name}', ${keyIn(row)}, ${isNew}) ON CONFLICT DO ${isNew ? 'UPDATE SET is_new = 1' : 'NOTHING'};`;
  const trigger = (event: string, body: string) =>
    `DROP TRIGGER IF EXISTS share_${event}_${name};
     CREATE TRIGGER share_${event}_${name} AFTER ${event} ON ${quoted(name)} ${when} BEGIN ${body} END;`;
  return [
    trigger('insert', noteAs('NEW', 1)),
    trigger('update', `${noteAs('OLD', 0)} ${noteAs('NEW', 0)}`),
    trigger('delete', noteAs('OLD', 0)),
  ].join('\n');
}
