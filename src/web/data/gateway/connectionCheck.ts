import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { millisecondsInMinute } from '#domain/units.ts';
import { connectionCheckPath, connectionCheckShape } from '#contract/gateway/connectionCheck.ts';
import type { Reading } from '#domain/answers/pageChecks.ts';
import { asking, readAs } from '#web/data/client.ts';
import { failureOf } from '#web/data/readings.ts';
import { send } from './gateway.ts';
import { now } from '#web/device/screenClock.ts';

/** Milliseconds between requests while a check runs, and while none does, because somebody else may start one. */
const [running, resting] = [1_500, millisecondsInMinute];

const checkQuery = queryOptions({
  queryKey: ['connection-check'] as const,
  queryFn: asking(connectionCheckPath, (body) => readAs(connectionCheckShape, body)),
  staleTime: 0,
});

/** The gateway's check of the connection, and how to start and stop it. */
export function useConnectionCheck() {
  const client = useQueryClient();
  const result = useQuery({
    ...checkQuery,
    refetchInterval: ({ state }) => (state.data?.value.state === 'running' ? running : resting),
  });
  const { mutate, error } = useMutation({
    mutationFn: (action: 'start' | 'stop') =>
      send(connectionCheckPath, { action }, (body) => readAs(connectionCheckShape, body)),
    onSuccess: (value) =>
      client.setQueryData(checkQuery.queryKey, (last) => last && { ...last, value, asOf: now(), etag: null }),
  });
  const reading: Reading = {
    source: 'Connection check',
    asOf: result.data?.asOf ?? null,
    interval: resting,
    failure: failureOf(result),
  };
  return { check: result.data?.value ?? null, reading, queryKey: checkQuery.queryKey, act: mutate, error };
}
