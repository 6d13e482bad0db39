import { statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { AuditLine } from '#contract/access/audit.ts';
import type { Audit } from '#server/observability/audit.ts';
import { silentLog } from '#server/observability/log.ts';
import { day, emptyDirectory, grant, testNow } from '#e2e/servers/access/testAccess.ts';
import { accessFileName } from './accessFile.ts';
import { hashOf, newSecret } from './secrets.ts';
import { AccessStore } from './store.ts';

function open(directory: string | null = null, clock = { now: testNow }) {
  const lines: (AuditLine & { readonly at?: string })[] = [];
  const audit: Audit = (line, at) => void lines.push(at === undefined ? line : { ...line, at });
  const store = new AccessStore({ directory, clock: () => clock.now, log: silentLog, audit });
  onTestFinished(() => store.close());
  return { store, lines, clock };
}

describe('a file', () => {
  it('of the previous version keeps grants, sessions, and unwritten audit lines', () => {
    const directory = emptyDirectory();
    const [token, cookie] = [newSecret(), newSecret()];
    const old = new DatabaseSync(join(directory, accessFileName));
    old.exec(`
      CREATE TABLE handed_out (
        id TEXT PRIMARY KEY, kind TEXT NOT NULL, name TEXT NOT NULL, role TEXT NOT NULL, user_id TEXT, shows_names INTEGER NOT NULL,
        subject_json TEXT, hash TEXT UNIQUE, created_at INTEGER NOT NULL, expires_at INTEGER, used_at INTEGER
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE session (
        hash TEXT PRIMARY KEY, id TEXT NOT NULL UNIQUE, grant_id TEXT NOT NULL REFERENCES handed_out (id) ON DELETE CASCADE,
        name TEXT NOT NULL, begun_at INTEGER NOT NULL, extended_at INTEGER NOT NULL, cookie_at INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE told (
        seq INTEGER PRIMARY KEY AUTOINCREMENT, at INTEGER NOT NULL, event TEXT NOT NULL, grant_id TEXT NOT NULL,
        kind TEXT NOT NULL, role TEXT NOT NULL
      ) STRICT;
      INSERT INTO handed_out VALUES ('abcdefgh', 'token', 'Anna', 'dispatcher', NULL, 1, NULL, '${hashOf(token)}', ${testNow}, NULL, NULL);
      INSERT INTO session VALUES ('${hashOf(cookie)}', 'session1', 'abcdefgh', 'Anna', ${testNow}, ${testNow}, ${testNow});
      INSERT INTO told (at, event, grant_id, kind, role) VALUES (${testNow}, 'created', 'abcdefgh', 'token', 'dispatcher');
      PRAGMA user_version = 1`);
    old.close();
    const { store, lines } = open(directory);
    store.watch();
    expect(store.bySecret(token, 'token')).toMatchObject({ name: 'Anna', reads: null, fromService: false });
    expect(store.session(cookie)).toMatchObject({ name: 'Anna', device: null, network: null, sub: null, sid: null });
    const line = { event: 'created', kind: 'token', grant: 'abcdefgh', role: 'dispatcher', by: 'command line' };
    expect(lines).toEqual([{ ...line, at: new Date(testNow).toISOString() }]);
    // The program of that version can go on with the copy.
    const copy = new DatabaseSync(join(directory, 'access.version-1.sqlite'));
    expect(copy.prepare('PRAGMA user_version').get()).toEqual({ user_version: 1 });
    expect(copy.prepare('SELECT id FROM handed_out').all()).toEqual([{ id: 'abcdefgh' }]);
    copy.close();
    expect(statSync(join(directory, 'access.version-1.sqlite')).mode % 0o1000).toBe(0o600);
    const [stored] = store.valid();
    if (stored) store.begin(stored, 'Anna', null);
    expect(store.sessionCount()).toBe(2);
  });
});

describe('the calendars of an instructor', () => {
  const teaching = grant({ role: 'instructor', userId: 'U1' });
  const calendar = (id: string) => grant({ kind: 'feed', subject: { of: 'instructor', id }, days: null });

  it('end with the person’s last grant, and only theirs', () => {
    const { store, lines } = open();
    const [first, second] = [store.create(teaching, 'test'), store.create(teaching, 'test')];
    const ownFeed = store.create(calendar('u1'), 'test');
    const other = store.create(calendar('u2'), 'test');
    const aircraft = store.create(grant({ kind: 'feed', subject: { of: 'aircraft', id: 'u1' }, days: null }), 'test');
    store.revoke(first.grant.id, 'test');
    expect(store.bySecret(ownFeed.secret ?? '', 'feed')).not.toBeNull();
    store.revoke(second.grant.id, 'test');
    expect(store.bySecret(ownFeed.secret ?? '', 'feed')).toBeNull();
    for (const { secret } of [other, aircraft]) expect(store.bySecret(secret ?? '', 'feed')).not.toBeNull();
    expect(lines.at(-1)).toMatchObject({
      event: 'revoked',
      kind: 'feed',
      grant: ownFeed.grant.id,
      by: second.grant.id,
    });
  });

  it('also end when it expires', () => {
    const { store, clock } = open();
    store.create({ ...teaching, days: 1 }, 'test');
    const { secret } = store.create(calendar('u1'), 'test');
    clock.now += day;
    store.watch();
    expect(store.bySecret(secret ?? '', 'feed')).toBeNull();
  });
});
