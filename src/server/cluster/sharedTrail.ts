import { hash } from 'node:crypto';
import { millisecondsInDay, millisecondsInSecond } from '#domain/units.ts';
import * as z from 'zod/mini';
import { type AuditEntry, auditEntryShape, type AuditLine, type AuditPage } from '#contract/access/audit.ts';
import { parsed } from '#server/http/body.ts';
import type { Log } from '#server/observability/log.ts';
import type { Trail, TrailOptions } from '#server/access/store/auditTrail.ts';
import type { Database } from './database.ts';

/** Entries are collected for this long, so that one statement serves all. */
const gatherMs = 100;
const retryMs = 2 * millisecondsInSecond;
/** Entries per page. */
const perPage = 100;
/** Entries kept while the database is gone; they are in the log too. */
const maxWaiting = 10_000;
/** How often to look for entries that are too old. */
const shortenMs = millisecondsInDay;

export type SharedTrailOptions = Pick<TrailOptions, 'clock' | 'days'> & { readonly log: Pick<Log, 'warn'> };

/** The last entry: its number, and the hash of its line. */
type Head = { readonly seq: number; readonly hash: string };
type WaitingLine = { readonly line: AuditLine; readonly at: string };

/**
 * The audit of several gateways in their database: one chain of entries, each with the hash of the line before. An
 * entry that cannot be written waits for the next try.
 */
export class SharedTrail implements Trail {
  readonly #database: Pick<Database, 'query'>;
  readonly #options: SharedTrailOptions;
  #head: Head | null = null;
  #waiting: WaitingLine[] = [];
  #timer: NodeJS.Timeout | null = null;
  #running: Promise<void> = Promise.resolve();
  #shortenedAt = Number.NEGATIVE_INFINITY;

  constructor(database: Pick<Database, 'query'>, options: SharedTrailOptions) {
    this.#database = database;
    this.#options = options;
  }

  write(line: AuditLine, at: string = new Date(this.#options.clock()).toISOString()): void {
    this.#waiting.push({ line, at });
    if (this.#waiting.length > maxWaiting) this.#waiting.shift();
    this.#plan(gatherMs);
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
    if (this.#waiting.length > 0) await this.#flushNow();
  }

  async close(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer);
    await this.#running;
    await this.#flush().catch(() => undefined);
  }

  #plan(milliseconds: number): void {
    this.#timer ??= setTimeout(() => void this.#flushNow(), milliseconds).unref();
  }

  #flushNow(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    // Only one write at a time, or both would write the same entries.
    this.#running = this.#running
      .then(() => this.#flush())
      .catch((error: unknown) => {
        this.#options.log.warn({ err: error }, 'The audit cannot be written: its entries wait in memory.');
        this.#plan(retryMs);
      });
    return this.#running;
  }

  /**
   * Appends the waiting entries. If another gateway has appended in the meantime, they are chained again after its last
   * one.
   */
  async #flush(): Promise<void> {
    while (this.#waiting.length > 0) {
      const taken = this.#waiting.slice(0, perPage);
      const before = (this.#head ??= await this.#readHead());
      const { rows, head } = entriesAfter(before, taken);
      const written = await this.#database.query(
        `WITH moved AS (UPDATE audit_head SET seq = $3, hash = $4 WHERE seq = $1 AND hash = $2 RETURNING seq)
         INSERT INTO audit SELECT e.seq, e.event, e.at, e.line FROM moved,
           json_to_recordset($5) AS e (seq bigint, event text, at text, line text) RETURNING seq`,
        [before.seq, before.hash, head.seq, head.hash, JSON.stringify(rows)],
      );
      this.#head = written.length === 0 ? null : head;
      if (written.length > 0) this.#waiting = this.#waiting.slice(taken.length);
    }
    await this.#shorten();
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
  return { rows, head };
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
