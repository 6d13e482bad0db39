import { describe, expect, test } from 'vitest';
import type { ReminderChange } from '#domain/maintenance/transitions.ts';
import { aircraft, clock, now, status } from '#e2e/fixtures/samples/sampleMaintenance.ts';
import { changesSince, progressShown } from './dueListModel.ts';

describe('reminder changes since the last visit', () => {
  const change = (name: string, before: number, after: number, minutesAgo: number): ReminderChange => ({
    aircraftId: 'a1',
    id: name,
    before: { name, status: status(before) },
    after: { name, status: status(after) },
    seenAt: now - minutesAgo * 60_000,
  });
  const lines = (lookedAt: number | null, ...changes: ReminderChange[]) =>
    changesSince(lookedAt, changes, [aircraft()], { now, clock }).map(({ text }) => text);

  test('are those the gateway saw after it', () => {
    const changes = [change('VOR', 1, 3, 90), change('Annual', 1, 2, 60), change('ELT', 1, 2, 15)];
    expect(lines(now - 60 * 60_000, ...changes)).toEqual(['N512SP ELT OK → Warning, seen 1050L']);
    expect(lines(now - 2 * 3_600_000, ...changes)).toHaveLength(3);
  });

  test('are none before the log is read or when nothing changed', () => {
    expect(lines(null, change('VOR', 1, 3, 90))).toEqual([]);
    expect(lines(0, change('VOR', 2, 2, 90))).toEqual([]);
    expect(lines(0)).toEqual([]);
  });
});

describe('the reading progress', () => {
  const failed = [
    {
      aircraft: aircraft(),
      failure: { kind: 'upstream', status: 500, entries: [], retryAfter: null } as const,
    },
  ];

  test('is hidden once everything is read', () => {
    expect(progressShown({ known: 12, total: 12, failed: [] }, 'reminders', clock)).toBeNull();
    expect(progressShown({ known: 0, total: 0, failed: [] }, 'squawks', clock)).toBeNull();
  });

  test('shows how many aircraft have been read, and for what', () => {
    expect(progressShown({ known: 5, total: 12, failed: [] }, 'squawks', clock)).toEqual({
      bar: { known: 5, total: 12, label: 'Aircraft with squawks loaded', text: '5 of 12 aircraft loaded' },
      failures: [],
    });
  });

  test('names the aircraft that failed, with the reason, and has no bar when older records are loaded', () => {
    const shown = progressShown({ known: 12, total: 12, failed }, 'reminders', clock);
    expect(shown?.bar).toBeNull();
    expect(shown?.failures).toEqual([{ key: 'a1', text: expect.stringMatching(/^N512SP: \S/) }]);
    const [nameless] = failed.map((one) => ({ ...one, aircraft: aircraft({ tailNumber: null }) }));
    const without = progressShown({ known: 12, total: 12, failed: nameless ? [nameless] : [] }, 'reminders', clock);
    expect(without?.failures[0]?.text).toMatch(/^No tail number: /);
  });
});
