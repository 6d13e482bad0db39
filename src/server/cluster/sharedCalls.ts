import { millisecondsInHour, millisecondsInSecond } from '#domain/units.ts';
import type { CallClass } from '#contract/gateway/callClass.ts';
import type { CallPermit } from '#server/upstream/permits.ts';
import { type Database, DatabaseGone } from './database.ts';

/** After this time a call gives back an unused permit, because the process was paused in between. */
const defaultGraceMs = 5 * millisecondsInSecond;
const defaultStatementMs = 10 * millisecondsInSecond;
/** How long other gateways leave a silent planner its share of the allowance. */
export const shareHours = 6;
const shareMs = shareHours * millisecondsInHour;
/** The part of the allowance that only the planner uses, even without the database. */
const planners = 1 / 4;
/** The part that background calls leave to people, as in `upstream/scheduler.ts`. */
const left: { readonly [Class in CallClass]: number } = { person: 0, program: 1 / 6, load: 1 / 3, replica: 1 / 3 };

export type SharedCallsOptions = {
  readonly id: string;
  readonly database: Pick<Database, 'query'>;
  /** Calls per window. */
  readonly allowance: number;
  readonly windowMs: number;
  /** The longest time that a call takes. */
  readonly callMs: number;
  /** A monotonic clock, in milliseconds. */
  readonly clock: () => number;
  readonly graceMs?: number;
  /** The longest time that another gateway's statement takes. */
  readonly statementMs?: number;
};

type Slot = { readonly n: number; readonly call: number };

/**
 * One allowance for all gateways: a table of slots with the database's clock. A call takes a slot in one statement. The
 * slot is free again one window after the call has ended. A killed gateway leaves its slots taken until its calls must
 * have ended, plus one window.
 *
 * The first slots are the planner's share. While the database is gone, only the planner uses them, by its own record.
 * It stops when the other gateways no longer leave them to it.
 */
export class SharedCalls {
  readonly #options: SharedCallsOptions;
  readonly #share: number;
  /** When each slot of the share is free again, by our clock; empty if this gateway does not have the share. */
  #freeAt = new Map<number, number>();
  /** When the database first and last confirmed the share. */
  #sharedSince: number | null = null;
  #sharedAt = Number.NEGATIVE_INFINITY;
  /** Permits given without the database, and how many of them have been written to it since. */
  #alone = 0;
  #settled = 0;
  readonly figures = { taken: 0, refused: 0, alone: 0 };

  constructor(options: SharedCallsOptions) {
    this.#options = options;
    this.#share = Math.max(1, Math.floor(options.allowance * planners));
  }

