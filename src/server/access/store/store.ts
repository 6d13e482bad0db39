import type { DatabaseSync } from 'node:sqlite';
import * as z from 'zod/mini';
import { type Grant, grantKinds } from '#contract/access/grants.ts';
import { roles } from '#contract/access/roles.ts';
import type { Log } from '#server/gateway/observability/log.ts';
import type { Audit, AuditLine } from '#server/access/audit.ts';
import { openAccessFile } from './accessFile.ts';
import { type Held, HandedOut, type NewGrant } from './handedOut.ts';
import { type Session, Sessions } from './sessions.ts';

export type StoreOptions = {
  /** Where the file is; null keeps everything in memory. */
  readonly directory: string | null;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  readonly log: Log;
  readonly audit: Audit;
};

/** From where somebody hands out, for the audit; nothing on the command line. */
type From = Pick<AuditLine, 'session' | 'network'>;

/** How often another process's changes are looked for, and what was used is written. */
const watchMs = 5_000;

/**
 * What has been handed out and who is signed in. Several processes may use the file at the same time: each sees what another has done
 * before every sign-in and every change, and otherwise within five seconds.
 */
export class AccessStore {
  readonly #options: StoreOptions;
  readonly #database: DatabaseSync;
  readonly #handedOut: HandedOut;
  readonly #sessions: Sessions;
  readonly #listeners: ((id: string) => void)[] = [];
  #timer: NodeJS.Timeout | null = null;
  #version = 0;

  /** Throws an `Error` with one sentence for the administrator where the file cannot be used. */
  constructor(options: StoreOptions) {
    this.#options = options;
    this.#database = openAccessFile(options.directory);
    this.#handedOut = new HandedOut(this.#database);
    this.#sessions = new Sessions(this.#database, (id) => this.#tell(id));
    this.refresh();
  }

  /** From now on this process keeps the file: it looks for changes, writes what was used, and removes what has ended. */
  watch(): void {
    this.#keep();
    this.#timer = setInterval(() => this.#keep(), watchMs).unref();
  }

  /** Calls back with the id of a session, or of something handed out, that has just ended. */
  onEnd(listener: (id: string) => void): void {
    this.#listeners.push(listener);
  }

  /** All that is valid, newest first. */
  valid(): Held[] {
    return this.#handedOut.valid(this.#options.clock());
  }

  /** What a token of this kind belongs to; null for a wrong one. */
  bySecret(secret: string, kind: Grant['kind']): Held | null {
    this.refresh();
    const held = this.#handedOut.bySecret(secret, kind, this.#options.clock());
    if (held) this.#handedOut.use(held, this.#options.clock());
    return held;
  }

  /** The person whom a proxy or a sign-in service names so: a look-up in memory, unless they are new. */
  person(name: string): Held | null {
    const now = this.#options.clock();
    const known = this.#handedOut.person(name, now);
    if (!known) this.refresh();
    const held = known ?? this.#handedOut.person(name, now);
    if (held) this.#handedOut.use(held, now);
    return held;
  }

  /** Hands something out; the secret is told once. Throws `NotHandedOut`. */
  create(given: NewGrant, by: string, from: From = {}): { readonly held: Held; readonly secret: string | null } {
    this.refresh();
    const made = this.#handedOut.create(given, this.#options.clock());
    this.#options.audit({ ...auditOf('created', made.held), by, ...from });
    return made;
  }

  /** Takes something back and ends its sessions; null where nothing of this id is valid. */
  revoke(id: string, by: string, from: From = {}): Held | null {
    this.refresh();
    const held = this.#handedOut.byId(id, this.#options.clock());
    if (!held) return null;
    this.#remove(held);
    this.#options.audit({ ...auditOf('revoked', held), by, ...from });
    return held;
  }

  /** The session of a cookie's value, used now, where it is of something that is taken. A look-up in memory. */
  session(value: string, isTaken: (held: Held) => boolean = () => true): Session | null {
    const now = this.#options.clock();
    const session = this.#sessions.use(value, now, isTaken);
    if (session) this.#handedOut.use(session.held, now);
    return session;
  }

