import { randomBytes } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import * as z from 'zod/mini';
import { millisecondsInMinute } from 'date-fns/constants';
import { type AuditLine, auditLineShape } from '#contract/access/audit.ts';
import type { Grant } from '#contract/access/grants.ts';
import { rights } from '#contract/access/roles.ts';
import type { Log } from '#server/gateway/observability/log.ts';
import type { Audit } from '#server/access/audit.ts';
import type { OpenedColumn } from '#contract/access/columns.ts';
import type { OpenTo } from '#domain/access/reportRows.ts';
import { openAccessFile } from './accessFile.ts';
import { type Held, HandedOut, type Made, type NewGrant } from './handedOut.ts';
import { OpenedColumns } from './openedColumns.ts';
import { type AtService, type Begun, type From, type Session, Sessions } from './sessions.ts';

export type StoreOptions = {
  /** Where the file is; null keeps everything in memory. */
  readonly directory: string | null;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  readonly log: Log;
  readonly audit: Audit;
};

/** A role that the sign-in service says somebody has; of an instructor with the id under which reservations name them. */
export type SaidRole = Pick<Grant, 'role' | 'userId'>;

/** By whom the audit says that such a role was given. */
const atService = 'sign-in service';

/** Before that, a role that the sign-in service has said is not taken for one without a session: another process may be about to begin it. */
const unusedMs = millisecondsInMinute;

