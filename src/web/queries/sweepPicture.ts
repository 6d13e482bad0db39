import { notifyManager, type Query, type QueryCacheNotifyEvent, type QueryClient } from '@tanstack/react-query';
import type { Config } from '#contract/config.ts';
import type { Failure } from '#domain/failures.ts';
import type { Reading } from '#domain/reading.ts';
import type { SweepPlan } from '#domain/sweepPlan.ts';
import { asFailure } from './failures.ts';
import { isWhole } from './policy.ts';
import { announce, readingOfMany } from './reading.ts';
import { createSweepRunner, type SweepRunner, type SweptAnswer, type SweptId } from './sweepRunner.ts';

/** What the cache holds of one aircraft. */
type SweptState<Id extends SweptId> = {
  readonly answer: SweptAnswer<Id> | null;
  readonly failure: Failure | null;
  readonly isAsking: boolean;
};

/** All that a screen shows of a sweep, at one moment. */
export type SweepPicture<Id extends SweptId> = {
  readonly plan: SweepPlan;
  readonly interruption: Failure | null;
  readonly states: ReadonlyMap<string, SweptState<Id>>;
};

/** A sweep that can be watched. */
export type WatchedSweep<Id extends SweptId> = {
  readonly runner: SweepRunner<Id>;
  readonly subscribe: (listener: () => void) => () => void;
  /** The same object as long as nothing has changed. */
  readonly picture: () => SweepPicture<Id>;
};

const sweeps = new WeakMap<QueryClient, Map<SweptId, WatchedSweep<SweptId>>>();

/** The one sweep of this operation: it outlives the screens that show it. */
export function sweepOf<Id extends SweptId>(client: QueryClient, school: Config, id: Id): WatchedSweep<Id> {
  const ofClient = sweeps.get(client) ?? new Map<SweptId, WatchedSweep<SweptId>>();
  sweeps.set(client, ofClient);
  const sweep = ofClient.get(id) ?? createWatchedSweep(client, school, id);
  ofClient.set(id, sweep);
  return sweep;
}

function createWatchedSweep<Id extends SweptId>(client: QueryClient, school: Config, id: Id): WatchedSweep<Id> {
  const listeners = new Set<() => void>();
  let picture: SweepPicture<Id> | null = null;
  const runner = createSweepRunner(client, school, id, changed);
  client.getQueryCache().subscribe((event) => {
    const { query } = event;
    // Who observes an answer changes nothing in it; a screen that does both would call itself for ever.
    if (event.type.startsWith('observer') || !isWhole(query.queryKey, id)) return;
    if (isNews(event)) runner.hear(aircraftOf(query), query.state.data as SweptAnswer<Id>);
    changed();
  });

  /** Tells the listeners once, however much happens before they look again. */
  function changed() {
    if (!picture) return;
    picture = null;
    notifyManager.schedule(() => listeners.forEach((listener) => listener()));
  }

  const take = (): SweepPicture<Id> => {
    const plan = runner.plan();
    return { plan, interruption: runner.interruption(), states: statesOf<Id>(client, id, plan) };
  };
  const current = () => (picture ??= take());
  announce(() => (runner.isInView() ? readingOf(id, current()) : null));

  return {
    runner,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    picture: current,
  };
}

function readingOf(id: SweptId, { plan, states, interruption }: SweepPicture<SweptId>): Reading {
  const nothing = { answer: null, failure: null, isAsking: false };
  const parts = Array.from(plan.turns.keys(), (aircraftId) => states.get(aircraftId) ?? nothing);
  return readingOfMany(id, parts, interruption);
}

function statesOf<Id extends SweptId>(client: QueryClient, id: Id, plan: SweepPlan): Map<string, SweptState<Id>> {
  const queries = client.getQueryCache().findAll({ predicate: ({ queryKey }) => isWhole(queryKey, id) });
  return new Map(
    queries.map((query) => [aircraftOf(query), stateOf(query, plan.turns.get(aircraftOf(query))?.stand === 'failed')]),
  );
}

/** An answer of the service; what comes back from the store is none. */
function isNews(event: QueryCacheNotifyEvent): boolean {
  return event.type === 'updated' && event.action.type === 'success' && event.action.manual !== true;
}

const aircraftOf = ({ queryKey }: Query) => (queryKey[2] as { aircraftId: string }).aircraftId;

/** What failed for a reason that concerns all is no failure of the aircraft's: it waits again. */
function stateOf<Id extends SweptId>({ state }: Query, hasFailed: boolean): SweptState<Id> {
  return {
    answer: (state.data as SweptAnswer<Id> | undefined) ?? null,
    failure: hasFailed && state.error ? asFailure(state.error) : null,
    isAsking: state.fetchStatus === 'fetching',
  };
}