  /** Signs a browser in, and ends the session that it comes with. */
  begin(held: Held, name: string, before: Session | null): { readonly session: Session; readonly value: string } {
    if (before) this.#sessions.end(before.hash);
    const begun = this.#sessions.begin(held, name, this.#options.clock());
    this.#options.audit(auditOf('signed in', held));
    return begun;
  }

  end(session: Session): void {
    this.#sessions.end(session.hash);
    this.#options.audit(auditOf('signed out', session.held));
  }

  renewCookie(session: Session): void {
    this.#sessions.renewCookie(session, this.#options.clock());
  }

  sessionCount(): number {
    return this.#sessions.count();
  }

  /** Leaves a line of the audit to the gateway, for a program that has no log. */
  note(line: AuditLine): void {
    const { event, grant = '', kind = '', role = '' } = line;
    this.#database
      .prepare('INSERT INTO told (at, event, grant_id, kind, role) VALUES (?, ?, ?, ?, ?)')
      .run(this.#options.clock(), event, grant, kind, role);
  }

  /** Reads what another process has written, if it has: a test of a number. */
  refresh(): void {
    const version = Number(this.#database.prepare('PRAGMA data_version').get()?.['data_version']);
    if (version === this.#version) return;
    this.#version = version;
    const { gone } = this.#handedOut.read();
    const now = this.#options.clock();
    this.#sessions.read((id) => this.#handedOut.byId(id, now));
    for (const { id } of gone) this.#tell(id);
  }

  close(): void {
    if (!this.#database.isOpen) return;
    if (this.#timer) {
      clearInterval(this.#timer);
      this.#keep();
    }
    this.#database.close();
  }

  #keep(): void {
    try {
      this.refresh();
      this.#writeTold();
      this.#sweep();
      this.#writeUses();
    } catch (error) {
      // Who is signed in stays so; what could not be written now is tried again.
      this.#options.log.warn({ err: error }, 'What is known of sign-ins cannot be written: check the disk.');
    }
  }

  #remove(held: Held): void {
    this.#handedOut.remove(held.id);
    this.#sessions.endAllOf(held);
    this.#tell(held.id);
  }

  #sweep(): void {
    const now = this.#options.clock();
    for (const held of this.#handedOut.expired(now)) {
      this.#remove(held);
      this.#options.audit(auditOf('expired', held));
    }
    this.#sessions.sweep(now);
  }

  #writeUses(): void {
    if (!this.#handedOut.hasUses() && !this.#sessions.hasChanges()) return;
    inTransaction(this.#database, () => {
      this.#handedOut.writeUses();
      this.#sessions.writeChanges();
    });
  }

  /** Writes to the log what the command line has done. */
  #writeTold(): void {
    const rows = this.#database.prepare('DELETE FROM told RETURNING *').all();
    for (const row of rows.map((one) => toldShape.parse(one)).toSorted((a, b) => a.seq - b.seq)) {
      const { event, kind, role, grant_id: grant } = row;
      this.#options.audit({ event, kind, grant, role, by: 'command line', at: new Date(row.at).toISOString() });
    }
  }

  #tell(id: string): void {
    for (const listener of this.#listeners) listener(id);
  }
}

const toldShape = z.object({
  seq: z.number(),
  at: z.number(),
  event: z.enum(['created', 'revoked']),
  grant_id: z.string(),
  kind: z.enum(grantKinds),
  role: z.enum(roles),
});

function auditOf<Event extends AuditLine['event']>(event: Event, { kind, id, role }: Held) {
  return { event, kind, grant: id, role };
}

/** All of the work, or nothing where it throws. */
function inTransaction(database: DatabaseSync, work: () => void): void {
  database.exec('BEGIN IMMEDIATE');
  try {
    work();
    database.exec('COMMIT');
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}
