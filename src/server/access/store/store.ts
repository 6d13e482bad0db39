import { randomBytes } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { LRUCache } from 'lru-cache';
import * as z from 'zod/mini';
import { millisecondsInMinute } from '#domain/units.ts';
import { type AuditLine, auditLineShape } from '#contract/access/audit.ts';
import type { Grant } from '#contract/access/grants.ts';
import { rights } from '#contract/access/roles.ts';
import type { Log } from '#server/observability/log.ts';
import type { Audit } from '#server/observability/audit.ts';
import type { OpenedColumn } from '#contract/access/columns.ts';
import type { ReminderClass, SetClasses } from '#contract/access/reminderClasses.ts';
import type { OpenTo } from '#domain/access/reportRows.ts';
import { fileFailureOf } from '#server/install/fileFailure.ts';
import { copyInMemory } from '#server/install/readDatabase.ts';
import { statementsOf } from '#server/replica/storage/sqliteTables.ts';
import { type AccessDatabase, accessInMemory, isOfDisk, openAccessOrCopy } from './accessFile.ts';
import { type StoredGrant, StoredGrants, type Made, type NewGrant } from './grants.ts';
import { OpenedColumns } from './openedColumns.ts';
import { StoredClasses } from './reminderClasses.ts';
import { type AtService, type Begun, type EndReason, type From, type Session, Sessions } from './sessions.ts';

export type StoreOptions = {
  /** The directory of the file; null keeps everything in memory. */
  readonly directory: string | null;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  readonly log: Log;
  readonly audit: Audit;
  /** The open file, if several gateways share it; `directory` is not read then. */
  readonly database?: DatabaseSync;
  /** Why that file is a copy in memory, in words. */
  readonly trouble?: string | null;
  /** With several gateways, as in `SharedAccess`. */
  readonly isBehind?: () => boolean;
  readonly cutOff?: () => string | null;
  /** Called with the classes of reminders at once, and whenever they are read again. */
  readonly onClasses?: (classes: SetClasses) => void;
};

type SignedOutListener = (id: string, next: string | null) => void;

/** A role from the sign-in service; for an instructor with the user id in reservations. */
export type ServiceRole = Pick<Grant, 'role' | 'userId'>;

/** The audit's name for the giver of such a role. */
const atService = 'sign-in service';

/** For this long a new role from the sign-in service may lack a session, because another process may be about to begin it. */
const unusedMs = millisecondsInMinute;

/** The origin of a grant, for the audit; nothing on the command line. */
type GivenFrom = Pick<AuditLine, 'session' | 'network'>;

/** The newest of them that are remembered. */
const maxTakenAway = 2_000;

/** How often to look for another process's changes, and to write times of use. */
const watchMs = 5_000;

/**
 * The grants and sessions. Several processes may use the file at the same time. Each sees the others' changes before every
 * sign-in and change, otherwise within five seconds.
 */
export class AccessStore {
  readonly #options: StoreOptions;
  #database: DatabaseSync;
  /** Why everything is in memory, in words; null while the file is used. */
  #trouble: string | null;
  readonly #grants: StoredGrants;
  readonly #sessions: Sessions;
  readonly #columns: OpenedColumns;
  readonly #classes: StoredClasses;
  readonly #onClasses: (classes: SetClasses) => void;
  readonly #listeners: ((id: string) => void)[] = [];
  readonly #signedOut: SignedOutListener[] = [];
  /** Ids of grants and sessions that were taken away here, with the grant they belonged to, so that repeating it is no error. */
  readonly #takenAway = new LRUCache<string, string>({ max: maxTakenAway });
  #timer: NodeJS.Timeout | null = null;
  #version = 0;
  #isCutOff = false;

