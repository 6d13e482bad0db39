import { execFile } from 'node:child_process';
import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { eventually } from '#e2e/servers/teststand.ts';
import { silentLog } from '#server/observability/log.ts';
import type { AuditLine } from '#contract/access/audit.ts';
import type { Audit } from '#server/observability/audit.ts';
import { day, emptyDirectory, grant, hour, minute, testNow } from '#e2e/servers/access/testAccess.ts';
import { accessFileName } from './accessFile.ts';
import { NotGranted } from './grants.ts';
import { isSecret, newId, newSecret } from './secrets.ts';
import { sessionLimits } from './sessions.ts';
import { AccessStore } from './store.ts';

type Opened = {
  readonly store: AccessStore;
  readonly lines: (AuditLine & { readonly at?: string })[];
  readonly clock: { now: number };
};

function open(directory: string | null = emptyDirectory(), clock = { now: testNow }): Opened {
  const lines: Opened['lines'] = [];
  const audit: Audit = (line, at) => void lines.push(at === undefined ? line : { ...line, at });
  const store = new AccessStore({ directory, clock: () => clock.now, log: silentLog, audit });
  onTestFinished(() => store.close());
  return { store, lines, clock };
}

const main = fileURLToPath(new URL('../../cli/flightline.ts', import.meta.url));

/** The command line in its own process, on this directory. */
function run(directory: string, ...args: string[]): Promise<{ readonly code: number; readonly out: string }> {
  return new Promise((resolve) => {
    const options = { env: { DATA_DIR: directory }, cwd: directory };
    const child = execFile(process.execPath, [main, 'access', ...args], options, (_, out) =>
      resolve({ code: child.exitCode ?? -1, out: out.trim() }),
    );
  });
}

it('a file of a version without reasons is read, and gets them', () => {
  const directory = emptyDirectory();
  const first = open(directory).store;
  const { grant: old } = first.create(grant({ days: null }), 'test');
  first.close();
  const database = new DatabaseSync(join(directory, accessFileName));
  database.exec('ALTER TABLE handed_out DROP COLUMN reason');
  database.close();
  const { store } = open(directory);
  expect(store.valid()).toMatchObject([{ id: old.id, expiresAt: null, reason: null }]);
  const reason = 'lobby TV has nobody to renew it';
  const { grant: stored } = store.create(grant({ days: null, reason }), 'test');
  // It is listed only because it has no end.
  store.create(grant({ name: 'Ben', reason }), 'test');
  const reasons = new Map(
    open(directory)
      .store.valid()
      .map((storedGrant) => [storedGrant.id, storedGrant.reason]),
  );
  expect([reasons.size, reasons.get(stored.id), reasons.get(old.id)]).toEqual([3, reason, null]);
});

