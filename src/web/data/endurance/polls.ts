import type { Query, QueryClient } from '@tanstack/react-query';
import { isStalled } from '#domain/answers/reload.ts';
import { requestedWait } from '#web/data/policy.ts';

/** Milliseconds between two checks. */
const interval = 15_000;

/** Restarts every polling query that has stalled, until the returned function is called. */
export function watchPolls(client: QueryClient): () => void {
  const cache = client.getQueryCache();
  const startedAt = performance.now();
  const actedAt = new Map<string, number>();
  const unsubscribe = cache.subscribe(({ type, query: { queryHash } }) => {
    if (type === 'updated') actedAt.set(queryHash, performance.now());
    if (type === 'removed') actedAt.delete(queryHash);
  });

  function check() {
    const now = performance.now();
    for (const query of cache.findAll({ type: 'active', predicate: isPolling })) {
      const poll = { interval: waitOf(query), actedAt: actedAt.get(query.queryHash) ?? startedAt };
      if (isStalled(poll, now)) void restart(client, query);
    }
  }

  const timer = setInterval(check, interval);
  return () => {
    clearInterval(timer);
    unsubscribe();
  };
}

const intervalOf = ({ meta }: Query) => Number(meta?.['interval'] ?? 0);
const isPolling = (query: Query) => intervalOf(query) > 0;

/** A query told to wait longer than its interval has not stalled. */
const waitOf = (query: Query) => {
  const { error, fetchFailureReason } = query.state;
  return Math.max(intervalOf(query), requestedWait(fetchFailureReason ?? error));
};

async function restart(client: QueryClient, { queryKey }: Query): Promise<void> {
  const same = { queryKey, exact: true };
  await client.cancelQueries(same);
  await client.refetchQueries({ ...same, type: 'active' });
}
