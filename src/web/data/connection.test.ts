import { environmentManager, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Connection } from '#domain/answers/connection.ts';
import { confirmTime } from '#e2e/servers/screenTime.ts';
import { RequestFailure } from './client.ts';
import { noteHeard, watchConnection } from './connection.ts';
import { createQueryClient } from './policy.ts';

const began = Date.parse('2026-05-12T19:29:00Z');
const second = 1_000;

/** The gateway’s answers; a thrown value stands for no answer. */
let health: () => Response;
const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
const there = () => new Response('{"status":"ok"}', { headers: { 'content-type': 'application/json' } });
const gone = () => {
  throw new TypeError('Failed to fetch');
};

beforeAll(() => environmentManager.setIsServer(() => false));
beforeEach(() => {
  vi.useFakeTimers({ now: began });
  confirmTime(began);
  vi.stubGlobal('document', page);
  vi.stubGlobal('window', new EventTarget());
  health = there;
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => health()),
  );
});
const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);
const requests = () => vi.mocked(fetch).mock.calls.length;

/** A screen with one query, and the connection states that it received. */
function screen() {
  const client = createQueryClient();
  const states: Connection[] = [];
  let answer = (): Promise<unknown> => Promise.resolve('data');
  const observer = new QueryObserver(client, { queryKey: ['replica', 'reminders'], queryFn: () => answer() });
  const { stop, tryNow } = watchConnection(client, (connection) => states.push(connection));
  stops.push(
    stop,
    observer.subscribe(() => undefined),
  );
  return {
    client,
    states,
    tryNow,
    now: () => states.at(-1)?.state ?? 'there',
    refresh: () => void observer.refetch({ cancelRefetch: true }),
    answers: (next: () => Promise<unknown>) => (answer = next),
  };
}
const fails =
  (...given: ConstructorParameters<typeof RequestFailure>) =>
  () =>
    Promise.reject(new RequestFailure(...given));

test('a configuration kept from the last visit does not count as an answer', async () => {
  const { client, states, answers, refresh } = screen();
  await pass(10 * second);
  const kept = { queryKey: ['config'], queryFn: () => Promise.resolve({ value: { who: null } }), staleTime: 0 };
  await client.query(kept);
  health = gone;
  answers(fails('offline'));
  refresh();
  await pass(10);
  expect(states.at(-1)).toMatchObject({ state: 'lost', lastAnswerAt: began });
  await client.query(kept);
  expect(states.at(-1)?.state).toBe('lost');
});

describe('the connection to the gateway', () => {
  test('is up as long as answers of any kind arrive', async () => {
    const { states, answers, refresh } = screen();
    await pass(10);
    for (const refusal of [
      fails('forbidden', { status: 403 }),
      fails('upstream', { status: 502, entries: [{ message: 'The service did not answer.' }] }),
      fails('waiting', { status: 503, entries: [{ message: 'Wait.' }] }),
      fails('unreadable', { status: 200 }),
    ]) {
      answers(refusal);
      refresh();
      await pass(100);
    }
    expect(states).toEqual([]);
    expect(requests()).toBe(0);
  });

  test('is lost, as of the last answer, when the health check fails too', async () => {
    const { states, answers, refresh, now } = screen();
    await pass(10 * second);
    health = gone;
    answers(fails('offline'));
    refresh();
    await pass(10);
    expect(states.map(({ state }) => state)).toEqual(['in doubt', 'lost']);
    expect(now()).toBe('lost');
    expect(states.at(-1)).toEqual({ state: 'lost', lastAnswerAt: began, nextTryAt: began + 12 * second });
  });

  test('is not lost when only one address fails', async () => {
    const { states, answers, refresh, now } = screen();
    await pass(10);
    answers(fails('offline'));
    refresh();
    await pass(10);
    expect(states.map(({ state }) => state)).toEqual(['in doubt', 'there']);
    await pass(60 * second);
    expect(now()).toBe('there');
    // Not at each of its attempts.
    expect(requests()).toBeLessThan(8);
  });

  test.each([
    ['a proxy in its place', () => new Response('<h1>Bad gateway</h1>', { status: 502 })],
    [
      'the sign-in page of a network',
      () => new Response('<html>Welcome</html>', { headers: { 'content-type': 'text/html' } }),
    ],
    ['a gateway that is stopping', () => new Response('{}', { status: 503 })],
  ])('is lost when the answer comes from %s', async (_, other) => {
    const { answers, refresh, now } = screen();
    await pass(10);
    health = other;
    answers(fails('upstream', { status: 502 }));
    refresh();
    await pass(10);
    expect(now()).toBe('lost');
  });

  test('is up when the user is not signed in', async () => {
    const { answers, refresh, now } = screen();
    await pass(10);
    health = () => new Response('[]', { status: 401 });
    answers(fails('offline'));
    refresh();
    await pass(10);
    expect(now()).toBe('there');
  });
});

describe('a lost connection', () => {
  test('is retried on its own and on request, and everything is requested again when it is back', async () => {
    const { states, answers, refresh, now, tryNow } = screen();
    await pass(10);
    health = gone;
    let attempts = 0;
    answers(() => {
      attempts += 1;
      return fails('offline')();
    });
    refresh();
    await pass(10);
    const tries = requests();
    await pass(2 * second + 4 * second + 8 * second + 15 * second + 100);
    expect(requests() - tries).toBe(4);
    tryNow();
    await pass(10);
    expect(requests() - tries).toBe(5);
    expect(states.at(-1)?.lastAnswerAt).toBe(began);
    const before = attempts;
    health = there;
    answers(() => {
      attempts += 1;
      return Promise.resolve('news');
    });
    tryNow();
    await pass(10);
    expect(now()).toBe('there');
    expect(attempts).toBe(before + 1);
    expect(states.filter(({ state }) => state === 'there')).toHaveLength(1);
  });

  test('is back with the answer to any request, without another try', async () => {
    const { answers, refresh, now } = screen();
    await pass(10);
    health = gone;
    answers(fails('offline'));
    refresh();
    await pass(10);
    expect(now()).toBe('lost');
    const tries = requests();
    answers(() => Promise.resolve('news'));
    refresh();
    await pass(10);
    expect([now(), requests()]).toEqual(['there', tries]);
  });
});

describe('the connection and the stream of events', () => {
  test('is checked when the stream ends, and is up when requests are answered', async () => {
    const { states, now } = screen();
    await pass(30 * second);
    noteHeard(true);
    await pass(30 * second);
    noteHeard(false);
    await pass(10);
    expect([now(), requests()]).toEqual(['there', 1]);
    health = gone;
    await pass(10 * second);
    const lastAnswer = Date.now() - 10 * second - 10;
    noteHeard(false);
    await pass(10);
    expect(now()).toBe('lost');
    expect(states.at(-1)?.lastAnswerAt).toBeGreaterThanOrEqual(lastAnswer);
    noteHeard(true);
    expect(now()).toBe('there');
  });

  test('uses the time of the data kept from the last visit when it was down from the start', async () => {
    const client = createQueryClient();
    health = gone;
    const kept = { value: {}, asOf: began - 3_600_000 };
    client.setQueryData(['api', 'listAircraft', {}, {}], kept);
    const queryFn = fails('offline');
    const observer = new QueryObserver(client, { queryKey: ['replica', 'squawks'], queryFn });
    stops.push(observer.subscribe(() => undefined));
    await pass(100);
    const states: Connection[] = [];
    stops.push(watchConnection(client, (connection) => states.push(connection)).stop);
    await pass(100);
    expect(states.at(-1)).toMatchObject({ state: 'lost', lastAnswerAt: began - 3_600_000 });
  });
});
