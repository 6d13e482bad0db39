import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { defaultCopyDays } from '#contract/gateway/config.ts';
import { atOnce } from '#domain/steps.ts';
import { dayOf, daySpan } from '#domain/time/time.ts';
import { Applying } from './apply.ts';
import { newFindings, readReservations } from './records.ts';
import { Register } from './register/register.ts';
import { sqliteStorage } from './storage/sqliteStorage.ts';

const now = Date.parse('2026-05-12T17:05:00Z');
const zone = { name: 'America/Denver', zoneless: 'operator' } as const;
const today = daySpan(dayOf(now, zone.name), zone.name);
const count = 1_100;

/** A day of reservations at the same hour, under a status. */
function answerOf(status: string) {
  const items = Array.from({ length: count }, (_, place) => ({
    reservationId: `r${place}`,
    startTime: '2026-05-12T09:00:00',
    endTime: '2026-05-12T10:00:00',
    reservationStatus: { id: 0, name: status },
  }));
  const { records } = readReservations(items, zone, newFindings());
  const facts = { said: count, sent: count, skipped: [], findings: {} };
  const placed = records.map((record, position) => ({ ...record, position }));
  return { askedAt: now, from: today.start, until: today.end, records: placed, facts };
}

function stand() {
  const storage = sqliteStorage(new DatabaseSync(':memory:'), { service: 'test', at: 0 });
  const time = { clock: () => now, wall: () => now };
  const register = new Register({ storage, ...time, zone: zone.name, days: defaultCopyDays });
  register.load();
  const applying = new Applying({ register, storage, ...time, zone });
  const ofToday = () => register.cellsIn({ start: today.start, end: today.end });
  const statuses = () =>
    Map.groupBy(storage.overlapping(today.start, today.end), ({ slim }) => /Reserved|Cancelled/.exec(slim)?.[0]);
  const changes = () => storage.changes({ after: 0, set: 'reservations', limit: 10 * count });
  return { storage, register, applying, ofToday, statuses, changes };
}

describe('an answer with a thousand reservations of one day', () => {
  test('is stored in steps, and the day counts as read only after the last', () => {
    const { applying, ofToday, statuses } = stand();
    const steps = applying.slice(answerOf('Reserved'), 1);
    const stored: number[] = [];
    for (let step = steps.next(); !step.done; step = steps.next()) {
      stored.push(statuses().get('Reserved')?.length ?? 0);
      expect(ofToday().every(({ asOf }) => asOf === null)).toBe(true);
    }
    expect(stored).toEqual([250, 500, 750, 1_000]);
    expect(statuses().get('Reserved')).toHaveLength(count);
    expect(ofToday().map(({ asOf, count: storedCount }) => [asOf, storedCount])).toEqual([[now, count]]);
  });

  test('that changes them all logs each change once, even if it is interrupted and read again', () => {
    const { applying, ofToday, statuses, changes, storage } = stand();
    atOnce(applying.slice(answerOf('Reserved'), 1));
    const [{ revision } = { revision: 0 }] = ofToday();
    expect(changes()).toEqual([]);
    const interrupted = applying.slice(answerOf('Cancelled'), 1);
    interrupted.next();
    interrupted.next();
    expect(statuses().get('Cancelled')).toHaveLength(500);
    expect(changes()).toHaveLength(500);
    expect([ofToday()[0]?.revision, storage.cells()[0]?.revision]).toEqual([revision, revision]);
    const { missing } = atOnce(applying.slice(answerOf('Cancelled'), 1));
    expect(missing).toEqual([]);
    expect(statuses().get('Cancelled')).toHaveLength(count);
    expect(new Set(changes().map(({ id }) => id)).size).toBe(count);
    expect(changes()).toHaveLength(count);
    expect(ofToday()[0]?.revision).toBeGreaterThan(revision);
  });
});