describe('the file', () => {
  it('can be read only by its owner, with its companions, and contains no secret', () => {
    const directory = emptyDirectory();
    const { store } = open(directory);
    const { grant: stored, secret } = store.create(grant(), 'test');
    const { value } = store.begin(stored, 'Anna', null);
    const modes = ['', '-wal', '-shm'].map((end) => statSync(join(directory, accessFileName + end)).mode & 0o777);
    expect(modes).toEqual([0o600, 0o600, 0o600]);
    const bytes = ['', '-wal']
      .map((end) => readFileSync(join(directory, accessFileName + end)).toString('latin1'))
      .join('');
    expect(bytes).toContain(stored.id);
    for (const text of [secret ?? '', value]) expect(bytes).not.toContain(text);
  });

  it('keeps grants, sessions and times of use through a restart', () => {
    const directory = emptyDirectory();
    const first = open(directory);
    const { grant: stored, secret } = first.store.create(grant({ role: 'instructor', userId: 'u1' }), 'test');
    const feed = first.store.create(grant({ kind: 'feed', subject: { of: 'aircraft', id: 'a1' }, days: null }), 'test');
    const { value } = first.store.begin(stored, 'Anna Garcia', null);
    first.store.watch();
    first.clock.now += 11 * hour;
    expect(first.store.session(value)?.name).toBe('Anna Garcia');
    first.store.close();
    const second = open(directory, first.clock);
    second.clock.now += 11 * hour;
    expect(second.store.session(value)).toMatchObject({ name: 'Anna Garcia', grant: { id: stored.id, userId: 'u1' } });
    expect(second.store.bySecret(secret ?? '', 'token')?.id).toBe(stored.id);
    expect(second.store.bySecret(feed.secret ?? '', 'feed')?.subject).toEqual({ of: 'aircraft', id: 'a1' });
    expect(second.store.bySecret(feed.secret ?? '', 'token')).toBeNull();
  });

  it.each([
    ['damaged', (path: string) => writeFileSync(path, 'x'.repeat(10_000)), /is damaged: restore a copy/],
    ['of a newer version', (path: string) => new DatabaseSync(path).exec('PRAGMA user_version = 99'), /newer version/],
  ])('that is %s stops the start in one sentence', (_, spoil, words) => {
    const directory = emptyDirectory();
    spoil(join(directory, accessFileName));
    expect(() => open(directory)).toThrow(words);
    expect(() => open(directory)).toThrow(/^The file [^\n]+\.$/);
  });

  it('that another program keeps writing stops the start in one sentence', () => {
    const directory = emptyDirectory();
    open(directory);
    const other = new DatabaseSync(join(directory, accessFileName));
    onTestFinished(() => other.close());
    other.exec('BEGIN IMMEDIATE');
    expect(() => open(directory)).toThrow(/^The file .* is being written by another program: [^\n]+\.$/);
    other.exec('ROLLBACK');
  });

  it('that cannot be made stops the start in one sentence', () => {
    const directory = emptyDirectory();
    writeFileSync(join(directory, 'file'), '');
    chmodSync(join(directory, 'file'), 0o400);
    expect(() => open(join(directory, 'file'))).toThrow(
      /^The file .* cannot be written: make .* DATA_DIR to another one\.$/,
    );
  });
});

describe('two processes', () => {
  it('see what the other grants and revokes, which ends a session in use', async () => {
    const directory = emptyDirectory();
    const { store, lines } = open(directory);
    store.watch();
    const ended: string[] = [];
    store.onEnd((id) => ended.push(id));
    const { code, out: token } = await run(directory, 'token', '--name', 'Anna', '--role', 'dispatcher');
    expect([code, isSecret(token)]).toEqual([0, true]);
    const stored = store.bySecret(token, 'token');
    if (!stored) throw new Error('The gateway does not see the token.');
    const { session, value } = store.begin(stored, 'Anna', null);
    expect((await run(directory, 'list')).out).toContain(stored.id);
    expect((await run(directory, 'revoke', stored.id)).code).toBe(0);
    // No request comes: the gateway checks by itself.
    await eventually(() => expect(ended).toEqual([session.id, stored.id]));
    expect([store.session(value), store.bySecret(token, 'token'), store.valid()]).toEqual([null, null, []]);
    const line = { kind: 'token', grant: stored.id, role: 'dispatcher', by: 'command line' };
    const ownLines = () => lines.filter(({ by }) => by === 'command line');
    await eventually(() =>
      expect(ownLines()).toMatchObject([
        { event: 'created', ...line },
        { event: 'revoked', ...line },
      ]),
    );
    expect((await run(directory, 'revoke', stored.id)).code).toBe(1);
  });

  it('lose nothing done while the gateway did not run: it is in its audit at the next start', () => {
    const directory = emptyDirectory();
    const store: AccessStore = new AccessStore({
      directory,
      clock: () => testNow,
      log: silentLog,
      audit: (line) => store.note(line),
    });
    const { grant: stored } = store.create(grant({ name: 'Anna Garcia' }), 'command line');
    store.revoke(stored.id, 'command line');
    store.close();
    const at = new Date(testNow).toISOString();
    const line = { kind: 'token', grant: stored.id, role: 'dispatcher', by: 'command line', at };
    const first = open(directory);
    first.store.watch();
    expect(first.lines).toEqual([
      { event: 'created', ...line },
      { event: 'revoked', ...line },
    ]);
    const second = open(directory);
    second.store.watch();
    expect(second.lines).toEqual([]);
  });
});

