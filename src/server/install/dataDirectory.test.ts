import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { emptyDirectory } from '#e2e/stands/access/testAccess.ts';
import { answerCopies, askForCopy, holdDirectory, isPassing, takeDirectory } from './dataDirectory.ts';

const id = '0123456789abcdef';

describe('a directory', () => {
  it('that gateways use is taken by nobody until the last of them ends', () => {
    const directory = emptyDirectory();
    const [first, second] = [holdDirectory(directory), holdDirectory(directory)];
    expect(takeDirectory(directory)).toBeNull();
    first();
    first();
    expect(takeDirectory(directory)).toBeNull();
    second();
    const release = takeDirectory(directory);
    expect(release).not.toBeNull();
    expect(takeDirectory(directory)).toBeNull();
    release?.();
    for (const name of readdirSync(directory)) {
      expect(isPassing(name)).toBe(true);
      expect(statSync(join(directory, name)).mode % 0o1000).toBe(0o600);
    }
  });

  it('that does not exist, or cannot hold a lock, does not stop a gateway', () => {
    expect(() => holdDirectory(join(emptyDirectory(), 'none'))()).not.toThrow();
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
