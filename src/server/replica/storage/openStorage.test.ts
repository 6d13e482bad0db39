import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, onTestFinished } from 'vitest';
import { silentLog } from '#server/observability/log.ts';
import { openStorage } from './openStorage.ts';
import type { ReplicaStorage } from './storage.ts';
import { count, emptyDirectory, facts, fill } from '#e2e/servers/storageSamples.ts';

const service = 'https://api.example.com operator 7';
const now = () => Date.UTC(2026, 4, 12, 14, 5, 10);
const inMemory = 'what Flightline loads, and the list of new alerts, is kept in memory and lost at a restart.';

function open(directory: string | null, more: { service?: string } = {}): ReplicaStorage {
  const { storage } = openStorage({ directory, service, log: silentLog, now, ...more });
  let isOpen = true;
  onTestFinished(() => {
    if (isOpen) storage.close();
  });
  const close = () => {
    isOpen = false;
    storage.close();
  };
  return { ...storage, close };
}

/** A directory in which a gateway has left 300 reservations. */
function filledDirectory(): { directory: string; path: string } {
  const directory = emptyDirectory();
  const storage = open(directory);
  fill(storage, 0, 300);
  storage.close();
  return { directory, path: join(directory, 'replica.sqlite') };
}

describe('a replica in a file', () => {
  it('survives a restart, and only its owner can read it', () => {
    const directory = join(emptyDirectory(), 'deep', 'data');
    const first = open(directory);
    fill(first, 0, 3);
    first.replacePart(
      { set: 'aircraft', scope: '', asOf: 4, revision: 2, facts },
      [{ id: 'a', json: '{}', hash: 'h' }],
      [],
    );
    expect(statSync(directory).mode % 0o1000).toBe(0o700);
    expect(readdirSync(directory).length).toBeGreaterThan(1);
    for (const name of readdirSync(directory))
      expect([name, statSync(join(directory, name)).mode % 0o1000]).toEqual([name, 0o600]);
    first.close();
    const second = open(directory);
    expect([second.isDurable(), second.trouble(), count(second)]).toEqual([true, null, 3]);
    expect(second.records('aircraft', '')).toEqual([{ id: 'a', json: '{}', hash: 'h' }]);
    expect(second.parts()).toEqual([{ set: 'aircraft', scope: '', asOf: 4, revision: 2, facts }]);
  });

  it('never contains the address of the service', () => {
    const { path } = filledDirectory();
    expect(readFileSync(path).includes('example.com')).toBe(false);
  });

  it('refuses a second gateway in one sentence, in this process and in another', () => {
    const directory = emptyDirectory();
    const storage = open(directory);
    fill(storage, 0, 1);
    const call = storage.beginCall(now());
    const refusal = `Another Flightline uses the data directory ${directory}: stop that one, or set DATA_DIR to another directory.`;
    expect(() => open(directory)).toThrow(refusal);
    const script = `
      const { openStorage } = await import(${JSON.stringify(new URL('./openStorage.ts', import.meta.url).href)});
      const log = { info() {}, warn() {}, error() {} };
      openStorage({ directory: ${JSON.stringify(directory)}, service: ${JSON.stringify(service)}, log });`;
    const other = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
    expect(other.status).toBe(1);
    expect(other.stderr).toContain(refusal);
    // The refused processes have not released the lock of the first.
    expect(() => open(directory)).toThrow(refusal);
    expect([count(storage), storage.trouble()]).toEqual([1, null]);
    // Nor have they touched its calls, one of which is running.
    storage.endCall(call, now() + 1);
    storage.close();
    expect(open(directory).recentCalls(now())).toEqual([now() + 1]);
  });
});

describe('without a directory', () => {
  it('everything stays in memory, without any trouble', () => {
    const storage = open(null);
    fill(storage, 0, 2);
    expect([storage.isDurable(), storage.trouble(), count(storage)]).toEqual([false, null, 2]);
  });
});

const when = '2026-05-12T140510Z';