describe('a grant', () => {
  it('is found only by its secret, and ends at its time', () => {
    const { store, clock } = open(null);
    const { grant: stored, secret } = store.create(grant({ days: 2 }), 'test');
    const found = (text: string) => store.bySecret(text, 'token')?.id;
    expect([found(secret ?? ''), found(stored.id), found(stored.hash ?? ''), found(newSecret())]).toEqual([
      stored.id,
      ...Array(3),
    ]);
    clock.now += 2 * day - 1;
    expect(found(secret ?? '')).toBe(stored.id);
    clock.now += 1;
    expect([found(secret ?? ''), store.valid(), store.revoke(stored.id, 'test')]).toEqual([undefined, [], null]);
  });

  it('is listed newest first, with its last use, to the hour', () => {
    const { store, clock } = open(null);
    const { secret } = store.create(grant({ name: 'a' }), 'test');
    clock.now += minute;
    store.create(grant({ name: 'b' }), 'test');
    store.bySecret(secret ?? '', 'token');
    expect(store.valid().map(({ name, usedAt }) => [name, usedAt])).toEqual([
      ['b', null],
      ['a', Date.parse('2026-05-12T17:00:00Z')],
    ]);
  });

  it('finds a person by the name from outside: an address in any letter case, every other name exactly', () => {
    const { store } = open(null);
    store.create(grant({ kind: 'person', name: 'Anna@School.example' }), 'test');
    store.create(grant({ kind: 'person', name: 'kim' }), 'test');
    const names = ['anna@school.example', 'ANNA@SCHOOL.EXAMPLE', 'kim', 'KIM', 'anna', ''];
    expect(names.map((name) => store.person(name)?.name ?? null)).toEqual([
      'Anna@School.example',
      'Anna@School.example',
      'kim',
      null,
      null,
      null,
    ]);
    expect(() => store.create(grant({ kind: 'person', name: 'anna@school.example' }), 'test')).toThrow(NotGranted);
  });

  it('has an id of eight letters that are hard to confuse', () => {
    for (let count = 0; count < 200; count++) expect(newId()).toMatch(/^[a-hj-km-np-z]{8}$/);
  });
});

describe('sessions', () => {
  it('end with their grant, by their time, and beyond the limit', () => {
    const { store, clock } = open(null);
    const ended: string[] = [];
    store.onEnd((id) => ended.push(id));
    const { grant: stored } = store.create(grant({ kind: 'display', role: 'display', days: 1 }), 'test');
    const { session, value } = store.begin(stored, 'lobby', null);
    clock.now += day - 1;
    expect(store.session(value)?.id).toBe(session.id);
    clock.now += 1;
    expect(store.session(value)).toBeNull();
    store.watch();
    expect([ended, store.sessionCount()]).toEqual([[session.id, stored.id], 0]);
  });

  it('of a display last as long as its link, without being used', () => {
    const { store, clock } = open(null);
    const { grant: stored } = store.create(grant({ kind: 'display', role: 'display', days: null }), 'test');
    const { value } = store.begin(stored, 'lobby', null);
    clock.now += 2_000 * day;
    expect(store.session(value)?.grant.id).toBe(stored.id);
  });

  it('are written at most every ten minutes', () => {
    const directory = emptyDirectory();
    const { store, clock } = open(directory);
    const { session, value } = store.begin(store.create(grant(), 'test').grant, 'Anna', null);
    clock.now += minute;
    // The first use is written at once: a session that nobody uses is the first to end.
    store.session(value);
    expect(session.extendedAt).toBe(testNow + minute);
    clock.now += sessionLimits.extendMs - 1;
    store.session(value);
    expect(session.extendedAt).toBe(testNow + minute);
    clock.now += 1;
    store.session(value);
    expect(session.extendedAt).toBe(clock.now);
  });

  it('are bounded in all: the one unused for the longest time ends', () => {
    const { store, clock } = open(null);
    const grants = Array.from({ length: 251 }, (_, index) => store.create(grant({ name: `n${index}` }), 'test').grant);
    const values = grants.flatMap((stored) =>
      Array.from({ length: sessionLimits.perGrant }, () => {
        clock.now += 1;
        return store.begin(stored, stored.name, null).value;
      }),
    );
    expect([values.length, store.sessionCount()]).toEqual([5_020, sessionLimits.inAll]);
    expect([0, 19, 20, 5_019].map((index) => store.session(values[index] ?? '') !== null)).toEqual([
      false,
      false,
      true,
      true,
    ]);
  });

  it('are removed once they have ended', () => {
    const { store, clock } = open(null);
    store.begin(store.create(grant(), 'test').grant, 'Anna', null);
    clock.now += sessionLimits.idleMs;
    store.watch();
    expect(store.sessionCount()).toBe(0);
  });
});
