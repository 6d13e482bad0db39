import { queryOptions } from '@tanstack/react-query';
import { gatewayStateShape } from '#contract/gateway/gatewayState.ts';
import { asking } from './client.ts';
import { polling } from './policy.ts';
import { readAs } from './replica.ts';

/** Milliseconds. */
const stateInterval = 5_000;

/** How the gateway stands: its allowance, its queue, its last failure, and its local copy (`GET /state`). */
export const stateQuery = queryOptions({
  queryKey: ['state'] as const,
  queryFn: asking('/state', (body) => readAs(gatewayStateShape, body)),
  staleTime: 0,
  ...polling(stateInterval),
});