  /**
   * Makes the slots. It is not known how an earlier process of this gateway used its share, so the share is not used at
   * first. Rejects with `DatabaseGone`.
   */
  async open(): Promise<void> {
    const { database, allowance, id } = this.#options;
    await database.query(`INSERT INTO call_slot (n) SELECT generate_series(1, $1) ON CONFLICT DO NOTHING`, [allowance]);
    await database.query(
      `UPDATE call_slot SET free_at = greatest(free_at, clock_timestamp() + $1 * interval '1 millisecond'), call = call + 1
       WHERE n <= $2 AND (SELECT holder FROM call_share) = $3`,
      [this.#heldMs, this.#share, id],
    );
  }

  /**
   * Notes whether the database confirmed the planner's share. `sentAt`: the time of the request, by our clock. Rejects
   * with `DatabaseGone`.
   */
  async noteShare(hasShare: boolean, sentAt: number): Promise<void> {
    const { database, clock, statementMs = defaultStatementMs } = this.#options;
    if (!hasShare) return this.#forgetShare();
    if (sentAt - this.#sharedAt > shareMs) this.#forgetShare();
    this.#sharedSince ??= sentAt;
    // A statement that began earlier may still take one of its slots.
    if (this.#freeAt.size === 0 && sentAt - this.#sharedSince >= statementMs) {
      const slots = await database.query<{ n: number; ms: number }>(
        `SELECT n, (extract(epoch FROM greatest(free_at - clock_timestamp(), interval '0')) * 1000)::float8 AS ms
         FROM call_slot WHERE n <= $1`,
        [this.#share],
      );
      this.#freeAt = new Map(slots.map(({ n, ms }) => [n, clock() + ms]));
    }
    this.#sharedAt = sentAt;
  }

  /** Records what was used of the share without the database, before any other call. Rejects with `DatabaseGone`. */
  async settle(): Promise<void> {
    const { database, clock } = this.#options;
    const known = this.#alone;
    if (known === this.#settled) return;
    for (const [n, at] of this.#freeAt) {
      const ms = at - clock();
      if (ms <= 0) continue;
      await database.query(
        `UPDATE call_slot SET free_at = greatest(free_at, clock_timestamp() + $2 * interval '1 millisecond') WHERE n = $1`,
        [n, ms],
      );
    }
    this.#settled = known;
  }

  /** Leaves the share to the next planner; the slots stay taken as long as the calls count. Rejects with `DatabaseGone`. */
  async giveShareBack(): Promise<void> {
    const { database, id } = this.#options;
    await this.settle();
    await database.query(`UPDATE call_share SET holder = NULL WHERE holder = $1`, [id]);
    this.#forgetShare();
  }

  /**
   * Takes a slot for a call of this class. Without a free slot it returns the milliseconds to wait before the next try.
   * `isAlone`: the database is gone, and this gateway was the last planner. Rejects with `DatabaseGone` if the database
   * is gone and this gateway may not continue.
   */
  async take(callClass: CallClass, isAlone: boolean): Promise<CallPermit | number> {
    const sentAt = this.#options.clock();
    if (isAlone) return this.#takeAlone(sentAt);
    await this.settle();
    const row = await this.#takeSlot(callClass);
    if (row?.n == null || row.call === null) {
      this.figures.refused++;
      return Math.max(50, row?.ms ?? this.#options.windowMs);
    }
    this.figures.taken++;
    return this.#permit({ n: row.n, call: row.call }, sentAt, true);
  }

  async #takeSlot(callClass: CallClass) {
    const { database, id, allowance } = this.#options;
    const kept = Math.floor(allowance * left[callClass]);
    const [row] = await database.query<{ n: number | null; call: number | null; ms: number | null }>(
      `WITH usable AS (
         SELECT n, free_at FROM call_slot, call_share WHERE n <= $1 AND (n > $2 OR holder IS NULL OR holder = $3)
       ), taken AS (
         UPDATE call_slot SET free_at = clock_timestamp() + $4 * interval '1 millisecond', call = call + 1, taken_by = $3
         WHERE n = (
           SELECT call_slot.n FROM call_slot, call_share
           WHERE call_slot.n <= $1 AND (call_slot.n > $2 OR holder IS NULL OR holder = $3) AND free_at <= clock_timestamp()
             AND (SELECT count(*) FROM usable WHERE free_at <= clock_timestamp()) > $5
           ORDER BY call_slot.n DESC LIMIT 1 FOR UPDATE OF call_slot SKIP LOCKED
         ) RETURNING n, call
       )
       SELECT (SELECT n FROM taken) AS n, (SELECT call FROM taken) AS call,
         (SELECT extract(epoch FROM free_at - clock_timestamp()) * 1000 FROM usable ORDER BY free_at OFFSET $5 LIMIT 1)::float8 AS ms`,
      [allowance, this.#share, id, this.#heldMs, kept],
    );
    return row;
  }

  /** A slot of the share, from what this gateway knows of it. */
  #takeAlone(sentAt: number): CallPermit | number {
    const { windowMs, clock } = this.#options;
    const lasts = this.#sharedAt + shareMs - this.#heldMs;
    if (this.#freeAt.size === 0 || clock() > lasts) throw new DatabaseGone('The database does not answer.');
    const [next] = [...this.#freeAt].toSorted(([, a], [, b]) => a - b);
    if (!next || next[1] > sentAt) {
      this.figures.refused++;
      return Math.max(50, (next?.[1] ?? sentAt + windowMs) - sentAt);
    }
    this.figures.alone++;
    this.#alone++;
    return this.#permit({ n: next[0], call: 0 }, sentAt, false);
  }

  #permit(slot: Slot, sentAt: number, isWritten: boolean): CallPermit {
    const { clock, windowMs, database } = this.#options;
    const isOfShare = this.#freeAt.has(slot.n);
    if (isOfShare) this.#freeAt.set(slot.n, sentAt + this.#heldMs);
    let isReleased = false;
    return {
      isValid: () => !isReleased && clock() - sentAt < this.#graceMs,
      release: () => {
        if (isReleased) return;
        isReleased = true;
        if (isOfShare && this.#freeAt.has(slot.n)) this.#freeAt.set(slot.n, clock() + windowMs);
        if (!isWritten) return;
        const freed = `UPDATE call_slot SET free_at = clock_timestamp() + $3 * interval '1 millisecond' WHERE n = $1 AND call = $2`;
        // If the database is gone, the slot stays taken longer than necessary.
        database
          .query(`WITH freed AS (${freed}) SELECT pg_notify(current_schema(), 'call ' || $4)`, [
            slot.n,
            slot.call,
            windowMs,
            this.#options.id,
          ])
          .catch(() => undefined);
      },
    };
  }

  /** How long a slot stays taken by a call whose end is not recorded. */
  get #heldMs(): number {
    const { windowMs, callMs } = this.#options;
    return windowMs + callMs + this.#graceMs;
  }

  get #graceMs(): number {
    return this.#options.graceMs ?? defaultGraceMs;
  }

  #forgetShare(): void {
    this.#sharedSince = null;
    this.#freeAt = new Map();
    this.#sharedAt = Number.NEGATIVE_INFINITY;
  }
}
