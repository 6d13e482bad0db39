import { type Query, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useSyncExternalStore } from 'react';
import type { OperationId } from '#contract/operations.ts';
import type { Reading } from '#domain/reading.ts';
import { asFailure } from './failures.ts';
import { refreshInterval, sourceName } from './policy.ts';
import { jointReadings } from './reading.ts';

/** How it stands with every source that a screen is looking at now, for the connection light. */
export function useReadings(): readonly Reading[] {
  const client = useQueryClient();
  const last = useRef<{ text: string; readings: readonly Reading[] }>({ text: '', readings: [] });
  const subscribe = useCallback((listener: () => void) => client.getQueryCache().subscribe(listener), [client]);
  return useSyncExternalStore(subscribe, () => {
    const readings = readingsOf(client);
    const text = JSON.stringify(readings);
    if (text !== last.current.text) last.current = { text, readings };
    return last.current.readings;
  });
}

function readingsOf(client: QueryClient): Reading[] {
  const queries = client.getQueryCache().findAll({ queryKey: ['api'], type: 'active' });
  return [...queries.map(toReading), ...jointReadings()];
}

function toReading(query: Query): Reading {
  const id = query.queryKey[1] as OperationId;
  const data = query.state.data as { asOf: number } | undefined;
  return {
    source: sourceName(id),
    asOf: data?.asOf ?? null,
    interval: Number(query.meta?.['interval'] ?? refreshInterval(id)),
    failure: query.state.error ? asFailure(query.state.error) : null,
    isFetching: query.state.fetchStatus === 'fetching',
  };
}
