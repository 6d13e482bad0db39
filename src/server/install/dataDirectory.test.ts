import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { emptyDirectory } from '#e2e/servers/access/testAccess.ts';
import {
  answerCopies,
  askForCopy,
  directoryProblem,
  holdDirectory,
  isPassing,
  leftovers,
  openToOthers,
  openWorkFolder,
  takeDirectory,
  usedWords,
} from './dataDirectory.ts';

const id = '0123456789abcdef';

describe('a directory', () => {
  it('that a gateway uses is given to no other gateway and to no command until that one ends', async () => {
    const directory = emptyDirectory();
    const first = await holdDirectory(directory, { address: '127.0.0.1:4600' });
    const words = new RegExp(
      String.raw`^Another Flightline \(process ${process.pid}, since \d{4}-\d\d-\d\d \d\d:\d\dZ, at 127\.0\.0\.1:4600\) uses the data directory ${directory}`,
    );
    const before = readdirSync(directory).map((name) => [name, readFileSync(join(directory, name), 'utf8')]);
    const heard: string[] = [];
    const began = performance.now();
    await expect(holdDirectory(directory, { address: null, onWait: (line) => void heard.push(line) })).rejects.toThrow(
      /: stop that one, or set DATA_DIR of this one to another directory\.$/,
    );
    expect(performance.now() - began).toBeGreaterThan(2_900);
    expect(heard).toEqual([expect.stringMatching(words)]);
    expect(heard[0]).toMatch(/\. Waiting for it to end\.$/);
    expect(takeDirectory(directory)).toBeNull();
    expect(usedWords(directory)).toMatch(words);
    expect(readdirSync(directory).map((name) => [name, readFileSync(join(directory, name), 'utf8')])).toEqual(before);
    first();
    first();
    const release = takeDirectory(directory);
    expect(release).not.toBeNull();
    expect(takeDirectory(directory)).toBeNull();
    await expect(holdDirectory(directory, { address: null })).rejects.toThrow(`(process ${process.pid}, since `);
    release?.();
    expect(readdirSync(directory)).toEqual(['in-use.sqlite']);
    for (const name of readdirSync(directory)) {
      expect(isPassing(name)).toBe(true);
      expect(statSync(join(directory, name)).mode % 0o1000).toBe(0o600);
    }
  });

  it('is given to the next gateway as soon as the one before has ended', async () => {
    const directory = emptyDirectory();
    const first = await holdDirectory(directory, { address: null });
    const waiting = holdDirectory(directory, { address: 'b:2', onWait: first });
    const second = await waiting;
    expect(usedWords(directory)).toContain(', at b:2) uses');
    second();
  });

  it('is free although a process that was killed still seems to have it', async () => {
    const directory = emptyDirectory();
    writeFileSync(join(directory, 'in-use.json'), 'not even JSON');
    const end = await holdDirectory(directory, { address: null });
    expect(usedWords(directory)).toContain(`process ${process.pid}`);
    end();
  });

  it('that cannot be locked does not stop a gateway, which says so', async () => {
    const directory = emptyDirectory();
    // A directory in the place of the file, as on a disk that fails.
    mkdirSync(join(directory, 'in-use.sqlite'));
    const heard: string[] = [];
    const end = await holdDirectory(directory, { address: null, onUnlocked: (line) => void heard.push(line) });
    end();
    expect(heard).toEqual([
      expect.stringMatching(/^The data directory .+ cannot be locked \(.+\): see to it that no other Flightline/),
    ]);
    // Nothing can be written there.
    writeFileSync(join(directory, 'file'), '');
    await holdDirectory(join(directory, 'file'), { address: null, onUnlocked: (line) => void heard.push(line) });
    expect(heard).toHaveLength(1);
  });
});

