import { environmentManager, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { RequestFailure } from './client.ts';
import { createQueryClient, refreshNow, waitBefore } from './policy.ts';

const minute = 60_000;

beforeAll(() => environmentManager.setIsServer(() => false));
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('an attempt follows when the service says, else sooner at first and then every half minute or so', () => {
  expect(waitBefore(0, new RequestFailure('limited', { retryAfter: 5 * minute }))).toBe(5 * minute);
  expect(waitBefore(0, new RequestFailure('limited', { retryAfter: 60 * minute }))).toBe(15 * minute);
  const waits = [0, 1, 2, 10].map((attempt) => waitBefore(attempt, new RequestFailure('timeout')));
  expect(waits[0]).toBeLessThan(3_000);
  expect(waits[3]).toBeGreaterThan(20_000);
  expect(waits[3]).toBeLessThan(40_000);
  expect(waitBefore(0, new RequestFailure('unauthorized'))).toBe(minute);
});

/** A query that somebody looks at; `answers` are what its requests bring, the last one again and again. */
function look(answers: (() => Promise<string>)[]) {
  const client = createQueryClient();
  const urgent: unknown[] = [];
  const queryKey = ['replica', 'reminders'];
  const observer = new QueryObserver(client, {
    queryKey,
    queryFn: ({ meta }) => {
      urgent.push(meta?.['isUrgent'] ?? false);
      return (answers.length > 1 ? answers.shift() : answers[0])!();
    },
  });
  onTestFinished(observer.subscribe(() => undefined));
  return { client, query: observer.getCurrentQuery(), queryKey, urgent };
}

const fails = () => Promise.reject(new RequestFailure('upstream', { status: 502 }));

test('a failure is known at once, and the request is repeated until it succeeds', async () => {
  const { query } = look([fails, fails, () => Promise.resolve('here')]);
  await vi.advanceTimersByTimeAsync(0);
  expect(query.state.fetchFailureReason).toBeInstanceOf(RequestFailure);
  expect(query.state.status).toBe('pending');
  await vi.advanceTimersByTimeAsync(10_000);
  expect(query.state.data).toBe('here');
});

test('that there is no such record is an answer, and not asked for again', async () => {
  const { query, urgent } = look([() => Promise.reject(new RequestFailure('missing', { status: 404 }))]);
  await vi.advanceTimersByTimeAsync(10 * minute);
  expect(query.state.status).toBe('error');
  expect(urgent).toHaveLength(1);
});

test('who presses for new data does not wait for the next attempt, and that request alone is urgent', async () => {
  const { client, query, queryKey, urgent } = look([fails, fails, () => Promise.resolve('here')]);
  await vi.advanceTimersByTimeAsync(0);
  const refreshing = refreshNow(client, [queryKey]);
  await vi.advanceTimersByTimeAsync(0);
  expect(urgent).toEqual([false, true]);
  await vi.advanceTimersByTimeAsync(10_000);
  await refreshing;
  expect(urgent).toEqual([false, true, false]);
  expect(query.state.data).toBe('here');
});
