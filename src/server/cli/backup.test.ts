import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emptyDirectory, grant } from '#e2e/servers/access/testAccess.ts';
import { openTestCopy, openTestOperator, testNow } from '#e2e/servers/testCopy.ts';
import { verifyAudit } from '#server/access/store/auditTrail.ts';
import { AccessStore } from '#server/access/store/store.ts';
import { silentLog } from '#server/observability/log.ts';
import { runBackup, runRestore } from './backup.ts';

let service: Awaited<ReturnType<typeof openTestOperator>>;
beforeAll(async () => {
  service = await openTestOperator(['--aircraft=4', '--reservations-per-day=10', '--days=50']);
});
afterAll(() => service.close());

/** A gateway whose copy is complete. */
async function openSchool(directory: string) {
  const copy = await openTestCopy({ service: service.url, settings: { DATA_DIR: directory } });
  await copy.complete();
  return copy;
}

/** A gateway with sign-in. */
function openSignIn(directory: string) {
  const settings = { DATA_DIR: directory, ACCESS: 'tokens', PUBLIC_URL: 'http://127.0.0.1:4600' };
  return openTestCopy({ service: service.url, settings });
}

function commands(dataDirectory: string, version = '0.1.0') {
  const notes: string[] = [];
  const options = { dataDirectory, version, clock: () => testNow, note: (line: string) => void notes.push(line) };
  const all = { ...options, becomeOwner: () => undefined };
  return {
    notes,
    backup: (file?: string) => runBackup(file, all),
    restore: (file: string) => runRestore(file, all),
  };
}

/** Hands out a token, as the command line does, and returns its name. */
function handOut(directory: string, name: string): void {
  withStore(directory, (store) => store.create(grant({ name }), 'test'));
}

function namesIn(directory: string): string[] {
  return withStore(directory, (store) => store.valid().map(({ name }) => name)).toSorted();
}

function withStore<Result>(directory: string, work: (store: AccessStore) => Result): Result {
  const store: AccessStore = new AccessStore({
    directory,
    clock: () => testNow,
    log: silentLog,
    audit: (line) => store.note(line),
  });
  try {
    return work(store);
  } finally {
    store.close();
  }
}

/** How many reservations and changes the stored copy holds. */
function countsIn(path: string): unknown {
  const database = new DatabaseSync(path);
  const row = database
    .prepare('SELECT (SELECT count(*) FROM reservation) AS reservations, (SELECT count(*) FROM record) AS records')
    .get();
  database.close();
  return { ...row };
}

describe('a backup', () => {
  it('made while Flightline runs brings everything back, and keeps what it replaces', async () => {
    const directory = emptyDirectory();
    handOut(directory, 'Anna');
    const first = await openSchool(directory);
    const file = join(emptyDirectory(), 'school.tar.gz');
    const { backup, restore, notes } = commands(directory);
    expect(await backup(file)).toBe(0);
    expect(notes.at(-1)).toMatch(/school\.tar\.gz: \d+ files, [\d.]+ MiB\. It holds names/);
    expect(statSync(file).mode % 0o1000).toBe(0o600);
    const listed = execFileSync('tar', ['-tzf', file], { encoding: 'utf8' }).split('\n');
    for (const name of ['./manifest.json', './access.sqlite', './replica.sqlite']) expect(listed).toContain(name);
    expect(listed.filter((name) => /-wal|-shm|-calls|in-use|copy\./.test(name))).toEqual([]);
    // The gateway still runs, and the backup leaves no temporary files.
    expect(readdirSync(directory).filter((name) => /^\.|^copy\./.test(name))).toEqual([]);
    expect(() => restore(file)).toThrow(
      /^Another Flightline \(process \d+, since .+\) uses the data directory .+: stop that one first\.$/,
    );
    expect((await first.ask('/health')).status).toBe(200);
    await first.close();

    const counts = countsIn(join(directory, 'replica.sqlite'));
    handOut(directory, 'Bert, after the backup');
    expect(restore(file)).toBe(0);
    expect(notes).toContain('Restored the backup of 2026-05-12T17:05:00.000Z, made by Flightline 0.1.0.');
    expect(namesIn(directory)).toEqual(['Anna']);
    expect(countsIn(join(directory, 'replica.sqlite'))).toEqual(counts);
    const kept = join(directory, 'replaced-2026-05-12T170500Z');
    expect(namesIn(kept)).toEqual(['Anna', 'Bert, after the backup']);
    for (const name of readdirSync(directory).filter((text) => /\.sqlite/.test(text)))
      expect([name, statSync(join(directory, name)).mode % 0o1000]).toEqual([name, 0o600]);

    const second = await openSchool(directory);
    expect((await second.state()).replica.storage).toMatchObject({ isDurable: true, trouble: null });
    await second.close();
    await (await openSignIn(directory)).close();
    expect(verifyAudit(directory)).toMatchObject({ faults: [] });
    expect(auditOf(directory)).toContain('"event":"restored"');
  });

  it('goes to and comes from a place that only root may reach', async () => {
    const [directory, folder] = [emptyDirectory(), join(emptyDirectory(), 'root')];
    handOut(directory, 'Anna');
    mkdirSync(folder);
    const file = join(folder, 'a.tar.gz');
    const hidden = `${folder}-hidden`;
    // Simulates a command that gives up root's rights: from then on it cannot reach the path.
    const options = { dataDirectory: directory, version: '1', clock: () => testNow, note: () => undefined };
    const becomeOwner = () => renameSync(folder, hidden);
    expect(await runBackup(file, { ...options, becomeOwner })).toBe(0);
    renameSync(hidden, folder);
    handOut(directory, 'Bert');
    expect(runRestore(file, { ...options, becomeOwner })).toBe(0);
    expect(namesIn(directory)).toEqual(['Anna']);
  });

  it('is not written over a file, nor made of nothing', async () => {
    const { backup, notes } = commands(join(emptyDirectory(), 'none'));
    const file = join(emptyDirectory(), 'a.tar.gz');
    await expect(backup(file)).rejects.toThrow('There is no data yet');
    expect(existsSync(file)).toBe(false);
    writeFileSync(file, 'precious');
    await expect(backup(file)).rejects.toThrow(`${file} exists already: give another name.`);
    expect(readFileSync(file, 'utf8')).toBe('precious');
    expect(notes).toEqual([]);
  });
});

