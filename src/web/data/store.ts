import {
  type AsyncStorage,
  experimental_createQueryPersister as createQueryPersister,
  type PersistedQuery,
} from '@tanstack/query-persist-client-core';
import type { Query, QueryCacheNotifyEvent, QueryClient } from '@tanstack/react-query';
import { clear, createStore, del, entries, get, set } from 'idb-keyval';
import { useSyncExternalStore } from 'react';
import { millisecondsInDay, millisecondsInMinute } from '#domain/units.ts';
import { withoutPeople, withoutPersonalData } from '#domain/people/personalData.ts';
import { isRecord } from '#contract/objects.ts';
import { isKept } from './policy.ts';

/** Raise this when the stored form changes: everything stored before is then dropped. */
const form = 4;
const maxAge = 14 * millisecondsInDay;
/** The aircraft, their reminders, their squawks, and a window of reservations. */
const maxEntries = 10;
/** Milliseconds that the first page waits for the stored answers. */
const patience = 1_000;
/** Milliseconds between two writes of one answer: a window of reservations is large, and a display's disk is small. */
const rest = 5 * millisecondsInMinute;

export type AnswerStorage = Required<AsyncStorage<PersistedQuery>>;

/**
 * Puts the stored answers into the cache with their true age, and stores later ones, without personal data. It stores all
 * aircraft, reminders and squawks, and every query with `meta.keep`. Data of another `owner` (a school, a person and a role)
 * is dropped first. Never rejects: without storage, everything works from memory.
 */
export async function keepAnswers(
  client: QueryClient,
  owner: string,
  storage: AnswerStorage | null = browserStorage(),
): Promise<void> {
  if (!storage) return;
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
      () => tellStored(true),
      () => tellStored(false),
    );
  const writtenAt = new Map<string, number>();
  client.getQueryCache().subscribe((event) => {
    if (!isToKeep(event) || performance.now() - (writtenAt.get(event.query.queryHash) ?? -rest) < rest) return;
    writtenAt.set(event.query.queryHash, performance.now());
    persister.persistQuery(event.query).then(
      () => tellStored(true),
      () => tellStored(false),
    );
  });
  await Promise.race([restoring, new Promise((resolve) => setTimeout(resolve, patience))]);
}

/** The newest answers, and only the newest window of reservations; answers that arrived meanwhile stay. */
async function restore(client: QueryClient, storage: AnswerStorage): Promise<void> {
  const stored = await storage.entries();
  stored.sort(([, a], [, b]) => b.state.dataUpdatedAt - a.state.dataUpdatedAt);
  const isReservations = ([, { queryKey }]: (typeof stored)[number]) => queryKey[1] === 'reservations';
  const latest = stored.find(isReservations);
  const wanted = stored.filter((entry) => entry === latest || !isReservations(entry)).slice(0, maxEntries);
  for (const entry of stored) if (!wanted.includes(entry)) await storage.removeItem(entry[0]);
  for (const [, { queryKey, state }] of wanted) {
    if (client.getQueryData(queryKey) !== undefined) continue;
    // A component that uses it requests a new one at once.
    client.setQueryData(queryKey, state.data, { updatedAt: 0 });
  }
}

function isToKeep(event: QueryCacheNotifyEvent): boolean {
  if (event.type !== 'updated' || event.action.type !== 'success' || event.action.manual === true) return false;
  return keepingOf(event.query) !== undefined || isKept(event.query);
}

/** The query's own `meta.keep`: `with names` or `without names`. */
const keepingOf = (query: Query | undefined) => query?.meta?.['keep'];

function impersonal(query: PersistedQuery, client: QueryClient): PersistedQuery {
  const isNameless = keepingOf(client.getQueryCache().get(query.queryHash)) === 'without names';
  const answer = isRecord(query.state.data) ? query.state.data : {};
  // Without its ETag, the whole answer is requested again: the stored copy lacks personal data.
  const data = withoutPersonalData({ ...answer, etag: null });
  return { ...query, state: { ...query.state, data: isNameless ? withoutPeople(data) : data } };
}

const answersStore = () => createStore('flightline', 'answers');

/** What stays in the browser for every user: its look, and how its keys act. */
const impersonalNames: ReadonlySet<string> = new Set(['mui-mode', 'flightline plain keys']);

/** Milliseconds that signing out waits for the stored data to be deleted. */
const forgetPatience = 2_000;

/**
 * Deletes all that this browser stores about its user: answers, the configuration, the memory of reports, entered names.
 * Never rejects.
 */
export async function forgetPerson(): Promise<void> {
  try {
    for (const name of Object.keys(localStorage)) if (!impersonalNames.has(name)) localStorage.removeItem(name);
  } catch {
    // A browser without storage has nothing to delete.
  }
  if (typeof indexedDB === 'undefined') return;
  const forgetting = Promise.allSettled([endPush(), clear(answersStore()), clear()]);
  await Promise.race([forgetting, new Promise((resolve) => setTimeout(resolve, forgetPatience))]);
}

/** The next person at this browser must not get the alerts of this one. */
async function endPush(): Promise<void> {
  if (!('serviceWorker' in navigator) || !('PushManager' in window)) return;
  const registration = await navigator.serviceWorker.getRegistration();
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
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

/** Whether the last write to the browser's storage succeeded. */
let isStored = false;
const listeners = new Set<() => void>();

function tellStored(next: boolean): void {
  isStored = next;
  for (const listener of listeners) listener();
}

function onStored(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether answers outlive the page in this browser; false if storage is forbidden or full. */
export function useIsKept(): boolean {
  return useSyncExternalStore(onStored, () => isStored);
}
