import * as z from 'zod/mini';
import type { AccessDatabase } from './accessFile.ts';
import { millisecondsInDay, millisecondsInHour } from '#domain/units.ts';
import { feedSubjectShape, type Grant, grantKinds } from '#contract/access/grants.ts';
import { readSets } from '#contract/access/reads.ts';
import { roles } from '#contract/access/roles.ts';
import { hashOf, newId, newSecret } from './secrets.ts';

/** What to hand out; it has no end if `days` is null. */
export type NewGrant = Pick<Grant, 'kind' | 'name' | 'role' | 'userId' | 'showsNames' | 'subject' | 'reads'> & {
  readonly days: number | null;
  /** Why it has no end. */
  readonly reason?: string | null;
  /** True for a role from the sign-in service. */
  readonly fromService?: boolean;
};

/** One grant, in memory. Only its last use ever changes. Instants are epoch milliseconds. */
export type StoredGrant = Omit<Grant, 'createdAt' | 'expiresAt' | 'usedAt'> & {
  readonly hash: string | null;
  readonly createdAt: number;
  readonly expiresAt: number | null;
  usedAt: number | null;
};

/** A grant with its secret; the secret is null for a person who signs in elsewhere. */
export type Made = { readonly grant: StoredGrant; readonly secret: string | null };

/** More than a school hands out, and few enough to read at once. */
const maxGrants = 2_000;

/** Why something cannot be handed out, in one sentence. */
export class NotGranted extends Error {}

/** Rows of the table; another program may have written them. */
const rowShape = z.object({
  id: z.string(),
  kind: z.enum(grantKinds),
  name: z.string(),
  role: z.enum(roles),
  user_id: z.nullable(z.string()),
  shows_names: z.number(),
  subject_json: z.nullable(z.string()),
  hash: z.nullable(z.string()),
  from_service: z.number(),
  created_at: z.number(),
  expires_at: z.nullable(z.number()),
  used_at: z.nullable(z.number()),
  reads_json: z.nullable(z.string()),
  reason: z.nullable(z.string()),
});
const readsShape = z.array(z.enum(readSets));

/**
 * E-mail addresses are compared without case, because mail systems and sign-in services differ in how they treat case.
 * Only ASCII letters fold. Others can fold into these too (the Kelvin sign into k), and two people would be one.
 */
function keyOf(name: string): string {
  const trimmed = name.trim();
  return trimmed.includes('@') ? trimmed.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase()) : trimmed;
}

/** The grants, in memory and in the database. Look-ups use the hash, so that their time reveals nothing about a secret. */
export class StoredGrants {
  readonly #database: AccessDatabase;
  #byId = new Map<string, StoredGrant>();
  #byHash = new Map<string, StoredGrant>();
  #byPerson = new Map<string, StoredGrant>();
  /** Kept apart from the other people, because a role from the sign-in service is only for people who sign in there. */
  #fromService = new Map<string, StoredGrant>();
  readonly #used = new Set<StoredGrant>();

  constructor(database: AccessDatabase) {
    this.#database = database;
    this.read();
  }

