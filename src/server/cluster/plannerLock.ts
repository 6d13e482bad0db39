import * as z from 'zod/mini';
import type { Session } from './database.ts';
import { shareHours } from './sharedCalls.ts';

/**
 * Milliseconds. The planner reports every `beatMs`. After `silentMs` without a report another gateway takes its place.
 */
export const beatMs = 1_500;
const silentMs = 6_500;

export type LockState = {
  /** This gateway's term as planner; null while another gateway plans, or nobody does. */
  readonly term: number | null;
  /** The database was reached at the last beat. */
  readonly isConfirmed: boolean;
};

/** The result of a beat. `wasOver`: this gateway's term had passed. */
export type Beat = Shown & { readonly wasOver: boolean };

const shownShape = z.object({
  isAlive: z.boolean(),
  hasShare: z.boolean(),
  wishes: z.array(z.unknown()),
  /** The planner's present term, and the number of live gateways. */
  term: z.number(),
  gateways: z.number(),
});
type Shown = z.output<typeof shownShape>;

/**
 * One gateway plans: the one whose session holds an advisory lock. It also reports that it lives, because a hanging
 * process keeps its lock. Each planner has a new term, and a write under an earlier term is refused.
 *
 * A planner that loses the database still counts itself as the planner. When the database is back, it continues if
 * nobody has planned in the meantime.
 */
export class PlannerLock {
  readonly #id: string;
  #term: number | null = null;
  #isConfirmed = false;
  #hasLock = false;

  constructor(id: string) {
    this.#id = id;
  }

  get state(): LockState {
    return { term: this.#term, isConfirmed: this.#isConfirmed };
  }

  /** Notes that the session and its lock are gone. */
  lost(): void {
    this.#hasLock = false;
    this.#isConfirmed = false;
  }

  /** Notes that the term has passed; the lock is kept for the next term. */
  over(): void {
    this.#term = null;
    this.#isConfirmed = false;
  }

  /**
   * Reports that this gateway lives, and takes the planner's place if it is free. `before` does what must be done
   * before this gateway plans, while nobody can write under a term. `isNext`: this gateway did not plan before. Rejects
   * with `DatabaseGone`.
   */
  async beat(session: Session, before: (isNext: boolean) => Promise<void>): Promise<Beat> {
    const ownTerm = this.#isConfirmed && this.#hasLock ? this.#term : null;
    const beat = await this.#show(session, ownTerm);
    if (ownTerm !== null) {
      if (!beat.isAlive) this.over();
      return { ...beat, wasOver: !beat.isAlive };
    }
    const isFree = this.#hasLock || (await this.#takeLock(session));
    const wasOver = this.#term !== null && (await this.#isPassed(session));
    if (wasOver) this.over();
    if (!isFree) return { ...beat, wasOver };
    const isNext = this.#term === null;
    const [taken] = await session.query<{ term: number }>(
      `UPDATE planner SET term = term + 1, holder = $1, pid = pg_backend_pid(), seen_at = clock_timestamp() RETURNING term`,
      [this.#id],
    );
    await before(isNext);
    this.#term = taken?.term ?? null;
    this.#isConfirmed = true;
    return { ...(await this.#show(session, this.#term)), wasOver };
  }

  async #show(session: Session, term: number | null): Promise<Shown> {
    const [row] = await session.query<{ shown: string }>(`SELECT beat($1, $2, $3) AS shown`, [
      this.#id,
      term,
      shareHours,
    ]);
    return shownShape.parse(JSON.parse(row?.shown ?? ''));
  }

  async #takeLock(session: Session): Promise<boolean> {
    const [first, second] = [`hashtext('flightline planner')`, `hashtext(current_schema())`];
    const lock = `pg_try_advisory_lock(${first}, ${second})`;
    const [row] = await session.query<{ taken: boolean }>(`SELECT ${lock} AS taken`);
    this.#hasLock = row?.taken ?? false;
    if (this.#hasLock) return true;
    // A hanging planner keeps its session. So does our own former process, until the database notices.
    const ended = await session.query(
      `SELECT pg_terminate_backend(planner.pid) FROM planner JOIN pg_locks ON pg_locks.pid = planner.pid
       WHERE locktype = 'advisory' AND granted AND objsubid = 2 AND classid = (${first}::bigint & 4294967295)::oid
         AND objid = (${second}::bigint & 4294967295)::oid
         AND (seen_at < clock_timestamp() - $1 * interval '1 millisecond' OR (holder = $2 AND planner.pid <> pg_backend_pid()))`,
      [silentMs, this.#id],
    );
    if (ended.length === 0) return false;
    const [again] = await session.query<{ taken: boolean }>(`SELECT pg_sleep(0.1), ${lock} AS taken`);
    this.#hasLock = again?.taken ?? false;
    return this.#hasLock;
  }

  async #isPassed(session: Session): Promise<boolean> {
    const [row] = await session.query<{ term: number }>(`SELECT term FROM planner`);
    return row?.term !== this.#term;
  }
}
