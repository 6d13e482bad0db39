import { appendFileSync, existsSync, mkdirSync, readdirSync, rmSync, statSync, truncateSync } from 'node:fs';
import { hash } from 'node:crypto';
import { basename, join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { millisecondsInDay } from '#domain/units.ts';
import { type AuditEntry, auditEntryShape, type AuditLine, type AuditPage } from '#contract/access/audit.ts';
import { parsed } from '#server/http/body.ts';
import type { Log } from '#server/observability/log.ts';
import { calling } from '#server/install/settingsFile.ts';
import { openAccessFile } from './accessFile.ts';
import { endOfLines, linesBackwards, linesOf } from './textLines.ts';

export type TrailOptions = {
  /** The directory of the files; null keeps the last entries in memory. */
  readonly directory: string | null;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  readonly log: Log;
  /** Days for which entries are kept, by whole months; for ever if null. */
  readonly days?: number | null;
};

/** Where the audit is written. */
export type Trail = {
  readonly write: (line: AuditLine, at?: string) => void;
  /** Entries before a number, newest first, of one event or of all. */
  readonly page: (before: number, event: AuditLine['event'] | null) => AuditPage | Promise<AuditPage>;
  /** Returns once every entry so far outlasts this process, or cannot be written now and waits. */
  readonly flushed: () => void | Promise<void>;
  readonly close: () => void | Promise<void>;
};

/** The last entry: its number, and the hash of its line. */
type Head = { readonly seq: number; readonly hash: string };
const nothing: Head = { seq: 0, hash: '' };

/** Entries per page. */
const perPage = 100;
/** Entries that are searched for a page, because reading blocks all other requests. */
const maxRead = 2_000;
/** Milliseconds that entries wait for each other, so that one write serves all. */
const gatherMs = 100;
/**
 * Events that change nothing, or that follow from time or the files; many may come at once. All others are on disk
 * before anything else happens, so that nobody is told of a grant or a revocation that the audit may lose.
 */
const gathered: ReadonlySet<AuditLine['event']> = new Set([
  'refused',
  'exported',
  'signed in',
  'signed out',
  'expired',
  'repaired',
  'shortened',
]);
/** Whether an entry tells of no change. */
export function isGathered({ event }: Pick<AuditLine, 'event'>): boolean {
  return gathered.has(event);
}
/** Entries kept in memory if there is no file, or it cannot be written. */
const maxInMemory = 1_000;

const folder = 'audit';
const fileName = /^\d{4}-\d{2}\.jsonl$/;

/**
 * The audit on disk: one JSON object a line, one file a month (`DATA_DIR/audit/2026-11.jsonl`), each entry with the
 * hash of the line before. The access file also has the last hash, so that lines cut off at the end are noticed.
 * Nothing is ever removed, unless a school keeps entries for a limited time. Then whole months are deleted, and the
 * access file keeps their last hash.
 */
export class AuditTrail implements Trail {
  readonly #options: TrailOptions;
  readonly #database: DatabaseSync | null;
  #head: Head = nothing;
  #file = '';
  /** The entries in memory: all if there is no directory, otherwise those not written yet. */
  #held: string[] = [];
  #timer: NodeJS.Timeout | null = null;
  /** During a write, and after one whose rest could not be cut off: the file and its bytes before. */
  #whole: { readonly file: string; readonly bytes: number } | null = null;

  /** Throws an `Error` with one sentence for the administrator if the access file cannot be used. */
  constructor(options: TrailOptions) {
    this.#options = options;
    this.#database = options.directory === null ? null : openAccessFile(options.directory);
    if (options.directory === null) return;
    mkdirSync(join(options.directory, folder), { recursive: true, mode: 0o700 });
    this.#open(options.directory);
  }

  /**
   * Appends an entry: on disk at once, or within a tenth of a second if it is one of `gathered`. An entry that cannot be
   * written is kept and written with the next.
   */
  write(line: AuditLine, at: string = new Date(this.#options.clock()).toISOString()): void {
    const entry: AuditEntry = { seq: this.#head.seq + 1, at, ...line, prev: this.#head.hash };
    const text = JSON.stringify(entry);
    this.#head = { seq: entry.seq, hash: hashOf(text) };
    this.#held.push(text);
    if (this.#database) this.#timer ??= setTimeout(() => this.flush(), gatherMs).unref();
    if (this.#held.length >= maxInMemory || !isGathered(line)) this.flush();
    if (this.#held.length > maxInMemory) this.#held.shift();
  }

  /** Entries before a number, newest first, of one event or of all. */
  page(before: number, event: AuditLine['event'] | null): AuditPage {
    const entries: AuditEntry[] = [];
    let read = 0;
    let last = before;
    for (const text of this.#backwards(before)) {
      const entry = entryIn(text);
      if (!entry || entry.seq >= before) continue;
      if (entries.length === perPage || ++read > maxRead) return { entries, next: last };
      last = entry.seq;
      if (event === null || entry.event === event) entries.push(entry);
    }
    return { entries, next: null };
  }

  flushed(): void {
    this.flush();
  }

  close(): void {
    this.flush();
    if (this.#database?.isOpen) this.#database.close();
  }

  *#backwards(before: number): Generator<string> {
    yield* this.#held.toReversed();
    const { directory } = this.#options;
    if (directory === null) return;
    const isAfter = (text: string) => (entryIn(text)?.seq ?? 0) >= before;
    for (const path of auditFiles(directory).toReversed()) {
      const [first] = linesOf(path);
      if (first !== undefined && !isAfter(first)) yield* finishedBackwards(path, endOfLines(path, isAfter));
    }
  }

  /** Continues after the last entry that the files or the access file know. */
  #open(directory: string): void {
    const [last] = auditFiles(directory).slice(-1);
    const cut = last === undefined ? 0 : cutTornLine(last);
    const [text] = last === undefined ? [] : finishedBackwards(last);
    const entry = text === undefined ? null : entryIn(text);
    const written = entry && text !== undefined ? { seq: entry.seq, hash: hashOf(text) } : nothing;
    const known = this.#database ? headIn(this.#database) : nothing;
    this.#file = last ?? '';
    // If lines are missing, the chain continues from the known hash, so that the gap shows.
    this.#head = written.seq >= known.seq ? written : known;
    if (written.seq < known.seq)
      this.#options.log.warn({}, `The audit has lost entries: "${calling('access', 'audit')} --verify" says which.`);
    this.#shorten(directory);
    if (cut > 0) this.write({ event: 'repaired', detail: `${cut} bytes of an unfinished entry` });
  }

  /** Deletes the months in which every entry is too old. A new entry names what was deleted. */
  #shorten(directory: string): void {
    const { days = null, clock, log } = this.#options;
    if (days === null || !this.#database) return;
    const oldest = new Date(clock() - days * millisecondsInDay).toISOString().slice(0, 7);
    const old = auditFiles(directory).filter((path) => basename(path) < oldest && path !== this.#file);
    const [text] = old.length === 0 ? [] : finishedBackwards(old.at(-1) ?? '');
    const last = text === undefined ? null : entryIn(text);
    if (!last || text === undefined) return;
    try {
      this.#database
        .prepare('INSERT OR REPLACE INTO audit_base (one, seq, hash) VALUES (1, ?, ?)')
        .run(last.seq, hashOf(text));
      for (const path of old) rmSync(path);
      this.write({ event: 'shortened', detail: `entries up to ${last.seq}, of ${last.at.slice(0, 7)} and before` });
    } catch (error) {
      log.warn({ err: error }, 'Old entries of the audit cannot be deleted: check the disk.');
    }
  }

  /** Writes the waiting entries. */
  flush(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    const { directory, log, clock } = this.#options;
    if (directory === null || this.#held.length === 0) return;
    try {
      const month = join(directory, folder, `${new Date(clock()).toISOString().slice(0, 7)}.jsonl`);
      // A clock that was set back must not date an entry earlier than the previous one.
      const isNewMonth = month > this.#file;
      this.#file = isNewMonth ? month : this.#file;
      this.#append(this.#held.map((text) => `${text}\n`).join(''));
      this.#held = [];
      this.#database
        ?.prepare('INSERT OR REPLACE INTO audit_head (one, seq, hash) VALUES (1, ?, ?)')
        .run(this.#head.seq, this.#head.hash);
      if (isNewMonth) this.#shorten(directory);
    } catch (error) {
      log.warn({ err: error }, 'The audit cannot be written: check the disk. Its entries wait in memory.');
    }
  }

  /** Appends whole lines. What a full disk takes of them is cut off again, because all of them are written later. Throws. */
  #append(lines: string): void {
    this.#cut();
    this.#whole = { file: this.#file, bytes: existsSync(this.#file) ? statSync(this.#file).size : 0 };
    try {
      appendFileSync(this.#file, lines, { mode: 0o600, flush: true });
      this.#whole = null;
    } catch (error) {
      this.#cut();
      throw error;
    }
  }

  /** Cuts off what a write that failed has left. Throws if the disk does not allow that either; then the next write does it. */
  #cut(): void {
    const { file = '', bytes = 0 } = this.#whole ?? {};
    if (this.#whole && existsSync(file)) truncateSync(file, bytes);
    this.#whole = null;
  }
}

export type Verdict = {
  readonly entries: number;
  /** When the first and the last entry were written; null if there are none. */
  readonly span: readonly [first: string, last: string] | null;
  /** The faults found, a sentence each, in the order of the files; the first hundred. */
  readonly faults: readonly string[];
};

const maxFaults = 100;

/** Reads the whole audit and finds lines that were changed, removed, added or moved. */
export function verifyAudit(directory: string): Verdict {
  const faults: string[] = [];
  const found = (words: string) => void (faults.length < maxFaults && faults.push(words));
  let [entries, last, first]: [number, AuditEntry | null, string | null] = [0, null, null];
  const database = openAccessFile(directory);
  const [known, base] = [headIn(database), headIn(database, 'audit_base')];
  database.close();
  let [head, isBroken] = [base, false];
  for (const path of auditFiles(directory)) {
    let number = 0;
    for (const text of linesOf(path)) {
      number++;
      const where = `${path.slice(directory.length + 1)}, line ${number}`;
      const entry = entryIn(text);
      if (!entry) {
        found(`${where}: this line is not an entry; it was changed.`);
        isBroken = true;
        continue;
      }
      // The file of this old entry could not be deleted yet.
      if (entry.seq <= base.seq && head === base) continue;
      if (entry.seq !== head.seq + 1) found(`${where}: ${gapWords(head.seq, entry.seq)}`);
      else if (entry.prev !== head.hash && !isBroken) found(`${where}: the entry before it was changed.`);
      [head, isBroken, last] = [{ seq: entry.seq, hash: hashOf(text) }, false, entry];
      first ??= entry.at;
      entries++;
    }
  }
  if (known.seq > head.seq) found(gapWords(head.seq, known.seq + 1));
  else if (known.seq === head.seq && known.hash !== head.hash) found('The last entry was changed.');
  return { entries, span: first !== null && last ? [first, last.at] : null, faults };
}

function gapWords(last: number, next: number): string {
  if (next <= last) return `entry ${next} comes after entry ${last}; lines were added or reordered.`;
  const [from, to] = [last + 1, next - 1];
  return from === to ? `Entry ${from} is missing.` : `Entries ${from} to ${to} are missing.`;
}

function headIn(database: DatabaseSync, table: 'audit_head' | 'audit_base' = 'audit_head'): Head {
  const row = database.prepare(`SELECT seq, hash FROM ${table}`).get();
  return row ? { seq: Number(row['seq']), hash: String(row['hash']) } : nothing;
}

/** The files of the audit, oldest first. */
function auditFiles(directory: string): string[] {
  const path = join(directory, folder);
  if (!existsSync(path)) return [];
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isFile() && fileName.test(entry.name))
    .map(({ name }) => join(path, name))
    .toSorted();
}

function entryIn(text: string): AuditEntry | null {
  const read = auditEntryShape.safeParse(parsed(text));
  return read.success ? read.data : null;
}

function hashOf(text: string): string {
  return hash('sha256', text, 'base64url');
}

/** The lines of a file, last first, without a line that is being written. */
function* finishedBackwards(path: string, end?: number): Generator<string> {
  let isFinished = false;
  for (const line of linesBackwards(path, end)) {
    if (isFinished) yield line;
    isFinished = true;
  }
}

/** Removes a line that a crash cut off, which was never an entry. Returns how many bytes it removed. */
function cutTornLine(path: string): number {
  const [unfinished = ''] = linesBackwards(path);
  const length = Buffer.byteLength(unfinished);
  if (length > 0) truncateSync(path, statSync(path).size - length);
  return length;
}
