import { useQuery } from '@tanstack/react-query';
import { asFailure } from '#web/queries/failures.ts';
import { gatewayStateQuery } from '#web/queries/gatewayState.ts';
import { ErrorNote } from '#web/ui/ErrorNote.tsx';
import { GatewayStanding } from '#web/ui/GatewayStanding.tsx';

/** How the way to the service stands. Mounted only while somebody looks, so that nobody else asks. */
export function GatewayPanel() {
  const result = useQuery(gatewayStateQuery);
  if (result.error && !result.data)
    return <ErrorNote failure={asFailure(result.error)} onRetry={() => void result.refetch()} />;
  if (!result.data) return <p role="status">Asking the gateway…</p>;
  return <GatewayStanding state={result.data.value} />;
}