/** From where somebody hands out, for the audit; nothing on the command line. */
type GivenFrom = Pick<AuditLine, 'session' | 'network'>;

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
  readonly #columns: OpenedColumns;
  readonly #listeners: ((id: string) => void)[] = [];
  #timer: NodeJS.Timeout | null = null;
  #version = 0;

  /** Throws an `Error` with one sentence for the administrator where the file cannot be used. */
  constructor(options: StoreOptions) {
    this.#options = options;
    this.#database = openAccessFile(options.directory);
    this.#handedOut = new HandedOut(this.#database);
    this.#sessions = new Sessions(this.#database, (id) => this.#tell(id));
    this.#columns = new OpenedColumns(this.#database);
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

  /**
   * Who has just signed in at the sign-in service, under this name: with the role that was handed out to them here, or else with
   * the one that the service says. A role that it said before and does not say any more ends, with its sessions. Null without a role.
   */
  signedIn(name: string, said: SaidRole | null): Held | null {
    this.refresh();
    const own = this.person(name);
    const before = this.#handedOut.fromService(name);
    const isSame = before !== null && said !== null && before.role === said.role && before.userId === said.userId;
    if (before && (own || !isSame)) this.revoke(before.id, atService);
    if (own || !said) return own;
    const showsNames = rights[said.role].names === 'all';
    const usual = {
      kind: 'person',
      name,
      showsNames,
      subject: null,
      reads: null,
      days: null,
      fromService: true,
    } as const;
    const held = isSame ? before : this.create({ ...usual, ...said }, atService).held;
    this.#handedOut.use(held, this.#options.clock());
    return held;
  }

  /** Hands something out; the secret is told once. A role that was handed out takes the place of one by the sign-in service. Throws `NotHandedOut`. */
  create(given: NewGrant, by: string, from: GivenFrom = {}): Made {
    this.refresh();
    const said = given.kind === 'person' ? this.#handedOut.fromService(given.name) : null;
    if (said) this.revoke(said.id, by);
    const made = this.#handedOut.create(given, this.#options.clock());
    this.#options.audit({ ...auditOf('created', made.held), by, ...from });
    return made;
  }

  /** Takes something back and ends its sessions; null where nothing of this id is valid. */
  revoke(id: string, by: string, from: GivenFrom = {}): Held | null {
    this.refresh();
    const held = this.#handedOut.byId(id, this.#options.clock());
    if (!held) return null;
    this.#options.audit({ ...auditOf('revoked', held), by, ...from });
    this.#remove(held);
    return held;
  }

  /** The session of a cookie's value, used now, where it is of something that is taken. A look-up in memory. */
  session(value: string, isTaken: (held: Held) => boolean = () => true): Session | null {
    const now = this.#options.clock();
    const session = this.#sessions.use(value, now, isTaken);
    if (session) this.#handedOut.use(session.held, now);
    return session;
  }

  /** Signs a browser in, and ends the session that it comes with. `from` says with what, and who they are at the sign-in service. */
  begin(held: Held, name: string, before: Session | null, from: Partial<From> = {}): Begun {
    if (before) this.#sessions.end(before.hash);
    const begun = this.#sessions.begin(held, name, this.#options.clock(), { ...nowhere, ...from });
    const { id, network } = begun.session;
    this.#options.audit({ ...auditOf('signed in', held), session: id, ...(network !== null && { network }) });
    return begun;
  }

  /** Signs a browser out. */
  end(session: Session): void {
    this.#sessions.end(session.hash);
    this.#options.audit({ ...auditOf('signed out', session.held), session: session.id });
  }

  /** Everybody who is signed in, the session used last first. */
  sessions(): Session[] {
    this.refresh();
    return this.#sessions.valid(this.#options.clock());
  }

  /** Ends sessions, at the word of who has done so. */
  endSessions(ended: readonly Session[], by: string): void {
    for (const session of ended) {
      this.#sessions.end(session.hash);
      this.#options.audit({ ...auditOf('ended', session.held), session: session.id, by });
    }
  }

  /** Ends the sessions that the sign-in service says have ended there. */
  endAtService(at: AtService): void {
    this.refresh();
    for (const { held } of this.#sessions.endAtService(at))
      this.#options.audit({ ...auditOf('signed out', held), by: atService });
  }

  renewCookie(session: Session): void {
    this.#sessions.renewCookie(session, this.#options.clock());
  }

  sessionCount(): number {
    return this.#sessions.count();
  }

  /** The program of a bearer token: a look-up in memory, unless it is new. */
  program(secret: string): Held | null {
    const now = this.#options.clock();
    const known = this.#handedOut.bySecret(secret, 'program', now);
    if (!known) return this.bySecret(secret, 'program');
    this.#handedOut.use(known, now);
    return known;
  }

  /** 256 random bits that only who reads the file knows: made when they are first wanted, and the same for all processes from then on. */
  secret(name: string): Uint8Array {
    this.#database.prepare('INSERT OR IGNORE INTO own_secret VALUES (?, ?)').run(name, randomBytes(32));
    return secretShape.parse(this.#database.prepare('SELECT value FROM own_secret WHERE name = ?').get(name)).value;
  }

  /** What is open of a report to a role. A look-up in memory. */
  readonly openTo: OpenTo = (report, role) => this.#columns.of(report, role);

  openedColumns(): readonly OpenedColumn[] {
    return this.#columns.all();
  }

  /** Opens a column to a role, or closes it; at once, for every answer from now on. */
  setColumn(column: OpenedColumn, isOpen: boolean, by: string): void {
    const hasChanged = isOpen ? this.#columns.open(column) : this.#columns.close(column);
    if (hasChanged) this.#options.audit({ event: isOpen ? 'opened' : 'closed', ...column, by });
  }

  /** Leaves a line of the audit to the gateway, for a program that has no log. */
  note(line: AuditLine): void {
    this.#database
      .prepare('INSERT INTO told_line (at, line_json) VALUES (?, ?)')
      .run(this.#options.clock(), JSON.stringify(line));
  }

  /** Reads what another process has written, if it has: a test of a number. */
  refresh(): void {
    const version = Number(this.#database.prepare('PRAGMA data_version').get()?.['data_version']);
    if (version === this.#version) return;
    this.#version = version;
    this.#columns.read();
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

  /** Takes it out of everything. Of an instructor whose last it was the calendars go too. */
  #remove(held: Held): void {
    this.#drop(held);
    for (const feed of this.#handedOut.feedsWithout(held, this.#options.clock())) {
      this.#options.audit({ ...auditOf('revoked', feed), by: held.id });
      this.#remove(feed);
    }
  }

  #drop(held: Held): void {
    this.#handedOut.remove(held.id);
    this.#sessions.endAllOf(held);
    this.#tell(held.id);
  }

  #sweep(): void {
    const now = this.#options.clock();
    for (const held of this.#handedOut.expired(now)) {
      this.#options.audit(auditOf('expired', held));
      this.#remove(held);
    }
    this.#sessions.sweep(now);
    const inUse = this.#sessions.held();
    for (const held of this.#handedOut.allFromService()) {
      if (inUse.has(held) || now - held.createdAt < unusedMs) continue;
      // They have signed out for the night, and have the role again tomorrow: their calendars stay.
      this.#drop(held);
      this.#options.audit(auditOf('expired', held));
    }
  }

  #writeUses(): void {
    if (!this.#handedOut.hasUses() && !this.#sessions.hasChanges()) return;
    inTransaction(this.#database, () => {
      this.#handedOut.writeUses();
      this.#sessions.writeChanges();
    });
  }

  /** Writes to the audit what the command line has done. */
  #writeTold(): void {
    const rows = this.#database
      .prepare('DELETE FROM told_line RETURNING *')
      .all()
      .map((row) => toldShape.parse(row));
    for (const { at, line_json: line } of rows.toSorted((a, b) => a.seq - b.seq))
      this.#options.audit(auditLineShape.parse(JSON.parse(line)), new Date(at).toISOString());
  }

  #tell(id: string): void {
    for (const listener of this.#listeners) listener(id);
  }
}

const nowhere: From = { device: null, network: null, sub: null, sid: null };

const secretShape = z.object({ value: z.instanceof(Uint8Array) });

const toldShape = z.object({ seq: z.number(), at: z.number(), line_json: z.string() });

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
