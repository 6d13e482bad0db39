import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { auditEntryShape } from '#contract/access/audit.ts';
import { createLog, silentLog } from '#server/observability/log.ts';
import { day, emptyDirectory, testNow } from '#e2e/servers/access/testAccess.ts';
import { AuditTrail, verifyAudit } from './auditTrail.ts';
import { endOfLines } from './textLines.ts';
import { secretForms } from '#server/upstream/upstream.ts';

function open(directory: string | null, clock = { now: testNow }, log = silentLog): AuditTrail {
  const trail = new AuditTrail({ directory, clock: () => clock.now, log });
  onTestFinished(() => trail.close());
  return trail;
}

const fileOf = (directory: string, month = '2026-05') => join(directory, 'audit', `${month}.jsonl`);
const linesIn = (path: string) => readFileSync(path, 'utf8').trimEnd().split('\n');
const seqs = ({ entries }: ReturnType<AuditTrail['page']>) => entries.map(({ seq }) => seq);

/** A directory with an audit of this many entries, closed. */
function written(count: number): string {
  const directory = emptyDirectory();
  const trail = open(directory);
  for (let entry = 1; entry <= count; entry++) trail.write({ event: 'signed in', grant: `grant${entry}` });
  trail.close();
  return directory;
}

describe('an audit that is kept for some days', () => {
  it('deletes whole months that are too old, says so, and is whole all the same', () => {
    const directory = written(3);
    const clock = { now: testNow + 25 * day };
    const keep = (days: number | null) => {
      const trail = new AuditTrail({ directory, clock: () => clock.now, log: silentLog, days });
      onTestFinished(() => trail.close());
      return trail;
    };
    const june = keep(31);
    june.write({ event: 'signed in' });
    june.flush();
    // May ended less than 31 days ago.
    expect(linesIn(fileOf(directory))).toHaveLength(3);
    clock.now = testNow + 60 * day;
    june.write({ event: 'signed out' });
    june.flush();
    june.flush();
    expect(existsSync(fileOf(directory))).toBe(false);
    const [text] = linesIn(fileOf(directory, '2026-07')).slice(-1);
    expect(auditEntryShape.parse(JSON.parse(text ?? ''))).toMatchObject({
      event: 'shortened',
      detail: 'entries up to 3, of 2026-05 and before',
    });
    expect(verifyAudit(directory)).toMatchObject({ entries: 3, faults: [] });
    // Missing lines of later months are still found.
    writeFileSync(fileOf(directory, '2026-06'), '');
    expect(verifyAudit(directory).faults).toEqual(['audit/2026-07.jsonl, line 1: Entry 4 is missing.']);
  });

  it('keeps everything unless days are set, and deletes at the start what is too old by then', () => {
    const directory = written(2);
    const later = { now: testNow + 400 * day };
    const trail = open(directory, later);
    trail.write({ event: 'signed in' });
    trail.close();
    expect(existsSync(fileOf(directory))).toBe(true);
    new AuditTrail({ directory, clock: () => later.now, log: silentLog, days: 90 }).close();
    expect(existsSync(fileOf(directory))).toBe(false);
    expect(verifyAudit(directory)).toMatchObject({ entries: 2, faults: [] });
  });
});

describe('the audit on disk', () => {
  it('has one entry per line, each with the hash of the line before, in a file that only its owner can read', () => {
    const directory = written(3);
    const entries = linesIn(fileOf(directory)).map((line) => auditEntryShape.parse(JSON.parse(line)));
    expect(entries.map(({ seq, at, grant }) => [seq, at, grant])).toEqual(
      [1, 2, 3].map((seq) => [seq, '2026-05-12T17:05:00.000Z', `grant${seq}`]),
    );
    expect(entries[0]?.prev).toBe('');
    expect(new Set(entries.map(({ prev }) => prev)).size).toBe(3);
    expect([statSync(fileOf(directory)).mode & 0o777, statSync(join(directory, 'audit')).mode & 0o777]).toEqual([
      0o600, 0o700,
    ]);
    expect(verifyAudit(directory)).toMatchObject({ entries: 3, faults: [] });
  });

  it('continues after a restart, in one file per month, and after a clock that was set back', () => {
    const directory = written(2);
    const clock = { now: testNow + 30 * day };
    const trail = open(directory, clock);
    trail.write({ event: 'signed out' });
    trail.flush();
    clock.now = testNow;
    trail.write({ event: 'signed in' });
    trail.flush();
    expect(linesIn(fileOf(directory, '2026-06'))).toHaveLength(2);
    expect(verifyAudit(directory)).toEqual({
      entries: 4,
      span: ['2026-05-12T17:05:00.000Z', '2026-05-12T17:05:00.000Z'],
      faults: [],
    });
    expect(seqs(trail.page(Infinity, null))).toEqual([4, 3, 2, 1]);
  });

  it('has a change at once, and what may come in numbers within a tenth of a second', async () => {
    const directory = emptyDirectory();
    const trail = open(directory);
    for (const event of ['refused', 'created', 'revoked', 'ended', 'opened', 'recipient saved', 'put off'] as const) {
      trail.write({ event });
      expect(existsSync(fileOf(directory)) ? linesIn(fileOf(directory)).at(-1) : '').toContain(
        event === 'refused' ? '' : `"event":"${event}"`,
      );
    }
    trail.write({ event: 'exported' });
    expect(linesIn(fileOf(directory))).toHaveLength(7);
    await expect.poll(() => linesIn(fileOf(directory)).length).toBe(8);
    trail.write({ event: 'exported' });
    trail.flushed();
    expect(verifyAudit(directory)).toMatchObject({ entries: 9, faults: [] });
  });

  it('removes a line that a crash cut off, and notes it', () => {
    const directory = written(2);
    appendFileSync(fileOf(directory), '{"seq":3,"at":"2026-05');
    const trail = open(directory);
    expect(trail.page(Infinity, null).entries[0]).toMatchObject({ seq: 3, event: 'repaired' });
    trail.flush();
    expect(verifyAudit(directory)).toMatchObject({ entries: 3, faults: [] });
  });

  it('keeps entries that cannot be written now, shows them, and writes them later', () => {
    const directory = emptyDirectory();
    const trail = open(directory);
    mkdirSync(fileOf(directory));
    trail.write({ event: 'signed in' });
    trail.flush();
    expect(seqs(trail.page(2, null))).toEqual([1]);
    rmdirSync(fileOf(directory));
    trail.write({ event: 'signed out' });
    trail.flush();
    expect(verifyAudit(directory)).toMatchObject({ entries: 2, faults: [] });
  });

  it('is in memory without a directory', () => {
    const trail = open(null);
    for (let entry = 0; entry < 1_200; entry++) trail.write({ event: 'signed in' });
    expect(seqs(trail.page(Infinity, null))[0]).toBe(1_200);
    expect(seqs(trail.page(202, null))).toEqual([201]);
  });

  it('is read a page at a time, of one event or of all', () => {
    const directory = written(230);
    const trail = open(directory);
    trail.write({ event: 'refused', why: 'unknown token' });
    const [first, second] = [trail.page(Infinity, null), trail.page(132, null)];
    expect([first.entries.length, first.next, seqs(second).slice(0, 2)]).toEqual([100, 132, [131, 130]]);
    expect(trail.page(32, null)).toMatchObject({ next: null, entries: { length: 31 } });
    expect(seqs(trail.page(Infinity, 'refused'))).toEqual([231]);
  });
});

