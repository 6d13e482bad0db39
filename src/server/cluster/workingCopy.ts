import type { DatabaseSync } from 'node:sqlite';
import * as z from 'zod/mini';
import { type Statements, statementsOf } from '#server/replica/storage/sqliteTables.ts';
import type { Database } from './database.ts';
import { keyShape, rowsShape, SharedRows, type SharedTable } from './sharedRows.ts';

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

/** A new gateway reads some hundred megabytes, a piece at a time. */
const revisionsAtOnce = 200;

/**
 * A gateway's SQLite file as its working copy of tables in PostgreSQL. Everything is read from the file, so it is
 * available at once, even while the database is gone. Triggers note which rows change. `push` writes these to the
 * database, all or none, and `pull` reads what others wrote.
 */
export class WorkingCopy {
  readonly #options: WorkingCopyOptions;
  readonly #sql: Statements;
  readonly #rows: SharedRows;
  /** The revision up to which the file is complete, and its database. */
  #revision: number;
  #identity: string | null;

  constructor(options: WorkingCopyOptions) {
    const { local, tables, part } = options;
    this.#options = options;
    this.#sql = statementsOf(local);
    this.#rows = new SharedRows(local, tables);
    local.exec(
      `CREATE TABLE IF NOT EXISTS shared_state (part TEXT PRIMARY KEY, identity TEXT, revision INTEGER NOT NULL) STRICT`,
    );
    const known = this.#sql.first<{ identity: string | null; revision: number }>(
      `SELECT identity, revision FROM shared_state WHERE part = :part`,
      { part },
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

  /** Whether rows wait to be written: only those that any gateway may write, or any rows. */
  hasChanges(ofAll = false): boolean {
    return this.#rows.hasChanges(ofAll);
  }

  /** Fills an empty database from the file; does nothing if it has any content. Rejects like `push`. */
  async begin(term: number | null): Promise<void> {
    const read = await this.#read();
    if (read.isBegun) return;
    this.#identity = read.identity;
    this.#rows.noteAll();
    await this.push(term);
  }

  /**
   * Writes the changed rows: of all tables with a term, otherwise only those that any gateway may write. Rejects with
   * `TermOver` or `DatabaseGone`, and the rows wait.
   */
  async push(term: number | null): Promise<void> {
    while (this.hasChanges(term === null)) {
      const taken = this.#rows.take(term === null);
      try {
        const [row] = await this.#options.database.query<{ revision: number | null }>(
          `SELECT write_rows($1, $2, $3) AS revision`,
          [this.#options.part, term, this.#rows.json(taken)],
        );
        const revision = row?.revision ?? null;
        if (revision === null) throw new TermOver('Another gateway plans now.');
        if (revision === this.#revision + 1) this.#note(revision);
        this.#rows.written();
      } catch (error) {
        this.#rows.putBack(taken);
        throw error;
      }
    }
  }

  /** Reads what others wrote. Rejects with `DatabaseGone`. */
  async pull(): Promise<News> {
    const [tables, notes] = [new Set<string>(), new Set<string>()];
    for (;;) {
      const read = await this.#read();
      if (!read.isBegun) return { tables, notes: [] };
      // Another database, or a restored one: its content replaces ours.
      const isOther = read.identity !== this.#identity || read.revision < this.#revision;
      if (isOther || (read.whole && this.#revision > 0)) {
        this.#rows.empty();
        for (const { name } of this.#options.tables) tables.add(name);
        this.#revision = 0;
        this.#identity = read.identity;
        continue;
      }
      const onRow = (name: string, [first]: readonly (string | number)[]) => {
        tables.add(name);
        if (name === 'note') notes.add(String(first));
      };
      this.#rows.apply(read, onRow, () => this.#note(read.upTo));
      if (read.upTo >= read.revision) return { tables, notes: [...notes] };
    }
  }

  /** Undoes changes made here and never written: the rows become those of the database. */
  async takeBack(): Promise<News> {
    const tables = new Set<string>();
    // A file that never followed a database keeps its changes, because they may fill an empty one.
    if (!this.isShared) return { tables, notes: [] };
    // A command's deletions are written first, and stay.
    await this.push(null);
    while (this.hasChanges()) {
      const taken = this.#rows.take(false);
      const byTable = Map.groupBy(taken, ({ name }) => name);
      const given = Array.from(
        byTable,
        ([name, own]) => `{"name":"${name}","keys":[${own.map(({ key }) => key).join(',')}]}`,
      );
      try {
        const [row] = await this.#options.database.query<{ rows: string }>(`SELECT rows_at($1, $2) AS rows`, [
          this.#options.part,
          `[${given.join(',')}]`,
        ]);
        const rows = rowsShape.parse(JSON.parse(row?.rows ?? '{}'));
        const gone = taken.map(({ name, key }) => [name, keyShape.parse(JSON.parse(key))] as const);
        this.#rows.written();
        this.#rows.apply(
          { gone, rows },
          (name) => tables.add(name),
          () => undefined,
        );
      } catch (error) {
        this.#rows.putBack(taken);
        throw error;
      }
    }
    return { tables, notes: [] };
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
}

const readShape = z.object({
  identity: z.string(),
  revision: z.number(),
  upTo: z.number(),
  whole: z.boolean(),
  isBegun: z.boolean(),
  gone: z.array(z.tuple([z.string(), keyShape])),
  rows: rowsShape,
});
