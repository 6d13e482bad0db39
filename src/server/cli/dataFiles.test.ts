import { hash } from 'node:crypto';
import { truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { emptyDirectory } from '#e2e/servers/access/testAccess.ts';
import { checkedManifest, copyData, DataRefused } from './dataFiles.ts';

/** Node reads at most 2 GiB at once; here much less, because a hash of that much takes 20 s on a busy machine. */
const mostAtOnce = 2 ** 20;
vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>();
  const readFileSync = (path: string, ...more: []) => {
    if (fs.statSync(path).size > mostAtOnce) throw new RangeError('File size is greater than 2 GiB');
    return fs.readFileSync(path, ...more);
  };
  return { ...fs, readFileSync };
});

/** A backup as unpacked with one file of zeros, which takes no room on the disk. */
function unpacked(size: number, hashed: string): string {
  const directory = emptyDirectory();
  const path = join(directory, 'replica.sqlite');
  writeFileSync(path, '');
  truncateSync(path, size);
  const about = { flightline: '1', at: '2026-05-12T17:05:00.000Z', databases: {} };
  writeFileSync(join(directory, 'manifest.json'), JSON.stringify({ ...about, files: { 'replica.sqlite': hashed } }));
  return directory;
}

describe('the files of a backup', () => {
  it.each([0, 1, mostAtOnce, mostAtOnce + 1, 3 * mostAtOnce])(
    'of %i bytes have the hash of all of them, also beyond what is read at once',
    (size) => {
      const right = hash('sha256', Buffer.alloc(size), 'base64url');
      expect(() => checkedManifest(unpacked(size, right))).not.toThrow();
      expect(() => checkedManifest(unpacked(size + 1, right))).toThrow(DataRefused);
    },
  );

  it('are copied with their hashes', async () => {
    const [directory, target] = [emptyDirectory(), emptyDirectory()];
    writeFileSync(join(directory, 'alerts.json'), '{}');
    const { files } = await copyData(directory, target, { flightline: '1', at: '2026-05-12T17:05:00.000Z' });
    expect(files).toEqual({ 'alerts.json': hash('sha256', '{}', 'base64url') });
  });
});
