import { Agent } from 'undici';
import { refreshEventShape, type RefreshEvent } from '#contract/gateway/replica.ts';
import type { ReplicaSet } from '#contract/sets.ts';

/** An address that a page requests, and the sets of the local copy behind it. */
export type PageRequest = { readonly path: string; readonly sets: readonly ReplicaSet[] };

/** The results of the requests of some screens. */
export type Account = {
  requests: number;
  /** Requests with any answer, or failed. */
  answered: number;
  notModified: number;
  /** Neither 200 nor 304. */
  failed: number;
  /** Event streams that broke off, or never began. */
  lost: number;
  slowestMs: number;
};

export const newAccount = (): Account => ({
  requests: 0,
  answered: 0,
  notModified: 0,
  failed: 0,
  lost: 0,
  slowestMs: 0,
});

export type Listeners = {
  readonly onEvent?: (event: RefreshEvent) => void;
  /** A new answer: its ETag, and its bytes, possibly compressed by gzip. */
  readonly onAnswer?: (path: string, tag: string, bytes: Buffer) => void;
};

export type Screen = { readonly close: () => Promise<void> };

/** Milliseconds, as in the browser: data with only a new age is requested together, and the gateway's state at an interval. */
const lazyMs = 10_000;
const pollMs = 60_000;
const stateMs = 5_000;

/**
 * A screen without a browser. It holds a stream of `/events`, and requests what an event names: changed records at once, others
 * together ten seconds later. It requests its whole page every minute and `/state` every five seconds, always with the ETag.
 */
export function openScreen(
  url: string,
  page: readonly PageRequest[],
  account: Account,
  listeners: Listeners = {},
): Screen {
  // As many connections as a browser opens to a host.
  const agent = new Agent({ connections: 6 });
  const leaving = new AbortController();
  const timers = createTimers();
  const due = new Set<PageRequest>();
  const ask = asker({ agent, url, signal: leaving.signal }, account, listeners);
  const askAll = (requests: Iterable<PageRequest>) => {
    for (const { path } of requests) void ask(path);
  };
  const askDue = () => {
    askAll(due);
    due.clear();
  };
  const hear = (event: RefreshEvent) => {
    listeners.onEvent?.(event);
    const concerned = page.filter(({ sets }) => sets.includes(event.set));
    if (event.changed) return askAll(concerned);
    if (due.size === 0 && concerned.length > 0) timers.after(lazyMs, askDue);
    for (const request of concerned) due.add(request);
  };

  listen({ agent, url, signal: leaving.signal }, hear).catch(() => {
    if (!leaving.signal.aborted) account.lost++;
  });
  askAll(page);
  timers.every(pollMs, () => askAll(page));
  timers.every(stateMs, () => void ask('/state'));
  return {
    close: async () => {
      leaving.abort();
      timers.clear();
      await agent.destroy();
    },
  };
}

type Way = {
  readonly agent: Agent;
  readonly url: string;
  readonly signal: AbortSignal;
  readonly headers?: { readonly [name: string]: string };
};

/** Makes requests with the last ETag of each address, and counts the results. Never rejects. */
function asker({ agent, url, signal }: Way, account: Account, { onAnswer }: Listeners) {
  const tags = new Map<string, string>();
  return async (path: string): Promise<void> => {
    const known = tags.get(path);
    const start = performance.now();
    account.requests++;
    try {
      const headers = { 'accept-encoding': 'gzip', ...(known && { 'if-none-match': known }) };
      const answer = await agent.request({ origin: url, path, method: 'GET', headers, signal });
      const bytes = Buffer.from(await answer.body.arrayBuffer());
      account.slowestMs = Math.max(account.slowestMs, performance.now() - start);
      if (answer.statusCode === 304) account.notModified++;
      else if (answer.statusCode !== 200) account.failed++;
      else {
        const tag = String(answer.headers['etag']);
        tags.set(path, tag);
        onAnswer?.(path, tag, bytes);
      }
    } catch {
      if (!signal.aborted) account.failed++;
    } finally {
      account.answered++;
    }
  };
}

/** Timers that can be cleared all at once. */
function createTimers() {
  const timers = new Set<NodeJS.Timeout>();
  const after = (milliseconds: number, act: () => void) => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      act();
    }, milliseconds);
    timers.add(timer);
  };
  /** About this often, so that the screens are not in step. */
  const every = (milliseconds: number, act: () => void) =>
    after(milliseconds * (0.75 + Math.random() / 2), () => {
      act();
      every(milliseconds, act);
    });
  const clear = () => {
    for (const timer of timers) clearTimeout(timer);
  };
  return { after, every, clear };
}

/** Reports that a stream is open, and each of its events; rejects when it ends. */
export async function listen(
  { agent, url, signal, headers = {} }: Way,
  tell: (event: RefreshEvent) => void,
  onOpen: () => void = () => undefined,
): Promise<never> {
  const answer = await agent.request({ origin: url, path: '/events', method: 'GET', headers, signal, bodyTimeout: 0 });
  if (answer.statusCode !== 200) throw new Error(`The stream of events was answered ${answer.statusCode}.`);
  onOpen();
  let text = '';
  for await (const chunk of answer.body) {
    text += String(chunk);
    const messages = text.split('\n\n');
    text = messages.pop() ?? '';
    for (const message of messages) {
      const [, json] = /^event: refresh\ndata: (.*)$/m.exec(message) ?? [];
      if (json) tell(refreshEventShape.parse(JSON.parse(json)));
    }
  }
  throw new Error('The stream of events ended.');
}
