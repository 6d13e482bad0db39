import * as z from 'zod/mini';
import type { AccessDatabase } from './accessFile.ts';
import { millisecondsInHour, millisecondsInMinute, millisecondsInWeek } from '#domain/units.ts';
import { hashOf, isSecret, newId, newSecret } from './secrets.ts';
import type { StoredGrant } from './grants.ts';

/** A sign-in service's ids of a person (`sub`) and of their session (`sid`); null without one. */
export type AtService = { readonly sub: string | null; readonly sid: string | null };

/** A browser that is signed in. Instants are epoch milliseconds. */
export type Session = AtService & {
  /** Not a secret; callers and the audit name the session by it. */
  readonly id: string;
  readonly hash: string;
  readonly grant: StoredGrant;
  /** Who is signed in, as the bar shows it. */
  readonly name: string;
  /** `Firefox on Windows`, and the network it began from; null if they were not kept. */
  readonly device: string | null;
  readonly network: string | null;
  readonly begunAt: number;
  /** When it was last used, to ten minutes. */
  extendedAt: number;
  /** When the browser was last given its cookie. */
  cookieAt: number;
};

/** The browser and network of a sign-in, and the person's ids at the sign-in service. */
export type From = Pick<Session, 'device' | 'network' | 'sub' | 'sid'>;

/**
 * OWASP ASVS 4.0.3, 3.3.2: at level 2 people sign in again after 30 days, or 12 hours without use. A display's session lasts
 * as long as its link.
 */
export const sessionLimits = {
  idleMs: 12 * millisecondsInHour,
  absoluteMs: millisecondsInWeek,
  extendMs: 10 * millisecondsInMinute,
  perGrant: 20,
  inAll: 5_000,
} as const;

const rowShape = z.object({
  hash: z.string(),
  id: z.string(),
  grant_id: z.string(),
  name: z.string(),
  begun_at: z.number(),
  extended_at: z.number(),
  cookie_at: z.number(),
  device: z.nullable(z.string()),
  network: z.nullable(z.string()),
  sub: z.nullable(z.string()),
  sid: z.nullable(z.string()),
});

export type Begun = { readonly session: Session; readonly value: string };

/** The sessions, in memory and in the database. */
export class Sessions {
  readonly #database: AccessDatabase;
  readonly #onEnd: (id: string) => void;
  #byHash = new Map<string, Session>();
  readonly #changed = new Set<Session>();

  /** Called with the id of each session that ends, for any reason. */
  constructor(database: AccessDatabase, onEnd: (id: string) => void) {
    this.#database = database;
    this.#onEnd = onEnd;
  }

