import { hashKey, type Query, QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { millisecondsInMinute, millisecondsInSecond } from 'date-fns/constants';
import type { Config } from '#contract/gateway/config.ts';
import { mayRead } from '#domain/access/rights.ts';
import { isPassing } from '#domain/answers/failures.ts';
import { type Answer, asFailure, RequestFailure } from './client.ts';

/** Milliseconds between two attempts where nothing else was said; the first ones follow sooner. */
const longestPause = 30 * millisecondsInSecond;
/** A service that sends us away for longer is asked all the same: a wall display would else wait for ever. */
const longestWait = 15 * millisecondsInMinute;

/** That a request is wrong, not allowed, or a record is not there, is an answer: asking again brings the same. */
function isDefinite(error: unknown): boolean {
  return ['refused', 'missing', 'signed out', 'not allowed'].includes(asFailure(error).kind);
}

/** Milliseconds that the service or the gateway told us to wait; 0 where neither did. */
export function toldWait(error: unknown): number {
  return error ? Math.min(asFailure(error).retryAfter ?? 0, longestWait) : 0;
}

/**
 * Milliseconds before attempt number `attempt + 2`: as told; else twice as long each time, spread so that many screens do not
 * come back together. What a person has to put right (the key, its rights) is tried once a minute.
 */
export function waitBefore(attempt: number, error: unknown): number {
  const told = toldWait(error);
  if (told > 0) return told;
  if (!isPassing(asFailure(error))) return millisecondsInMinute;
  return Math.min(2 ** (attempt + 1) * millisecondsInSecond, longestPause) * (0.75 + Math.random() / 2);
}

/**
 * The one retry policy of the application. A failure is shown at once, with the last data where there is any, and the request
 * is repeated quietly until it succeeds. Nothing polls by itself: events of the gateway say what to ask for again.
 */
export function createQueryClient(): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 10 * millisecondsInSecond,
        gcTime: 30 * millisecondsInMinute,
        retry: (_, error) => !isDefinite(error),
        retryDelay: waitBefore,
        refetchOnWindowFocus: false,
        networkMode: 'always',
      },
    },
  });
  for (const queryKey of keptKeys) client.setQueryDefaults(queryKey, { gcTime: Number.POSITIVE_INFINITY });
  return withinRights(client);
}

/** The key of what the gateway says of the school and of who asks (`config.ts`). */
export const configKey = ['config'] as const;

/**
 * A client that never sends what the role of who is signed in does not have: such a query is switched off, whoever uses it, and
 * stays without data. Before it is known who asks, everything is sent.
 */
function withinRights(client: QueryClient): QueryClient {
  const isSent = ({ queryKey }: { readonly queryKey?: QueryKey | undefined }) => {
    const who = client.getQueryCache().get<Answer<Config>>(hashKey(configKey))?.state.data?.value.who;
    return !who || !queryKey || mayRead(who.role, queryKey);
  };
  // The library's methods are generic; these give on the very options that they are given.
  const optionsOf = client.defaultQueryOptions.bind(client) as (options: Options) => Options;
  const fetch = client.fetchQuery.bind(client) as (options: Options) => Promise<unknown>;
  return Object.assign(client, {
    defaultQueryOptions: (options: Options) =>
      isSent(options) ? optionsOf(options) : { ...optionsOf(options), enabled: false },
    fetchQuery: (options: Options) =>
      isSent(options) ? fetch(options) : Promise.reject(new RequestFailure('not allowed')),
  });
}

type Options = { readonly queryKey?: QueryKey; readonly enabled?: unknown };

/** Shown when nothing can be asked: never dropped while we run, kept in this browser for the next start. */
const keptKeys: readonly QueryKey[] = [
  ['api', 'listAircraft', {}, {}],
  ['replica', 'reminders'],
  ['replica', 'squawks'],
];

/** Whether a query is one of those. */
export function isKept({ queryKey }: Pick<Query, 'queryKey'>): boolean {
  return keptKeys.some((key) => JSON.stringify(key) === JSON.stringify(queryKey));
}

/** What makes a query poll by itself besides events, for displays that nobody watches; in milliseconds. */
export function polling(interval: number) {
  return { refetchInterval: interval, meta: { interval } };
}

/**
 * Asks for new data at once, past the gateway's copy: for a person who presses "Refresh now". What was under way, or waits for
 * its next attempt, is given up. Never rejects: a failure shows in the queries.
 */
export async function refreshNow(client: QueryClient, keys: readonly QueryKey[]): Promise<void> {
  const cache = client.getQueryCache();
  const queries = new Set(keys.flatMap((queryKey) => cache.findAll({ queryKey, type: 'active' })));
  const requests = Array.from(queries, async (query) => {
    await query.cancel({ silent: true });
    const { options } = query;
    // The query function reads its options as it starts; whatever follows this request is asked for as usual.
    query.setOptions({ ...options, meta: { ...options.meta, isUrgent: true } });
    const fetching = query.fetch();
    query.setOptions(options);
    await fetching;
  });
  await Promise.allSettled(requests);
}

/** Something that a press sends: whether it is under way, and why the last one failed. The latest press counts. */
export function useSending<Value>(send: (value: Value) => Promise<unknown>) {
  const [state, setState] = useState<{ readonly isRunning: boolean; readonly error: unknown }>(idle);
  const latest = useRef(0);
  const run = async (value: Value) => {
    const own = ++latest.current;
    setState({ isRunning: true, error: null });
    const error: unknown = await send(value).then(
      () => null,
      (failure: unknown) => failure,
    );
    if (own === latest.current) setState({ isRunning: false, error });
  };
  return { ...state, run };
}

const idle = { isRunning: false, error: null };

/** The same as a function for buttons; a key names every active query that begins with it. */
export function useRefresh(): (...keys: readonly QueryKey[]) => void {
  const client = useQueryClient();
  return useCallback((...keys) => void refreshNow(client, keys), [client]);
}
