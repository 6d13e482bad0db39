import type { PersistedQuery } from '@tanstack/query-persist-client-core';
import { expect, test } from 'vitest';
import { createQueryClient } from './policy.ts';
import { type AnswerStorage, keepAnswers } from './store.ts';

const owner = '1001 Ana';
const day = 86_400_000;

/** A browser's storage; IndexedDB is tried in the browser tests. */
function storageOf(kept = new Map<string, PersistedQuery>()): AnswerStorage & { kept: typeof kept } {
  return {
    kept,
    getItem: (key) => kept.get(key),
    setItem: (key, value) => kept.set(key, structuredClone(value)),
    removeItem: (key) => void kept.delete(key),
    entries: () => [...kept],
  };
}

const reminders = ['replica', 'reminders'];
const answerOf = (name: string, asOf = Date.now()) => ({ value: { records: [{ name }] }, asOf, etag: null });

/** One visit of the dashboard, in which the service gives these answers. */
async function visit(
  storage: AnswerStorage | null,
  answers: (readonly [readonly unknown[], unknown])[],
  whose = owner,
  meta: Record<string, unknown> = {},
) {
  const client = createQueryClient();
  await keepAnswers(client, whose, storage);
  const found = new Map(
    client
      .getQueryCache()
      .getAll()
      .map(({ queryHash, state }) => [queryHash, state.data]),
  );
  for (const [queryKey, answer] of answers) {
    await client.query({ queryKey, queryFn: () => answer, staleTime: 0, meta });
  }
  await new Promise((resolve) => setTimeout(resolve));
  client.clear();
  return found;
}

test('answers are kept for the next visit, with their age', async () => {
  const storage = storageOf();
  const answer = answerOf('Annual', Date.now() - 60_000);
  await visit(storage, [[reminders, answer]]);
  expect([...(await visit(storage, [])).values()]).toEqual([answer]);
});

test('the ETag is not kept, because the stored answer may lack personal data', async () => {
  const storage = storageOf();
  await visit(storage, [[reminders, { ...answerOf('Annual', 1), etag: '"a"' }]]);
  expect([...(await visit(storage, [])).values()]).toEqual([answerOf('Annual', 1)]);
});

test('only complete answers about aircraft, reminders and squawks are kept, without personal data', async () => {
  const storage = storageOf();
  await visit(storage, [
    ...['listUsers', 'getUser', 'getUserByExternalId', 'getOperator', 'listInstructors'].map(
      (id) => [['api', id, {}, {}], answerOf('people')] as const,
    ),
    [['replica', 'reservations', {}], answerOf('reservations')],
    [['replica', 'people'], answerOf('people')],
    [['api', 'listMaintenanceReminders', { aircraftId: 'a' }, { limit: 25 }], answerOf('a page')],
    [['replica', 'squawks'], { value: { records: [{ by: { email: 'a@example.com' } }] }, asOf: 1 }],
    [['api', 'listAircraft', {}, {}], answerOf('aircraft')],
  ]);
  const kept = [...(await visit(storage, [])).values()];
  expect(kept).toHaveLength(2);
  expect(kept).toContainEqual({ value: { records: [{ by: {} }] }, asOf: 1, etag: null });
  expect(kept).toContainEqual(answerOf('aircraft', expect.any(Number) as number));
});

const span = (first: number) => ({ start: first * day, end: (first + 3) * day });
const windowOf = (first: number) => ['replica', 'reservations', span(first)];
const reservationsOf = (count: number) => ({
  value: {
    reservations: [{ key: 'b', pilots: ['Ana Garcia'], record: { pilots: [{ lastName: 'Garcia', phone: '1' }] } }],
    count,
  },
  asOf: count,
});

test('only the newest window of reservations is kept, on request, and without people on boards without names', async () => {
  for (const [keep, expected] of [
    ['with names', [{ key: 'b', pilots: ['Ana Garcia'], record: { pilots: [{ lastName: 'Garcia' }] } }]],
    ['without names', [{ key: 'b', pilots: [], record: { pilots: [] } }]],
  ] as const) {
    const storage = storageOf();
    await visit(storage, [[windowOf(1), reservationsOf(1)]], owner, { keep });
    for (const { state } of storage.kept.values()) state.dataUpdatedAt -= 1000;
    await visit(storage, [[windowOf(2), reservationsOf(2)]], owner, { keep });
    const found = await visit(storage, []);
    expect([...found.values()]).toEqual([{ value: { reservations: expected, count: 2 }, asOf: 2, etag: null }]);
    expect(storage.kept.size).toBe(1);
  }
});

test('an answer that arrives every minute is written every five', async () => {
  const storage = storageOf();
  let written = 0;
  const counting = {
    ...storage,
    setItem: (key: string, value: PersistedQuery) => void (written++, storage.setItem(key, value)),
  };
  const answers = [1, 2, 3].map((count) => [windowOf(1), reservationsOf(count)] as const);
  await visit(counting, answers, owner, { keep: 'with names' });
  expect(written).toBe(1);
});

test('answers of another operator or person, or older than two weeks, are dropped', async () => {
  const storage = storageOf();
  await visit(storage, [[reminders, answerOf('Annual')]]);
  expect((await visit(storage, [], '2002 Ana')).size).toBe(0);
  expect(storage.kept.size).toBe(0);
  await visit(storage, [[reminders, answerOf('Annual')]]);
  expect((await visit(storage, [], '1001 Bo')).size).toBe(0);
  expect(storage.kept.size).toBe(0);
  await visit(storage, [[reminders, answerOf('Annual')]]);
  for (const { state } of storage.kept.values()) state.dataUpdatedAt -= 15 * day;
  expect((await visit(storage, [])).size).toBe(0);
});

test('only the newest ten answers are kept', async () => {
  const storage = storageOf();
  const many = Array.from({ length: 12 }, (_, index) => [['replica', 'other', `N${index}`], answerOf('x')] as const);
  await visit(storage, many, owner, { keep: 'with names' });
  for (const [index, { state }] of [...storage.kept.values()].entries()) state.dataUpdatedAt -= 12 - index;
  const found = await visit(storage, []);
  expect(found.size).toBe(10);
  expect([...found.keys()].some((key) => key.includes('"N1"'))).toBe(false);
  expect(storage.kept.size).toBe(10);
});

test('a stored answer does not replace a newer one from the service', async () => {
  const storage = storageOf();
  await visit(storage, [[reminders, answerOf('old')]]);
  const client = createQueryClient();
  client.setQueryData(reminders, answerOf('new'));
  await keepAnswers(client, owner, storage);
  expect(client.getQueryData(reminders)).toMatchObject({ value: { records: [{ name: 'new' }] } });
});

test('everything works from memory when there is no storage or it refuses', async () => {
  const refuse = () => Promise.reject(new DOMException('The quota has been exceeded.', 'QuotaExceededError'));
  const full = { ...storageOf(), setItem: refuse };
  const broken = { getItem: refuse, setItem: refuse, removeItem: refuse, entries: refuse };
  for (const storage of [null, full, broken]) {
    expect((await visit(storage, [[reminders, answerOf('Annual')]])).size).toBe(0);
  }
});