  /** Reads all sessions again; missing ones end. `grantBy` finds their grant. */
  read(grantBy: (id: string) => StoredGrant | null): void {
    const before = this.#byHash;
    this.#byHash = new Map();
    for (const stored of this.#database.prepare('SELECT * FROM session ORDER BY begun_at').all()) {
      const {
        grant_id: grantId,
        begun_at: begunAt,
        extended_at: extendedAt,
        cookie_at: cookieAt,
        ...row
      } = rowShape.parse(stored);
      const grant = grantBy(grantId);
      if (grant) this.#byHash.set(row.hash, before.get(row.hash) ?? { ...row, begunAt, extendedAt, cookieAt, grant });
    }
    for (const [hash, { id }] of before) if (!this.#byHash.has(hash)) this.#onEnd(id);
  }

  /** The session of a cookie's value, used now; null if it ended, never existed, or its grant is not accepted. */
  use(value: string, now: number, isTaken: (grant: StoredGrant) => boolean): Session | null {
    const session = isSecret(value) ? this.#byHash.get(hashOf(value)) : undefined;
    if (!session || hasEnded(session, now) || !isTaken(session.grant)) return null;
    if (now - session.extendedAt >= sessionLimits.extendMs) {
      session.extendedAt = now;
      this.#changed.add(session);
    }
    return session;
  }

  /** Signs a browser in under a new random value, whatever the browser sent. If there are too many, the oldest end. */
  begin(grant: StoredGrant, name: string, now: number, { device, network, sub, sid }: From): Begun {
    const all = [...this.#byHash.values()];
    const ownSessions = all.filter((other) => other.grant === grant);
    for (const { hash } of oldest(ownSessions, ownSessions.length + 1 - sessionLimits.perGrant)) this.end(hash);
    for (const { hash } of oldest(all, all.length + 1 - sessionLimits.inAll)) this.end(hash);
    const value = newSecret();
    const times = { begunAt: now, extendedAt: now, cookieAt: now };
    const from = { device, network, sub, sid };
    const session: Session = { id: freeId(all), hash: hashOf(value), grant, name, ...from, ...times };
    this.#database
      .prepare(
        'INSERT INTO session (hash, id, grant_id, name, begun_at, extended_at, cookie_at, device, network, sub, sid) ' +
          'VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
      )
      .run(session.hash, session.id, grant.id, name, now, now, now, device, network, sub, sid);
    this.#byHash.set(session.hash, session);
    return { session, value };
  }

  /** All that have not ended, most recently used first. */
  valid(now: number): Session[] {
    return [...this.#byHash.values()]
      .filter((session) => !hasEnded(session, now))
      .toSorted((a, b) => b.extendedAt - a.extendedAt);
  }

  /** Whether the session with this id has not ended. */
  isValid(id: string, now: number): boolean {
    return [...this.#byHash.values()].some((session) => session.id === id && !hasEnded(session, now));
  }

  end(hash: string): void {
    const session = this.#byHash.get(hash);
    if (!session) return;
    this.#database.prepare('DELETE FROM session WHERE hash = ?').run(hash);
    this.#forget(session);
  }

  /** Ends the sessions of a revoked grant; the database has removed them with it. */
  endAllOf(grant: StoredGrant): void {
    for (const session of this.#byHash.values()) if (session.grant === grant) this.#forget(session);
  }

  /** Ends what ended at the sign-in service: one session, or all of the person's if either side does not name it. */
  endAtService({ sub, sid }: AtService): Session[] {
    const isMeant = (session: Session) =>
      sid !== null && session.sid !== null
        ? session.sid === sid && (sub ?? session.sub) === session.sub
        : sub !== null && session.sub === sub;
    const ended = [...this.#byHash.values()].filter(isMeant);
    for (const { hash } of ended) this.end(hash);
    return ended;
  }

  /** The grants of the sessions. */
  grant(): ReadonlySet<StoredGrant> {
    return new Set(Array.from(this.#byHash.values(), (session) => session.grant));
  }

  /** Removes expired sessions. */
  sweep(now: number): void {
    for (const session of this.#byHash.values()) if (hasEnded(session, now)) this.end(session.hash);
  }

  /** Notes that the browser gets its cookie again. */
  renewCookie(session: Session, now: number): void {
    session.cookieAt = now;
    this.#changed.add(session);
  }

  hasChanges(): boolean {
    return this.#changed.size > 0;
  }

  /** Writes when sessions were used. Call it within a transaction. */
  writeChanges(): void {
    const update = this.#database.prepare('UPDATE session SET extended_at = ?, cookie_at = ? WHERE hash = ?');
    for (const { extendedAt, cookieAt, hash } of this.#changed) update.run(extendedAt, cookieAt, hash);
    this.#changed.clear();
  }

  count(): number {
    return this.#byHash.size;
  }

  #forget(session: Session): void {
    this.#byHash.delete(session.hash);
    this.#changed.delete(session);
    this.#onEnd(session.id);
  }
}

/** An id that no other session has; among thousands, eight random letters sometimes repeat. */
function freeId(all: readonly Session[]): string {
  const taken = new Set(all.map(({ id }) => id));
  for (;;) {
    const id = newId();
    if (!taken.has(id)) return id;
  }
}

function oldest(sessions: readonly Session[], count: number): Session[] {
  return count <= 0 ? [] : sessions.toSorted((a, b) => a.extendedAt - b.extendedAt).slice(0, count);
}

function hasEnded({ grant, begunAt, extendedAt }: Session, now: number): boolean {
  if (grant.expiresAt !== null && now >= grant.expiresAt) return true;
  if (grant.kind === 'display') return false;
  return now - extendedAt >= sessionLimits.idleMs || now - begunAt >= sessionLimits.absoluteMs;
}