it('reads only a few pieces for a page in the middle, and limits a search', () => {
  const directory = written(0);
  const trail = open(directory);
  for (let entry = 0; entry < 30_000; entry++) trail.write({ event: 'signed in', grant: 'x'.repeat(40) });
  trail.flush();
  for (const before of [1, 2, 101, 5_000, 15_000, 29_999]) {
    const found = seqs(trail.page(before, null));
    expect(found).toEqual(Array.from({ length: Math.min(100, before - 1) }, (_, index) => before - 1 - index));
  }
  let looks = 0;
  const end = endOfLines(fileOf(directory), (line) => {
    looks++;
    return auditEntryShape.parse(JSON.parse(line)).seq >= 5_000;
  });
  expect(looks).toBeLessThan(10);
  const size = statSync(fileOf(directory)).size;
  expect(end / size).toBeGreaterThan(5_000 / 30_000 - 0.02);
  expect(end / size).toBeLessThan(5_000 / 30_000 + 0.04);
  expect(trail.page(Infinity, 'refused')).toMatchObject({ entries: [], next: 28_001 });
});

describe('the check of the audit', () => {
  const change = fc.constantFrom<(lines: string[], at: number) => string[]>(
    (lines, at) => lines.toSpliced(at, 1),
    (lines, at) => lines.with(at, (lines[at] ?? '').replace('grant', 'other')),
    (lines, at) => lines.with(at, (lines[at] ?? '').replace('2026', '2025')),
    (lines, at) => lines.with(at, 'no entry'),
    (lines, at) => lines.toSpliced(at, 0, lines[at] ?? ''),
    (lines, at) => lines.toSpliced(at, 2, ...lines.slice(at, at + 2).toReversed()),
    (lines, at) => lines.slice(0, at),
    (lines, at) => lines.slice(at + 1),
  );

  it('finds any line that was changed, removed, repeated or moved', () => {
    const directory = written(12);
    const path = fileOf(directory);
    const lines = linesIn(path);
    fc.assert(
      fc.property(change, fc.nat(lines.length - 1), (changed, at) => {
        const now = changed(lines, at);
        fc.pre(now.join() !== lines.join());
        writeFileSync(path, now.map((line) => `${line}\n`).join(''));
        expect(verifyAudit(directory).faults).not.toEqual([]);
      }),
    );
    writeFileSync(path, lines.map((line) => `${line}\n`).join(''));
    expect(verifyAudit(directory).faults).toEqual([]);
  });

  it('names it', () => {
    const directory = written(5);
    const path = fileOf(directory);
    const [first = '', second = '', third = '', , fifth = ''] = linesIn(path);
    writeFileSync(path, `${first}\n${second.replace('grant2', 'grant9')}\n${third}\n${fifth}\n`);
    expect(verifyAudit(directory).faults).toEqual([
      'audit/2026-05.jsonl, line 3: the entry before it was changed.',
      'audit/2026-05.jsonl, line 4: Entry 4 is missing.',
    ]);
  });

  it('finds a missing month, which the gateway reports at its start', () => {
    const directory = written(3);
    let logged = '';
    renameSync(fileOf(directory), join(directory, 'away'));
    const upstream = { bases: { core: 'http://u', scheduling: 'http://u', reports: 'http://u' }, key: 'key-of-test' };
    const trail = open(
      directory,
      { now: testNow },
      createLog(secretForms(upstream), (line) => (logged += line)),
    );
    expect(logged).toContain('The audit has lost entries');
    trail.write({ event: 'signed in' });
    trail.flush();
    expect(verifyAudit(directory).faults).toEqual(['audit/2026-05.jsonl, line 1: Entries 1 to 3 are missing.']);
  });
});
