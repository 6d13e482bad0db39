import { expect, test } from 'vitest';
import type { LoggedChange } from '#contract/gateway/replica.ts';
import { zone } from '#e2e/fixtures/samples/sampleMaintenance.ts';
import { appended, readReminderChange, readReservationChange } from './log.ts';

const now = Date.parse('2026-05-12T17:05:00Z');
/** The gateway's clock is an hour ahead of this device's. */
const at = '2026-05-12T18:05:00Z';

const logged = (given: Partial<LoggedChange> = {}): LoggedChange => ({
  seq: 1,
  at: '2026-05-12T18:04:00Z',
  set: 'reminders',
  scope: 'a1',
  id: 'r1',
  kind: 'changed',
  before: { name: 'Annual', status: { id: 1, name: 'OK' } },
  after: { name: 'Annual', status: { id: 2, name: 'Warning' } },
  ...given,
});
const page = (changes: LoggedChange[], next: number) => ({ changes, next, at, hasMore: false, from: at });
const seenAt = (_: LoggedChange, instant: number) => instant;

test('times use the gateway’s clock', () => {
  const log = appended(null, page([logged()], 1), seenAt);
  const madeAt = Date.parse('2026-05-12T18:04:00Z');
  expect(log).toEqual({ changes: [madeAt], next: 1, at, firstAt: at });
  const late = appended(log, page([logged({ at: '2026-05-12T18:05:00Z' })], 2), seenAt);
  expect(late.changes).toEqual([madeAt, madeAt + 60_000]);
});

test('an answer without news keeps the same list', () => {
  const first = appended(null, page([logged()], 1), seenAt);
  const second = appended(first, page([], 1), seenAt);
  expect(second.changes).toBe(first.changes);
  expect(appended(second, page([logged()], 2), seenAt).changes).toHaveLength(2);
  expect(second.firstAt).toBe(first.firstAt);
});

test('a log that starts again replaces the previous one', () => {
  const first = appended(null, page([logged(), logged()], 90), seenAt);
  expect(appended(first, page([logged()], 3), seenAt).changes).toHaveLength(1);
});

test('a reminder change is one of status, and a new meter reading is left out', () => {
  expect(readReminderChange(logged(), now)).toMatchObject({ aircraftId: 'a1', id: 'r1', seenAt: now });
  const read = (hours: number) => ({
    name: 'Annual',
    status: { id: 1, name: 'OK' },
    timeOptions: { currentHours: hours },
  });
  expect(readReminderChange(logged({ before: read(1), after: read(2) }), now)).toBeNull();
  expect(readReminderChange(logged({ kind: 'added', before: null }), now)?.before).toBeNull();
});

test('a reservation change is one of plan or status, and an unreadable one is left out', () => {
  const record = (startTime: string) => ({ reservationId: 'r', startTime, endTime: '2026-05-12T20:00:00' });
  const moved = logged({ before: record('2026-05-12T13:00:00'), after: record('2026-05-12T14:00:00') });
  expect(readReservationChange(moved, now, zone)).toMatchObject({
    before: { key: 'r' },
    after: { key: 'r' },
    seenAt: now,
  });
  expect(readReservationChange(logged({ before: record('x'), after: record('x') }), now, zone)).toBeNull();
  expect(readReservationChange(logged({ after: 'no record' }), now, zone)).toBeNull();
});
