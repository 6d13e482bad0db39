import { queryOptions } from '@tanstack/react-query';
import { UnreadableAnswer } from '#contract/answers.ts';
import { type GatewayState, gatewayStateShape } from '#contract/gatewayState.ts';
import { askAddress } from './client.ts';

const interval = 5000;

/** How the gateway stands with the service: its allowance, its queue, its last failure (`GET /state`). */
export const gatewayStateQuery = queryOptions({
  queryKey: ['state'],
  queryFn: ({ signal }) => askAddress('/state', readState, signal),
  staleTime: 0,
  refetchInterval: interval,
});

function readState(body: unknown): GatewayState {
  const read = gatewayStateShape.safeParse(body);
  if (!read.success) throw new UnreadableAnswer('The gateway did not send its state.');
  return read.data;
}