  /** Throws an `Error` with one sentence for the administrator if the file cannot be used. */
  constructor(options: StoreOptions) {
    this.#options = options;
    const opened = options.database
      ? { database: options.database, trouble: options.trouble ?? null }
      : openAccessOrCopy(options.directory);
    this.#database = opened.database;
    this.#trouble = opened.trouble;
    if (this.#trouble !== null) options.log.error({}, this.#trouble);
    // The file may be replaced by a copy in memory.
    const database: AccessDatabase = { prepare: (sql) => this.#database.prepare(sql) };
    this.#grants = new StoredGrants(database);
    this.#sessions = new Sessions(database, (id) => this.#tell(id));
    this.#columns = new OpenedColumns(database);
    this.#classes = new StoredClasses(database);
    this.#onClasses = options.onClasses ?? (() => undefined);
    this.refresh();
  }

  /** From now on this process maintains the file: it looks for changes, writes times of use, and removes what has ended. */
  watch(): void {
    this.keep();
    this.#timer = setInterval(() => this.keep(), watchMs).unref();
  }

  /** Calls back with the id of a session or grant that just ended. */
  onEnd(listener: (id: string) => void): void {
    this.#listeners.push(listener);
  }

  /**
   * Calls back with the id of a session that somebody ended, here or at the sign-in service; not of one that ran out. `next`
   * follows it in that browser, if the same person signed in again.
   */
  onSignedOut(listener: SignedOutListener): void {
    this.#signedOut.push(listener);
  }

  /** Whether a session with this id lasts, or a grant whose person has none, because a proxy names them. */
  isSignedIn(id: string): boolean {
    const now = this.#options.clock();
    return this.#grants.byId(id, now) !== null || this.#sessions.isValid(id, now);
  }

  /** Everything valid, newest first. */
  valid(): StoredGrant[] {
    return this.#grants.valid(this.#options.clock());
  }

  /** The grant of a token of this kind; null for a wrong one. */
  bySecret(secret: string, kind: Grant['kind']): StoredGrant | null {
    this.refresh();
    const grant = this.#grants.bySecret(secret, kind, this.#options.clock());
    if (grant) this.#grants.use(grant, this.#options.clock());
    return grant;
  }

  /** The person with this name from a proxy or a sign-in service; a look-up in memory, unless they are new. */
  person(name: string): StoredGrant | null {
    const now = this.#options.clock();
    const known = this.#grants.person(name, now);
    if (!known) this.refresh();
    const grant = known ?? this.#grants.person(name, now);
    if (grant) this.#grants.use(grant, now);
    return grant;
  }

  /**
   * The person who just signed in at the sign-in service, with the role handed out here, or otherwise the service's. An
   * earlier role that the service no longer gives ends, with its sessions. Null without a role.
   */
  signedIn(name: string, serviceRole: ServiceRole | null): StoredGrant | null {
    this.refresh();
    const ownGrant = this.person(name);
    const before = this.#grants.fromService(name);
    const isSame =
      before !== null &&
      serviceRole !== null &&
      before.role === serviceRole.role &&
      before.userId === serviceRole.userId;
    if (before && (ownGrant || !isSame)) this.revoke(before.id, atService);
    if (ownGrant || !serviceRole) return ownGrant;
    const showsNames = rights[serviceRole.role].names === 'all';
    const defaults = { kind: 'person', name, showsNames, subject: null, reads: null, days: null } as const;
    const grant = isSame ? before : this.create({ ...defaults, ...serviceRole, fromService: true }, atService).grant;
    this.#grants.use(grant, this.#options.clock());
    return grant;
  }

  /**
   * Hands something out and returns the secret, only once. A role handed out here replaces one from the sign-in service.
   * Throws `NotGranted`.
   */
  create(given: NewGrant, by: string, from: GivenFrom = {}): Made {
    this.refresh();
    const grant = given.kind === 'person' ? this.#grants.fromService(given.name) : null;
    if (grant) this.revoke(grant.id, by);
    const made = this.#grants.create(given, this.#options.clock());
    this.#options.audit({ ...auditOf('created', made.grant), by, ...from });
    return made;
  }

  /** Takes something back and ends its sessions; null if nothing valid has this id. */
  revoke(id: string, by: string, from: GivenFrom = {}): StoredGrant | null {
    this.refresh();
    const grant = this.#grants.byId(id, this.#options.clock());
    if (!grant) return null;
    this.#options.audit({ ...auditOf('revoked', grant), by, ...from });
    this.#remove(grant);
    this.#takenAway.set(id, id);
    return grant;
  }

  /** Whether this grant was revoked, or this session ended, since this process started; of one grant, or of any (null). */
  wasTakenAway(id: string, of: string | null = null): boolean {
    const grant = this.#takenAway.get(id);
    return grant !== undefined && (of === null || grant === of);
  }

  /** Why nothing can be kept beyond a restart, in words; null while the file is used. */
  trouble(): string | null {
    return this.#trouble;
  }

  /** Runs a change of the file as a whole: if it throws, nothing has changed. */
  atomically<Result>(change: () => Result): Result {
    try {
      return statementsOf(this.#database).inTransaction(change);
    } catch (error) {
      this.reread();
      throw error;
    }
  }

  /** Like `atomically`; if the disk does not take it, everything goes on in a copy in memory, with the change. */
  inFileOrMemory<Result>(change: () => Result): Result {
    try {
      return this.atomically(change);
    } catch (error) {
      if (this.#trouble !== null || !isOfDisk(error)) throw error;
      const file = this.#database;
      this.#database = copyInMemory(file);
      this.#database.exec('PRAGMA foreign_keys = ON');
      this.#trouble = accessInMemory(fileFailureOf(error));
      this.#options.log.error({ err: error }, this.#trouble);
      file.close();
      return this.atomically(change);
    }
  }

  /** The session of a cookie's value, used now, if its grant is accepted. A look-up in memory. */
  session(value: string, isTaken: (grant: StoredGrant) => boolean = () => true): Session | null {
    const now = this.#options.clock();
    const session = this.#sessions.use(value, now, isTaken);
    if (session) this.#grants.use(session.grant, now);
    return session;
  }

  /** Why the session of a cookie's value ended; null if it lasts. */
  whyEnded(value: string): EndReason | null {
    return this.#sessions.whyEnded(value, this.#options.clock());
  }

  /** Signs a browser in and ends its earlier session. `from` has the browser, and the person's ids at the sign-in service. */
  begin(grant: StoredGrant, name: string, before: Session | null, from: Partial<From> = {}): Begun {
    if (before) this.#sessions.end(before.hash, null);
    const begun = this.#sessions.begin(grant, name, this.#options.clock(), { ...nowhere, ...from });
    if (before) this.#tellSignedOut([before], before.grant === grant ? begun.session.id : null);
    const { id, network } = begun.session;
    this.#options.audit({ ...auditOf('signed in', grant), session: id, ...(network !== null && { network }) });
    return begun;
  }

  /** Signs a browser out. */
  end(session: Session): void {
    this.#sessions.end(session.hash, null);
    this.#tellSignedOut([session]);
    this.#options.audit({ ...auditOf('signed out', session.grant), session: session.id });
  }

  /** All sessions, most recently used first. */
  sessions(): Session[] {
    this.refresh();
    return this.#sessions.valid(this.#options.clock());
  }

  /** Ends sessions; the audit names who did it. */
  endSessions(ended: readonly Session[], by: string): void {
    for (const session of ended) {
      this.#sessions.end(session.hash, 'ended');
      this.#takenAway.set(session.id, session.grant.id);
      this.#tellSignedOut([session]);
      this.#options.audit({ ...auditOf('ended', session.grant), session: session.id, by });
    }
  }

  /** Ends the sessions that ended at the sign-in service. */
  endAtService(at: AtService): void {
    this.refresh();
    const ended = this.#sessions.endAtService(at);
    this.#tellSignedOut(ended);
    for (const { grant } of ended) this.#options.audit({ ...auditOf('signed out', grant), by: atService });
  }

  renewCookie(session: Session): void {
    this.#sessions.renewCookie(session, this.#options.clock());
  }

  sessionCount(): number {
    return this.#sessions.count();
  }

  /** The program of a bearer token: a look-up in memory, unless it is new. */
  program(secret: string): StoredGrant | null {
    const now = this.#options.clock();
    const known = this.#grants.bySecret(secret, 'program', now);
    if (!known) return this.bySecret(secret, 'program');
    this.#grants.use(known, now);
    return known;
  }

  /** 256 random bits by name (`secretNames`), secret to readers of the file. Made at first use, and then the same for all processes. */
  secret(name: string): Uint8Array {
    this.#database.prepare('INSERT OR IGNORE INTO own_secret VALUES (?, ?)').run(name, randomBytes(32));
    return secretShape.parse(this.#database.prepare('SELECT value FROM own_secret WHERE name = ?').get(name)).value;
  }

  /** The columns of a report that are open to a role. A look-up in memory. */
  readonly openTo: OpenTo = (report, role) => this.#columns.of(report, role);

  openedColumns(): readonly OpenedColumn[] {
    return this.#columns.all();
  }

  /** Opens a column to a role, or closes it, for every answer from now on. */
  setColumn(column: OpenedColumn, isOpen: boolean, by: string): void {
    const hasChanged = isOpen ? this.#columns.open(column) : this.#columns.close(column);
    if (hasChanged) this.#options.audit({ event: isOpen ? 'opened' : 'closed', ...column, by });
  }

  /** The classes of reminders that managers have set. */
  reminderClasses(): SetClasses {
    return this.#classes.all();
  }

  /** Sets the class of all reminders of a name (`reminderNameKey`); null reads it from the name again. */
  setReminderClass(name: string, given: ReminderClass | null, by: string): void {
    this.refresh();
    if (!this.#classes.set(name, given)) return;
    this.#options.audit({ event: 'reminder class', reminder: name, class: given ?? 'by name', by });
    this.#onClasses(this.#classes.all());
  }

  /** Leaves an audit line for the gateway, for a program without a log. */
  note(line: AuditLine): void {
    this.#database
      .prepare('INSERT INTO told_line (at, line_json) VALUES (?, ?)')
      .run(this.#options.clock(), JSON.stringify(line));
  }

  /** Reads another process's changes, if any; the check compares one number. */
  refresh(): void {
    const version = Number(this.#database.prepare('PRAGMA data_version').get()?.['data_version']);
    if (version === this.#version) return;
    this.#version = version;
    this.reread();
  }

  /** Reads everything again, after another gateway's changes came into the file. */
  reread(): void {
    this.#columns.read();
    this.#classes.read();
    this.#onClasses(this.#classes.all());
    const { gone } = this.#grants.read();
    const now = this.#options.clock();
    this.#sessions.read((id) => this.#grants.byId(id, now));
    for (const { id } of gone) this.#tell(id);
  }

  close(): void {
    if (!this.#database.isOpen) return;
    if (this.#timer) {
      clearInterval(this.#timer);
      this.keep();
    }
    this.#database.close();
  }

  /** Does now what `watch` does every five seconds. */
  keep(): void {
    try {
      this.#noteCutOff();
      this.refresh();
      this.#writeCommandLines();
      // What seems unused may be in use at another gateway.
      if (!this.#options.isBehind?.()) this.#sweep();
      this.#writeUses();
    } catch (error) {
      // People stay signed in; a failed write is tried again.
      this.#options.log.warn({ err: error }, 'Sign-in data cannot be written: check the disk.');
    }
  }

  /** Ends the open streams of everyone when this gateway begins to refuse them; nothing is removed. */
  #noteCutOff(): void {
    const words = this.#options.cutOff?.() ?? null;
    const hasBegun = words !== null && !this.#isCutOff;
    this.#isCutOff = words !== null;
    if (!hasBegun) return;
    this.#options.log.error({}, words);
    for (const { id } of [...this.valid(), ...this.#sessions.valid(this.#options.clock())]) this.#tell(id);
  }

  /** Removes a grant everywhere. An instructor's calendars end with the last one. */
  #remove(grant: StoredGrant): void {
    this.#drop(grant);
    for (const feed of this.#grants.feedsWithout(grant, this.#options.clock())) {
      this.#options.audit({ ...auditOf('revoked', feed), by: grant.id });
      this.#remove(feed);
    }
  }

  #drop(grant: StoredGrant): void {
    this.#grants.remove(grant.id);
    this.#sessions.endAllOf(grant);
    this.#tell(grant.id);
  }

  #sweep(): void {
    const now = this.#options.clock();
    for (const grant of this.#grants.expired(now)) {
      this.#options.audit(auditOf('expired', grant));
      this.#remove(grant);
    }
    this.#sessions.sweep(now);
    const inUse = this.#sessions.grant();
    for (const grant of this.#grants.allFromService()) {
      if (inUse.has(grant) || now - grant.createdAt < unusedMs) continue;
      // A person who signed out for the night has the role again tomorrow, so the calendars stay.
      this.#drop(grant);
      this.#options.audit(auditOf('expired', grant));
    }
  }

  #writeUses(): void {
    if (!this.#grants.hasUses() && !this.#sessions.hasChanges()) return;
    statementsOf(this.#database).inTransaction(() => {
      this.#grants.writeUses();
      this.#sessions.writeChanges();
    });
  }

  /** Writes the command line's actions to the audit. If the process ends in between, one is there twice rather than never. */
  #writeCommandLines(): void {
    const rows = this.#database
      .prepare('SELECT * FROM told_line ORDER BY seq')
      .all()
      .map((row) => keptLineShape.parse(row));
    for (const { seq, at, line_json: line } of rows) {
      this.#options.audit(auditLineShape.parse(JSON.parse(line)), new Date(at).toISOString());
      this.#database.prepare('DELETE FROM told_line WHERE seq = ?').run(seq);
    }
  }

  #tellSignedOut(ended: readonly Session[], next: string | null = null): void {
    for (const { id } of ended) for (const listener of this.#signedOut) listener(id, next);
  }

  #tell(id: string): void {
    for (const listener of this.#listeners) listener(id);
  }
}

export const secretNames = ['sign-in'] as const;

const nowhere: From = { device: null, network: null, sub: null, sid: null };

const secretShape = z.object({ value: z.instanceof(Uint8Array) });

const keptLineShape = z.object({ seq: z.number(), at: z.number(), line_json: z.string() });

function auditOf<Event extends AuditLine['event']>(event: Event, { kind, id, role }: StoredGrant) {
  return { event, kind, grant: id, role };
}
