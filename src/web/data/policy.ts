import {
  hashKey,
  type Query,
  QueryClient,
  type QueryExecuteOptions,
  type QueryKey,
  useQueryClient,
} from '@tanstack/react-query';
import { useCallback } from 'react';
import { millisecondsInMinute, millisecondsInSecond } from '#domain/units.ts';
import type { Config } from '#contract/gateway/config.ts';
import { replicaSets, setRow } from '#contract/sets.ts';
import { mayRead } from '#domain/access/rights.ts';
import { isPassing } from '#domain/answers/failures.ts';
import { type Answer, asFailure, urge } from './client.ts';

/** Milliseconds between two attempts by default; the first ones follow sooner. */
const longestPause = 30 * millisecondsInSecond;
/** Ask again after this time even if the service said to wait longer: a wall display must not wait for ever. */
const longestWait = 15 * millisecondsInMinute;

/** A wrong or forbidden request, or a missing record, is an answer: a retry would bring the same. */
function isDefinite(error: unknown): boolean {
  return ['refused', 'missing', 'signed out', 'not allowed'].includes(asFailure(error).kind);
}

/** Milliseconds that the service or the gateway asked us to wait; 0 if neither did. */
export function requestedWait(error: unknown): number {
  return error ? Math.min(asFailure(error).retryAfter ?? 0, longestWait) : 0;
}

/**
 * Milliseconds before attempt number `attempt + 2`: as requested; otherwise doubled each time, and spread so that many
 * screens do not return together. A problem that a person must fix (the key, its rights) is retried once a minute.
 */
export function waitBefore(attempt: number, error: unknown): number {
  const requested = requestedWait(error);
  if (requested > 0) return requested;
  if (!isPassing(asFailure(error))) return millisecondsInMinute;
  return Math.min(2 ** (attempt + 1) * millisecondsInSecond, longestPause) * (0.75 + Math.random() / 2);
}

/**
 * The one retry policy of the application. A failure is shown at once, with the last data where there is any, and the request
 * is repeated quietly until it succeeds. Nothing polls by itself: gateway events say what to request again.
 */
export function createQueryClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    defaultOptions: {
      queries: {
        enabled: ({ queryKey }) => isAllowed(client, queryKey),
        staleTime: 10 * millisecondsInSecond,
        gcTime: 30 * millisecondsInMinute,
        retry: (_, error) => !isDefinite(error),
        retryDelay: waitBefore,
        refetchOnWindowFocus: false,
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  });
  for (const queryKey of keptKeys) client.setQueryDefaults(queryKey, { gcTime: Number.POSITIVE_INFINITY });
  return client;
}

/** The key of the gateway's answer about the school and the user (`config.ts`). */
export const configKey = ['config'] as const;
const configHash = hashKey(configKey);

/** Whether the user's role may read what a key names. Until the user is known, every request is sent. */
function isAllowed(client: QueryClient, queryKey: QueryKey): boolean {
  const who = client.getQueryCache().get<Answer<Config>>(configHash)?.state.data?.value.who;
  return !who || mayRead(who.role, queryKey);
}

/**
 * Switches off a query that its screen does not want. Never set `enabled` in another way: the client's default checks the
 * rights.
 */
export function onlyIf(isWanted: boolean): { readonly enabled?: false } {
  return isWanted ? {} : { enabled: false };
}

/**
 * Loads a query before its screen is drawn, if the role may read it. Never rejects: the screen shows a failure and requests
 * again.
 */
export async function readAhead<Data, Key extends QueryKey>(
  client: QueryClient,
  query: QueryExecuteOptions<Data, Error, Data, Data, Key>,
): Promise<void> {
  if (isAllowed(client, query.queryKey)) await client.query(query).catch(() => undefined);
}

/**
 * Options of `useMutation` for a change, after which what starts with the key is requested again. That request is not awaited:
 * while the server does not answer it never ends, and a failure must show at once, and a change that is done must count as done.
 */
export function changing<Change, Done>(
  client: QueryClient,
  queryKey: QueryKey,
  mutationFn: (change: Change) => Promise<Done>,
) {
  return { mutationFn, onSettled: () => void client.invalidateQueries({ queryKey }) };
}

/** Shown when no request is possible: never dropped while the page runs, and stored in this browser for the next start. */
const keptKeys: readonly QueryKey[] = replicaSets.flatMap((set) => {
  const { isKept: isWanted = false, per, operations: of } = setRow(set);
  if (!isWanted) return [];
  return [per === 'aircraft' ? ['replica', set] : ['api', of[0], {}, {}]];
});

/** Whether a query is one of `keptKeys`. */
export function isKept({ queryKey }: Pick<Query, 'queryKey'>): boolean {
  return keptKeys.some((key) => JSON.stringify(key) === JSON.stringify(queryKey));
}

/** Makes a query poll by itself besides events, for unattended displays; in milliseconds. */
export function polling(interval: number) {
  return { refetchInterval: interval, meta: { interval } };
}

/**
 * Requests new data at once, past the gateway's copy, when a person presses "Refresh now". A request that is under way, or
 * waits for its next attempt, is dropped. Never rejects: a failure shows in the queries.
 */
export async function refreshNow(client: QueryClient, keys: readonly QueryKey[]): Promise<void> {
  const cache = client.getQueryCache();
  const queries = new Set(keys.flatMap((queryKey) => cache.findAll({ queryKey, type: 'active' })));
  const requests = Array.from(queries, async (query) => {
    await query.cancel({ silent: true });
    urge(query);
    await query.fetch();
  });
  await Promise.allSettled(requests);
}

/** The same as a function for buttons; a key names every active query that starts with it. */
export function useRefresh(): (...keys: readonly QueryKey[]) => void {
  const client = useQueryClient();
  return useCallback((...keys) => void refreshNow(client, keys), [client]);
}
