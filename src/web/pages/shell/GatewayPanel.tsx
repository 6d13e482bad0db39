import { useQuery } from '@tanstack/react-query';
import { stateQuery } from '#web/queries/gateway/gateway.ts';
import { useRefresh } from '#web/queries/policy.ts';
import { failureOf } from '#web/queries/readings.ts';
import { ErrorNote } from '#web/ui/panel/ErrorNote.tsx';
import { GatewayStanding } from '#web/ui/panel/GatewayStanding.tsx';

/** Mounted only while somebody looks, so that nobody else asks. */
export function GatewayPanel() {
  const refresh = useRefresh();
  const result = useQuery(stateQuery);
  const failure = failureOf(result);
  if (failure && !result.data) return <ErrorNote failure={failure} onRetry={() => refresh(stateQuery.queryKey)} />;
  if (!result.data) return <p role="status">Loading…</p>;
  return <GatewayStanding state={result.data.value} />;
}
