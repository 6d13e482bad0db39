import { afterEach, expect, test, vi } from 'vitest';
import { UnreadableAnswer } from '#contract/answers.ts';
import { stopScreenAt } from '#e2e/servers/screenTime.ts';
import { type Answer, ask, asFailure } from './client.ts';

const now = Date.parse('2026-05-12T17:05:00Z');
const { signal } = new AbortController();

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

type Reply = { status?: number; body?: string; headers?: Record<string, string> };

/** A gateway with these answers, which records what it was sent. */
function gateway(...replies: (Reply | Error)[]) {
  stopScreenAt(now);
  const sent: Headers[] = [];
  vi.stubGlobal('fetch', (_: string, { headers }: RequestInit) => {
    sent.push(new Headers(headers));
    const reply = replies.length > 1 ? replies.shift()! : replies[0]!;
    if (reply instanceof Error) return Promise.reject(reply);
    const { status = 200, body = '{"count":1}', headers: given = {} } = reply;
    return Promise.resolve(new Response(status === 304 ? null : body, { status, headers: given }));
  });
  return sent;
}

const read = (body: unknown) => body as { count: number };
const request = (last?: Answer<{ count: number }>, more = {}) => ask('/replica/x', read, { signal, last, ...more });

test('an answer is as old as its Age header, and its expected age comes from Cache-Status', async () => {
  gateway({ headers: { age: '20', 'cache-status': 'flightline; hit; ttl=10', etag: '"a-br"' } });
  expect(await request()).toEqual({
    value: { count: 1 },
    asOf: now - 20_000,
    expected: 30_000,
    trouble: null,
    etag: '"a-br"',
    parts: null,
  });
});

test('the last ETag is sent along, and a 304 keeps the same value with a new age', async () => {
  const sent = gateway(
    { headers: { age: '20', etag: '"a"', 'flightline-ages': '20, -, 5' } },
    { status: 304, headers: { age: '3', etag: '"a"', 'flightline-ages': '3, -, 10' } },
  );
  const first = await request();
  expect(first.parts).toEqual([now - 20_000, null, now - 5_000]);
  vi.advanceTimersByTime(5_000);
  const second = await request(first);
  expect(sent.map((headers) => headers.get('if-none-match'))).toEqual([null, '"a"']);
  expect(second.value).toBe(first.value);
  expect(second.asOf).toBe(now + 2_000);
  // The third part was not refreshed: it is ten seconds old now and was five seconds old then.
  expect(second.parts).toEqual([now + 2_000, null, now - 5_000]);
});

test('answers the page already requested are used once, and the rest are requested', async () => {
  const sent = gateway({ body: '{"count":2}' });
  const first = { response: new Response(null, { headers: { age: '5', etag: '"first"' } }), text: '{"count":1}' };
  const answers = new Map<string, Promise<typeof first | undefined>>([
    ['/replica/x', Promise.resolve(first)],
    ['/replica/y', Promise.resolve(undefined)],
  ]);
  vi.stubGlobal('firstAnswers', answers);
  vi.stubGlobal('performance', { now: () => 0 });
  vi.resetModules();
  const client = await import('./client.ts');
  const countAt = async (path: string) => (await client.ask(path, read, { signal })).value.count;
  expect(await client.ask('/replica/x', read, { signal })).toMatchObject({ value: { count: 1 }, etag: '"first"' });
  expect(sent).toHaveLength(0);
  expect([await countAt('/replica/y'), await countAt('/replica/x')]).toEqual([2, 2]);
  expect([sent.length, answers.size]).toEqual([2, 0]);
});

test('an age within its second keeps the same time, so that nothing is redrawn', async () => {
  const headers = { age: '7', 'cache-status': 'flightline; hit; ttl=53', 'flightline-ages': '7' };
  gateway({ headers }, { status: 304, headers: { ...headers, age: '8', 'flightline-ages': '8' } });
  const first = await request();
  vi.advanceTimersByTime(1_700);
  const second = await request({ ...first, etag: '"a"' });
  expect(second.asOf).toBe(first.asOf);
  expect(second.expected).toBe(first.expected);
  expect(second.parts).toBe(first.parts);
});

test('a refresh that is under way is no trouble, however old the data is', async () => {
  gateway({ headers: { age: '123', 'cache-status': 'flightline; hit; ttl=-63; detail=refreshing' } });
  expect(await request()).toMatchObject({ asOf: now - 123_000, trouble: null });
});

test('a refused key is reported at once, and temporary trouble only when the data is older than expected', async () => {
  const status = (text: string) => ({ headers: { age: '5', 'cache-status': `flightline; hit; ${text}` } });
  gateway(status('ttl=20; detail=timeout'), status('ttl=-1; detail=timeout'), status('ttl=20; detail=upstream-401'));
  expect([(await request()).trouble, (await request()).trouble, (await request()).trouble]).toEqual([
    null,
    'timeout',
    'upstream-401',
  ]);
});

test('only a user’s refresh asks the gateway for new data', async () => {
  const sent = gateway({}, {});
  await request(undefined, { isUrgent: true });
  await request();
  expect(sent.map((headers) => headers.get('x-flightline-refresh'))).toEqual(['now', null]);
});

const failureOf = (promise: Promise<unknown>) => promise.then(() => null, asFailure);

test.each(['busy', 'paused'])('a 503 with the detail %s is a wait with a known end', async (detail) => {
  const headers = { 'retry-after': '10', 'cache-status': `flightline; fwd=miss; detail=${detail}` };
  gateway({ status: 503, body: '[]', headers });
  expect(await failureOf(request())).toMatchObject({ kind: 'waiting', retryAfter: 10_000, until: now + 10_000 });
});

test('a failure keeps the id of its request, under which the log names it', async () => {
  const id = '0af7651916cd43dd8448eb211c80319c';
  gateway({ status: 502, body: '[]', headers: { 'x-request-id': id } }, new TypeError('offline'));
  expect(await failureOf(request())).toMatchObject({ status: 502, reference: id });
  expect(await failureOf(request())).not.toHaveProperty('reference');
});

test('other failures are told apart, with the text of the answer', async () => {
  const body = '[{"code":1,"message":"No.","category":0}]';
  gateway({ status: 503, body }, { status: 504, body: '' }, { status: 200, body: '<html>' }, new TypeError('offline'));
  expect(await failureOf(request())).toMatchObject({ kind: 'upstream', status: 503, entries: [{ message: 'No.' }] });
  expect(await failureOf(request())).toMatchObject({ kind: 'timeout', status: 504 });
  expect(await failureOf(request())).toMatchObject({ kind: 'unreadable', status: 200 });
  expect(await failureOf(request())).toMatchObject({ kind: 'offline', status: null });
});

test('a body of the wrong kind is unreadable', async () => {
  gateway({});
  const refuse = () => {
    throw new UnreadableAnswer('no');
  };
  expect(await failureOf(ask('/x', refuse, { signal }))).toMatchObject({ kind: 'unreadable' });
});
