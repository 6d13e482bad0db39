import { hash } from 'node:crypto';
import { millisecondsInDay, millisecondsInSecond } from '#domain/units.ts';
import * as z from 'zod/mini';
import { type AuditEntry, auditEntryShape, type AuditLine, type AuditPage } from '#contract/access/audit.ts';
import { parsed } from '#server/http/body.ts';
import type { Log } from '#server/observability/log.ts';
import { isGathered, type Trail, type TrailOptions } from '#server/access/store/auditTrail.ts';
import type { Database } from './database.ts';

/** Entries are collected for this long, so that one statement serves all. */
const gatherMs = 100;
const retryMs = 2 * millisecondsInSecond;
/** An answer waits at most this long for its entries. */
const confirmMs = 5 * millisecondsInSecond;
/** Entries per page, and per statement. */
const perPage = 100;
const atOnce = 500;
/** Entries kept while the database is gone; they are in the log too. */
const maxWaiting = 10_000;
/** How often to look for entries that are too old. */
const shortenMs = millisecondsInDay;

export type SharedTrailOptions = Pick<TrailOptions, 'clock' | 'days'> & { readonly log: Pick<Log, 'warn'> };

/** The last entry: its number, and the hash of its line. */
type Head = { readonly seq: number; readonly hash: string };
type WaitingLine = { readonly line: AuditLine; readonly at: string; readonly number: number };
type Chain = ReturnType<typeof entriesAfter>;

/**
 * The audit of several gateways in their database: one chain of entries, each with the hash of the line before. An
 * entry that cannot be written waits for the next try. If too many wait, first those are left out that tell of no
 * change, and the audit has an entry that says how many.
 */
export class SharedTrail implements Trail {
  readonly #database: Pick<Database, 'query'>;
  readonly #options: SharedTrailOptions;
  #head: Head | null = null;
  #waiting: WaitingLine[] = [];
  /** The entries being written, or of which it is not known whether they were; with their present chain. */
  #batch: { readonly lines: readonly WaitingLine[]; chain: Chain | null } | null = null;
  #running: Promise<boolean> | null = null;
  #timer: NodeJS.Timeout | null = null;
  /** Entries so far, and those that were left out since the last write. */
  #count = 0;
  #leftOut = 0;
  #isLate = false;
  #isClosed = false;
  #shortenedAt = Number.NEGATIVE_INFINITY;

  constructor(database: Pick<Database, 'query'>, options: SharedTrailOptions) {
    this.#database = database;
    this.#options = options;
  }

  write(line: AuditLine, at: string = new Date(this.#options.clock()).toISOString()): void {
    this.#waiting.push({ line, at, number: ++this.#count });
    if (this.#waiting.length > maxWaiting) this.#leaveOne();
    if (!this.#running) this.#plan(gatherMs);
  }

  async page(before: number, event: AuditLine['event'] | null): Promise<AuditPage> {
    const last = Math.min(before, Number.MAX_SAFE_INTEGER);
    const rows = await this.#database.query<{ seq: number; line: string }>(
      `SELECT seq, line FROM audit WHERE seq < $1 AND ($2::text IS NULL OR event = $2) ORDER BY seq DESC LIMIT $3`,
      [last, event, perPage + 1],
    );
    const shown = rows.slice(0, perPage);
    const next = rows.length > perPage ? (shown.at(-1)?.seq ?? null) : null;
    return { entries: shown.flatMap(({ line }) => entryIn(line) ?? []), next };
  }

  async flushed(): Promise<void> {
    const last = this.#count;
    const late = Promise.withResolvers<boolean>();
    const timer = setTimeout(() => late.resolve(false), confirmMs).unref();
    while (this.#hasUpTo(last) && (await Promise.race([this.#writeSome(), late.promise])));
    clearTimeout(timer);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#stopTimer();
    await this.#running;
    while (this.#hasUpTo(this.#count) && (await this.#writeSome()));
  }

  /** Whether an entry up to this number still waits. */
  #hasUpTo(last: number): boolean {
    const first = this.#batch?.lines[0] ?? this.#waiting[0];
    return first !== undefined && first.number <= last;
  }

  #leaveOne(): void {
    const place = this.#waiting.findIndex(({ line }) => isGathered(line));
    this.#waiting.splice(Math.max(0, place), 1);
    if (this.#leftOut++ === 0)
      this.#options.log.warn({}, 'Too many entries wait for the audit: from now on the audit lacks some of this log.');
  }

  #plan(milliseconds: number): void {
    if (!this.#isClosed) this.#timer ??= setTimeout(() => void this.#writeSome(), milliseconds).unref();
  }

  #stopTimer(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
  }

  /** Writes some of the waiting entries, one statement at a time however many wait for it. False if that failed. */
  #writeSome(): Promise<boolean> {
    this.#stopTimer();
    return (this.#running ??= this.#tryToWrite().then((isWritten) => {
      this.#running = null;
      if (this.#hasUpTo(this.#count)) this.#plan(isWritten ? 0 : retryMs);
      return isWritten;
    }));
  }

  async #tryToWrite(): Promise<boolean> {
    try {
      await this.#writeBatch();
      this.#isLate = false;
      return true;
    } catch (error) {
      if (!this.#isLate)
        this.#options.log.warn({ err: error }, 'The audit cannot be written: its entries wait in memory.');
      this.#isLate = true;
      return false;
    }
  }

