import { describe, expect, test } from 'vitest';
import { type LogEntry, logAddress } from '#contract/gateway/log.ts';
import { csvText } from '#domain/answers/csv.ts';
import { entryWords, logCells, logColumns, logDays } from './words.ts';

const zone = 'America/Denver';
const local = { zone, mode: 'L' } as const;
const zulu = { zone, mode: 'Z' } as const;
const utc = (text: string) => Date.parse(`2026-${text}Z`);

const entry = (at: string, more: Partial<LogEntry> = {}): LogEntry => ({
  seq: 1,
  at,
  kinds: ['moved'],
  aircraftId: 'a1',
  tail: 'N512SP',
  people: [],
  facts: {
    of: 'reservation',
    key: 'k1',
    what: '=Rental',
    before: plan('2026-05-12T19:00:00Z', '2026-05-12T21:00:00Z'),
    after: plan('2026-05-13T03:00:00Z', '2026-05-13T05:00:00Z'),
  },
  ...more,
});

function plan(start: string, end: string) {
  return { start, end, aircraftId: 'a1', tail: 'N512SP', instructor: null, pilots: ['Sam Garcia'], status: 'Reserved' };
}

describe('times in an entry', () => {
  const moved = entry('2026-05-12T17:05:00Z');
  test('use the displayed clock, and give the day if it differs from the entry’s', () => {
    expect(entryWords(moved, local).words).toBe('moved from 1300L to 2100L');
    expect(entryWords(moved, zulu).words).toBe('moved from 1900Z to Wed 13 May 0300Z');
  });

  test('are grouped by days of the same clock', () => {
    const entries = [
      entry('2026-05-13T03:00:00Z'),
      moved,
      entry('2026-05-11T17:00:00Z'),
      entry('2026-05-09T17:00:00Z'),
    ];
    const now = utc('05-13T04:00:00');
    const days = (clock: typeof local | typeof zulu) =>
      logDays(entries, now, clock).map(({ title, entries: own }) => `${title}: ${own.length}`);
    expect(days(local)).toEqual(['Today, Tue 12 May: 2', 'Yesterday, Mon 11 May: 1', 'Sat 9 May: 1']);
    expect(days(zulu)).toEqual(['Today, Wed 13 May: 1', 'Yesterday, Tue 12 May: 1', 'Mon 11 May: 1', 'Sat 9 May: 1']);
  });
});

test('in the file, every entry is a row, and no cell runs as a formula', () => {
  const file = csvText([logColumns(local), logCells(entry('2026-05-12T17:05:00Z', { tail: '=N1' }), local)]);
  expect(file).toBe(
    '\uFEFFSeen (America/Denver),Kind,Aircraft,People,Change,Details,Record\r\n' +
      "2026-05-12 11:05,Moved,'=N1,Sam Garcia,moved from 1300L to 2100L,'=Rental,k1\r\n",
  );
});

test('equal queries have the same address, whatever the order of their kinds', () => {
  expect(logAddress({ limit: 100 })).toBe('/replica/log?limit=100');
  expect(logAddress({ kinds: ['gone', 'moved'], q: ' Lee & Fox ', before: 7, limit: 100, aircraft: null })).toBe(
    '/replica/log?kind=moved%2Cgone&q=Lee%20%26%20Fox&before=7&limit=100',
  );
});
