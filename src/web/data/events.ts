import { type Query, type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { millisecondsInMinute } from '#domain/units.ts';
import { timeouts } from '#contract/gateway/ages.ts';
import { type RefreshEvent, refreshEventShape } from '#contract/gateway/replica.ts';
import { operations } from '#contract/operations.ts';
import { type ReplicaSet, replicaSets, setRow } from '#contract/sets.ts';
import { ask } from './client.ts';
import { noteHeard } from './connection.ts';
import { configKey } from './policy.ts';

/** The queries affected by a set of the local copy, by the start of their keys. A page asks for its report itself. */
function concernsOf(set: ReplicaSet): QueryKey[] {
  const { per, operations: of, renews } = setRow(set);
  if (per === 'report') return [];
  const own = per === 'aircraft' ? [set, ...of] : of;
  return [...own, ...renews].map((part) => [Object.hasOwn(operations, part) ? 'api' : 'replica', part]);
}

const snoozes: QueryKey = ['replica', 'snoozes'];
/** What the gateway's own events say has changed. */
const changedBy: { readonly [Name in Message['name']]?: QueryKey } = {
  state: ['state'],
  snoozes,
  alerts: ['alerts'],
  weather: ['replica', 'weather'],
};
/** Queries that show changes of any set. */
const logs: readonly QueryKey[] = [
  ['replica', 'changes'],
  ['replica', 'log'],
];

/**
 * Milliseconds: the shortest time between two requests about one set, and the delay before data with only a new age is
 * requested.
 */
const shortest = 250;
const lazy = 10_000;

type Due = { readonly at: number; readonly isChanged: boolean };

/** What to request again, and when. Times are milliseconds of a monotonic clock. */
export type RefreshPlan = {
  readonly due: ReadonlyMap<ReplicaSet, Due>;
  /** When each set was last requested. */
  readonly askedAt: ReadonlyMap<ReplicaSet, number>;
};

export const emptyPlan: RefreshPlan = { due: new Map(), askedAt: new Map() };

/** Records an event: changed records are requested at once; those with only a new age together, ten seconds later. */
export function noted(
  plan: RefreshPlan,
  { set, changed }: Pick<RefreshEvent, 'set' | 'changed'>,
  now: number,
): RefreshPlan {
  const known = plan.due.get(set);
  const lazyAt = Math.max(now, ...[...plan.due.values()].flatMap(({ at, isChanged }) => (isChanged ? [] : at)));
  const at = changed
    ? Math.max(now, (plan.askedAt.get(set) ?? Number.NEGATIVE_INFINITY) + shortest)
    : lazyAt > now
      ? lazyAt
      : now + lazy;
  const due = new Map(plan.due);
  due.set(set, { at: Math.min(at, known?.at ?? at), isChanged: changed || known?.isChanged === true });
  return { ...plan, due };
}

/** The plan if everything may have changed. */
export function allNoted(plan: RefreshPlan, changed: boolean, now: number): RefreshPlan {
  return replicaSets.reduce((next, set) => noted(next, { set, changed }, now), plan);
}

type Turn = {
  readonly plan: RefreshPlan;
  readonly keys: readonly QueryKey[];
  /** When the next request is due; null for none. */
  readonly wakeAt: number | null;
};

/** What is due now. */
export function takeDue(plan: RefreshPlan, now: number): Turn {
  const ready = [...plan.due].filter(([, { at }]) => at <= now);
  const due = new Map([...plan.due].filter(([, { at }]) => at > now));
  const askedAt = new Map(plan.askedAt);
  for (const [set] of ready) askedAt.set(set, now);
  const hasChanged = ready.some(([, { isChanged }]) => isChanged);
  return {
    plan: { due, askedAt },
    keys: [...ready.flatMap(([set]) => concernsOf(set)), ...(hasChanged ? logs : [])],
    wakeAt: due.size === 0 ? null : Math.min(...Array.from(due.values(), ({ at }) => at)),
  };
}

/** Milliseconds between requests for everything shown while no event arrives. */
const pollInterval = millisecondsInMinute;
/** Milliseconds: a tab that opens the stream this soon after it began to listen has missed nothing. */
const beginning = 3_000;

/**
 * Keeps this tab as new as the gateway's copy until the returned function is called: it listens to `/events`, and polls once
 * a minute while the stream is silent. A hidden tab neither listens nor polls, unless it `isAlwaysOn`.
 */
export function watchEvents(client: QueryClient, isAlwaysOn: boolean): () => void {
  let plan = emptyPlan;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let heardAt = performance.now();
  let stopListening: (() => void) | null = null;
  const underWay = new Set<Query>();

  const note = (next: (plan: RefreshPlan, now: number) => RefreshPlan) => {
    plan = next(plan, performance.now());
    serve();
  };
  const noteAll = (changed: boolean) => {
    note((before, now) => allNoted(before, changed, now));
    if (!changed) return;
    void client.invalidateQueries({ queryKey: snoozes });
    // The gateway may have restarted with other settings.
    void client.invalidateQueries({ queryKey: configKey });
  };

  function serve() {
    clearTimeout(timer);
    const now = performance.now();
    const turn = takeDue(plan, now);
    plan = turn.plan;
    if (turn.keys.length > 0) renew(client, turn.keys, underWay);
    if (turn.wakeAt !== null) timer = setTimeout(serve, turn.wakeAt - now);
  }

  function listen() {
    const startedAt = performance.now();
    heardAt = startedAt;
    stopListening = shareStream((message) => {
      noteHeard(message.name !== 'lost');
      if (message.name === 'lost') return;
      heardAt = performance.now();
      const own = changedBy[message.name];
      if (own) void client.invalidateQueries({ queryKey: own });
      else if (message.name === 'reset') noteAll(true);
      else if (message.name === 'opened') noteAll(heardAt - startedAt > beginning);
      else {
        const read = refreshEventShape.safeParse(parsed(message.data));
        if (read.success) note((before, now) => noted(before, read.data, now));
      }
    });
  }

  function look() {
    const isWanted = isAlwaysOn || document.visibilityState === 'visible';
    if (isWanted && !stopListening) {
      listen();
      return;
    }
    if (!isWanted && stopListening) {
      stopListening();
      stopListening = null;
      clearTimeout(timer);
    }
  }

  const onVisibility = () => {
    const wasListening = stopListening !== null;
    look();
    if (stopListening && !wasListening) noteAll(true);
  };
  const poll = setInterval(() => {
    if (stopListening && performance.now() - heardAt >= pollInterval) noteAll(true);
  }, pollInterval);
  document.addEventListener('visibilitychange', onVisibility);
  look();
  return () => {
    document.removeEventListener('visibilitychange', onVisibility);
    clearInterval(poll);
    clearTimeout(timer);
    stopListening?.();
  };
}

/** Listens while the component is mounted. */
export function useEvents(isAlwaysOn = false): void {
  const client = useQueryClient();
  useEffect(() => watchEvents(client, isAlwaysOn), [client, isAlwaysOn]);
}

/**
 * Marks queries as old, and requests those on screen; one that waits for its next attempt makes it now. A request under way
 * may bring the old state. Stop it and ask again: a slow connection would never finish. `underWay` holds those requests.
 */
function renew(client: QueryClient, keys: readonly QueryKey[], underWay: Set<Query>): void {
  const cache = client.getQueryCache();
  for (const queryKey of keys) void client.invalidateQueries({ queryKey, refetchType: 'none' });
  const queries = new Set(keys.flatMap((queryKey) => cache.findAll({ queryKey, type: 'active' })));
  for (const query of queries) {
    const isUnderWay = query.state.fetchStatus === 'fetching' && query.state.fetchFailureCount === 0;
    if (!isUnderWay) void askAgain(query);
    else if (!underWay.has(query)) {
      underWay.add(query);
      const ended = () => {
        underWay.delete(query);
        return query.isActive() ? askAgain(query) : undefined;
      };
      query.fetch().then(ended, ended);
    }
  }
}

async function askAgain(query: Query): Promise<void> {
  if (query.state.fetchStatus !== 'idle') await query.cancel({ silent: true });
  await query.fetch().catch(() => undefined);
}

const eventNames = ['refresh', 'reset', 'state', 'snoozes', 'alerts', 'weather'] as const;
type Message = { readonly name: 'opened' | 'lost' | (typeof eventNames)[number]; readonly data: string };
type Tell = (message: Message) => void;

const shared = 'flightline events';

/**
 * One stream for all tabs of a browser, because HTTP/1.1 allows six connections to a host: the tab with the lock opens it and
 * passes everything on. If the browser cannot share (plain HTTP from another machine), each tab opens its own.
 */
function shareStream(tell: Tell): () => void {
  // Missing on plain HTTP, although the types say otherwise.
  if (!('locks' in navigator) || typeof BroadcastChannel === 'undefined') return openStream(tell);
  const channel = new BroadcastChannel(shared);
  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => tell(data));
  const leaving = new AbortController();
  const hold = () =>
    new Promise<void>((letGo) => {
      if (leaving.signal.aborted) return letGo();
      const close = openStream((message) => {
        tell(message);
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches only our own origin
        channel.postMessage(message);
      });
      leaving.signal.addEventListener('abort', () => {
        close();
        letGo();
      });
    });
  // A tab that leaves while it waits for the lock gets a rejection.
  navigator.locks.request(shared, { signal: leaving.signal }, hold).catch(() => undefined);
  return () => {
    leaving.abort();
    channel.close();
  };
}

/** Milliseconds before the stream is opened again after the gateway refused it; the browser itself reconnects after a loss. */
const refusedPause = 30_000;

/**
 * The browser does not say why a stream was refused: a plain request does, and opens the sign-in page if the session has
 * ended.
 */
function onRefused(): void {
  ask('/config', () => null, { signal: AbortSignal.timeout(timeouts.browser) }).catch(() => undefined);
}

function openStream(tell: Tell): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let source: EventSource;
  let isLost = false;

  const open = () => {
    source = new EventSource('/events');
    for (const name of eventNames) {
      source.addEventListener(name, ({ data }: MessageEvent<string>) => tell({ name, data }));
    }
    source.addEventListener('open', () => tell({ name: isLost ? 'reset' : 'opened', data: '' }));
    source.addEventListener('error', () => {
      isLost = true;
      tell({ name: 'lost', data: '' });
      if (source.readyState !== EventSource.CLOSED) return;
      onRefused();
      timer = setTimeout(open, refusedPause * (0.75 + Math.random() / 2));
    });
  };
  open();
  return () => {
    clearTimeout(timer);
    source.close();
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
