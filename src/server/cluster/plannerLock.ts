import * as z from 'zod/mini';
import type { Session } from './database.ts';
import { shareHours } from './sharedCalls.ts';

/** Milliseconds. The planner shows every `beatMs` that it lives; after `silentMs` another gateway takes its place. */
export const beatMs = 1_500;
const silentMs = 6_500;

export type LockState = {
  /** This gateway's term as planner; null while another plans, or none. */
  readonly term: number | null;
  /** The database was reached at the last beat. */
  readonly isConfirmed: boolean;
};

/** What a beat brought. `wasOver`: this gateway had a term, and it has passed. */
export type Beat = Shown & { readonly wasOver: boolean };

const shownShape = z.object({
  isAlive: z.boolean(),
  hasShare: z.boolean(),
  wishes: z.array(z.unknown()),
  /** The planner's present one, and how many gateways live. */
  term: z.number(),
  gateways: z.number(),
});
type Shown = z.output<typeof shownShape>;

/**
 * One gateway plans: the one whose session holds an advisory lock. It also writes down that it lives, because the lock of a
 * process that hangs stays. Each planner has a new term, and a write under an earlier one is refused.
 *
 * A planner that loses the database stays the planner for itself. When it is back, it goes on if nobody planned meanwhile.
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

  /** The session is gone, and its lock with it. */
  lost(): void {
    this.#hasLock = false;
    this.#isConfirmed = false;
  }

  /** The term has passed; the lock is kept for the next one. */
  over(): void {
    this.#term = null;
    this.#isConfirmed = false;
  }

  /**
   * Shows that this gateway lives, and takes the planner's place if it is free. `before` runs while the place is taken and
   * nobody can write under a term: what has to be there before this gateway plans, and whether it comes new. Rejects with `DatabaseGone`.
   */
  async beat(session: Session, before: (isNext: boolean) => Promise<void>): Promise<Beat> {
    const own = this.#isConfirmed && this.#hasLock ? this.#term : null;
    const beat = await this.#show(session, own);
    if (own !== null) {
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
    // A planner that hangs keeps its session; so does our own former one, until the database notices.
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
