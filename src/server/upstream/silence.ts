import { millisecondsInMinute, millisecondsInSecond } from '#domain/units.ts';
import type { Clock } from './queue.ts';
import { failureWithoutAnswer } from './refresh.ts';
import type { ApiAnswer, Source } from './cache.ts';
import { cacheStatus } from './cache.ts';
import { type Fetch, UpstreamFailure } from './upstream.ts';

/** Milliseconds that a call may run without an answer before the service counts as silent. */
const patience = 1.5 * millisecondsInSecond;
/** Milliseconds after an answer during which a slow call is only slow. */
const trusted = millisecondsInMinute;

/**
 * Whether the flight service says nothing: a call has run for longer than a moment, and none has been answered since the start
 * or for a minute. People should not wait for the end of that call, which may take the whole time limit; it goes on by itself.
 */
export type Silence = {
  readonly isSilent: () => boolean;
  /** Calls once when the service falls silent, at once if it is; until the returned function is called. */
  readonly whenSilent: (listener: () => void) => () => void;
  /** The same calls, watched. */
  readonly watched: (fetch: Fetch) => Fetch;
};

/** Watches the calls of one gateway. Times by the monotonic clock. */
export function watchSilence(monotonic: Clock): Silence {
  let heardAt: number | null = null;
  const running = new Set<{ readonly since: number }>();
  const listeners = new Set<() => void>();

  function isSilent(): boolean {
    const now = monotonic();
    if (heardAt !== null && now - heardAt < trusted) return false;
    return [...running].some(({ since }) => now - since >= patience);
  }
  function look(): void {
    if (!isSilent()) return;
    const notified = [...listeners];
    listeners.clear();
    for (const listener of notified) listener();
  }
  return {
    isSilent,
    whenSilent(listener) {
      // Its own function, because one listener may come twice.
      const notify = () => listener();
      listeners.add(notify);
      look();
      return () => listeners.delete(notify);
    },
    watched: (fetch) => async (request) => {
      const call = { since: monotonic() };
      running.add(call);
      const timer = setTimeout(look, patience + 20);
      try {
        const answer = await fetch(request);
        heardAt = monotonic();
        return answer;
      } finally {
        clearTimeout(timer);
        running.delete(call);
      }
    },
  };
}

/** A call that has not been answered, in the words for one whose time ran out. */
export const unanswered = failureWithoutAnswer(new UpstreamFailure('timeout'));

/** The source, except that nobody waits for a silent service: what is stored is the answer, otherwise a failure. */
export function impatient(source: Source, silence: Silence): Source {
  return {
    lookUp: source.lookUp,
    load(request, options, onDisconnect) {
      const { promise: silent, resolve } = Promise.withResolvers<ApiAnswer>();
      const stop = silence.whenSilent(() => {
        const stored = options.isFresh ? source.lookUp(request, { ...options, isFresh: false }) : null;
        const { status, body, detail } = unanswered;
        const failed = { status, body, age: 0, cacheStatus: cacheStatus({ fwd: 'miss', detail }), retryAfter: null };
        resolve(stored ?? failed);
      });
      // Started in any case: its answer is kept.
      const loading = source.load(request, options, onDisconnect).finally(stop);
      return Promise.race([loading, silent]);
    },
  };
}
