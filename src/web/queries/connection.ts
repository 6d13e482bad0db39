import { type Query, type QueryCacheNotifyEvent, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { connected, type Connection, isDoubtful, pauseAfter } from '#domain/answers/connection.ts';
import { asFailure, RequestFailure } from './client.ts';
import { configKey } from './policy.ts';

/** What is asked besides queries (the stream of events, a display's check of its page) writes here whether it was answered. */
const heardKey = ['heard'] as const;

/** Takes note that the gateway was heard, or that what listens to it or asks it no longer hears it. */
export function noteHeard(client: QueryClient, isHeard: boolean): void {
  client.setQueryData(heardKey, { isHeard, at: performance.now() });
}

/** Milliseconds after which a try has failed; the gateway answers it from memory. */
const patience = 5_000;
/** Milliseconds between two tries for failures while others are answered: one address may be blocked for long. */
const betweenTries = 5_000;

type Watch = {
  /** Tries at once: somebody asks for it, or the device is on the network again. */
  readonly tryNow: () => void;
  readonly stop: () => void;
};

/**
 * Tells how the browser stands with the gateway. Any answer of any request counts. One that gets none leaves it in doubt, and the
 * gateway is asked for its health: only where that gets no answer either is the connection lost. It is then tried again and again,
 * and as soon as it is back, everything that waits for an answer is asked for at once.
 */
export function watchConnection(client: QueryClient, tell: (connection: Connection) => void): Watch {
  const cache = client.getQueryCache();
  let current: Connection = connected;
  let lastAnswerAt = newestAnswer(client);
  let tries = 0;
  let triedAt = Number.NEGATIVE_INFINITY;
  let isTrying = false;
  let isOver = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const set = (next: Connection) => {
    current = next;
    tell(next);
  };

  function onAnswer() {
    lastAnswerAt = Date.now();
    if (current.state === 'there') return;
    clearTimeout(timer);
    const wasLost = current.state === 'lost';
    tries = 0;
    set(connected);
    if (wasLost) askAgain(client);
  }

  function onSilence() {
    if (current.state !== 'there' || performance.now() - triedAt < betweenTries) return;
    set({ state: 'in doubt', lastAnswerAt, nextTryAt: null });
    void attempt();
  }

  async function attempt() {
    if (isTrying || isOver) return;
    clearTimeout(timer);
    isTrying = true;
    triedAt = performance.now();
    if (current.state === 'lost') set({ ...current, nextTryAt: null });
    const isAnswered = await isThere();
    isTrying = false;
    // Another answer may have come meanwhile.
    if (isOver || current.state === 'there') return;
    if (isAnswered) {
      onAnswer();
      return;
    }
    const pause = pauseAfter(tries++);
    set({ state: 'lost', lastAnswerAt, nextTryAt: Date.now() + pause });
    timer = setTimeout(() => void attempt(), pause);
  }

  const unsubscribe = cache.subscribe((event) => {
    const isHeard = hearing(event);
    if (isHeard === true) onAnswer();
    else if (isHeard === false) onSilence();
  });
  const tryNow = () => {
    if (current.state !== 'there') void attempt();
  };
  const onVisible = () => document.visibilityState === 'visible' && tryNow();
  window.addEventListener('online', tryNow);
  document.addEventListener('visibilitychange', onVisible);
  // What failed before anybody listened.
  if (cache.getAll().some(isWithoutAnswer)) onSilence();
  return {
    tryNow,
    stop: () => {
      isOver = true;
      clearTimeout(timer);
      unsubscribe();
      window.removeEventListener('online', tryNow);
      document.removeEventListener('visibilitychange', onVisible);
    },
  };
}

/** Whether the gateway was heard in an event of the cache; null where that tells nothing. */
function hearing(event: QueryCacheNotifyEvent): boolean | null {
  if (event.type !== 'updated') return null;
  const { action, query } = event;
  if (query.queryKey[0] === heardKey[0]) return (query.state.data as { readonly isHeard: boolean }).isHeard;
  // What is put into the cache by hand has come from nowhere, and the configuration may be the one that was kept from last time.
  if (action.type === 'success') return action.manual === true || query.queryKey[0] === configKey[0] ? null : true;
  if (action.type !== 'failed' && action.type !== 'error') return null;
  if (!(action.error instanceof RequestFailure)) return null;
  const { failure } = action.error;
  if (isDoubtful(failure)) return false;
  return failure.status === null ? null : true;
}

function isWithoutAnswer({ state }: Query): boolean {
  const reason = state.fetchFailureReason ?? state.error;
  return reason !== null && isDoubtful(asFailure(reason));
}

/** When the newest answer that is here was true: what was kept from the last visit, where nothing has come in this one. */
function newestAnswer(client: QueryClient): number | null {
  const times = client
    .getQueryCache()
    .getAll()
    .flatMap(({ state: { data } }) => {
      return typeof data === 'object' && data !== null && 'asOf' in data && typeof data.asOf === 'number'
        ? [data.asOf]
        : [];
    });
  return times.length === 0 ? null : Math.max(...times);
}

/** Whether the gateway answers anything at all; what stands before it and answers in its place does not count. */
async function isThere(): Promise<boolean> {
  try {
    const response = await fetch('/health', { cache: 'no-store', signal: AbortSignal.timeout(patience) });
    const isJson = response.headers.get('content-type')?.includes('json') ?? false;
    await response.body?.cancel();
    return response.status < 500 && (isJson || response.status >= 400);
  } catch {
    return false;
  }
}

/** Everything in sight that waits for its next attempt makes it now. */
function askAgain(client: QueryClient): void {
  for (const query of client.getQueryCache().findAll({ type: 'active', predicate: isWithoutAnswer })) {
    void query.cancel({ silent: true }).then(() => query.fetch().catch(() => undefined));
  }
}

/** How the browser stands with the gateway, and a way to try it at once; for the root of the application. */
export function useConnectionWatch(): { readonly connection: Connection; readonly tryNow: () => void } {
  const client = useQueryClient();
  const [connection, setConnection] = useState(connected);
  const watch = useRef<Watch | null>(null);
  useEffect(() => {
    const own = watchConnection(client, setConnection);
    watch.current = own;
    return own.stop;
  }, [client]);
  const tryNow = useCallback(() => watch.current?.tryNow(), []);
  return useMemo(() => ({ connection, tryNow }), [connection, tryNow]);
}
