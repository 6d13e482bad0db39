import { readFile } from 'node:fs/promises';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { transformWithOxc } from 'vite';

const origin = 'http://flightline.test';
const files = ['/icon.svg', '/assets/index-1.js'];

type Answer = {
  readonly ok: boolean;
  readonly status: number;
  readonly type: string;
  readonly redirected: boolean;
  readonly from: string;
  readonly clone: () => Answer;
  readonly text: () => Promise<string>;
};
type Listener = (event: Record<string, unknown>) => void;

/** The server's files, as the worker sees them. */
const served = (from: string, given: Partial<Answer> = {}): Answer => {
  const text = `<meta name="build" content="${from}">`;
  const answer = { ok: true, status: 200, type: 'basic', redirected: false, from, text: () => Promise.resolve(text) };
  return { ...answer, clone: () => served(from, given), ...given };
};
const failed = { ok: false, status: 502 };

const source = await readFile(new URL('../../web/worker/serviceWorker.ts', import.meta.url), 'utf8');
const { code } = await transformWithOxc(source, 'serviceWorker.ts', { sourcemap: false });

/** A browser with these stores that runs a build's worker; `network` answers its fetches. */
function startWorker(
  build: string,
  stores: Map<string, Map<string, Answer>>,
  network: (path: string) => Promise<Answer>,
) {
  const listeners = new Map<string, Listener>();
  const pathOf = (request: string | { url: string }) =>
    new URL(typeof request === 'string' ? request : request.url, origin).pathname;
  const open = (name: string) => {
    const entries = stores.get(name) ?? new Map<string, Answer>();
    stores.set(name, entries);
    return {
      put: (path: string, answer: Answer) => Promise.resolve(void entries.set(path, answer)),
      match: (request: string | { url: string }) => Promise.resolve(entries.get(pathOf(request))),
    };
  };
  const caches = {
    open: (name: string) => Promise.resolve(open(name)),
    keys: () => Promise.resolve([...stores.keys()]),
    delete: (name: string) => Promise.resolve(stores.delete(name)),
    match: (request: { url: string }) =>
      Promise.resolve([...stores.values()].map((entries) => entries.get(pathOf(request))).find(Boolean)),
  };
  const self = {
    addEventListener: (type: string, listener: Listener) => listeners.set(type, listener),
    skipWaiting: () => Promise.resolve(),
    clients: { claim: () => Promise.resolve() },
  };
  const shell = { build, files, passed: ['/api', '/config', '/health'] };
  runInNewContext(code, {
    self,
    caches,
    shell,
    URL,
    location: { origin },
    setTimeout,
    fetch: (request: string | { url: string }) => network(pathOf(request)),
  });
  /** Waits for the worker's work on such an event. */
  const happen = async (type: string, abilities: Record<string, unknown> = {}) => {
    let done: unknown;
    listeners.get(type)?.({ ...abilities, waitUntil: (promise: unknown) => (done = promise) });
    await done;
  };
  /** The worker's answer; null if it leaves the request to the browser. */
  const request = (path: string, { mode = 'cors', method = 'GET' } = {}): Promise<Answer> | null => {
    let answer: Promise<Answer> | null = null;
    const url = path.startsWith('http') ? path : `${origin}${path}`;
    listeners.get('fetch')?.({
      request: { method, mode, url },
      respondWith: (given: Promise<Answer>) => (answer = given),
    });
    return answer;
  };
  return { happen, request };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const navigate = { mode: 'navigate' };

async function installed(network: (path: string) => Promise<Answer>) {
  const stores = new Map<string, Map<string, Answer>>();
  const worker = startWorker('one', stores, () => Promise.resolve(served('one')));
  await worker.happen('install');
  await worker.happen('activate');
  return { stores, ...startWorker('one', stores, network) };
}

test('with static routing in the browser, requests of the gateway pass without an event', async () => {
  const worker = startWorker('one', new Map(), () => Promise.resolve(served('one')));
  const addRoutes = vi.fn<(rules: readonly { condition: { urlPattern: { pathname: string } } }[]) => void>();
  await worker.happen('install', { addRoutes });
  const rules = addRoutes.mock.calls.flatMap(([given]) => given);
  expect(rules.map(({ condition }) => condition.urlPattern.pathname)).toEqual(
    ['/api', '/config', '/health'].flatMap((path) => [path, `${path}/*`]),
  );
  expect(rules.every((rule) => 'source' in rule && rule.source === 'network')).toBe(true);
});

describe('a page', () => {
  test('comes from the server if it answers', async () => {
    const { request } = await installed(() => Promise.resolve(served('the server')));
    expect(await request('/fleet', navigate)).toMatchObject({ from: 'the server' });
  });

  test('comes from the store if the server answers with an error, or not at all', async () => {
    const failing = await installed(() => Promise.resolve(served('the server', failed)));
    expect(await failing.request('/fleet', navigate)).toMatchObject({ from: 'one' });
    const away = await installed(() => Promise.reject(new Error('offline')));
    expect(await away.request('/board?names=none', navigate)).toMatchObject({ from: 'one' });
  });

  test('comes from the store after five seconds without an answer', async () => {
    const { request } = await installed(() => new Promise(() => undefined));
    const arrived = vi.fn<(answer: Answer) => void>();
    void request('/fleet', navigate)?.then(arrived);
    await vi.advanceTimersByTimeAsync(4_900);
    expect(arrived).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(200);
    expect(arrived).toHaveBeenCalledWith(expect.objectContaining({ from: 'one' }));
  });

  test('may be a redirect, which the browser follows', async () => {
    const redirect = served('the login', { ok: false, status: 0, type: 'opaqueredirect' });
    const { request } = await installed(() => Promise.resolve(redirect));
    expect(await request('/fleet', navigate)).toBe(redirect);
  });

  test('may be refused without a session, which the browser shows', async () => {
    const { request } = await installed(() => Promise.resolve(served('the sign-in page', { ok: false, status: 401 })));
    expect(await request('/fleet', navigate)).toMatchObject({ status: 401 });
  });

  test('that is not stored yet comes from the server, whatever it answers', async () => {
    const worker = startWorker('one', new Map(), () => Promise.resolve(served('the server', failed)));
    expect(await worker.request('/fleet', navigate)).toMatchObject({ ok: false, from: 'the server' });
  });
});

describe('a file', () => {
  test('of the build comes from the store, without a request to the server', async () => {
    const { request } = await installed(() => Promise.reject(new Error('asked')));
    expect(await request('/assets/index-1.js')).toMatchObject({ from: 'one' });
    expect(await request('/icon.svg')).toMatchObject({ from: 'one' });
  });

  test('of the previous build is still there for an open tab', async () => {
    const { request, stores } = await installed(() => Promise.reject(new Error('offline')));
    stores.set('shell zero', new Map([['/assets/index-0.js', served('the build before')]]));
    expect(await request('/assets/index-0.js')).toMatchObject({ from: 'the build before' });
  });

  test('that no store has comes from the server', async () => {
    const { request } = await installed(() => Promise.resolve(served('the server')));
    expect(await request('/assets/other-9.js')).toMatchObject({ from: 'the server' });
  });
});

test.each([
  ['/api/core/v1.0/operators/1001/aircraft', {}],
  ['/api', navigate],
  ['/config', {}],
  ['/health', navigate],
  ['/manifest.json', {}],
  ['/fleet', { ...navigate, method: 'POST' }],
  ['https://elsewhere.test/assets/index-1.js', {}],
])('%s (%o) is never touched', async (path, options) => {
  const { request } = await installed(() => Promise.resolve(served('the server')));
  expect(request(path, options)).toBeNull();
});

describe('a sign-in page is never stored:', () => {
  test.each<[string, Partial<Answer>]>([
    ['one that the page was led to', { redirected: true }],
    ['one in the place of the page', { text: () => Promise.resolve('<form action="/sign-in">') }],
    ['a refusal', { ok: false, status: 401 }],
  ])('%s', async (_, given) => {
    const stores = new Map<string, Map<string, Answer>>();
    const answers = (path: string) => Promise.resolve(served('one', path === '/index.html' ? given : {}));
    await expect(startWorker('one', stores, answers).happen('install')).rejects.toThrow('/index.html');
    expect(stores.size).toBe(0);
  });

  test('one in place of a script', async () => {
    const stores = new Map<string, Map<string, Answer>>();
    const answers = (path: string) => Promise.resolve(served('one', { redirected: path.startsWith('/assets/') }));
    await expect(startWorker('one', stores, answers).happen('install')).rejects.toThrow('/assets/index-1.js');
  });
});

test('a path that only begins like one of the gateway’s is a page', async () => {
  const { request } = await installed(() => Promise.reject(new Error('offline')));
  expect(await request('/apiary', navigate)).toMatchObject({ from: 'one' });
});

test('a new build keeps the files of the one before, removes older ones, and leaves other stores alone', async () => {
  const stores = new Map<string, Map<string, Answer>>([['someone else’s', new Map()]]);
  for (const build of ['one', 'two', 'three']) {
    const worker = startWorker(build, stores, () => Promise.resolve(served(build)));
    await worker.happen('install');
    await worker.happen('activate');
  }
  expect([...stores.keys()]).toEqual(['someone else’s', 'shell two', 'shell three']);
  expect([...(stores.get('shell three')?.keys() ?? [])]).toEqual(['/index.html', ...files]);
});