describe('a path for data', () => {
  it('that is a file, below a file, or a link to nothing is named in one sentence', () => {
    const directory = emptyDirectory();
    const [file, link] = [join(directory, 'file'), join(directory, 'link')];
    writeFileSync(file, '');
    symlinkSync(join(directory, 'none'), link);
    const rest = ': set DATA_DIR to a directory, which is made if it does not exist.';
    expect(directoryProblem(file)).toBe(`${file} is a file, or lies below one${rest}`);
    expect(directoryProblem(join(file, 'data'))).toBe(`${join(file, 'data')} is a file, or lies below one${rest}`);
    expect(directoryProblem(link)).toBe(`${link} is a link to nothing${rest}`);
    expect(() => takeDirectory(file)).toThrow(`${file} is a file`);
  });

  it('may not exist yet', () => {
    const directory = emptyDirectory();
    expect(directoryProblem(directory)).toBeNull();
    expect(directoryProblem(join(directory, 'none', 'yet'))).toBeNull();
  });
});

describe('what a command left when it was interrupted', () => {
  it('is removed by the next start and the next command, and what is under way stays', async () => {
    const directory = emptyDirectory();
    const leave = () => {
      // As a process leaves it that was killed: the lock's file is there, and nobody holds it.
      const folder = join(directory, '.backup-a1B2c3');
      mkdirSync(join(folder, 'data'), { recursive: true });
      for (const name of ['in-use.sqlite', 'data/replica.sqlite']) writeFileSync(join(folder, name), '');
      // An earlier version wrote no lock.
      const earlier = join(directory, '.restore-d4E5f6');
      mkdirSync(earlier);
      utimesSync(earlier, 0, 0);
    };
    const underWay = openWorkFolder(directory, 'backup');
    // Not its lock yet: made a moment ago.
    mkdirSync(join(directory, '.backup-young1'));
    const stays = () =>
      readdirSync(directory)
        .filter((name) => name.startsWith('.'))
        .toSorted();
    leave();
    expect(leftovers(directory)).toHaveLength(2);
    const release = await holdDirectory(directory, { address: null });
    expect(stays()).toEqual([basename(dirname(underWay.path)), '.backup-young1'].toSorted());
    release();
    leave();
    takeDirectory(directory)?.();
    expect(existsSync(underWay.path)).toBe(true);
    underWay.remove();
    expect(stays()).toEqual(['.backup-young1']);
  });

  it('and every file that others can read is made private by a start', async () => {
    const directory = emptyDirectory();
    mkdirSync(join(directory, 'briefs'));
    for (const name of ['alerts.json', 'briefs/a.html']) {
      writeFileSync(join(directory, name), '');
      chmodSync(join(directory, name), 0o644);
    }
    symlinkSync('/etc/hostname', join(directory, 'link'));
    expect(openToOthers(directory)).toHaveLength(3);
    const release = await holdDirectory(directory, { address: null });
    expect(openToOthers(directory)).toEqual([]);
    expect(statSync('/etc/hostname').mode & 0o044).toBe(0o044);
    release();
  });
});

describe('a copy that another process asks for', () => {
  it('is made private, whole or not at all, and leaves nothing else', async () => {
    const directory = emptyDirectory();
    writeFileSync(join(directory, `copy.${id}.part`), 'of a process that ended');
    const end = answerCopies(directory, async (path) => writeFileSync(path, 'copied'));
    onTestFinished(end);
    expect(existsSync(join(directory, `copy.${id}.part`))).toBe(false);
    const made = await askForCopy(directory, id, 60_000);
    expect(made).toBe(join(directory, `copy.${id}.sqlite`));
    expect(statSync(made).mode % 0o1000).toBe(0o600);
    expect(readdirSync(directory)).toEqual([`copy.${id}.sqlite`]);
  });

  it('and fails is told in words, and so is one that nobody makes', async () => {
    const directory = emptyDirectory();
    const end = answerCopies(directory, () => Promise.reject(new Error('the disk is full')));
    await expect(askForCopy(directory, id, 60_000)).rejects.toThrow(
      'The running Flightline could not copy its data: Error: the disk is full',
    );
    end();
    await expect(askForCopy(directory, id, 300)).rejects.toThrow('did not answer: stop it, and run this again.');
    expect(readdirSync(directory)).toEqual([]);
  });
});