describe('an unusable file', () => {
  const damages: [string, (path: string) => void][] = [
    ['is no database', (path) => writeFileSync(path, 'no database '.repeat(1_000))],
    ['is half as long as it was', (path) => truncateSync(path, Math.floor(statSync(path).size / 8_192) * 4_096)],
    ['has lost its tail', (path) => truncateSync(path, statSync(path).size - 4_096)],
    ['has a first page of zeros', (path) => overwrite(path, 0, 1)],
    ['has small tables full of zeros', (path) => overwrite(path, 1, 8)],
  ];
  it.each(damages)('because it %s is moved aside, and a new one is begun', (_, damage) => {
    const { directory, path } = filledDirectory();
    damage(path);
    const storage = open(directory);
    const copy = `replica.damaged.${when}.sqlite`;
    expect(storage.trouble()).toBe(`The stored data was damaged. It was moved to ${copy}, and a new file was begun.`);
    expect([storage.isDurable(), count(storage), existsSync(join(directory, copy))]).toEqual([true, 0, true]);
    fill(storage, 0, 2);
    storage.close();
    const next = open(directory);
    expect([next.trouble(), count(next)]).toEqual([null, 2]);
  });

  it('because it belongs to another service is moved aside, with one copy kept', () => {
    const { directory } = filledDirectory();
    writeFileSync(join(directory, 'replica.damaged.2025-01-01T000000Z.sqlite'), 'earlier');
    writeFileSync(join(directory, 'replica.damaged.2025-01-01T000000Z.sqlite-wal'), 'earlier');
    writeFileSync(join(directory, 'notes.txt'), 'of somebody else');
    const storage = open(directory, { service: 'another' });
    expect(storage.trouble()).toMatch(
      /^The stored data belongs to another service address or operator\. It was moved to /,
    );
    expect(count(storage)).toBe(0);
    const copy = `replica.other-service.${when}.sqlite`;
    const files = ['replica.sqlite', 'replica.sqlite-calls', 'replica.sqlite-wal'];
    expect(readdirSync(directory).toSorted()).toEqual(['notes.txt', copy, ...files]);
    expect(statSync(join(directory, copy)).mode % 0o1000).toBe(0o600);
  });

  it('because another program wrote it is moved aside', () => {
    const { directory, path } = filledDirectory();
    rmSync(path);
    const database = new DatabaseSync(path);
    database.exec('CREATE TABLE other (id INTEGER); INSERT INTO other VALUES (1)');
    database.close();
    expect(open(directory).trouble()).toMatch(/^The stored data was written by another program\. It was moved /);
    expect(existsSync(join(directory, `replica.other-version.${when}.sqlite`))).toBe(true);
  });

  it('because a newer version wrote it is refused in one sentence, and stays as it is', () => {
    const { directory, path } = filledDirectory();
    /** Changes the version, and returns the earlier one. */
    const set = (version: number) => {
      const database = new DatabaseSync(path);
      const { user_version: before } = database.prepare('PRAGMA user_version').get() ?? {};
      database.exec(`PRAGMA user_version = ${version}`);
      database.close();
      return Number(before);
    };
    const ownSet = set(999);
    const words = `The file ${path} was written by a newer version of Flightline: start that version, restore a backup`;
    expect(() => open(directory)).toThrow(words);
    expect(readdirSync(directory).filter((name) => name.startsWith('replica.other'))).toEqual([]);
    set(ownSet);
    expect(count(open(directory))).toBe(300);
  });
});

/** Overwrites pages of 4 KiB with zeros. */
function overwrite(path: string, firstPage: number, pages: number): void {
  const bytes = readFileSync(path);
  bytes.fill(0, firstPage * 4_096, (firstPage + pages) * 4_096);
  writeFileSync(path, bytes);
}

describe('damage found during use', () => {
  it('moves the file aside and continues in memory with the readable data', () => {
    const { directory, path } = filledDirectory();
    const before = open(directory);
    before.replacePart(
      { set: 'aircraft', scope: '', asOf: 4, revision: 2, facts },
      [{ id: 'a', json: '{}', hash: 'h' }],
      [],
    );
    before.close();
    const pages = statSync(path).size / 4_096;
    // All but a few of the last pages hold records of reservations.
    overwrite(path, pages - 90, 80);
    const storage = open(directory);
    expect(storage.trouble()).toBeNull();
    expect(storage.selectReservations({})).toEqual([]);
    const copy = `replica.damaged.${when}.sqlite`;
    expect(storage.trouble()).toBe(
      `The stored data is damaged and was moved to ${copy}: ${inMemory} Restart Flightline to begin a new file.`,
    );
    expect([storage.isDurable(), storage.cells(), storage.parts().length]).toEqual([false, [], 1]);
    fill(storage, 0, 5);
    expect([count(storage), storage.records('aircraft', '').length]).toEqual([5, 1]);
    storage.close();
    const next = open(directory);
    expect([next.trouble(), next.isDurable(), count(next)]).toEqual([null, true, 0]);
  });
});

