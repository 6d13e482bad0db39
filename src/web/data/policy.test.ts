import { environmentManager, MutationObserver, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { everyone } from '#contract/access/grants.ts';
import type { Role } from '#contract/access/roles.ts';
import { refreshHeader } from '#contract/gateway/callClass.ts';
import { asking, RequestFailure } from './client.ts';
import { changing, configKey, createQueryClient, onlyIf, readAhead, refreshNow, waitBefore } from './policy.ts';

const minute = 60_000;

beforeAll(() => environmentManager.setIsServer(() => false));
beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('the next attempt follows the service’s wait, or comes soon at first and then about every half minute', () => {
  expect(waitBefore(0, new RequestFailure('limited', { retryAfter: 5 * minute }))).toBe(5 * minute);
  expect(waitBefore(0, new RequestFailure('limited', { retryAfter: 60 * minute }))).toBe(15 * minute);
  const waits = [0, 1, 2, 10].map((attempt) => waitBefore(attempt, new RequestFailure('timeout')));
  expect(waits[0]).toBeLessThan(3_000);
  expect(waits[3]).toBeGreaterThan(20_000);
  expect(waits[3]).toBeLessThan(40_000);
  expect(waitBefore(0, new RequestFailure('unauthorized'))).toBe(minute);
});

/** An answer of the gateway: a body, or a status other than 200. */
type Reply = string | number;

/** A query on screen. Its `replies` come in turn; the last one repeats. */
function look(replies: Reply[]) {
  const client = createQueryClient();
  const urgent: boolean[] = [];
  vi.stubGlobal('fetch', (_: string, { headers }: RequestInit) => {
    urgent.push(new Headers(headers).has(refreshHeader));
    const reply = (replies.length > 1 ? replies.shift() : replies[0])!;
    const [body, status] = typeof reply === 'number' ? ['[]', reply] : [JSON.stringify(reply), 200];
    return Promise.resolve(new Response(body, { status }));
  });
  const queryKey = ['replica', 'reminders'];
  const queryFn = asking('/replica/reminders', String);
  const observer = new QueryObserver(client, { queryKey, queryFn });
  onTestFinished(observer.subscribe(() => undefined));
  return { client, query: observer.getCurrentQuery(), queryKey, urgent };
}

test('a failure is known at once, and the request is repeated until it succeeds', async () => {
  const { query } = look([502, 502, 'here']);
  await vi.advanceTimersByTimeAsync(0);
  expect(query.state.fetchFailureReason).toBeInstanceOf(RequestFailure);
  expect(query.state.status).toBe('pending');
  await vi.advanceTimersByTimeAsync(10_000);
  expect(query.state.data?.value).toBe('here');
});

test('a missing record is an answer and is not requested again', async () => {
  const { query, urgent } = look([404]);
  await vi.advanceTimersByTimeAsync(10 * minute);
  expect(query.state.status).toBe('error');
  expect(urgent).toHaveLength(1);
});

test('a user’s refresh does not wait for the next attempt, and only that request is urgent', async () => {
  const { client, query, queryKey, urgent } = look([502, 502, 'here']);
  await vi.advanceTimersByTimeAsync(0);
  const refreshing = refreshNow(client, [queryKey]);
  await vi.advanceTimersByTimeAsync(0);
  expect(urgent).toEqual([false, true]);
  await vi.advanceTimersByTimeAsync(10_000);
  await refreshing;
  expect(urgent).toEqual([false, true, false]);
  expect(query.state.data?.value).toBe('here');
});

test('a change ends with its answer or failure, although what is requested after it is never answered', async () => {
  // The server answers 502 for ever, so the request for the list ends never.
  const { client, queryKey } = look([502]);
  await vi.advanceTimersByTimeAsync(0);
  const asked = vi.spyOn(client, 'invalidateQueries');
  const refuse = () => Promise.reject(new RequestFailure('offline'));
  const failing = new MutationObserver(client, changing(client, queryKey, refuse));
  await expect(Promise.race([failing.mutate(undefined), ticks()])).rejects.toThrow(RequestFailure);
  expect(failing.getCurrentResult()).toMatchObject({ isPending: false, isError: true });
  const saving = new MutationObserver(
    client,
    changing(client, queryKey, () => Promise.resolve('kept')),
  );
  expect(await Promise.race([saving.mutate(undefined), ticks()])).toBe('kept');
  expect(saving.getCurrentResult()).toMatchObject({ isPending: false, data: 'kept' });
  expect(asked).toHaveBeenCalledTimes(2);
});

/** Resolves with the time, a moment after everything that is at hand. */
async function ticks(): Promise<number> {
  await vi.advanceTimersByTimeAsync(minute);
  return Date.now();
}

describe('data outside the signed-in role', () => {
  const brief = ['replica', 'brief', '2026-05-12'];
  const signedIn = (role: Role) => {
    const client = createQueryClient();
    client.setQueryData(configKey, { value: { who: { ...everyone, role } } });
    return client;
  };

  test('is never requested, wanted or not', async () => {
    const queryFn = vi.fn(() => 'here');
    for (const isWanted of [true, false]) {
      const options = { queryKey: brief, queryFn, ...onlyIf(isWanted) };
      const observer = new QueryObserver(signedIn('maintenance'), options);
      onTestFinished(observer.subscribe(() => undefined));
      expect(observer.getCurrentQuery().isActive()).toBe(false);
    }
    await readAhead(signedIn('maintenance'), { queryKey: brief, queryFn });
    await vi.advanceTimersByTimeAsync(0);
    expect(queryFn).not.toHaveBeenCalled();
  });

  test('is requested for another role, or before the role is known, if it is wanted', async () => {
    const answer = vi.fn<(isWanted: boolean) => string>(() => 'here');
    for (const client of [signedIn('dispatcher'), createQueryClient()]) {
      for (const isWanted of [true, false]) {
        const queryFn = () => answer(isWanted);
        const observer = new QueryObserver(client, { queryKey: [...brief, isWanted], queryFn, ...onlyIf(isWanted) });
        onTestFinished(observer.subscribe(() => undefined));
      }
    }
    await vi.advanceTimersByTimeAsync(0);
    expect(answer.mock.calls).toEqual([[true], [true]]);
  });
});
