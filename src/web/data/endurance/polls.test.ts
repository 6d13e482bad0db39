import { environmentManager, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { RequestFailure } from '#web/data/client.ts';
import { createQueryClient } from '#web/data/policy.ts';
import { watchPolls } from './polls.ts';

const minute = 60_000;

/** Polls run only in browsers. */
beforeAll(() => environmentManager.setIsServer(() => false));
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A display that polls every minute until `stop`; `ask` answers, or never does. */
function poll(ask: () => Promise<unknown>) {
  const client = createQueryClient();
  const queryKey = ['api', 'listReservations', 'window'];
  const observer = new QueryObserver(client, {
    queryKey,
    queryFn: ask,
    refetchInterval: minute,
    refetchIntervalInBackground: true,
    meta: { interval: minute },
  });
  const leave = observer.subscribe(() => undefined);
  const rest = watchPolls(client);
  const stop = () => {
    leave();
    rest();
    client.clear();
  };
  return { client, queryKey, stop };
}

test('a lost request is given up and sent again', async () => {
  let isLost = false;
  let requests = 0;
  const { client, queryKey, stop } = poll(() => {
    requests += 1;
    return isLost ? new Promise(() => undefined) : Promise.resolve(requests);
  });
  await vi.advanceTimersByTimeAsync(1000);
  isLost = true;
  await vi.advanceTimersByTimeAsync(2 * minute);
  expect(client.getQueryData(queryKey)).toBe(1);
  isLost = false;
  await vi.advanceTimersByTimeAsync(2 * minute);
  expect(client.getQueryData(queryKey)).toBe(requests);
  expect(requests).toBeGreaterThan(2);
  stop();
});

test('a poll that works is left alone', async () => {
  let requests = 0;
  const { stop } = poll(() => Promise.resolve((requests += 1)));
  await vi.advanceTimersByTimeAsync(10 * minute + 1000);
  expect(requests).toBe(11);
  stop();
});

test('a poll that lost its timer starts again', async () => {
  let requests = 0;
  const { client, queryKey, stop } = poll(() => Promise.resolve((requests += 1)));
  await vi.advanceTimersByTimeAsync(1000);
  // A browser that froze the page has dropped its timers.
  const [query] = client.getQueryCache().findAll({ queryKey });
  for (const observer of query?.observers ?? []) {
    observer.setOptions({ ...observer.options, refetchInterval: false });
  }
  await vi.advanceTimersByTimeAsync(2 * minute);
  expect(requests).toBe(1);
  await vi.advanceTimersByTimeAsync(minute);
  expect(requests).toBe(2);
  stop();
});

test('a poll that was told to wait longer does wait', async () => {
  let requests = 0;
  const { client, queryKey, stop } = poll(() => Promise.resolve((requests += 1)));
  await vi.advanceTimersByTimeAsync(1000);
  const [query] = client.getQueryCache().findAll({ queryKey });
  for (const observer of query?.observers ?? []) {
    observer.setOptions({ ...observer.options, refetchInterval: false });
  }
  query?.setState({ ...query.state, error: new RequestFailure('limited', { retryAfter: 5 * minute }) });
  await vi.advanceTimersByTimeAsync(10 * minute);
  expect(requests).toBe(1);
  await vi.advanceTimersByTimeAsync(minute);
  expect(requests).toBe(2);
  stop();
});
