import { LRUCache } from 'lru-cache';
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
  /** When it was last used, to ten minutes, as every process knows it. */
  extendedAt: number;
  /** The latest time at which it may have been used: exact for use here, to ten minutes for use in another process. */
  usedAt: number;
  /** Whether this process has noted a use of its own. */
  isUsedHere: boolean;
  /** When the browser was last given its cookie. */
  cookieAt: number;
};

/** Why a session ended, other than by a sign-out in its browser. `unknown`: another process ended it, or an earlier one. */
export type EndReason = 'unused' | 'over' | 'too many' | 'ended' | 'taken back' | 'unknown';

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

/** Use in another process is noted to ten minutes, and known here a moment later. */
const unseenMs = sessionLimits.extendMs + millisecondsInMinute;
/** The newest ended sessions whose reason is remembered. */
const maxReasons = 2_000;

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
  readonly #reasons = new LRUCache<string, EndReason>({ max: maxReasons });

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
      if (!grant) continue;
      const known = before.get(row.hash);
      // Another process may have used it since; one that nobody has used since its sign-in is written as it began.
      const elsewhere = extendedAt > begunAt ? extendedAt + unseenMs : begunAt;
      if (known && extendedAt > known.extendedAt) {
        known.usedAt = Math.max(known.usedAt, elsewhere);
        known.extendedAt = extendedAt;
      }
      if (known) known.cookieAt = Math.max(known.cookieAt, cookieAt);
      const times = { begunAt, extendedAt, cookieAt, usedAt: elsewhere };
      this.#byHash.set(row.hash, known ?? { ...row, ...times, grant, isUsedHere: false });
    }
    for (const [hash, { id, grant }] of before) {
      if (this.#byHash.has(hash)) continue;
      if (!grantBy(grant.id)) this.#reasons.set(hash, 'taken back');
      this.#onEnd(id);
    }
  }

  /** The session of a cookie's value, used now; null if it ended, never existed, or its grant is not accepted. */
  use(value: string, now: number, isTaken: (grant: StoredGrant) => boolean): Session | null {
    const session = isSecret(value) ? this.#byHash.get(hashOf(value)) : undefined;
    if (!session || hasEnded(session, now) || !isTaken(session.grant)) return null;
    // Other processes learn at once that it is in use here.
    if (!session.isUsedHere || now - session.extendedAt >= sessionLimits.extendMs) {
      session.extendedAt = now;
      session.isUsedHere = true;
      this.#changed.add(session);
    }
    session.usedAt = Math.max(session.usedAt, now);
    return session;
  }

  /** Why the session of a cookie's value ended; null if it lasts. */
  whyEnded(value: string, now: number): EndReason | null {
    if (!isSecret(value)) return null;
    const hash = hashOf(value);
    const session = this.#byHash.get(hash);
    return session ? reasonOf(session, now) : (this.#reasons.get(hash) ?? 'unknown');
  }

  /** Signs a browser in under a new random value, whatever the browser sent. If there are too many, the longest unused end. */
  begin(grant: StoredGrant, name: string, now: number, { device, network, sub, sid }: From): Begun {
    const all = [...this.#byHash.values()];
    const ownSessions = all.filter((other) => other.grant === grant);
    for (const { hash } of oldest(ownSessions, ownSessions.length + 1 - sessionLimits.perGrant))
      this.end(hash, 'too many');
    const left = [...this.#byHash.values()];
    for (const { hash } of oldest(left, left.length + 1 - sessionLimits.inAll)) this.end(hash, 'too many');
    const value = newSecret();
    const times = { begunAt: now, extendedAt: now, usedAt: now, cookieAt: now, isUsedHere: false };
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

  /** Ends a session. `why`: what its browser is told; null if the person did it there. */
  end(hash: string, why: EndReason | null): void {
    const session = this.#byHash.get(hash);
    if (!session) return;
    this.#database.prepare('DELETE FROM session WHERE hash = ?').run(hash);
    this.#forget(session, why);
  }

  /** Ends the sessions of a revoked grant; the database has removed them with it. */
  endAllOf(grant: StoredGrant): void {
    for (const session of this.#byHash.values()) if (session.grant === grant) this.#forget(session, 'taken back');
  }

  /** Ends what ended at the sign-in service: one session, or all of the person's if either side does not name it. */
  endAtService({ sub, sid }: AtService): Session[] {
    const isMeant = (session: Session) =>
      sid !== null && session.sid !== null
        ? session.sid === sid && (sub ?? session.sub) === session.sub
        : sub !== null && session.sub === sub;
    const ended = [...this.#byHash.values()].filter(isMeant);
    for (const { hash } of ended) this.end(hash, 'ended');
    return ended;
  }

  /** The grants of the sessions. */
  grant(): ReadonlySet<StoredGrant> {
    return new Set(Array.from(this.#byHash.values(), (session) => session.grant));
  }

  /** Removes expired sessions. */
  sweep(now: number): void {
    for (const session of this.#byHash.values()) {
      const why = reasonOf(session, now);
      if (why !== null) this.end(session.hash, why);
    }
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
    const update = this.#database.prepare(
      'UPDATE session SET extended_at = max(extended_at, ?), cookie_at = max(cookie_at, ?) WHERE hash = ?',
    );
    for (const { extendedAt, cookieAt, hash } of this.#changed) update.run(extendedAt, cookieAt, hash);
    this.#changed.clear();
  }

  count(): number {
    return this.#byHash.size;
  }

  #forget(session: Session, why: EndReason | null): void {
    if (why !== null) this.#reasons.set(session.hash, why);
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
  return count <= 0 ? [] : sessions.toSorted((a, b) => a.usedAt - b.usedAt).slice(0, count);
}

function hasEnded(session: Session, now: number): boolean {
  return reasonOf(session, now) !== null;
}

/** The limit that a session has passed; null if it lasts. */
function reasonOf({ grant, begunAt, extendedAt }: Session, now: number): EndReason | null {
  if (grant.expiresAt !== null && now >= grant.expiresAt) return 'taken back';
  if (grant.kind === 'display') return null;
  if (now - extendedAt >= sessionLimits.idleMs) return 'unused';
  return now - begunAt >= sessionLimits.absoluteMs ? 'over' : null;
}
