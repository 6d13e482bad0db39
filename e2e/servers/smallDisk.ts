import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { emptyDirectory } from './access/testAccess.ts';

const mount = (...given: string[]) => spawnSync('mount', given).status === 0;
const mountSmall = (directory: string, size = '2m') => mount('-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', directory);

/** Whether this machine lets a test mount a disk; the tests of the storage fill a file instead. */
export function canMount(): boolean {
  const directory = mkdtempSync(join(tmpdir(), 'mount-'));
  const isMounted = process.platform === 'linux' && mountSmall(directory);
  if (isMounted) spawnSync('umount', [directory]);
  rmdirSync(directory);
  return isMounted;
}

/** A disk of this size, as `mount` writes it, which the test fills, empties again or makes read-only. */
export function smallDisk(size?: string) {
  const directory = join(emptyDirectory(), 'disk');
  mkdirSync(directory);
  expect(mountSmall(directory, size)).toBe(true);
  onTestFinished(() => void spawnSync('umount', ['-l', directory]));
  const makeReadOnly = () => expect(mount('-o', 'remount,ro', directory)).toBe(true);
  const fill = () => {
    for (let bytes = 1 << 20; bytes >= 1; bytes = Math.floor(bytes / 2))
      for (let n = 0; n < 8; n++)
        try {
          writeFileSync(join(directory, `fill-${bytes}-${n}`), Buffer.alloc(bytes));
        } catch {
          // There is no more space for this many.
        }
  };
  const empty = () => {
    for (const name of readdirSync(directory)) if (name.startsWith('fill-')) rmSync(join(directory, name));
  };
  return { directory, makeReadOnly, fill, empty };
}