  /**
   * Reads everything again after another process wrote. Unchanged grants stay the same object. Returns what is gone and what
   * is new.
   */
  read(): { readonly gone: readonly StoredGrant[]; readonly added: readonly StoredGrant[] } {
    const before = this.#byId;
    const rows = this.#database.prepare('SELECT * FROM handed_out ORDER BY created_at, id').all();
    this.#byId = new Map();
    this.#byHash = new Map();
    this.#byPerson = new Map();
    this.#fromService = new Map();
    const all = rows.map((row) => heldOf(rowShape.parse(row)));
    for (const grant of all) this.#hold(before.get(grant.id) ?? grant);
    return {
      gone: [...before.values()].filter(({ id }) => !this.#byId.has(id)),
      added: all.filter(({ id }) => !before.has(id)),
    };
  }

  /** Everything valid, newest first. */
  valid(now: number): StoredGrant[] {
    return [...this.#byId.values()].filter((grant) => isValid(grant, now)).toReversed();
  }

  byId(id: string, now: number): StoredGrant | null {
    return validOrNull(this.#byId.get(id), now);
  }

  /** The grant of a token of this kind. */
  bySecret(secret: string, kind: Grant['kind'], now: number): StoredGrant | null {
    const grant = validOrNull(this.#byHash.get(hashOf(secret)), now);
    return grant?.kind === kind ? grant : null;
  }

  /** The person with this name from a proxy or a sign-in service, if a role was handed out to them here. */
  person(name: string, now: number): StoredGrant | null {
    return validOrNull(this.#byPerson.get(keyOf(name)), now);
  }

  /** Calendars of an instructor without any other grant; they end with the person's last one. */
  feedsWithout({ userId, kind }: StoredGrant, now: number): StoredGrant[] {
    if (userId === null || kind === 'feed') return [];
    const isSame = (id: string | null) => id !== null && id.trim().toLowerCase() === userId.trim().toLowerCase();
    const valid = this.valid(now);
    if (valid.some((grant) => isSame(grant.userId))) return [];
    return valid.filter(({ subject }) => subject?.of === 'instructor' && isSame(subject.id));
  }

  /** The person's role from the sign-in service. */
  fromService(name: string): StoredGrant | null {
    return this.#fromService.get(keyOf(name)) ?? null;
  }

  /** All roles from the sign-in service, which last as long as their sessions. */
  allFromService(): StoredGrant[] {
    return [...this.#fromService.values()];
  }

  /** Notes the use of a grant, to the hour; `writeUses` writes it. */
  use(grant: StoredGrant, now: number): void {
    if (grant.usedAt !== null && now - grant.usedAt < millisecondsInHour) return;
    grant.usedAt = Math.floor(now / millisecondsInHour) * millisecondsInHour;
    this.#used.add(grant);
  }

  /** Writes the times of last use. Call it within a transaction. */
  writeUses(): void {
    const update = this.#database.prepare('UPDATE handed_out SET used_at = ? WHERE id = ?');
    for (const { usedAt, id } of this.#used) update.run(usedAt, id);
    this.#used.clear();
  }

  hasUses(): boolean {
    return this.#used.size > 0;
  }

  /** Hands something out. Throws `NotGranted`. */
  create({ days, reason = null, fromService = false, ...given }: NewGrant, now: number): Made {
    const name = given.name.trim();
    if (given.kind === 'person' && this.person(name, now))
      throw new NotGranted('This name has a role already: revoke that first.');
    if (!fromService && this.#byId.size - this.#fromService.size >= maxGrants)
      throw new NotGranted(`No more than ${maxGrants} can be handed out: revoke unused ones.`);
    const secret = given.kind === 'person' ? null : newSecret();
    const grant: StoredGrant = {
      ...given,
      fromService,
      name,
      id: this.#freeId(),
      hash: secret === null ? null : hashOf(secret),
      createdAt: now,
      expiresAt: days === null ? null : now + days * millisecondsInDay,
      reason: days === null ? reason : null,
      usedAt: null,
    };
    this.#insert(grant);
    this.#hold(grant);
    return { grant, secret };
  }

  /** Removes a grant with its sessions; false if there is none with this id. */
  remove(id: string): boolean {
    this.#database.prepare('DELETE FROM handed_out WHERE id = ?').run(id);
    const grant = this.#byId.get(id);
    if (!grant) return false;
    this.#byId.delete(id);
    if (grant.hash !== null) this.#byHash.delete(grant.hash);
    for (const named of [this.#byPerson, this.#fromService])
      if (named.get(keyOf(grant.name)) === grant) named.delete(keyOf(grant.name));
    return true;
  }

  /** Expired grants. */
  expired(now: number): StoredGrant[] {
    return [...this.#byId.values()].filter((grant) => !isValid(grant, now));
  }

  #hold(grant: StoredGrant): void {
    this.#byId.set(grant.id, grant);
    if (grant.hash !== null) this.#byHash.set(grant.hash, grant);
    if (grant.kind !== 'person') return;
    const named = grant.fromService ? this.#fromService : this.#byPerson;
    named.set(keyOf(grant.name), grant);
  }

  #freeId(): string {
    for (;;) {
      const id = newId();
      if (!this.#byId.has(id)) return id;
    }
  }

  #insert(grant: StoredGrant): void {
    const { id, kind, name, role, userId, showsNames, subject, reads, hash, createdAt, expiresAt, reason } = grant;
    this.#database
      .prepare(
        'INSERT INTO handed_out (id, kind, name, role, user_id, shows_names, subject_json, hash, created_at, expires_at, reason, reads_json, from_service) ' +
          'VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
      )
      .run(
        id,
        kind,
        name,
        role,
        userId,
        Number(showsNames),
        subject && JSON.stringify(subject),
        hash,
        createdAt,
        expiresAt,
        reason,
        reads && JSON.stringify(reads),
        Number(grant.fromService),
      );
  }
}

function isValid({ expiresAt }: StoredGrant, now: number): boolean {
  return expiresAt === null || now < expiresAt;
}

function validOrNull(grant: StoredGrant | undefined, now: number): StoredGrant | null {
  return grant && isValid(grant, now) ? grant : null;
}

function heldOf(row: z.output<typeof rowShape>): StoredGrant {
  const { id, kind, name, role, hash, subject_json: subject, reads_json: reads } = row;
  return {
    id,
    kind,
    name,
    role,
    hash,
    userId: row.user_id,
    showsNames: row.shows_names === 1,
    fromService: row.from_service === 1,
    subject: subject === null ? null : feedSubjectShape.parse(JSON.parse(subject)),
    reads: reads === null ? null : readsShape.parse(JSON.parse(reads)),
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    usedAt: row.used_at,
    reason: row.reason,
  };
}

/** A grant as it is shown. It names each member, so that no hash is ever shown. */
export function grantOf(grant: StoredGrant): Grant {
  const { id, kind, name, role, userId, showsNames, subject, reads, reason, fromService } = grant;
  const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString());
  const createdAt = new Date(grant.createdAt).toISOString();
  const times = { createdAt, expiresAt: iso(grant.expiresAt), usedAt: iso(grant.usedAt) };
  return { id, kind, name, role, userId, showsNames, subject, reads, fromService, reason, ...times };
}
