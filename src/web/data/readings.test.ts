import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { describe, expect, test } from 'vitest';
import { type Answer, RequestFailure } from './client.ts';
import { failureOf, readingOf, readingsOf, readingWithin, defaultInterval } from './readings.ts';

const now = Date.parse('2026-05-12T17:05:00Z');
const minute = 60_000;

function answer(given: Partial<Answer<unknown>> = {}): Answer<unknown> {
  return { value: {}, asOf: now, expected: null, trouble: null, etag: null, parts: null, ...given };
}

const done = (given: Partial<Answer<unknown>> = {}) => ({ data: answer(given), error: null, failureReason: null });
const lacking = (isAll: boolean, failure: unknown = null) => ({ value: { lack: { isAll, failure } } });
const waiting = (until: number) => ({ kind: 'waiting', status: null, entries: [], retryAfter: null, until });

describe('the usual age of an answer', () => {
  test.each([
    ['listAircraft', 1],
    ['reminders', 5],
    ['listUsers', 15],
    // Half a minute by the gateway's ages, but without events everything is refreshed once a minute.
    ['reservations', 1],
    ['reportFlights', 24 * 60],
  ] as const)('for %s is %d minutes when the answer gives none', (id, minutes) => {
    expect(defaultInterval(id)).toBe(minutes * minute);
  });

  test('is what the gateway expects, but at least a minute', () => {
    expect(readingOf('reminders', done({ expected: 2 * minute })).interval).toBe(2 * minute);
    expect(readingOf('reminders', done({ expected: 1000 })).interval).toBe(minute);
    expect(readingOf('listAircraft', done(), 10 * minute).interval).toBe(10 * minute);
  });
});

describe('a reading', () => {
  test('has the source’s name and the age of its data', () => {
    expect(readingOf('squawks', done())).toEqual({
      source: 'Squawks',
      asOf: now,
      interval: 5 * minute,
      failure: null,
      isOptional: false,
    });
    expect(readingOf('listUsers', done()).isOptional).toBe(false);
    expect(readingOf('people', done()).isOptional).toBe(true);
  });

  test('has no age without data, or when the local copy has read none of it', () => {
    expect(readingOf('squawks', { data: undefined, error: null, failureReason: null }).asOf).toBeNull();
    expect(readingOf('squawks', done(lacking(true))).asOf).toBeNull();
    expect(readingOf('squawks', done(lacking(false))).asOf).toBe(now);
  });
});

describe('the gaps of a reading', () => {
  const unread = { records: null, setAside: [], failure: null };
  const perAircraft = { aircraft: ['A1', 'A2', 'A3'].map((aircraftId) => ({ ...unread, aircraftId })) };

  test('come from the answer, and are undefined when nothing is missing', () => {
    const reading = readingOf('reminders', done({ value: perAircraft }));
    expect(reading.gaps).toEqual([{ of: 'aircraft', reason: 'not loaded yet', keys: ['a1', 'a2', 'a3'] }]);
    expect(readingOf('reminders', done()).gaps).toBeUndefined();
    expect(readingOf('reminders', { data: undefined, error: null, failureReason: null }).gaps).toBeUndefined();
  });

  test('are never read from the fields of a single record', () => {
    const record = { aircraft: { aircraftId: 'A1' }, days: 'Monday', missing: true };
    for (const id of ['reservation', 'getUser', 'getOperator'] as const)
      expect(readingOf(id, done({ value: record })).gaps).toBeUndefined();
  });

  test('are limited to the aircraft shown, including one just listed', () => {
    const reading = readingOf('reminders', done({ value: perAircraft }));
    const answered = new Set(['a1', 'a2', 'a3']);
    const within = (...ids: readonly string[]) =>
      readingWithin(
        reading,
        ids.map((aircraftId) => ({ aircraftId })),
        answered,
      ).gaps?.flatMap(({ keys }) => keys);
    expect(within('A1')).toEqual(['a1']);
    expect(within('A1', 'new')).toEqual(['a1', 'new']);
    expect(within()).toEqual([]);
    expect(readingWithin(reading, null, answered)).toBe(reading);
    const absent = { ...reading, asOf: null, gaps: [] };
    expect(readingWithin(absent, [{ aircraftId: 'new' }], new Set()).gaps).toEqual([]);
  });

  test('leave out deleted aircraft in the light of the whole screen', () => {
    const client = new QueryClient();
    const use = (queryKey: readonly unknown[], value: unknown) => {
      const options = { queryKey, queryFn: () => answer(), initialData: answer({ value }), staleTime: 1e9 };
      return new QueryObserver(client, options).subscribe(() => undefined);
    };
    const records = [
      { aircraftId: 'a1', status: { id: 1, name: 'active' } },
      { aircraftId: 'a2', status: { id: 2, name: 'deleted' } },
    ];
    const leave = [use(['api', 'listAircraft', {}, {}], { records }), use(['replica', 'reminders'], perAircraft)];
    expect(readingsOf(client)[1]?.gaps).toEqual([{ of: 'aircraft', reason: 'not loaded yet', keys: ['a1'] }]);
    for (const one of leave) one();
    client.clear();
  });
});