/** Gives the files a newer version, with a table that this version does not know. */
function upgrade(directory: string): void {
  for (const name of ['access.sqlite', 'replica.sqlite']) {
    const database = new DatabaseSync(join(directory, name));
    database.exec('PRAGMA user_version = 99; CREATE TABLE newer (id INTEGER)');
    database.close();
  }
}

describe('another version', () => {
  it('that was upgraded is left again by a restore of the backup from before', async () => {
    const directory = emptyDirectory();
    handOut(directory, 'Anna');
    const school = await openSchool(directory);
    const file = join(emptyDirectory(), 'before.tar.gz');
    const { backup, restore } = commands(directory);
    await backup(file);
    await school.close();
    upgrade(directory);
    await expect(openSignIn(directory)).rejects.toThrow(
      /access\.sqlite.* was written by a newer version of Flightline: /,
    );
    restore(file);
    const again = await openSchool(directory);
    expect((await again.state()).replica.storage).toMatchObject({ isDurable: true, trouble: null });
    await again.close();
    expect(namesIn(directory)).toEqual(['Anna']);
  });

  it('made a backup that this one refuses, without touching its data', async () => {
    const [newer, ownDirectory] = [emptyDirectory(), emptyDirectory()];
    handOut(newer, 'Anna');
    handOut(ownDirectory, 'Bert');
    writeFileSync(join(newer, 'replica.sqlite'), '');
    upgrade(newer);
    const file = join(emptyDirectory(), 'newer.tar.gz');
    await commands(newer, '9.0.0').backup(file);
    expect(() => commands(ownDirectory).restore(file)).toThrow('A newer Flightline (9.0.0) made this backup');
    expect(namesIn(ownDirectory)).toEqual(['Bert']);
    expect(readdirSync(ownDirectory).filter((name) => /^\.|^replaced/.test(name))).toEqual([]);
  });
});

describe('a file that is no backup', () => {
  it.each([
    ['no archive', () => 'no archive', /^tar failed: /],
    ['an archive of something else', (folder: string) => packed(folder, { 'a.txt': 'a' }), /^This is no backup/],
    [
      'a backup that was changed',
      (folder: string) => {
        const text = {
          flightline: '0.1.0',
          at: '2026-05-12T17:05:00.000Z',
          databases: {},
          files: { 'alerts.json': 'x' },
        };
        return packed(folder, { 'manifest.json': JSON.stringify(text), 'alerts.json': '{}' });
      },
      /^The backup is damaged: alerts\.json is not as it was written\.$/,
    ],
  ])('%s is refused, and everything stays', (_, write, words) => {
    const directory = emptyDirectory();
    handOut(directory, 'Anna');
    const folder = emptyDirectory();
    const made = write(folder);
    const file = join(folder, 'file.tar.gz');
    if (made === 'no archive') writeFileSync(file, made);
    expect(() => commands(directory).restore(file)).toThrow(words);
    expect(namesIn(directory)).toEqual(['Anna']);
  });
});

function packed(folder: string, files: { readonly [name: string]: string }): string {
  const inside = join(folder, 'inside');
  mkdirSync(inside);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(inside, name), text);
  execFileSync('tar', ['-czf', join(folder, 'file.tar.gz'), '-C', inside, '.']);
  return 'packed';
}

function auditOf(directory: string): string {
  const folder = join(directory, 'audit');
  return readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('');
}
