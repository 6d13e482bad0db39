import { hash } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { fileFailureOf } from '#server/install/fileFailure.ts';
import { savePrivate } from '#server/install/privateFiles.ts';

const fileName = 'alerts-sent';
const [markBytes, maxMarks] = [16, 2_048];

/** Which alerts went to which recipients while the storage could not note it. */
export type SentMarks = {
  readonly has: (recipient: string, alert: string) => boolean;
  readonly add: (recipient: string, alerts: readonly string[]) => void;
};

/** Marks of a gateway that needs none. */
export const noMarks: SentMarks = { has: () => false, add: () => undefined };

/**
 * The marks in a file of a fixed size: it is made while there is space, and then written in place, which a full disk
 * takes. The oldest marks are overwritten. Without such a file they last as long as the process.
 */
export function openSentMarks(directory: string | null): SentMarks {
  if (directory === null) return noMarks;
  const marks = new Set<string>();
  const path = join(directory, fileName);
  let place = 0;
  const read = (): void => {
    if (!existsSync(path)) savePrivate(directory, fileName, '\0'.repeat(markBytes * maxMarks));
    const bytes = readFileSync(path);
    const empty = Buffer.alloc(markBytes);
    for (let at = 0; at + markBytes <= Math.min(bytes.length, markBytes * maxMarks); at += markBytes) {
      const mark = bytes.subarray(at, at + markBytes);
      if (mark.equals(empty)) continue;
      marks.add(mark.toString('hex'));
      place = at / markBytes + 1;
    }
  };
  quietly(read);
  const write = (mark: Buffer): void => {
    if (!existsSync(path)) return;
    const file = openSync(path, 'r+');
    try {
      writeSync(file, mark, 0, markBytes, (place++ % maxMarks) * markBytes);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
  };
  return {
    has: (recipient, alert) => marks.has(markOf(recipient, alert).toString('hex')),
    add: (recipient, alerts) => {
      for (const alert of alerts) {
        const mark = markOf(recipient, alert);
        if (marks.has(mark.toString('hex'))) continue;
        marks.add(mark.toString('hex'));
        const [oldest] = marks;
        if (marks.size > maxMarks && oldest !== undefined) marks.delete(oldest);
        quietly(() => write(mark));
      }
    },
  };
}

/** Tells nothing about the recipient or the alert. */
function markOf(recipient: string, alert: string): Buffer {
  return hash('sha256', JSON.stringify([recipient, alert]), 'buffer').subarray(0, markBytes);
}

/** The storage has told already what is wrong with the disk. */
function quietly(work: () => void): void {
  try {
    work();
  } catch (error) {
    if (fileFailureOf(error) === null) throw error;
  }
}