describe('an unusable directory', () => {
  it('because the calls cannot be written there leaves everything in memory', () => {
    const { directory, path } = filledDirectory();
    rmSync(`${path}-calls`);
    mkdirSync(`${path}-calls`);
    const storage = open(directory);
    expect(storage.trouble()).toMatch(/^The data directory .* cannot be written: /);
    storage.endCall(storage.beginCall(1), 2);
    expect([storage.isDurable(), count(storage), storage.recentCalls(0)]).toEqual([false, 300, [2]]);
  });

  it('because a file is in its place leaves everything in memory', () => {
    const directory = join(emptyDirectory(), 'data');
    writeFileSync(directory, 'a file');
    for (const path of [directory, join(directory, 'below')]) {
      const storage = open(path);
      expect(storage.trouble()).toBe(
        `The data directory ${path} cannot be written: ${inMemory} Make it writable, or set DATA_DIR to another directory, and restart Flightline.`,
      );
      fill(storage, 0, 2);
      expect([storage.isDurable(), count(storage)]).toEqual([false, 2]);
    }
  });

  it('because a directory is in the place of the file leaves everything in memory', () => {
    const directory = emptyDirectory();
    mkdirSync(join(directory, 'replica.sqlite'));
    expect(open(directory).trouble()).toBe(
      `The stored data in ${directory} cannot be read or written: ${inMemory} Check the disk and restart Flightline.`,
    );
  });
});

const run = (command: string, ...args: string[]) => spawnSync(command, args).status === 0;

/** Mounts a file system of one MiB; null unless this is Linux and we are root. */
function mountSmall(): string | null {
  const directory = mkdtempSync(join(tmpdir(), 'replica-disk-'));
  const isMounted = run('mount', '-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', directory);
  if (!isMounted) rmSync(directory, { recursive: true });
  return isMounted ? directory : null;
}

function unmount(directory: string): void {
  run('umount', '-l', directory);
  rmSync(directory, { recursive: true });
}

/** The same conditions on a real disk, if one is available. */
const probe = mountSmall();
if (probe !== null) {
  unmount(probe);
  const disk = () => {
    const directory = mountSmall();
    if (directory === null) throw new Error('The disk that could be mounted before cannot be mounted again.');
    onTestFinished(() => unmount(directory));
    return directory;
  };
  const fullWords = `The disk is full: ${inMemory} Free some space and restart Flightline.`;

  describe('a real disk', () => {
    it('that fills up loses nothing that was stored, in memory and in the file', () => {
      const directory = disk();
      const storage = open(directory);
      fill(storage, 0, 50);
      expect(storage.trouble()).toBeNull();
      fill(storage, 50, 1_000);
      expect([storage.trouble(), storage.isDurable(), count(storage)]).toEqual([fullWords, false, 1_000]);
      expect(() => open(directory)).toThrow(/^Another Flightline uses/);
      storage.close();
      const next = open(directory);
      expect([next.trouble(), count(next)]).toEqual([null, 50]);
    });

    it.each([
      ['calls', 0],
      ['records', 300],
    ])(
      'that fills up with %s makes no call fail or forgotten, and the next gateway knows the earlier ones',
      (_, more) => {
        const directory = disk();
        const first = open(directory);
        first.endCall(first.beginCall(now()), now() + 1);
        const left = first.beginCall(now() + 2);
        run('sh', '-c', 'cat /dev/zero > "$0"', join(directory, 'other'));
        fill(first, 0, more);
        // The existing page has room for 256 calls.
        for (let call = 0; call < 1_000; call++) first.endCall(first.beginCall(now() + call), now() + call + 1);
        expect([first.trouble(), first.isDurable()]).toEqual([fullWords, false]);
        first.endCall(left, now() + 2_000);
        expect(first.recentCalls(now()).length).toBe(1_002);
        first.close();
        rmSync(join(directory, 'other'));
        const next = open(directory);
        expect([next.trouble(), next.recentCalls(now()).length]).toEqual([null, 256]);
      },
    );

    it('that is full at the start leaves everything in memory', () => {
      const directory = disk();
      run('sh', '-c', 'cat /dev/zero > "$0"', join(directory, 'other'));
      const storage = open(directory);
      fill(storage, 0, 5);
      expect([storage.trouble(), storage.isDurable(), count(storage)]).toEqual([fullWords, false, 5]);
    });

    it('that is mounted read-only leaves everything in memory, with a file and without', () => {
      const directory = disk();
      const first = open(directory);
      fill(first, 0, 5);
      first.close();
      expect(run('mount', '-o', 'remount,ro', directory)).toBe(true);
      for (const path of [directory, join(directory, 'new')]) {
        const storage = open(path);
        expect(storage.trouble()).toMatch(/^The data directory .* cannot be written: /);
        fill(storage, 0, 2);
        expect([storage.isDurable(), count(storage)]).toEqual([false, 2]);
      }
    });
  });
}