describe('the failure of a reading', () => {
  const refused = new RequestFailure('refused', { status: 400 });

  test('is that of the request, even while it is repeated', () => {
    expect(failureOf({ data: undefined, error: refused, failureReason: null })).toMatchObject({ kind: 'refused' });
    expect(failureOf({ ...done(), failureReason: refused })).toMatchObject({ kind: 'refused', status: 400 });
  });

  test('is that of the gateway’s last refresh, by its own word', () => {
    expect(failureOf(done({ trouble: 'upstream-401' }))).toMatchObject({ kind: 'unauthorized' });
    expect(failureOf(done({ trouble: 'timeout' }))).toMatchObject({ kind: 'timeout' });
    expect(failureOf(done())).toBeNull();
  });

  test('is, of two waits, the one with a known end', () => {
    const known = lacking(false, waiting(now + minute));
    expect(failureOf(done({ ...known, trouble: 'busy' }))).toMatchObject({ kind: 'waiting', until: now + minute });
    expect(failureOf(done(known))).toMatchObject({ until: now + minute });
    expect(failureOf(done({ ...known, trouble: 'timeout' }))).toMatchObject({ kind: 'timeout' });
  });

  test('is “unreadable” for an unexpected error', () => {
    expect(failureOf({ ...done(), failureReason: new TypeError('x') })).toMatchObject({ kind: 'unreadable' });
  });
});

test('a query with several pages has the reading of the first', () => {
  const client = new QueryClient();
  const queryKey = ['replica', 'log', 'pages'];
  const pages = [answer(), answer({ asOf: now - minute })];
  client.setQueryData(queryKey, { pages, pageParams: [null, 1] });
  const leave = new QueryObserver(client, { queryKey, staleTime: 1e9 }).subscribe(() => undefined);
  expect(readingsOf(client).map(({ source, asOf }) => [source, asOf])).toEqual([['Changes', now]]);
  leave();
  client.clear();
});

test('the readings are those of queries in use, each once, without the change log and other data', () => {
  const client = new QueryClient();
  const use = (queryKey: readonly unknown[], interval = 0) => {
    const initialData = answer({ value: { records: [] } });
    const options = { queryKey, queryFn: () => answer(), initialData, meta: { interval }, staleTime: 1e9 };
    return new QueryObserver(client, options).subscribe(() => undefined);
  };
  const leave = [
    use(['api', 'listAircraft', {}, {}]),
    use(['replica', 'squawks'], 7 * minute),
    use(['replica', 'changes', 'reminders']),
    use(['replica', 'something else']),
    use(['state']),
  ];
  client.setQueryData(['replica', 'reminders'], answer());
  expect(readingsOf(client).map(({ source, interval }) => [source, interval])).toEqual([
    ['Aircraft', minute],
    ['Squawks', 7 * minute],
  ]);
  for (const one of leave) one();
  expect(readingsOf(client)).toEqual([]);
  client.clear();
});
