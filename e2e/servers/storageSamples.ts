import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { ReplicaStorage } from '#server/replica/storage/storage.ts';

export const facts = { said: null, sent: 1, skipped: [], findings: {} };
const hour = 3_600_000;

/** A directory that is removed with the test. */
export function emptyDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'replica-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

/** Puts reservations of 1.8 KB with these numbers into a cell of one day. */
export function fill(storage: ReplicaStorage, from: number, to: number): void {
  const put = Array.from({ length: to - from }, (_, index) => {
    const texts = { hash: 'h', slim: '{}', json: JSON.stringify({ text: 'x'.repeat(1_800) }) };
    return { id: `r${from + index}`, start: hour, end: 2 * hour, position: index, cell: 0, ...texts };
  });
  const cell = { from: 0, to: 24 * hour, asOf: 1, revision: 1, count: to, facts };
  storage.replaceCells({ cells: [cell], put, remove: [], changes: [] });
}

/** The number of reservations of that day. */
export const count = (storage: ReplicaStorage) => storage.overlapping(0, 24 * hour).length;
