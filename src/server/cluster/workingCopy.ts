import type { DatabaseSync } from 'node:sqlite';
import * as z from 'zod/mini';
import { type Statements, statementsOf } from '#server/replica/storage/sqliteTables.ts';
import type { Database } from './database.ts';
import { type Key, keyIn, keyShape, type Noted, rowsShape, SharedRows, type SharedTable } from './sharedRows.ts';

/** What came from the other gateways: the names of tables, and the keys of notes. */
export type News = { readonly tables: ReadonlySet<string>; readonly notes: readonly string[] };

export type WorkingCopyOptions = {
  readonly part: 'copy' | 'access';
  readonly local: DatabaseSync;
  /** Tables to which others refer come first. */
  readonly tables: readonly SharedTable[];
  readonly database: Pick<Database, 'query'>;
  /** In milliseconds: a monotonic clock, and the wall clock. */
  readonly clock?: () => number;
  readonly wall?: () => number;
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
  readonly #clock: () => number;
  readonly #wall: () => number;
  readonly #sql: Statements;
  readonly #rows: SharedRows;
  /** The revision up to which the file is complete, and its database. */
  #revision: number;
  #identity: string | null;
  /** The server's timeline at the last read; null if it is not known. */
  #timeline: string | null;
  /** When the file was last complete, by both clocks. */
  #completeAt: { readonly monotonic: number; readonly wall: number };
  /** What has come from other gateways and was not returned yet, because the exchange failed afterwards. */
  #untold = { tables: new Set<string>(), notes: new Set<string>() };
  /** Ends with the exchange that runs; the next one waits for it. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(options: WorkingCopyOptions) {
    const { local, tables, part, clock = () => performance.now(), wall = Date.now } = options;
    this.#options = options;
    this.#clock = clock;
    this.#wall = wall;
    this.#sql = statementsOf(local);
    this.#rows = new SharedRows(local, tables);
    local.exec(
      `CREATE TABLE IF NOT EXISTS shared_state (part TEXT PRIMARY KEY, identity TEXT, revision INTEGER NOT NULL) STRICT`,
    );
    // Columns that earlier files lack; `complete_at` in epoch milliseconds.
    if (this.#sql.first(`SELECT 1 FROM pragma_table_info('shared_state') WHERE name = 'complete_at'`) === null)
      local.exec(`ALTER TABLE shared_state ADD COLUMN complete_at INTEGER`);
    if (this.#sql.first(`SELECT 1 FROM pragma_table_info('shared_state') WHERE name = 'timeline'`) === null)
      local.exec(`ALTER TABLE shared_state ADD COLUMN timeline TEXT`);
    const known = this.#sql.first<{
      identity: string | null;
      revision: number;
      at: number | null;
      timeline: string | null;
    }>(`SELECT identity, revision, complete_at AS at, timeline FROM shared_state WHERE part = :part`, { part });
    this.#revision = known?.revision ?? 0;
    this.#identity = known?.identity ?? null;
    this.#timeline = known?.timeline ?? null;
    // A file that never followed a database is the only one, and knows everything.
    const at = known?.at ?? wall();
    this.#completeAt = { monotonic: clock() - Math.max(0, wall() - at), wall: at };
  }

  get revision(): number {
    return this.#revision;
  }

  /** Whether the file has ever followed a database. */
  get isShared(): boolean {
    return this.#identity !== null;
  }

  /**
   * For how many milliseconds this gateway may not know what the others wrote; also while it did not run, or the
   * machine slept.
   */
  behindMs(): number {
    const { monotonic, wall } = this.#completeAt;
    return Math.max(0, this.#clock() - monotonic, this.#wall() - wall);
  }

  /** Whether rows wait to be written: only those that any gateway may write, or any rows. */
  hasChanges(ofAll = false): boolean {
    return this.#rows.hasChanges(ofAll);
  }

  /** As `SharedRows.undoable`. */
  undoable<Result>(change: () => Result): { readonly result: Result; readonly undo: () => void } {
    return this.#rows.undoable(change);
  }

  /** Fills an empty database from the file; does nothing if it has any content. Rejects like `push`. */
  begin(term: number | null): Promise<News> {
    return this.#inTurn(async () => {
      const read = await this.#read();
      if (read.isBegun) return;
      this.#identity = read.identity;
      this.#timeline = read.timeline;
      this.#rows.noteAll();
      await this.#push(term);
    });
  }

  /**
   * Writes the changed rows: of all tables with a term, otherwise only those that any gateway may write. Deletes the
   * rows that another gateway has deleted for good. Rejects with `TermOver` or `DatabaseGone`, and the rows wait.
   */
  push(term: number | null): Promise<News> {
    return this.#inTurn(() => this.#push(term));
  }

  /** Reads what others wrote. Rejects with `DatabaseGone`. */
  pull(): Promise<News> {
    return this.#inTurn(() => this.#pull());
  }

  /** Undoes changes made here and never written: the rows become those of the database. */
  takeBack(): Promise<News> {
    return this.#inTurn(async () => {
      // A file that never followed a database keeps its changes, because they may fill an empty one.
      if (!this.isShared) return;
      // A command's deletions are written first, and stay.
      await this.#push(null);
      while (this.hasChanges()) {
        const taken = this.#rows.take(false);
        const gone = taken.map(({ name, key }) => [name, keyIn(key)] as const);
        const rows = await this.#orPutBack(taken, () => this.#rowsAt(taken));
        this.#rows.apply({ gone, rows, isComplete: false }, this.#onRow, () => undefined);
      }
    });
  }

  /**
   * One exchange after another: what a pull reads must not pass what a push writes. Returns what has come from other
   * gateways since this was last returned.
   */
  #inTurn(work: () => Promise<void>): Promise<News> {
    const result = this.#last.then(work).then(() => this.untold());
    this.#last = result.catch(() => undefined);
    return result;
  }

  /** What came before an exchange failed. */
  untold(): News {
    const { tables, notes } = this.#untold;
    this.#untold = { tables: new Set(), notes: new Set() };
    return { tables, notes: [...notes] };
  }

  readonly #onRow = (name: string, [first]: Key): void => {
    this.#untold.tables.add(name);
    if (name === 'note') this.#untold.notes.add(String(first));
  };

  async #push(term: number | null): Promise<void> {
    const { database, part } = this.#options;
    while (this.hasChanges(term === null)) {
      const taken = this.#rows.take(term === null);
      await this.#orPutBack(taken, async () => {
        const [row] = await database.query<{ revision: number | null }>(`SELECT write_rows($1, $2, $3) AS revision`, [
          part,
          term,
          this.#rows.json(taken),
        ]);
        const revision = row?.revision ?? null;
        if (revision === null) throw new TermOver('Another gateway plans now.');
        await this.#deleteGone(this.#rows.thatMayBeGone(taken));
        if (revision === this.#revision + 1) this.#note(revision);
      });
    }
  }

  /** Deletes those of these rows that are not in the database, although they were just written. */
  async #deleteGone(written: readonly Noted[]): Promise<void> {
    if (written.length === 0) return;
    const there = await this.#rowsAt(written);
    const keys = this.#rows.keysOf(there);
    const gone = written
      .filter(({ name, key }) => !keys.has(`${name} ${key}`))
      .map(({ name, key }) => [name, keyIn(key)] as const);
    if (gone.length > 0) this.#rows.apply({ gone, rows: {}, isComplete: false }, this.#onRow, () => undefined);
  }

  async #pull(): Promise<void> {
    for (;;) {
      const read = await this.#read();
      if (!read.isBegun) return this.#noteComplete();
      // Another database, or a restored one: its content replaces ours.
      const isOther = read.identity !== this.#identity || read.revision < this.#revision;
      // After a failover that lost writes, others have the revisions of those.
      const hasFailedOver = this.#timeline !== null && read.timeline !== null && read.timeline !== this.#timeline;
      const isTooOld = read.whole && this.#revision > 0;
      if (isOther || hasFailedOver || isTooOld) {
        // What was changed here, such as something taken back, still counts.
        if (!isOther) await this.#push(null);
        this.#rows.empty();
        for (const { name } of this.#options.tables) this.#untold.tables.add(name);
        this.#revision = 0;
        this.#identity = read.identity;
        this.#timeline = read.timeline;
        continue;
      }
      // Of a file that never followed a server with a timeline.
      this.#timeline ??= read.timeline;
      const isComplete = read.upTo >= read.revision;
      this.#rows.apply({ ...read, isComplete }, this.#onRow, () => {
        if (isComplete) this.#noteComplete();
        this.#note(read.upTo);
      });
      if (isComplete) return;
    }
  }

  /** The rows of these keys as they are in the database. */
  async #rowsAt(noted: readonly Noted[]) {
    const given = Array.from(
      Map.groupBy(noted, ({ name }) => name),
      ([name, rows]) => `{"name":"${name}","keys":[${rows.map(({ key }) => key).join(',')}]}`,
    );
    const { database, part } = this.#options;
    const [row] = await database.query<{ rows: string }>(`SELECT rows_at($1, $2) AS rows`, [
      part,
      `[${given.join(',')}]`,
    ]);
    return rowsShape.parse(JSON.parse(row?.rows ?? '{}'));
  }

  async #orPutBack<Result>(taken: readonly Noted[], work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      this.#rows.putBack(taken);
      throw error;
    }
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

  #noteComplete(): void {
    this.#completeAt = { monotonic: this.#clock(), wall: this.#wall() };
  }

  #note(revision: number): void {
    this.#revision = revision;
    this.#sql.run(
      `INSERT INTO shared_state (part, identity, revision, complete_at, timeline) VALUES (:part, :identity, :revision, :at, :timeline)
       ON CONFLICT DO UPDATE SET identity = excluded.identity, revision = excluded.revision, complete_at = excluded.complete_at,
         timeline = excluded.timeline`,
      {
        part: this.#options.part,
        identity: this.#identity,
        revision,
        at: Math.round(this.#completeAt.wall),
        timeline: this.#timeline,
      },
    );
  }
}

const readShape = z.object({
  identity: z.string(),
  timeline: z.nullable(z.string()),
  revision: z.number(),
  upTo: z.number(),
  whole: z.boolean(),
  isBegun: z.boolean(),
  gone: z.array(z.tuple([z.string(), keyShape])),
  rows: rowsShape,
});
