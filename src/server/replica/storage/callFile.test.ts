import { readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { callsBeside, sqliteStorage } from './sqliteStorage.ts';
import { type CallFile, openCallFile } from './callFile.ts';
import { emptyDirectory } from '#e2e/servers/storageSamples.ts';

const second = 1_000;
const minute = 60 * second;
/** A realistic time: it has as many digits as a real one. */
const noon = Date.UTC(2026, 4, 12, 12);
const recordBytes = 16;

/** Call files of one directory, opened one after another, as by several processes. */
function processes() {
  const path = join(emptyDirectory(), 'calls');
  const open = (start: number): CallFile => {
    const calls = openCallFile(path, start);
    onTestFinished(calls.close);
    return calls;
  };
  return { path, open };
}

/** A call of ten milliseconds. */
function makeCall(calls: CallFile, at: number): void {
  calls.endCall(calls.beginCall(at), at + 10);
}

describe('the next process', () => {
  it('knows when calls ended; those without an end count as ending at its start, not at a later one', () => {
    const { path, open } = processes();
    const first = open(noon);
    makeCall(first, noon + second);
    const left = first.beginCall(noon + 2 * second);
    first.endCall(first.beginCall(noon + 3 * second), noon + 5 * second);
    expect(left).not.toBe(first.beginCall(noon + 4 * second));
    expect(statSync(path).mode % 0o1000).toBe(0o600);
    // A killed process does not close its file.
    const start = noon + 20 * second;
    const next = open(start);
    expect(next.recentCalls(noon)).toEqual([noon + second + 10, noon + 5 * second, start, start]);
    expect(next.recentCalls(noon + 5 * second)).toEqual([noon + 5 * second, start, start]);
    makeCall(next, noon + 30 * second);
    expect(open(noon + 50 * second).recentCalls(noon + 6 * second)).toEqual([start, start, noon + 30 * second + 10]);
  });

  it('begins an empty file if nothing in it matters any more', () => {
    const { path, open } = processes();
    const first = open(noon);
    for (let call = 0; call < 50; call++) makeCall(first, noon + call);
    expect(statSync(path).size).toBe(50 * recordBytes);
    expect(open(noon + 3 * minute).recentCalls(0)).toEqual([]);
    expect(statSync(path).size).toBe(0);
  });

  it.each([
    ['back', noon - 60 * minute],
    ['back to 1970', 0],
  ])('keeps the ages of calls although the clock was set %s', (_, start) => {
    const { open } = processes();
    const first = open(noon);
    makeCall(first, noon);
    first.beginCall(noon + second);
    expect(open(start).recentCalls(start - minute)).toEqual([noon + 10, noon + second]);
  });
});

it('forgets no call when the clock is set back during the work', () => {
  const { open } = processes();
  const first = open(noon);
  const call = first.beginCall(noon);
  first.endCall(call, noon - 60 * minute);
  for (let made = 0; made < 200; made++) makeCall(first, noon - 59 * minute + made * second);
  const start = noon - 56 * minute;
  expect(open(start).recentCalls(start - minute).length).toBeGreaterThanOrEqual(60);
});

describe('records are used again', () => {
  it('two minutes after their call ended, so that the file holds only the calls of two minutes', () => {
    const { path, open } = processes();
    const calls = open(noon);
    const last = noon + 1_000 * second;
    for (let at = noon; at <= last; at += second) makeCall(calls, at);
    expect(statSync(path).size / recordBytes).toBeGreaterThanOrEqual(120);
    expect(statSync(path).size / recordBytes).toBeLessThan(125);
    const recent = open(last + second).recentCalls(last - minute);
    expect(recent).toEqual(Array.from({ length: 61 }, (_, index) => last - minute + index * second + 10));
  });

  it('but never that of a running call, however many others come and go', () => {
    const { open } = processes();
    const calls = open(noon);
    const long = calls.beginCall(noon);
    const last = noon + 600 * second;
    for (let at = noon; at <= last; at += second) makeCall(calls, at);
    expect(open(last).recentCalls(last)).toEqual([last, last + 10]);
    calls.endCall(long, last + second);
    expect(open(last + 2 * second).recentCalls(last + second)).toEqual([last + second]);
  });

  it('and whatever the order of calls, ends and restarts, the next process knows all that matter', () => {
    const step = fc.record({
      passed: fc.integer({ min: 0, max: 50 * second }),
      act: fc.constantFrom('begin', 'begin', 'end', 'end', 'kill'),
      which: fc.nat(9),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
        const path = join(emptyDirectory(), 'calls');
        let calls = openCallFile(path, noon);
        let now = noon;
        let running: number[] = [];
        const ends: number[] = [];
        for (const { passed, act, which } of steps) {
          now += passed;
          const call = running[which % Math.max(1, running.length)];
          if (act === 'begin') running.push(calls.beginCall(now));
          else if (act === 'end' && call !== undefined) {
            calls.endCall(call, now);
            ends.push(now);
            running = running.filter((other) => other !== call);
          } else if (act === 'kill') {
            calls.close();
            calls = openCallFile(path, now);
            ends.push(...running.map(() => now));
            running = [];
            const since = now - minute;
            expect(calls.recentCalls(since)).toEqual(ends.filter((end) => end >= since));
          }
        }
        calls.close();
      }),
    );
  });
});

