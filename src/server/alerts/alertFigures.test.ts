import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished } from 'vitest';
import type { StoredMessage } from '#server/replica/storage/storage.ts';
import { sqliteStorage } from '#server/replica/storage/sqliteStorage.ts';
import { alertFigures } from './alerts.ts';

const now = Date.UTC(2026, 4, 12, 17);
const minute = 60_000;

function openStored() {
  const storage = sqliteStorage(new DatabaseSync(':memory:'), { service: 'alerts', at: now });
  onTestFinished(() => storage.close());
  return storage;
}

const message = (id: string, minutesAgo: number): StoredMessage => ({
  id,
  recipient: 'r',
  name: 'Anna',
  channel: 'mail',
  state: 'waiting',
  attempts: 0,
  at: now - minutesAgo * minute,
  triedAt: null,
  nextAt: null,
  answer: null,
  alerts: [],
});

it('count messages by how they stand, and say how long the oldest one has waited', () => {
  const storage = openStored();
  storage.addMessages([message('a', 50), message('b', 40), message('c', 30), message('d', 20)]);
  const tried = { attempts: 1, triedAt: now, answer: '421' };
  storage.noteMessage({ id: 'a', state: 'sent', nextAt: null, ...tried });
  storage.noteMessage({ id: 'b', state: 'retrying', nextAt: now + minute, ...tried });
  storage.noteMessage({ id: 'c', state: 'dead', nextAt: null, ...tried });
  expect(alertFigures(storage, { evaluatedAt: now - minute, lastCost: 12 }, now)).toEqual({
    evaluationAgeMs: minute,
    evaluationMs: 12,
    waiting: 2,
    retrying: 1,
    oldestWaitingMs: 40 * minute,
    sent: 1,
    dead: 1,
  });
});

it('know no age before the first look, and nothing of messages without any', () => {
  const figures = alertFigures(openStored(), { evaluatedAt: null, lastCost: 0 }, now);
  expect(figures).toMatchObject({ evaluationAgeMs: null, waiting: 0, retrying: 0, oldestWaitingMs: null, dead: 0 });
});
