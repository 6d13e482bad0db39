import { type Query, type QueryCacheNotifyEvent, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { isRecord } from '#contract/objects.ts';
import { connected, type Connection, isDoubtful, pauseAfter } from '#domain/answers/connection.ts';
import { asFailure, RequestFailure } from './client.ts';
import { configKey } from './policy.ts';
import { now } from '#web/device/screenClock.ts';

/** Callers that learn whether the gateway answered something that is not a query. */
const watchers = new Set<(isHeard: boolean) => void>();

/** Reports whether the gateway answered something that is not a query: the event stream, or a display's page check. */
export function noteHeard(isHeard: boolean): void {
  for (const watcher of watchers) watcher(isHeard);
}

/** Milliseconds after which an attempt has failed; the gateway answers it from memory. */
const patience = 5_000;
/** Milliseconds between attempts after failures while other requests succeed: one address may be blocked for long. */
const betweenTries = 5_000;

type Watch = {
  /** Tries at once: a person requests it, or the device is back on the network. */
  readonly tryNow: () => void;
  readonly stop: () => void;
};

/**
 * Reports whether the browser can reach the gateway. Any answer to any request counts. After a request without an answer, the
 * gateway's health is checked; the connection is lost only if that gets no answer either. The check then repeats; once the
 * gateway is back, every waiting query is requested at once.
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
    lastAnswerAt = now();
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
    // Another answer may have arrived meanwhile.
    if (isOver || current.state === 'there') return;
    if (isAnswered) {
      onAnswer();
      return;
    }
    const pause = pauseAfter(tries++);
    set({ state: 'lost', lastAnswerAt, nextTryAt: now() + pause });
    timer = setTimeout(() => void attempt(), pause);
  }

  const note = (isHeard: boolean) => (isHeard ? onAnswer() : onSilence());
  watchers.add(note);
  const unsubscribe = cache.subscribe((event) => {
    const isHeard = hearing(event);
    if (isHeard !== null) note(isHeard);
  });
  const tryNow = () => {
    if (current.state !== 'there') void attempt();
  };
  const onVisible = () => document.visibilityState === 'visible' && tryNow();
  window.addEventListener('online', tryNow);
  document.addEventListener('visibilitychange', onVisible);
  // Failures from before anybody listened.
  if (cache.getAll().some(isWithoutAnswer)) onSilence();
  return {
    tryNow,
    stop: () => {
      isOver = true;
      clearTimeout(timer);
      watchers.delete(note);
      unsubscribe();
      window.removeEventListener('online', tryNow);
      document.removeEventListener('visibilitychange', onVisible);
    },
  };
}

/** Whether the gateway answered in this cache event; null if the event does not show it. */
function hearing(event: QueryCacheNotifyEvent): boolean | null {
  if (event.type !== 'updated') return null;
  const { action, query } = event;
  // Data put into the cache by hand did not come from the gateway. The configuration does not count either, because it
  // may be the stored one.
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

/** When the newest loaded answer was true; if this visit has none, the one stored at the last visit. */
function newestAnswer(client: QueryClient): number | null {
  const times = client
    .getQueryCache()
    .getAll()
    .flatMap(({ state: { data } }) => (isRecord(data) && typeof data['asOf'] === 'number' ? [data['asOf']] : []));
  return times.length === 0 ? null : Math.max(...times);
}

/** Whether the gateway itself answers; a proxy that answers in its place does not count. */
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

/** Every visible query that waits for its next attempt makes it now. */
function askAgain(client: QueryClient): void {
  for (const query of client.getQueryCache().findAll({ type: 'active', predicate: isWithoutAnswer })) {
    void query.cancel({ silent: true }).then(() => query.fetch().catch(() => undefined));
  }
}

/** Whether the browser can reach the gateway, and a function to try at once; for the root of the application. */
export function useConnectionWatch(): { readonly connection: Connection; readonly tryNow: () => void } {
  const client = useQueryClient();
  const [connection, setConnection] = useState(connected);
  const watch = useRef<Watch | null>(null);
  useEffect(() => {
    const ownWatch = watchConnection(client, setConnection);
    watch.current = ownWatch;
    return ownWatch.stop;
  }, [client]);
  const tryNow = useCallback(() => watch.current?.tryNow(), []);
  return useMemo(() => ({ connection, tryNow }), [connection, tryNow]);
}
