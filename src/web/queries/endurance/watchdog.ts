import type { Query, QueryClient } from '@tanstack/react-query';
import { isStalled } from '#domain/watchdog.ts';
import { toldWait } from '#web/queries/policy.ts';
import { serve } from '#web/queries/sweepGate.ts';

const interval = 15_000;

/** Restarts every poll of the service that has stalled, until the returned function is called. */
export function watchPolls(client: QueryClient): () => void {
  const cache = client.getQueryCache();
  const startedAt = performance.now();
  const acted = new Map<string, number>();
  const unsubscribe = cache.subscribe(({ type, query: { queryHash } }) => {
    if (type === 'updated') acted.set(queryHash, performance.now());
    if (type === 'removed') acted.delete(queryHash);
  });

  function look() {
    const now = performance.now();
    for (const query of cache.findAll({ queryKey: ['api'] })) {
      const poll = { interval: waitOf(query), actedAt: acted.get(query.queryHash) ?? startedAt };
      if (isPolling(query) && isStalled(poll, now)) void restart(client, query);
    }
    serve();
  }

  const timer = setInterval(look, interval);
  return () => {
    clearInterval(timer);
    unsubscribe();
  };
}

/** Somebody looks at it, or a sweep waits for it. */
const isPolling = (query: Query) => query.isActive() || query.state.fetchStatus === 'fetching';

const waitOf = ({ meta, state }: Query) => Math.max(Number(meta?.['interval'] ?? 0), toldWait(state.error));

async function restart(client: QueryClient, { queryKey }: Query): Promise<void> {
  const same = { queryKey, exact: true };
  await client.cancelQueries(same);
  await client.refetchQueries({ ...same, type: 'active' });
}
