import pg from 'pg';
import { millisecondsInMinute, millisecondsInSecond } from '#domain/units.ts';

/** A longer statement counts as failed, because a dead connection may never report an error. */
const statementMs = 10 * millisecondsInSecond;
const connectMs = 5 * millisecondsInSecond;
/** Connections for one gateway's statements. Its session is one more. */
const poolSize = 3;

export type DatabaseSettings = {
  /**
   * One or more `postgres://…` addresses; after a failover, the first that accepts writes is used. They may contain a
   * password.
   */
  readonly urls: readonly string[];
  /** Each school has its own schema. */
  readonly schema: string;
  readonly onError?: (error: Error) => void;
};

/** The database does not answer, or refuses writes. */
export class DatabaseGone extends Error {
  override readonly name = 'DatabaseGone';
}

/** A connection of its own, for a lock and for notices, which belong to one connection. */
export type Session = {
  readonly query: Query;
  readonly end: () => Promise<void>;
};
export type Query = <Row extends object>(text: string, values?: readonly unknown[]) => Promise<Row[]>;

/** The number of statements with a result, and their total time. */
type Statements = { count: number; seconds: number };

/**
 * A PostgreSQL database with one schema. A failed statement moves on to the next address, if there are several; nothing is
 * tried twice. All methods reject with `DatabaseGone` if the database cannot be used, and with the error of PostgreSQL if
 * a statement is wrong.
 */
export class Database {
  readonly #settings: DatabaseSettings;
  #pool: pg.Pool;
  #address = 0;
  #isClosed = false;
  isReachable = false;
  /** Statements by result: `ok`, `refused` for a wrong statement, and `gone`. */
  readonly statements = new Map<'ok' | 'refused' | 'gone', Statements>();

  constructor(settings: DatabaseSettings) {
    this.#settings = settings;
    this.#pool = this.#newPool();
  }

  get schema(): string {
    return this.#settings.schema;
  }

  readonly query: Query = (text, values) =>
    this.#counted(async () => {
      const [pool, address] = [this.#pool, this.#address];
      try {
        return await rowsOf(pool, text, values);
      } catch (error) {
        if (isGone(error)) this.#moveOn(address);
        throw error;
      }
    });

  /** Opens a session. `onNotice` gets the payload of each notice on the channel of the schema; `onEnd` is called once. */
  session(onNotice: (payload: string) => void, onEnd: () => void): Promise<Session> {
    return this.#counted(async () => {
      const address = this.#address;
      const client = new pg.Client(this.#config());
      let isOver = false;
      const over = () => {
        if (isOver) return;
        isOver = true;
        onEnd();
      };
      client.on('error', over);
      client.on('end', over);
      client.on('notification', ({ payload }) => onNotice(payload ?? ''));
      try {
        await client.connect();
        await client.query(`LISTEN ${client.escapeIdentifier(this.schema)}`);
      } catch (error) {
        isOver = true;
        void client.end().catch(() => undefined);
        if (isGone(error)) this.#moveOn(address);
        throw error;
      }
      const query: Query = (text, values) =>
        this.#counted(async () => {
          try {
            return await rowsOf(client, text, values);
          } catch (error) {
            if (isGone(error)) {
              over();
              // The connection itself may be well, such as that to a server that has become read-only.
              void client.end().catch(() => undefined);
              this.#moveOn(address);
            }
            throw error;
          }
        });
      const end = async () => {
        isOver = true;
        await client.end().catch(() => undefined);
      };
      return { query, end };
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#pool.end().catch(() => undefined);
  }

  async #counted<Result>(work: () => Promise<Result>): Promise<Result> {
    const started = performance.now();
    try {
      const result = await work();
      this.isReachable = true;
      this.#count('ok', started);
      return result;
    } catch (error) {
      const hasGone = isGone(error);
      this.#count(hasGone ? 'gone' : 'refused', started);
      if (!hasGone) throw error;
      this.isReachable = false;
      throw new DatabaseGone('The database does not answer.', { cause: error });
    }
  }

  #count(result: 'ok' | 'refused' | 'gone', started: number): void {
    const { count, seconds } = this.statements.get(result) ?? { count: 0, seconds: 0 };
    this.statements.set(result, {
      count: count + 1,
      seconds: seconds + (performance.now() - started) / millisecondsInSecond,
    });
  }

  #config(): pg.ClientConfig {
    const connectionString = this.#settings.urls[this.#address % this.#settings.urls.length];
    return {
      connectionString,
      application_name: 'flightline',
      options: `-c search_path=${this.schema} -c client_min_messages=warning`,
      connectionTimeoutMillis: connectMs,
      statement_timeout: statementMs,
      query_timeout: statementMs,
      keepAlive: true,
      types: { getTypeParser },
    };
  }

  #newPool(): pg.Pool {
    const pool = new pg.Pool({ ...this.#config(), max: poolSize, idleTimeoutMillis: millisecondsInMinute });
    // An idle connection ended.
    pool.on('error', (error) => this.#settings.onError?.(error));
    return pool;
  }

  /** Closes every connection to an address and moves on to the next one, unless that has been done. */
  #moveOn(from: number): void {
    if (this.#isClosed || from !== this.#address) return;
    const before = this.#pool;
    this.#address++;
    this.#pool = this.#newPool();
    void before.end().catch(() => undefined);
  }
}

async function rowsOf<Row extends object>(
  by: pg.Pool | pg.Client,
  text: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  const { rows } = await by.query<Row & pg.QueryResultRow>(text, [...values]);
  return rows;
}

const bigintType = 20;

/** Our numbers are times in milliseconds and counts, below 2^53. JSON stays text until it is needed. */
function getTypeParser(type: number, format?: 'text' | 'binary') {
  if (type === bigintType) return Number;
  if (type === jsonType) return String;
  return format === 'binary' ? pg.types.getTypeParser(type, 'binary') : pg.types.getTypeParser(type, 'text');
}

const jsonType = 114;

/**
 * SQLSTATE classes (appendix A of PostgreSQL's manual) that mean the database cannot be used now. They are connection
 * failures, lack of resources such as a full disk, operator intervention, and system errors. A server in recovery or
 * read-only mode and a refused sign-in count too.
 */
const goneStates = /^(?:08|28|53|57|58|25006|3D|XX)/;

/** Whether the database itself has failed, rather than a statement being wrong. */
function isGone(error: unknown): boolean {
  if (error instanceof DatabaseGone) return true;
  if (!(error instanceof Error)) return false;
  // Network and client errors have other codes, or none.
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return /^[0-9A-Z]{5}$/.test(code) && 'severity' in error ? goneStates.test(code) : true;
}
