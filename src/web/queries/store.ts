import {
  type AsyncStorage,
  experimental_createQueryPersister as createQueryPersister,
  type PersistedQuery,
} from '@tanstack/query-persist-client-core';
import { type Query, type QueryCacheNotifyEvent, type QueryClient, skipToken, useQuery } from '@tanstack/react-query';
import { clear, createStore, del, entries, get, set } from 'idb-keyval';
import { millisecondsInDay, millisecondsInMinute } from 'date-fns/constants';
import { withoutPeople, withoutPersonalData } from '#domain/people/personalData.ts';
import type { Answer } from './client.ts';
import { isKept } from './policy.ts';

/** Raise it when what is kept changes its form: what was kept before is then dropped. */
const form = 2;
const maxAge = 14 * millisecondsInDay;
/** The aircraft, their reminders, their squawks, and a window of reservations. */
const mostEntries = 10;
/** Milliseconds that the first page waits for what was kept. */
const patience = 1_000;
/** Milliseconds between two writings of one answer: a window of reservations is large, and a display's disk is small. */
const rest = 5 * millisecondsInMinute;

export type AnswerStorage = Required<AsyncStorage<PersistedQuery>>;

/**
 * Puts the answers of last time into the cache, with their true age, and keeps those to come: all aircraft, reminders and
 * squawks, and what asks for it by `meta.keep`; without personal data. What was kept for another `owner` (a school, a person
 * and a role) is dropped first. Never rejects: without storage everything goes on from memory.
 */
export async function keepAnswers(
  client: QueryClient,
  owner: string,
  storage: AnswerStorage | null = browserStorage(),
): Promise<void> {
  if (!storage) return;
  client.setQueryDefaults(storedKey, { gcTime: Infinity });
  const setKept = (isStored: boolean) => void client.setQueryData(storedKey, isStored);
  const persister = createQueryPersister({
    storage,
    buster: `${form} ${owner}`,
    maxAge,
    serialize: (query) => impersonal(query, client),
    deserialize: (stored) => stored,
  });
  const restoring = persister
    .persisterGc()
    .then(() => restore(client, storage))
    .then(
      () => setKept(true),
      () => setKept(false),
    );
  const writtenAt = new Map<string, number>();
  client.getQueryCache().subscribe((event) => {
    if (!isToKeep(event) || performance.now() - (writtenAt.get(event.query.queryHash) ?? -rest) < rest) return;
    writtenAt.set(event.query.queryHash, performance.now());
    persister.persistQuery(event.query).then(
      () => setKept(true),
      () => setKept(false),
    );
  });
  await Promise.race([restoring, new Promise((resolve) => setTimeout(resolve, patience))]);
}

/** The newest ones, and of reservations the newest alone; what has come from the service meanwhile stays. */
async function restore(client: QueryClient, storage: AnswerStorage): Promise<void> {
  const stored = await storage.entries();
  stored.sort(([, a], [, b]) => b.state.dataUpdatedAt - a.state.dataUpdatedAt);
  const isReservations = ([, { queryKey }]: (typeof stored)[number]) => queryKey[1] === 'reservations';
  const latest = stored.find(isReservations);
  const wanted = stored.filter((entry) => entry === latest || !isReservations(entry)).slice(0, mostEntries);
  for (const entry of stored) if (!wanted.includes(entry)) await storage.removeItem(entry[0]);
  for (const [, { queryKey, state }] of wanted) {
    if (client.getQueryData(queryKey) !== undefined) continue;
    // Whoever looks at it asks for a new one at once.
    client.setQueryData(queryKey, state.data, { updatedAt: 0 });
  }
}

function isToKeep(event: QueryCacheNotifyEvent): boolean {
  if (event.type !== 'updated' || event.action.type !== 'success' || event.action.manual === true) return false;
  return keepingOf(event.query) !== undefined || isKept(event.query);
}

/** What a query says of itself: `with names` or `without names`. */
const keepingOf = (query: Query | undefined) => query?.meta?.['keep'];

function impersonal(query: PersistedQuery, client: QueryClient): PersistedQuery {
  const isNameless = keepingOf(client.getQueryCache().get(query.queryHash)) === 'without names';
  // Without its ETag the whole answer is asked for again: what is stored here lacks what is personal.
  // Everything that is asked for here is an answer (`client.ts`); a stored query does not know its type.
  const data = withoutPersonalData({ ...(query.state.data as Answer<unknown>), etag: null });
  return { ...query, state: { ...query.state, data: isNameless ? withoutPeople(data) : data } };
}

const answersStore = () => createStore('flightline', 'answers');

/** What stays in the browser whoever uses it: how it looks, and how its keys act. */
const impersonalNames: ReadonlySet<string> = new Set(['mui-mode', 'flightline plain keys']);

/** Milliseconds for which signing out waits until what is kept is gone. */
const forgetPatience = 2_000;

/**
 * Drops all that this browser keeps for who used it: answers, what the gateway said, the memory of reports, names that were
 * entered. Never rejects.
 */
export async function forgetPerson(): Promise<void> {
  try {
    for (const name of Object.keys(localStorage)) if (!impersonalNames.has(name)) localStorage.removeItem(name);
  } catch {
    // A browser that keeps nothing has nothing to forget.
  }
  if (typeof indexedDB === 'undefined') return;
  const forgetting = Promise.allSettled([clear(answersStore()), clear()]);
  await Promise.race([forgetting, new Promise((resolve) => setTimeout(resolve, forgetPatience))]);
}

function browserStorage(): AnswerStorage | null {
  if (typeof indexedDB === 'undefined') return null;
  const store = answersStore();
  return {
    getItem: (key) => get<PersistedQuery>(key, store),
    setItem: (key, value) => set(key, value, store),
    removeItem: (key) => del(key, store),
    entries: () => entries<string, PersistedQuery>(store),
  };
}

/** In the cache as the answers are, so that each client has its own. */
const storedKey = ['is stored'] as const;

/** Whether answers outlive the page in this browser; false where it allows no storage, or has no room left. */
export function useIsKept(): boolean {
  const { data } = useQuery<boolean>({ queryKey: storedKey, queryFn: skipToken, gcTime: Infinity });
  return data ?? false;
}