  /**
   * Appends the next entries. If another gateway has appended in the meantime, they are chained again after its last
   * one. A failed statement may still arrive, so the same entries are tried again after the same last one, until it is
   * known that they are there or that they can no longer get there.
   */
  async #writeBatch(): Promise<void> {
    this.#batch ??= { lines: this.#waiting.splice(0, atOnce), chain: null };
    const batch = this.#batch;
    if (batch.lines.length > 0) {
      const chain = (batch.chain ??= entriesAfter((this.#head ??= await this.#readHead()), batch.lines));
      const isThere = (await this.#append(chain)) || (await this.#has(chain.head));
      this.#head = isThere ? chain.head : null;
      batch.chain = null;
      if (!isThere) return;
    }
    this.#batch = null;
    if (this.#waiting.length > 0) return;
    if (this.#leftOut > 0) {
      const detail = `${this.#leftOut} of the entries could not be written; they are in the log of a server`;
      this.#leftOut = 0;
      this.write({ event: 'repaired', detail });
    }
    await this.#shorten();
  }

  /** Appends entries in one statement; false if they are not after the last entry. */
  async #append({ before, head, rows }: Chain): Promise<boolean> {
    const written = await this.#database.query(
      `WITH moved AS (UPDATE audit_head SET seq = $3, hash = $4 WHERE seq = $1 AND hash = $2 RETURNING seq)
       INSERT INTO audit SELECT e.seq, e.event, e.at, e.line FROM moved,
         json_to_recordset($5) AS e (seq bigint, event text, at text, line text) RETURNING seq`,
      [before.seq, before.hash, head.seq, head.hash, JSON.stringify(rows)],
    );
    return written.length > 0;
  }

  /** Whether this very entry is there: an earlier try got through, although nobody said so. */
  async #has({ seq, hash: expected }: Head): Promise<boolean> {
    const [row] = await this.#database.query<{ line: string }>(`SELECT line FROM audit WHERE seq = $1`, [seq]);
    return row !== undefined && hashOf(row.line) === expected;
  }

  async #readHead(): Promise<Head> {
    const [row] = await this.#database.query<{ seq: number; hash: string }>(`SELECT seq, hash FROM audit_head`);
    return row ?? { seq: 0, hash: '' };
  }

  /** Deletes the months in which every entry is too old, and keeps the hash of the last one. */
  async #shorten(): Promise<void> {
    const { days = null, clock } = this.#options;
    if (days === null || clock() - this.#shortenedAt < shortenMs) return;
    this.#shortenedAt = clock();
    const oldest = new Date(clock() - days * millisecondsInDay).toISOString().slice(0, 7);
    const [last] = await this.#database.query<{ seq: number; line: string }>(
      `SELECT seq, line FROM audit WHERE at < $1 ORDER BY seq DESC LIMIT 1`,
      [oldest],
    );
    if (!last) return;
    await this.#database.query(
      `WITH base AS (UPDATE audit_base SET seq = $1, hash = $2 WHERE seq < $1 RETURNING seq)
       DELETE FROM audit USING base WHERE audit.seq <= base.seq`,
      [last.seq, hashOf(last.line)],
    );
    this.write({ event: 'shortened', detail: `entries up to ${last.seq}, before ${oldest}` });
  }
}

/** The lines of these entries, chained after the last one. */
function entriesAfter(before: Head, taken: readonly WaitingLine[]) {
  let head = before;
  const rows = taken.map(({ line, at }) => {
    const entry: AuditEntry = { seq: head.seq + 1, at, ...line, prev: head.hash };
    const text = JSON.stringify(entry);
    head = { seq: entry.seq, hash: hashOf(text) };
    return { seq: entry.seq, event: line.event, at, line: text };
  });
  return { before, rows, head };
}

const lineShape = z.object({ seq: z.number(), line: z.string() });

/** Reads the whole shared audit and finds lines that were changed, removed or added; a sentence each. Rejects with `DatabaseGone`. */
export async function verifySharedAudit({
  query,
}: Pick<Database, 'query'>): Promise<{ readonly entries: number; readonly faults: readonly string[] }> {
  const [base] = await query<Head>(`SELECT seq, hash FROM audit_base`);
  const [known] = await query<Head>(`SELECT seq, hash FROM audit_head`);
  const faults: string[] = [];
  let head: Head = base ?? { seq: 0, hash: '' };
  let entries = 0;
  for (;;) {
    const rows = await query(`SELECT seq, line FROM audit WHERE seq > $1 ORDER BY seq LIMIT 5000`, [head.seq]);
    for (const { seq, line } of rows.map((row) => lineShape.parse(row))) {
      const entry = entryIn(line);
      if (seq !== head.seq + 1) faults.push(`Entries ${head.seq + 1} to ${seq - 1} are missing.`);
      else if (!entry || entry.seq !== seq) faults.push(`Entry ${seq} was changed.`);
      else if (entry.prev !== head.hash) faults.push(`The entry before ${seq} was changed.`);
      head = { seq, hash: hashOf(line) };
      entries++;
    }
    if (rows.length === 0) break;
  }
  if (known && known.seq > head.seq) faults.push(`Entries ${head.seq + 1} to ${known.seq} are missing.`);
  else if (known && known.hash !== head.hash) faults.push('The last entry was changed.');
  return { entries, faults: faults.slice(0, perPage) };
}

function entryIn(text: string): AuditEntry | null {
  const read = auditEntryShape.safeParse(parsed(text));
  return read.success ? read.data : null;
}

function hashOf(text: string): string {
  return hash('sha256', text, 'base64url');
}