describe('a damaged file', () => {
  /** A file of five calls, of which the second is running. */
  function damaged(damage: (path: string) => void): readonly number[] {
    const { path, open } = processes();
    const first = open(noon);
    makeCall(first, noon + 1);
    first.beginCall(noon + 2);
    for (const later of [3, 4, 5]) makeCall(first, noon + later);
    damage(path);
    const next = open(noon + second);
    const recent = next.recentCalls(noon);
    // It can be used again.
    makeCall(next, noon + 2 * second);
    expect(open(noon + 3 * second).recentCalls(noon)).toEqual([...recent, noon + 2 * second + 10]);
    return recent.map((at) => at - noon);
  }
  const overwrite = (path: string, from: number, bytes: Buffer) => {
    const whole = readFileSync(path);
    bytes.copy(whole, from);
    writeFileSync(path, whole);
  };

  it.each<[string, (path: string) => void, readonly number[]]>([
    ['nothing', () => undefined, [11, 13, 14, 15, second]],
    ['a record cut off in the middle', (path) => truncateSync(path, 4 * recordBytes + 7), [11, 13, 14, second, second]],
    [
      'one flipped bit',
      (path) => overwrite(path, 2 * recordBytes, Buffer.from([(readFileSync(path)[2 * recordBytes] ?? 0) ^ 1])),
      [11, 14, 15, second, second],
    ],
    [
      'zeros over two records',
      (path) => overwrite(path, 0, Buffer.alloc(2 * recordBytes)),
      [13, 14, 15, second, second],
    ],
    ['words', (path) => writeFileSync(path, 'no calls are in this file at all'), [second, second]],
  ])('with %s: each unreadable record counts as a call that ends at the start', (_, damage, recent) => {
    expect(damaged(damage)).toEqual(recent);
  });
});

describe('beside a database', () => {
  it('the calls of an older one, which has them in a table, are taken over once', () => {
    const path = join(emptyDirectory(), 'file.sqlite');
    const begin = (at: number) => ({ service: 'school', at });
    sqliteStorage(new DatabaseSync(path), begin(noon)).close();
    const older = new DatabaseSync(path);
    older.exec(`INSERT INTO call (begun_at, ended_at) VALUES (${noon + 1}, ${noon + 2}), (${noon + 3}, NULL)`);
    older.close();
    const start = noon + second;
    const first = sqliteStorage(new DatabaseSync(path), begin(start));
    expect(first.recentCalls(noon)).toEqual([noon + 2, start]);
    first.beginCall(start + 1);
    first.close();
    const next = sqliteStorage(new DatabaseSync(path), begin(start + second));
    expect(next.recentCalls(noon)).toEqual([noon + 2, start, start + second]);
    next.close();
  });

  it('that is in memory, they are in memory too', () => {
    const calls = callsBeside(new DatabaseSync(':memory:'), { service: 'school', at: noon });
    makeCall(calls, noon);
    calls.beginCall(noon + second);
    expect(calls.recentCalls(noon)).toEqual([noon + 10, noon + second]);
  });
});
